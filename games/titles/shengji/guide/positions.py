"""Small positions of Forty and Eighty: the figures of /rules/eighty/#6 to #9."""

from __future__ import annotations

from games.guide.blocks import Position
from games.rules.core import N_

FREE = N_("Any card of the suit will do: nobody has to beat.")
VOID = N_("Without the suit any card may be played. A trump kills, but nobody has to trump.")
LEVEL_CARD = N_("The two of spades is a level card: a trump, no spade. So there is no spade to follow with.")
ONE_AND_ANY = N_("The only card of the suit must be played; the other one is free.")
NO_PAIR = N_("Without a pair in the suit two single cards of it will do.")
NO_PAIR_TRUMPED = N_("Without the suit: a pair of trumps kills the pair.")
BROKEN = N_("A tractor is broken to follow a pair.")
PAIRS_DO = N_("No tractor in the suit, so its pairs must come, and they have.")
SHORTER = N_("Three pairs for three pairs; a tractor of two need not be played.")
LONG_ENOUGH = N_("A tractor as long as the one led: it follows, higher or lower.")
SOME = N_("Both pairs of the suit are there, the rest is free.")

#: the name of a lead, by its parts
SHAPES = {
    "single": N_("A single card."),
    "pair": N_("A pair."),
    "tractor": N_("A tractor."),
    "throw": N_("A throw of several parts, if nobody can beat any of them."),
}

#: section → positions of Forty
FORTY = {
    "follow-suit": (
        Position("suit-held", "3H", "9S", "KS 4S 3H 7C"),
        Position("suit-low", "4S", "9S", "KS 4S 3H 7C", FREE),
        Position("level-is-trump", "KC", "9S", "2S KC 5D", LEVEL_CARD),
        Position("trump-led", "KS", "AH", "2S KS 5D"),
        Position("void", "3H", "9S", "3H KC 5D", VOID),
    ),
}
#: section → positions of Eighty
EIGHTY = {
    "follow-suit": (
        Position("suit-held", "3H", "9S", "KS 4S 3H 7C"),
        Position("one-left", "4H 4H", "9S 9S", "KS 4H 4H 5D 7C"),
        Position("one-left-played", "KS 5D", "9S 9S", "KS 4H 4H 5D 7C", ONE_AND_ANY),
        Position("level-is-trump", "KC KC", "9S 9S", "2S 2S KC KC 5D", LEVEL_CARD),
        Position("void", "3H 3H", "9S 9S", "3H 3H KC 5D", NO_PAIR_TRUMPED),
    ),
    "follow-tractor": (
        Position("tractor-held", "KS QS 5S 5S", "8S 8S 9S 9S", "5S 5S 6S 6S QS KS"),
        Position("tractor-played", "5S 5S 6S 6S", "8S 8S 9S 9S", "5S 5S 6S 6S QS KS", LONG_ENOUGH),
        Position("pairs-instead-of-tractor", "6S 6S JS JS", "8S 8S 9S 9S", "5S 5S 6S 6S JS JS", SOME),
        Position("pairs-for-tractor", "5S 5S 7S 7S", "8S 8S 9S 9S", "5S 5S 7S 7S QS KS", PAIRS_DO),
        Position(
            "shorter-tractor",
            "3S 3S JS JS KS KS",
            "7S 7S 8S 8S 9S 9S",
            "3S 3S 4S 4S JS JS KS KS",
            SHORTER,
        ),
    ),
    "follow-pair": (
        Position("pair-held", "KS QS", "9S 9S", "5S 5S QS KS"),
        Position("pair-broken-out", "5S 5S", "9S 9S", "5S 5S 6S 6S", BROKEN),
        Position("no-pair", "KS 5S", "9S 9S", "5S QS KS 3H 3H", NO_PAIR),
    ),
    "throws": (
        Position("throw-stands", "AS KS KS", hand="AS KS KS 4D", others=("QS QS JS", "TS 9S", "AH")),
        Position("throw-single", "9S 8S 8S 4S 4S", hand="9S 8S 8S 4S 4S 3D", others=("JS", "3S", "3C")),
        Position("throw-pair", "9S 8S 8S 4S 4S", hand="9S 8S 8S 4S 4S 3D", others=("5S 5S", "3S", "3C")),
        Position("throw-smallest", "9S 9S 8S", hand="9S 9S 8S 3D", others=("JS JS", "TS", "3C")),
    ),
}

#: tricks, four plays each: key, plays, trumps, level
TRICKS = {
    "forty": (
        ("trumped", ("9S", "KS", "3H", "AS"), "H", "2"),
        ("in-suit", ("TS", "KS", "AD", "4S"), "H", "2"),
        ("equal", ("TS", "2S", "2C", "4S"), "H", "2"),
    ),
    "eighty": (
        ("trumped", ("9S", "KS", "3H", "AS"), "H", "2"),
        ("equal", ("KS", "KS", "4S", "3S"), "H", "2"),
        ("pairs", ("9S 9S", "AS KS", "3H 3H", "JS JS"), "H", "2"),
        ("tractors", ("5S 5S 6S 6S", "KS KS JS JS", "TS TS JS 9S", "8S 8S 7S 7S"), "H", "2"),
    ),
}

#: if throws are played, one that is killed twice
THROWN = (("thrown", ("AS KS KS", "QS QS JS", "3H 4H 4H", "5H 5H 6H"), "H", "2"),)

#: declarations one after the other, as a pair of (seat, cards); ``R`` stands for the level
OVERCALLS = (
    ("pair-over-one", (0, "RH"), (1, "RS RS")),
    ("one-over-one", (0, "RH"), (1, "RS")),
    ("own-pair", (0, "RH"), (0, "RH RH")),
    ("own-other-suit", (0, "RH"), (0, "RS RS")),
    ("jokers-over-pair", (0, "RH RH"), (1, "LJ LJ")),
)

#: bottoms that are turned up; the level replaces ``R``
BOTTOMS = {
    "forty": ("9C KD RS 4H 5S 7D", "9C KD KS 4H 5S 7D", "9C KD LJ 4H 5S 7D"),
    "eighty": ("9C KD RS 4H 5S 7D 8C 6S", "9C KD KS 4H 5S 7D 8C 6S", "9C KD LJ 4H 5S 7D 8C 6S"),
}

#: last tricks to score: points in tricks, points buried, last winner's seat (0 the banker), shape
WORKED = ((0, 10, 2, 1), (35, 0, 0, 1), (30, 5, 1, 1), (60, 10, 3, 2), (90, 20, 1, 4))
#: rises to show: level, levels up, whether by declarers
RISES = ((4, 3, True), (5, 2, True), (5, 2, False), (8, 4, False), (12, 2, True))
