"""What a decision does at once and for as long as it lasts, and who may make it."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.auth.models import Group, Permission
from django.core.exceptions import ValidationError
from django.core.management import call_command
from django.urls import reverse
from django.utils import timezone

from games.accounts.forms import Profile
from games.accounts.models import Notification, Report, User
from games.accounts.services import make_guest, restore, suspend
from games.community import data_export, moderation, retention
from games.community.account_deletion import delete_account, erase_account
from games.community.merge_guest import merge
from games.community.models import Decision
from games.community.moderation import Action, Decided, decide, lift
from games.community.tasks import erase
from games.rooms import chat
from games.rooms.models import Message, Room
from games.rooms.seats import RequestRefused
from tests.community.moderating import moderator, reported
from tests.matches.tables import match_of, person
from tests.sessions import signed_in
from tests.together import together

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_once")]


def say(user, match):
    """Return the status of the answer to what somebody says at a table."""
    return signed_in(user).post(reverse("say", args=[match.room.code]), {"text": "hello"}).status_code


def test_whoever_is_muted_says_nothing_until_the_time_is_over(alice, bob, mona, report, time_machine):
    match = match_of("all-fours", alice, bob)
    assert say(bob, match) == 302
    decide(mona, report, Action.MUTE, "words", days=1)
    assert say(bob, match) == 403
    with pytest.raises(RequestRefused):
        chat.say(match.room, bob, phrase="thanks")
    assert say(alice, match) == 302
    assert Message.objects.filter(user=bob).count() == 1
    time_machine.move_to(timezone.now() + timedelta(days=1, minutes=1))
    assert say(bob, match) == 302


def test_whoever_is_suspended_leaves_the_tables_and_comes_back_by_themselves(bob, mona, report, time_machine):
    room, browser = Room.objects.get(seats__user=bob), signed_in(bob)
    decide(mona, report, Action.SUSPEND, "cheating", days=3)
    assert room.seats.get(number=1).autoplay
    assert browser.get(reverse("me")).status_code == 403
    time_machine.move_to(timezone.now() + timedelta(days=3, minutes=1))
    assert browser.get(reverse("me")).status_code == 200
    bob.refresh_from_db()
    assert (bob.is_active, bob.suspended_at) == (True, None)


def test_a_suspension_that_is_over_ends_though_nobody_comes(bob, mona, report, time_machine):
    decide(mona, report, Action.SUSPEND, "cheating", days=1)
    erase()
    assert not User.objects.get(pk=bob.pk).is_active
    time_machine.move_to(timezone.now() + timedelta(days=1, minutes=1))
    erase()
    assert User.objects.get(pk=bob.pk).is_active


def test_of_two_suspensions_the_longer_one_counts(alice, bob, mona, report, time_machine):
    decide(mona, report, Action.SUSPEND, "cheating", days=1)
    decide(mona, reported(alice, bob), Action.SUSPEND, "words", days=7)
    time_machine.move_to(timezone.now() + timedelta(days=2))
    assert moderation.end_suspensions() == 0
    time_machine.move_to(timezone.now() + timedelta(days=6))
    assert moderation.end_suspensions() == 1


def test_what_the_admin_has_suspended_no_decision_ends(alice, bob, mona, report, time_machine):
    decide(mona, report, Action.SUSPEND, "cheating", days=1)
    suspend(bob)
    time_machine.move_to(timezone.now() + timedelta(days=2))
    assert moderation.end_suspensions() == 0
    restore(bob)
    suspend(bob)
    bob.refresh_from_db()
    decide(mona, reported(alice, bob), Action.SUSPEND, "words", days=1)
    time_machine.move_to(timezone.now() + timedelta(days=2))
    assert moderation.end_suspensions() == 0


def test_a_name_is_taken_from_a_person_and_from_the_tables_they_host(alice, bob, mona):
    room = match_of("all-fours", bob, alice).room
    version = room.version
    decide(mona, reported(alice, bob), Action.RENAME, "name")
    bob.refresh_from_db()
    assert bob.name.startswith("Player ")
    room.refresh_from_db()
    assert (room.name, room.version > version) == ("", True)
    form = Profile(bob, {"name": " B0b ", "language": ""})
    assert "That name was taken from you" in form.errors["name"][0]
    assert Profile(bob, {"name": "Robert", "language": ""}).is_valid()
    with pytest.raises(ValidationError):
        moderation.before_naming(bob, "BOB")
    moderation.before_naming(alice, "Bob")  # theirs alone


def test_a_guest_does_not_take_the_name_back_by_signing_up(alice, mona):
    guest = make_guest()
    User.objects.filter(pk=guest.pk).update(name="Rude")
    guest.refresh_from_db()
    decide(mona, reported(alice, guest), Action.RENAME, "name")
    form = {"name": "rude", "username": "rudy", "password1": "seven-sided-lantern", "password2": "seven-sided-lantern"}
    browser = signed_in(guest)
    assert browser.post(reverse("account_signup"), form).status_code == 422
    assert browser.post(reverse("account_signup"), form | {"name": "Kind"}).status_code == 302


def test_a_warning_and_a_dismissal_change_nothing(alice, bob, mona, report):
    before = User.objects.filter(pk=bob.pk).values().get()
    decide(mona, report, Action.DISMISS, "nothing")
    decide(mona, reported(alice, bob), Action.WARN, "words")
    assert User.objects.filter(pk=bob.pk).values().get() == before
    assert not Notification.objects.filter(user=bob, data__decision=Decision.objects.get(action="dismiss").number)


def test_a_decision_that_is_lifted_counts_no_more(alice, bob, mona, report):
    match, other = match_of("all-fours", alice, bob), moderator("otto")
    lift(other, decide(mona, report, Action.MUTE, "words", days=7), "appeal")
    assert say(bob, match) == 302
    lift(other, decide(mona, reported(alice, bob), Action.SUSPEND, "words", days=7), "appeal")
    assert User.objects.get(pk=bob.pk).is_active
    renaming = decide(mona, reported(alice, bob), Action.RENAME, "name")
    lift(other, renaming, "mistake")
    assert User.objects.get(pk=bob.pk).name == "Bob"
    moderation.before_naming(bob, "Bob")
    with pytest.raises(Decided):
        lift(mona, renaming, "mistake")
    assert Decision.objects.filter(action=Action.LIFT).count() == 3
    assert Decision.objects.get(pk=renaming.pk).closed_name == "Bob"


def test_a_name_that_was_chosen_since_stays_when_the_old_one_is_given_back(bob, mona, report):
    renaming = decide(mona, report, Action.RENAME, "name")
    User.objects.filter(pk=bob.pk).update(name="Robert")
    lift(mona, renaming, "appeal")
    assert User.objects.get(pk=bob.pk).name == "Robert"


def test_pressed_twice_it_is_decided_once(mona, report):
    first = decide(mona, report, Action.WARN, "words")
    with pytest.raises(Decided) as second:
        decide(moderator("otto"), report, Action.SUSPEND, "words", days=7)
    assert second.value.decision == first
    assert User.objects.get(username="bob").is_active


@pytest.mark.django_db(transaction=True)
@pytest.mark.every_row
def test_of_two_moderators_at_the_same_moment_one_decides(alice, bob, mona, report):
    otto = moderator("otto")

    def press(who, action):
        def attempt():
            try:
                return decide(who, report, action, "words", days=7)
            except Decided as already:
                return already

        return attempt

    results = together(press(mona, Action.SUSPEND), press(otto, Action.MUTE))
    (decision,) = [each for each in results if isinstance(each, Decision)]
    (other,) = [each for each in results if isinstance(each, Decided)]
    assert other.decision == decision == Decision.objects.get()
    assert User.objects.get(pk=bob.pk).is_active is (decision.action == Action.MUTE)


def test_nobody_decides_about_themselves_their_own_report_or_those_who_may_decide(alice, bob, mona):
    boss = User.objects.create_superuser("boss", password="x", name="Boss")
    other = User.objects.create_superuser("chief", password="x", name="Chief")
    refused = [
        (mona, reported(alice, mona)),
        (mona, reported(mona, bob)),
        (mona, reported(alice, moderator("otto"))),
        (mona, reported(alice, boss)),
        (boss, reported(alice, boss)),
        (other, reported(alice, boss)),
    ]
    for who, report in refused:
        with pytest.raises(RequestRefused) as why:
            decide(who, report, Action.SUSPEND, "words", days=1)
        assert why.value.status == 403
    assert not Decision.objects.exists()
    decide(boss, reported(alice, mona), Action.WARN, "words")
    assert Decision.objects.get().person == mona


def test_a_report_about_a_moderator_is_for_superusers_alone(alice, bob, mona, report):
    otto = moderator("otto")
    about = reported(alice, otto)
    assert set(moderation.visible_reports(mona)) == {report}
    boss = User.objects.create_superuser("boss", password="x", name="Boss")
    assert set(moderation.visible_reports(boss)) == {report, about}
    decision = decide(boss, about, Action.WARN, "words")
    assert not moderation.visible_decisions(mona).exists()
    assert list(moderation.visible_decisions(boss)) == [decision]
    suspend(otto)  # still a moderator
    assert set(moderation.visible_reports(mona)) == {report}


def test_the_log_is_not_edited(mona, report):
    decision = decide(mona, report, Action.WARN, "words")
    decision.words = "other words"
    with pytest.raises(TypeError):
        decision.save()
    with pytest.raises(TypeError):
        Decision.objects.filter(pk=decision.pk).update(words="other words")
    assert Decision.objects.get().words == ""


def test_no_operator_edits_the_log_in_the_admin_either(client, mona, report):
    decision = decide(mona, report, Action.WARN, "words")
    client.force_login(User.objects.create_superuser("boss", password="x", name="Boss"))
    inside = reverse("admin:people_decision_change", args=[decision.pk])
    assert client.get(inside).status_code == 200
    assert client.post(inside, {"words": "other"}).status_code == 403
    assert client.post(reverse("admin:people_decision_delete", args=[decision.pk]), {"post": "yes"}).status_code == 403


def test_an_operator_who_is_no_superuser_reads_no_report_about_a_moderator_in_the_admin(alice, mona):
    report = reported(alice, mona)
    helper = User.objects.create_user("helper", password="x", name="Helper", is_staff=True)
    helper.user_permissions.add(Permission.objects.get(codename="view_report"))
    browser = signed_in(helper)
    assert browser.get(reverse("admin:accounts_report_change", args=[report.pk])).status_code == 302
    assert browser.get(reverse("admin:accounts_report_changelist")).status_code == 200
    assert not moderation.may_judge(helper, report.hand)


def test_the_group_of_moderators_is_there_with_its_right_and_is_not_made_twice():
    call_command("migrate", verbosity=0)
    group = Group.objects.get(name=moderation.GROUP)
    tom = person("tom")
    tom.groups.add(group)
    assert moderation.may_moderate(User.objects.get(pk=tom.pk))
    assert not moderation.may_moderate(person("eve"))
    group.name = "Wardens"
    group.save()
    call_command("migrate", verbosity=0)
    assert Group.objects.filter(permissions__codename="moderate").count() == 1


def test_reports_and_decisions_go_after_the_time_that_is_stated(bob, mona, report, time_machine):
    decide(mona, report, Action.WARN, "words")
    began = timezone.now()
    time_machine.move_to(began + retention.REPORTED - timedelta(hours=1))
    retention.sweep()
    assert Report.objects.exists()
    time_machine.move_to(began + retention.REPORTED + timedelta(hours=1))
    retention.sweep()
    assert not Report.objects.exists()
    assert Decision.objects.get().report is None
    time_machine.move_to(began + retention.DECIDED + timedelta(hours=1))
    retention.sweep()
    assert not Decision.objects.exists()


def test_a_decision_goes_with_the_account_that_it_is_about_and_stays_with_that_of_its_moderator(bob, mona, report):
    decision = decide(mona, report, Action.WARN, "words")
    delete_account(mona)
    erase_account(mona)
    assert Decision.objects.get(pk=decision.pk).moderator.name == "Deleted player"
    delete_account(bob)
    erase_account(bob)
    assert not Decision.objects.exists()


def test_the_export_holds_what_was_decided_about_me_and_not_by_whom(alice, bob, mona, report):
    decision = decide(mona, report, Action.WARN, "words", "Please be kind.")
    decide(mona, reported(alice, bob), Action.DISMISS, "nothing")
    (row,) = data_export.export(bob)["people.Decision.person"]
    assert (row["number"], row["words"]) == (decision.number, "Please be kind.")
    assert "moderator" not in row
    assert not any(key.startswith("people.Decision.m") for key in data_export.export(mona))


def test_what_was_decided_about_a_guest_comes_along_into_the_account(alice, mona):
    guest, account = make_guest(), person("anna")
    match = match_of("all-fours", alice, account)
    decide(mona, reported(alice, guest), Action.MUTE, "words", days=7)
    merge(account, guest)
    assert say(account, match) == 403
