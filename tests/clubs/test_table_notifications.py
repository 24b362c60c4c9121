"""Members of a club are told of a table opened there: once for an evening of many, as they choose, and only those to
whom it is news."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.urls import reverse
from django.utils import timezone, translation

from games.accounts import friends, notifications
from games.accounts import services as accounts
from games.accounts.models import Notification, Topic
from games.clubs import services, table_notifications, tasks
from games.clubs.models import ClubTable
from games.community import delivery
from games.community.delivery import Wanted
from games.community.listings import news_of
from games.rooms import chat
from games.rooms.models import DAY, Room, Seat
from games.rooms.services import open_room
from tests.matches.tables import person
from tests.statements import statements_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_once")]
Kind = Notification.Kind


def open_and_tell(club, host, game="winner", clock=60):
    """Open a table, and tell its club's members at once."""
    room = services.open_table(club, host, game, {}, clock)
    tasks.tell(room.pk)
    return room


def unread_news(user):
    return [line["says"] for line in news_of(user) if line["new"]]


def later(**span):
    """Make all notifications so much older."""
    for row in Notification.objects.all():
        Notification.objects.filter(pk=row.pk).update(at=row.at - timedelta(**span))


# --- who is told, of what --------------------------------------------------------------------------


def test_the_others_are_told_who_has_opened_what_and_led_to_the_club(club, people):
    alice, bob, carol = people
    open_and_tell(club, alice)
    assert not news_of(alice)
    for user in (bob, carol):
        (line,) = news_of(user)
        assert line["says"] == "Alice has opened a table at The Four Winds: Winner."
        assert (line["press"], line["url"]) == ("Go there", reverse("club", args=[club.slug]))


def test_it_is_said_in_the_readers_language(club, people):
    open_and_tell(club, people[0])
    with translation.override("zh-hans"):
        assert unread_news(people[1]) == ["Alice在“The Four Winds”开了一桌：争上游。"]


def test_nobody_else_is_told(club, people):
    other = services.make(dora := person("dora"), "Other")
    open_and_tell(club, people[0])
    assert not news_of(dora)
    assert not Notification.objects.filter(data__club=other.slug).exists()


def test_whoever_sits_at_a_table_is_left_alone_while_they_are_there(club, people):
    alice, bob, carol = people
    sits = {one: open_room(one, "winner", {}) for one in (bob, carol)}
    Seat.objects.filter(room=sits[carol], user=carol).update(seen_at=timezone.now() - timedelta(hours=1))
    open_and_tell(club, alice)
    assert not unread_news(bob)
    assert unread_news(carol)


def test_a_seat_at_a_table_that_has_closed_is_none(club, people):
    Room.objects.filter(pk=open_room(people[1], "winner", {}).pk).update(closed_at=timezone.now())
    open_and_tell(club, people[0])
    assert unread_news(people[1])


@pytest.mark.parametrize("shut_out", ["blocked by", "blocks", "does not read"])
def test_nobody_is_told_by_whom_they_have_shut_out_or_who_has_blocked_them(club, people, shut_out):
    alice, bob, carol = people
    if shut_out == "does not read":
        chat.mute(bob, alice.pk, True)
    else:
        friends.block(*((bob, alice) if shut_out == "blocks" else (alice, bob)))
    open_and_tell(club, alice)
    assert not news_of(bob)
    assert unread_news(carol)
    open_and_tell(club, carol)
    assert unread_news(bob) == ["Carol has opened a table at The Four Winds: Winner."]


def test_suspended_people_are_not_told_and_tell_nobody(club, people):
    alice, bob, carol = people
    accounts.suspend(bob)
    open_and_tell(club, alice)
    assert not Notification.objects.filter(user=bob).exists()
    room = services.open_table(club, carol, "winner", {}, 60)
    accounts.suspend(carol)
    tasks.tell(room.pk)
    assert not Notification.objects.filter(sender=carol).exists()


def test_a_table_over_days_is_told_of_too(club, people):
    open_and_tell(club, people[0], "all-fours", DAY)
    assert unread_news(people[1])


# --- one message an evening --------------------------------------------------------------------------


def test_an_evening_of_many_tables_is_one_message(club, people):
    alice, _bob, carol = people
    open_and_tell(club, alice)
    Seat.objects.update(seen_at=timezone.now() - timedelta(hours=1))
    later(minutes=29)
    open_and_tell(club, alice, "pitch")
    assert unread_news(carol) == ["Alice has opened a table at The Four Winds: Winner."]
    assert ClubTable.objects.filter(to_tell=True).count() == 0


def test_half_an_hour_later_the_newest_table_takes_its_place(club, people):
    alice, bob, carol = people
    open_and_tell(club, alice)
    later(minutes=31)
    open_and_tell(club, bob, "pitch")
    assert unread_news(carol) == ["Bob has opened a table at The Four Winds: Pitch."]
    assert carol.notifications.count() == 1


def test_whoever_has_read_it_is_told_of_the_next(club, people):
    alice, bob, carol = people
    open_and_tell(club, alice)
    notifications.mark_read(carol)
    open_and_tell(club, bob, "pitch")
    assert unread_news(carol) == ["Bob has opened a table at The Four Winds: Pitch."]


def test_another_club_has_its_own_message(club, people):
    alice, bob, carol = people
    other = services.make(bob, "The Lanterns")
    services.join(other, carol)
    open_and_tell(club, alice)
    open_and_tell(other, bob)
    assert len(unread_news(carol)) == 2


# --- what has been seen, and what is no more -----------------------------------------------------------


@pytest.mark.parametrize("page", ["club", "table"])
def test_it_is_read_by_who_opens_the_club_or_the_table(client, club, people, page):
    room = open_and_tell(club, people[0])
    other = services.make(people[2], "Other")
    services.join(other, people[1])
    open_and_tell(other, people[2])
    client.force_login(people[1])
    where = {"club": ["club", club.slug], "table": ["table", room.code]}[page]
    assert client.get(reverse(where[0], args=where[1:])).status_code == 200
    assert unread_news(people[1]) == ["Carol has opened a table at Other: Winner."]


def test_of_a_table_that_has_closed_that_is_said(club, people):
    room = open_and_tell(club, people[0])
    Room.objects.filter(pk=room.pk).update(closed_at=timezone.now(), waiting=False)
    (line,) = news_of(people[1])
    assert line["says"] == "The table of Alice at The Four Winds has closed."
    assert line["url"] == reverse("club", args=[club.slug])


@pytest.mark.parametrize("go", [services.leave, services.remove])
def test_whoever_belongs_to_the_club_no_more_has_nothing_that_leads_there(club, people, go):
    open_and_tell(club, people[0])
    notifications.mark_read(people[1])
    go(club, people[1])
    assert not news_of(people[1])
    assert unread_news(people[2])


# --- whatever is killed --------------------------------------------------------------------------------


def test_a_table_whose_task_was_lost_is_found_by_the_next_look_and_told_of_once(club, people):
    services.open_table(club, people[0], "winner", {}, 60)
    assert not unread_news(people[1])
    tasks.tell_all()
    assert unread_news(people[1])
    notifications.mark_read(people[1])
    tasks.tell_all()
    tasks.tell(Room.objects.get().pk)
    assert people[1].notifications.count() == 1


def test_a_worker_killed_in_the_midst_has_told_nobody_and_the_next_look_tells_all(club, people, monkeypatch):
    room = services.open_table(club, people[0], "winner", {}, 60)
    notify_all = notifications.notify_all

    def killed(*args, **data):
        notify_all(*args, **data)
        raise SystemExit

    monkeypatch.setattr(notifications, "notify_all", killed)
    with pytest.raises(SystemExit):
        table_notifications.tell(room.pk)
    assert not Notification.objects.exists()
    monkeypatch.undo()
    tasks.tell_all()
    assert all(len(unread_news(one)) == 1 for one in people[1:])


def test_a_table_of_some_time_ago_is_news_no_more(club, people):
    room = services.open_table(club, people[0], "winner", {}, 60)
    Room.objects.filter(pk=room.pk).update(created_at=timezone.now() - timedelta(minutes=11))
    tasks.tell_all()
    assert not Notification.objects.exists()
    assert not ClubTable.objects.filter(to_tell=True).exists()


def test_a_table_that_the_release_before_opened_is_not_told_of(club, people):
    room = open_room(people[0], "winner", {})
    with connection.cursor() as cursor:
        cursor.execute("INSERT INTO clubs_clubtable (room_id, club_id) VALUES (%s, %s)", [room.pk, club.pk])
    tasks.tell_all()
    assert not Notification.objects.exists()


def test_many_members_are_told_in_as_many_statements_as_few(club, people):
    def count_queries():
        room = services.open_table(club, people[0], "winner", {}, 60)
        return len(statements_of(table_notifications.tell, room.pk))

    few = count_queries()
    for number in range(20):
        services.join(club, person(f"p{number}"))
    later(minutes=31)
    assert count_queries() == few
    assert Notification.objects.count() == 22


def test_of_what_somebody_was_told_the_oldest_go(club, people, monkeypatch):
    alice, bob, carol = people
    for number in range(3):
        notifications.notify(bob, Kind.DAILY, bob, day=str(number))
    monkeypatch.setattr(notifications, "MOST", 3)
    open_and_tell(club, alice)
    assert [row.kind for row in notifications.newest(bob)] == [Kind.CLUB_TABLE, Kind.DAILY, Kind.DAILY]
    assert bob.notifications.count() == 3
    assert carol.notifications.count() == 1


# --- beyond the site -----------------------------------------------------------------------------------


@pytest.fixture
def phone(client, people, push_service):
    """A browser in which Bob is notified."""
    client.force_login(people[1])
    phone = push_service.browser("phone")
    answer = client.post(reverse("push-subscribe"), phone.subscription(), headers={"accept-language": "zh-CN"})
    assert answer.status_code == 204
    return phone


def test_a_browser_is_sent_it_at_once_in_its_language_with_where_to_switch_it_off(club, people, phone, push_service):
    open_and_tell(club, people[0])
    open_and_tell(club, people[0], "pitch")
    delivery.deliver_waiting()
    (sent,) = push_service.sent_to(phone)
    row = people[1].notifications.get()
    assert sent == {
        "tag": f"n{row.pk}",
        "lang": "zh-hans",
        "says": "Alice在“The Four Winds”开了一桌：争上游。",
        "url": reverse("club", args=[club.slug]),
        "off": "/me/notifications/#clubs",
        "choose": "关闭通知",
        "unread": 1,
    }
    _path, headers, _body = push_service.taken[0]
    assert (headers["ttl"], headers["urgency"]) == ("1800", "high")


def test_whoever_has_switched_it_off_is_told_on_the_site_alone(client, club, people, phone, push_service):
    page = client.get(reverse("delivery")).content.decode()
    assert 'id="clubs"' in page
    assert delivery.wanted(people[1])[Topic.CLUBS] == Wanted(True)
    client.post(reverse("delivery"), {"tables-push": "on", "hour": "10"})
    open_and_tell(club, people[0])
    delivery.deliver_waiting()
    assert not push_service.taken
    assert unread_news(people[1])
