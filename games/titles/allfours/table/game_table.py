"""What All Fours shows at the table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from games.rules.allfours.score import pips_of
from games.rules.allfours.view import AllFoursView
from games.rules.cards import RANKS
from games.rules.core import N_, Cards, Message, Seat
from games.table.buttons import next_actions
from games.table.cached_gettext import gettext as _
from games.table.display import NOTHING, Display
from games.table.game_table import GameTable, Moment, PlayedTrick
from games.table.scene import Scene
from games.titles.allfours.table import actions, board, coach, over, panels, prompt
from games.titles.allfours.table.reasons import REASONS
from games.titles.four_chances.table import panels as family

JACK = RANKS.index("J")


class AllFoursTable(GameTable):
    """The four chances, the pack with its turned-up card, and the book."""

    reasons = REASONS
    #: Begging and its answers; what is given is a point.
    choices = frozenset({"stand", "beg", "run", "give"})

    def display(self, scene: Scene) -> Display:
        """Return an All Fours hand as its viewer sees it."""
        view: AllFoursView = scene.view  # type: ignore[assignment]
        ended = view.result is not None
        return Display(
            about=_("All Fours, edition of %(edition)s") % {"edition": view.options["edition"].partition("-")[0]},
            score=panels.score(scene, view),
            board=board.board(scene, view),
            side=panels.side(scene, view),
            prompt=over.prompt(scene, view) if ended else prompt.prompt(scene, view),
            hand=actions.hand_of(scene, view),
            actions=next_actions(scene) if ended else actions.acts_of(scene, view),
            scorecard=over.scorecard(scene, view) if ended else NOTHING,
            lit=family.lit(scene, view),
        )

    def about(self) -> str:
        return coach.about()

    def advice(self, view: AllFoursView) -> str:
        return coach.advice(view)

    def past_tricks(self, view: AllFoursView) -> list[PlayedTrick]:
        return family.past_tricks(view)

    def turning_points(self, timeline: Any) -> Iterator[Moment]:
        """Yield where the trump jack is caught, and where cards for Game put another side ahead."""
        options, steps = timeline.setup.options, timeline.steps
        seats = self.rules.seats(options)
        side = [self.rules.side(seat, options) for seat in range(seats)]
        pips, ahead = [0, 0], None
        for trick in timeline.tricks:
            state = steps[trick.last].state
            finished = state.tricks[trick.number - 1]
            jack = state.trump * 13 + JACK
            if jack in finished.cards:
                owner = (finished.lead + finished.cards.index(jack)) % seats
                if side[owner] != side[finished.winner]:
                    text = N_("%(seat)s {catches|catch} the jack of trumps, %(card)s.")
                    yield trick.last, Message(text, {"seat": Seat(finished.winner), "card": Cards((jack,))})
            pips[side[trick.winner]] += pips_of(finished.cards, state.trump, options)
            first = None if pips[0] == pips[1] else int(pips[1] > pips[0])
            if first is not None and ahead is not None and first != ahead:
                text = N_("%(seat)s {goes|go} ahead for Game, %(mine)s to %(others)s.")
                places = {"seat": Seat(trick.winner), "mine": pips[first], "others": pips[1 - first]}
                yield trick.last, Message(text, places)
            ahead = ahead if first is None else first


TABLE = AllFoursTable("all-fours")
