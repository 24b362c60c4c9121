"""What a player of Forty and Eighty counts, as numbers: those of the policy, and those learned from results.

The policy (``playing.py``) and the kernels that play hands out (``players.py``) weigh plays by the same terms. A search
has the others play like the policy, and its own side by weights that ``manage.py ai_learn`` found, where it found any:
they win more against the policy than the policy itself does.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import NamedTuple

#: Game → the side that the banker is on, or is not on → weights by name. Eighty has none: those learned for it had
#: bankers put off drawing trumps, and so did searches that relied on them (``tests/ai/test_positions.py``).
LEARNED = Path(__file__).parent / "learned.json"
DECLARERS, CHALLENGERS = "declarers", "challengers"


class Weights(NamedTuple):
    """The weights, in points unless stated otherwise; the defaults are the policy's.

    Those from ``per_card`` to ``no_pair`` are the same for all cards; from the others follows what each card is worth.
    """

    #: what each card still to come to a trick is expected to bring: fewer than the pack's average of 1.9, because
    #: players who are losing a trick hold points back; the same for all cards that the others play to a lead of one
    #: card; how much more the cards on a lead of pairs bring, as a factor
    per_card: float = 1.2
    to_lead: float = 3 * per_card
    to_pairs: float = 1.0
    #: how often a partner who can win the trick does
    partner_will: float = 0.75
    #: the value of cards kept relative to points now, as a factor; the share of it that counts with the last card in
    #: hand, and how much that rises with each further card
    kept: float = 1.3
    late: float = 0.4
    later: float = 0.1
    #: keeping a side-suit winner while others can still follow, and later; a trump that nobody can beat: it guards, or
    #: scoops, the bottom; a card with points that only one hidden card beats
    side_winner: float = 1.8
    side_winner_late: float = side_winner / 2
    top_trump: float = 1.5
    guarded: float = 0.7
    #: leading trumps: from a hand that is long in them, from another, and when nobody else has any; a hand is long in
    #: trumps if it has more than this share of those that are left
    draws: float = 2.5
    draws_not: float = -2.0
    no_trumps: float = -1.0
    long: float = 0.45
    #: leading a suit that the partner can ruff, or an opponent; leading one's last cards of a suit, to ruff it later
    partner_void: float = 1.5
    others_void: float = -1.5
    led_out: float = 1.0
    #: discarding the last card of a side suit
    voids: float = 0.6
    #: splitting a pair by playing one of its cards with another card
    no_pair: float = 1.5
    #: keeping the lowest trump; how much more each higher one is worth, as a factor; the same step in side suits
    trump: float = 1.8
    trump_step: float = 1.0
    side_step: float = 0.05
    #: splitting a pair by playing one of its cards alone: of the lowest, and how much more each higher one costs
    pair: float = 1.2
    pair_step: float = 0.12


POLICY = Weights()
#: how many weights are the same for all cards; they come first
COMMON = Weights._fields.index("no_pair") + 1


@cache
def learned(game: str, side: str) -> Weights:
    """Return the weights that were learned for a side (``DECLARERS``, ``CHALLENGERS``) of a game, those of the policy
    if none were."""
    return Weights(**json.loads(LEARNED.read_text()).get(game, {}).get(side, {}))
