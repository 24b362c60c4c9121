"""The rules of Pitch for people, by the sections of /rules/pitch/, and where each comes from."""

from __future__ import annotations

from games.guide.blocks import Figure, Position, Rule, Section
from games.rules.core import N_
from games.titles.four_chances.guide.figures import Words
from games.titles.four_chances.guide.text import ASKED_FIRST, GIVING_UP, NO_GIVING_UP

SHORT = (
    Rule(N_("Six cards each, nothing turned up. The first card led makes its suit trumps.")),
    Rule(N_("Who leads it is bid for: say how many points you will make, and fall short at your cost.")),
    Rule(N_("High, Low, the Jack of trumps and Game score a point each; in the Pedro games some trumps score more.")),
    Rule(N_("%(target)s points win the game.")),
)
ABOUT = {
    "edition": "editions",
    "players": "1",
    "partners": "2",
    "target": "6",
    "deal": "3",
    "hand": "3",
    "auction": "4",
    "rebid": "4",
    "min_bid": "4",
    "dealer_bid": "4",
    "all_pass": "4",
    "sale_can_win": "4",
    "low": "6",
    "game_by": "6",
    "tie_game": "6",
    "counters": "6",
    "snoozer": "2",
    "joker_led": "5",
    "count_first": "6",
    "games": "7",
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
            Rule(N_("The joker, called snoozer, is the lowest trump, whatever suit is trump."), {"snoozer": (True,)}),
            Rule(N_("Everybody plays for themselves."), {"partners": (False,)}),
            Rule(N_("Partners sit opposite each other and score together."), {"partners": (True,)}),
            Rule(N_("The eldest sits after the dealer. Only cards that were dealt are in play.")),
        ),
    ),
    Section(
        "3",
        N_("The deal"),
        "发牌",
        (
            Rule(
                N_("Each gets six cards, the eldest first and the dealer last. Nothing is turned up."),
                {"hand": ("six",)},
            ),
            Rule(N_("The whole pack is dealt, as far as it gives to all alike."), {"hand": ("all",)}),
        ),
    ),
    Section(
        "4",
        N_("The bidding"),
        "叫分",
        (
            Rule(N_("There are no bids: the eldest leads, and owes nothing."), {"auction": ("none",)}),
            Rule(
                N_("From the eldest on each bids more than the one before, or passes. The highest bidder leads."),
                {"auction": ("bank",)},
            ),
            Rule(
                N_(
                    "The eldest puts the first lead up for sale, or keeps it unsold and must make every point there "
                    "is. After the bids they sell and score the highest bid at once, or keep and must make as much."
                ),
                {"auction": ("sell",)},
            ),
            Rule(
                N_("The lowest bid is %(min_bid)s, the highest %(top)s: all that one hand can give."),
                {"auction": ("bank", "sell")},
            ),
            Rule(N_("Each bids once."), {"rebid": (False,), "auction": ("bank", "sell")}),
            Rule(
                N_("Whoever is outbid may bid again; who has passed is out of it."),
                {"rebid": (True,), "auction": ("bank", "sell")},
            ),
            Rule(
                N_("The dealer may take over a bid below the highest one by bidding as much."),
                {"dealer_bid": ("below",)},
            ),
            Rule(N_("The dealer may take over the highest bid there is by bidding as much."), {"dealer_bid": ("top",)}),
            Rule(N_("The dealer may take over any bid by bidding as much."), {"dealer_bid": ("any",)}),
            Rule(
                N_("If all pass, the eldest leads and owes nothing."),
                {"all_pass": ("free",), "auction": ("bank", "sell")},
            ),
            Rule(
                N_("If all pass, the same dealer deals again."), {"all_pass": ("redeal",), "auction": ("bank", "sell")}
            ),
            Rule(
                N_("If all pass, the dealer, in a sale the eldest, leads and must make the lowest bid."),
                {"all_pass": ("forced",), "auction": ("bank", "sell")},
            ),
            Rule(N_("No bid may win the eldest the game."), {"sale_can_win": (False,), "auction": ("sell",)}),
            Rule(N_("A sale may win the eldest the game."), {"sale_can_win": (True,), "auction": ("sell",)}),
        ),
    ),
    Section(
        "5",
        N_("The play"),
        "跟牌",
        (
            Rule(N_("The first card led is the pitch: its suit is trump for the hand.")),
            Rule(N_("The joker has no suit and may not be pitched."), {"snoozer": (True,), "joker_led": ("refused",)}),
            Rule(N_("The joker pitched makes spades trumps."), {"snoozer": (True,), "joker_led": ("spades",)}),
            Rule(
                N_(
                    "Follow suit or trump, as you like. When a trump is led, a trump must follow. Without the "
                    "suit, play anything. The highest trump takes the trick, else the highest card of the suit "
                    "led."
                )
            ),
            Figure("follow"),
            Rule(
                N_(
                    "Whoever has just played a trump may ask, before the next card, whether it is the highest or the "
                    "lowest in play. All hear the answer."
                )
            ),
            Rule(GIVING_UP, {"partners": (True,)}),
            Rule(ASKED_FIRST, {"partners": (True,)}),
            Rule(GIVING_UP, {"players": (2,)}),
            Rule(NO_GIVING_UP, {"partners": (False,), "players": (3, 4, 5, 6, 7)}),
        ),
    ),
    Section(
        "6",
        N_("The count"),
        "高牌 低牌 J 牌 游戏牌",
        (
            Rule(N_("High: a point for the highest trump in play. Jack: a point for whoever takes it.")),
            Rule(N_("Low: a point for whoever was dealt the lowest trump."), {"low": ("dealt",)}),
            Rule(N_("Low: a point for whoever takes the lowest trump."), {"low": ("won",)}),
            Rule(N_("Game: a point for the most card points in tricks, of all suits:"), {"game_by": ("pips",)}),
            Figure("pips"),
            Rule(N_("If several have the most, nobody scores Game."), {"game_by": ("pips",), "tie_game": ("none",)}),
            Rule(
                N_("If several have the most, the first of them after the dealer scores Game."),
                {"game_by": ("pips",), "tie_game": ("nondealer",)},
            ),
            Rule(N_("Game: a point for whoever takes the ten of trumps."), {"game_by": ("ten",)}),
            Rule(
                N_("Pedro: the five of trumps is worth five to whoever takes it."),
                {"counters": ("five", "nine-five", "nine-five-three")},
            ),
            Rule(N_("Sancho: the nine of trumps is worth nine."), {"counters": ("nine-five", "nine-five-three")}),
            Rule(N_("Dom: the three of trumps is worth three."), {"counters": ("nine-five-three",)}),
            Rule(N_("Snoozer: the joker is worth fifteen."), {"snoozer": (True,)}),
            Rule(
                N_(
                    "Whoever makes their bid scores all they have made. Whoever falls short scores none of it and is "
                    "set back by the bid, even below nothing."
                ),
                {"auction": ("bank", "sell")},
            ),
            Rule(
                N_("Points count in this order, a set-back first, and the first side at the target has won."),
                {"count_first": ("order",)},
            ),
            Rule(
                N_("The bidder counts first, if the bid is made, and the first side at the target has won."),
                {"count_first": ("bidder",)},
            ),
        ),
    ),
    Section(
        "7",
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
        "8",
        N_("The course of a hand"),
        "",
        (
            Rule(N_("Offer, bids, answer, play: each step has its time, some tables skip some.")),
            Rule(
                N_("A record of a hand holds its deck and every action. Whoever plays it again gets the same result.")
            ),
        ),
    ),
    Section(
        "9",
        N_("What is refused, and why"),
        "",
        (Rule(N_("Of several reasons the first in this list is given.")), Figure("refusals")),
    ),
    Section(
        "10",
        N_("Who sees what"),
        "",
        (
            Rule(N_("All see every bid, every trick, and how many cards and tricks each side has.")),
            Rule(N_("Your cards are yours alone. When the hand is over everything lies open.")),
        ),
    ),
    Section("11", N_("Advice"), "", (Figure("advice"),)),
    Section(
        "12",
        N_("Its kin"),
        "",
        (
            Rule(
                N_(
                    "Pitch grew out of All Fours; with the five of trumps it is Pedro, "
                    "with nine and five Pedro Sancho, with the joker Dom Pedro."
                )
            ),
        ),
    ),
)
FREE = N_("Following is enough: nobody has to beat.")
MAY_TRUMP = N_("A trump may always be played on another suit, even with the suit in hand.")
VOID = N_("Without the suit any card may be played; nobody has to trump.")
#: spades are trump in all of them
FOLLOW = (
    Position("follow-low", "4H", "9H", "KH 4H 6S 8D", FREE, trump="S"),
    Position("follow-trump", "6S", "9H", "KH 4H 6S 8D", MAY_TRUMP, trump="S"),
    Position("follow-other", "8D", "9H", "KH 4H 6S 8D", trump="S"),
    Position("void", "8D", "9H", "8D 6S TC", VOID, trump="S"),
    Position("trump-led", "KH", "9S", "KH JS 8D", trump="S"),
    Position("snoozer-follows", "LJ", "9S", "KH LJ 8D", N_("The joker follows as a trump."), trump="S"),
)
BOOKS = {
    "1863": N_("G. F. Pardon, Hoyle's Games Modernized, 1863"),
    "1897": N_("R. F. Foster, Complete Hoyle, 1897"),
    "1911": N_("Encyclopaedia Britannica, 11th ed., 1911"),
    "1929": N_("Encyclopaedia Britannica, 14th ed., 1929"),
    "later": N_("Card makers' leaflets, and David Parlett"),
}
BEHIND = (
    Words("players", "1897, 1911, 1929", N_("Four to seven play, each for themselves; five are best.")),
    Words("partners", "later", N_("Four may play as partners.")),
    Words("target", "1897, 1911", N_("Seven points at Pitch, fifty at Pedro.")),
    Words("deal", "1897", N_("Three cards at a time.")),
    Words("auction", "1863", N_("Blind All Fours stands under a heading of its own beside All Fours.")),
    Words("auction", "1897, 1911", N_("The eldest sells the pitch, or keeps it.")),
    Words("auction", "1929, later", N_("Bids are made to nobody, and the highest bidder pitches.")),
    Words("rebid", "1897", N_("At Pedro whoever is outbid may bid again.")),
    Words(
        "dealer_bid",
        "1929, later",
        N_("The dealer may equal a bid of four, or any but four: the books contradict each other."),
    ),
    Words("all_pass", "1911, 1929", N_("The eldest pitches, and owes nothing.")),
    Words("low", "1897, 1911, 1929", N_("Low is for whoever was dealt it; at Pedro for whoever takes it.")),
    Words("game_by", "1897", N_("At Pedro Game is the ten of trumps.")),
    Words("counters", "1897", N_("The five is worth five, the nine nine; Dom Pedro adds the three and the joker.")),
    Words("play", "1897", N_("You may trump instead of following; when trump is led you must follow, if you can.")),
    Words("joker_led", "later", N_("The joker pitched makes spades trumps.")),
)
ADVICE = (
    ("1897", N_("Bid what your best suit is nearly sure to make: an ace is High, a two of it is Low.")),
    ("1897", N_("The fewer play, the more cards are asleep: with two or three a king is mostly High.")),
    ("1897, later", N_("Lead your highest trumps first, to draw the jack and the tens.")),
    ("later", N_("Let a bid stand that will probably be set back.")),
    ("1897", N_("At Pedro keep a trump above the nine and the five, and catch those of others.")),
)
