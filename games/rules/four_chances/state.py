"""A hand of any game of the family at one moment.

``State`` itself holds the score and what changes with every card, ``Table`` what is fixed for the
hand, and ``course`` what a game has besides the cards. All are tuples, which are the quickest to
rebuild.
"""

from __future__ import annotations

from typing import Any, Generic, NamedTuple, TypeVar

from games.rules.chain import ChainReader
from games.rules.core import Action, Setup
from games.rules.four_chances.following import Following

#: a game's own state besides the cards
C = TypeVar("C")
#: every action so far, the latest outermost: ``((None, first), second)``
Past = tuple[Any, Action] | None
Hands = tuple[tuple[int, ...], ...]
#: ``(what, side, points)``, as in a result's ``items``
Item = tuple[str, int, int]
#: the trump of a hand before one is made
NO_TRUMP = -1


class Trick(NamedTuple):
    """A finished trick: who led, the cards in the order played, who took it."""

    lead: int
    cards: tuple[int, ...]
    winner: int


class Table(NamedTuple):
    """What is fixed before the first action, read from the setup once. ``sides``: the side of
    each seat; ``following``: the rule for following."""

    setup: Setup
    players: int
    dealer: int
    eldest: int
    target: int
    sides: tuple[int, ...]
    following: Following


class State(NamedTuple, Generic[C]):
    """A hand at one moment. ``hands`` by seat; ``trump`` an index in ``SUITS``; ``lead``: who led the
    trick that is being played, or leads the next. ``scores``: by side, in the game that is played;
    ``items``: what this hand has scored so far."""

    table: Table
    phase: str
    to_act: tuple[int, ...]
    hands: Hands
    trump: int
    lead: int
    trick: tuple[int, ...]
    tricks: tuple[Trick, ...]
    scores: tuple[int, ...]
    items: tuple[Item, ...]
    course: C
    past: Past
    result: dict[str, Any] | None


def table_of(setup: Setup, sides: tuple[int, ...], following: Following) -> Table:
    """Return the table of a setup; ``sides`` by seat."""
    dealer, players = setup.context["dealer"], len(sides)
    return Table(setup, players, dealer, (dealer + 1) % players, setup.options["target"], sides, following)


def first_state(table: Table, phase: str, hands: Hands, trump: int, course: C) -> State[C]:
    """Return the state after the deal, with the eldest to act and to lead."""
    eldest, scores = table.eldest, tuple(table.setup.context["scores"])
    return State(table, phase, (eldest,), hands, trump, eldest, (), (), scores, (), course, None, None)


_actions_of = ChainReader()


def actions_of(state: State[Any]) -> tuple[Action, ...]:
    """Return the actions that led to a state, oldest first."""
    return _actions_of(state.past)


def cards_played(state: State[Any]) -> int:
    """Return how many cards have been played."""
    return len(state.tricks) * state.table.players + len(state.trick)


def cards_out(state: State[Any]) -> Hands:
    """Return the hands as they were when the first card was led, ascending, in a game without drawing
    (/rules/all-fours/#2, Out)."""
    hands = [list(hand) for hand in state.hands]
    players = state.table.players
    for lead, cards, _ in (*state.tricks, Trick(state.lead, state.trick, -1)):
        for place, card in enumerate(cards):
            hands[(lead + place) % players].append(card)
    return tuple(tuple(sorted(hand)) for hand in hands)
