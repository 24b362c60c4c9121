"""All Fours at the table: every phase of all-fours.md as a display."""

from __future__ import annotations

from games.rules.allfours.view import AllFoursView
from games.table.allfours import acts, cloth, over, panels, say
from games.table.buttons import next_acts
from games.table.cached_gettext import gettext as _
from games.table.display import NOTHING, Display
from games.table.scene import Scene


def display(scene: Scene) -> Display:
    """Return an All Fours hand as its viewer sees it."""
    view: AllFoursView = scene.view  # type: ignore[assignment]
    ended = view.result is not None
    return Display(
        about=_("All Fours, edition of %(edition)s") % {"edition": view.options["edition"].partition("-")[0]},
        score=panels.score(scene, view),
        cloth=cloth.cloth(scene, view),
        side=panels.side(scene, view),
        say=over.say(scene, view) if ended else say.say(scene, view),
        hand=acts.hand_of(scene, view),
        acts=next_acts(scene) if ended else acts.acts_of(scene, view),
        slip=over.slip(scene, view) if ended else NOTHING,
        lit=_lit(scene, view),
    )


def _lit(scene: Scene, view: AllFoursView) -> int | None:
    """Return the seat whose side is lit: the viewer's where he is among those to act."""
    if not view.to_act:
        return None
    return scene.seat if scene.seat in view.to_act else view.to_act[0]
