"""The rules of Tien Len for people, by the sections of /rules/tien-len/, and its positions."""

from __future__ import annotations

from games.guide.blocks import Figure, Position, rule, section
from games.guide.sections import OPTIONS
from games.rules.core import N_
from games.titles.climbing.guide import text as shared

SHORT = (
    rule(N_("Get rid of all your cards before the others do.")),
    rule(
        N_(
            "One leads a single card, a set or a straight; the others beat it with the same kind and number of higher "
            "cards, or pass. Twos are the highest, but a four of a kind or pairs in a row chop them."
        )
    ),
    rule(N_("The first out gains what the last loses; the second takes a little from the third."), players=4),
)

ABOUT = shared.ABOUT | {
    "cards": "5",
    "four_chops_pair": "4",
    "chop_ladder": "4",
    "chop_after_pass": "6",
    "instant": "5",
    "ending": "7",
    "twos_left": "7",
    "chop_points": "7",
}

SECTIONS = (
    OPTIONS,
    section(
        "2",
        N_("Cards"),
        shared.PACK,
        rule(N_("Of equal ranks the suit decides: spades, clubs, diamonds, hearts, from low to high.")),
        Figure("order"),
        term="牌的大小",
    ),
    section(
        "3",
        N_("Combinations"),
        rule(N_("These may be played, and nothing else. What is compared stands beside each.")),
        Figure("combinations"),
        rule(N_("A two is in no straight and in no pairs in a row. A straight of one suit is nothing better.")),
        *shared.DOUBTFUL,
        term="牌型",
    ),
    section(
        "4",
        N_("What beats what"),
        rule(N_("The same kind, the same number of cards, and higher: first by rank, then by suit.")),
        rule(N_("To chop is to beat twos with what is no two:")),
        Figure("chops"),
        rule(
            N_(
                "Choppers climb: a four of a kind beats three pairs in a row, four pairs beat a four, and so on, "
                "whatever the ranks."
            ),
            chop_ladder=True,
        ),
        rule(N_("Choppers beat twos and lower ones of their own kind only."), chop_ladder=False),
        Figure("beats"),
        term="压牌 · 斩",
    ),
    section(
        "5",
        N_("The deal"),
        *shared.DEALT,
        rule(
            N_("A hand of thirteen that holds one of these wins at once, the first in the list before the others:"),
            instant=True,
        ),
        rule(N_("No hand wins at the deal here; at other tables these do:"), instant=False),
        Figure("instant"),
        term="发牌",
    ),
    section(
        "6",
        N_("The play"),
        shared.LOWEST_LEADS,
        *shared.FOLLOWING,
        rule(
            N_("Whoever has passed is still asked about twos and choppers, and may chop with four pairs or more."),
            pass_out=True,
            chop_after_pass="four-pairs",
        ),
        rule(
            N_("Whoever has passed is still asked about twos and choppers, and may chop with any chopper."),
            pass_out=True,
            chop_after_pass="any",
        ),
        shared.NEW_TRICK,
        rule(shared.OUT_BY_THEN, ending="last-loser"),
        term="出牌 · 过",
    ),
    section(
        "7",
        N_("The end of a hand and its score"),
        rule(N_("The hand goes on until one player holds cards: the loser."), ending="last-loser"),
        rule(
            N_(
                "The hand ends when one player is out. The others pay for each card left, double if they have "
                "played none."
            ),
            ending="first-out",
        ),
        Figure("worked"),
        rule(
            N_("A black two left in hand costs 1 more, a red one 2; it goes to who went out just before."),
            twos_left=True,
            ending="last-loser",
        ),
        rule(
            N_("A black two left in hand costs 1 more, a red one 2; it goes to the winner."),
            twos_left=True,
            ending="first-out",
        ),
        rule(
            N_(
                "Whoever is chopped pays for it at the end of the trick. A chop that is chopped adds up, and the "
                "last one chopped pays for all."
            ),
            chop_points=True,
        ),
        Figure("worth"),
        term="名次",
    ),
    section(
        "8",
        N_("The next hand"),
        shared.FIRST_DEALER,
        rule(N_("The loser deals.")),
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
                "These rules are those of southern Vietnam, put together from Vietnamese and English descriptions. "
                "Where they differ there is an option."
            )
        ),
        rule(N_("In the north a hand may not end with a two; in the south it may.")),
    ),
    section(
        "words",
        N_("Words of the table"),
        rule(N_("Vietnamese players say heo for a two, tứ quý for a four of a kind, đôi thông for pairs in a row.")),
    ),
    shared.ADVICE,
)

#: type → an example of it
EXAMPLES = {
    "single": "9C",
    "pair": "9C 9H",
    "triple": "8D 8C 8S",
    "straight": "6C 7H 8S 9D",
    "four": "7D 7C 7H 7S",
    "pair-straight": "5D 5S 6C 6H 7D 7C",
}
#: type → its name with the Vietnamese word, where a page has room for both
NAMED = {
    "single": N_("single card (rác)"),
    "pair": N_("pair (đôi)"),
    "triple": N_("three of a kind (sám)"),
    "straight": N_("straight (sảnh)"),
    "four": N_("four of a kind (tứ quý)"),
    "pair-straight": N_("pairs in a row (đôi thông)"),
}
#: type → what is compared
COMPARED = shared.SUITED | {
    "straight": shared.TOP_CARD,
    "pair-straight": N_("the top pair: rank, then its higher suit"),
}
#: the sets of twos for which the page shows what chops them
TWOS = ("2S", "2S 2H", "2S 2C 2H")
#: the chopped plays whose worth the page shows
CHOPPED = ("2S", "2H", "2S 2H", "4S 4C 5S 5C 6S 6C", "7D 7C 7H 7S", "4S 4C 5S 5C 6S 6C 7S 7C")
#: hands that win at the deal, the highest first
INSTANT = {
    "dragon": "3S 4C 5D 6S 7H 8C 9D TS JH QC KD AS AH",
    "four-twos": "3S 5C 5D 8S 9H TC JD KS AH 2S 2C 2D 2H",
    "five-pairs": "4S 4C 5S 5D 6C 6H 7S 7H 8C 8D JS KD AH",
    "six-pairs": "3S 3C 5S 5D 8C 8H TS TH QC QD AS AH 2S",
}
#: sets of cards that people ask about
DOUBTFUL = (
    "QS KH AC 2D",
    "AS 3H 4C",
    "5D 5S 6C 6H",
    "4H 5H 6H 7H",
    "8D 8C 8S 3H",
    "9D 9C 9S TD TC TH",
    "2S 2C 2D 2H",
)
HIGHER = N_("The same kind and higher: it beats.")
BY_SUIT = N_("Of equal ranks the higher suit beats.")
CHOP = N_("That is a chop.")
BEATS = (
    Position("higher-rank", "TS", "9H", note=HIGHER),
    Position("higher-suit", "9D", "9S", note=BY_SUIT),
    Position("two-over-ace", "2S", "AH", note=HIGHER),
    Position("straight-suit", "6S 7S 8H", "6D 7H 8C", note=BY_SUIT),
    Position("straight-longer", "6S 7S 8H 9D", "5D 6H 7C"),
    Position("three-pairs-on-two", "4S 4C 5S 5C 6S 6C", "2H", note=CHOP),
    Position("four-on-two", "7D 7C 7H 7S", "2H", note=CHOP),
    Position("four-on-pair-of-twos", "7D 7C 7H 7S", "2S 2H", note=CHOP),
    Position("four-pairs-on-twos", "4S 4C 5S 5C 6S 6C 7S 7C", "2S 2H", note=CHOP),
    Position("four-on-three-pairs", "7D 7C 7H 7S", "TS TC JS JC QS QC", note=CHOP),
    Position("four-pairs-on-four", "4S 4C 5S 5C 6S 6C 7S 7C", "9D 9C 9H 9S", note=CHOP),
    Position("four-on-ace", "7D 7C 7H 7S", "AH"),
)
#: seats that went out, in order, by number of players, and who has played, for a worked score
OUT = {4: (0, 3, 1), 3: (0, 2), 2: (0,)}
LEFT = {4: ("", "4D 6C 9H", "5D", "8C KH"), 3: ("", "4D 6C 9H", "5D"), 2: ("", "4D 6C 9H")}
#: What players advise.
ADVICE = (
    ("", N_("Keep a two for the end, but not when three pairs in a row may still be out.")),
    ("", N_("Count the twos that are gone: the highest card left is a sure way back to the lead.")),
    ("", N_("A chopper is worth more in the hand than on the table while twos are still out.")),
)
