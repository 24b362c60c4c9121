"""Reminders of the deal of the day: for those who want them, at their hour, once, and not once they have played."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone
from django.utils.translation import override

from games.accounts import notifications
from games.accounts.models import Notification, Topic
from games.community import delivery
from games.community.delivery import Wanted
from games.community.listings import news_of
from games.daily import reminders, services
from games.daily.models import Streak
from tests.daily.play import begun
from tests.matches.tables import person
from tests.matches.test_locks import while_waiting

pytestmark = pytest.mark.django_db


@pytest.fixture
def at(monkeypatch):
    """Make it an hour of this day, in UTC."""

    def set_hour(hour):
        now = datetime.now(UTC).replace(hour=hour, minute=30)
        monkeypatch.setattr(timezone, "now", lambda: now)

    return set_hour


@pytest.fixture
def alice():
    alice = person("alice")
    delivery.choose(alice, Topic.DAILY, Wanted(True, hour=18))
    return alice


def reminded(user):
    return Notification.objects.filter(user=user, kind="daily").count()


def test_whoever_asked_for_it_is_reminded_at_their_hour_once_a_day(alice, at):
    at(17)
    reminders.remind()
    assert not reminded(alice)
    for hour in (18, 19):
        at(hour)
        reminders.remind()
    assert reminded(alice) == 1
    (line,) = news_of(alice)
    assert (line["press"], line["url"]) == ("Play", "/daily/")
    with override("zh-hans"):  # to begin to play, not to play a card
        assert news_of(alice)[0]["press"] == "开始打"


def test_nobody_is_reminded_who_has_not_asked_for_it(at):
    bob = person("bob")
    delivery.choose(bob, Topic.DAILY, Wanted(False, hour=0))
    at(23)
    reminders.remind()
    assert not reminded(bob) and not reminded(person("cat"))


def test_whoever_has_begun_one_of_today_is_left_alone(alice, at):
    at(18)
    begun(alice, "winner")
    reminders.remind()
    assert not reminded(alice)


@pytest.mark.parametrize(("ago", "says"), [(1, "4 days running"), (5, "the same for everybody")])
def test_a_streak_that_is_alive_is_named(alice, at, ago, says):
    at(18)
    Streak.objects.create(user=alice, days=4, longest=9, last=services.today() - timedelta(days=ago))
    reminders.remind()
    assert says in news_of(alice)[0]["says"]


def test_yesterdays_word_that_nobody_read_makes_room_for_todays(alice, at):
    at(18)
    notifications.notify(alice, Notification.Kind.DAILY, alice, day="2000-01-01", streak=0)
    Notification.objects.update(at=timezone.now() - timedelta(days=1))
    reminders.remind()
    assert [row.data["day"] for row in notifications.newest(alice)] == [services.today().isoformat()]


@pytest.mark.django_db(transaction=True)
@pytest.mark.postgres  # on SQLite one transaction writes at a time
def test_two_workers_who_remind_the_same_person_store_and_send_one_notification(alice, at, monkeypatch):
    sent = []
    monkeypatch.setattr(notifications, "_deliver", sent.append)
    at(18)
    while_waiting(reminders.remind, reminders.remind, lambda: None)
    assert reminded(alice) == len(sent) == 1
