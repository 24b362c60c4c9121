"""Points and result of a finished hand of Tien Len (/rules/tien-len/#7)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.rules.climbing.score import loser, paid_to_winner
from games.rules.climbing.score import result as result_of
from games.rules.tien_len.combos import worth_of_twos
from games.rules.tien_len.options import Rules

__all__ = ["loser", "points", "result", "twos_left"]

#: what the last pays the first, and the third of four the second
LAST_PAYS, THIRD_PAYS = 2, 1
#: what each pays after a win at the deal if cards left are counted: a whole hand, doubled
WHOLE_HAND = 26


def points(
    hands: Sequence[int], played: Sequence[bool], out: Sequence[int], rules: Rules, instant: str | None
) -> list[int]:
    """Return seat → points of parts 1 to 4, without chops. ``hands``: the cards left, as bits; ``out``: who went
    out, in order; ``instant``: the name of the win at the deal."""
    winner = out[0]
    if instant is not None:
        return paid_to_winner([LAST_PAYS if rules.last_loser else WHOLE_HAND] * len(hands), winner)
    scored = _by_places(hands, out) if rules.last_loser else _by_cards(hands, played, winner)
    for payer, taker, amount in twos_left(hands, out, rules):
        scored[payer] -= amount
        scored[taker] += amount
    return scored


def _by_places(hands: Sequence[int], out: Sequence[int]) -> list[int]:
    scored = [0] * len(hands)
    last = next(seat for seat, hand in enumerate(hands) if hand)
    scored[out[0]] += LAST_PAYS
    scored[last] -= LAST_PAYS
    if len(hands) == 4:
        scored[out[1]] += THIRD_PAYS
        scored[out[2]] -= THIRD_PAYS
    return scored


def _by_cards(hands: Sequence[int], played: Sequence[bool], winner: int) -> list[int]:
    """Return points of cards left, doubled for a player who has played none (cóng)."""
    pays = [hand.bit_count() * (1 if moved else 2) for hand, moved in zip(hands, played, strict=True)]
    return paid_to_winner(pays, winner)


def twos_left(hands: Sequence[int], out: Sequence[int], rules: Rules) -> list[tuple[int, int, int]]:
    """Return (who pays, to whom, how much) for the twos left at the end (thối heo)."""
    if not rules.twos_left:
        return []
    taker = out[-1] if rules.last_loser else out[0]
    return [(seat, taker, worth) for seat, hand in enumerate(hands) if (worth := worth_of_twos(hand)) and seat != taker]


def result(
    hands: Sequence[int],
    played: Sequence[bool],
    out: Sequence[int],
    rules: Rules,
    chops: Sequence[int],
    instant: str | None = None,
) -> dict[str, Any]:
    """Return the record's ``result``; ``chops``: part 5, by seat."""
    left = [hand.bit_count() for hand in hands]
    scored = points(hands, played, out, rules, instant)
    total = [own + chopped for own, chopped in zip(scored, chops, strict=True)]
    common = result_of(left, loser(left, played, out[0]), out, total)
    return common | {"instant": instant, "chops": list(chops)}
