"""Text that the rules pages of the family share."""

from __future__ import annotations

from games.guide.blocks import Figure, rule, section
from games.rules.core import N_

#: For two sides (/rules/all-fours/#5).
GIVING_UP = N_(
    "Whoever sees no use in playing on may give up the rest of the hand, in the menu of the table: the other side "
    "then gets every trick that can still be lost."
)
ASKED_FIRST = N_("A partner is asked first.")
#: For games in which each plays alone (/rules/pitch/#5).
NO_GIVING_UP = N_(
    "Nobody can give up a hand: each plays alone, and how one loses would choose who of the others scores."
)

EDITIONS = section(
    "editions",
    N_("The editions side by side"),
    rule(N_("Only what differs is listed; the column of the edition played here is framed.")),
    Figure("editions"),
    Figure("sources"),
    term="版本",
)
ORDER = (
    rule(N_("In each suit the ace is the highest card and the two the lowest. Any trump beats any other card.")),
    Figure("order"),
)
DRAWN = rule(N_("Everybody draws a card; the highest deals first, and those who tie draw again."))
POINTS = rule(
    N_(
        "Then the deal passes to the left. Points are added up to %(target)s, which wins a game. "
        "Games to win for the match: %(games)s."
    )
)

#: why cards may be played
FREE = N_("Following is enough: nobody has to beat.")
MAY_TRUMP = N_("A trump may always be played on another suit, even with the suit in hand.")
VOID = N_("Without the suit any card may be played; nobody has to trump.")
