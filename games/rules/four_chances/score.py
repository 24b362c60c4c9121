"""The count: pips, the four chances, and the moment a game is won (/rules/all-fours/#6)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from games.rules.cards import RANKS
from games.rules.four_chances.following import CARDS, JOKER, SUIT_OF
from games.rules.four_chances.state import C, Item, State, Trick

#: the chances, in the order in which they count
CHANCES = ("high", "low", "jack", "game")
JACK = RANKS.index("J")
#: side of each chance that somebody has
Owners = dict[str, int]


# --- pips -------------------------------------------------------------------------------------


def pips_by_card(counts: Callable[[str, int], int]) -> tuple[int, ...]:
    """Return the pips of every card from a function of its rank and suit; the joker's are none."""
    return tuple(0 if card == JOKER else counts(RANKS[card % 13], SUIT_OF[card]) for card in CARDS)


#: rank → pips for Game; other ranks count nothing
COUNTED = {"A": 4, "K": 3, "Q": 2, "J": 1, "T": 10}
PIPS = pips_by_card(lambda rank, suit: COUNTED.get(rank, 0))


def pips_of(cards: Iterable[int], pips: Sequence[int] = PIPS) -> int:
    """Return what cards count for Game; ``pips`` by card."""
    return sum(pips[card] for card in cards)


def game_side(pips: Sequence[int], dealer: int, sides: Sequence[int], tie_game: str) -> int | None:
    """Return the side that scores Game, from the pips by side, or ``None``.

    Where several have the most, ``"nondealer"`` is the one of them with the first seat after the dealer.
    """
    most = max(pips)
    if pips.count(most) == 1:
        return pips.index(most)
    if tie_game == "none":
        return None
    return next(side for side in (*sides[dealer + 1 :], *sides) if pips[side] == most)


# --- the chances ------------------------------------------------------------------------------


class Takings(NamedTuple):
    """The yield of the tricks. ``pips``: by side; ``held`` and ``taken``: for each card of the trump
    suit out, the side that played it and the side that took it."""

    pips: tuple[int, ...]
    held: dict[int, int]
    taken: dict[int, int]


def takings(tricks: Iterable[Trick], trump: int, sides: tuple[int, ...], pips: Sequence[int] = PIPS) -> Takings:
    """Return the yield of tricks; ``sides`` by seat, ``pips`` by card."""
    counts = [0] * (max(sides) + 1)
    held: dict[int, int] = {}
    taken: dict[int, int] = {}
    in_turn = sides + sides
    for lead, cards, winner in tricks:
        taker = sides[winner]
        for turn, card in enumerate(cards, lead):
            counts[taker] += pips[card]
            if card // 13 == trump:
                held[card] = in_turn[turn]
                taken[card] = taker
    return Takings(tuple(counts), held, taken)


def taker_of(tricks: Iterable[Trick], card: int) -> int | None:
    """Return the seat that took a card, ``None`` if it was not played."""
    return next((trick.winner for trick in tricks if card in trick.cards), None)


def trump_chances(brought: Takings, trump: int, low: str) -> Owners:
    """Return the sides that score High, Low and Jack, if any.

    Low goes to the side that held the lowest trump at the first lead (``"dealt"``) or takes it (``"won"``).
    """
    if not brought.held:
        return {}
    lowest, jack = min(brought.held), trump * 13 + JACK
    owners = {
        "high": brought.held[max(brought.held)],
        "low": (brought.held if low == "dealt" else brought.taken)[lowest],
    }
    if jack in brought.taken:
        owners["jack"] = brought.taken[jack]
    return owners


# --- points -----------------------------------------------------------------------------------


def winner_of(scores: Sequence[int], target: int) -> int | None:
    """Return the side that has reached the target, or ``None``. There are never two: the game ends
    with the first."""
    best = max(scores)
    return scores.index(best) if best >= target else None


def count(state: State[C], due: Iterable[Item]) -> State[C]:
    """Return the state after items have been scored in order. Nothing is scored after a side has
    reached the target."""
    table, phase, to_act, hands, trump, lead, trick, tricks, before, scored, course, past, result = state
    scores, items, target = list(before), list(scored), table.target
    for item in due:
        _, side, points = item
        items.append(item)
        scores[side] += points
        if scores[side] >= target:
            break
    totals, all_items = tuple(scores), tuple(items)
    return State(table, phase, to_act, hands, trump, lead, trick, tricks, totals, all_items, course, past, result)


def award(state: State[C], what: str, side: int, points: int) -> State[C]:
    """Return the state with one more item."""
    return count(state, [(what, side, points)])
