"""What the rules pages of the family say in the same words."""

from __future__ import annotations

from games.rules.core import N_

#: Where two sides play (/rules/all-fours/#5).
GIVING_UP = N_(
    "Whoever sees no use in playing on may give up the rest of the hand, in the menu of the table: the other side "
    "then gets every trick that can still be lost."
)
ASKED_FIRST = N_("A partner is asked first.")
#: Where each plays alone (/rules/pitch/#5).
NO_GIVING_UP = N_(
    "Nobody can give up a hand: each plays alone, and how one loses would choose who of the others scores."
)
