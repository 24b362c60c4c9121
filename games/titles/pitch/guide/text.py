"""The rules of Pitch for people, by the sections of /rules/pitch/, and where each comes from."""

from __future__ import annotations

from games.guide.blocks import Figure, Position, rule, section
from games.guide.sections import OPTIONS, RECORD, YOURS, refused
from games.rules.core import N_
from games.titles.four_chances.guide.figures import Words
from games.titles.four_chances.guide.text import (
    ASKED_FIRST,
    DRAWN,
    EDITIONS,
    FREE,
    GIVING_UP,
    MAY_TRUMP,
    NO_GIVING_UP,
    ORDER,
    POINTS,
    VOID,
)

SHORT = (
    rule(N_("Six cards each, nothing turned up. The first card led makes its suit trumps.")),
    rule(N_("Who leads it is bid for: say how many points you will make, and fall short at your cost.")),
    rule(N_("High, Low, the Jack of trumps and Game score a point each; in the Pedro games some trumps score more.")),
    rule(N_("%(target)s points win the game.")),
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
    OPTIONS,
    EDITIONS,
    section(
        "2",
        N_("Cards and words"),
        *ORDER,
        rule(N_("The joker, called snoozer, is the lowest trump, whatever suit is trump."), snoozer=True),
        rule(N_("Everybody plays for themselves."), partners=False),
        rule(N_("Partners sit opposite each other and score together."), partners=True),
        rule(N_("The eldest sits after the dealer. Only cards that were dealt are in play.")),
        term="王牌",
    ),
    section(
        "3",
        N_("The deal"),
        rule(N_("Each gets six cards, the eldest first and the dealer last. Nothing is turned up."), hand="six"),
        rule(N_("The whole pack is dealt, as far as it gives to all alike."), hand="all"),
        term="发牌",
    ),
    section(
        "4",
        N_("The bidding"),
        rule(N_("There are no bids: the eldest leads, and owes nothing."), auction="none"),
        rule(
            N_("From the eldest on each bids more than the one before, or passes. The highest bidder leads."),
            auction="bank",
        ),
        rule(
            N_(
                "The eldest puts the first lead up for sale, or keeps it unsold and must make every point there "
                "is. After the bids they sell and score the highest bid at once, or keep and must make as much."
            ),
            auction="sell",
        ),
        rule(
            N_("The lowest bid is %(min_bid)s, the highest %(top)s: all that one hand can give."),
            auction=("bank", "sell"),
        ),
        rule(N_("Each bids once."), rebid=False, auction=("bank", "sell")),
        rule(N_("Whoever is outbid may bid again; who has passed is out of it."), rebid=True, auction=("bank", "sell")),
        rule(N_("The dealer may take over a bid below the highest one by bidding as much."), dealer_bid="below"),
        rule(N_("The dealer may take over the highest bid there is by bidding as much."), dealer_bid="top"),
        rule(N_("The dealer may take over any bid by bidding as much."), dealer_bid="any"),
        rule(N_("If all pass, the eldest leads and owes nothing."), all_pass="free", auction=("bank", "sell")),
        rule(N_("If all pass, the same dealer deals again."), all_pass="redeal", auction=("bank", "sell")),
        rule(
            N_("If all pass, the dealer, in a sale the eldest, leads and must make the lowest bid."),
            all_pass="forced",
            auction=("bank", "sell"),
        ),
        rule(N_("No bid may win the eldest the game."), sale_can_win=False, auction="sell"),
        rule(N_("A sale may win the eldest the game."), sale_can_win=True, auction="sell"),
        term="叫分",
    ),
    section(
        "5",
        N_("The play"),
        rule(N_("The first card led is the pitch: its suit is trump for the hand.")),
        rule(N_("The joker has no suit and may not be pitched."), snoozer=True, joker_led="refused"),
        rule(N_("The joker pitched makes spades trumps."), snoozer=True, joker_led="spades"),
        rule(
            N_(
                "Follow suit or trump, as you like. When a trump is led, a trump must follow. Without the "
                "suit, play anything. The highest trump takes the trick, else the highest card of the suit "
                "led."
            )
        ),
        Figure("follow"),
        rule(
            N_(
                "Whoever has just played a trump may ask, before the next card, whether it is the highest or the "
                "lowest in play. All hear the answer."
            )
        ),
        rule(GIVING_UP, partners=True),
        rule(ASKED_FIRST, partners=True),
        rule(GIVING_UP, players=2),
        rule(NO_GIVING_UP, partners=False, players=(3, 4, 5, 6, 7)),
        term="跟牌",
    ),
    section(
        "6",
        N_("The count"),
        rule(N_("High: a point for the highest trump in play. Jack: a point for whoever takes it.")),
        rule(N_("Low: a point for whoever was dealt the lowest trump."), low="dealt"),
        rule(N_("Low: a point for whoever takes the lowest trump."), low="won"),
        rule(N_("Game: a point for the most card points in tricks, of all suits:"), game_by="pips"),
        Figure("pips"),
        rule(N_("If several have the most, nobody scores Game."), game_by="pips", tie_game="none"),
        rule(
            N_("If several have the most, the first of them after the dealer scores Game."),
            game_by="pips",
            tie_game="nondealer",
        ),
        rule(N_("Game: a point for whoever takes the ten of trumps."), game_by="ten"),
        rule(
            N_("Pedro: the five of trumps is worth five to whoever takes it."),
            counters=("five", "nine-five", "nine-five-three"),
        ),
        rule(N_("Sancho: the nine of trumps is worth nine."), counters=("nine-five", "nine-five-three")),
        rule(N_("Dom: the three of trumps is worth three."), counters="nine-five-three"),
        rule(N_("Snoozer: the joker is worth fifteen."), snoozer=True),
        rule(
            N_(
                "Whoever makes their bid scores all they have made. Whoever falls short scores none of it and is "
                "set back by the bid, even below nothing."
            ),
            auction=("bank", "sell"),
        ),
        rule(
            N_("Points count in this order, a set-back first, and the first side at the target has won."),
            count_first="order",
        ),
        rule(
            N_("The bidder counts first, if the bid is made, and the first side at the target has won."),
            count_first="bidder",
        ),
        term="高牌 低牌 J 牌 游戏牌",
    ),
    section("7", N_("The match"), DRAWN, POINTS),
    section(
        "8",
        N_("The course of a hand"),
        rule(N_("Offer, bids, answer, play: each step has its time, some tables skip some.")),
        RECORD,
    ),
    refused("9"),
    section(
        "10",
        N_("Who sees what"),
        rule(N_("All see every bid, every trick, and how many cards and tricks each side has.")),
        YOURS,
    ),
    section("11", N_("Advice"), Figure("advice")),
    section(
        "12",
        N_("Its kin"),
        rule(
            N_(
                "Pitch grew out of All Fours; with the five of trumps it is Pedro, "
                "with nine and five Pedro Sancho, with the joker Dom Pedro."
            )
        ),
    ),
)
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
    "1863": N_("G. F. Pardon, Hoyle’s Games Modernized, 1863"),
    "1897": N_("R. F. Foster, Complete Hoyle, 1897"),
    "1911": N_("Encyclopaedia Britannica, 11th ed., 1911"),
    "1929": N_("Encyclopaedia Britannica, 14th ed., 1929"),
    "later": N_("Card makers’ leaflets, and David Parlett"),
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
