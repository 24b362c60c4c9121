"""The options of President, its presets, and the options as the rules read them (/rules/president/#1)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from games.rules.choices import choice, yes_or_no
from games.rules.climbing.options import (
    HANDS,
    STANDARD_HANDS,
    TARGET,
    lowest_first,
    next_lead,
    pass_out,
    players,
    reader,
)
from games.rules.climbing.order import Order
from games.rules.core import N_
from games.rules.option import Preset
from games.rules.president.order import ORDER

OPTIONS = (
    players((4, 3, 5, 6, 7), 4),
    choice(
        "jokers",
        N_("Jokers"),
        N_("Play with 52 cards, or add two jokers that stand above the twos."),
        {False: N_("52 cards"), True: N_("54 cards")},
        term="大小王",
    ),
    choice(
        "equal",
        N_("Equal ranks"),
        N_("Whether the same rank answers, and whether that costs the next player a turn."),
        {
            "higher": N_("only a higher rank answers"),
            "allow": N_("an equal rank answers too"),
            "skip": N_("an equal rank skips the next player"),
        },
    ),
    yes_or_no("two_clears", True, N_("Twos clear"), N_("A play of twos ends the trick at once, and its player leads.")),
    pass_out(False),
    yes_or_no(
        "revolution",
        False,
        N_("Revolution"),
        N_("Four of a kind turns the ranks upside down, until the next four turns them back."),
        term="革命",
    ),
    choice(
        "finish_on_two",
        N_("Going out on a two"),
        N_("Whether a two or a joker may be your last play, or costs you your place."),
        {True: N_("allowed"), False: N_("costs the place")},
    ),
    choice(
        "exchange",
        N_("Tribute"),
        N_("What the scum pays to the president before the hand, and gets other cards for."),
        {
            "full": N_("two cards, and one between the vices"),
            "one": N_("one card"),
            "none": N_("no tribute"),
        },
        term="进贡",
    ),
    lowest_first(N_("Begin with the three of clubs"), N_("The first play must contain it, where it chose the leader.")),
    next_lead(
        {
            "winner": N_("the president"),
            "loser": N_("the scum"),
            "lowest": N_("whoever holds the three of clubs"),
        }
    ),
    choice(
        "score",
        N_("Points"),
        N_("What the places are worth."),
        {
            "titles": N_("2 for the president, 1 for the second"),
            "places": N_("1 for each player behind you"),
        },
    ),
    HANDS,
    TARGET,
)

PRESETS = (
    Preset("classic", N_("Classic"), N_("The Western game: twos clear, the scum pays two cards to the president."), {}),
    Preset(
        "to-eleven",
        N_("To eleven"),
        N_("For a long evening: the match goes on until somebody has eleven points."),
        {"hands": 0, "target": 11},
    ),
    Preset(
        "skip",
        N_("With skips"),
        N_("Quick and mean: an equal rank skips the next player, and a pass is final."),
        {"equal": "skip", "pass_out": True},
    ),
    Preset(
        "daifugo",
        N_("Daifugo"),
        N_("The Japanese game: two jokers, revolutions, and nobody keeps a place by going out on a two."),
        {
            "jokers": True,
            "two_clears": False,
            "revolution": True,
            "finish_on_two": False,
            "pass_out": True,
            "next_lead": "loser",
            "score": "places",
        },
    ),
)


class Rules(NamedTuple):
    """The options used by the play. ``equal_beats``: whether an equal rank answers; ``equal_skips``: whether it skips
    the next player too. ``tributes``: how many cards the scum and the vice-scum pay."""

    players: int
    equal_beats: bool
    equal_skips: bool
    two_clears: bool
    pass_out: bool
    revolution: bool
    finish_on_two: bool
    tributes: tuple[int, int]
    lowest_first: bool
    next_lead: str
    titles: bool
    order: Order = ORDER


#: ``exchange`` → how many cards the scum and the vice-scum pay
TRIBUTES = {"full": (2, 1), "one": (1, 0), "none": (0, 0)}


def _tributes(options: Mapping[str, Any]) -> tuple[int, int]:
    scum, vice = TRIBUTES[options["exchange"]]
    return scum, vice if options["players"] >= 4 else 0


rules_of = reader(
    Rules,
    OPTIONS,
    equal_beats=lambda options: options["equal"] != "higher",
    equal_skips=lambda options: options["equal"] == "skip",
    tributes=_tributes,
    titles=lambda options: options["score"] == "titles",
)


def long_target(options: Mapping[str, Any]) -> int:
    """Return the points that a good player needs about the standard number of hands for: two thirds of what taking
    every first place would bring."""
    best = 2 if options["score"] == "titles" else options["players"] - 1
    return -(-STANDARD_HANDS * best * 2 // 3)
