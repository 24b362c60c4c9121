"""What can be chosen in California Jack and what each edition chooses (/rules/california-jack/#1)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from games.rules.choices import choice
from games.rules.core import N_
from games.rules.four_chances.options import DEAL, GAMES, TARGET, TIE_GAME, columns
from games.rules.option import Option, Preset

#: side = seat: there are always two
SIDES = (0, 1)

#: The standard of 1897; ``EDITIONS`` lists the differences.
BOOK: dict[str, Any] = {
    "target": 7,
    "deal": "threes",
    "trump": "cut",
    "stock": "up",
    "follow": "or-trump",
    "tie_game": "none",
    "games": 1,
}

EDITIONS: dict[str, dict[str, Any]] = {
    "1897": {},
    "later": {"target": 10, "trump": "turned", "follow": "strict"},
    "shasta-sam": {"stock": "down"},
}
COLUMNS = columns(BOOK, EDITIONS)

OPTIONS: tuple[Option, ...] = (
    choice(
        "edition",
        N_("Edition"),
        N_("Which form of the game is played; it sets the standard for everything below."),
        {
            "1897": N_("1897, Foster’s Hoyle"),
            "later": N_("later, ten points"),
            "shasta-sam": N_("Shasta Sam"),
        },
    ),
    replace(TARGET, default=7, help=N_("Seven in the old book, ten in the later ones."), term="目标分"),
    DEAL,
    choice(
        "trump",
        N_("Trumps"),
        N_("Whether a cut before each deal makes trumps, or the first card on top of the stock."),
        {"cut": N_("are cut for"), "turned": N_("are turned up on the stock")},
        term="主牌",
    ),
    choice(
        "stock",
        N_("The stock lies"),
        N_("Face up you both see the next card and every card drawn; face down you see only your own."),
        {"up": N_("face up"), "down": N_("face down")},
        term="牌堆",
    ),
    choice(
        "follow",
        N_("When a side suit is led"),
        N_("What the second player must play when no trump is led."),
        {
            "or-trump": N_("follow or trump; without the suit, anything"),
            "strict": N_("follow or trump; without the suit, a trump"),
            "suit": N_("follow; without the suit, a trump"),
        },
        term="跟牌",
    ),
    replace(
        TIE_GAME,
        help=N_("Who scores Game at forty card points each."),
        names={**TIE_GAME.names, "nondealer": N_("the player who does not deal")},
        term="游戏牌",
    ),
    GAMES,
)

PRESETS: tuple[Preset, ...] = (
    Preset("1897", N_("1897"), N_("Seven points, the stock face up, trumps by the cut. The standard here."), {}),
    Preset(
        "later",
        N_("To ten points"),
        N_("The first card of the stock makes trumps, and without the suit you must trump."),
        {"edition": "later"},
    ),
    Preset(
        "shasta-sam",
        N_("Shasta Sam"),
        N_("The stock lies face down, so you win a trick for what lies in it."),
        {"edition": "shasta-sam"},
    ),
    Preset(
        "suit",
        N_("Follow first"),
        N_("Follow suit if you can, else trump if you can: trumps come out early."),
        {"follow": "suit"},
    ),
)
