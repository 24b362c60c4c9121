"""The sentence under the board of Winner."""

from __future__ import annotations

from games.rules.core import Seat
from games.rules.winner.actions import Pass, Play
from games.rules.winner.combos import classify
from games.rules.winner.view import WinnerView
from games.table.cached_gettext import gettext as _
from games.table.display import Prompt
from games.table.scene import Scene
from games.table.sentences import tell
from games.titles.winner.table.board import in_words


def mine(scene: Scene, view: WinnerView) -> bool:
    """Say whether the viewer must act."""
    return scene.seat is not None and scene.seat in view.to_act


def only_pass(scene: Scene, view: WinnerView) -> bool:
    """Say whether the viewer must act and holds nothing that beats the play on the table."""
    return mine(scene, view) and view.phase == "play" and not view.lead and len(scene.moves) == 1


def prompt(scene: Scene, view: WinnerView) -> Prompt:
    """Return the sentence of a hand that goes on."""
    if view.phase == "exchange":
        return _prompt_exchange(scene, view)
    before = happened(scene, view)
    if not mine(scene, view):
        coming = tell(scene, _("%(name)s {plays|play} next."), name=Seat(view.to_act[0]))
        return Prompt(before or coming, coming if before else "")
    if view.to_beat is None:
        return Prompt(_("You lead: play whatever you like."), before, mine=True)
    combo = in_words(view.to_beat)
    if only_pass(scene, view):
        return Prompt(_("You can't beat it: pass."), _best(scene, view), mine=True)
    if view.to_beat.type == "single":
        return Prompt(_("Beat the %(combo)s, or pass.") % {"combo": combo}, before, mine=True)
    text = tell(scene, _("%(name)s played %(combo)s: beat it, or pass?"), name=_best_seat(view), combo=combo)
    return Prompt(text, before if isinstance(view.trick[-1], Pass) else "", mine=True)


def _best_seat(view: WinnerView) -> Seat:
    """Return who made the play that is to be beaten."""
    return Seat(next(action.seat for action in reversed(view.trick) if isinstance(action, Play)))


def _best(scene: Scene, view: WinnerView) -> str:
    """Return the play that is to be beaten, as a sentence."""
    assert view.to_beat is not None
    return tell(scene, _("%(name)s played %(combo)s."), name=_best_seat(view), combo=in_words(view.to_beat))


def _prompt_exchange(scene: Scene, view: WinnerView) -> Prompt:
    assert view.exchange is not None
    if not mine(scene, view):
        text = _("Waiting for %(name)s to give a card back.")
        return Prompt(tell(scene, text, name=Seat(view.exchange.winner)))
    text = tell(scene, _("Give a card back to %(name)s: any card you like."), name=Seat(view.exchange.loser))
    return Prompt(text, _("Then the card in the middle is yours."), mine=True)


def happened(scene: Scene, view: WinnerView) -> str:
    """Return what was done last, as a sentence."""
    trick = view.trick or view.last_trick
    if not trick:
        return ""
    made = [action for action in trick if isinstance(action, Play)]
    combo = classify(made[-1].cards, view.options)
    assert combo is not None
    best, shown = Seat(made[-1].seat), in_words(combo)
    if not view.trick:
        return tell(scene, _("%(name)s {takes|take} the trick with %(combo)s."), name=best, combo=shown)
    last = trick[-1]
    if isinstance(last, Pass):
        passed = trick[trick.index(made[-1]) + 1 :]
        return tell(scene, _("%(names)s {passes|pass}."), names=tuple(Seat(action.seat) for action in passed))
    return tell(scene, _("%(name)s played %(combo)s."), name=best, combo=shown)
