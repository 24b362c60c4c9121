"""A page's number of queries does not grow with tables, friends, hands or chat lines."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from games.accounts.models import Friendship, Notification
from games.matches.models import Hand, Match, Player
from games.rooms.models import Message, Room, Seat, Wish
from games.rules.registry import GAMES
from tests.matches.tables import match_of, person
from tests.replays.hands import finished
from tests.statements import statements_of_page

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_once")]
FEW, MANY = 1, 30


def life(much):
    """Make a person with ``much`` tables, friends, requests, finished hands and chat lines; return them with the code
    of one table and the number of a finished hand."""
    alice, now = person(f"alice{much}"), timezone.now()
    for number in range(much):
        friend, asking = person(f"friend{much}-{number}"), person(f"asking{much}-{number}")
        friend.seen_at = now
        friend.save()
        Friendship.objects.create(asker=alice, asked=friend, called=friend.name, accepted_at=now)
        Friendship.objects.create(asker=asking, asked=alice, called=alice.name)
        match_of(("all-fours", "forty")[number % 2], alice, "policy", *("policy", "policy") * (number % 2))
        findable = match_of("all-fours", friend, "policy").room
        Room.objects.filter(pk=findable.pk).update(findable=True)
        Wish.objects.create(user=asking, game="winner", until=now + timedelta(minutes=9))
        waiting = Room.objects.create(game="winner", host=friend, visibility=Room.Visibility.PUBLIC)
        for seat in range(4):
            Seat.objects.create(room=waiting, number=seat, user=None if seat else friend)
        Notification.objects.create(user=alice, sender=friend, kind="invited", data={"room": waiting.code})
        Notification.objects.create(user=alice, sender=asking, kind="asked")
    match = finished("all-fours", alice, person(f"bob{much}")).match
    for _ in range(much):
        copy = Match.objects.create(room=match.room, game=match.game, options=match.options, ended_at=now)
        Player.objects.bulk_create(
            Player(match=copy, seat=player.seat, user=player.user, level=player.level) for player in match.players.all()
        )
    room = match_of("all-fours", alice, friend).room
    for number in range(much):
        Message.objects.create(room=room, user=(alice, friend)[number % 2], text=f"said {number}")
    Room.objects.filter(pk=room.pk).update(chat_version=much)
    return alice, room.code, Hand.objects.get(match=match).pk


PAGES = {
    "home": lambda code, hand: reverse("home"),
    "friends": lambda code, hand: reverse("friends"),
    "history": lambda code, hand: reverse("history"),
    "table": lambda code, hand: reverse("table", args=[code]),
    "rules": lambda code, hand: reverse("game-rules", args=["winner"]),
    "rules of a table": lambda code, hand: reverse("room-rules", args=[code]),
    "step": lambda code, hand: reverse("replay-step", args=[hand, 5]),
    "lobby": lambda code, hand: reverse("lobby"),
    "company": lambda code, hand: reverse("company"),
    "company of a game": lambda code, hand: reverse("company-of", args=["winner"]),
    "watch": lambda code, hand: reverse("watch"),
    "me": lambda code, hand: reverse("me"),
    "players": lambda code, hand: reverse("players"),
    "waiting room": lambda code, hand: reverse("table", args=[Room.objects.filter(waiting=True).latest("pk").code]),
    "person": lambda code, hand: reverse(
        "person", args=[Friendship.objects.filter(accepted_at=None).latest("pk").asker_id]
    ),
    "settings": lambda code, hand: reverse("settings"),
}
#: The most queries of a page with empty caches.
MOST = {
    "home": 22,
    "friends": 23,
    "history": 6,
    "table": 8,
    "rules": 3,
    "rules of a table": 8,
    "step": 5,
    "lobby": 7,
    "company": 12,
    "company of a game": 12,
    "watch": 7,
    "me": 8,
    "players": 3,
    "waiting room": 15,
    "person": 12,
    "settings": 4,
}


@pytest.fixture
def page_queries(client):
    """Return a function that gives each page's queries for a person."""

    def pages(much):
        alice, code, hand = life(much)
        client.force_login(alice)
        return {name: statements_of_page(client, address(code, hand)) for name, address in PAGES.items()}

    return pages


def test_no_page_asks_more_where_there_is_more(page_queries):
    few, many = page_queries(FEW), page_queries(MANY)
    assert few.keys() == MOST.keys()
    for name, most in MOST.items():
        assert len(many[name]) <= len(few[name]) <= most, (name, many[name])


@pytest.mark.parametrize("game", GAMES)
def test_the_pages_of_every_game_ask_as_little(client, game):
    alice, seats = person("alice"), GAMES[game].seats(GAMES[game].resolve({}))
    room = match_of(game, alice, *["policy"] * (seats - 1)).room
    hand = finished(game, alice).pk
    waiting = Room.objects.create(game=game, host=alice, visibility=Room.Visibility.PUBLIC)
    Seat.objects.bulk_create(
        Seat(room=waiting, number=number, user=None if number else alice) for number in range(seats)
    )
    pages = {
        "table": reverse("table", args=[room.code]),
        "waiting room": reverse("table", args=[waiting.code]),
        "rules": reverse("game-rules", args=[game]),
        "rules of a table": reverse("room-rules", args=[room.code]),
        "step": reverse("replay-step", args=[hand, 5]),
    }
    client.force_login(alice)
    for name, address in pages.items():
        statements = statements_of_page(client, address)
        assert len(statements) <= MOST[name], (name, statements)
