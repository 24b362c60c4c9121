"""Exporting everything, and deleting an account so that only the seats others remember are left."""

from __future__ import annotations

import json
import re
from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.apps import apps
from django.contrib.auth.models import Group, Permission
from django.core.management import CommandError, call_command
from django.core.serializers.python import Serializer
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.accounts import friends, notifications
from games.accounts.models import Report, User
from games.accounts.relations import all_relations
from games.accounts.services import make_guest, reopen, restore, suspend
from games.community import data_export, reports
from games.community.account_deletion import STAYS, delete_account, erase_account
from games.community.merge_guest import merge
from games.community.models import Decision
from games.community.moderation import decide
from games.community.tasks import erase
from games.matches.models import Entry, Player
from games.rooms import chat
from games.rooms.models import Message, Room
from games.table.snapshot import load_snapshot
from tests.accounts.signing import authenticator_code
from tests.community.moderating import moderator, reported
from tests.matches.tables import match_of, person
from tests.statements import statements_of

pytestmark = pytest.mark.django_db
PASSWORD = "seven-sided-lantern"


@pytest.fixture
def zelda():
    zelda = person("zelda")
    zelda.email = "zelda@example.com"
    zelda.set_password(PASSWORD)
    zelda.save()
    return zelda


@pytest.fixture
def life(zelda):
    """What somebody accumulates: a match, a friend, a request, news, talk, a block, a report."""
    bob, carol = person("bob"), person("carol")
    match = match_of("all-fours", zelda, bob)
    friends.ask(zelda, bob, "bob")
    friends.accept(bob, zelda)
    friends.ask(carol, zelda, "zelda")
    friends.ask(zelda, None, "nobody")
    friends.block(zelda, person("dora"))
    reports.report(zelda, carol, "words", "She called Zelda names.")
    reports.report(carol, zelda, "words", "Zelda called me names.")
    match.room.name = "Zelda's table"
    match.room.save()
    notifications.notify(bob, "invited", zelda, room=match.room.code)
    Message.objects.create(room=match.room, user=zelda, text="Zelda says hello")
    return match


def test_every_key_to_people_is_in_the_export_or_left_out_for_a_reason():
    keys = {
        (field.model._meta.label, field.name)
        for model in apps.get_models()
        for field in model._meta.get_fields()
        if getattr(field, "related_model", None) is User and field.concrete and not field.many_to_many
    }
    exported = {(one.related_model._meta.label, one.field.name) for one in data_export.relations()}
    assert exported | set(data_export.LEFT_OUT) == keys


def test_the_export_holds_what_names_me_and_no_secret(client, zelda, life):
    client.force_login(zelda)
    answer = client.get(reverse("export"))
    assert "attachment" in answer["Content-Disposition"]
    data = json.loads(answer.content)
    assert data["person"]["email"] == "zelda@example.com"
    assert [row["seat"] for row in data["hands.Player.user"]] == [0]
    assert data["rooms.Message.user"][0]["text"] == "Zelda says hello"
    assert {"password", "session_key", "hearing_version"}.isdisjoint(data["person"])
    assert zelda.password not in answer.content.decode()
    assert client.session.session_key not in answer.content.decode()


def test_the_export_of_another_names_none_of_my_secrets(client, zelda, life):
    dora = User.objects.get(username="dora")
    carol = User.objects.get(username="carol")
    assert "accounts.Block.blocked" not in data_export.export(dora)
    assert "She called" not in json.dumps(data_export.export(carol), default=str)


def everything():
    """Return every row of the database as text."""
    models = apps.get_models()
    return json.dumps(
        [row for model in models for row in Serializer().serialize(model._default_manager.all())], default=str
    )


def sign_in(client):
    return client.post(reverse("account_login"), {"login": "zelda", "password": PASSWORD})


def close(client, zelda):
    client.force_login(zelda)
    assert client.post(reverse("delete-account"), {"password": PASSWORD}).status_code == 302


def test_a_closed_account_is_seen_by_nobody_and_keeps_every_seat(client, zelda, life):
    close(client, zelda)
    assert "_auth_user_id" not in client.session
    assert life.room.seats.get(number=0).autoplay
    bob = friends.find_by_name("bob")
    client.force_login(bob)
    pages = [reverse("friends"), reverse("history"), reverse("home"), reverse("table", args=[life.room.code])]
    for page in pages:
        assert "zelda" not in client.get(page).content.decode().lower()
    assert client.get(reverse("person", args=[zelda.pk])).status_code == 404
    assert "Deleted player" in client.get(reverse("table", args=[life.room.code])).content.decode()
    assert friends.friends_of(bob) == []
    assert friends.find_by_name("zelda") is None


def test_after_thirty_days_it_leaves_no_name_and_every_seat(client, zelda, life, time_machine):
    before = list(Entry.objects.values_list("pk", "action"))
    close(client, zelda)
    time_machine.move_to(timezone.now() + timedelta(days=29))
    erase()
    assert "zelda" in everything().lower()
    time_machine.move_to(timezone.now() + timedelta(days=1, minutes=1))
    erase()
    assert "zelda" not in everything().lower()
    assert Player.objects.get(match=life, seat=0).user_id == zelda.pk
    assert list(Entry.objects.values_list("pk", "action")) == before
    user = User.objects.get(pk=zelda.pk)
    assert (user.name, user.is_active, user.has_usable_password()) == ("Deleted player", False, False)
    assert sign_in(client).status_code == 422


def test_an_erased_account_may_do_nothing_any_more(zelda):
    zelda.groups.add(Group.objects.get(name="Moderators"))
    zelda.user_permissions.add(Permission.objects.get(codename="moderate"))
    delete_account(zelda)
    assert zelda.groups.exists() and zelda.user_permissions.exists()  # they may reopen it
    erase_account(zelda)
    assert not (zelda.groups.exists() or zelda.user_permissions.exists())


def test_a_request_does_not_tell_by_vanishing_that_an_erased_account_had_a_login_name(zelda):
    """One by the name that all could see goes with the account; one to nobody stays."""
    bob, carol = person("bob"), person("carol")
    User.objects.filter(pk=zelda.pk).update(username="z.private")
    for asker, name in [(bob, "Z.Private"), (bob, "z.nobody"), (carol, "zelda")]:
        friends.ask(asker, friends.find_by_name(name), name)
    requests = lambda: [row.called for user in (bob, carol) for row in friends.outgoing_requests(user)]  # noqa: E731
    delete_account(zelda)
    assert requests() == ["z.nobody", "Z.Private", "zelda"]
    erase_account(zelda)
    assert requests() == ["z.nobody", "Z.Private"]


def test_one_account_that_cannot_be_erased_holds_up_no_other_and_no_end_of_a_suspension(
    zelda, monkeypatch, caplog, time_machine
):
    bob, carol = person("bob"), person("carol")
    decide(moderator(), reported(bob, carol), Decision.Action.SUSPEND, "words", days=1)
    for user in (zelda, bob):
        delete_account(user)
    time_machine.move_to(timezone.now() + timedelta(days=31))
    remove_talk = reports.remove_talk
    monkeypatch.setattr(reports, "remove_talk", lambda user: {}[0] if user == zelda else remove_talk(user))
    erase()
    assert [user.name for user in User.objects.exclude(deleted_at=None)] == ["Deleted player"]
    assert f"{zelda.pk} is kept (KeyError)" in caplog.text
    assert User.objects.get(pk=carol.pk).is_active


def test_what_an_erased_account_said_is_read_by_nobody_at_the_table(zelda, life):
    room, bob = life.room, User.objects.get(username="bob")
    chat.say(room, zelda, "Zelda says hello again")
    heard = lambda: [message.text for message in load_snapshot(room.code).heard.for_reader(bob)]  # noqa: E731
    assert heard() == ["Zelda says hello", "Zelda says hello again"]
    delete_account(zelda)
    chat.say(room, bob, "Farewell.")
    assert heard() == ["Zelda says hello", "Zelda says hello again", "Farewell."]
    erase_account(zelda)
    assert heard() == ["Farewell."]


def test_whoever_signs_in_again_within_thirty_days_has_it_all_back(client, zelda, life, time_machine):
    before = everything()
    close(client, zelda)
    time_machine.move_to(timezone.now() + timedelta(days=20))
    answer = sign_in(client)
    assert answer["Location"] == reverse("home")
    assert "Your account is open again" in client.get(reverse("home")).content.decode()
    back = User.objects.get(pk=zelda.pk)
    assert (back.name, back.kept_name, back.is_active, back.closed_at) == ("Zelda", "", True, None)
    assert [friend.name for friend in friends.friends_of(back)] == ["Bob"]
    assert before.count("Zelda says hello") == everything().count("Zelda says hello") == 1
    time_machine.move_to(timezone.now() + timedelta(days=60))
    erase()
    assert User.objects.get(pk=zelda.pk).name == "Zelda"


def test_what_is_said_of_a_closed_account_is_in_the_language_of_the_page(zelda):
    User.objects.filter(pk=zelda.pk).update(language="zh-hans")
    browser = Client(headers={"accept-language": "en"})
    browser.force_login(zelda)
    browser.post(reverse("delete-account"), {"password": PASSWORD})
    assert "Your account is closed." in browser.get(reverse("home")).content.decode()


def test_a_wrong_password_opens_nothing(client, zelda, life):
    close(client, zelda)
    assert client.post(reverse("account_login"), {"login": "zelda", "password": "wrong"}).status_code == 422
    assert User.objects.get(pk=zelda.pk).closed_at is not None


def test_it_stays_closed_until_the_second_factor_is_shown(client, zelda, life, monkeypatch):
    secret = generate_totp_secret()
    TOTP.activate(zelda, secret)
    close(client, zelda)
    assert sign_in(client)["Location"] == reverse("mfa_authenticate")
    assert User.objects.get(pk=zelda.pk).closed_at is not None
    code = authenticator_code(monkeypatch, secret)
    assert client.post(reverse("mfa_authenticate"), {"code": code}).status_code == 302
    assert User.objects.get(pk=zelda.pk).closed_at is None


def test_an_operator_opens_no_account_that_its_owner_has_closed(zelda, life):
    delete_account(zelda)
    restore(zelda)
    assert not User.objects.get(pk=zelda.pk).is_active


def test_a_closed_account_is_nobodys_friend_asks_nobody_and_is_no_news(zelda, life):
    bob, eve = friends.find_by_name("bob"), person("eve")
    friends.ask(zelda, eve, "eve")
    assert (friends.friends_of(bob), notifications.unread(eve)) == ([zelda], 1)
    delete_account(zelda)
    assert (friends.friends_of(bob), friends.incoming_requests(eve), notifications.unread(eve)) == ([], [], 0)


def test_a_suspended_account_is_not_opened_again_though_its_owner_closed_it(zelda):
    delete_account(zelda)
    suspend(zelda)
    reopen(zelda)
    assert not zelda.is_active
    assert zelda.closed_at is not None


def test_whoever_is_suspended_opens_no_account_that_they_had_closed(client, zelda, life):
    close(client, zelda)
    suspend(zelda)
    sign_in(client)
    zelda.refresh_from_db()
    assert not zelda.is_active
    assert "_auth_user_id" not in client.session
    restore(zelda)
    sign_in(client)
    zelda.refresh_from_db()
    assert (zelda.is_active, zelda.name) == (True, "Zelda")


def test_nobody_waits_for_whoever_is_suspended(zelda, life):
    suspend(zelda)
    assert life.room.seats.get(number=0).autoplay
    assert Room.objects.get(pk=life.room.pk).host.username == "bob"


def test_a_closed_account_is_had_back_by_whoever_has_its_mail(client, zelda, life, mailoutbox):
    EmailAddress.objects.create(user=zelda, email=zelda.email, verified=True, primary=True)
    close(client, zelda)
    client.post(reverse("account_reset_password"), {"email": zelda.email})
    assert [letter.to for letter in mailoutbox] == [[zelda.email]]
    link = re.search(r"http://testserver(/\S+)", mailoutbox[0].body)[1]
    form = client.get(link, follow=True)
    client.post(form.request["PATH_INFO"], {"password1": "an-other-lantern", "password2": "an-other-lantern"})
    client.post(reverse("account_login"), {"login": "zelda", "password": "an-other-lantern"})
    zelda.refresh_from_db()
    assert (zelda.is_active, zelda.name) == (True, "Zelda")
    suspend(zelda)
    client.post(reverse("account_reset_password"), {"email": zelda.email})
    assert len(mailoutbox) == 1


def test_who_has_gone_is_called_so_in_the_readers_language(client, zelda, life):
    bob = User.objects.get(username="bob")
    delete_account(zelda)
    client.force_login(bob)
    chinese = {"accept-language": "zh-hans"}
    for page in (reverse("table", args=[life.room.code]), reverse("history")):
        text = client.get(page, headers=chinese).content.decode()
        assert "Deleted player" not in text
        assert "已注销的玩家" in text


def test_what_is_closed_is_not_erased_once_it_is_open_again(zelda, life):
    delete_account(zelda)
    reopen(zelda)
    erase_account(zelda)
    assert User.objects.get(pk=zelda.pk).name == "Zelda"


def test_what_stays_of_a_deleted_account_are_keys_that_there_are():
    there = {(one.related_model._meta.label, one.field.name) for one in all_relations()}
    assert there >= set(STAYS)


def test_deleting_asks_for_the_password(client, zelda, life):
    client.force_login(zelda)
    assert client.get(reverse("delete-account")).status_code == 200
    answer = client.post(reverse("delete-account"), {"password": "wrong"})
    assert answer.status_code == 422
    assert User.objects.get(pk=zelda.pk).is_active


def test_a_password_is_tried_five_times_a_minute(client, zelda, life, monkeypatch):
    client.force_login(zelda)
    for _ in range(5):
        assert client.post(reverse("delete-account"), {"password": "wrong"}).status_code == 422
    monkeypatch.setattr(User, "check_password", lambda *a: pytest.fail("tried"))
    answer = client.post(reverse("delete-account"), {"password": PASSWORD})
    assert answer.status_code == 429
    assert 0 < int(answer["Retry-After"]) <= 60


def test_a_guest_deletes_without_one(client):
    guest = make_guest()
    client.force_login(guest)
    assert client.post(reverse("delete-account")).status_code == 302
    assert User.objects.get(pk=guest.pk).deleted_at is not None


@pytest.mark.parametrize("do", [delete_account, lambda guest: merge(person(f"of {guest.pk}"), guest)])
def test_a_guest_goes_with_the_same_statements_however_many_reports_there_are(zelda, do):
    def statements(more):
        talk = [{"at": "", "user": zelda.pk, "name": "Zelda", "said": "Hello"}]
        rows = [Report(reported=zelda, reason="words", room="ABCDEF", talk=talk) for _ in range(more)]
        Report.objects.bulk_create(rows)
        return len(statements_of(do, make_guest()))

    assert statements(1) == statements(3 * reports.BATCH)


def test_what_a_guest_said_is_in_no_report_as_soon_as_they_are_erased(zelda, life):
    guest, bob = make_guest(), User.objects.get(username="bob")
    Message.objects.create(room=life.room, user=guest, text="Guests say hello")
    report = reports.report(bob, zelda, "words", "", life.room.code)
    delete_account(guest)
    report.refresh_from_db()
    assert [line["said"] for line in report.talk] == ["Zelda says hello"]


def test_what_an_old_backup_brings_back_is_erased_again(zelda, life, caplog, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        delete_account(zelda)
        erase_account(zelda)
    assert f"account {zelda.pk} was erased" in caplog.text
    User.objects.filter(pk=zelda.pk).update(name="Zelda", username="zelda", is_active=True, deleted_at=None)
    call_command("erase_accounts", str(zelda.pk))
    assert "zelda" not in everything().lower()
    with pytest.raises(CommandError):
        call_command("erase_accounts", "999999")
