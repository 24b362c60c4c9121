"""The plays that a search of Forty and Eighty tries out: few, and of several kinds."""

from __future__ import annotations

from collections.abc import Sequence

from games.rules.shengji.actions import Play
from games.rules.shengji.hands import NAMES_HELD, ONES, POINTS
from games.rules.shengji.trumps import TRUMP
from games.titles.shengji.bot.mind import Mind, above

#: the most plays to try, and how many points below the policy's best one they may be
MOST, FAR = 8, 25.0
#: the cards of Eighty
TWO_PACKS = 100

#: a play with its worth to the policy
Weighed = tuple[float, Play]


def short_list(mind: Mind, ranked: Sequence[Weighed]) -> list[Weighed]:
    """Return the plays to try, of those ``ranked`` best first.

    In Eighty, equivalent single cards are tried once. Leads always include a trump and a pair of trumps, if there are
    any: only a playout shows when to draw trumps, not the one trick that the policy weighs.
    """
    near = [(gain, play) for gain, play in ranked if gain >= ranked[0][0] - FAR]
    if mind.view.to_deal != TWO_PACKS:
        return near[:MOST]
    near = distinct(mind, near)
    if mind.view.trick:
        return near[:MOST]
    trump_plays = trumps_of(mind, ranked)
    others = [play for _, play in near if play not in trump_plays][: MOST - len(trump_plays)]
    least = min((gain for gain, play in near if play in others), default=ranked[0][0] - FAR)
    return [(max(gain, least), play) for gain, play in ranked if play in others or play in trump_plays]


def trumps_of(mind: Mind, ranked: Sequence[Weighed]) -> list[Play]:
    """Return the best trump and the best pair of trumps, if there are any."""
    trumps = [play for _, play in ranked if mind.table.suits[play.cards[0]] == TRUMP]
    kinds = [play for play in trumps if len(play.cards) == 1], [play for play in trumps if is_pair(play)]
    return [kind[0] for kind in kinds if kind]


def is_pair(play: Play) -> bool:
    return len(play.cards) == 2 and play.cards[0] == play.cards[1]


def distinct(mind: Mind, ranked: Sequence[Weighed]) -> list[Weighed]:
    """Return the plays without those equivalent to an earlier one: two single cards are equivalent if they have the
    same points and the others hold no card between them."""
    seen: set[tuple[int, ...]] = set()
    remaining = []
    for gain, play in ranked:
        if len(play.cards) == 1:
            likeness = _likeness(mind, play.cards[0])
            if likeness in seen:
                continue
            seen.add(likeness)
        remaining.append((gain, play))
    return remaining


def _likeness(mind: Mind, card: int) -> tuple[int, ...]:
    """Return what distinguishes a single card: suit, points, whether it breaks a pair, and how many higher names
    only others may hold."""
    table, suit = mind.table, mind.table.suits[card]
    theirs = (mind.hidden | mind.hidden >> NAMES_HELD) & ~mind.hand & ONES
    higher = (theirs & above(table, suit, table.place[card])).bit_count()
    return suit, POINTS[card], mind.breaks(card), higher
