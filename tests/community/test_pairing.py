"""People who wish to play the same game are brought together: once, with those they may sit with, and told so."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core.cache.backends.locmem import LocMemCache
from django.utils import timezone

from games.accounts import friends, notifications
from games.accounts.models import Notification, User
from games.accounts.services import make_guest, suspend
from games.community import pairing, tasks
from games.community.listings import news_of
from games.community.models import Rating
from games.foundation import rate_limit
from games.plugins.cover import options_of
from games.rooms import chat, seats, services, wishes
from games.rooms.models import Room, Wish
from games.rooms.services import RoomSettings, open_room
from games.rules.registry import GAMES
from tests.matches.tables import person
from tests.together import together

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_once")]


def wishing(*names, game="all-fours"):
    """Return people who are present and wish to play a game, in this order."""
    people = [person(name) for name in names]
    for user in people:
        wishes.make(user, game)
    return people


def seated(room):
    return {seat.user for seat in room.seats.all() if seat.user_id}


def strong(user, mu, game="all-fours"):
    Rating.objects.create(user=user, game=game, mu=mu, sigma=2)


def test_two_who_wish_the_same_game_get_a_table(alice):
    ann, bob = wishing("ann", "bob", game="eighty")
    (room,) = pairing.bring_together("eighty")
    assert seated(room) == {ann, bob}
    assert (room.host, room.game, room.options) == (ann, "eighty", options_of(room.rules))
    assert (room.waiting, room.visibility, room.clock) == (True, "public", 60)
    assert not Wish.objects.exists()


def test_each_is_told_with_a_press_that_goes_there(client):
    ann, bob = wishing("ann", "bob")
    (room,) = pairing.bring_together("all-fours")
    for user, other in ((ann, "Bob"), (bob, "Ann")):
        (line,) = news_of(user)
        assert line["says"] == f"{other} wants to play All Fours too. Your table is ready."
        assert (line["press"], line["url"]) == ("Sit down", f"/t/{room.code}/")
    client.force_login(ann)
    client.get(f"/t/{room.code}/")
    assert not notifications.unread(ann)


def test_who_wishes_alone_or_another_game_waits_on():
    wishing("ann")
    wishing("bob", game="winner")
    assert pairing.bring_together("all-fours") == []
    assert Wish.objects.count() == 2


def test_the_nearest_in_rating_sits_with_who_has_waited_longest():
    ann, bob, cat = wishing("ann", "bob", "cat")
    strong(ann, 30)
    strong(bob, 20)
    strong(cat, 29)
    (room,) = pairing.bring_together("all-fours")
    assert seated(room) == {ann, cat}
    assert [wish.user for wish in Wish.objects.all()] == [bob]


def test_whoever_has_no_rating_counts_as_a_newcomer():
    ann, bob, cat = wishing("ann", "bob", "cat")
    strong(bob, pairing.NEW + 9)
    (room,) = pairing.bring_together("all-fours")
    assert seated(room) == {ann, cat}


@pytest.mark.parametrize("press", ["play", "wish"])
def test_of_tables_where_others_wait_the_nearest_in_rating_is_found(client, press):
    user = person("ann")
    strong(user, 29)
    for name, mu in (("bob", 20), ("cat", 30), ("dan", 40)):
        host = person(name)
        strong(host, mu)
        rules = GAMES["all-fours"]
        open_room(host, rules.key, options_of(rules), RoomSettings(visibility="public"))
    client.force_login(user)
    if press == "play":
        client.post("/play/all-fours/")
    else:
        client.post("/with/all-fours/", {"do": "wish"})
    (room,) = Room.objects.filter(seats__user=user)
    assert room.host.username == "cat"


def test_a_fuller_table_comes_before_one_that_is_nearer_in_rating():
    user, near, far = person("ann"), person("bob"), person("cat")
    strong(far, 60, game="winner")
    options = options_of(GAMES["winner"])
    open_room(near, "winner", options, RoomSettings(visibility="public"))
    fuller = open_room(far, "winner", options, RoomSettings(visibility="public"))
    seats.sit(fuller, person("dan"), 1)
    assert pairing.sit_with_others(user, "winner", options) == fuller
    assert fuller.seats.get(number=2).user == user


def test_whoever_finds_a_seat_that_somebody_quicker_takes_sits_nowhere(monkeypatch):
    room = open_room(person("ann"), "all-fours", {}, RoomSettings(visibility="public"))
    seats.sit(room, person("bob"), 1)
    monkeypatch.setattr(pairing, "free_public_seat", lambda *_arguments: (room, 1))
    assert pairing.sit_with_others(person("cat"), "all-fours", {}) is None


@pytest.mark.parametrize("blocker", [0, 1])
def test_those_who_have_blocked_one_another_never_meet(blocker):
    people = wishing("ann", "bob")
    friends.block(people[blocker], people[1 - blocker])
    assert pairing.bring_together("all-fours") == []
    (cat,) = wishing("cat")
    (room,) = pairing.bring_together("all-fours")
    assert seated(room) == {people[0], cat}
    assert [wish.user for wish in Wish.objects.all()] == [people[1]]


def test_nobody_sits_with_anybody_at_the_table_whom_they_have_blocked():
    ann, bob, cat = wishing("ann", "bob", "cat", game="winner")
    friends.block(bob, cat)
    (room,) = pairing.bring_together("winner")
    assert seated(room) == {ann, bob}


def test_whoever_has_closed_all_pages_is_not_brought_to_a_table():
    ann, bob = wishing("ann", "bob")
    Wish.objects.filter(user=bob).update(seen_at=timezone.now() - timedelta(seconds=41))
    assert pairing.bring_together("all-fours") == []
    (cat,) = wishing("cat")
    assert seated(pairing.bring_together("all-fours")[0]) == {ann, cat}


def test_whoever_is_suspended_is_brought_to_no_table():
    _ann, bob = wishing("ann", "bob")
    suspend(bob)
    assert pairing.bring_together("all-fours") == []
    assert not Wish.objects.filter(user=bob).exists()


def test_of_five_who_wish_a_game_for_two_one_waits_on():
    wishing(*"abcde")
    assert len(pairing.bring_together("all-fours")) == 2
    assert Wish.objects.count() == 1
    assert pairing.bring_together("all-fours") == []


def test_a_game_for_four_seats_four_at_one_table():
    people = wishing(*"abcd", game="eighty")
    (room,) = pairing.bring_together("eighty")
    assert seated(room) == set(people)


def test_a_table_for_those_who_wish_counts_as_none_of_those_that_its_host_opened(monkeypatch):
    wishing("ann", "bob")
    monkeypatch.setattr(services, "ROOMS", services.RateLimit("rooms", 0, 60))
    assert len(pairing.bring_together("all-fours")) == 1


@pytest.mark.parametrize("at", ["opened", "occupy", "notifications.notify"])
def test_what_is_killed_halfway_leaves_every_wish_and_no_table(monkeypatch, at):
    wishing("ann", "bob")
    owner, _dot, name = at.rpartition(".")
    whole = getattr(notifications if owner else pairing, name)

    def do_and_die(*args, **kwargs):
        whole(*args, **kwargs)
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(notifications if owner else pairing, name, do_and_die)
        with pytest.raises(KeyboardInterrupt):
            pairing.bring_together("all-fours")
    assert Wish.objects.count() == 2
    assert not Room.objects.exists() and not Notification.objects.exists()
    tasks.bring_together()
    assert Room.objects.count() == 1


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("round_", range(3))
def test_several_looks_at_once_bring_everybody_to_one_table(round_):
    people = wishing(*"abcdefgh")
    together(*[lambda: pairing.bring_together("all-fours")] * 4)
    assert Room.objects.count() == 4
    assert not Wish.objects.exists()
    assert all(user.seats.count() == 1 for user in people)
    assert all(user.notifications.count() == 1 for user in people)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("round_", range(3))
def test_whoever_wishes_two_games_is_brought_to_one_table(round_):
    people = wishing("ann", "bob")
    for user in people:
        wishes.make(user, "winner")
    together(lambda: pairing.bring_together("all-fours"), lambda: pairing.bring_together("winner"))
    assert Room.objects.count() == 1
    assert not Wish.objects.exists()


def test_the_task_finds_those_who_wished_at_the_same_instant():
    wishing("ann", "bob")
    wishing("cat", "dan", game="winner")
    wishing("eve", game="eighty")
    tasks.bring_together()
    assert sorted(Room.objects.values_list("game", flat=True)) == ["all-fours", "winner"]


# --- being told of a table -----------------------------------------------------------------------


def sentences_of(user):
    return [line["says"] for line in news_of(user)]


def test_whoever_wishes_a_game_is_told_of_a_table_that_others_find(client, alice):
    ann, bob = wishing("ann")[0], wishing("bob", game="winner")[0]
    client.post("/play/all-fours/")
    assert sentences_of(ann) == ["Alice plays All Fours, and there is a seat for you."]
    assert not sentences_of(bob)
    assert Wish.objects.filter(user=ann).exists()  # until they sit down


def test_nobody_is_told_of_a_table_that_is_kept_to_oneself(client, alice):
    (ann,) = wishing("ann")
    client.post("/play/keep/", {"alone": "on"})
    client.post("/play/all-fours/")
    assert not sentences_of(ann)


def test_nobody_is_told_of_a_table_by_other_rules_or_of_those_they_have_blocked(alice):
    ann, bob = wishing("ann", "bob")
    friends.block(ann, alice)
    public = RoomSettings(visibility="public")
    pairing.tell_of(open_room(alice, "all-fours", {"edition": "1845"}, public), alice)
    assert not sentences_of(bob)
    pairing.tell_of(open_room(alice, "all-fours", {}, public), alice)
    assert sentences_of(bob) and not sentences_of(ann)


def test_of_several_tables_the_newest_is_news(alice):
    (ann,) = wishing("ann")
    for host in (alice, person("bob")):
        pairing.tell_of(open_room(host, "all-fours", {}, RoomSettings(visibility="public")), host)
    assert notifications.unread(ann) == 1
    assert sentences_of(User.objects.get(pk=ann.pk))[0].startswith("Bob")


def opened(host):
    room = open_room(host, "all-fours", {}, RoomSettings(visibility="public"))
    pairing.tell_of(room, host)
    return room


def test_whoever_wishes_is_told_of_no_table_by_somebody_they_have_muted(alice):
    ann, bob = wishing("ann", "bob")
    chat.mute(ann, alice.pk, True)
    opened(alice)
    assert sentences_of(bob) and not sentences_of(ann)


def test_one_new_guest_after_another_does_not_ring_on_and_drowns_nobody(alice):
    (ann,) = wishing("ann")
    called = []
    for _ in range(10):
        guest = make_guest()
        opened(guest)
        called += ann.notifications.filter(sender=guest)
        friends.block(ann, guest)
    assert len(called) == pairing.CALLS_OF_GUESTS.most
    opened(alice)
    assert sentences_of(ann) == ["Alice plays All Fours, and there is a seat for you."]


def test_one_account_that_opens_table_after_table_drowns_no_other(alice):
    (ann,) = wishing("ann")
    for _ in range(services.ROOMS.most):
        opened(alice)
    assert ann.notifications.filter(sender=alice).count() == pairing.CALLS_OF_ONE.most
    opened(bob := person("bob"))
    assert ann.notifications.filter(sender=bob, read_at=None).exists()


def test_many_accounts_do_not_ring_on(alice):
    (ann,) = wishing("ann")
    for number in range(pairing.CALLS_OF_ACCOUNTS.most + 5):
        opened(person(f"one{number}"))
    assert ann.notifications.count() == pairing.CALLS_OF_ACCOUNTS.most


def test_calls_are_counted_for_each_who_wishes_and_end_with_time(alice, time_machine, monkeypatch):
    monkeypatch.setattr(rate_limit, "cache", LocMemCache("calls", {}))  # Redis keeps its own time
    time_machine.move_to(timezone.now())
    (ann,) = wishing("ann")
    for _ in range(pairing.CALLS_OF_ONE.most + 1):
        newest = opened(alice)
    assert not ann.notifications.filter(data__room=newest.code)
    (bob,) = wishing("bob")
    assert bob.notifications.filter(data__room=opened(alice).code)
    time_machine.shift(pairing.CALLS_OF_ONE.seconds + 1)
    wishes.make(ann, "all-fours")
    assert ann.notifications.filter(data__room=opened(alice).code)


def test_a_table_that_has_closed_has_no_press(alice):
    (ann,) = wishing("ann")
    room = open_room(alice, "all-fours", {}, RoomSettings(visibility="public"))
    pairing.tell_of(room, alice)
    Room.objects.update(closed_at=timezone.now())
    (line,) = news_of(ann)
    assert (line["says"], line["press"]) == ("The table with Alice has closed.", "")
