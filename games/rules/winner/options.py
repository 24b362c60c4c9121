"""The options of Winner, its presets, and the options as the rules read them (/rules/winner/#1)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from games.rules.climbing.options import HANDS, TARGET, ending, next_lead, players, yes_or_no
from games.rules.climbing.order import Order
from games.rules.core import N_
from games.rules.option import Option, Preset
from games.rules.winner.order import ORDER

#: The points that take a good player about as long as the standard number of hands.
LONG_TARGET = 100

OPTIONS = (
    players((3, 4), 4),
    Option(
        "jokers",
        (True, False),
        True,
        N_("Jokers"),
        N_("Play with 54 cards, the little and the big joker among them, or with 52."),
        names={True: N_("54 cards"), False: N_("52 cards")},
        term="大小王",
    ),
    yes_or_no(
        "joker_pair",
        False,
        N_("Pair of jokers"),
        N_("The two jokers together are the highest pair. Otherwise they are no pair."),
        term="对王",
    ),
    yes_or_no(
        "bomb",
        False,
        N_("Bombs"),
        N_("Four of a kind without extra cards beats any other play, save a higher four."),
        term="炸弹",
    ),
    yes_or_no(
        "straight_full_rank",
        False,
        N_("Straights by full rank"),
        N_("A straight must be beaten by a higher rank; a higher suit is not enough."),
    ),
    Option(
        "triple_straight_min",
        (3, 2),
        3,
        N_("Shortest straight of triples"),
        N_("How many triples in a row make a straight of triples."),
        term="三顺",
    ),
    Option(
        "triple",
        ("none-played", "seventeen"),
        "none-played",
        N_("Who pays triple"),
        N_("With three players: whoever has played no card, or whoever has 17 cards or more left."),
        names={"none-played": N_("no card played"), "seventeen": N_("17 cards left")},
    ),
    yes_or_no(
        "relead",
        True,
        N_("Lead again at once"),
        N_("After a single or a pair that nothing can beat, nobody is asked to pass."),
    ),
    ending("first-out"),
    next_lead(
        {
            "loser": N_("the loser of the last hand"),
            "winner": N_("the winner of the last hand"),
            "lowest": N_("whoever holds the three of diamonds"),
        }
    ),
    HANDS,
    TARGET,
)

PRESETS = (
    Preset("54", N_("54 cards"), N_("The standard game, with both jokers: be the first to play all your cards."), {}),
    Preset(
        "52",
        N_("52 cards"),
        N_("Without jokers: the two of spades is the highest card, and everyone begins with the same number of cards."),
        {"jokers": False},
    ),
    Preset(
        "bombs",
        N_("With bombs"),
        N_("For players who like surprises: four of a kind beats anything, so no card is safe."),
        {"bomb": True},
    ),
    Preset(
        "to-the-last",
        N_("To the last"),
        N_("The hand goes on until one player is left with cards, and only that player pays."),
        {"ending": "last-loser"},
    ),
)


class Rules(NamedTuple):
    """The options that the play looks at.

    ``best_single``, ``best_pair``: the strength after which no passes are taken, -1 for none. ``seventeen``: whether
    17 cards left pay triple. ``order``, ``pass_out`` and ``lowest_first`` are the same at every table of Winner.
    """

    players: int
    jokers: bool
    joker_pair: bool
    bomb: bool
    full_rank: bool
    triple_min: int
    best_single: int
    best_pair: int
    last_loser: bool
    next_lead: str
    seventeen: bool = False
    order: Order = ORDER
    pass_out: bool = False
    lowest_first: bool = False


@lru_cache(maxsize=512)
def _rules(
    players: int,
    jokers: bool,
    joker_pair: bool,
    bomb: bool,
    full_rank: bool,
    triple_min: int,
    triple: str,
    relead: bool,
    ending: str,
    next_lead: str,
) -> Rules:
    joker_pair = joker_pair and jokers
    single, pair = (53 if jokers else 51), (53 if joker_pair else 51)
    if bomb or not relead:  # /rules/winner/#6, Relead: with bombs nothing is unbeatable
        single = pair = -1
    last_loser = ending == "last-loser"
    seventeen = triple == "seventeen" and players == 3
    return Rules(
        players, jokers, joker_pair, bomb, full_rank, triple_min, single, pair, last_loser, next_lead, seventeen
    )


def rules_of(options: Mapping[str, Any]) -> Rules:
    """Return resolved options as the play reads them."""
    return _rules(
        options["players"],
        options["jokers"],
        options["joker_pair"],
        options["bomb"],
        options["straight_full_rank"],
        options["triple_straight_min"],
        options["triple"],
        options["relead"],
        options["ending"],
        options["next_lead"],
    )
