"""Sections that the rules pages of the climbing games share, under the numbers that they have in all of them."""

from __future__ import annotations

from games.guide.blocks import Figure, Rule, Section
from games.rules.core import N_

OPTIONS = Section("1", N_("Options"), "选项", (Figure("options"),))
MATCH = Section(
    "9",
    N_("The match"),
    "",
    (
        Rule(N_("The points of the hands are added up.")),
        Rule(N_("The match ends after this many hands: %(hands)s."), {"hands": range(1, 100)}),
        Rule(N_("There is no last hand: the match goes on for as long as you like."), {"hands": (0,), "target": (0,)}),
        Rule(N_("It ends when a total reaches this target: %(target)s."), {"target": range(1, 10_000)}),
    ),
)
RECORD = Rule(N_("A record of a hand holds its deck and every action. Whoever plays it again gets the same result."))
#: the course of a hand without an exchange
COURSE = Section(
    "10", N_("The course of a hand"), "", (Rule(N_("There is only the play. Each turn has its time.")), RECORD)
)
REFUSED = Section(
    "11",
    N_("What is refused, and why"),
    "",
    (Rule(N_("Of several reasons the first in this list is given.")), Figure("refusals")),
)
YOURS = Rule(N_("Your cards are yours alone. When the hand is over everything lies open."))
SEEN = Section(
    "12", N_("Who sees what"), "", (Rule(N_("All see every play and pass, and how many cards each holds.")), YOURS)
)
ADVICE = Section("advice", N_("What good players advise"), "", (Figure("advice"),))

#: option → section that it works in, where the games agree
ABOUT = {"players": "5", "pass_out": "6", "lowest_first": "6", "next_lead": "8", "hands": "9", "target": "9"}

FIRST_DEALER = Rule(N_("Before the first hand everybody draws a card. The highest deals, the ace high."))
PASS_ON = Rule(N_("After a pass you may still play later in the same trick."), {"pass_out": (False,)})
PASS_FINAL = Rule(N_("A pass is final: whoever passes is out of the trick."), {"pass_out": (True,)})
NEW_TRICK = Rule(N_("When all others have passed, whoever played last leads anew."))
#: where a hand goes on when somebody is out
OUT_BY_THEN = N_("If they are out by then, the next player with cards leads.")

#: words that are compared, shared by the games
RANK, TOP_CARD, OF_THREE, OF_FOUR = (
    N_("the rank"),
    N_("the top card: rank, then suit"),
    N_("the rank of the three"),
    N_("the rank of the four"),
)
SUITED = {
    "single": N_("the rank, then the suit"),
    "pair": N_("the rank, then its higher suit"),
    "triple": RANK,
    "four": RANK,
}
