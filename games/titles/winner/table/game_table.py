"""What Winner shows at the table."""

from __future__ import annotations

from django.utils.translation import pgettext_lazy

from games.titles.climbing.table.game_table import ClimbingTable
from games.titles.winner.table.hooks import WinnerHooks

#: Words that some languages translate otherwise in Winner than in games with trumps.
OWN_WORDS = (
    pgettext_lazy("of Winner", "Tricks"),
    pgettext_lazy("of Winner", "Trick %(number)s"),
    pgettext_lazy("of Winner", "Before the first trick"),
    pgettext_lazy("of Winner", "trick"),
    pgettext_lazy("of Winner", "card"),
    pgettext_lazy("of Winner", "A trick back (up key)"),
    pgettext_lazy("of Winner", "A trick on (down key)"),
)

TABLE = ClimbingTable("winner", WinnerHooks())
