"""The sentence under the board: what the viewer has to do, or what has just happened."""

from __future__ import annotations

from games.rules.allfours.view import AllFoursView
from games.rules.core import Seat
from games.rules.four_chances.deal import HAND
from games.table.cached_gettext import gettext as _
from games.table.cached_gettext import ngettext
from games.table.cards import brief, suit_name
from games.table.display import Prompt
from games.table.scene import Scene
from games.table.sentences import tell
from games.titles.allfours.table.board import happened
from games.titles.four_chances.table.prompt import duty_of, mine, play_prompt, trumps_held


def prompt(scene: Scene, view: AllFoursView) -> Prompt:
    """Return the sentence during a hand."""
    speak = {
        "beg": _prompt_beg,
        "answer": _prompt_answer,
        "discard": _prompt_discard,
        "play": _prompt_play,
        "claims": _prompt_claims,
        "announce": _prompt_announce,
    }
    return speak[view.phase](scene, view)


def _turned(view: AllFoursView) -> str:
    return _("%(card)s is turned up: %(suit)s are trump.") % {
        "card": brief(view.turned[-1]),
        "suit": suit_name(view.trump),
    }


def _prompt_beg(scene: Scene, view: AllFoursView) -> Prompt:
    if not mine(scene, view):
        text = _("%(turned)s %(name)s {begs|beg} or {stands|stand}.")
        return Prompt(tell(scene, text, turned=_turned(view), name=Seat(view.eldest)), _own_trumps(view))
    text = _("%(turned)s Beg, or stand?") % {"turned": _turned(view)}
    left = view.options["beg_limit"] - view.begs
    often = ngettext("You may beg once.", "You may beg %(number)s times.", left) % {"number": left}
    return Prompt(text, f"{trumps_held(view)} {often}", mine=True)


def _own_trumps(view: AllFoursView) -> str:
    return trumps_held(view) if view.hand else ""


def _prompt_answer(scene: Scene, view: AllFoursView) -> Prompt:
    eldest, dealer = Seat(view.eldest), Seat(view.dealer)
    if not mine(scene, view):
        text = _("%(eldest)s {begs|beg}. %(dealer)s {gives|give} a point or {runs|run} the cards.")
        return Prompt(tell(scene, text, eldest=eldest, dealer=dealer), _own_trumps(view))
    text = _("%(name)s {begs|beg}. Give a point, or run the cards?")
    return Prompt(tell(scene, text, name=eldest), trumps_held(view), mine=True)


def _prompt_discard(scene: Scene, view: AllFoursView) -> Prompt:
    if not mine(scene, view):
        text = _("Waiting for %(names)s to discard.")
        return Prompt(tell(scene, text, names=tuple(map(Seat, view.to_act))))
    number = len(view.hand) - HAND
    text = ngettext("Choose %(number)s card to discard.", "Choose %(number)s cards to discard.", number)
    small = _("%(suit)s are trump. Discards are out of play.") % {"suit": suit_name(view.trump).capitalize()}
    return Prompt(text % {"number": number}, small, mine=True)


def _prompt_play(scene: Scene, view: AllFoursView) -> Prompt:
    duty = duty_of(view) if view.trick else ""
    return play_prompt(scene, view, happened(scene, view), _("You lead: play any card."), duty)


def _prompt_claims(scene: Scene, view: AllFoursView) -> Prompt:
    if not mine(scene, view):
        text = _("All cards are played. %(names)s may still claim a revoke.")
        return Prompt(tell(scene, text, names=tuple(map(Seat, view.to_act))), claim_outcome(scene, view))
    assert scene.seat is not None
    text = _("Did %(seat)s fail to follow suit?")
    if view.seats > 2:
        text = _("Did %(seat)s or %(against)s fail to follow suit?")
    others = Seat((scene.seat + 1) % view.seats), Seat((scene.seat + 3) % view.seats)
    small = claim_outcome(scene, view) or _("If you’re right you score 1; if not, they do.")
    return Prompt(tell(scene, text, seat=others[0], against=others[1]), small, mine=True)


def _prompt_announce(scene: Scene, view: AllFoursView) -> Prompt:
    if not mine(scene, view):
        text = _("Waiting for %(names)s to announce the score.")
        return Prompt(tell(scene, text, names=tuple(map(Seat, view.to_act))))
    points = view.options["miscount"]
    small = ngettext(
        "A false claim gives them %(number)s point.",
        "A false claim gives them %(number)s points.",
        points,
    )
    return Prompt(_("What did you score? Say it from memory."), small % {"number": points}, mine=True)


def claim_outcome(scene: Scene, view: AllFoursView) -> str:
    """Return the outcome of the latest claim."""
    if not view.claims:
        return ""
    latest = view.claims[-1]
    text = _("%(seat)s claimed a revoke in trick %(trick)s, but %(against)s followed suit.")
    if latest.revoke:
        text = _("%(seat)s caught %(against)s revoking in trick %(trick)s.")
    return tell(scene, text, seat=Seat(latest.seat), against=Seat(latest.against), trick=latest.trick)
