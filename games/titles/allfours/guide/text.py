"""The rules of All Fours for people, by the sections of /rules/all-fours/, and its positions."""

from __future__ import annotations

from games.guide.blocks import Figure, Position, Rule, Section
from games.rules.core import N_
from games.titles.four_chances.guide.text import ASKED_FIRST, GIVING_UP

SHORT = (
    Rule(N_("Two play for themselves, four as two sides. Six cards each; the next card is turned up for trumps.")),
    Rule(
        N_(
            "Four chances, a point each. High: the highest trump in play. Low: the lowest. "
            "Jack: the jack of trumps, to whoever takes it. Game: the most card points in tricks."
        )
    ),
    Rule(N_("The first side with %(target)s points has won the game.")),
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
    Section("1", N_("Options"), "选项", (Figure("options"),)),
    Section(
        "editions",
        N_("The editions side by side"),
        "版本",
        (
            Rule(
                N_(
                    "Each printed book sets its own standard. What differs from the book of 1807 is marked; the "
                    "column of the edition played here is framed."
                )
            ),
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
            Rule(N_("The sixes and sevens are left out of the pack."), {"pack": (44,)}),
            Rule(N_("Partners sit opposite each other and score together."), {"players": (4,)}),
            Rule(
                N_(
                    "The eldest sits after the dealer. In play are the cards in the hands when the first is "
                    "led; the turned-up card, the pack and discards are not."
                )
            ),
        ),
    ),
    Section(
        "3",
        N_("The deal"),
        "发牌",
        (
            Rule(N_("The cards of the pack go, from the top on, to:")),
            Figure("deal"),
            Rule(
                N_(
                    "The turned-up card makes its suit trumps and belongs to nobody. If it is a jack the dealer's side "
                    "scores a point at once."
                )
            ),
            Rule(
                N_(
                    "The books have laws for a misdeal: for cards that show while they are dealt, and for too many or "
                    "too few. Here the house deals face down and counts, so none of it can happen."
                )
            ),
        ),
    ),
    Section(
        "4",
        N_("Begging"),
        "求牌",
        (
            Rule(
                N_(
                    "The eldest stands or begs. On a beg the dealer gives a point and the "
                    "trump stays, or runs the cards: three more each and a new turn-up, "
                    "until another suit comes."
                )
            ),
            Rule(N_("Times the eldest may beg in a hand: %(beg_limit)s.")),
            Rule(
                N_("A jack turned up in a run scores for the dealer, unless it is of the suit begged against."),
            ),
            Rule(
                N_(
                    "If the pack runs out before another suit comes, the hand is thrown in and the same dealer deals "
                    "again. Rounds that the pack has cards for: %(rounds)s."
                )
            ),
            Rule(N_("The dealer may not give the point that wins the game."), {"gift_can_win": (False,)}),
            Rule(N_("The dealer may give a point even if it wins the game."), {"gift_can_win": (True,)}),
            Rule(N_("After a run everybody discards down to six."), {"discard": ("to-six",)}),
            Rule(N_("After a run all cards are played, nine or more."), {"discard": ("none",)}),
        ),
    ),
    Section(
        "5",
        N_("The play"),
        "跟牌",
        (
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
            Figure("asks"),
            Rule(GIVING_UP, {"discipline": ("enforced",)}),
            Rule(ASKED_FIRST, {"discipline": ("enforced",), "players": (4,)}),
        ),
    ),
    Section(
        "6",
        N_("The count"),
        "高牌 低牌 J 牌 游戏牌",
        (
            Rule(N_("High, Low, Jack and Game are scored in this order, and the first side at the target has won.")),
            Rule(N_("Low goes to the side that was dealt it."), {"low": ("dealt",)}),
            Rule(N_("Low goes to the side that takes it in a trick."), {"low": ("won",)}),
            Rule(N_("Low goes to the dealer's side."), {"low": ("dealer",)}),
            Rule(N_("For Game the cards in the tricks count, of all suits:"), {"game_cards": ("all", "pips")}),
            Rule(N_("For Game only trumps in the tricks count:"), {"game_cards": ("trumps",)}),
            Figure("pips"),
            Rule(N_("If both sides count the same nobody scores Game."), {"tie_game": ("none",)}),
            Rule(
                N_("If both sides count the same the side that does not deal scores Game."),
                {"tie_game": ("nondealer",)},
            ),
            Rule(N_("A hand for two, played out and counted by the rules of this table; the second player deals:")),
            Figure("worked"),
        ),
    ),
    Section(
        "7",
        N_("Revokes"),
        "",
        (
            Rule(N_("What the rules do not allow is refused, so nobody can revoke."), {"discipline": ("enforced",)}),
            Rule(
                N_(
                    "A card that breaks the rule of following is accepted: it is a revoke. After the last trick all "
                    "cards lie open and the other side may claim it for a point. A wrong claim gives the accused side "
                    "a point."
                ),
                {"discipline": ("honour",)},
            ),
        ),
    ),
    Section(
        "8",
        N_("Announcing the score"),
        "",
        (
            Rule(N_("The score is counted for you; nothing is announced."), {"announce": ("auto",)}),
            Rule(
                N_(
                    "The eldest and the dealer say from memory what their sides score, each unseen by the other. "
                    "What is left out is lost. For what is not theirs the other side scores: %(miscount)s."
                ),
                {"announce": ("self",)},
            ),
        ),
    ),
    Section(
        "9",
        N_("The match"),
        "",
        (
            Rule(
                N_("Everybody draws a card; the highest deals first, and those who tie draw again."), {"cut": ("high",)}
            ),
            Rule(
                N_("Everybody draws a card; the lowest deals first, and those who tie draw again."), {"cut": ("low",)}
            ),
            Rule(
                N_(
                    "Then the deal passes to the left. Points are added up to %(target)s, which wins a game. "
                    "Games to win for the match: %(games)s."
                )
            ),
        ),
    ),
    Section(
        "10",
        N_("The course of a hand"),
        "",
        (
            Rule(
                N_("Beg, answer, discard, play, claims, announcements: each step has its time, some tables skip some.")
            ),
            Rule(
                N_("A record of a hand holds its deck and every action. Whoever plays it again gets the same result.")
            ),
        ),
    ),
    Section(
        "11",
        N_("What is refused, and why"),
        "",
        (Rule(N_("Of several reasons the first in this list is given.")), Figure("refusals")),
    ),
    Section(
        "12",
        N_("Who sees what"),
        "",
        (
            Rule(
                N_("All see the turned-up cards, the trick on the table, and how many cards and tricks each side has.")
            ),
            Rule(N_("Earlier tricks stay closed, for the score is announced from memory."), {"announce": ("self",)}),
            Rule(N_("Your cards are yours alone. When the hand is over everything lies open.")),
        ),
    ),
    Section(
        "13",
        N_("Its kin"),
        "",
        (
            Rule(
                N_(
                    "In 1876 it was also called Seven-up, from the points that win. Blind All Fours, Pitch, California "
                    "Jack and Don Pedro grew out of it."
                )
            ),
            Rule(
                N_(
                    "In Blind All Fours nothing is turned up: the first card led makes trumps. So it does in Pitch, "
                    "where that right may be bid for. In California Jack the pack lies face up and the winner of a "
                    "trick draws its top card. In Don Pedro the five of trumps counts five."
                )
            ),
        ),
    ),
    Section("advice", N_("What the old books advise"), "", (Figure("advice"),)),
)

FREE = N_("Following is enough: nobody has to beat.")
MAY_TRUMP = N_("A trump may always be played on another suit, even with the suit in hand.")
VOID = N_("Without the suit any card may be played; nobody has to trump.")
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
