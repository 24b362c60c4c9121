"""The options of Big Two, its presets, and the options as the rules read them (/rules/big-two/#1)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from games.rules.big_two.order import ORDERS
from games.rules.big_two.rows import ROWS, Rows
from games.rules.choices import choice, yes_or_no
from games.rules.climbing.deal import cards_each
from games.rules.climbing.options import (
    HANDS,
    TARGET,
    cards_dealt,
    lowest_first,
    next_lead,
    pass_out,
    players,
    reader,
)
from games.rules.climbing.order import Order
from games.rules.core import N_
from games.rules.option import Preset

#: The points that take a good player about as long as the standard number of hands.
LONG_TARGET = 100
#: option → value → how many percent of the usual points a good player then gains, measured between AI players
GAINS: Mapping[str, Mapping[Any, int]] = {"doubling": {"8": 140}, "twos_double": {True: 160}, "settle": {"pairs": 135}}

OPTIONS = (
    players((4, 3, 2), 4),
    cards_dealt((17, 13)),
    choice(
        "suit_order",
        N_("Suits"),
        N_("The four suits from low to high."),
        {
            "DCHS": N_("diamonds, clubs, hearts, spades"),
            "CDHS": N_("clubs, diamonds, hearts, spades"),
            "CSHD": N_("clubs, spades, hearts, diamonds"),
        },
    ),
    choice(
        "straights",
        N_("Straights"),
        N_("Which five ranks in a row count, and which are high."),
        {
            "hong-kong": N_("Hong Kong: those with a two are the highest"),
            "poker": N_("as in poker: the two is low in them"),
            "taiwan": N_("Taiwan: A 2 3 4 5 lowest, 2 3 4 5 6 highest"),
            "plain": N_("from three to two, as the ranks lie"),
        },
        term="顺子",
    ),
    yes_or_no("flush", True, N_("Flushes"), N_("Any five cards of one suit are a combination."), term="同花"),
    choice(
        "flush_order",
        N_("Comparing flushes"),
        N_("What decides first between two flushes."),
        {"rank": N_("the top card"), "suit": N_("the suit")},
    ),
    yes_or_no(
        "ladder",
        True,
        N_("Five cards climb"),
        N_("Of five-card types the higher beats the lower. Otherwise only the two best beat another type."),
    ),
    yes_or_no(
        "bomb",
        False,
        N_("Bombs"),
        N_("Four and one and straight flushes beat any play, of any size."),
        term="霸王",
    ),
    pass_out(False),
    choice(
        "last_card",
        N_("Before a last card"),
        N_("What you owe when the next player has one card left."),
        {
            "highest": N_("a single must be your highest"),
            "forced": N_("your highest single, and no pass"),
            "off": N_("nothing: play as you like"),
        },
        term="顶大",
    ),
    lowest_first(N_("Begin with the lowest card"), N_("The first play must contain it, where it chose the leader.")),
    next_lead({"winner": N_("whoever won the last hand"), "lowest": N_("whoever holds the lowest card")}),
    choice(
        "doubling",
        N_("Many cards left"),
        N_("From how many cards on each costs more."),
        {
            "10": N_("from 10 double, no card played triple"),
            "8": N_("from 8 double, from 10 triple, no card played four times"),
            "none": N_("each costs one"),
        },
        term="炒",
    ),
    yes_or_no("twos_double", False, N_("Twos left double"), N_("Each two left in hand doubles what you pay.")),
    choice(
        "settle",
        N_("Who is paid"),
        N_("All pay the winner, or each pays everybody who has less to pay."),
        {"winner": N_("the winner"), "pairs": N_("each pair settles the difference")},
    ),
    HANDS,
    TARGET,
)

PRESETS = (
    Preset("standard", N_("Standard"), N_("Five-card hands climb over one another, and the spade two is highest."), {}),
    Preset(
        "hong-kong",
        N_("Hong Kong"),
        N_("Eight cards left already cost double, and each settles with each."),
        {"doubling": "8", "settle": "pairs"},
    ),
    Preset(
        "mainland",
        N_("Mainland"),
        N_("Straights rank as in poker: the two in them is a low card."),
        {"straights": "poker"},
    ),
    Preset(
        "taiwan",
        N_("Taiwan"),
        N_("No flushes, no climbing from type to type, but four and one and straight flushes are bombs."),
        {
            "suit_order": "CDHS",
            "straights": "taiwan",
            "flush": False,
            "ladder": False,
            "bomb": True,
            "last_card": "off",
        },
    ),
    Preset(
        "philippines",
        N_("Pusoy Dos"),
        N_("As in the Philippines: diamonds are the highest suit, and the lowest card always leads."),
        {"suit_order": "CSHD", "straights": "poker", "flush_order": "suit", "next_lead": "lowest"},
    ),
)


class Rules(NamedTuple):
    """The options used by the play and the score. ``cards``: dealt to each; ``rows``: the straights there are;
    ``by_suit``: whether flushes are compared by suit first; ``pairs``: whether each pair of players settles."""

    players: int
    cards: int
    order: Order
    rows: Rows
    flush: bool
    by_suit: bool
    ladder: bool
    bomb: bool
    pass_out: bool
    last_card: str
    lowest_first: bool
    next_lead: str
    doubling: str
    twos_double: bool
    pairs: bool


rules_of = reader(
    Rules,
    OPTIONS,
    cards=cards_each,
    order=lambda options: ORDERS[options["suit_order"]],
    rows=lambda options: ROWS[options["straights"]],
    by_suit=lambda options: options["flush_order"] == "suit",
    pairs=lambda options: options["settle"] == "pairs",
)


def long_target(options: Mapping[str, Any]) -> int:
    """Return the points that a good player needs about the standard number of hands for."""
    target = LONG_TARGET
    for key, percents in GAINS.items():
        target = target * percents.get(options[key], 100) // 100
    return target
