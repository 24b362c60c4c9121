"""Which actions are legal, for the rules and for a player who has only a view."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from itertools import accumulate
from math import comb
from typing import overload

from games.rules.allfours.actions import ACCEPT, ANNOUNCE, BEG, GIVE, PLAY, RUN, STAND, Claim, Discard
from games.rules.allfours.begging import HAND
from games.rules.allfours.follow import playable
from games.rules.allfours.refusals import gift_would_win
from games.rules.allfours.state import State
from games.rules.core import Action


def legal(state: State) -> Sequence[Action]:
    """Return every legal action of the seats to act; ``ask`` is never among them."""
    table, phase, to_act, hands, trump, _, trick, tricks, course, _, _ = state
    match phase:
        case "play":
            seat = to_act[0]
            return plays(seat, hands[seat], trick, trump, table.enforced)
        case "beg":
            return begs(table.eldest)
        case "answer":
            return answers(table.dealer, not gift_would_win(state))
        case "discard":
            return Discards([(seat, hands[seat]) for seat in to_act])
        case "claims":
            made = [(claimed.against, claimed.trick) for claimed in course.claims]
            return [move for seat in to_act for move in claims(seat, table.players, len(tricks), made)]
    return [move for seat in to_act for move in announcements(seat)]


class Discards(Sequence[Discard]):
    """Every way to cut hands back to six, unranked when asked for: there may be fifty thousand."""

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


def plays(seat: int, hand: tuple[int, ...], trick: tuple[int, ...], trump: int, enforced: bool) -> list[Action]:
    """Return the plays of a seat in turn; under honour any card may be played."""
    of_seat = PLAY[seat]
    return [of_seat[card] for card in (playable(hand, trick, trump) if enforced else hand)]


def answers(dealer: int, may_give: bool) -> list[Action]:
    """Return what the dealer may say to a beg."""
    return [GIVE[dealer], RUN[dealer]] if may_give else [RUN[dealer]]


def begs(eldest: int) -> list[Action]:
    """Return what the eldest may say to the trump."""
    return [STAND[eldest], BEG[eldest]]


def claims(seat: int, players: int, tricks: int, made: Iterable[tuple[int, int]]) -> list[Action]:
    """Return what a seat that has not accepted may do; ``made``: seat and trick of earlier claims."""
    gone = set(made)
    return [
        ACCEPT[seat],
        *(
            Claim(seat, against, number)
            for number in range(1, tricks + 1)
            for against in range(1 - seat % 2, players, 2)
            if (against, number) not in gone
        ),
    ]


def announcements(seat: int) -> Sequence[Action]:
    """Return every announcement of a seat."""
    return ANNOUNCE[seat]
