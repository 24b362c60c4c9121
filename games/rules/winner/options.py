"""The options of Winner, its presets, and the options as the rules read them (/rules/winner/#1)."""

from __future__ import annotations

from collections.abc import Mapping
from operator import itemgetter
from typing import Any, NamedTuple

from games.rules.choices import choice, yes_or_no
from games.rules.climbing.options import HANDS, TARGET, ending, last_loser, next_lead, players, reader
from games.rules.climbing.order import Order
from games.rules.core import N_
from games.rules.option import Option, Preset
from games.rules.winner.order import ORDER

#: The points that take a good player about as long as the standard number of hands.
LONG_TARGET = 100

OPTIONS = (
    players((3, 4), 4),
    choice(
        "jokers",
        N_("Jokers"),
        N_("Play with 54 cards, the little and the big joker among them, or with 52."),
        {True: N_("54 cards"), False: N_("52 cards")},
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
    choice(
        "triple",
        N_("Who pays triple"),
        N_("With three players: whoever has played no card, or whoever has 17 cards or more left."),
        {"none-played": N_("no card played"), "seventeen": N_("17 cards left")},
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
    """The options used by the play.

    ``best_single``, ``best_pair``: the strength after which no passes are taken, -1 for none. ``seventeen``: whether
    17 cards left pay triple. ``order``, ``pass_out`` and ``lowest_first`` are the same at every Winner table.
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


def _best(options: Mapping[str, Any], joker: bool) -> int:
    """Return the strength after which no passes are taken (/rules/winner/#6, Relead): with bombs nothing is
    unbeatable."""
    if options["bomb"] or not options["relead"]:
        return -1
    return 53 if joker else 51


def _joker_pair(options: Mapping[str, Any]) -> bool:
    return bool(options["joker_pair"] and options["jokers"])


rules_of = reader(
    Rules,
    OPTIONS,
    joker_pair=_joker_pair,
    full_rank=itemgetter("straight_full_rank"),
    triple_min=itemgetter("triple_straight_min"),
    best_single=lambda options: _best(options, options["jokers"]),
    best_pair=lambda options: _best(options, _joker_pair(options)),
    last_loser=last_loser,
    seventeen=lambda options: options["triple"] == "seventeen" and options["players"] == 3,
    pass_out=lambda options: False,
    lowest_first=lambda options: False,
)
