"""The count: pips, the four chances, and the moment a game is won (all-fours.md, sections 6 and 8)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from games.rules.allfours.actions import CHANCES
from games.rules.allfours.state import Course, Trick
from games.rules.cards import PACK_52, RANKS

Scores = tuple[int, int]
#: side of each chance that somebody has, in the order of section 6
Owners = dict[str, int]

_COURT = {"A": 4, "K": 3, "Q": 2, "J": 1}
_JACK = RANKS.index("J")


def _pips(ten: int, game_cards: str, trump: int) -> tuple[int, ...]:
    values = {**_COURT, "T": ten}
    return tuple(
        values.get(RANKS[card % 13], 0) if game_cards == "all" or card // 13 == trump else 0 for card in PACK_52
    )


#: pips of every card, by ``ten``, ``game_cards`` and trump
PIPS = {
    (ten, game_cards, trump): _pips(ten, game_cards, trump)
    for ten in (10, 1)
    for game_cards in ("all", "trumps")
    for trump in range(4)
}


def pips_of(cards: Iterable[int], trump: int, options: Mapping[str, Any]) -> int:
    """Return what cards count for Game."""
    values = PIPS[options["ten"], options["game_cards"], trump]
    return sum(values[card] for card in cards)


def game_side(pips: Sequence[int], dealer: int, options: Mapping[str, Any]) -> int | None:
    """Return the side that scores Game, from the pips by side, or ``None``."""
    if pips[0] != pips[1]:
        return 0 if pips[0] > pips[1] else 1
    return (dealer + 1) % 2 if options["tie_game"] == "nondealer" else None


def chances(tricks: Sequence[Trick], trump: int, dealer: int, options: Mapping[str, Any]) -> tuple[Scores, Owners]:
    """Return the pips by side, and the side of every chance that somebody has.

    Every card out has been played by the seat that held it at the first lead; seats are even
    in number, so that a seat's side is its parity.
    """
    values = PIPS[options["ten"], options["game_cards"], trump]
    pips = [0, 0]
    held: dict[int, int] = {}
    taken: dict[int, int] = {}
    for lead, cards, winner in tricks:
        taker = winner % 2
        for place, card in enumerate(cards, lead):
            pips[taker] += values[card]
            if card // 13 == trump:
                held[card] = place % 2
                taken[card] = taker
    owners: Owners = {}
    if held:
        lowest, jack = min(held), trump * 13 + _JACK
        low = options["low"]
        owners["high"] = held[max(held)]
        owners["low"] = held[lowest] if low == "dealt" else taken[lowest] if low == "won" else dealer % 2
        if jack in taken:
            owners["jack"] = taken[jack]
    game = game_side(pips, dealer, options)
    if game is not None:
        owners["game"] = game
    return (pips[0], pips[1]), owners


def award(course: Course, what: str, side: int, points: int) -> Course:
    """Return the course with one more item."""
    first, second = course.scores
    scores = (first + points, second) if side == 0 else (first, second + points)
    return course._replace(items=(*course.items, (what, side, points)), scores=scores)


def winner_of(scores: Scores, target: int) -> int | None:
    """Return the side that has reached the target, or ``None``. Both never have: the game is
    over when the first does."""
    return 0 if scores[0] >= target else 1 if scores[1] >= target else None


def count(course: Course, owners: Owners, eldest_side: int, options: Mapping[str, Any]) -> Course:
    """Return the course after the chances, and after miscounts where the sides announced.

    Nothing is scored after a side has reached the target (section 6).
    """
    target, announced = options["target"], course.announced
    self_counted = options["announce"] == "self"
    due = []
    for chance in CHANCES:
        side = owners.get(chance)
        if side is not None and (not self_counted or chance in (announced[side] or ())):
            due.append((chance, side, 1))
    if self_counted:
        for side in (eldest_side, 1 - eldest_side):
            if any(owners.get(chance) != side for chance in announced[side] or ()):
                due.append(("miscount", 1 - side, options["miscount"]))
    items, scores = list(course.items), list(course.scores)
    for what, side, points in due:
        items.append((what, side, points))
        scores[side] += points
        if scores[side] >= target:
            break
    return course._replace(items=tuple(items), scores=(scores[0], scores[1]))
