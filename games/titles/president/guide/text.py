"""The rules of President for people, by the sections of /rules/president/, and its positions."""

from __future__ import annotations

from games.guide.blocks import Figure, Position, Rule, Section
from games.rules.core import N_
from games.titles.climbing.guide import text as shared

SHORT = (
    Rule(N_("Be the first to play all your cards: you are president in the next hand.")),
    Rule(
        N_(
            "One leads one to four cards of a rank; the others beat them with as many of a higher rank, or pass. "
            "Whoever is not beaten leads again."
        )
    ),
    Rule(
        N_("The last is scum, and pays the president their best cards before the next hand."),
        {"exchange": ("full", "one")},
    ),
)

ABOUT = shared.ABOUT | {
    "jokers": "2",
    "equal": "4",
    "two_clears": "6",
    "revolution": "4",
    "finish_on_two": "7",
    "exchange": "5",
    "score": "7",
}

SECTIONS = (
    shared.OPTIONS,
    Section(
        "2",
        N_("Cards"),
        "牌的大小",
        (
            Rule(
                N_("Three is the lowest rank, two the highest but for the jokers, which are equal."),
                {"jokers": (True,)},
            ),
            Rule(N_("Three is the lowest rank, two the highest. There are no jokers."), {"jokers": (False,)}),
            Rule(N_("Suits do not count.")),
            Figure("ranks"),
        ),
    ),
    Section(
        "3",
        N_("Combinations"),
        "牌型",
        (
            Rule(N_("Cards of one rank are played, one to four of them. There are no straights.")),
            Figure("combinations"),
            Rule(N_("The two jokers are a pair. They stand for no other card."), {"jokers": (True,)}),
            Rule(N_("These look like combinations:")),
            Figure("doubtful"),
        ),
    ),
    Section(
        "4",
        N_("What beats what"),
        "压牌 · 革命",
        (
            Rule(N_("As many cards of a higher rank."), {"equal": ("higher",)}),
            Rule(N_("As many cards of a higher or the same rank."), {"equal": ("allow", "skip")}),
            Rule(
                N_(
                    "Four of a kind is a revolution: at once the ranks turn upside down. The three is high, the "
                    "two low, until the next four turns them back. Jokers stay on top."
                ),
                {"revolution": (True,)},
            ),
            Figure("beats"),
        ),
    ),
    Section(
        "5",
        N_("The deal and the exchange"),
        "进贡",
        (
            Rule(N_("The cards are dealt one by one, from the dealer on, until none is left.")),
            Figure("sizes"),
            Rule(N_("From the second hand on each player bears the title of their place in the last one:")),
            Figure("titles"),
            Rule(
                N_(
                    "The scum pays the president their two best cards, the vice-scum the vice-president their best "
                    "one. Those two give back as many, any they were dealt."
                ),
                {"exchange": ("full",), "players": range(4, 8)},
            ),
            Rule(
                N_(
                    "The scum pays the president their two best cards. The president gives back any two they were "
                    "dealt."
                ),
                {"exchange": ("full",), "players": (3,)},
            ),
            Rule(
                N_("The scum pays the president their best card. The president gives back any one they were dealt."),
                {"exchange": ("one",)},
            ),
            Rule(N_("Nothing is exchanged here."), {"exchange": ("none",)}),
        ),
    ),
    Section(
        "6",
        N_("The play"),
        "出牌 · 过",
        (
            Rule(N_("In the first hand whoever holds the three of clubs leads.")),
            Rule(N_("The first play must contain that card, alone or with others."), {"lowest_first": (True,)}),
            Rule(N_("The others beat or pass in turn. The leader may not pass.")),
            shared.PASS_ON,
            shared.PASS_FINAL,
            Rule(
                N_("A play of the same rank as the one before skips the next player, who loses this turn."),
                {"equal": ("skip",)},
            ),
            Rule(
                N_("A play of twos ends the trick at once, and its player leads again."),
                {"two_clears": (True,), "revolution": (False,)},
            ),
            Rule(
                N_(
                    "A play of twos ends the trick at once, and its player leads again, but not while the ranks are "
                    "upside down."
                ),
                {"two_clears": (True,), "revolution": (True,)},
            ),
            shared.NEW_TRICK,
            Rule(shared.OUT_BY_THEN),
        ),
    ),
    Section(
        "7",
        N_("The end of a hand and its score"),
        "名次",
        (
            Rule(N_("The hand goes on until one player holds cards. Each takes the place in which they went out.")),
            Rule(
                N_("Whoever goes out with a two or a joker takes the lowest place still free."),
                {"finish_on_two": (False,)},
            ),
            Figure("points"),
        ),
    ),
    Section(
        "8",
        N_("The next hand"),
        "",
        (
            shared.FIRST_DEALER,
            Rule(N_("The scum deals. Then come the exchange and the first lead.")),
            Rule(N_("The president leads."), {"next_lead": ("winner",)}),
            Rule(N_("The scum leads."), {"next_lead": ("loser",)}),
            Rule(N_("Whoever holds the three of clubs after the exchange leads."), {"next_lead": ("lowest",)}),
        ),
    ),
    shared.MATCH,
    Section(
        "10",
        N_("The course of a hand"),
        "",
        (Rule(N_("Exchange, where there is one, then play. Each step has its time.")), shared.RECORD),
    ),
    shared.REFUSED,
    Section(
        "12",
        N_("Who sees what"),
        "",
        (
            Rule(N_("All see every play and pass, and how many cards each holds.")),
            Rule(N_("The cards of an exchange are seen by the two who make it alone, until the hand is over.")),
            shared.YOURS,
        ),
    ),
    Section(
        "sources",
        N_("Where it comes from"),
        "",
        (
            Rule(
                N_(
                    "These rules are put together from descriptions of the Western game and of the Japanese one, which "
                    "is called after the rich and the poor. Where they differ there is an option."
                )
            ),
        ),
    ),
    shared.ADVICE,
)

#: type → an example of it
EXAMPLES = {"single": "9C", "pair": "9C 9H", "triple": "8D 8C 8S", "four": "7D 7C 7H 7S"}
#: type → what is compared
COMPARED = dict.fromkeys(EXAMPLES, shared.RANK)
#: sets of cards that people ask about
DOUBTFUL = ("5D 6C 7H", "5D 5S 6C 6H", "8D 8C 8S 3H", "LJ BJ", "2D LJ")
HIGHER = N_("As many cards and higher: it beats.")
EQUAL = N_("At this table the same rank answers.")
BEATS = (
    Position("higher-rank", "TD", "9S", note=HIGHER),
    Position("equal-rank", "9H", "9D", note=EQUAL),
    Position("two-over-ace", "2D", "AS", note=HIGHER),
    Position("joker-over-two", "LJ", "2S", note=HIGHER),
    Position("joker-on-joker", "BJ", "LJ", note=EQUAL),
    Position("more-cards", "TD TC", "9S"),
    Position("pair", "TD TC", "9S 9D", note=HIGHER),
    Position("pair-lower", "8D 8C", "9S 9D"),
    Position("four-on-four", "TD TC TH TS", "9D 9C 9H 9S", note=HIGHER),
    Position(
        "lower-four-on-four", "5D 5C 5H 5S", "9D 9C 9H 9S", note=N_("After a revolution the lower rank is higher.")
    ),
)
#: What players advise.
ADVICE = (
    ("", N_("Get rid of low single cards while the plays are low: they are what makes a scum.")),
    ("", N_("Keep sets together: few can answer three of a kind.")),
    ("", N_("Spend a two when you know what you will lead next.")),
    ("", N_("As president give back what leaves you no loose low card, not blindly the two lowest.")),
)
