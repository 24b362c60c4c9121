"""Tables for tests: people, a room, a match, and playing it on without waiting."""

from __future__ import annotations

from typing import Any

from games.accounts.models import User
from games.matches import services, turns
from games.matches.fold import fold
from games.matches.models import Hand, Match
from games.rooms.models import Room, Seat


def person(name: str) -> User:
    """Return a new account of this name."""
    return User.objects.create(username=name, name=name.capitalize())


def match_of(game: str, *who: User | str, options: dict[str, Any] | None = None) -> Match:
    """Return a match just dealt: a person, or an AI player's level, for each seat."""
    return services.start_match(room_of(game, *who, options=options))


def room_of(game: str, *who: User | str, options: dict[str, Any] | None = None) -> Room:
    """Return a room before its match, with a person, or an AI player's level, in each seat."""
    host = next((one for one in who if isinstance(one, User)), None)
    room = Room.objects.create(game=game, options=options or {}, host=host, name="Test table")
    for number, sitter in enumerate(who):
        Seat.objects.create(
            room=room,
            number=number,
            user=sitter if isinstance(sitter, User) else None,
            level=sitter if isinstance(sitter, str) else "",
        )
    return room


def current(match: Match) -> Hand:
    """Return the match's latest hand, freshly loaded."""
    return Hand.objects.select_related("match").filter(match=match).latest("number")


def state_of(hand: Hand) -> Any:
    """Return the state of a hand as its rows tell it."""
    return fold(Hand.objects.select_related("match").get(pk=hand.pk)).state


def move(hand: Hand, seat: int, raw: dict[str, Any], **changed: Any) -> Any:
    """Press a button as the page of the current picture would."""
    hand.refresh_from_db()
    press = {"seq": hand.version, "key": f"{hand.pk}:{seat}:{hand.version}"} | changed
    return services.take_action(hand.pk, seat, raw, **press)


def house(limit: int = 10_000) -> int:
    """Let the house do everything the sweep would find due; return the number of things done."""
    for count in range(limit):
        due = turns.due_hands(1)
        if not due:
            return count
        turns.advance(*due[0][:2])
    raise AssertionError("the house never came to rest")


def move_on(match: Match) -> None:
    """Make the first legal move of the current hand, whoever holds the seat."""
    hand = current(match)
    state = state_of(hand)
    action = match.room.rules.write_action(match.room.rules.legal(state)[0])
    seat = Seat.objects.get(room=match.room, number=action["seat"])
    move(hand, action.pop("seat"), action, by="ai" if seat.level else "person")


def play_out(match: Match) -> None:
    """Play the current hand to its end, whoever holds the seats, and score it."""
    while state_of(current(match)).result is None:
        move_on(match)
    services.score(current(match).pk)
