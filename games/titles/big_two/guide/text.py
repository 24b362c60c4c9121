"""The rules of Big Two for people, by the sections of /rules/big-two/, and its positions."""

from __future__ import annotations

from games.guide.blocks import Figure, Position, rule, section
from games.guide.sections import OPTIONS
from games.rules.core import N_
from games.titles.climbing.guide import text as shared

SHORT = (
    rule(N_("Be the first to play all your cards.")),
    rule(
        N_(
            "One leads a single card, a pair, a triple or a poker hand of five; the others beat it with as many higher "
            "cards, or pass. Whoever is not beaten leads again."
        )
    ),
    rule(N_("Whoever is left with cards pays for each, and for many of them more.")),
)

ABOUT = shared.ABOUT | {
    "cards": "5",
    "suit_order": "2",
    "straights": "3",
    "flush": "3",
    "flush_order": "4",
    "ladder": "4",
    "bomb": "4",
    "last_card": "6",
    "doubling": "7",
    "twos_double": "7",
    "settle": "7",
}

SECTIONS = (
    OPTIONS,
    section(
        "2",
        N_("Cards"),
        shared.PACK,
        rule(
            N_("Of equal ranks the suit decides: diamonds, clubs, hearts, spades, from low to high."), suit_order="DCHS"
        ),
        rule(
            N_("Of equal ranks the suit decides: clubs, diamonds, hearts, spades, from low to high."), suit_order="CDHS"
        ),
        rule(
            N_("Of equal ranks the suit decides: clubs, spades, hearts, diamonds, from low to high."), suit_order="CSHD"
        ),
        Figure("order"),
        term="牌的大小",
    ),
    section(
        "3",
        N_("Combinations"),
        rule(N_("One, two, three or five cards are played. A four of a kind takes one more card along.")),
        Figure("combinations"),
        rule(N_("These five-card rows are straights, the lowest first:")),
        Figure("rows"),
        rule(N_("Five cards of one suit that are no straight are a flush."), flush=True),
        rule(N_("There are no flushes here, but a straight may be of one suit."), flush=False),
        *shared.DOUBTFUL,
        term="牌型",
    ),
    section(
        "4",
        N_("What beats what"),
        rule(N_("As many cards, and higher: first by rank; a single card and a pair of equal rank by suit.")),
        rule(
            N_(
                "Any five cards answer five: a flush beats a straight, a full house a flush, quads a full house, "
                "and a straight flush beats them all."
            ),
            ladder=True,
            flush=True,
        ),
        rule(
            N_(
                "Any five cards answer five: a full house beats a straight, quads a full house, and a straight "
                "flush beats them all."
            ),
            ladder=True,
            flush=False,
        ),
        rule(
            N_("Five cards answer the same type alone. Only quads and straight flushes beat the other types too."),
            ladder=False,
        ),
        rule(N_("Flushes are compared by their top card: rank, then suit."), flush_order="rank", flush=True),
        rule(N_("Flushes are compared by suit first, then by their top card."), flush_order="suit", flush=True),
        rule(N_("Quads with one card and straight flushes are bombs: they beat any play."), bomb=True),
        Figure("beats"),
        term="压牌",
    ),
    section(
        "5",
        N_("The deal"),
        *shared.DEALT,
        term="发牌",
    ),
    section(
        "6",
        N_("The play"),
        shared.LOWEST_LEADS,
        *shared.FOLLOWING,
        shared.NEW_TRICK,
        rule(
            N_("When the next player has one card left, a single that you play must be your highest."),
            last_card=("highest", "forced"),
        ),
        rule(N_("You may not pass either, if your highest card beats a single."), last_card="forced"),
        term="出牌 · 过",
    ),
    section(
        "7",
        N_("The end of a hand and its score"),
        rule(N_("The hand ends when one player is out: the winner. Each card left costs a point, and many more.")),
        Figure("factors"),
        rule(N_("Each two left in hand doubles what is paid."), twos_double=True),
        rule(N_("All pay the winner."), settle="winner"),
        rule(N_("Each pair of players settles the difference of what they owe."), settle="pairs"),
        Figure("worked"),
        term="炒 · 结算",
    ),
    section(
        "8",
        N_("The next hand"),
        shared.FIRST_DEALER,
        rule(N_("Whoever had most cards left deals.")),
        *shared.LATER_LEADS,
    ),
    shared.MATCH,
    shared.COURSE,
    shared.REFUSED,
    shared.SEEN,
    section(
        "sources",
        N_("Where it comes from"),
        rule(
            N_(
                "These rules are put together from descriptions of the game in Hong Kong, on the mainland, in "
                "Taiwan and in the Philippines. Where they differ there is an option."
            )
        ),
        rule(
            N_("That straights with a two are the highest is the Hong Kong way; elsewhere the two is low in them."),
            straights="hong-kong",
        ),
    ),
    shared.ADVICE,
)

#: type → an example of it
EXAMPLES = {
    "single": "9C",
    "pair": "9C 9H",
    "triple": "8D 8C 8S",
    "straight": "7D 8C 9H TS JD",
    "flush": "4H 6H 9H JH KH",
    "full-house": "8D 8C 8S 4D 4H",
    "four+1": "7D 7C 7H 7S 3D",
    "straight-flush": "6H 7H 8H 9H TH",
}
#: type → what is compared
COMPARED = shared.SUITED | {
    "straight": N_("the row, then the suit of its deciding card"),
    "straight-flush": N_("the row, then the suit"),
    "flush": N_("the top card: rank, then suit"),
    "full-house": shared.OF_THREE,
    "four+1": shared.OF_FOUR,
}
BY_SUIT_FIRST = N_("the suit, then the top card")
#: sets of cards that people ask about
DOUBTFUL = (
    "AS 2H 3C 4D 5S",
    "2H 3C 4D 5S 6S",
    "JS QH KC AD 2S",
    "QS KH AC 2D 3D",
    "7D 7C 7H 7S",
    "5D 5S 6C 6H",
    "8D 8C 8S 3H",
    "3D 5D 8D TD QD",
)
HIGHER = N_("As many cards and higher: it beats.")
BY_SUIT = N_("Of equal ranks the higher suit beats.")
TYPE = N_("The higher type of five beats, whatever the ranks.")
BOMB = N_("A bomb beats any play.")
BEATS = (
    Position("higher-rank", "TD", "9S", note=HIGHER),
    Position("higher-suit", "9S", "9H", note=BY_SUIT),
    Position("two-over-ace", "2D", "AS", note=HIGHER),
    Position("more-cards", "TD TC", "9S"),
    Position("pair-suit", "9S 9D", "9H 9C", note=BY_SUIT),
    Position("triple", "TD TC TS", "9D 9C 9S", note=HIGHER),
    Position("straight-suit", "6C 7H 8S 9S TS", "6S 7S 8D 9H TD", note=BY_SUIT),
    Position("straight-with-two", "2S 3H 4D 5C 6C", "TS JD QC KC AH", note=HIGHER),
    Position("flush-on-straight", "3H 5H 8H 9H JH", "TS JD QC KC AH", note=TYPE),
    Position("full-house-on-flush", "4D 4C 4S 3D 3C", "3H 5H 8H 9H KH", note=TYPE),
    Position("straight-on-flush", "TS JD QC KC AC", "3H 5H 8H 9H JH"),
    Position("quads-on-full-house", "5D 5C 5H 5S 3D", "AD AC AS 4D 4C", note=TYPE),
    Position("quads-on-single", "5D 5C 5H 5S 3D", "2S", note=BOMB),
)
#: cards left by seat and whether the seat has played, for a worked score; four, three and two players
WORKED = {
    4: (("", "4D 6C 9H", "3D 4C 5H 6D 7C 8S 9D TC JH QD KC", "4S 5S 5C 7D 7H 8D 9S TD"), (True, True, True, True)),
    3: (("", "4D 6C 9H", "3D 4C 5H 6D 7C 8S 9D TC JH QD KC"), (True, True, True)),
    2: (("", "3D 4C 5H 6D 7C 8S 9D TC JH QD KC"), (True, True)),
}
#: What players advise.
ADVICE = (
    ("", N_("Plan the whole hand as few plays: the five-card hands first, then see which small cards are left over.")),
    ("", N_("Keep one control, a two or a high five, for each loose low card.")),
    ("", N_("Near the end get below ten cards: that halves what you lose.")),
    ("", N_("When the next player has one card, lead pairs or five cards.")),
)
