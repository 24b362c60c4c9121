"""The rules of California Jack for people, by the sections of /rules/california-jack/, and where each comes from."""

from __future__ import annotations

from games.guide.blocks import Figure, Position, rule, section
from games.guide.sections import OPTIONS, RECORD, YOURS, refused
from games.rules.core import N_
from games.titles.four_chances.guide.figures import Words
from games.titles.four_chances.guide.text import DRAWN, EDITIONS, FREE, GIVING_UP, ORDER, POINTS

SHORT = (
    rule(N_("Two play. Six cards each; the rest is the stock, and after every trick both draw from it.")),
    rule(N_("Whoever takes the trick draws the top card, the other the next. All cards are played.")),
    rule(N_("High, Low, the Jack of trumps and Game score a point each, to whoever takes them.")),
    rule(N_("%(target)s points win the game.")),
)
ABOUT = {
    "edition": "editions",
    "target": "5",
    "deal": "3",
    "trump": "3",
    "stock": "4",
    "follow": "4",
    "tie_game": "5",
    "games": "6",
}
SECTIONS = (
    OPTIONS,
    EDITIONS,
    section(
        "2",
        N_("Cards and words"),
        *ORDER,
        rule(N_("The eldest is the player who does not deal.")),
        term="王牌",
    ),
    section(
        "3",
        N_("The deal"),
        rule(N_("Each gets six cards, the eldest first. The other forty are the stock.")),
        rule(N_("A card is cut before each deal, and its suit is trump."), trump="cut"),
        rule(
            N_("The first card on top of the stock makes its suit trump, and is drawn like any other."), trump="turned"
        ),
        term="发牌",
    ),
    section(
        "4",
        N_("Play and stock"),
        rule(N_("The highest trump takes the trick, else the highest card of the suit led; the winner leads.")),
        rule(N_("A trump led must be followed with a trump.")),
        rule(N_("When a side suit is led, follow suit or trump; without the suit play anything."), follow="or-trump"),
        rule(N_("When a side suit is led, follow suit or trump; without the suit you must trump."), follow="strict"),
        rule(N_("When a side suit is led, follow suit; without the suit you must trump."), follow="suit"),
        Figure("follow"),
        rule(
            N_(
                "After each of the first twenty tricks the winner draws the top card of the stock, "
                "the other one the next."
            )
        ),
        rule(N_("The stock lies face up: both see its top card and every card drawn."), stock="up"),
        rule(N_("The stock lies face down: you see only what you draw."), stock="down"),
        rule(N_("The last six tricks are played without drawing.")),
        rule(GIVING_UP),
        term="跟牌 摸牌",
    ),
    section(
        "5",
        N_("The count"),
        rule(N_("The ace, the two and the jack of trumps are a point each for whoever takes them.")),
        rule(N_("Game: a point for the most card points in tricks, of all suits:")),
        Figure("pips"),
        rule(N_("At forty each nobody scores Game."), tie_game="none"),
        rule(N_("At forty each the player who does not deal scores Game."), tie_game="nondealer"),
        rule(N_("High, Low, Jack and Game are scored in this order, and the first side at the target has won.")),
        term="高牌 低牌 J 牌 游戏牌",
    ),
    section("6", N_("The match"), DRAWN, POINTS),
    section(
        "7",
        N_("The course of a hand"),
        RECORD,
    ),
    refused("8"),
    section(
        "9",
        N_("Who sees what"),
        rule(N_("All see the tricks, the score, and how many cards lie in the stock.")),
        YOURS,
    ),
    section("10", N_("Advice"), Figure("advice")),
    section(
        "11",
        N_("Its kin"),
        rule(N_("California Jack grew out of All Fours; with the stock face down it is Shasta Sam.")),
    ),
)
#: spades are trump in all of them
FOLLOW = (
    Position("follow-low", "4H", "9H", "KH 4H 6S 8D", FREE, trump="S"),
    Position("follow-trump", "6S", "9H", "KH 4H 6S 8D", trump="S"),
    Position("follow-other", "8D", "9H", "KH 4H 6S 8D", trump="S"),
    Position("void", "8D", "9H", "8D 6S TC", trump="S"),
    Position("trump-led", "KH", "9S", "KH JS 8D", trump="S"),
)
BOOKS = {
    "1897": N_("R. F. Foster, Complete Hoyle, 1897"),
    "later": N_("Card makers’ leaflets, and the collections that follow them"),
}
BEHIND = (
    Words("target", "1897", N_("Seven points.")),
    Words("target", "later", N_("Ten points.")),
    Words("trump", "1897", N_("Trumps are cut for before the cards are dealt.")),
    Words("trump", "later", N_("The stock is turned up, and its top card makes trumps.")),
    Words("stock", "1897", N_("Face up in California Jack, face down in Shasta Sam, the better game.")),
    Words("follow", "1897", N_("As in Seven-up: follow or trump; without the suit, anything.")),
    Words("follow", "later", N_("Who cannot follow must trump.")),
)
ADVICE = (
    ("1897", N_("Play each trick for its own cards and for the one on the stock: lose it when that is worthless.")),
    ("1897", N_("Bring the jack and the two of trumps home early, by trumping.")),
    ("later", N_("Keep high trumps for the last six tricks.")),
    ("1897", N_("With the stock face up remember what the other draws: in the end you know their six cards.")),
)
