"""What can be chosen in All Fours and what each edition chooses (/rules/all-fours/#1)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from games.rules.cards import PACK_52, RANKS
from games.rules.choices import choice, yes_or_no
from games.rules.core import N_
from games.rules.four_chances.options import DEAL, GAMES, LOW, TARGET, TIE_GAME, columns
from games.rules.option import Option, Preset

#: The standard of most editions; ``EDITIONS`` lists the differences.
BOOK: dict[str, Any] = {
    "players": 2,
    "pack": 52,
    "target": 10,
    "deal": "threes",
    "cut": "high",
    "ten": 10,
    "game_cards": "all",
    "low": "dealt",
    "discard": "none",
    "beg_limit": 1,
    "gift_can_win": True,
    "tie_game": "none",
    "discipline": "enforced",
    "announce": "auto",
    "miscount": 4,
    "games": 1,
}

EDITIONS: dict[str, dict[str, Any]] = {
    "1807": {},
    "1814": {"target": 7},
    "1814-printed": {"target": 7, "ten": 1, "low": "dealer"},
    "1823": {},
    "1845": {"deal": "singles", "cut": "low", "game_cards": "trumps", "discard": "to-six"},
    "1876": {"target": 7},
}
FIRST_EDITION = "1807"
COLUMNS = columns(BOOK, EDITIONS)
#: the cards of each pack
PACKS = {52: PACK_52, 44: tuple(card for card in PACK_52 if RANKS[card % 13] not in "67")}
#: side = seat mod 2, for two and for four
SIDES = (0, 1, 0, 1)

OPTIONS: tuple[Option, ...] = (
    Option(
        "edition",
        tuple(EDITIONS),
        FIRST_EDITION,
        N_("Edition"),
        N_("The printed book whose rules are played; it sets the standard for everything below."),
        {
            "1807": N_("1807, the New Pocket Hoyle"),
            "1814": N_("1814, seven points"),
            "1814-printed": N_("1814, word for word"),
            "1823": N_("1823, ten points"),
            "1845": N_("1845, with discards"),
            "1876": N_("1876, Seven-up"),
        },
    ),
    choice(
        "players",
        N_("Players"),
        N_("Two play for themselves; four in two partnerships, partners opposite each other."),
        {2: N_("two players"), 4: N_("four, as partners")},
    ),
    choice(
        "pack",
        N_("Pack"),
        N_("Play with the whole pack, or leave the sixes and sevens out."),
        {52: N_("52 cards"), 44: N_("44 cards, no sixes or sevens")},
    ),
    TARGET,
    DEAL,
    choice(
        "cut",
        N_("Cut for the deal"),
        N_("Each player draws a card before the first hand: the highest or the lowest deals first."),
        {"high": N_("the highest card deals"), "low": N_("the lowest card deals")},
    ),
    Option(
        "ten",
        (10, 1),
        10,
        N_("What a ten counts for Game"),
        N_("A ten counts 10 in every book but one, which prints 1."),
    ),
    choice(
        "game_cards",
        N_("Cards that count for Game"),
        N_("Whether ace, king, queen, jack and ten of all suits count for Game, or those of trumps only."),
        {
            "all": N_("all suits"),
            "trumps": N_("trumps only"),
            "pips": N_("the pips of every card, court cards ten each"),
        },
        term="游戏牌",
    ),
    replace(LOW, values=("dealt", "won", "dealer"), names={**LOW.names, "dealer": N_("the dealer")}),
    choice(
        "discard",
        N_("After running the cards"),
        N_("Whether hands are cut back to six cards once the cards have been run."),
        {"none": N_("all cards are played"), "to-six": N_("each discards down to six")},
    ),
    Option(
        "beg_limit", (1, 2, 3), 1, N_("Begs in a hand"), N_("How often the eldest may beg in one hand."), term="求牌"
    ),
    yes_or_no(
        "gift_can_win",
        True,
        N_("The gift may win the game"),
        N_("Whether the dealer may give the point that wins the game for the other side."),
    ),
    TIE_GAME,
    choice(
        "discipline",
        N_("Revokes"),
        N_("Illegal cards are refused, or they may be played and the other side may claim a point for them."),
        {"enforced": N_("cannot happen"), "honour": N_("can happen and be claimed")},
    ),
    choice(
        "announce",
        N_("The score of a hand"),
        N_("Whether the score is counted for you, or each side says from memory what it scores."),
        {"auto": N_("is counted for you"), "self": N_("is announced by the players")},
    ),
    Option(
        "miscount",
        (4, 1),
        4,
        N_("Points for a wrong announcement"),
        N_("What the other side scores when a side announces what is not its own."),
    ),
    GAMES,
)

PRESETS: tuple[Preset, ...] = (
    Preset("1807", N_("1807"), N_("The New Pocket Hoyle: ten points, for two. The standard here."), {}),
    Preset(
        "1814",
        N_("1814"),
        N_("A shorter game to seven points, which two usually play and sometimes four."),
        {"edition": "1814"},
    ),
    Preset(
        "1814-printed",
        N_("1814, word for word"),
        N_("As the book stands in print: a ten counts only one, and Low always goes to the dealer."),
        {"edition": "1814-printed"},
    ),
    Preset("1823", N_("1823"), N_("Ten points, as in 1807: the rules had settled."), {"edition": "1823"}),
    Preset(
        "1845",
        N_("1845"),
        N_("Cards dealt one by one, only trumps count for Game, and you discard after the cards are run."),
        {"edition": "1845"},
    ),
    Preset("1876", N_("1876, Seven-up"), N_("Seven points; the game is called Seven-up now."), {"edition": "1876"}),
    Preset(
        "heather",
        N_("As Heather had it"),
        N_("The game the Papers of 1876 would not call All Fours: no sixes or sevens, and every pip counts."),
        {"edition": "1876", "pack": 44, "game_cards": "pips"},
    ),
    Preset(
        "four",
        N_("Four at the table"),
        N_("Two partnerships to seven points; partners sit opposite and may not see each other’s cards."),
        {"edition": "1814", "players": 4},
    ),
    Preset(
        "strict",
        N_("On your honour"),
        N_("For strict players: revokes can happen and be claimed, and you announce the score from memory."),
        {"discipline": "honour", "announce": "self"},
    ),
)


def pack_of(options: Mapping[str, Any]) -> tuple[int, ...]:
    """Return the cards of the game."""
    return PACKS[options["pack"]]


def sides_of(options: Mapping[str, Any]) -> tuple[int, ...]:
    """Return the side of each seat."""
    return SIDES[: options["players"]]
