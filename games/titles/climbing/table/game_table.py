"""What a climbing game shows at the table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from games.rules.climbing.actions import Play
from games.rules.climbing.view import ClimbingView
from games.rules.core import N_, Cards, Message, Seat
from games.table.buttons import next_actions
from games.table.cached_gettext import gettext as _
from games.table.display import NOTHING, Display, about_hand
from games.table.game_table import GameTable, Moment, PlayedTrick
from games.table.scene import Scene
from games.table.sentences import signed
from games.titles.climbing.table import actions, board, coach, over, panels, prompt
from games.titles.climbing.table.hooks import FEW, Hooks
from games.titles.climbing.table.reasons import reasons_of


class ClimbingTable(GameTable):
    """Combinations in words, and each play of a trick separately."""

    reads_selection = True
    explains_dimmed = False

    def __init__(self, game: str, hooks: Hooks) -> None:
        super().__init__(game)
        self.hooks = hooks
        self.reasons = reasons_of(hooks)

    def score_text(self, score: Any) -> str:
        return signed(score)

    def display(self, scene: Scene) -> Display:
        view: ClimbingView = scene.view  # type: ignore[assignment]
        hooks, ended = self.hooks, view.result is not None
        return Display(
            about=about_hand(scene, view.options["hands"]),
            score=panels.score(scene, view, hooks),
            board=board.board(scene, view, hooks),
            side=panels.side(scene, view, hooks),
            prompt=over.prompt(scene, view, hooks) if ended else prompt.prompt(scene, view, hooks),
            hand=actions.hand_of(scene, view, hooks),
            actions=next_actions(scene) if ended else actions.acts_of(scene, view, hooks),
            scorecard=over.scorecard(scene, view, hooks) if ended else NOTHING,
            lit=view.to_act[0] if view.to_act else None,
        )

    def describe(self, options: Mapping[str, Any], cards: Sequence[int]) -> str:
        """Return cards in words; a combination by its name."""
        combo = self.hooks.classify(tuple(cards), options) if len(cards) > 1 else None
        return self.hooks.in_words(combo) if combo is not None else super().describe(options, cards)

    def read_selection(self, view: ClimbingView, cards: Sequence[int]) -> str:
        combo = self.hooks.classify(tuple(cards), view.options)
        assert combo is not None
        values = {"play": self.hooks.in_words(combo)}
        return (_("%(play)s.") if view.to_beat is None else _("%(play)s: that beats it.")) % values

    def about(self) -> str:
        return self.hooks.about()

    def advice(self, view: ClimbingView) -> str:
        return coach.advice(view)

    def past_tricks(self, view: ClimbingView) -> list[PlayedTrick]:
        """Return each play separately, since a trick may go round any number of times."""
        return [[(play.seat, play.cards)] for play in view.memory if isinstance(play, Play)]

    def turning_points(self, timeline: Any) -> Iterator[Moment]:
        """Yield the game's own turning points, the first player almost out, and each who goes out before the end."""
        almost = False
        for number, (before, after) in enumerate(pairwise(step.state for step in timeline.steps), 1):
            action = timeline.steps[number].action
            if not isinstance(action, Play):
                continue
            left = after.hands[action.seat].bit_count()
            combo = before.combo_of(before.rules.order.mask_of(action.cards))
            places = {"seat": Seat(action.seat), "cards": Cards(action.cards), "left": left}
            if not left and after.result is None:
                yield number, Message(N_("%(seat)s {goes|go} out with %(cards)s."), places)
            elif text := self.hooks.moment(before, after, combo):
                yield number, Message(text, places)
            elif 0 < left <= FEW and not almost:
                text = N_("%(seat)s {plays|play} %(cards)s and {is|are} almost out: %(left)s left.")
                yield number, Message(text, places)
            almost = almost or left <= FEW
