"""A hand of All Fours at one moment.

What moves with every card stands in ``State`` itself; what is fixed for the hand in ``Table``;
what changes a few times at most in ``Course``. All are tuples: the quickest to make anew.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from games.rules.core import Action, Setup

#: every action so far, the latest outside: ``((None, first), second)``
Past = tuple[Any, Action] | None
Hands = tuple[tuple[int, ...], ...]
#: ``(what, side, points)``, as in a result's ``items``
Item = tuple[str, int, int]


class Trick(NamedTuple):
    """A finished trick: who led, the cards in the order played, who took it."""

    lead: int
    cards: tuple[int, ...]
    winner: int


class Answer(NamedTuple):
    """What was answered to a seat that asked about its trump (section 5)."""

    seat: int
    card: int
    high: bool
    low: bool


class Claimed(NamedTuple):
    """A claim that was made, and whether it was a revoke (section 7)."""

    seat: int
    against: int
    trick: int
    revoke: bool


class Table(NamedTuple):
    """What is fixed before the first action, read out of the setup once."""

    setup: Setup
    players: int
    dealer: int
    eldest: int
    target: int
    enforced: bool


class Course(NamedTuple):
    """What a hand has come to beside the cards.

    ``turned``: the turned-up cards in order, those laid aside too. ``dealt``: how many cards
    have left the pack. ``discards``: by seat, ``None`` before. ``asked``: how many cards had been
    played when somebody last asked. ``announced``: by side, ``None`` before.
    """

    turned: tuple[int, ...]
    dealt: int
    scores: tuple[int, int]
    items: tuple[Item, ...] = ()
    begs: int = 0
    ran: bool = False
    discards: tuple[tuple[int, ...] | None, ...] = ()
    asked: int = 0
    answers: tuple[Answer, ...] = ()
    claims: tuple[Claimed, ...] = ()
    announced: tuple[tuple[str, ...] | None, tuple[str, ...] | None] = (None, None)


class State(NamedTuple):
    """A hand at one moment. ``hands`` by seat, each ascending; ``trump`` an index in ``SUITS``;
    ``lead``: who led the trick that is being played, or leads the next."""

    table: Table
    phase: str
    to_act: tuple[int, ...]
    hands: Hands
    trump: int
    lead: int
    trick: tuple[int, ...]
    tricks: tuple[Trick, ...]
    course: Course
    past: Past
    result: dict[str, Any] | None


def actions_of(state: State) -> tuple[Action, ...]:
    """Return the actions that led to a state, the first first."""
    actions, past = [], state.past
    while past is not None:
        past, action = past
        actions.append(action)
    return tuple(reversed(actions))


def cards_out(state: State) -> Hands:
    """Return the hands as they were when the first card was led (section 2, Out)."""
    hands = [list(hand) for hand in state.hands]
    players = state.table.players
    for lead, cards, _ in (*state.tricks, Trick(state.lead, state.trick, -1)):
        for place, card in enumerate(cards):
            hands[(lead + place) % players].append(card)
    return tuple(tuple(sorted(hand)) for hand in hands)


def latest_card(state: State) -> tuple[int, int] | None:
    """Return seat and card of the latest play, or ``None`` before the first."""
    players = state.table.players
    if state.trick:
        return (state.lead + len(state.trick) - 1) % players, state.trick[-1]
    if state.tricks:
        lead, cards, _ = state.tricks[-1]
        return (lead + players - 1) % players, cards[-1]
    return None


def cards_played(state: State) -> int:
    """Return how many cards have been played."""
    return len(state.tricks) * state.table.players + len(state.trick)
