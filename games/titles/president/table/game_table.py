"""What President shows at the table: titles and places, skips, twos that clear, ranks upside down."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.utils.safestring import SafeString
from django.utils.translation import pgettext_lazy

from games.rules.climbing.actions import Play
from games.rules.climbing.combos import Combo
from games.rules.climbing.order import TWO
from games.rules.climbing.view import ClimbingView
from games.rules.core import N_, Message, Seat
from games.rules.president.combos import TWOS, classify, height
from games.rules.president.explanation import LAST
from games.rules.president.order import ORDER
from games.rules.president.score import SHORT_TITLES, title
from games.rules.president.state import State
from games.rules.president.view import PresidentView
from games.table.cached_gettext import gettext as _
from games.table.cached_gettext import pgettext
from games.table.display import NOTHING, tag
from games.table.markup import format_html
from games.table.scene import Scene
from games.table.sentences import People, tell
from games.titles.climbing.table.game_table import ClimbingTable
from games.titles.climbing.table.hooks import sentences_by_seat
from games.titles.climbing.table.lowest import LowestHooks
from games.titles.president.table.exchange import ExchangeHooks

#: Words that some languages translate otherwise in President than in games with trumps.
OWN_WORDS = (
    pgettext_lazy("of President", "Tricks"),
    pgettext_lazy("of President", "Trick %(number)s"),
    pgettext_lazy("of President", "Before the first trick"),
    pgettext_lazy("of President", "trick"),
    pgettext_lazy("of President", "card"),
    pgettext_lazy("of President", "A trick back (up key)"),
    pgettext_lazy("of President", "A trick on (down key)"),
)
#: title → the mark on its player's badge
LOOKS = {"president": "zhuang"}
#: the places of a hand, in words
PLACES = (N_("1st"), N_("2nd"), N_("3rd"), N_("4th"), N_("5th"), N_("6th"), N_("7th"))
#: with at most this many cards a player is warned that a two may not be the last
LAST_CARDS = 4


class PresidentHooks(ExchangeHooks, LowestHooks):
    """Sets of one rank; each player has a title from the last hand and a place in this one."""

    def classify(self, cards: Sequence[int], options: Mapping[str, Any]) -> Combo | None:
        return classify(cards, options)

    def height(self, combo: Combo, view: PresidentView) -> int:
        return height(combo, view.turned)

    def after(self, view: PresidentView, combo: Combo) -> PresidentView:
        return replace(view, to_beat=combo, turned=view.turned ^ turns(combo, view.options))

    def tags(self, seat: int, scene: Scene, view: PresidentView) -> SafeString:  # type: ignore[override]
        """Return the tag of a title: that of the last hand or, for who has gone out, that of the next."""
        name, place = view.titles[seat] if view.titles else "citizen", view.places[seat]
        if place is None and name == "citizen":
            return NOTHING
        name = name if place is None else title(place, view.seats)
        return tag(_(SHORT_TITLES[name]), "", LOOKS.get(name, ""))

    def out_note(self, seat: int, view: ClimbingView) -> str:
        return _("is out")

    def passed_note(self, seat: int, view: PresidentView) -> str:  # type: ignore[override]
        return _("loses this turn") if seat == view.skipped else super().passed_note(seat, view)

    def ending(self, view: ClimbingView) -> str:
        return _("to the end")

    def word(self, combo: Combo, view: PresidentView) -> str:  # type: ignore[override]
        return _("revolution!") if turns(combo, view.options) else super().word(combo, view)

    def hub_note(self, scene: Scene, view: PresidentView) -> SafeString:
        if not view.turned:
            return NOTHING
        return format_html('<small><b>{}</b> <span class="zh" lang="ja">革命</span></small>', _("Ranks upside down"))

    def played(self, view: PresidentView, play: Play) -> str:
        if turns(self.combo_of(play, view), view.options):
            return _("%(name)s {turns|turn} the ranks upside down with %(combo)s.")
        if view.skipped is not None:
            return _("%(name)s played %(combo)s, the same rank: the next player loses a turn.")
        return super().played(view, play)

    def taken(self, view: PresidentView, play: Play) -> str:
        if view.options["two_clears"] and not view.turned and self.combo_of(play, view).strength == TWOS:
            return _("%(name)s {clears|clear} the table with %(combo)s.")
        return super().taken(view, play)

    def prompt_text(self, view: PresidentView, text: str) -> str:
        return _("Upside down! %(text)s") % {"text": text} if view.turned else text

    def duty(self, scene: Scene, view: PresidentView) -> str:
        """Return what is easily forgotten: reversed ranks, and a two that must not be the last card."""
        if view.turned:
            return _("The ranks are upside down: a 3 is high, a 2 low.")
        high = any(ORDER.heights[card] >= 4 * TWO for card in view.hand)
        if view.options["finish_on_two"] or not high or len(view.hand) > LAST_CARDS:
            return ""
        return _("Don’t go out on a 2 or a joker: that costs you your place.")

    def panel(self, scene: Scene, view: Any) -> SafeString:
        return NOTHING  # no card is left over

    # --- the end of a hand

    def wins(self) -> str:
        return _("%(name)s {is|are} president.")

    def why(self, scene: Scene, view: ClimbingView) -> str:
        assert view.result is not None
        won, lost = Seat(view.result["winner"]), Seat(view.result["loser"])
        return tell(scene, _("%(name)s {comes|come} first; %(last)s {is|are} scum."), name=won, last=lost)

    def order(self, view: ClimbingView) -> list[int]:
        assert view.result is not None
        return list(view.result["order"])

    def scorecard_lines(self, lines: Sequence[Message], people: People) -> dict[int, str]:
        last = {line.values["seat"].number for line in lines if line.text == LAST}
        others = sentences_by_seat((line for line in lines if line.text != LAST and "place" not in line.values), people)
        rows = {}
        for line in lines:
            if "place" in line.values:
                seat = line.values["seat"].number
                text = _("%(place)s: %(title)s, last with cards.") if seat in last else _("%(place)s: %(title)s.")
                line_text = text % {"place": _(PLACES[line.values["place"] - 1]), "title": _(line.values["title"])}
                both = pgettext("two sentences", "%(first)s %(then)s")
                rows[seat] = both % {"first": line_text, "then": others[seat]} if seat in others else line_text
        return rows

    def moment(self, before: State, after: State, combo: Combo) -> str:  # type: ignore[override]
        if after.turned == before.turned:
            return ""
        if after.turned:
            return N_("%(seat)s {turns|turn} the ranks upside down with %(cards)s.")
        return N_("%(seat)s {turns|turn} the ranks back with %(cards)s.")


def turns(combo: Combo, options: Mapping[str, Any]) -> bool:
    """Return whether a play reverses the ranks (/rules/president/#4)."""
    return bool(options["revolution"]) and combo.size == 4


TABLE = ClimbingTable("president", PresidentHooks())
