"""The rules of Winner for people, by the sections of /rules/winner/, and its positions."""

from __future__ import annotations

from games.guide.blocks import Figure, Position, rule, section
from games.guide.sections import OPTIONS, RECORD, YOURS
from games.rules.core import N_
from games.titles.climbing.guide import text as shared
from games.titles.climbing.guide.text import MATCH, REFUSED

SHORT = (
    rule(N_("Be the first to play all your cards.")),
    rule(
        N_(
            "One leads a single card or a combination; the others beat it with the same kind and number of higher "
            "cards, or pass. Whoever is not beaten leads again."
        )
    ),
    rule(N_("Whoever is left with cards pays for each, and for many of them double.")),
)

ABOUT = {
    "players": "5",
    "jokers": "2",
    "joker_pair": "3",
    "bomb": "4",
    "straight_full_rank": "4",
    "triple_straight_min": "3",
    "triple": "7",
    "relead": "6",
    "ending": "7",
    "next_lead": "8",
    "hands": "9",
    "target": "9",
}

SECTIONS = (
    OPTIONS,
    section(
        "2",
        N_("Cards"),
        rule(N_("Three is the lowest rank, two the highest but for the jokers."), jokers=True),
        rule(N_("Three is the lowest rank, two the highest. There are no jokers."), jokers=False),
        rule(N_("Of equal ranks the suit decides: diamonds, clubs, hearts, spades, from low to high.")),
        Figure("order"),
        rule(
            N_(
                "In straights the order is another: the two is low, the ace low or high. A 2 3 is the "
                "lowest, Q K A the highest; K A 2 is not one. A joker is in no straight."
            )
        ),
        Figure("sequence"),
        term="牌的大小",
    ),
    section(
        "3",
        N_("Combinations"),
        rule(N_("These may be played, and nothing else. What is compared stands beside each.")),
        Figure("combinations"),
        rule(N_("The two jokers together are the highest pair."), joker_pair=True, jokers=True),
        rule(N_("The two jokers are no pair: one beats the other."), joker_pair=False, jokers=True),
        rule(N_("A straight of triples needs at least %(triple_straight_min)s of them, and has no extra cards.")),
        *shared.DOUBTFUL,
        term="牌型",
    ),
    section(
        "4",
        N_("What beats what"),
        rule(
            N_(
                "The same kind, the same number of cards, and higher: first by rank; a single card, a pair and a "
                "straight of equal rank by suit. A straight flush beats any straight of its length."
            ),
            straight_full_rank=False,
        ),
        rule(
            N_(
                "The same kind, the same number of cards, and higher: first by rank; a single card and a pair of "
                "equal rank by suit. A straight flush beats any straight of its length."
            ),
            straight_full_rank=True,
        ),
        rule(N_("Straights of equal rank do not beat each other: a full rank is asked for."), straight_full_rank=True),
        rule(N_("Four of a kind without extra cards is a bomb: it beats everything, save a higher four."), bomb=True),
        rule(N_("Four of a kind is no bomb here: it beats only a lower four."), bomb=False),
        Figure("beats"),
        term="压牌",
    ),
    section(
        "5",
        N_("The deal and the exchange"),
        rule(N_("The cards are dealt one by one, from the dealer on, until none is left.")),
        Figure("sizes"),
        rule(
            N_(
                "From the second hand on the loser of the last gives the winner their "
                "highest card, by itself. The winner gives back any card dealt to them. "
                "All see both."
            )
        ),
        rule(N_("A loser who holds both jokers gives nothing."), jokers=True),
        Figure("tribute"),
        term="进贡",
    ),
    section(
        "6",
        N_("The play"),
        rule(
            N_(
                "In the first hand whoever holds the three of diamonds leads, with any "
                "cards. The others beat or pass in turn; after a pass you may still play "
                "later in the trick. The leader may not pass."
            )
        ),
        rule(
            N_("When all others have passed, whoever played last leads anew."),
        ),
        rule(N_("If they are out by then, the next player with cards leads."), ending="last-loser"),
        rule(N_("After one of these nobody is asked to pass:"), relead=True, bomb=False),
        rule(N_("With bombs nothing is unbeatable, so the others are always asked."), bomb=True),
        rule(N_("All are asked, even after the highest card."), relead=False, bomb=False),
        Figure("relead"),
        term="出牌 · 不要",
    ),
    section(
        "7",
        N_("The end of a hand and its score"),
        rule(
            N_(
                "The hand ends when one player is out: the winner. Whoever has most cards left is the "
                "loser; if several have as many, one who played no card, then the last in the order of play."
            ),
            ending="first-out",
        ),
        rule(
            N_(
                "The hand goes on until one player holds cards: the loser. The winner is whoever went out first. "
                "Only the loser pays."
            ),
            ending="last-loser",
        ),
        rule(N_("Each card left costs a point, and more for many; the winner gains what the others lose.")),
        Figure("factors"),
        Figure("worked"),
        term="上游 · 下游",
    ),
    section(
        "8",
        N_("The next hand"),
        shared.FIRST_DEALER,
        rule(N_("The loser deals. Then come the exchange and the first lead.")),
        rule(N_("The loser of the last hand leads."), next_lead="loser"),
        rule(N_("The winner of the last hand leads."), next_lead="winner"),
        rule(N_("Whoever holds the three of diamonds after the exchange leads."), next_lead="lowest"),
    ),
    MATCH,
    section(
        "10",
        N_("The course of a hand"),
        rule(N_("Exchange, where there is one, then play. Each step has its time.")),
        RECORD,
    ),
    REFUSED,
    section(
        "12",
        N_("Who sees what"),
        rule(N_("All see every play and pass, how many cards each holds, and the exchange.")),
        YOURS,
    ),
    section(
        "kin",
        N_("Its kin"),
        rule(N_("Of its kind are President, Big Two and Tien Len, which descend from it or share its way of playing.")),
    ),
    section("advice", N_("What the old hands advise"), Figure("advice")),
)

#: type → an example of it; «triple-straight» is shown as short as the table allows
EXAMPLES = {
    "single": "9C",
    "pair": "9C 9H",
    "triple": "8D 8C 8S",
    "four": "7D 7C 7H 7S",
    "triple+1": "8D 8C 8S 3H",
    "full-house": "8D 8C 8S 4D 4H",
    "four+1": "7D 7C 7H 7S 3D",
    "four+2": "7D 7C 7H 7S 3D 5H",
    "straight": "6C 7H 8S 9D",
    "straight-flush": "6H 7H 8H 9H",
    "pair-straight": "5D 5S 6C 6H 7D 7C",
    "triple-straight": "5D 5C 5S 6D 6C 6H 7D 7H 7S",
}
#: type → what is compared
COMPARED = {
    "single": N_("the rank, then the suit"),
    "pair": N_("the rank, then its higher suit"),
    "triple": N_("the rank"),
    "four": N_("the rank"),
    "triple+1": N_("the rank of the three"),
    "full-house": N_("the rank of the three"),
    "four+1": N_("the rank of the four"),
    "four+2": N_("the rank of the four"),
    "straight": N_("the top card: rank, then suit"),
    "straight-flush": N_("the top card: rank, then suit"),
    "pair-straight": N_("the top pair: rank, then its higher suit"),
    "triple-straight": N_("the top rank"),
}
#: the same if a full rank is required: suits do not count
COMPARED_FULL = COMPARED | dict.fromkeys(("straight", "straight-flush", "pair-straight"), N_("the top rank"))
#: sets of cards that people ask about
DOUBTFUL = (
    "AS 2H 3C",
    "KS AH 2C",
    "LJ BJ",
    "5D 5S 6C 6H",
    "5D 5C 5S 6D 6C 6H",
    "QS KH AC",
    "4D 4C 4H LJ",
    "7D 7C 7H 7S 4D 4H",
)
HIGHER = N_("The same kind and higher: it beats.")
BY_SUIT = N_("Of equal ranks the higher suit beats.")
BY_THREE = N_("Only the three are compared, not what goes with them.")
FLUSH = N_("A straight flush beats any straight of its length.")
FOUR = N_("A four beats what it may beat: a lower four, and as a bomb everything else.")
JOKER = N_("The big joker beats every single card.")
BEATS = (
    Position("higher-rank", "TD", "9S", note=HIGHER),
    Position("higher-suit", "9S", "9H", note=BY_SUIT),
    Position("two-over-ace", "2D", "AS", note=HIGHER),
    Position("big-joker", "BJ", "LJ", note=JOKER),
    Position("more-cards", "TD TC", "9S"),
    Position("pair-suit", "9S 9D", "9H 9C", note=BY_SUIT),
    Position("three-and-one", "8D 8C 8S 3H", "7D 7C 7S AH", note=BY_THREE),
    Position("straight-suit", "6C 7H 8S 9S", "6S 7S 8D 9H", note=BY_SUIT),
    Position("straight-longer", "6C 7H 8S 9S TD", "6S 7S 8D 9H"),
    Position("flush-lower", "3H 4H 5H", "QS KH AC", note=FLUSH),
    Position("bomb-on-single", "5D 5C 5H 5S", "2H", note=FOUR),
    Position("bomb-on-four-and-one", "5D 5C 5H 5S", "6D 6C 6H 6S 3D", note=FOUR),
)
#: losers' hands, for the tribute
TRIBUTES = ("3D 7C TS KH 2C", "4S 9D AC LJ", "4S 9D LJ BJ")
#: cards left by seat and whether the seat has played, for a worked score of four and of three
WORKED = {4: ((0, 3, 11, 8), (True, True, True, True)), 3: ((0, 12, 18), (True, True, False))}
LAST_LOSER = {4: (0, 0, 11, 0), 3: (0, 12, 0)}

#: What old books advise, with the books.
ADVICE = (("", N_("A pass costs nothing: you may still play later in the same trick.")),)
