"""When an AI player claims a revoke (/rules/eighty/#13): after the last trick, when the plays reveal every hand and
the claim is certain, and only if the penalty gives its side no less than the hand did.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from games.rules.core import Illegal
from games.rules.revokes import Claim
from games.rules.shengji.following import check_follow, duty
from games.rules.shengji.hands import cards_of, hand_of, plus, points_of
from games.rules.shengji.playing import power_of
from games.rules.shengji.score import Taken, lead_count, multiplier, result
from games.rules.shengji.shapes import shape_of, split
from games.rules.shengji.view import View, table_of, unseen_by

#: the worth of the stage and of the match, in levels
STAGE, MATCH = 1, 13


def claim(view: View) -> Claim | None:
    """Return the claim that pays best in phase ``claims``, or ``None`` if none is true and pays."""
    assert view.seat is not None
    side = view.seat % 2
    best, most = None, _worth(_as_played(view), side)
    for trick, seat in revokes(view):
        worth = _worth(_result(view, "claim-upheld", offender=seat), side)
        if seat % 2 != side and worth >= most and (best is None or worth > most):
            best, most = Claim(view.seat, seat, trick), worth
    return best


def revokes(view: View) -> Iterator[tuple[int, int]]:
    """Yield (trick from 1, seat) of every follow that broke a duty of /rules/eighty/#7, in the order of play.
    The last trick must have been played: a seat's plays from a trick on are then its hand at that trick."""
    table = table_of(view)
    hands = [0] * 4
    held = []
    for action in reversed(view.plays):
        hands[action.seat] = plus(hands[action.seat], hand_of(action.cards))
        held.append(hands[action.seat])
    held.reverse()
    for index, action in enumerate(view.plays):
        if index % 4 == 0:
            suit, shape = table.suits[action.cards[0]], shape_of(split(table, hand_of(action.cards)))
            continue
        owed = duty(table, view.options.get("follow", "pairs"), shape, suit, held[index])
        try:
            check_follow(table, owed, suit, hand_of(action.cards))
        except Illegal:
            yield index // 4 + 1, action.seat


def _as_played(view: View) -> dict[str, Any]:
    """Return the result of the hand if nobody claims; the cards that nobody played were buried."""
    table, last = table_of(view), view.plays[-4:]
    lead = hand_of(last[0].cards)
    parts = split(table, lead)
    suit = table.suits[last[0].cards[0]]
    powers = [power_of(table, shape_of(parts), suit, hand_of(action.cards)) for action in last]
    # Only a kill beats a throw that stands, so its power is at least 1.
    powers[0] = max(powers[0], 1)
    winner = last[powers.index(max(powers))].seat
    assert view.banker is not None
    scooped = (winner - view.banker) % 2
    times = multiplier(view.options.get("bottom", "double"), lead_count(parts)) if scooped else 0
    buried = points_of(view.buried or cards_of(unseen_by(view)))
    return _result(view, "played", buried=buried, times=times, winner=winner)


def _result(
    view: View, end: str, offender: int | None = None, buried: int = 0, times: int = 0, winner: int | None = None
) -> dict[str, Any]:
    assert view.banker is not None
    ending = Taken(end, offender, view.banker, view.trump, view.points, buried, times, winner)
    return result(view.to_deal == 100, view.options, view.context["levels"], ending)


def _worth(result: dict[str, Any], side: int) -> int:
    """Return the worth of a result to a side, in levels."""
    change, stage = result["change"], STAGE if result["winning_team"] == side else -STAGE
    won = 0 if result["match_winner"] is None else MATCH if result["match_winner"] == side else -MATCH
    return int(change[side] - change[1 - side] + stage + won)
