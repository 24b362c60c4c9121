"""A guest who signs in to an existing account: what they played comes along, or goes."""

from __future__ import annotations

import pytest
from django.core.cache import cache
from django.urls import reverse

from games.accounts import friends, notifications
from games.accounts.models import Notification, User
from games.accounts.relations import has_data
from games.accounts.services import make_guest
from games.community.models import Rating
from games.lessons.models import Passed
from games.matches import seating
from games.matches.models import Player
from games.replays.models import Upload
from games.rooms import chat, seats
from games.rooms.models import Seat
from games.table.snapshot import load_snapshot
from tests.matches.tables import match_of, person, room_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_once")]
PASSWORD = "seven-sided-lantern"


@pytest.fixture
def alice():
    cache.clear()
    alice = person("alice")
    alice.set_password(PASSWORD)
    alice.save()
    return alice


@pytest.fixture
def guest(client):
    guest = make_guest()
    client.force_login(guest)
    return guest


def sign_in(client, **more):
    return client.post(reverse("account_login"), {"login": "alice", "password": PASSWORD} | more)


def say(client, do, **more):
    return client.post(reverse("merge-guest"), {"do": do} | more)


def test_they_are_asked_on_the_way_and_led_on(client, alice, guest):
    match = match_of("all-fours", guest, "policy")
    table = reverse("table", args=[match.room.code])
    address = sign_in(client, next=table)["Location"]
    assert address.startswith(reverse("merge-guest"))
    page = client.get(address).content.decode()
    assert guest.name in page
    assert "1 match," in page
    assert say(client, "take", next=table)["Location"] == table
    assert 'name="cards"' in client.get(table).content.decode() or "name=cards" in client.get(table).content.decode()


def test_everything_comes_along(client, alice, guest):
    bob = person("bob")
    match = match_of("all-fours", guest, bob)
    friends.ask(guest, bob, "bob")
    friends.accept(bob, guest)
    sign_in(client)
    say(client, "take")
    assert Player.objects.get(match=match, seat=0).user == alice
    assert Seat.objects.get(room=match.room, number=0).user == alice
    match.room.refresh_from_db()
    assert match.room.host == alice
    assert friends.are_friends(alice, bob)
    user = User.objects.get(pk=guest.pk)
    assert (user.name, user.is_active) == ("Deleted player", False)


def test_what_the_account_has_stays_as_it_is(client, alice, guest):
    bob = person("bob")
    together = match_of("all-fours", alice, guest)
    for user in (alice, guest):
        friends.ask(user, bob, "bob")
        friends.accept(bob, user)
    friends.ask(guest, alice, "alice")
    sign_in(client)
    say(client, "take")
    assert [player.user_id for player in together.players.all()] == [alice.pk, guest.pk]
    assert Seat.objects.get(room=together.room, number=1).autoplay
    assert friends.friends_of(bob) == [alice]
    assert friends.incoming_requests(alice) == []


def test_a_guests_ratings_do_not_come_along(client, alice, guest):
    """The account's are those of its own matches. Whoever signs up keeps theirs (``test_ratings_of_guests``)."""
    Rating.objects.create(user=alice, game="all-fours", mu=20, sigma=2)
    for game in ("all-fours", "winner"):
        Rating.objects.create(user=guest, game=game, mu=30, sigma=5)
    match_of("all-fours", guest, "policy")
    sign_in(client)
    assert "ratings stay" in client.get(reverse("merge-guest")).content.decode()
    say(client, "take")
    assert list(Rating.objects.values_list("user", "game", "mu")) == [(alice.pk, "all-fours", 20)]


def test_whoever_was_lent_the_browser_takes_nothing(client, alice, guest):
    match = match_of("all-fours", guest, "policy")
    sign_in(client)
    assert say(client, "leave").status_code == 302
    assert Seat.objects.get(room=match.room, number=0).autoplay
    assert not Player.objects.filter(user=alice).exists()
    assert say(client, "take")["Location"] == reverse("home")
    assert not Player.objects.filter(user=alice).exists()


def test_a_guest_who_has_done_nothing_is_asked_nothing(client, alice, guest):
    assert sign_in(client)["Location"] == reverse("home")


@pytest.mark.parametrize(
    "do",
    [
        lambda guest: Passed.objects.create(user=guest, lesson="winner", step="first"),
        lambda guest: Upload.objects.create(user=guest, game="winner", record={}, digest="1"),
        lambda guest: friends.ask(guest, None, "nobody"),
        lambda guest: friends.ask(person("bob"), guest, guest.name),
    ],
)
def test_whatever_a_guest_has_done_they_are_asked_about(client, alice, guest, do):
    do(guest)
    address = sign_in(client)["Location"]
    assert address.startswith(reverse("merge-guest"))
    page = client.get(address).content.decode()
    assert guest.name in page
    assert "0 " not in page[page.index("<h1") : page.index("</form")]
    say(client, "take")
    assert User.objects.filter(has_data(), pk=alice.pk).exists()


def test_nobody_takes_a_guest_who_was_not_themselves(client, alice, guest):
    match_of("all-fours", guest, "policy")
    client.logout()
    sign_in(client)
    assert client.get(reverse("merge-guest")).status_code == 302
    say(client, "take", guest=guest.pk)
    assert not Player.objects.filter(user=alice).exists()


def test_it_is_asked_in_this_house_and_leads_nowhere_else(client, alice, guest):
    match_of("all-fours", guest, "policy")
    sign_in(client)
    assert say(client, "nonsense").status_code == 400
    assert say(client, "take", next="//evil.example")["Location"] == reverse("home")


def test_whoever_walked_past_the_question_finds_it_at_home(client, alice, guest):
    match_of("all-fours", guest, "policy")
    sign_in(client)
    home = client.get(reverse("home")).content.decode()
    assert reverse("merge-guest") in home
    assert guest.name in home
    say(client, "take")
    assert reverse("merge-guest") not in client.get(reverse("home")).content.decode()


@pytest.mark.parametrize("by", ["guest", "other"])
@pytest.mark.parametrize("how", ["muted", "blocked"])
def test_who_does_not_hear_the_guest_or_is_not_heard_by_them_is_so_with_the_account(client, alice, guest, by, how):
    bob = person("bob")
    room = match_of("all-fours", alice, bob).room
    chat.say(room, alice, "one")
    chat.say(room, bob, "two")
    reader, other = (guest, bob) if by == "guest" else (bob, guest)
    chat.mute(reader, other.pk, muted=True) if how == "muted" else friends.block(reader, other)
    heard = lambda: [len(load_snapshot(room.code).heard.for_reader(user)) for user in (alice, bob)]  # noqa: E731
    assert heard() == [2, 2]
    sign_in(client)
    say(client, "take")
    assert heard() == {"muted": [1, 2] if by == "guest" else [2, 1], "blocked": [1, 1]}[how]


def test_what_a_guest_has_said_at_a_table_that_they_left_is_the_accounts_at_once(client, alice, guest):
    room = room_of("all-fours", person("bob"), guest)
    chat.say(room, guest, "hello there")
    seats.leave(room, guest)
    names = lambda: load_snapshot(room.code).heard.names  # noqa: E731
    assert names()[guest.pk] == guest.name
    sign_in(client)
    say(client, "take")
    assert names() == {room.host_id: "Bob", alice.pk: "Alice"}


@pytest.mark.parametrize("number", [0, 3], ids=["a lower seat", "a higher seat"])
@pytest.mark.parametrize("seated", ["account", "guest", "neither"])
def test_an_account_with_a_seat_has_no_other_reserved_where_the_guest_was(client, alice, guest, seated, number):
    people = {"account": alice, "guest": guest, "neither": person("bob")}
    room = match_of("winner", "policy", "policy", people[seated], "policy").room
    for newcomer, place in ((alice, number), (guest, 3 - number)):
        if people[seated] != newcomer:
            seating.take_over(room, newcomer, place)
    sign_in(client)
    say(client, "take")
    reserved = dict(Seat.objects.filter(room=room, reserved_for__isnull=False).values_list("number", "reserved_for"))
    assert reserved == ({number: alice.pk} if seated == "neither" else {})
    assert load_snapshot(room.code).seat_of(alice) == (None if seated == "neither" else 2)


def test_what_a_guest_had_asked_of_their_own_account_is_gone(client, alice, guest):
    match_of("all-fours", guest, "policy")
    friends.ask(guest, alice, "alice")
    sign_in(client)
    say(client, "take")
    assert alice.notifications.count() == 0


def test_what_the_house_has_told_either_of_them_stays(client, alice, guest):
    """A moderator's decision, above all: the house's notifications have their reader as sender."""
    match_of("all-fours", guest, "policy")
    friends.ask(guest, alice, "alice")
    notifications.notify(alice, "decided", alice, number="1")
    notifications.notify(guest, "turn", guest, room="ABCDEF")
    sign_in(client)
    say(client, "take")
    assert {row.kind: row.sender for row in alice.notifications.all()} == {"decided": alice, "turn": alice}


@pytest.mark.parametrize("by_guest", [True, False])
@pytest.mark.parametrize("blocks", [True, False])
def test_a_block_holds_whoever_of_the_two_has_set_it(client, alice, guest, by_guest, blocks):
    xena = person("xena")
    shut, friend = (guest, alice) if by_guest else (alice, guest)
    friends.ask(friend, xena, "xena")
    friends.accept(xena, friend)
    friends.block(*((shut, xena) if blocks else (xena, shut)))
    match_of("all-fours", guest, "policy")
    sign_in(client)
    say(client, "take")
    assert friends.blocked(alice, xena)
    assert not friends.are_friends(alice, xena)
    assert not Notification.objects.filter(user__in=[alice, xena]).exists()


def test_a_request_that_both_have_made_is_one(client, alice, guest):
    match_of("all-fours", guest, "policy")
    for user in (alice, guest):
        friends.ask(user, None, "nobody")
    sign_in(client)
    say(client, "take")
    assert [row.called for row in friends.outgoing_requests(alice)] == ["nobody"]
