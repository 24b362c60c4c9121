"""What California Jack shows at the table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from games.rules.california_jack.view import CaliforniaJackView
from games.rules.core import N_, Cards, Message, Seat
from games.table.buttons import actions, button, hint, next_actions, not_my_turn
from games.table.cached_gettext import gettext as _
from games.table.display import NOTHING, Display
from games.table.game_table import GameTable, Moment, PlayedTrick
from games.table.room_settings import value_name
from games.table.scene import Scene
from games.titles.california_jack.table import board, coach, over, panels, prompt
from games.titles.california_jack.table.reasons import REASONS
from games.titles.four_chances.table import panels as family
from games.titles.four_chances.table.hand import hand_of
from games.titles.four_chances.table.prompt import mine


class CaliforniaJackTable(GameTable):
    """The stock with its next card, and what the trick takes from it."""

    reasons = REASONS

    def display(self, scene: Scene) -> Display:
        """Return a hand of California Jack as its viewer sees it."""
        view: CaliforniaJackView = scene.view  # type: ignore[assignment]
        ended = view.result is not None
        edition = next(option for option in self.rules.options if option.key == "edition")
        moves = actions()
        if scene.seat is not None:
            play = button("play", _("Play"), go=True) if mine(scene, view) else not_my_turn()
            moves = next_actions(scene) if ended else actions(hint(scene), play)
        return Display(
            about=_("California Jack, %(edition)s") % {"edition": value_name(edition, view.options["edition"])},
            score=panels.score(scene, view),
            board=board.board(scene, view),
            side=panels.side(scene, view),
            prompt=over.prompt(scene, view) if ended else prompt.prompt(scene, view),
            hand=hand_of(scene, view, prompt.why_not(scene, view), "4"),
            actions=moves,
            scorecard=over.scorecard(scene, view) if ended else NOTHING,
            lit=family.lit(scene, view),
        )

    def about(self) -> str:
        return coach.about()

    def advice(self, view: CaliforniaJackView) -> str:
        return coach.advice(view)

    def past_tricks(self, view: CaliforniaJackView) -> list[PlayedTrick]:
        return family.past_tricks(view)

    def turning_points(self, timeline: Any) -> Iterator[Moment]:
        """Yield where a trump that scores is taken from whoever held it."""
        for trick in timeline.tricks:
            state = timeline.steps[trick.last].state
            finished = state.tricks[trick.number - 1]
            for card in (state.trump * 13 + panels.JACK, state.trump * 13):
                if card in finished.cards and (finished.lead + finished.cards.index(card)) % 2 != finished.winner:
                    text = N_("%(seat)s {catches|catch} %(card)s.")
                    yield trick.last, Message(text, {"seat": Seat(finished.winner), "card": Cards((card,))})


TABLE = CaliforniaJackTable("california-jack")
