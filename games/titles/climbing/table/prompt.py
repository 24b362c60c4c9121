"""The sentence under the board of a climbing game."""

from __future__ import annotations

from typing import Any

from games.rules.climbing.actions import Pass, Play
from games.rules.climbing.view import ClimbingView
from games.rules.core import Seat
from games.table.cached_gettext import gettext as _
from games.table.cards import brief
from games.table.display import Prompt
from games.table.public import in_public
from games.table.scene import Scene
from games.table.sentences import tell
from games.titles.climbing.table.hooks import Hooks


def mine(scene: Scene, view: ClimbingView) -> bool:
    """Return whether the viewer must act."""
    return scene.seat is not None and scene.seat in view.to_act


def only_pass(scene: Scene, view: ClimbingView) -> bool:
    """Return whether the viewer must act but holds nothing that may be played."""
    if not mine(scene, view) or view.phase != "play" or view.lead:
        return False
    return len(scene.moves) == 1 and isinstance(scene.moves[0], Pass)


def may_pass(scene: Scene, view: ClimbingView) -> bool:
    """Return whether the viewer may pass this turn."""
    return not view.lead and (not scene.moves or isinstance(scene.moves[-1], Pass))


def prompt(scene: Scene, view: ClimbingView, hooks: Hooks) -> Prompt:
    """Return the sentence for a hand in progress."""
    if view.phase == "exchange":
        return hooks.exchange_prompt(scene, view)
    before = happened(scene, view, hooks)
    if not mine(scene, view):
        to_act = tell(scene, _("%(name)s {plays|play} next."), name=Seat(view.to_act[0]))
        return Prompt(before or to_act, to_act if before else "")
    text, small = _task(scene, view, hooks, before)
    return Prompt(hooks.prompt_text(view, text), small, mine=True)


def _task(scene: Scene, view: ClimbingView, hooks: Hooks, before: str) -> tuple[str, str]:
    """Return what the viewer should do, and what else they should know. ``before``: the last action."""
    duty = hooks.duty(scene, view)
    if view.to_beat is None:
        return hooks.lead(scene, view), duty or before
    combo = hooks.in_words(view.to_beat)
    if only_pass(scene, view):
        return _("You can’t beat it: pass."), _best(scene, view, hooks)
    if view.to_beat.type == "single":
        text = _("Beat the %(combo)s, or pass.") if may_pass(scene, view) else _("Beat the %(combo)s.")
        return tell(scene, text, combo=brief(view.to_beat.top)), duty or before
    text = tell(scene, _("%(name)s played %(combo)s: beat it, or pass?"), name=_best_seat(view), combo=combo)
    return text, duty or (before if isinstance(view.trick[-1], Pass) else "")


def _best_seat(view: ClimbingView) -> Seat:
    """Return who made the play to beat."""
    return Seat(next(action.seat for action in reversed(view.trick) if isinstance(action, Play)))


def _best(scene: Scene, view: ClimbingView, hooks: Hooks) -> str:
    """Return the play to beat, as a sentence."""
    best = next(action for action in reversed(view.trick) if isinstance(action, Play))
    return _play_sentence(scene, view, hooks, best)


def _play_sentence(scene: Scene, view: ClimbingView, hooks: Hooks, play: Play) -> str:
    text, values = _play_text(view, hooks, play)
    return tell(scene, text, **values)


def _play_text(view: ClimbingView, hooks: Hooks, play: Play) -> tuple[str, dict[str, Any]]:
    shown = hooks.in_words(hooks.combo_of(play, view))
    return hooks.played(view, play), {"name": Seat(play.seat), "combo": shown}


def happened(scene: Scene, view: ClimbingView, hooks: Hooks) -> str:
    """Return the last action as a sentence."""
    text, values = in_public(scene, _happened, hooks)
    return tell(scene, text, **values) if text else ""


def _happened(view: ClimbingView, hooks: Hooks) -> tuple[str, dict[str, Any]]:
    """Return the sentence for the last action and the values for its placeholders; "" before the first play."""
    trick = view.trick or view.last_trick
    if not trick:
        return "", {}
    moves = [action for action in trick if isinstance(action, Play)]
    best = moves[-1]
    if not view.trick:
        shown = hooks.in_words(hooks.combo_of(best, view))
        return hooks.taken(view, best), {"name": Seat(best.seat), "combo": shown}
    if isinstance(trick[-1], Pass):
        passed = trick[trick.index(best) + 1 :]
        return _("%(names)s {passes|pass}."), {"names": tuple(Seat(action.seat) for action in passed)}
    return _play_text(view, hooks, best)
