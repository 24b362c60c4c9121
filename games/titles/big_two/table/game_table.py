"""What Big Two shows at the table: five-card hands in words, bombs, and the duty before a last card."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import pgettext, pgettext_lazy

from games.rules.big_two.combos import BOMBS, TERMS, classify, describe
from games.rules.big_two.state import State
from games.rules.big_two.view import BigTwoView
from games.rules.climbing.actions import Play
from games.rules.climbing.combos import KINDS, Combo
from games.rules.core import N_, Message
from games.table.cached_gettext import gettext as _
from games.table.scene import Scene
from games.titles.climbing.table.game_table import ClimbingTable
from games.titles.climbing.table.lowest import LowestHooks

#: Words that some languages translate otherwise in Big Two than in games with trumps.
OWN_WORDS = (
    pgettext_lazy("of Big Two", "Tricks"),
    pgettext_lazy("of Big Two", "Trick %(number)s"),
    pgettext_lazy("of Big Two", "Before the first trick"),
    pgettext_lazy("of Big Two", "trick"),
    pgettext_lazy("of Big Two", "card"),
    pgettext_lazy("of Big Two", "A trick back (up key)"),
    pgettext_lazy("of Big Two", "A trick on (down key)"),
)


class BigTwoHooks(LowestHooks):
    """Four and one is called quads, and may be a bomb."""

    kinds = {**KINDS, "four+1": N_("quads and one")}
    terms = TERMS

    def classify(self, cards: Sequence[int], options: Mapping[str, Any]) -> Combo | None:
        return classify(cards, options)

    def kind_name(self, kind: str) -> str:
        return pgettext("of Big Two", "full house") if kind == "full-house" else super().kind_name(kind)

    def describe(self, combo: Combo) -> Message:
        return describe(combo)

    def word(self, combo: Combo, view: BigTwoView) -> str:  # type: ignore[override]
        if bombs(combo, view.options):
            return _("bomb: %(combo)s") % {"combo": self.in_words(combo)}
        return super().word(combo, view)

    def played(self, view: BigTwoView, play: Play) -> str:
        if bombs(self.combo_of(play, view), view.options):
            return _("%(name)s {bombs|bomb} with %(combo)s.")
        return super().played(view, play)

    def about(self) -> str:
        return _("Be the first out of cards. Answer with as many cards, and higher.")

    def duty(self, scene: Scene, view: BigTwoView) -> str:
        """Return the viewer's duty when the next player has one card left (/rules/big-two/#6)."""
        if not view.last_card or (view.to_beat is not None and view.to_beat.size > 1):
            return ""
        return _("The next player has one card left: a single must be your highest.")

    def moment(self, before: State, after: State, combo: Combo) -> str:  # type: ignore[override]
        """Return the sentence for a bomb on a play that is not one."""
        bombed = before.rules.bomb and before.top is not None and before.top.type not in BOMBS
        return N_("%(seat)s {bombs|bomb} with %(cards)s.") if bombed and combo.type in BOMBS else ""


def bombs(combo: Combo, options: Mapping[str, Any]) -> bool:
    """Return whether a play beats any other at this table (/rules/big-two/#4)."""
    return bool(options["bomb"]) and combo.type in BOMBS


TABLE = ClimbingTable("big-two", BigTwoHooks())
