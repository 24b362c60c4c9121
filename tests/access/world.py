"""Alice, who owns what is requested, and people in every relation to her."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from games.accounts import friends
from games.accounts.models import User
from games.accounts.services import make_guest
from games.matches.models import Match
from tests.matches.tables import match_of, person

#: Alice herself; Bob, on the other seat; Olga, who looks on; Fay, her friend; Sam, whom she has
#: never met; Ben, whom she has blocked; a guest; nobody.
ROLES = ("owner", "seat", "onlooker", "friend", "stranger", "blocked", "guest", "anonymous")


@dataclass
class World:
    """What the rows' addresses need. ``more``: what an app's rows need besides."""

    people: dict[str, User | None]
    match: Match
    more: dict[str, Any] = field(default_factory=dict)

    @property
    def alice(self) -> User:
        return self.people["owner"]

    @property
    def code(self) -> str:
        return self.match.room.code


def make_world() -> World:
    """Make the people and Alice's table, where she plays All Fours with Bob."""
    people = {role: person(role) for role in ROLES[:6]}
    people |= {"guest": make_guest(), "anonymous": None}
    alice = people["owner"]
    match = match_of("all-fours", alice, people["seat"])
    friends.ask(people["friend"], alice, "owner")
    friends.accept(alice, people["friend"])
    friends.block(alice, people["blocked"])
    return World(people, match)
