"""The count of All Fours: what cards count for Game, who scores Low, announcements (/rules/all-fours/#6 and #8)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from games.rules.allfours.options import SIDES
from games.rules.allfours.state import AllFoursState
from games.rules.four_chances import score
from games.rules.four_chances.ending import over
from games.rules.four_chances.score import COUNTED, Owners, count, game_side, pips_by_card, takings
from games.rules.four_chances.state import Item, Trick

COURT_CARDS = "KQJ"


def _values(ten: int, game_cards: str, trump: int) -> Callable[[str, int], int]:
    """Return what a card counts for Game, from its rank and suit."""
    values = {**COUNTED, "T": ten}
    if game_cards == "pips":
        # Every pip of every card: a court card is worth ten, the ace what it is worth in all books.
        values |= dict.fromkeys(COURT_CARDS, 10) | {str(number): number for number in range(2, 10)}
    return lambda rank, suit: values.get(rank, 0) if game_cards != "trumps" or suit == trump else 0


#: pips of every card, by ``ten``, ``game_cards`` and trump
PIPS = {
    (ten, game_cards, trump): pips_by_card(_values(ten, game_cards, trump))
    for ten in (10, 1)
    for game_cards in ("all", "trumps", "pips")
    for trump in range(4)
}


def pips_of(cards: Iterable[int], trump: int, options: Mapping[str, Any]) -> int:
    """Return what cards count for Game."""
    return score.pips_of(cards, PIPS[options["ten"], options["game_cards"], trump])


def chances(
    tricks: Sequence[Trick], trump: int, dealer: int, options: Mapping[str, Any]
) -> tuple[tuple[int, ...], Owners]:
    """Return the pips by side, and the side of every chance that somebody has, in the order of /rules/all-fours/#6."""
    brought = takings(tricks, trump, SIDES, PIPS[options["ten"], options["game_cards"], trump])
    owners = score.trump_chances(brought, trump, options["low"])
    if owners and options["low"] == "dealer":
        owners["low"] = SIDES[dealer]
    game = game_side(brought.pips, dealer, SIDES, options["tie_game"])
    if game is not None:
        owners["game"] = game
    return brought.pips, owners


def announced(owners: Owners, announcements: Sequence[Sequence[str] | None], eldest: int, miscount: int) -> list[Item]:
    """Return what scores where the sides announced: chances that their owners named, then miscounts, the
    eldest's first (/rules/all-fours/#8)."""
    due = [(chance, side, 1) for chance, side in owners.items() if chance in (announcements[side] or ())]
    for side in (SIDES[eldest], 1 - SIDES[eldest]):
        if any(owners.get(chance) != side for chance in announcements[side] or ()):
            due.append(("miscount", 1 - side, miscount))
    return due


def score_hand(state: AllFoursState) -> AllFoursState:
    """Return the state after the count of /rules/all-fours/#6, with the announcements of /rules/all-fours/#8 if any."""
    table, announcements = state.table, state.course.announced
    options = table.setup.options
    pips, owners = chances(state.tricks, state.trump, table.dealer, options)
    due: list[Item] = [(chance, side, 1) for chance, side in owners.items()]
    if options["announce"] == "self":
        due = announced(owners, announcements, table.eldest, options["miscount"])
    return over(count(state, due), "played", pips)
