"""The rules of President for people, by the sections of /rules/president/, and its positions."""

from __future__ import annotations

from games.guide.blocks import Figure, Position, rule, section
from games.guide.sections import OPTIONS, RECORD, YOURS
from games.rules.core import N_
from games.titles.climbing.guide import text as shared

SHORT = (
    rule(N_("Be the first to play all your cards: you are president in the next hand.")),
    rule(
        N_(
            "One leads one to four cards of a rank; the others beat them with as many of a higher rank, or pass. "
            "Whoever is not beaten leads again."
        )
    ),
    rule(
        N_("The last is scum, and pays the president their best cards before the next hand."), exchange=("full", "one")
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
    OPTIONS,
    section(
        "2",
        N_("Cards"),
        rule(N_("Three is the lowest rank, two the highest but for the jokers, which are equal."), jokers=True),
        rule(N_("Three is the lowest rank, two the highest. There are no jokers."), jokers=False),
        rule(N_("Suits do not count.")),
        Figure("ranks"),
        term="牌的大小",
    ),
    section(
        "3",
        N_("Combinations"),
        rule(N_("Cards of one rank are played, one to four of them. There are no straights.")),
        Figure("combinations"),
        rule(N_("The two jokers are a pair. They stand for no other card."), jokers=True),
        *shared.DOUBTFUL,
        term="牌型",
    ),
    section(
        "4",
        N_("What beats what"),
        rule(N_("As many cards of a higher rank."), equal="higher"),
        rule(N_("As many cards of a higher or the same rank."), equal=("allow", "skip")),
        rule(
            N_(
                "Four of a kind is a revolution: at once the ranks turn upside down. The three is high, the "
                "two low, until the next four turns them back. Jokers stay on top."
            ),
            revolution=True,
        ),
        Figure("beats"),
        term="压牌 · 革命",
    ),
    section(
        "5",
        N_("The deal and the exchange"),
        rule(N_("The cards are dealt one by one, from the dealer on, until none is left.")),
        Figure("sizes"),
        rule(N_("From the second hand on each player bears the title of their place in the last one:")),
        Figure("titles"),
        rule(
            N_(
                "The scum pays the president their two best cards, the vice-scum the vice-president their best "
                "one. Those two give back as many, any they were dealt."
            ),
            exchange="full",
            players=range(4, 8),
        ),
        rule(
            N_("The scum pays the president their two best cards. The president gives back any two they were dealt."),
            exchange="full",
            players=3,
        ),
        rule(
            N_("The scum pays the president their best card. The president gives back any one they were dealt."),
            exchange="one",
        ),
        rule(N_("Nothing is exchanged here."), exchange="none"),
        term="进贡",
    ),
    section(
        "6",
        N_("The play"),
        rule(N_("In the first hand whoever holds the three of clubs leads.")),
        *shared.FOLLOWING,
        rule(N_("A play of the same rank as the one before skips the next player, who loses this turn."), equal="skip"),
        rule(
            N_("A play of twos ends the trick at once, and its player leads again."), two_clears=True, revolution=False
        ),
        rule(
            N_(
                "A play of twos ends the trick at once, and its player leads again, but not while the ranks are "
                "upside down."
            ),
            two_clears=True,
            revolution=True,
        ),
        shared.NEW_TRICK,
        rule(shared.OUT_BY_THEN),
        term="出牌 · 过",
    ),
    section(
        "7",
        N_("The end of a hand and its score"),
        rule(N_("The hand goes on until one player holds cards. Each takes the place in which they went out.")),
        rule(N_("Whoever goes out with a two or a joker takes the lowest place still free."), finish_on_two=False),
        Figure("points"),
        term="名次",
    ),
    section(
        "8",
        N_("The next hand"),
        shared.FIRST_DEALER,
        rule(N_("The scum deals. Then come the exchange and the first lead.")),
        rule(N_("The president leads."), next_lead="winner"),
        rule(N_("The scum leads."), next_lead="loser"),
        rule(N_("Whoever holds the three of clubs after the exchange leads."), next_lead="lowest"),
    ),
    shared.MATCH,
    section(
        "10",
        N_("The course of a hand"),
        rule(N_("Exchange, where there is one, then play. Each step has its time.")),
        RECORD,
    ),
    shared.REFUSED,
    section(
        "12",
        N_("Who sees what"),
        rule(N_("All see every play and pass, and how many cards each holds.")),
        rule(N_("The cards of an exchange are seen by the two who make it alone, until the hand is over.")),
        YOURS,
    ),
    section(
        "sources",
        N_("Where it comes from"),
        rule(
            N_(
                "These rules are put together from descriptions of the Western game and of the Japanese one, which "
                "is called after the rich and the poor. Where they differ there is an option."
            )
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
