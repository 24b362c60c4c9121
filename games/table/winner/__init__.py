"""Winner at the table: exchange, play and the end of a hand, as a display (winner.md)."""

from __future__ import annotations

from django.utils.translation import pgettext_lazy

from games.rules.winner.view import WinnerView
from games.table.buttons import next_acts
from games.table.cached_gettext import gettext as _
from games.table.display import NOTHING, Display
from games.table.scene import Scene
from games.table.winner import acts, cloth, over, panels, say

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


def display(scene: Scene) -> Display:
    """Return a hand of Winner as its viewer sees it."""
    view: WinnerView = scene.view  # type: ignore[assignment]
    ended = view.result is not None
    return Display(
        about=_about(scene, view),
        score=panels.score(scene, view),
        cloth=cloth.cloth(scene, view),
        side=panels.side(scene, view),
        say=over.say(scene, view) if ended else say.say(scene, view),
        hand=acts.hand_of(scene, view),
        acts=next_acts(scene) if ended else acts.acts_of(scene, view),
        slip=over.slip(scene, view) if ended else NOTHING,
        lit=view.to_act[0] if view.to_act else None,
    )


def _about(scene: Scene, view: WinnerView) -> str:
    values = {"number": scene.hand_number, "total": view.options["hands"]}
    if view.options["hands"]:
        return _("Winner, hand %(number)s of %(total)s") % values
    return _("Winner, hand %(number)s") % values
