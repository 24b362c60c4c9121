"""What is removed, after how long, and what never is."""

from __future__ import annotations

from datetime import timedelta
from io import StringIO

import pytest
from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from games.accounts.models import User
from games.accounts.services import make_guest
from games.community import reports, retention, tasks
from games.community.account_deletion import GONE, delete_account
from games.community.merge_guest import merge
from games.community.tasks import tidy
from games.foundation.process_cache import clear_caches
from games.matches.models import Entry, Hand
from games.replays.models import Upload
from games.rooms import wishes
from games.rooms.models import Message, Room, Seat, Wish
from games.rooms.services import open_room
from tests.matches.tables import house, match_of, person
from tests.sessions import signed_in

pytestmark = pytest.mark.django_db
YEAR = timedelta(days=365)


def long_ago(user, days):
    """Set when somebody was last here to this many days ago."""
    User.objects.filter(pk=user.pk).update(seen_at=timezone.now() - timedelta(days=days))


def raiser(fault):
    """Return a function that raises this fault, whatever it is called with."""

    def raises(*_args):
        raise fault

    return raises


def room_of(host, days):
    """Return a room that was opened, and last visited by its host, this many days ago."""
    room = open_room(host, "winner", {})
    then = timezone.now() - timedelta(days=days)
    Room.objects.filter(pk=room.pk).update(created_at=then)
    Seat.objects.filter(room=room).update(seen_at=then)
    return room


def test_a_guest_who_left_nothing_is_waited_for_and_then_forgotten():
    idle, new = make_guest(), make_guest()
    User.objects.filter(pk=idle.pk).update(date_joined=timezone.now() - timedelta(days=31))
    assert retention.sweep().guests == 1
    assert list(User.objects.all()) == [new]


@pytest.mark.usefixtures("at_once")
def test_a_guest_who_has_played_keeps_their_hands_for_as_long_as_they_can_come_back():
    guest, friend = make_guest(), person("ann")
    match_of("all-fours", guest, friend)
    long_ago(guest, 100)
    assert retention.sweep() == retention.Swept(0, 0, 0, 0)
    guest.refresh_from_db()
    assert guest.deleted_at is None


def played():
    """Return all hands without the times of the house's moves: it plays for people who have left."""
    return [{key: row[key] for key in row if key != "due_at"} for row in Hand.objects.values().order_by("pk")]


@pytest.mark.usefixtures("at_once")
def test_a_guest_who_cannot_come_back_is_erased_and_every_hand_stays():
    guest, friend = make_guest(), person("ann")
    match_of("all-fours", "random", "random")
    match_of("all-fours", guest, friend)
    house()
    hands = played()
    entries = list(Entry.objects.values().order_by("pk"))
    long_ago(guest, 181)
    assert retention.sweep().erased == 1
    guest.refresh_from_db()
    assert guest.deleted_at is not None
    assert guest.name == GONE
    assert played() == hands
    assert list(Entry.objects.values().order_by("pk")) == entries
    assert retention.sweep() == retention.Swept(0, 0, 0, 0)


@pytest.mark.usefixtures("at_once")
def test_nobody_waits_for_a_guest_who_was_erased():
    guest, friend = make_guest(), person("ann")
    match = match_of("all-fours", guest, friend)
    long_ago(guest, 181)
    retention.sweep()
    match.room.refresh_from_db()
    assert match.room.seats.get(user=guest).autoplay
    assert match.room.host == friend


@pytest.mark.usefixtures("at_once")
def test_a_table_that_cannot_be_read_keeps_nobody_behind_it(caplog):
    """Otherwise the same guest would stop every day's run, and nothing after them would be removed."""
    stuck, other = make_guest(), make_guest()
    match = match_of("all-fours", stuck, person("ann"))
    match_of("all-fours", other, person("bob"))
    Hand.objects.filter(match=match).update(deck=[])
    clear_caches()
    room = room_of(person("cid"), 8)
    for guest in (stuck, other):
        long_ago(guest, 181)
    swept = retention.sweep()
    assert (swept.erased, swept.rooms) == (1, 1)
    assert User.objects.filter(pk=stuck.pk, deleted_at=None).exists()
    assert not Room.objects.filter(pk=room.pk).exists()
    assert f"{stuck.pk} is kept (Malformed)" in caplog.text


def report_with_talk_of(guest):
    """Return a report about a table at which a guest has said something, and the table."""
    ann, bob = person("ann"), person("bob")
    room = match_of("all-fours", ann, bob).room
    Message.objects.create(room=room, user=guest, text="Hello")
    report = reports.report(ann, bob, "words", "")
    assert [line["said"] for line in report.talk] == ["Hello"]
    return report, room


def test_the_talk_of_an_erased_guest_is_taken_out_of_the_reports():
    guest = make_guest()
    report, _room = report_with_talk_of(guest)
    long_ago(guest, 181)
    assert retention.sweep().erased == 1
    report.refresh_from_db()
    assert report.talk == []


@pytest.mark.parametrize("left", ["the guest was taken along", "the table is gone"])
def test_talk_that_the_erasure_has_left_in_a_report_is_taken_out_by_the_next_run(left):
    guest = make_guest()
    report, room = report_with_talk_of(guest)
    if left == "the guest was taken along":
        merge(person("carol"), guest)
    else:
        room.messages.all().delete()
        delete_account(guest)
    retention.sweep()
    report.refresh_from_db()
    assert report.talk == []


@pytest.mark.parametrize("kind", ["guests", "erased", "rooms"])
def test_a_run_removes_a_part_of_many_and_leaves_the_rest_to_the_next(monkeypatch, kind):
    """A worker that is told to stop waits for its task, so tasks stay short."""
    host = person("ann")
    for _row in range(5):
        if kind == "rooms":
            room_of(host, 8)
            continue
        guest = make_guest()
        if kind == "erased":
            Message.objects.create(room=room_of(host, 1), user=guest, phrase="hello")
        long_ago(guest, 181)
    names, removed = [], []
    monkeypatch.setattr(retention, "BATCH", 2)
    monkeypatch.setattr(tasks, "send_task", names.append)
    sweep = retention.sweep
    monkeypatch.setattr(retention, "sweep", lambda: removed.append(sweep()) or removed[-1])
    while len(names) == len(removed):
        tidy()
    assert [getattr(swept, kind) for swept in removed] == [2, 2, 1]
    assert names == [tidy.name] * 2


def test_what_cannot_be_removed_calls_for_no_other_run(monkeypatch):
    for _row in range(2):
        long_ago(make_guest(), 40)
    names = []
    monkeypatch.setattr(retention, "BATCH", 1)
    monkeypatch.setattr(retention, "_delete_guest", raiser(ValueError))
    monkeypatch.setattr(tasks, "send_task", names.append)
    tidy()
    assert names == []


def test_of_many_guests_a_run_reads_no_more_than_it_may_need(monkeypatch):
    """Many runs may be queued for a backlog: if each read it whole, the last would hold up the worker for nothing."""
    for _row in range(5):
        long_ago(make_guest(), 40)
    monkeypatch.setattr(retention, "BATCH", 2)
    with CaptureQueriesContext(connection) as queries:
        assert retention.sweep().guests == 2
    readings = [
        query["sql"] for query in queries if query["sql"].startswith('SELECT "accounts_user"."id" AS "pk" FROM')
    ]
    assert readings and all(sql.endswith("LIMIT 2") for sql in readings), readings


def test_behind_more_guests_than_are_read_at_once_who_cannot_be_removed_the_others_are(monkeypatch):
    stuck = [make_guest().pk for _row in range(3)]
    for pk in [*stuck, *(make_guest().pk for _row in range(3))]:
        long_ago(User(pk=pk), 40)
    delete = retention._delete_guest
    monkeypatch.setattr(retention, "BATCH", 2)
    monkeypatch.setattr(retention, "_delete_guest", lambda pk: raiser(ValueError)() if pk in stuck else delete(pk))
    assert [retention.sweep().guests for _run in range(3)] == [2, 1, 0]
    assert sorted(User.objects.values_list("pk", flat=True)) == stuck


def test_an_account_is_never_removed():
    account = person("ann")
    long_ago(account, 4000)
    retention.sweep()
    assert User.objects.filter(pk=account.pk, deleted_at=None, name="Ann").exists()


def test_whatever_names_a_guest_keeps_them():
    guests = [make_guest() for _ in range(3)]
    Upload.objects.create(user=guests[0], game="winner", record={}, digest="1")
    Message.objects.create(room=room_of(guests[1], 1), user=guests[2], phrase="hello")
    for guest in guests:
        long_ago(guest, 40)
    assert retention.sweep().guests == 0


def test_a_table_where_nobody_played_goes_when_nobody_has_sat_there_for_a_week():
    host = person("ann")
    old, new = room_of(host, 8), room_of(host, 6)
    again = room_of(host, 8)
    Seat.objects.filter(room=again).update(seen_at=timezone.now())
    assert retention.sweep().rooms == 1
    assert set(Room.objects.all()) == {new, again}
    assert not Seat.objects.filter(room_id=old.pk).exists()


def test_a_table_with_a_match_stays_for_ever():
    match = match_of("all-fours", person("ann"), "random")
    Room.objects.update(created_at=timezone.now() - YEAR)
    Seat.objects.update(seen_at=timezone.now() - YEAR)
    assert retention.sweep().rooms == 0
    assert Room.objects.filter(pk=match.room_id).exists()


def test_sessions_that_ran_out_go_and_no_others():
    for name, age in (("ann", -1), ("bob", 1)):
        browser = signed_in(person(name))
        Session.objects.filter(pk=browser.session.session_key).update(expire_date=timezone.now() + timedelta(days=age))
    assert retention.sweep().sessions == 1
    assert Session.objects.count() == 1


def test_where_somebody_signed_in_from_is_forgotten_with_their_session():
    """Otherwise the listed address and browser would wait until they sign in again, which may be never."""
    for name, age, ends in (("ann", 2, True), ("bob", 2, False), ("cid", 0, True)):
        User.objects.create_user(name, password="seven-sided-lantern")
        browser = Client()
        browser.post(reverse("account_login"), {"login": name, "password": "seven-sided-lantern"})
        sessions = UserSession.objects.filter(session_key=browser.session.session_key)
        sessions.update(created_at=timezone.now() - timedelta(days=age))
        if ends:
            browser.post(reverse("account_logout"))
    assert UserSession.objects.count() == 3
    retention.sweep()
    # today's may belong to a session that is being written
    assert {session.user.username for session in UserSession.objects.all()} == {"bob", "cid"}
    assert Session.objects.count() == 1


def test_the_command_counts_first_and_the_task_does_the_same():
    idle = make_guest()
    long_ago(idle, 50)
    output = StringIO()
    call_command("tidy", "--dry-run", stdout=output)
    assert output.getvalue().startswith("1 guests")
    assert User.objects.filter(pk=idle.pk).exists()
    tidy()
    assert not User.objects.filter(pk=idle.pk).exists()


def test_a_guest_who_comes_back_in_the_moment_of_the_sweep_stays():
    guest = make_guest()
    long_ago(guest, 40)
    guests = retention.idle_guests_with_nothing(timezone.now())
    pks = list(guests.values_list("pk", flat=True))
    long_ago(guest, 0)
    assert pks == [guest.pk]
    assert not retention._delete_guest(guest.pk)
    assert User.objects.filter(pk=guest.pk).exists()


def test_a_guest_with_hands_who_comes_back_in_the_moment_of_the_sweep_stays():
    guest = make_guest()
    match_of("all-fours", guest, person("ann"))
    long_ago(guest, 181)
    pks = list(retention.idle_guests(timezone.now()).values_list("pk", flat=True))
    long_ago(guest, 0)
    assert pks == [guest.pk]
    assert not retention._erase(guest.pk)
    assert User.objects.get(pk=guest.pk).deleted_at is None


def test_a_wish_whose_time_is_over_is_removed():
    ann = person("ann")
    wishes.make(ann, "winner")
    wishes.make(ann, "eighty")
    Wish.objects.filter(game="winner").update(until=timezone.now())
    tidy()
    assert set(Wish.objects.values_list("game", flat=True)) == {"eighty"}
