"""The rules of Forty and Eighty for people, by the sections of /rules/eighty/."""

from __future__ import annotations

from games.guide.blocks import Figure, Rule, Section
from games.rules.core import N_

SHORT = (
    Rule(
        N_("Two sides of two sit crosswise. The banker and their partner, the declarers, defend the stage."),
    ),
    Rule(
        N_(
            "The challengers catch fives, tens and kings in their tricks. With %(threshold)s of the %(points)s points "
            "they take the stage, and one of them is the next banker."
        )
    ),
    Rule(N_("Both sides climb from level 2 to ace, and whoever holds the stage at ace has won the match.")),
)

#: option → the section that explains what it changes
ABOUT = {
    "trump_making": "4.4",
    "no_trump": "4.1",
    "twos_trump": "2",
    "overcall": "4.2",
    "tractor": "6",
    "follow": "7.2",
    "throw": "9",
    "bottom": "10",
    "score_table": "11",
    "must_play": "12",
    "discipline": "13",
}

SECTIONS = (
    Section("1", N_("Options"), "选项", (Figure("options"),)),
    Section(
        "2",
        N_("Cards, suits, order"),
        "主牌 · 副牌",
        (
            Rule(
                N_(
                    "The level of a hand is the rank its declarers play. Jokers, the cards of that rank and the trump "
                    "suit are one suit: trumps. A level card is never of the suit printed on it."
                )
            ),
            Rule(
                N_(
                    "The twos are trumps at every level, just under the level cards: first that of the trump suit, "
                    "then the others, all equal. At level 2 they are the level cards themselves."
                ),
                {"twos_trump": (True,)},
            ),
            Rule(N_("Any trump beats any other card. Of equal cards the one played first wins.")),
            Figure("order"),
            Rule(N_("A five counts 5 points, a ten and a king 10, whatever else the card is. All others count none.")),
            Figure("points"),
        ),
    ),
    Section(
        "3",
        N_("The deal"),
        "发牌",
        (
            Rule(
                N_(
                    "%(dealt)s cards are drawn one by one, %(each)s for each seat; the last %(bottom_size)s are the "
                    "bottom. Before the first hand everybody draws a card, and the highest draws first; later the "
                    "banker does."
                )
            ),
        ),
    ),
    Section(
        "4",
        N_("Making trumps"),
        "亮主",
        (
            Rule(
                N_(
                    "While the cards are drawn, and for a moment after the last, anybody may show a card of the level. "
                    "Cards shown stay in the hand."
                )
            ),
            Rule(
                N_(
                    "In the first hand whoever makes the trumps is the banker. Later anybody of either side may "
                    "show, and the banker stays."
                )
            ),
        ),
    ),
    Section("4.1", N_("What may be shown"), "", (Figure("declarations"),)),
    Section(
        "4.2",
        N_("When two want to show"),
        "反主",
        (
            Rule(N_("In Forty the first declaration stands. Nothing replaces it."), only="forty"),
            Rule(N_("The first declaration stands. Nothing replaces it."), {"overcall": (False,)}, only="eighty"),
            Rule(
                N_(
                    "A stronger declaration replaces the one that stands. Your own you may only make stronger in its "
                    "own suit, with the second card of the pair."
                ),
                {"overcall": (True,)},
                only="eighty",
            ),
            Figure("overcalls", only="eighty"),
        ),
    ),
    Section(
        "4.3",
        N_("When nobody shows"),
        "翻底",
        (
            Rule(
                N_(
                    "The bottom is turned up card by card. The first level card makes its suit trumps. Without "
                    "one, the highest card does, of equal ones the first; jokers are passed over."
                ),
                {"no_trump": (False,)},
            ),
            Rule(
                N_(
                    "The bottom is turned up card by card. The first level card makes its suit trumps. Without one, a "
                    "joker in the bottom means a hand without a trump suit; else the highest card makes trumps."
                ),
                {"no_trump": (True,)},
            ),
            Rule(N_("In the first hand whoever drew first is the banker then; later the banker stays.")),
            Figure("turned"),
        ),
    ),
    Section(
        "4.4",
        N_("The drawn card"),
        "抽牌定主",
        (
            Rule(
                N_(
                    "In the first hand of a match one card of the pack is turned up before the draw. Its suit is "
                    "trumps, whoever receives it is the banker, and nobody may declare."
                ),
                {"trump_making": ("drawn",)},
            ),
            Rule(N_("Not at this table: trumps are shown in every hand."), {"trump_making": ("bid",)}),
        ),
    ),
    Section(
        "5",
        N_("The banker and the bottom"),
        "扣底",
        (
            Rule(
                N_(
                    "The banker takes up the bottom and buries as many cards: any they like, "
                    "even points and trumps. Then they lead, and the winner of each trick "
                    "leads the next."
                )
            ),
        ),
    ),
    Section(
        "6",
        N_("Shapes"),
        "对子 · 拖拉机",
        (
            Rule(N_("One card at a time: with one deck there are no pairs."), only="forty"),
            Rule(
                N_(
                    "You lead a single card, a pair or a tractor, all of one suit. A pair is the same card twice. A "
                    "tractor is two or more pairs that are neighbours."
                ),
                only="eighty",
            ),
            Rule(
                N_(
                    "Neighbours follow each other in the order of the cards: where the level is taken out, the ranks "
                    "beside it meet."
                ),
                {"tractor": ("chain",)},
                only="eighty",
            ),
            Rule(
                N_(
                    "Neighbours follow each other by rank, and the level leaves a gap. Level cards and jokers are a "
                    "row of their own."
                ),
                {"tractor": ("strict",)},
                only="eighty",
            ),
            Figure("leads", only="eighty"),
        ),
    ),
    Section(
        "7",
        N_("Following"),
        "跟牌",
        (
            Rule(
                N_(
                    "Play as many cards as were led, of the suit led as long as you have any. Nobody has to beat, and "
                    "without the suit nobody has to trump."
                )
            ),
        ),
    ),
    Section("7.1", N_("The suit"), "", (Figure("follow-suit"),)),
    Section(
        "7.2",
        N_("A tractor was led"),
        "",
        (
            Rule(N_("With one deck there are no tractors."), only="forty"),
            Rule(N_("With tractors as with pairs: play as many pairs as you have."), {"follow": ("pairs",)}),
            Rule(
                N_("Whoever holds a tractor as long as the one led must play one; whoever holds none plays pairs."),
                {"follow": ("tractor",)},
            ),
            Rule(
                N_("The longest tractor you hold must be played, up to the length of the one led; then pairs."),
                {"follow": ("longest",)},
            ),
            Figure("follow-tractor", only="eighty"),
        ),
    ),
    Section(
        "7.3",
        N_("Pairs were led"),
        "",
        (
            Rule(N_("With one deck there are no pairs."), only="forty"),
            Rule(
                N_("Pairs are followed with pairs, as many as you have. A tractor is broken to follow a pair."),
                only="eighty",
            ),
            Figure("follow-pair", only="eighty"),
        ),
    ),
    Section(
        "8",
        N_("Who wins the trick"),
        "毙",
        (
            Rule(N_("The highest card of the suit led wins, and any trump beats it."), only="forty"),
            Rule(
                N_(
                    "Only a play of the shape that was led can win, all of one suit: of the suit led a higher top, or "
                    "trumps. Mixed cards never win, however high."
                ),
                only="eighty",
            ),
            Figure("tricks"),
        ),
    ),
    Section(
        "9",
        N_("The throw"),
        "甩牌",
        (
            Rule(N_("Only in Eighty: with one deck one card is led at a time."), only="forty"),
            Rule(N_("Not at this table: one shape at a time."), {"throw": (False,)}),
            Rule(
                N_(
                    "Several parts of one suit may be led at once if no other hand, the partner’s included, can "
                    "beat any of them. Of those that can be beaten only the lowest is led, and the rest goes back."
                ),
                {"throw": (True,)},
            ),
            Rule(
                N_("A throw that stands is beaten only by trumps that can be cut into just its parts."),
                {"throw": (True,)},
            ),
            Figure("throws", only="eighty"),
        ),
    ),
    Section(
        "10",
        N_("Points and the bottom"),
        "抠底",
        (
            Rule(
                N_(
                    "Points in the challengers’ tricks count; what the declarers win counts for nobody. If a "
                    "challenger wins the last trick, the buried points count too, twice over."
                ),
                {"bottom": ("double", None)},
            ),
            Rule(
                N_(
                    "Points in the challengers’ tricks count; what the declarers win counts for nobody. If a "
                    "challenger wins the last trick, the buried points count too, twice over or more."
                ),
                {"bottom": ("times", "power")},
            ),
            Figure("bottom"),
        ),
    ),
    Section(
        "11",
        N_("Score tables"),
        "计分",
        (
            Rule(
                N_(
                    "From the points with the bottom: the declarers hold the stage or the challengers take it, and the "
                    "winners rise by so many levels."
                )
            ),
            Figure("score"),
            Rule(N_("A table that still rises in the last row goes on in the same steps.")),
            Rule(N_("Worked by this table, with challengers at 8 and declarers at 5:")),
            Figure("worked"),
        ),
    ),
    Section(
        "12",
        N_("Levels and the match"),
        "升级",
        (
            Rule(N_("Nobody rises above ace. If the stage is held, the banker’s partner is the next banker.")),
            Rule(N_("If it is taken, the next banker is the seat to the right of the banker.")),
            Rule(
                N_("Levels 5, 10 and K must be played: a side stops there, and leaves them only as declarers."),
                {"must_play": (True,)},
            ),
            Figure("levels"),
            Rule(N_("The declarers win the match when they play at ace and hold the stage.")),
        ),
    ),
    Section(
        "13",
        N_("Revokes"),
        "吃苍蝇",
        (
            Rule(N_("What the rules do not allow is refused, so nobody can revoke."), {"discipline": ("enforced",)}),
            Rule(
                N_(
                    "A card that breaks the rule of following is accepted in silence: it is a revoke. An opponent may "
                    "claim it until the hand is over. A wrong claim costs as much as a revoke."
                ),
                {"discipline": ("honour",)},
            ),
            Rule(
                N_("A claim ends the hand: the side at fault goes one level down, the other one up and has the stage."),
                {"discipline": ("honour",)},
            ),
            Rule(
                N_("A banker who buries the wrong number of cards has lost the hand in the same way."),
                {"discipline": ("honour",)},
            ),
        ),
    ),
    Section(
        "14",
        N_("The course of a hand"),
        "",
        (
            Rule(N_("Draw, bury, play; where revokes are claimed, a last chance to claim. Each step has its time.")),
            Rule(
                N_("A record of a hand holds its deck and every action. Whoever plays it again gets the same result.")
            ),
        ),
    ),
    Section(
        "15",
        N_("What is refused, and why"),
        "",
        (Rule(N_("Of several reasons the first in this list is given.")), Figure("refusals")),
    ),
    Section(
        "16",
        N_("Who sees what"),
        "",
        (
            Rule(
                N_(
                    "All see the trick on the table and the one before it, every declaration, and the points the "
                    "challengers have caught. Your cards are yours alone; the bottom is the banker’s."
                )
            ),
            Rule(N_("When the hand is over everything lies open.")),
        ),
    ),
    Section("advice", N_("What the old hands advise"), "", (Figure("advice"),), only="eighty"),
)

#: The advice of old books, with its source.
ADVICE = (("", N_("Long runs of pairs are worth more, and are harder to come by.")),)
