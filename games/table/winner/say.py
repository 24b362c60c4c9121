"""The sentence under the cloth of Winner."""

from __future__ import annotations

from django.utils.translation import ngettext

from games.rules.winner.actions import Pass, Play
from games.rules.winner.combos import classify
from games.rules.winner.view import WinnerView
from games.table.display import Say
from games.table.scene import Scene
from games.table.tongue import gettext as _
from games.table.winner.cloth import in_words
from games.table.words import listed, names


def mine(scene: Scene, view: WinnerView) -> bool:
    """Say whether the viewer must act."""
    return scene.seat is not None and scene.seat in view.to_act


def only_pass(scene: Scene, view: WinnerView) -> bool:
    """Say whether the viewer must act and holds nothing that beats the play on the table."""
    return mine(scene, view) and view.phase == "play" and not view.lead and len(scene.moves) == 1


def say(scene: Scene, view: WinnerView) -> Say:
    """Return the sentence of a hand that goes on."""
    if view.phase == "exchange":
        return _say_exchange(scene, view)
    before = happened(scene, view)
    if not mine(scene, view):
        coming = _("%(name)s plays next.") % {"name": names(scene)[view.to_act[0]]}
        return Say(before or coming, coming if before else "")
    if view.to_beat is None:
        return Say(_("You lead: play any combination."), before, mine=True)
    combo = in_words(view.to_beat)
    if only_pass(scene, view):
        return Say(_("Nothing you hold beats this: pass."), _("To beat: %(combo)s.") % {"combo": combo}, mine=True)
    return Say(_("Beat this, or pass: %(combo)s.") % {"combo": combo}, before, mine=True)


def _say_exchange(scene: Scene, view: WinnerView) -> Say:
    assert view.exchange is not None
    who = names(scene)
    if not mine(scene, view):
        return Say(_("%(name)s is giving a card in return.") % {"name": who[view.exchange.winner]})
    text = _("Give %(name)s one card from your hand.") % {"name": who[view.exchange.loser]}
    return Say(text, _("You get the card in the middle for it, once you have given."), mine=True)


def happened(scene: Scene, view: WinnerView) -> str:
    """Return what was done last, as a sentence."""
    trick = view.trick or view.last_trick
    if not trick:
        return ""
    who = names(scene)
    made = [action for action in trick if isinstance(action, Play)]
    combo = classify(made[-1].cards, view.options)
    assert combo is not None
    values = {"name": who[made[-1].seat], "combo": in_words(combo)}
    if not view.trick:
        if made[-1].seat == scene.seat:
            return _("You take the trick: %(combo)s.") % values
        return _("%(name)s takes the trick: %(combo)s.") % values
    last = trick[-1]
    if isinstance(last, Pass):
        passed = trick[trick.index(made[-1]) + 1 :]
        if [action.seat for action in passed] == [scene.seat]:
            return _("You pass.")
        text = ngettext("%(names)s passes.", "%(names)s pass.", len(passed))
        return text % {"names": listed(who[action.seat] for action in passed)}
    return (_("You played: %(combo)s.") if last.seat == scene.seat else _("%(name)s played: %(combo)s.")) % values
