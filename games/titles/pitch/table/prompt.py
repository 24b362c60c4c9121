"""The sentence under the board: what the viewer has to do, or what has just happened."""

from __future__ import annotations

from games.rules.core import Seat
from games.rules.pitch.actions import Bid
from games.rules.pitch.view import PitchView
from games.table.cached_gettext import gettext as _
from games.table.display import Prompt
from games.table.scene import Scene
from games.table.sentences import tell
from games.titles.four_chances.table.board import TRUMPS, happened
from games.titles.four_chances.table.prompt import duty_of, mine, play_prompt


def prompt(scene: Scene, view: PitchView) -> Prompt:
    """Return the sentence during a hand."""
    speak = {"offer": _offer, "bid": _bid, "answer": _answer, "play": _play}
    return speak[view.phase](scene, view)


def why_not(scene: Scene, view: PitchView) -> str:
    """Return the sentence of the rules for cards that may not be played now."""
    code = "cannot-pitch-joker"
    if view.trick:
        trump_led = view.trick[0] in TRUMPS[view.trump]
        code = "must-follow-trump" if trump_led else "must-follow-or-trump"
    return scene.game.refusals[code].sentence


def _offer(scene: Scene, view: PitchView) -> Prompt:
    if not mine(scene, view):
        return Prompt(tell(scene, _("%(name)s {sells|sell} the first lead, or {keeps|keep} it."), name=_to_act(view)))
    text = _("Sell the first lead, or keep it?")
    small = _("Keep it unsold, and you must make all %(points)s.") % {"points": view.top}
    return Prompt(text, small, mine=True)


def _bid(scene: Scene, view: PitchView) -> Prompt:
    so_far = last_bid(scene, view)
    if not mine(scene, view):
        return Prompt(tell(scene, _("%(name)s {bids|bid} or {passes|pass}."), name=_to_act(view)), so_far)
    if view.highest is None:
        return Prompt(_("How many points will you make? Bid, or pass."), so_far or _stake(view), mine=True)
    text = _("%(name)s {bids|bid} %(points)s. Bid more, or pass?")
    if view.bids and view.bids[0] == view.highest.points:
        text = _("%(name)s {bids|bid} %(points)s. As dealer you may take it over, or pass.")
    sentence = tell(scene, text, name=Seat(view.highest.seat), points=view.highest.points)
    return Prompt(sentence, _stake(view), mine=True)


def _stake(view: PitchView) -> str:
    if view.options["auction"] == "sell":
        return _("Your bid is what you pay them, and what you must make.")
    return _("Fall short of your bid, and you lose as many points.")


def _answer(scene: Scene, view: PitchView) -> Prompt:
    assert view.highest is not None
    values = {"bidder": Seat(view.highest.seat), "points": view.highest.points}
    if not mine(scene, view):
        text = _("%(name)s {sells|sell} for %(points)s, or {keeps|keep} it.")
        return Prompt(tell(scene, text, name=_to_act(view), **values), last_bid(scene, view))
    text = _("%(bidder)s {offers|offer} %(points)s. Sell, or keep?")
    small = _("Sell: you score %(points)s now. Keep: you must make %(points)s.") % {"points": view.highest.points}
    return Prompt(tell(scene, text, **values), small, mine=True)


def _play(scene: Scene, view: PitchView) -> Prompt:
    duty = duty_of(view) if view.trick else ""
    if view.trump is not None:
        return play_prompt(scene, view, happened(scene, view), _("You lead: play any card."), duty)
    small = bound_to(scene, view)
    if not mine(scene, view):
        return Prompt(tell(scene, _("%(name)s {leads|lead}: the first card makes trumps."), name=_to_act(view)), small)
    return Prompt(_("You lead: your first card makes its suit trumps."), small, mine=True)


def bound_to(scene: Scene, view: PitchView) -> str:
    """Return who must make how much."""
    if view.bound is None:
        return _("Nobody bid, so nobody must make anything.") if view.options["auction"] != "none" else ""
    text = _("%(name)s must make %(points)s.")
    return tell(scene, text, name=Seat(view.bound.seat), points=view.bound.points)


def last_bid(scene: Scene, view: PitchView) -> str:
    """Return what was said last in the bidding."""
    if not view.auction:
        return ""
    latest = view.auction[-1]
    points = latest.points if isinstance(latest, Bid) else 0
    return tell(scene, _(latest.sentence), seat=Seat(latest.seat), points=points)


def _to_act(view: PitchView) -> Seat:
    return Seat(view.to_act[0])
