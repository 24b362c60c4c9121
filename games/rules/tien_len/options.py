"""The options of Tien Len, its presets, and the options as the rules read them (/rules/tien-len/#1)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from games.rules.choices import choice, yes_or_no
from games.rules.climbing.deal import WITH_FOUR, cards_each
from games.rules.climbing.options import (
    HANDS,
    STANDARD_HANDS,
    TARGET,
    cards_dealt,
    ending,
    last_loser,
    lowest_first,
    next_lead,
    pass_out,
    players,
    reader,
)
from games.rules.climbing.order import Order
from games.rules.core import N_
from games.rules.option import Preset
from games.rules.tien_len.order import ORDER

OPTIONS = (
    players((4, 3, 2), 4),
    cards_dealt((13, 17)),
    yes_or_no(
        "four_chops_pair",
        False,
        N_("A four chops two twos"),
        N_("Four of a kind beats a pair of twos too, not only a single one."),
    ),
    yes_or_no(
        "chop_ladder",
        True,
        N_("Choppers climb"),
        N_("Four of a kind beats three pairs in a row, four pairs beat that, and so on."),
    ),
    pass_out(True),
    choice(
        "chop_after_pass",
        N_("Chopping after a pass"),
        N_("What a player who has passed may still chop with."),
        {
            "none": N_("with nothing"),
            "four-pairs": N_("four pairs in a row or more"),
            "any": N_("any chopper"),
        },
    ),
    yes_or_no(
        "instant",
        False,
        N_("Winning at the deal"),
        N_("A few rare hands of 13 cards win at once, before anybody plays."),
    ),
    lowest_first(N_("Begin with the lowest card"), N_("The first play must contain it, where it chose the leader.")),
    next_lead({"winner": N_("whoever won the last hand"), "lowest": N_("whoever holds the lowest card")}),
    ending("last-loser"),
    yes_or_no("twos_left", False, N_("Twos left cost"), N_("A black two left at the end costs 1, a red one 2.")),
    yes_or_no(
        "chop_points", False, N_("Chops are paid"), N_("Whoever is chopped pays for it. The last one pays for all.")
    ),
    HANDS,
    TARGET,
)

PRESETS = (
    Preset("places", N_("For places"), N_("Play on until one is left: first, second, third and last."), {}),
    Preset(
        "southern",
        N_("The full southern table"),
        N_("Chops and twos left are paid, and a rare hand wins at the deal."),
        {
            "four_chops_pair": True,
            "chop_after_pass": "four-pairs",
            "instant": True,
            "twos_left": True,
            "chop_points": True,
        },
    ),
    Preset(
        "cards-left",
        N_("Cards left"),
        N_("Quick hands: the first out wins, and the others pay for each card."),
        {"ending": "first-out"},
    ),
    Preset("duel", N_("Duel"), N_("Two players, thirteen cards each, and half the pack unseen."), {"players": 2}),
)


class Rules(NamedTuple):
    """The options used by the play and the score. ``cards``: dealt to each; ``late_chops``: the fewest pairs with
    which a player who has passed may chop, 0 for none; ``late_fours``: whether a four may do so too."""

    players: int
    cards: int
    four_chops_pair: bool
    chop_ladder: bool
    pass_out: bool
    late_chops: int
    late_fours: bool
    instant: bool
    lowest_first: bool
    next_lead: str
    last_loser: bool
    twos_left: bool
    chop_points: bool
    order: Order = ORDER


#: ``chop_after_pass`` → the fewest pairs in a row
LATE = {"none": 0, "four-pairs": 4, "any": 3}


def _late(options: Mapping[str, Any]) -> str:
    """Return what may still chop after a pass, if passes are final."""
    return str(options["chop_after_pass"]) if options["pass_out"] else "none"


rules_of = reader(
    Rules,
    OPTIONS,
    cards=cards_each,
    late_chops=lambda options: LATE[_late(options)],
    late_fours=lambda options: _late(options) == "any",
    instant=lambda options: options["instant"] and cards_each(options) == WITH_FOUR,
    last_loser=last_loser,
)


def long_target(options: Mapping[str, Any]) -> int:
    """Return the points that a good player needs about the standard number of hands for: two thirds of what taking
    every first place would bring, or as many as in Winner if cards are counted."""
    return -(-STANDARD_HANDS * 2 * 2 // 3) if options["ending"] == "last-loser" else 100
