"""The rules of Big Two for people, by the sections of /rules/big-two/, and its positions."""

from __future__ import annotations

from games.guide.blocks import Figure, Position, Rule, Section
from games.rules.core import N_
from games.titles.climbing.guide import text as shared

SHORT = (
    Rule(N_("Be the first to play all your cards.")),
    Rule(
        N_(
            "One leads a single card, a pair, a triple or a poker hand of five; the others beat it with as many higher "
            "cards, or pass. Whoever is not beaten leads again."
        )
    ),
    Rule(N_("Whoever is left with cards pays for each, and for many of them more.")),
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
    shared.OPTIONS,
    Section(
        "2",
        N_("Cards"),
        "牌的大小",
        (
            Rule(N_("There are 52 cards and no jokers. Three is the lowest rank, two the highest.")),
            Rule(
                N_("Of equal ranks the suit decides: diamonds, clubs, hearts, spades, from low to high."),
                {"suit_order": ("DCHS",)},
            ),
            Rule(
                N_("Of equal ranks the suit decides: clubs, diamonds, hearts, spades, from low to high."),
                {"suit_order": ("CDHS",)},
            ),
            Rule(
                N_("Of equal ranks the suit decides: clubs, spades, hearts, diamonds, from low to high."),
                {"suit_order": ("CSHD",)},
            ),
            Figure("order"),
        ),
    ),
    Section(
        "3",
        N_("Combinations"),
        "牌型",
        (
            Rule(N_("One, two, three or five cards are played. A four of a kind takes one more card along.")),
            Figure("combinations"),
            Rule(N_("These five-card rows are straights, the lowest first:")),
            Figure("rows"),
            Rule(N_("Five cards of one suit that are no straight are a flush."), {"flush": (True,)}),
            Rule(N_("There are no flushes here, but a straight may be of one suit."), {"flush": (False,)}),
            Rule(N_("These look like combinations:")),
            Figure("doubtful"),
        ),
    ),
    Section(
        "4",
        N_("What beats what"),
        "压牌",
        (
            Rule(N_("As many cards, and higher: first by rank; a single card and a pair of equal rank by suit.")),
            Rule(
                N_(
                    "Any five cards answer five: a flush beats a straight, a full house a flush, quads a full house, "
                    "and a straight flush beats them all."
                ),
                {"ladder": (True,), "flush": (True,)},
            ),
            Rule(
                N_(
                    "Any five cards answer five: a full house beats a straight, quads a full house, and a straight "
                    "flush beats them all."
                ),
                {"ladder": (True,), "flush": (False,)},
            ),
            Rule(
                N_("Five cards answer the same type alone. Only quads and straight flushes beat the other types too."),
                {"ladder": (False,)},
            ),
            Rule(
                N_("Flushes are compared by their top card: rank, then suit."),
                {"flush_order": ("rank",), "flush": (True,)},
            ),
            Rule(
                N_("Flushes are compared by suit first, then by their top card."),
                {"flush_order": ("suit",), "flush": (True,)},
            ),
            Rule(N_("Quads with one card and straight flushes are bombs: they beat any play."), {"bomb": (True,)}),
            Figure("beats"),
        ),
    ),
    Section(
        "5",
        N_("The deal"),
        "发牌",
        (
            Rule(N_("The cards are dealt one by one, from the dealer on.")),
            Figure("sizes"),
            Rule(N_("The cards left over stay hidden."), {"players": (2,)}),
            Rule(N_("The cards left over stay hidden."), {"players": (3,), "cards": (13,)}),
            Rule(
                N_("The one card left over goes, for all to see, to whoever was dealt the lowest card."),
                {"players": (3,), "cards": (17,)},
            ),
        ),
    ),
    Section(
        "6",
        N_("The play"),
        "出牌 · 过",
        (
            Rule(N_("In the first hand whoever holds the lowest card leads.")),
            Rule(N_("The first play must contain that card, alone or with others."), {"lowest_first": (True,)}),
            Rule(N_("The others beat or pass in turn. The leader may not pass.")),
            shared.PASS_ON,
            shared.PASS_FINAL,
            shared.NEW_TRICK,
            Rule(
                N_("When the next player has one card left, a single that you play must be your highest."),
                {"last_card": ("highest", "forced")},
            ),
            Rule(N_("You may not pass either, if your highest card beats a single."), {"last_card": ("forced",)}),
        ),
    ),
    Section(
        "7",
        N_("The end of a hand and its score"),
        "炒 · 结算",
        (
            Rule(N_("The hand ends when one player is out: the winner. Each card left costs a point, and many more.")),
            Figure("factors"),
            Rule(N_("Each two left in hand doubles what is paid."), {"twos_double": (True,)}),
            Rule(N_("All pay the winner."), {"settle": ("winner",)}),
            Rule(N_("Each pair of players settles the difference of what they owe."), {"settle": ("pairs",)}),
            Figure("worked"),
        ),
    ),
    Section(
        "8",
        N_("The next hand"),
        "",
        (
            shared.FIRST_DEALER,
            Rule(N_("Whoever had most cards left deals.")),
            Rule(N_("The winner of the last hand leads, with any cards."), {"next_lead": ("winner",)}),
            Rule(N_("Whoever holds the lowest card leads, as in the first hand."), {"next_lead": ("lowest",)}),
        ),
    ),
    shared.MATCH,
    shared.COURSE,
    shared.REFUSED,
    shared.SEEN,
    Section(
        "sources",
        N_("Where it comes from"),
        "",
        (
            Rule(
                N_(
                    "These rules are put together from descriptions of the game in Hong Kong, on the mainland, in "
                    "Taiwan and in the Philippines. Where they differ there is an option."
                )
            ),
            Rule(
                N_("That straights with a two are the highest is the Hong Kong way; elsewhere the two is low in them."),
                {"straights": ("hong-kong",)},
            ),
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
