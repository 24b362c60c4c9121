"""Which plays a search of Forty and Eighty tries out: few, and of several kinds."""

from __future__ import annotations

from collections.abc import Sequence

from games.rules.shengji.actions import Play
from games.rules.shengji.hands import NAMES_HELD, ONES, POINTS
from games.rules.shengji.trumps import TRUMP
from games.titles.shengji.bot.mind import Mind, above

#: plays that are tried at most, and by how many points worse than the best one to the policy
MOST, FAR = 8, 25.0
#: the cards of Eighty
TWO_PACKS = 100

#: a play with what it is worth to the policy
Weighed = tuple[float, Play]


def short_list(mind: Mind, ranked: Sequence[Weighed]) -> list[Weighed]:
    """Return of some plays, the best first, those that are tried.

    In Eighty, of single cards that do alike the first alone is; of leads always a trump and a pair of trumps, if there
    are any: when to draw trumps shows in a hand that is played out, and not in the one trick that the policy weighs.
    """
    near = [(gain, play) for gain, play in ranked if gain >= ranked[0][0] - FAR]
    if mind.view.to_deal != TWO_PACKS:
        return near[:MOST]
    near = distinct(mind, near)
    if mind.view.trick:
        return near[:MOST]
    wanted = trumps_of(mind, ranked)
    others = [play for _, play in near if play not in wanted][: MOST - len(wanted)]
    least = min((gain for gain, play in near if play in others), default=ranked[0][0] - FAR)
    return [(max(gain, least), play) for gain, play in ranked if play in others or play in wanted]


def trumps_of(mind: Mind, ranked: Sequence[Weighed]) -> list[Play]:
    """Return the best trump and the best pair of trumps, if there are any."""
    trumps = [play for _, play in ranked if mind.table.suits[play.cards[0]] == TRUMP]
    kinds = [play for play in trumps if len(play.cards) == 1], [play for play in trumps if is_pair(play)]
    return [kind[0] for kind in kinds if kind]


def is_pair(play: Play) -> bool:
    return len(play.cards) == 2 and play.cards[0] == play.cards[1]


def distinct(mind: Mind, ranked: Sequence[Weighed]) -> list[Weighed]:
    """Return of some plays those that do otherwise than each before: of two single cards between which others hold
    none, and which count alike, the one does what the other does."""
    seen: set[tuple[int, ...]] = set()
    kept = []
    for gain, play in ranked:
        if len(play.cards) == 1:
            likeness = _likeness(mind, play.cards[0])
            if likeness in seen:
                continue
            seen.add(likeness)
        kept.append((gain, play))
    return kept


def _likeness(mind: Mind, card: int) -> tuple[int, ...]:
    """Return what tells a single card from another: suit, points, whether it breaks a pair, and how many names above
    it others alone may hold."""
    table, suit = mind.table, mind.table.suits[card]
    theirs = (mind.hidden | mind.hidden >> NAMES_HELD) & ~mind.hand & ONES
    higher = (theirs & above(table, suit, table.place[card])).bit_count()
    return suit, POINTS[card], mind.breaks(card), higher
