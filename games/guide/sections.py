"""Sections that the rules pages of most games share."""

from __future__ import annotations

from games.guide.blocks import Figure, Section, rule, section
from games.rules.core import N_

OPTIONS = section("1", N_("Options"), Figure("options"), term="选项")
RECORD = rule(N_("A record of a hand holds its deck and every action. Whoever plays it again gets the same result."))
YOURS = rule(N_("Your cards are yours alone. When the hand is over everything lies open."))


def refused(number: str) -> Section:
    """Return the section of refusals, with the given number."""
    several = rule(N_("Of several reasons the first in this list is given."))
    return section(number, N_("What is refused, and why"), several, Figure("refusals"))
