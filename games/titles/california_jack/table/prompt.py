"""The sentence under the board: what must be followed with, and what the trick is worth."""

from __future__ import annotations

from games.rules.california_jack.view import CaliforniaJackView
from games.rules.cards import SUITS
from games.rules.core import Cards, Seat
from games.table.cached_gettext import gettext as _
from games.table.cards import brief, suit_name
from games.table.display import Prompt
from games.table.scene import Scene
from games.table.sentences import tell
from games.titles.four_chances.table.board import TRUMPS, happened
from games.titles.four_chances.table.prompt import duty_of, play_prompt, trumps_held


def prompt(scene: Scene, view: CaliforniaJackView) -> Prompt:
    """Return the sentence during a hand."""
    duty = _duty(view) if view.trick else ""
    return play_prompt(scene, view, _happened(scene, view), _lead(view), duty)


def _lead(view: CaliforniaJackView) -> str:
    if view.top is not None:
        return _("You lead. Whoever takes the trick draws %(card)s.") % {"card": brief(view.top)}
    return _("You lead: play any card.")


def _happened(scene: Scene, view: CaliforniaJackView) -> str:
    """Return the last card; after a trick what was drawn for it; before the first what is trump."""
    if not view.trick and view.last_trick is None:
        # nothing has been played yet
        return _("%(suit)s are trump.") % {"suit": suit_name(view.trump).capitalize()} + " " + trumps_held(view)
    if view.trick:
        stake = _("The winner draws %(card)s.") % {"card": brief(view.top)} if view.top is not None else ""
        return f"{happened(scene, view)} {stake}".strip()
    drawn = [(seat, view.drawn[seat][-1]) for seat in (view.lead, 1 - view.lead) if view.drawn[seat]]
    if view.stock or len(view.tricks) == 20:
        for seat, card in drawn:
            if seat == view.lead and card is not None:
                text = _("%(name)s took the trick and drew %(card)s.")
                return tell(scene, text, name=Seat(seat), card=Cards((card,)))
    return happened(scene, view)


def why_not(scene: Scene, view: CaliforniaJackView) -> str:
    """Return the sentence of the rules for cards that may not be played now (/rules/california-jack/#4)."""
    return scene.game.refusals[_binding(view)].sentence


def _binding(view: CaliforniaJackView) -> str:
    """Return the code of the rule that binds the second player."""
    follow = view.options["follow"]
    if not view.trick or view.trick[0] in TRUMPS[view.trump]:
        return "must-follow-trump"
    led = SUITS[view.trick[0] // 13]
    if any(SUITS[card // 13] == led for card in view.hand):
        return "must-follow" if follow == "suit" else "must-follow-or-trump"
    return "must-follow-or-trump" if follow == "or-trump" else "must-trump"


def _duty(view: CaliforniaJackView) -> str:
    """Return what the viewer must follow with."""
    if view.options["follow"] == "or-trump" or view.trick[0] in TRUMPS[view.trump]:
        return duty_of(view)
    suit = {"suit": suit_name(SUITS[view.trick[0] // 13])}
    match _binding(view):
        case "must-follow":
            return _("Follow with %(suit)s.") % suit
        case "must-trump" if any(card in TRUMPS[view.trump] for card in view.hand):
            return _("You have no %(suit)s: you must trump.") % suit
    return duty_of(view)
