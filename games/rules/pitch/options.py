"""What can be chosen in Pitch and what each edition chooses (/rules/pitch/#1)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from games.rules.cards import PACK_52
from games.rules.choices import choice, yes_or_no
from games.rules.core import N_
from games.rules.four_chances.following import JOKER
from games.rules.four_chances.options import DEAL, GAMES, LOW, TARGET, TIE_GAME, columns
from games.rules.option import Option

#: the points that win a game at Pedro, where cards count beside the four chances
PEDRO_TARGET = 50
#: The standard of most editions; ``EDITIONS`` lists the differences.
BOOK: dict[str, Any] = {
    "players": 4,
    "partners": False,
    "target": 7,
    "deal": "threes",
    "hand": "six",
    "auction": "bank",
    "rebid": False,
    "min_bid": 1,
    "dealer_bid": "none",
    "all_pass": "free",
    "sale_can_win": False,
    "low": "dealt",
    "game_by": "pips",
    "tie_game": "none",
    "counters": "none",
    "snoozer": False,
    "joker_led": "refused",
    "count_first": "order",
    "games": 1,
}
_PEDRO: dict[str, Any] = {"target": PEDRO_TARGET, "auction": "sell", "rebid": True, "low": "won", "game_by": "ten"}

EDITIONS: dict[str, dict[str, Any]] = {
    "auction": {},
    "blind": {"players": 2, "auction": "none"},
    "commercial": {"auction": "sell"},
    "pedro-sancho": {**_PEDRO, "counters": "nine-five"},
    "dom-pedro": {**_PEDRO, "counters": "nine-five-three", "snoozer": True},
}
COLUMNS = columns(BOOK, EDITIONS)

#: what trumps count beside the four chances, in the order of /rules/pitch/#6: the pips of each
COUNTERS = {"none": (), "five": (5,), "nine-five": (5, 9), "nine-five-three": (3, 5, 9)}
FOUR_CHANCES, SNOOZER_POINTS = 4, 15
PARTNERS = (0, 1, 0, 1)
_PACK_53 = (*PACK_52, JOKER)

OPTIONS: tuple[Option, ...] = (
    choice(
        "edition",
        N_("Edition"),
        N_("Which form of the game is played; it sets the standard for everything below."),
        {
            "auction": N_("Auction Pitch"),
            "blind": N_("Blind All Fours"),
            "commercial": N_("Commercial Pitch, or Sell Out"),
            "pedro-sancho": N_("Pedro Sancho"),
            "dom-pedro": N_("Dom Pedro, or Snoozer"),
        },
    ),
    Option("players", tuple(range(2, 8)), 4, N_("Players"), N_("Two to seven play, each for themselves.")),
    yes_or_no(
        "partners",
        False,
        N_("Partners"),
        N_("Four may play in two partnerships, partners opposite each other."),
        term="搭档",
    ),
    replace(TARGET, default=7, help=N_("Seven at Pitch, fifty at Pedro; ten or more if you like."), term="目标分"),
    replace(DEAL, help=N_("Whether cards are dealt three at a time or one at a time.")),
    choice(
        "hand",
        N_("Cards in a hand"),
        N_("Six cards each, or as many as the pack gives to all alike."),
        {"six": N_("six cards"), "all": N_("as many as there are")},
    ),
    choice(
        "auction",
        N_("Who pitches"),
        N_("Whether the first lead is the eldest’s, is bid for, or is the eldest’s to sell."),
        {
            "none": N_("the eldest, without bids"),
            "bank": N_("the highest bidder"),
            "sell": N_("the eldest, who may sell to the highest bidder"),
        },
        term="叫分",
        default="bank",
    ),
    yes_or_no("rebid", False, N_("Bid again"), N_("Whether you may bid again when your bid has been raised.")),
    Option("min_bid", (1, 2), 1, N_("Lowest bid"), N_("The fewest points that may be bid.")),
    choice(
        "dealer_bid",
        N_("The dealer may take over"),
        N_("Which bids the dealer need only equal to take the pitch."),
        {
            "none": N_("no bid"),
            "below": N_("any bid but the highest there is"),
            "top": N_("only the highest bid there is"),
            "any": N_("any bid"),
        },
        term="庄家优先",
    ),
    choice(
        "all_pass",
        N_("When nobody bids"),
        N_("What follows when all have passed."),
        {
            "free": N_("the eldest pitches and owes nothing"),
            "redeal": N_("the cards are dealt again"),
            "forced": N_("somebody must make the lowest bid"),
        },
        term="不叫",
    ),
    yes_or_no(
        "sale_can_win",
        False,
        N_("The sale may win the game"),
        N_("Whether the eldest may be bid the points that win the game."),
        term="卖手",
    ),
    LOW,
    choice(
        "game_by",
        N_("Game goes to"),
        N_("Who scores the point for Game."),
        {"pips": N_("the most card points"), "ten": N_("the player who takes the ten of trumps")},
        term="游戏牌",
    ),
    replace(
        TIE_GAME,
        label=N_("Game when several count the same"),
        help=N_("Who scores Game when two or more share the most card points."),
        names={**TIE_GAME.names, "nondealer": N_("the first of them after the dealer")},
    ),
    choice(
        "counters",
        N_("Trumps that count"),
        N_("Which trumps count their pips to the player who takes them."),
        {
            "none": N_("none"),
            "five": N_("the five: Pedro"),
            "nine-five": N_("the nine and the five: Sancho and Pedro"),
            "nine-five-three": N_("the nine, the five and the three: Sancho, Pedro and Dom"),
        },
        term="佩德罗",
    ),
    yes_or_no(
        "snoozer",
        False,
        N_("Snoozer"),
        N_("Add a joker: the lowest trump, and fifteen points to the player who takes it."),
        term="懒汉",
    ),
    choice(
        "joker_led",
        N_("The joker pitched"),
        N_("Whether the joker may be the first card led, and what it makes trumps."),
        {"refused": N_("is refused"), "spades": N_("makes spades trumps")},
    ),
    choice(
        "count_first",
        N_("Who counts first"),
        N_("Whether points count in their order, or the bidder’s before all others."),
        {"order": N_("all, in the order of the points"), "bidder": N_("the bidder, if the bid is made")},
    ),
    GAMES,
)


def sides_of(options: Mapping[str, Any]) -> tuple[int, ...]:
    """Return the side of each seat: partners share one, otherwise each is a side."""
    return PARTNERS if options["partners"] else tuple(range(options["players"]))


def pack_of(options: Mapping[str, Any]) -> tuple[int, ...]:
    """Return the cards of the game."""
    return _PACK_53 if options["snoozer"] else PACK_52


def top_of(options: Mapping[str, Any]) -> int:
    """Return the most that one hand can give (/rules/pitch/#2, Top)."""
    return FOUR_CHANCES + sum(COUNTERS[options["counters"]]) + (SNOOZER_POINTS if options["snoozer"] else 0)
