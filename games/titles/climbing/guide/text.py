"""Sections that the rules pages of the climbing games share, under the numbers that are the same in all of them."""

from __future__ import annotations

from games.guide.blocks import Figure, rule, section
from games.guide.sections import RECORD, YOURS, refused
from games.rules.core import N_

MATCH = section(
    "9",
    N_("The match"),
    rule(N_("The points of the hands are added up.")),
    rule(N_("The match ends after this many hands: %(hands)s."), hands=range(1, 100)),
    rule(N_("There is no last hand: the match goes on for as long as you like."), hands=0, target=0),
    rule(N_("It ends when a total reaches this target: %(target)s."), target=range(1, 10_000)),
)
#: the course of a hand without an exchange
COURSE = section("10", N_("The course of a hand"), rule(N_("There is only the play. Each turn has its time.")), RECORD)
REFUSED = refused("11")
SEEN = section(
    "12", N_("Who sees what"), rule(N_("All see every play and pass, and how many cards each holds.")), YOURS
)
ADVICE = section("advice", N_("What good players advise"), Figure("advice"))

#: option → the section that it affects, where the games agree
ABOUT = {"players": "5", "pass_out": "6", "lowest_first": "6", "next_lead": "8", "hands": "9", "target": "9"}

FIRST_DEALER = rule(N_("Before the first hand everybody draws a card. The highest deals, the ace high."))
LOWEST_LEADS = rule(N_("In the first hand whoever holds the lowest card leads."))
#: how play continues after a first lead
FOLLOWING = (
    rule(N_("The first play must contain that card, alone or with others."), lowest_first=True),
    rule(N_("The others beat or pass in turn. The leader may not pass.")),
    rule(N_("After a pass you may still play later in the same trick."), pass_out=False),
    rule(N_("A pass is final: whoever passes is out of the trick."), pass_out=True),
)
NEW_TRICK = rule(N_("When all others have passed, whoever played last leads anew."))
#: a hand that goes on after somebody is out
OUT_BY_THEN = N_("If they are out by then, the next player with cards leads.")
#: who leads from the second hand on: the winner, or the holder of the lowest card
LATER_LEADS = (
    rule(N_("The winner of the last hand leads, with any cards."), next_lead="winner"),
    rule(N_("Whoever holds the lowest card leads, as in the first hand."), next_lead="lowest"),
)
PACK = rule(N_("There are 52 cards and no jokers. Three is the lowest rank, two the highest."))
DOUBTFUL = (rule(N_("These look like combinations:")), Figure("doubtful"))
#: a deal in which some cards may stay out of play
DEALT = (
    rule(N_("The cards are dealt one by one, from the dealer on.")),
    Figure("sizes"),
    rule(N_("The cards left over stay hidden."), players=2),
    rule(N_("The cards left over stay hidden."), players=3, cards=13),
    rule(N_("The one card left over goes, for all to see, to whoever was dealt the lowest card."), players=3, cards=17),
)

#: names of what is compared, shared by the games
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
