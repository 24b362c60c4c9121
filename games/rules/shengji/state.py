"""A hand of Forty or Eighty at one moment (/rules/eighty/#14).

``Deal`` holds what the deal fixes, ``Ground`` what the draw and the bury fix; ``State`` adds what changes with every
play, so that a step copies little.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from games.rules.cards import RANKS
from games.rules.core import Action, Setup
from games.rules.shengji.actions import Declare, Play
from games.rules.shengji.hands import hand_of
from games.rules.shengji.shapes import Shape
from games.rules.shengji.trumps import Trumps, trumps_of

#: seat → the seats to act if it is the only one
ALONE: tuple[tuple[int, ...], ...] = ((0,), (1,), (2,), (3,))
NOBODY: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Deal:
    """What the setup fixes. ``dealt``: how many cards are dealt (N); ``hands``: the hands as dealt, by seat;
    ``banker``: ``None`` in the first hand; ``drawn``: the index of the drawn card, ``None`` if there is none."""

    setup: Setup
    eighty: bool
    dealt: int
    level: int
    first: int
    banker: int | None
    drawn: int | None
    hands: tuple[int, int, int, int]
    bottom: tuple[int, ...]
    no_trump: bool
    overcall: bool
    strict: bool
    twos: bool
    follow: str
    throw: bool
    honour: bool


def deal_of(setup: Setup, eighty: bool) -> Deal:
    """Return what a checked setup fixes (/rules/eighty/#3)."""
    options, context, deck = setup.options, setup.context, setup.deck
    dealt = 100 if eighty else 48
    first, banker = context["first"], context["banker"]
    h = [hand_of(deck[start:dealt:4]) for start in range(4)]
    return Deal(
        setup,
        eighty,
        dealt,
        RANKS.index(context["levels"][(banker or 0) % 2]),
        first,
        banker,
        context.get("drawn"),
        (h[-first % 4], h[(1 - first) % 4], h[(2 - first) % 4], h[(3 - first) % 4]),
        deck[dealt:],
        options["no_trump"],
        options.get("overcall", False),
        options.get("tractor") == "strict",
        options["twos_trump"],
        options.get("follow", "pairs"),
        options.get("throw", False),
        options["discipline"] == "honour",
    )


def trumps_at(deal: Deal, suit: int) -> Trumps:
    """Return the trump tables of a deal for a trump suit (``TRUMP``: for no suit)."""
    return trumps_of(suit, deal.level, deal.strict, deal.twos)


@dataclass(frozen=True, slots=True, eq=False)
class Ground:
    """What is fixed before the play: the deal, the declarations and, once decided, trumps, banker and bury.

    During a live draw ``trumps`` is ``None``, and in a first hand ``banker`` too. ``revealed``: bottom cards turned up
    because nobody declared. ``open``: whether declarations are still accepted.
    """

    deal: Deal
    declared: tuple[Declare, ...]
    trumps: Trumps | None
    banker: int | None
    revealed: tuple[int, ...]
    buried: tuple[int, ...] | None
    open: bool


class Notes(NamedTuple):
    """What few hands have. ``failed``: (index of a play, the cards of the throw that failed there); ``revokes``:
    (trick, counted from 1, seat); ``claims``: claims and acceptances in order."""

    failed: tuple[tuple[int, tuple[int, ...]], ...] = ()
    revokes: tuple[tuple[int, int], ...] = ()
    claims: tuple[Action, ...] = ()


NO_NOTES = Notes()


class State:
    """A hand at one moment. It is never changed once it is made; for speed nothing enforces that.

    ``hands``: by seat, as bits. ``plays``: all plays, four to a trick, with the cards really played. ``leaders``: who
    led each trick, including the one about to begin. ``shape`` and ``suit``: those of the lead, ``None`` and −1 before
    it. ``best``: the seat that is winning the trick, with ``power``. ``points``: in the challengers' finished tricks;
    ``pot``: in the current one.
    """

    __slots__ = (
        "best",
        "ground",
        "hands",
        "leaders",
        "notes",
        "phase",
        "plays",
        "points",
        "pot",
        "power",
        "result",
        "shape",
        "suit",
        "to_act",
    )

    def __init__(
        self,
        ground: Ground,
        phase: str,
        to_act: tuple[int, ...],
        result: dict[str, Any] | None,
        hands: tuple[int, int, int, int],
        plays: tuple[Play, ...] = (),
        leaders: tuple[int, ...] = (),
        shape: Shape | None = None,
        suit: int = -1,
        best: int = -1,
        power: int = 0,
        points: int = 0,
        pot: int = 0,
        notes: Notes = NO_NOTES,
    ) -> None:
        self.ground = ground
        self.phase = phase
        self.to_act = to_act
        self.result = result
        self.hands = hands
        self.plays = plays
        self.leaders = leaders
        self.shape = shape
        self.suit = suit
        self.best = best
        self.power = power
        self.points = points
        self.pot = pot
        self.notes = notes

    @property
    def accepted(self) -> tuple[int, ...]:
        """The seats that have accepted, in order."""
        return tuple(action.seat for action in self.notes.claims if action.do == "accept")


def set_hand(hands: tuple[int, int, int, int], seat: int, hand: int) -> tuple[int, int, int, int]:
    """Return the four hands with one of them replaced."""
    a, b, c, d = hands
    if seat == 0:
        return hand, b, c, d
    if seat == 1:
        return a, hand, c, d
    if seat == 2:
        return a, b, hand, d
    return a, b, c, hand


def trumps_in(state: State) -> Trumps:
    """Return the trump tables of a hand whose trumps are fixed."""
    table = state.ground.trumps
    assert table is not None
    return table


def banker_in(state: State) -> int:
    """Return the banker of a hand whose draw is over."""
    banker = state.ground.banker
    assert banker is not None
    return banker
