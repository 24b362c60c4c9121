"""The rules of All Fours for people, by the sections of /rules/all-fours/, and its positions."""

from __future__ import annotations

from games.guide.blocks import Figure, Position, rule, section
from games.guide.sections import OPTIONS, RECORD, YOURS, refused
from games.rules.core import N_
from games.titles.four_chances.guide.text import ASKED_FIRST, FREE, GIVING_UP, MAY_TRUMP, ORDER, POINTS, VOID

SHORT = (
    rule(N_("Two play for themselves, four as two sides. Six cards each; the next card is turned up for trumps.")),
    rule(
        N_(
            "Four chances, a point each. High: the highest trump in play. Low: the lowest. "
            "Jack: the jack of trumps, to whoever takes it. Game: the most card points in tricks."
        )
    ),
    rule(N_("The first side with %(target)s points has won the game.")),
)

ABOUT = {
    "edition": "editions",
    "players": "2",
    "pack": "2",
    "target": "6",
    "deal": "3",
    "cut": "9",
    "ten": "6",
    "game_cards": "6",
    "low": "6",
    "discard": "4",
    "beg_limit": "4",
    "gift_can_win": "4",
    "tie_game": "6",
    "discipline": "7",
    "announce": "8",
    "miscount": "8",
    "games": "9",
}

SECTIONS = (
    OPTIONS,
    section(
        "editions",
        N_("The editions side by side"),
        rule(
            N_(
                "Each printed book sets its own standard. What differs from the book of 1807 is marked; the "
                "column of the edition played here is framed."
            )
        ),
        Figure("editions"),
        Figure("sources"),
        term="版本",
    ),
    section(
        "2",
        N_("Cards and words"),
        *ORDER,
        rule(N_("The sixes and sevens are left out of the pack."), pack=44),
        rule(N_("Partners sit opposite each other and score together."), players=4),
        rule(
            N_(
                "The eldest sits after the dealer. In play are the cards in the hands when the first is "
                "led; the turned-up card, the pack and discards are not."
            )
        ),
        term="王牌",
    ),
    section(
        "3",
        N_("The deal"),
        rule(N_("The cards of the pack go, from the top on, to:")),
        Figure("deal"),
        rule(
            N_(
                "The turned-up card makes its suit trumps and belongs to nobody. If it is a jack the dealer’s side "
                "scores a point at once."
            )
        ),
        rule(
            N_(
                "The books have laws for a misdeal: for cards that show while they are dealt, and for too many or "
                "too few. Here the house deals face down and counts, so none of it can happen."
            )
        ),
        term="发牌",
    ),
    section(
        "4",
        N_("Begging"),
        rule(
            N_(
                "The eldest stands or begs. On a beg the dealer gives a point and the "
                "trump stays, or runs the cards: three more each and a new turn-up, "
                "until another suit comes."
            )
        ),
        rule(N_("Times the eldest may beg in a hand: %(beg_limit)s.")),
        rule(
            N_("A jack turned up in a run scores for the dealer, unless it is of the suit begged against."),
        ),
        rule(
            N_(
                "If the pack runs out before another suit comes, the hand is thrown in and the same dealer deals "
                "again. Rounds that the pack has cards for: %(rounds)s."
            )
        ),
        rule(N_("The dealer may not give the point that wins the game."), gift_can_win=False),
        rule(N_("The dealer may give a point even if it wins the game."), gift_can_win=True),
        rule(N_("After a run everybody discards down to six."), discard="to-six"),
        rule(N_("After a run all cards are played, nine or more."), discard="none"),
        term="求牌",
    ),
    section(
        "5",
        N_("The play"),
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
        Figure("asks"),
        rule(GIVING_UP, discipline="enforced"),
        rule(ASKED_FIRST, discipline="enforced", players=4),
        term="跟牌",
    ),
    section(
        "6",
        N_("The count"),
        rule(N_("High, Low, Jack and Game are scored in this order, and the first side at the target has won.")),
        rule(N_("Low goes to the side that was dealt it."), low="dealt"),
        rule(N_("Low goes to the side that takes it in a trick."), low="won"),
        rule(N_("Low goes to the dealer’s side."), low="dealer"),
        rule(N_("For Game the cards in the tricks count, of all suits:"), game_cards=("all", "pips")),
        rule(N_("For Game only trumps in the tricks count:"), game_cards="trumps"),
        Figure("pips"),
        rule(N_("If both sides count the same nobody scores Game."), tie_game="none"),
        rule(N_("If both sides count the same the side that does not deal scores Game."), tie_game="nondealer"),
        rule(N_("A hand for two, played out and counted by the rules of this table; the second player deals:")),
        Figure("worked"),
        term="高牌 低牌 J 牌 游戏牌",
    ),
    section(
        "7",
        N_("Revokes"),
        rule(N_("What the rules do not allow is refused, so nobody can revoke."), discipline="enforced"),
        rule(
            N_(
                "A card that breaks the rule of following is accepted: it is a revoke. After the last trick all "
                "cards lie open and the other side may claim it for a point. A wrong claim gives the accused side "
                "a point."
            ),
            discipline="honour",
        ),
    ),
    section(
        "8",
        N_("Announcing the score"),
        rule(N_("The score is counted for you; nothing is announced."), announce="auto"),
        rule(
            N_(
                "The eldest and the dealer say from memory what their sides score, each unseen by the other. "
                "What is left out is lost. For what is not theirs the other side scores: %(miscount)s."
            ),
            announce="self",
        ),
    ),
    section(
        "9",
        N_("The match"),
        rule(N_("Everybody draws a card; the highest deals first, and those who tie draw again."), cut="high"),
        rule(N_("Everybody draws a card; the lowest deals first, and those who tie draw again."), cut="low"),
        POINTS,
    ),
    section(
        "10",
        N_("The course of a hand"),
        rule(N_("Beg, answer, discard, play, claims, announcements: each step has its time, some tables skip some.")),
        RECORD,
    ),
    refused("11"),
    section(
        "12",
        N_("Who sees what"),
        rule(N_("All see the turned-up cards, the trick on the table, and how many cards and tricks each side has.")),
        rule(N_("Earlier tricks stay closed, for the score is announced from memory."), announce="self"),
        YOURS,
    ),
    section(
        "13",
        N_("Its kin"),
        rule(
            N_(
                "In 1876 it was also called Seven-up, from the points that win. Blind All Fours, Pitch, California "
                "Jack and Don Pedro grew out of it."
            )
        ),
        rule(
            N_(
                "In Blind All Fours nothing is turned up: the first card led makes trumps. So it does in Pitch, "
                "where that right may be bid for. In California Jack the pack lies face up and the winner of a "
                "trick draws its top card. In Don Pedro the five of trumps counts five."
            )
        ),
    ),
    section("advice", N_("What the old books advise"), Figure("advice")),
)

NO_TRUMP_LEFT = N_("Without a trump any card may be played.")

#: spades are trump in all of them
FOLLOW = (
    Position("follow-low", "4H", "9H", "KH 4H 6S 8D", FREE, trump="S"),
    Position("follow-trump", "6S", "9H", "KH 4H 6S 8D", MAY_TRUMP, trump="S"),
    Position("follow-other", "8D", "9H", "KH 4H 6S 8D", trump="S"),
    Position("void", "8D", "9H", "8D 6S TC", VOID, trump="S"),
    Position("trump-led", "KH", "9S", "KH JS 8D", trump="S"),
    Position("trump-led-void", "KH", "9S", "KH 8D", NO_TRUMP_LEFT, trump="S"),
)
#: trumps in play, and those that are asked about
ASKS = ("KS JS 6S 3S", ("KS", "6S", "3S"))
#: spades are trump; six tricks of two cards each, the first player leads
WORKED = ("AS TH 4S QD 9C 5H", "KH JS 2S AD TC 3C", "AS 2S 4S JS KH 5H AD QD TC 9C 3C TH")
