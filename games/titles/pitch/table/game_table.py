"""What Pitch shows at the table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.utils.translation import pgettext_lazy

from games.rules.core import N_, Action, Cards, Message, Seat
from games.rules.pitch.score import counters
from games.rules.pitch.view import PitchView
from games.table.buttons import next_actions
from games.table.cached_gettext import gettext as _
from games.table.display import NOTHING, Display
from games.table.game_table import GameTable, Moment, PlayedTrick
from games.table.room_settings import value_name
from games.table.scene import Scene
from games.titles.four_chances.table import panels as family
from games.titles.four_chances.table.hand import hand_of
from games.titles.pitch.table import actions, board, coach, over, panels, prompt
from games.titles.pitch.table.reasons import REASONS

#: Words that some languages translate otherwise in Pitch than in games where a player passes instead of playing.
OWN_WORDS = (pgettext_lazy("of Pitch", "pass"),)


class PitchTable(GameTable):
    """The bidding, who is bound to what, and what every trump that counts is worth."""

    reasons = REASONS
    #: A bid decides who leads and what is trump.
    choices = frozenset({"offer", "bid", "sell", "keep"})

    def display(self, scene: Scene) -> Display:
        """Return a hand of Pitch as its viewer sees it."""
        view: PitchView = scene.view  # type: ignore[assignment]
        ended = view.result is not None
        edition = next(option for option in self.rules.options if option.key == "edition")
        return Display(
            about=_("Pitch, %(edition)s") % {"edition": value_name(edition, view.options["edition"])},
            score=panels.score(scene, view),
            board=board.board(scene, view),
            side=panels.side(scene, view),
            prompt=over.prompt(scene, view) if ended else prompt.prompt(scene, view),
            hand=hand_of(scene, view, prompt.why_not(scene, view), "5"),
            actions=next_actions(scene) if ended else actions.acts_of(scene, view),
            scorecard=over.scorecard(scene, view) if ended else NOTHING,
            lit=family.lit(scene, view),
        )

    def call(self, action: Action) -> str:
        return super().call(action) if action.do == "bid" else actions.word_of(action.do)

    def about(self) -> str:
        return coach.about()

    def advice(self, view: PitchView) -> str:
        return coach.advice(view)

    def past_tricks(self, view: PitchView) -> list[PlayedTrick]:
        return family.past_tricks(view)

    def turning_points(self, timeline: Any) -> Iterator[Moment]:
        """Yield where a card that counts is taken from whoever held it."""
        sides = self.rules.sides(timeline.setup.options)  # type: ignore[attr-defined]
        for trick in timeline.tricks:
            state = timeline.steps[trick.last].state
            finished = state.tricks[trick.number - 1]
            jack = state.trump * 13 + panels.JACK
            for card in (jack, *counters(state.trump, timeline.setup.options)):
                if card not in finished.cards:
                    continue
                owner = (finished.lead + finished.cards.index(card)) % len(sides)
                if sides[owner] != sides[finished.winner]:
                    text = N_("%(seat)s {catches|catch} %(card)s.")
                    yield trick.last, Message(text, {"seat": Seat(finished.winner), "card": Cards((card,))})


TABLE = PitchTable("pitch")
