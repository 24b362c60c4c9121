"""The count of Pitch: the chances, the counters, and the bid (/rules/pitch/#6)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games.rules.cards import RANKS
from games.rules.four_chances.ending import over
from games.rules.four_chances.following import JOKER
from games.rules.four_chances.score import count, game_side, taker_of, takings, trump_chances
from games.rules.four_chances.state import Item, Trick
from games.rules.pitch.options import COUNTERS, SNOOZER_POINTS
from games.rules.pitch.state import Contract, PitchState

#: the name of each counter, by its pips
COUNTER_NAMES = {3: "three", 5: "five", 9: "nine"}
TEN = RANKS.index("T")


def card_of(trump: int, pips: int) -> int:
    """Return the trump with this many pips."""
    return trump * 13 + RANKS.index(str(pips))


def counters(trump: int, options: Mapping[str, Any]) -> dict[int, int]:
    """Return the cards that count by themselves for their taker, with their points (/rules/pitch/#6)."""
    cards = {card_of(trump, pips): pips for pips in COUNTERS[options["counters"]]}
    return cards | ({JOKER: SNOOZER_POINTS} if options["snoozer"] else {})


def points_of(
    tricks: Sequence[Trick], trump: int, dealer: int, sides: tuple[int, ...], options: Mapping[str, Any]
) -> tuple[tuple[int, ...] | None, list[Item]]:
    """Return the pips by side, ``None`` if they do not decide Game, and the owner of every point, in the
    order of the list."""
    brought = takings(tricks, trump, sides)
    by_pips = options["game_by"] == "pips"
    owners: dict[str, int | None] = {**trump_chances(brought, trump, options["low"])}
    if by_pips:
        owners["game"] = game_side(brought.pips, dealer, sides, options["tie_game"])
    else:
        owners["game"] = brought.taken.get(trump * 13 + TEN)
    due: list[Item] = [(what, side, 1) for what, side in owners.items() if side is not None]
    for pips in COUNTERS[options["counters"]]:
        side = brought.taken.get(card_of(trump, pips))
        if side is not None:
            due.append((COUNTER_NAMES[pips], side, pips))
    taker = taker_of(tricks, JOKER) if options["snoozer"] else None
    if taker is not None:
        due.append(("snoozer", sides[taker], SNOOZER_POINTS))
    return brought.pips if by_pips else None, due


def points_made(due: Sequence[Item], side: int) -> int:
    """Return how many points of the list a side has made."""
    return sum(points for _, owner, points in due if owner == side)


def after_the_bid(due: Sequence[Item], side: int, bound: Contract, bidder_first: bool) -> list[Item]:
    """Return what scores where a side is bound: a set-back instead of all that it made, or everything,
    with ``bidder_first`` its own before the rest."""
    own = [item for item in due if item[1] == side]
    others = [item for item in due if item[1] != side]
    if points_made(due, side) < bound.points:
        return [("set-back", side, -bound.points), *others]
    return [*own, *others] if bidder_first else list(due)


def score_hand(state: PitchState) -> PitchState:
    """Return the state after the count."""
    table, bound = state.table, state.course.bound
    options = table.setup.options
    pips, due = points_of(state.tricks, state.trump, table.dealer, table.sides, options)
    if bound is None:
        return over(count(state, due), "played", pips, contract=None)
    side = table.sides[bound.seat]
    contract = {"seat": bound.seat, "points": bound.points, "made": points_made(due, side)}
    due = after_the_bid(due, side, bound, options["count_first"] == "bidder")
    return over(count(state, due), "played", pips, contract=contract)
