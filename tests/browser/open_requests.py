"""Tables at which something is asked or said beside the play: what a walk over the site checks besides moments.

``Site.run`` calls ``prepare``; the browser gets a code and a session for each.
"""

from __future__ import annotations

import json
import secrets

from games.accounts.models import User
from games.matches import consent, rest_claims, seating
from games.matches.models import Entry, Hand
from games.rooms.models import Room, Seat
from games.table.room_state import COACHED
from tests.browser.tables import _moment
from tests.matches.claimed import staged
from tests.matches.tables import match_of
from tests.sessions import session_of


def prepare() -> None:
    """Prepare them; print name → [code, session] as JSON."""
    tables = _one_person() | _claimed() | _taken_back() | _newcomers()
    print(json.dumps(tables))


def _somebody() -> User:
    return User.objects.create(username=f"prepared-request-{secrets.token_hex(4)}", name="Mei")


def _one_person() -> dict[str, list[str]]:
    """One person among AI players: a learning table, a first hand, a seat that the house plays, an onlooker."""
    tables = {name: _moment(at) for name, at in FOR_ONE.items()}
    for name in ("learning", "open hands"):
        learning = Room.Learning.OPEN if name == "open hands" else Room.Learning.YES
        Room.objects.filter(code=tables[name][0]).update(learning=learning)
    code = tables["first hand"][0]
    User.objects.filter(seats__room__code=code).update(prefs={COACHED: code})
    Seat.objects.filter(room__code=tables["house plays"][0], user__isnull=False).update(autoplay=True)
    for name in ("onlooker", "onlooker of two", "onlooker of seven"):
        tables[name][1] = session_of(_somebody())
    return tables


#: name of what is asked → the moment of the hand
FOR_ONE = {
    "learning": "winner-follow",
    "open hands": "winner-lead",
    "first hand": "eighty-lead",
    "house plays": "all-fours-follow",
    "onlooker": "forty-follow",
    "onlooker of two": "all-fours-follow",
    "onlooker of seven": "pitch-seven",
}


def _claimed() -> dict[str, list[str]]:
    """The rest of a hand is claimed or given up, as seen by the claimant and by the player asked."""
    tables = {}
    for what in ("claim", "concede"):
        people = [_somebody() for _ in range(4)]
        hand = staged("forty", *people)
        if what == "claim":
            rest_claims.claim_rest(hand.pk, 0, seq=hand.version)
        else:
            rest_claims.concede(hand.pk, 0)
        code = hand.match.room.code
        tables |= {f"{what} mine": [code, session_of(people[0])], f"{what} asked": [code, session_of(people[2])]}
    return tables


def _taken_back() -> dict[str, list[str]]:
    """Somebody asks to take a move back, as seen by them and by the player asked."""
    people = [_somebody() for _ in range(4)]
    hand: Hand = staged("eighty", *people, seed=3)
    seat = Entry.objects.filter(hand=hand).latest("seq").action["seat"]
    consent.ask(hand.pk, seat, seq=hand.version, unrated=True)
    code = hand.match.room.code
    return {
        "back mine": [code, session_of(people[seat])],
        "back asked": [code, session_of(people[(seat + 1) % 4])],
    }


def _newcomers() -> dict[str, list[str]]:
    """Somebody takes an AI player's seat at the next hand, as seen by the host: of a rated match, which they could then
    no longer win, and of another, at which they may play at once."""
    tables = {}
    for name, game in FOR_NEWCOMERS.items():
        host = _somebody()
        room = match_of(game, host, *["policy"] * 3).room
        Room.objects.filter(pk=room.pk).update(findable=True)
        if name.endswith("unrated"):
            Room.objects.filter(pk=room.pk).update(learning=Room.Learning.YES)
        seating.take_over(Room.objects.get(pk=room.pk), _somebody(), 1)
        tables[name] = [room.code, session_of(host)]
    return tables


FOR_NEWCOMERS = {"newcomer": "big-two", "newcomer unrated": "winner"}
