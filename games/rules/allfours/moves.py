"""Which actions are legal before and after the play, for the rules and for a player who has only a view."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from itertools import accumulate
from math import comb
from typing import overload

from games.rules.allfours.actions import ACCEPT, ANNOUNCE, BEG, GIVE, RUN, STAND, Discard
from games.rules.allfours.refusals import gift_would_win
from games.rules.allfours.state import AllFoursState
from games.rules.allfours.view import AllFoursView
from games.rules.core import Action
from games.rules.four_chances.deal import HAND
from games.rules.revokes import Claim


def other_moves(state: AllFoursState) -> Sequence[Action]:
    """Return every legal action of the seats to act outside the play."""
    match state.phase:
        case "beg":
            return begs(state.table.eldest)
        case "answer":
            return answers(state.table.dealer, not gift_would_win(state))
        case "discard":
            return Discards([(seat, state.hands[seat]) for seat in state.to_act])
        case "claims":
            earlier = [(claim.against, claim.trick) for claim in state.course.claims]
            players, tricks = state.table.players, len(state.tricks)
            return [move for seat in state.to_act for move in claims(seat, players, tricks, earlier)]
    return [move for seat in state.to_act for move in announcements(seat)]


def other_moves_seen(view: AllFoursView) -> Sequence[Action]:
    """Return the same for the view's own seat, which is to act, from what it knows."""
    assert view.seat is not None
    match view.phase:
        case "beg":
            return begs(view.seat)
        case "answer":
            return answers(view.seat, view.may_give)
        case "discard":
            return Discards([(view.seat, tuple(sorted(view.hand)))])
        case "claims":
            earlier = [(claim.against, claim.trick) for claim in view.claims]
            return claims(view.seat, view.seats, sum(view.won), earlier)
    return announcements(view.seat)


class Discards(Sequence[Discard]):
    """Every way to cut hands back to six, computed on demand: there may be fifty thousand."""

    def __init__(self, hands: Sequence[tuple[int, tuple[int, ...]]]) -> None:
        self._hands = hands
        self._ends = list(accumulate(comb(len(hand), HAND) for _, hand in hands))

    def __len__(self) -> int:
        return self._ends[-1]

    @overload
    def __getitem__(self, index: int) -> Discard: ...
    @overload
    def __getitem__(self, index: slice) -> list[Discard]: ...
    def __getitem__(self, index: int | slice) -> Discard | list[Discard]:
        if isinstance(index, slice):
            return [self[number] for number in range(*index.indices(len(self)))]
        number = index + len(self) if index < 0 else index
        if not 0 <= number < len(self):
            raise IndexError(index)
        which = bisect_right(self._ends, number)
        seat, hand = self._hands[which]
        return Discard(seat, choice(hand, len(hand) - HAND, number - (self._ends[which - 1] if which else 0)))


def choice(cards: Sequence[int], size: int, number: int) -> tuple[int, ...]:
    """Return the choice of ``size`` cards with this number, in lexicographic order from 0."""
    chosen = []
    for place, card in enumerate(cards):
        with_it = comb(len(cards) - place - 1, size - 1) if size else 0
        if number < with_it:
            chosen.append(card)
            size -= 1
        else:
            number -= with_it
    return tuple(chosen)


def answers(dealer: int, may_give: bool) -> list[Action]:
    """Return the dealer's answers to a beg."""
    return [GIVE[dealer], RUN[dealer]] if may_give else [RUN[dealer]]


def begs(eldest: int) -> list[Action]:
    """Return what the eldest may say to the trump."""
    return [STAND[eldest], BEG[eldest]]


def claims(seat: int, players: int, tricks: int, earlier: Iterable[tuple[int, int]]) -> list[Action]:
    """Return what a seat that has not accepted may do; ``earlier``: seat and trick of earlier claims."""
    claimed = set(earlier)
    return [
        ACCEPT[seat],
        *(
            Claim(seat, against, number)
            for number in range(1, tricks + 1)
            for against in range(1 - seat % 2, players, 2)
            if (against, number) not in claimed
        ),
    ]


def announcements(seat: int) -> Sequence[Action]:
    """Return every announcement of a seat."""
    return ANNOUNCE[seat]
