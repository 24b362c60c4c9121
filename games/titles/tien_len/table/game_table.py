"""What Tien Len shows at the table: twos (heo), chops and what they are worth, places."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any

from django.utils.safestring import SafeString
from django.utils.translation import ngettext, pgettext_lazy

from games.rules.climbing.actions import Play
from games.rules.climbing.combos import KINDS, Combo
from games.rules.climbing.view import ClimbingView
from games.rules.core import N_, Action, Message, Seat
from games.rules.tien_len.combos import TERMS, classify, is_chop, is_twos
from games.rules.tien_len.explanation import SCORES
from games.rules.tien_len.instant import NAMES
from games.rules.tien_len.state import State
from games.rules.tien_len.view import TienLenView
from games.table.cached_gettext import gettext as _
from games.table.cards import joined
from games.table.display import NOTHING, avatar, called
from games.table.markup import format_html, format_html_join
from games.table.scene import Scene
from games.table.sentences import People, signed, tell
from games.titles.climbing.table.game_table import ClimbingTable
from games.titles.climbing.table.hooks import sentences_by_seat
from games.titles.climbing.table.lowest import LowestHooks, panel

#: Words that some languages translate otherwise in Tien Len than in games with trumps.
OWN_WORDS = (
    pgettext_lazy("of Tien Len", "Tricks"),
    pgettext_lazy("of Tien Len", "Trick %(number)s"),
    pgettext_lazy("of Tien Len", "Before the first trick"),
    pgettext_lazy("of Tien Len", "trick"),
    pgettext_lazy("of Tien Len", "card"),
    pgettext_lazy("of Tien Len", "A trick back (up key)"),
    pgettext_lazy("of Tien Len", "A trick on (down key)"),
)
#: how many twos → what Vietnamese players call them
HEO = {1: "heo", 2: "đôi heo", 3: "ba heo"}


class TienLenHooks(LowestHooks):
    """Terms are Vietnamese; a play may be a chop."""

    kinds = {**KINDS, "pair-straight": N_("pairs in a row")}
    terms = TERMS
    terms_in = "vi"
    passing_term = ""

    def classify(self, cards: Sequence[int], options: Mapping[str, Any]) -> Combo | None:
        return classify(cards, options)

    def term_of(self, combo: Combo) -> str:
        return HEO[combo.size] if is_twos(combo) else super().term_of(combo)

    # --- chops

    def chops(self, trick: Iterable[Action], view: ClimbingView) -> bool:
        """Return whether the last play of a trick is a chop (/rules/tien-len/#7)."""
        combos = [self.combo_of(action, view) for action in trick if isinstance(action, Play)]
        chopped = False
        for old, new in pairwise(combos):
            chopped = is_chop(new, old, chopped)
        return chopped

    def word(self, combo: Combo, view: TienLenView) -> str:  # type: ignore[override]
        if self.chops(view.trick, view):
            return _("chop! %(combo)s") % {"combo": self.in_words(combo)}
        return super().word(combo, view)

    def played(self, view: TienLenView, play: Play) -> str:
        if self.chops(view.trick, view):
            return _("%(name)s {chops|chop} with %(combo)s.")
        return super().played(view, play)

    def taken(self, view: TienLenView, play: Play) -> str:
        if self.chops(view.last_trick, view):
            return _("%(name)s {chops|chop} with %(combo)s and {takes|take} the trick.")
        return super().taken(view, play)

    def duty(self, scene: Scene, view: TienLenView) -> str:
        return _("You have passed: in this trick you may only chop.") if scene.seat in view.passed_out else ""

    def hub_note(self, scene: Scene, view: TienLenView) -> SafeString:
        """Return what the chop on the table would bring, if chops are paid."""
        if view.chop is None:
            return NOTHING
        payer, chopper, amount = view.chop
        text = ngettext(
            "%(payer)s {owes|owe} %(chopper)s %(amount)s point, if nobody chops again",
            "%(payer)s {owes|owe} %(chopper)s %(amount)s points, if nobody chops again",
            amount,
        )
        sentence = tell(scene, text, payer=Seat(payer), chopper=Seat(chopper), amount=amount)
        return format_html("<small>{}</small>", sentence)

    def panel(self, scene: Scene, view: TienLenView) -> SafeString:
        """Return the odd card, and what chops have won and cost so far."""
        paid = [seat for seat in range(view.seats) if view.chops[seat]]
        if not paid:
            return super().panel(scene, view)
        rows = ((avatar(scene.sitters[at], small=True), called(at, scene), signed(view.chops[at])) for at in paid)
        items = format_html_join("", "<li>{}<span>{}</span><b>{}</b></li>", rows)
        chops = panel(_("Chops in this hand"), format_html('<ol class="totals">{}</ol>', items))
        return joined((super().panel(scene, view), chops))

    # --- the end of a hand

    def why(self, scene: Scene, view: TienLenView) -> str:  # type: ignore[override]
        assert view.result is not None
        won, lost = Seat(view.result["winner"]), Seat(view.result["loser"])
        if view.result["instant"] is not None:
            what = _(NAMES[view.result["instant"]])
            return tell(scene, _("%(name)s {wins|win} at the deal, with %(what)s."), name=won, what=what)
        if view.options["ending"] == "first-out":
            return super().why(scene, view)
        return tell(scene, _("%(name)s went out first; %(last)s {is|are} last."), name=won, last=lost)

    def scorecard_lines(self, lines: Sequence[Message], people: People) -> dict[int, str]:
        return sentences_by_seat((line for line in lines if line.text != SCORES), people)

    def moment(self, before: State, after: State, combo: Combo) -> str:  # type: ignore[override]
        if before.top is None or not is_chop(combo, before.top, before.chop is not None):
            return ""
        return N_("%(seat)s {chops|chop} with %(cards)s.")


TABLE = ClimbingTable("tien-len", TienLenHooks())
