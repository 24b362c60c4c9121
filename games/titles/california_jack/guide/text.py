"""The rules of California Jack for people, by the sections of /rules/california-jack/, and where each comes from."""

from __future__ import annotations

from games.guide.blocks import Figure, Position, Rule, Section
from games.rules.core import N_
from games.titles.four_chances.guide.figures import Words
from games.titles.four_chances.guide.text import GIVING_UP

SHORT = (
    Rule(N_("Two play. Six cards each; the rest is the stock, and after every trick both draw from it.")),
    Rule(N_("Whoever takes the trick draws the top card, the other the next. All cards are played.")),
    Rule(N_("High, Low, the Jack of trumps and Game score a point each, to whoever takes them.")),
    Rule(N_("%(target)s points win the game.")),
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
    Section("1", N_("Options"), "选项", (Figure("options"),)),
    Section(
        "editions",
        N_("The editions side by side"),
        "版本",
        (
            Rule(N_("Only what differs is listed; the column of the edition played here is framed.")),
            Figure("editions"),
            Figure("sources"),
        ),
    ),
    Section(
        "2",
        N_("Cards and words"),
        "王牌",
        (
            Rule(
                N_("In each suit the ace is the highest card and the two the lowest. Any trump beats any other card.")
            ),
            Figure("order"),
            Rule(N_("The eldest is the player who does not deal.")),
        ),
    ),
    Section(
        "3",
        N_("The deal"),
        "发牌",
        (
            Rule(N_("Each gets six cards, the eldest first. The other forty are the stock.")),
            Rule(N_("A card is cut before each deal, and its suit is trump."), {"trump": ("cut",)}),
            Rule(
                N_("The first card on top of the stock makes its suit trump, and is drawn like any other."),
                {"trump": ("turned",)},
            ),
        ),
    ),
    Section(
        "4",
        N_("Play and stock"),
        "跟牌 摸牌",
        (
            Rule(N_("The highest trump takes the trick, else the highest card of the suit led; the winner leads.")),
            Rule(N_("A trump led must be followed with a trump.")),
            Rule(
                N_("When a side suit is led, follow suit or trump; without the suit play anything."),
                {"follow": ("or-trump",)},
            ),
            Rule(
                N_("When a side suit is led, follow suit or trump; without the suit you must trump."),
                {"follow": ("strict",)},
            ),
            Rule(N_("When a side suit is led, follow suit; without the suit you must trump."), {"follow": ("suit",)}),
            Figure("follow"),
            Rule(
                N_(
                    "After each of the first twenty tricks the winner draws the top card of the stock, "
                    "the other one the next."
                )
            ),
            Rule(N_("The stock lies face up: both see its top card and every card drawn."), {"stock": ("up",)}),
            Rule(N_("The stock lies face down: you see only what you draw."), {"stock": ("down",)}),
            Rule(N_("The last six tricks are played without drawing.")),
            Rule(GIVING_UP),
        ),
    ),
    Section(
        "5",
        N_("The count"),
        "高牌 低牌 J 牌 游戏牌",
        (
            Rule(N_("The ace, the two and the jack of trumps are a point each for whoever takes them.")),
            Rule(N_("Game: a point for the most card points in tricks, of all suits:")),
            Figure("pips"),
            Rule(N_("At forty each nobody scores Game."), {"tie_game": ("none",)}),
            Rule(N_("At forty each the player who does not deal scores Game."), {"tie_game": ("nondealer",)}),
            Rule(N_("High, Low, Jack and Game are scored in this order, and the first side at the target has won.")),
        ),
    ),
    Section(
        "6",
        N_("The match"),
        "",
        (
            Rule(N_("Everybody draws a card; the highest deals first, and those who tie draw again.")),
            Rule(
                N_(
                    "Then the deal passes to the left. Points are added up to %(target)s, which wins a game. "
                    "Games to win for the match: %(games)s."
                )
            ),
        ),
    ),
    Section(
        "7",
        N_("The course of a hand"),
        "",
        (Rule(N_("A record of a hand holds its deck and every action. Whoever plays it again gets the same result.")),),
    ),
    Section(
        "8",
        N_("What is refused, and why"),
        "",
        (Rule(N_("Of several reasons the first in this list is given.")), Figure("refusals")),
    ),
    Section(
        "9",
        N_("Who sees what"),
        "",
        (
            Rule(N_("All see the tricks, the score, and how many cards lie in the stock.")),
            Rule(N_("Your cards are yours alone. When the hand is over everything lies open.")),
        ),
    ),
    Section("10", N_("Advice"), "", (Figure("advice"),)),
    Section(
        "11",
        N_("Its kin"),
        "",
        (Rule(N_("California Jack grew out of All Fours; with the stock face down it is Shasta Sam.")),),
    ),
)
FREE = N_("Following is enough: nobody has to beat.")
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
    "later": N_("Card makers' leaflets, and the collections that follow them"),
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
