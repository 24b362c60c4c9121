"""Forty and Eighty Points at the table: draw, bury, play and count as a display
(forty-eighty.md)."""

from __future__ import annotations

from games.rules.shengji.view import View
from games.table.buttons import next_acts
from games.table.cached_gettext import gettext as _
from games.table.display import NOTHING, Display
from games.table.scene import Scene
from games.table.shengji import acts, cloth, over, panels, say


def display(scene: Scene) -> Display:
    """Return a hand of Forty or Eighty as its viewer sees it."""
    view: View = scene.view  # type: ignore[assignment]
    ended = view.result is not None
    return Display(
        about=_("%(game)s, hand %(number)s") % {"game": _(scene.game.name), "number": scene.hand_number},
        score=panels.score(scene, view),
        ground=panels.ground(scene, view),
        cloth=cloth.cloth(scene, view),
        side=panels.side(scene, view),
        say=over.say(scene, view) if ended else say.say(scene, view),
        hand=acts.hand_of(scene, view),
        acts=next_acts(scene) if ended else acts.acts_of(scene, view),
        slip=over.slip(scene, view) if ended else NOTHING,
        lit=_lit(scene, view),
    )


def _lit(scene: Scene, view: View) -> int | None:
    """Return the seat whose side is lit: while cards are drawn, who draws the next one."""
    if view.phase == "draw":
        return (view.context["first"] + view.dealt) % 4 if view.dealt < view.to_deal else None
    if not view.to_act:
        return None
    return scene.seat if scene.seat in view.to_act else view.to_act[0]
