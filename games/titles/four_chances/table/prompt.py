"""The sentence during the play: what the rule of following means for the viewer's hand."""

from __future__ import annotations

from games.rules.cards import SUITS
from games.rules.core import Seat
from games.rules.four_chances.view import FourChancesView
from games.table.cached_gettext import gettext as _
from games.table.cached_gettext import ngettext
from games.table.cards import brief, rank_sign, suit_name
from games.table.display import Prompt
from games.table.scene import Scene
from games.table.sentences import tell
from games.titles.four_chances.table.board import TRUMPS


def mine(scene: Scene, view: FourChancesView) -> bool:
    """Return whether the viewer must act."""
    return scene.seat is not None and scene.seat in view.to_act


def trumps_held(view: FourChancesView) -> str:
    """Return which trumps the viewer holds."""
    held = [card for card in view.hand if card in TRUMPS[view.trump]]
    if not held:
        return _("You hold no trump.")
    shown = " ".join(rank_sign(card) if card < 52 else brief(card) for card in held)
    text = ngettext("You hold one trump: %(cards)s.", "You hold %(number)s trumps: %(cards)s.", len(held))
    return text % {"number": len(held), "cards": shown}


def play_prompt(scene: Scene, view: FourChancesView, before: str, lead: str, duty: str) -> Prompt:
    """Return the sentence during the play. ``before``: what has just happened; ``lead`` and ``duty``: what to tell a
    viewer who leads, and one who follows."""
    if not mine(scene, view):
        to_act = tell(scene, _("%(name)s {plays|play} next."), name=Seat(view.to_act[0]))
        return Prompt(before or to_act, to_act if before else "")
    if not view.trick:
        return Prompt(lead, before or trumps_held(view), mine=True)
    return Prompt(duty, before, mine=True)


def duty_of(view: FourChancesView) -> str:
    """Return what the viewer must follow with (/rules/all-fours/#5): suit or trump, or with neither any card."""
    assert view.trump is not None
    trumps = TRUMPS[view.trump]
    holds_trump = any(card in trumps for card in view.hand)
    if view.trick[0] in trumps:
        return _("Trump was led: play a trump.") if holds_trump else _("You have no trumps: play any card.")
    led = SUITS[view.trick[0] // 13]
    suit = {"suit": suit_name(led)}
    if not any(SUITS[card // 13] == led for card in view.hand if card not in trumps):
        return _("You have no %(suit)s: play any card.") % suit
    if holds_trump:
        return _("Follow with %(suit)s, or play a trump.") % suit
    return _("Follow with %(suit)s.") % suit
