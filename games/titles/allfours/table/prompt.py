"""The sentence under the board: what is asked of the viewer, or what has just happened."""

from __future__ import annotations

from django.utils.translation import ngettext

from games.rules.allfours.view import AllFoursView
from games.rules.cards import SUITS
from games.rules.core import Seat
from games.rules.four_chances.deal import HAND
from games.table.cached_gettext import gettext as _
from games.table.cards import brief, rank_sign, suit_name
from games.table.display import Prompt
from games.table.scene import Scene
from games.table.sentences import tell
from games.titles.allfours.table.board import happened


def prompt(scene: Scene, view: AllFoursView) -> Prompt:
    """Return the sentence of a hand that goes on."""
    speak = {
        "beg": _prompt_beg,
        "answer": _prompt_answer,
        "discard": _prompt_discard,
        "play": _prompt_play,
        "claims": _prompt_claims,
        "announce": _prompt_announce,
    }
    return speak[view.phase](scene, view)


def mine(scene: Scene, view: AllFoursView) -> bool:
    """Say whether the viewer must act."""
    return scene.seat is not None and scene.seat in view.to_act


def _trumps_held(view: AllFoursView) -> str:
    held = [card for card in view.hand if SUITS[card // 13] == view.trump]
    if not held:
        return _("You hold no trump.")
    shown = " ".join(rank_sign(card) for card in held)
    text = ngettext("You hold one trump: %(cards)s.", "You hold %(number)s trumps: %(cards)s.", len(held))
    return text % {"number": len(held), "cards": shown}


def _turned(view: AllFoursView) -> str:
    return _("%(card)s is turned up: %(suit)s are trumps.") % {
        "card": brief(view.turned[-1]),
        "suit": suit_name(view.trump),
    }


def _prompt_beg(scene: Scene, view: AllFoursView) -> Prompt:
    if not mine(scene, view):
        text = _("%(turned)s %(name)s {begs|beg} or {stands|stand}.")
        return Prompt(tell(scene, text, turned=_turned(view), name=Seat(view.eldest)), _own_trumps(view))
    text = _("%(turned)s Do you beg, or stand?") % {"turned": _turned(view)}
    left = view.options["beg_limit"] - view.begs
    often = ngettext("You may beg once.", "You may beg %(number)s times.", left) % {"number": left}
    return Prompt(text, f"{_trumps_held(view)} {often}", mine=True)


def _own_trumps(view: AllFoursView) -> str:
    return _trumps_held(view) if view.hand else ""


def _prompt_answer(scene: Scene, view: AllFoursView) -> Prompt:
    eldest, dealer = Seat(view.eldest), Seat(view.dealer)
    if not mine(scene, view):
        text = _("%(eldest)s {begs|beg}. %(dealer)s {gives|give} a point or {runs|run} the cards.")
        return Prompt(tell(scene, text, eldest=eldest, dealer=dealer), _own_trumps(view))
    text = _("%(name)s {begs|beg}. Do you give a point, or run the cards?")
    return Prompt(tell(scene, text, name=eldest), _trumps_held(view), mine=True)


def _prompt_discard(scene: Scene, view: AllFoursView) -> Prompt:
    if not mine(scene, view):
        text = _("Cards are being discarded. Still to come: %(names)s.")
        return Prompt(tell(scene, text, names=tuple(map(Seat, view.to_act))))
    number = len(view.hand) - HAND
    text = ngettext("Discard %(number)s card: choose it.", "Discard %(number)s cards: choose them.", number)
    small = _("%(suit)s are trumps. What you discard is not in play.") % {"suit": suit_name(view.trump).capitalize()}
    return Prompt(text % {"number": number}, small, mine=True)


def _prompt_play(scene: Scene, view: AllFoursView) -> Prompt:
    before = happened(scene, view)
    if not mine(scene, view):
        to_act = tell(scene, _("%(name)s {plays|play} next."), name=Seat(view.to_act[0]))
        return Prompt(before or to_act, to_act if before else "")
    if not view.trick:
        return Prompt(_("You lead: play any card."), before or _trumps_held(view), mine=True)
    return Prompt(_asked_of(view), before, mine=True)


def _asked_of(view: AllFoursView) -> str:
    """Return what the rule of following means for the viewer's hand (/rules/all-fours/#5)."""
    led = SUITS[view.trick[0] // 13]
    held = {SUITS[card // 13] for card in view.hand}
    suit = {"suit": suit_name(led)}
    if led == view.trump:
        return _("A trump was led: follow with a trump.") if led in held else _("You have no trump: play any card.")
    if led not in held:
        return _("You hold no %(suit)s: play any card.") % suit
    if view.trump in held:
        return _("Follow with %(suit)s, or play a trump.") % suit
    return _("Follow with %(suit)s.") % suit


def _prompt_claims(scene: Scene, view: AllFoursView) -> Prompt:
    if not mine(scene, view):
        text = _("The tricks lie open. Still looking: %(names)s.")
        return Prompt(tell(scene, text, names=tuple(map(Seat, view.to_act))), claimed(scene, view))
    text = _("Did you see a revoke? Claim it, or go on.")
    small = claimed(scene, view) or _("A right claim scores a point for you, a wrong one a point for them.")
    return Prompt(text, small, mine=True)


def _prompt_announce(scene: Scene, view: AllFoursView) -> Prompt:
    if not mine(scene, view):
        text = _("The score is announced from memory. Still to speak: %(names)s.")
        return Prompt(tell(scene, text, names=tuple(map(Seat, view.to_act))))
    points = view.options["miscount"]
    small = ngettext(
        "What is not yours costs you: %(number)s point for the other side.",
        "What is not yours costs you: %(number)s points for the other side.",
        points,
    )
    return Prompt(_("What do you score? Announce it from memory."), small % {"number": points}, mine=True)


def claimed(scene: Scene, view: AllFoursView) -> str:
    """Return what the latest claim came to."""
    if not view.claims:
        return ""
    latest = view.claims[-1]
    text = _("%(seat)s against %(against)s, trick %(trick)s: it was no revoke.")
    if latest.revoke:
        text = _("%(seat)s against %(against)s, trick %(trick)s: it was a revoke.")
    return tell(scene, text, seat=Seat(latest.seat), against=Seat(latest.against), trick=latest.trick)
