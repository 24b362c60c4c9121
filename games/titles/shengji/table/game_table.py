"""What Forty and Eighty show at the table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from games.rules.core import N_, Message, Seat
from games.rules.shengji.score import threshold
from games.rules.shengji.view import View
from games.table.buttons import next_actions
from games.table.cached_gettext import gettext as _
from games.table.display import NOTHING, Display, about_hand
from games.table.game_table import GameTable, Moment, PlayedTrick
from games.table.scene import Scene
from games.titles.shengji.table import actions, board, coach, over, panels, prompt
from games.titles.shengji.table.reasons import REASONS
from games.titles.shengji.table.selection import shaped


class ShengjiTable(GameTable):
    """Trumps, levels, points caught and the bottom."""

    choices = frozenset({"declare"})
    reasons = REASONS
    #: The points in one trick that make it a turning point.
    much: int

    def display(self, scene: Scene) -> Display:
        view: View = scene.view  # type: ignore[assignment]
        ended = view.result is not None
        return Display(
            about=about_hand(scene),
            score=panels.score(scene, view),
            ground=panels.ground(scene, view),
            board=board.board(scene, view),
            side=panels.side(scene, view),
            prompt=over.prompt(scene, view) if ended else prompt.prompt(scene, view),
            hand=actions.hand_of(scene, view),
            actions=next_actions(scene) if ended else actions.acts_of(scene, view),
            scorecard=over.scorecard(scene, view) if ended else NOTHING,
            lit=_lit(scene, view),
        )

    def about(self) -> str:
        return coach.about()

    def advice(self, view: View) -> str:
        return coach.advice(view)

    def past_tricks(self, view: View) -> list[PlayedTrick]:
        plays = view.plays[: len(view.plays) - len(view.trick)]
        return [[(play.seat, play.cards) for play in plays[at : at + 4]] for at in range(0, len(plays), 4)]

    def declaration(self, action: Any) -> str:
        return actions.show(action)[1]

    def turning_points(self, timeline: Any) -> Iterator[Moment]:
        """Yield the moment when points on the table take the stage, and tricks that are worth much."""
        need, before = threshold(self.game == "eighty"), 0
        for trick in timeline.tricks:
            points = timeline.steps[trick.last].state.points
            if before < need <= points:
                text = N_("%(seat)s {brings|bring} the challengers to %(points)s points: they take the stage.")
                yield trick.last, Message(text, {"seat": Seat(trick.winner), "points": points})
            elif trick.points >= self.much:
                text = N_("%(seat)s {catches|catch} %(points)s points in one trick.")
                yield trick.last, Message(text, {"seat": Seat(trick.winner), "points": trick.points})
            before = points


class FortyTable(ShengjiTable):
    """The table of Forty."""

    much = 15


class EightyTable(ShengjiTable):
    """The table of Eighty, where several cards are played at once."""

    much = 25
    reads_selection = True

    def read_selection(self, view: View, cards: Sequence[int]) -> str:
        values = {"play": shaped(view, cards)}
        return (_("%(play)s: that follows.") if view.trick else _("%(play)s.")) % values

    def is_partial(self, view: View, cards: Sequence[int]) -> bool:
        return bool(view.trick) and len(cards) < len(view.trick[0].cards)


def _lit(scene: Scene, view: View) -> int | None:
    """Return the seat whose side is lit: during the draw, the seat that draws next."""
    if view.phase == "draw":
        return (view.context["first"] + view.dealt) % 4 if view.dealt < view.to_deal else None
    if not view.to_act:
        return None
    return scene.seat if scene.seat in view.to_act else view.to_act[0]


FORTY, EIGHTY = FortyTable("forty"), EightyTable("eighty")
