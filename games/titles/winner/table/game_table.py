"""What Winner shows at the table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from django.utils.translation import pgettext_lazy

from games.rules.core import N_, Cards, Message, Seat
from games.rules.winner.actions import Play
from games.rules.winner.combos import classify, combo_of
from games.rules.winner.order import mask_of
from games.rules.winner.view import WinnerView
from games.table.buttons import next_actions
from games.table.cached_gettext import gettext as _
from games.table.display import NOTHING, Display
from games.table.game_table import GameTable, Moment, PlayedTrick
from games.table.scene import Scene
from games.titles.winner.table import actions, board, over, panels, prompt

#: What is said of Winner in other words than of games with trumps, by languages that have two.
OWN_WORDS = (
    pgettext_lazy("of Winner", "Tricks"),
    pgettext_lazy("of Winner", "Trick %(number)s"),
    pgettext_lazy("of Winner", "Before the first trick"),
    pgettext_lazy("of Winner", "trick"),
    pgettext_lazy("of Winner", "card"),
    pgettext_lazy("of Winner", "A trick back (up key)"),
    pgettext_lazy("of Winner", "A trick on (down key)"),
)


class WinnerTable(GameTable):
    """Combinations in words, and each play of a trick by itself."""

    reads_selection = True
    explains_dimmed = False

    def display(self, scene: Scene) -> Display:
        view: WinnerView = scene.view  # type: ignore[assignment]
        ended = view.result is not None
        return Display(
            about=_about(scene, view),
            score=panels.score(scene, view),
            board=board.board(scene, view),
            side=panels.side(scene, view),
            prompt=over.prompt(scene, view) if ended else prompt.prompt(scene, view),
            hand=actions.hand_of(scene, view),
            actions=next_actions(scene) if ended else actions.acts_of(scene, view),
            scorecard=over.scorecard(scene, view) if ended else NOTHING,
            lit=view.to_act[0] if view.to_act else None,
        )

    def describe(self, options: Mapping[str, Any], cards: Sequence[int]) -> str:
        """Return cards in words, a combination by its name."""
        combo = classify(tuple(cards), options) if len(cards) > 1 else None
        return board.in_words(combo) if combo is not None else super().describe(options, cards)

    def read_selection(self, view: WinnerView, cards: Sequence[int]) -> str:
        combo = classify(tuple(cards), view.options)
        assert combo is not None
        values = {"play": board.in_words(combo)}
        return (_("%(play)s.") if view.to_beat is None else _("%(play)s: that beats it.")) % values

    def past_tricks(self, view: WinnerView) -> list[PlayedTrick]:
        """Return each play by itself: a trick goes round as often as it likes."""
        return [[(play.seat, play.cards)] for play in view.memory if isinstance(play, Play)]

    def turning_points(self, timeline: Any) -> Iterator[Moment]:
        """Yield bombs, the first who is almost out, and who is out before the hand is over."""
        almost = False
        for number, (before, after) in enumerate(pairwise(step.state for step in timeline.steps), 1):
            action = timeline.steps[number].action
            if not isinstance(action, Play):
                continue
            left = after.hands[action.seat].bit_count()
            combo = combo_of(mask_of(action.cards), before.rules)
            places = {"seat": Seat(action.seat), "cards": Cards(action.cards), "left": left}
            if not left and after.result is None:
                yield number, Message(N_("%(seat)s {goes|go} out with %(cards)s."), places)
            elif combo is not None and combo.type == "four" and before.top is not None and before.top.type != "four":
                yield number, Message(N_("%(seat)s {bombs|bomb} with %(cards)s."), places)
            elif 0 < left <= board.FEW and not almost:
                text = N_("%(seat)s {plays|play} %(cards)s and {is|are} almost out: %(left)s left.")
                yield number, Message(text, places)
            almost = almost or left <= board.FEW


def _about(scene: Scene, view: WinnerView) -> str:
    values = {"number": scene.hand_number, "total": view.options["hands"]}
    if view.options["hands"]:
        return _("Winner, hand %(number)s of %(total)s") % values
    return _("Winner, hand %(number)s") % values


TABLE = WinnerTable("winner")
