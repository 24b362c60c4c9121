"""Options, presets and refusals of Forty and Eighty (/rules/eighty/#1 and #15)."""

from __future__ import annotations

from games.rules.core import N_, Refusal
from games.rules.option import Option, Preset

_TRUMP_MAKING = Option(
    "trump_making",
    ("bid", "drawn"),
    "bid",
    N_("Making trumps"),
    N_("How the first hand of a match gets its trumps and its banker."),
    {"bid": N_("Shown during the draw"), "drawn": N_("By a drawn card")},
    "亮主",
)
_NO_TRUMP = Option(
    "no_trump",
    (False, True),
    False,
    N_("No trump allowed"),
    N_("Jokers may be shown to play without a trump suit; only jokers and level cards are trump then."),
    term="无主",
)
_TWOS_TRUMP = Option(
    "twos_trump",
    (False, True),
    False,
    N_("Twos always trumps"),
    N_("The twos are trumps at every level, just under the level cards."),
    term="常主",
)
_OVERCALL = Option(
    "overcall",
    (False, True),
    False,
    N_("Overcalls"),
    N_("A stronger declaration replaces the one that stands."),
    term="反主",
)
_TRACTOR = Option(
    "tractor",
    ("chain", "strict"),
    "chain",
    N_("Tractors"),
    N_(
        "Which pairs are neighbours: all that follow each other in the order, or only by rank, with a gap at the level."
    ),
    {"chain": N_("Neighbours in the order of the cards"), "strict": N_("Neighbours by rank, the level leaves a gap")},
    "拖拉机",
)
_FOLLOW = Option(
    "follow",
    ("pairs", "tractor", "longest"),
    "tractor",
    N_("Following a tractor"),
    N_("What the others must play when a tractor is led."),
    {
        "pairs": N_("As many pairs as they have"),
        "tractor": N_("A tractor as long as the one led, else pairs"),
        "longest": N_("The longest tractor they have, else pairs"),
    },
)
_THROW = Option(
    "throw",
    (False, True),
    False,
    N_("Throws"),
    N_("Several unbeatable parts of one suit may be led at once."),
    term="甩牌",
)
_BOTTOM = Option(
    "bottom",
    ("double", "times", "power"),
    "double",
    N_("Scooped bottom"),
    N_("What the buried points count when the challengers win the last trick."),
    {
        "double": N_("Twice"),
        "times": N_("Two times the number of cards led"),
        "power": N_("Doubled for each card led"),
    },
    "抠底",
)
#: table → what it is called
SCORE_TABLES = {
    "a": N_("First table of the source text"),
    "b": N_("Second table of the source text"),
    "c": N_("Today’s table"),
}
_SCORE_TABLE = Option(
    "score_table",
    ("a", "b", "c"),
    "a",
    N_("Score table"),
    N_("How many levels a side rises for the points taken."),
    SCORE_TABLES,
)
_MUST_PLAY = Option(
    "must_play",
    (False, True),
    False,
    N_("Levels that must be played"),
    N_("Nobody passes over 5, 10 and K: a side stops there and leaves them only as declarers."),
    term="必打",
)
_DISCIPLINE = Option(
    "discipline",
    ("enforced", "honour"),
    "enforced",
    N_("Discipline"),
    N_("Whether illegal cards are refused, or accepted until an opponent claims a revoke."),
    {"enforced": N_("Illegal cards are refused"), "honour": N_("Revokes are claimed by the players")},
    "吃苍蝇",
)

FORTY = (_TRUMP_MAKING, _NO_TRUMP, _TWOS_TRUMP, _SCORE_TABLE, _MUST_PLAY, _DISCIPLINE)
EIGHTY = (
    _TRUMP_MAKING,
    _NO_TRUMP,
    _TWOS_TRUMP,
    _OVERCALL,
    _TRACTOR,
    _FOLLOW,
    _THROW,
    _BOTTOM,
    _SCORE_TABLE,
    _MUST_PLAY,
    _DISCIPLINE,
)

_SOURCE = Preset("source", N_("As the source text"), N_("The rules as the old description gives them."), {})
_TWOS = Preset(
    "twos",
    N_("Twos always trumps"),
    N_("As the source text, but the twos are trumps at every level."),
    {"twos_trump": True},
)
_HONOUR = Preset(
    "honour",
    N_("On your honour"),
    N_("As the source text, but revokes are not refused: an opponent must claim them."),
    {"discipline": "honour"},
)

FORTY_PRESETS = (
    _SOURCE,
    Preset(
        "today",
        N_("Today’s table"),
        N_("Both jokers shown together mean no trump suit; today’s score table."),
        {"no_trump": True, "score_table": "c"},
    ),
    _TWOS,
    _HONOUR,
)
# What most tables and sites play now: overcalls up to a pair of big jokers, throws, a bottom that
# counts more for a pair, 抠底翻倍 by cards, and levels by half a threshold. A tractor still binds
# only to a tractor of its own length: «longest» is the habit of a few.
EIGHTY_PRESETS = (
    _SOURCE,
    Preset(
        "today",
        N_("Today’s table"),
        N_("Overcalls, no trump suit, throws, a bottom that counts by the cards led, and today’s score table."),
        {"no_trump": True, "overcall": True, "throw": True, "bottom": "times", "score_table": "c"},
    ),
    _TWOS,
    _HONOUR,
)

#: code → refusal, in the order of precedence (/rules/eighty/#15)
REFUSALS = {
    "malformed": Refusal(N_("This record is not a hand of this game."), "14"),
    "hand-over": Refusal(N_("The hand is already over."), "14"),
    "wrong-phase": Refusal(N_("That cannot be done at this point of the hand."), "14"),
    "not-your-turn": Refusal(N_("It is not your turn."), "14"),
    "trump-fixed": Refusal(N_("The drawn card has already made trumps."), "4.4"),
    "bad-after": Refusal(N_("That moment of the draw is not now."), "4.1"),
    "not-a-declaration": Refusal(N_("Show a card of the level being played."), "4.1"),
    "not-in-hand": Refusal(N_("You do not hold that card."), "5"),
    "already-declared": Refusal(N_("Trumps have already been declared."), "4.2"),
    "declare-too-weak": Refusal(N_("Your declaration must be stronger than the one that stands."), "4.2"),
    "wrong-bury-count": Refusal(N_("You must bury exactly as many cards as you took up."), "5"),
    "wrong-count": Refusal(N_("You must play as many cards as were led."), "7"),
    "not-one-suit": Refusal(N_("You can lead only cards of one suit."), "6"),
    "not-a-shape": Refusal(N_("Lead a single card, a pair, or consecutive pairs."), "6"),
    "must-follow-suit": Refusal(N_("You must follow suit while you can."), "7.1"),
    "must-follow-tractor": Refusal(N_("You must follow with consecutive pairs if you have them."), "7.2"),
    "must-follow-pair": Refusal(N_("You must follow with pairs if you have them."), "7.3"),
    "own-side": Refusal(N_("You can claim only against the other side."), "13"),
    "no-such-trick": Refusal(N_("That player did not follow to that trick."), "13"),
    "wrong-result": Refusal(N_("The result in this record is not what the rules give."), "14"),
}
