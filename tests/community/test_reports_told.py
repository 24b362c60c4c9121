"""Moderators who may decide are told of fresh reports: once until they have looked, and in the way they choose."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core import mail
from django.urls import reverse
from django.utils import timezone

from games.accounts import notifications
from games.accounts.models import Notification, Topic, User
from games.community import delivery
from games.community.delivery import Wanted
from games.community.moderation import Action, decide
from games.foundation.background_email import wait_until_sent
from tests.community.moderating import moderator, reported
from tests.matches.tables import person
from tests.sessions import signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_once")]
SAYS = "There are reports to look at."


def unread_reports(user):
    return user.notifications.filter(kind="reported", read_at=None).count()


def test_whoever_may_decide_is_told_on_every_page_and_led_to_the_list(alice, bob, mona):
    assert unread_reports(mona) == 0
    reported(alice, bob)
    assert (unread_reports(mona), unread_reports(alice), unread_reports(bob)) == (1, 0, 0)
    browser = signed_in(mona)
    page = browser.get(reverse("friends")).content.decode()
    assert SAYS in page and reverse("moderation") in page


def test_many_reports_are_one_notification_until_the_list_was_looked_at(alice, bob, mona):
    for _ in range(3):
        reported(alice, bob)
    row = mona.notifications.get()
    signed_in(mona).get(reverse("moderation"))
    assert unread_reports(mona) == 0 and notifications.unread(mona) == 0
    reported(alice, bob)
    assert mona.notifications.latest("pk").pk != row.pk and unread_reports(mona) == 1


def test_it_is_one_mail_however_many_reports_there_are(alice, bob, mona):
    User.objects.filter(pk=mona.pk).update(email="mona@example.org")
    delivery.choose(mona, Topic.REPORTS, Wanted(push=False, mail=True))
    reported(alice, bob)
    Notification.objects.update(at=timezone.now() - timedelta(minutes=11))
    reported(alice, bob)
    delivery.deliver_waiting()
    reported(alice, bob)
    Notification.objects.update(at=timezone.now() - timedelta(minutes=11))
    delivery.deliver_waiting()
    wait_until_sent()
    (letter,) = mail.outbox
    assert SAYS in letter.subject and reverse("moderation") in letter.body
    assert "Bob" not in letter.body and "Alice" not in letter.body  # only the list names anybody


def test_of_a_report_about_a_moderator_only_superusers_hear(alice, mona):
    otto, root = moderator("otto"), person("root")
    User.objects.filter(pk=root.pk).update(is_superuser=True)
    reported(alice, mona)
    assert [unread_reports(user) for user in (mona, otto, root)] == [0, 0, 1]


def test_nobody_is_told_of_a_report_of_their_own_or_while_suspended(bob, mona):
    otto = moderator("otto")
    User.objects.filter(pk=otto.pk).update(is_active=False)
    reported(mona, bob)
    assert unread_reports(mona) == unread_reports(otto) == 0


def test_once_all_are_decided_on_nobody_is_told_of_them_any_more(alice, bob, mona):
    otto = moderator("otto")
    first, second = reported(alice, bob), reported(alice, bob)
    decide(mona, first, Action.DISMISS, "nothing")
    assert unread_reports(otto) == unread_reports(mona) == 1
    decide(mona, second, Action.DISMISS, "nothing")
    assert unread_reports(otto) == unread_reports(mona) == 0


def test_a_report_that_is_not_stored_tells_nobody(alice, bob, mona, monkeypatch):
    def breaks(*arguments):
        raise RuntimeError

    monkeypatch.setattr("games.community.moderation.notices.tell_moderators", breaks)
    with pytest.raises(RuntimeError):
        reported(alice, bob)
    assert not alice.reports.exists() and unread_reports(mona) == 0


def test_the_choice_stands_among_the_notifications_of_moderators_alone(alice, mona):
    name = f"{Topic.REPORTS}-push"
    assert name in signed_in(mona).get(reverse("delivery")).content.decode()
    page = signed_in(alice).get(reverse("delivery"))
    assert name not in page.content.decode()
    signed_in(alice).post(reverse("delivery"), {name: "on", "hour": "10"})
    assert not alice.delivery_choices.filter(topic=Topic.REPORTS).exists()
    signed_in(mona).post(reverse("delivery"), {"hour": "10"})
    assert not delivery.wanted(mona)[Topic.REPORTS].push
