"""The hand and the actions of All Fours."""

from __future__ import annotations

from django.utils.safestring import SafeString

from games.rules.allfours.view import AllFoursView
from games.rules.cards import SUITS
from games.rules.four_chances.deal import HAND
from games.table.buttons import actions, button, hint, hint_button, not_my_turn
from games.table.cached_gettext import gettext as _
from games.table.cached_gettext import ngettext
from games.table.cards import suit_name
from games.table.display import near
from games.table.markup import format_html_join
from games.table.revoke_claims import revoke_claims
from games.table.scene import Scene
from games.titles.four_chances.table import hand
from games.titles.four_chances.table.asking import ask_button
from games.titles.four_chances.table.panels import CHANCES
from games.titles.four_chances.table.prompt import mine


def hand_of(scene: Scene, view: AllFoursView) -> SafeString:
    """Return the viewer's hand, with what they may choose from it."""
    code = "must-follow-or-trump"
    if view.trick and SUITS[view.trick[0] // 13] == view.trump:
        code = "must-follow-trump"
    refusals = scene.game.refusals
    return hand.hand_of(
        scene, view, refusals[code].sentence, refusals["must-follow-trump"].section, many=view.phase == "discard"
    )


def acts_of(scene: Scene, view: AllFoursView) -> SafeString:
    """Return what the viewer may do now."""
    if scene.seat is None:
        return actions()
    if view.phase != "play" and not mine(scene, view):
        return actions()
    make = {
        "beg": _acts_beg,
        "answer": _acts_answer,
        "discard": _acts_discard,
        "play": _acts_play,
        "claims": _acts_claims,
        "announce": _acts_announce,
    }
    return make[view.phase](scene, view)


def _acts_beg(scene: Scene, view: AllFoursView) -> SafeString:
    note = _("play with %(suit)s as trump") % {"suit": suit_name(view.trump)}
    return actions(
        hint_button(scene),
        button("beg", _("I beg"), _("a point for you, or three more each"), "求牌"),
        button("stand", _("Stand"), note, go=True),
    )


def _acts_answer(scene: Scene, view: AllFoursView) -> SafeString:
    price = _("they score 1, %(suit)s stay trump") % {"suit": suit_name(view.trump)}
    if not view.may_give:
        price = _("not now: it would win the game")
    return actions(
        hint_button(scene),
        button("give", _("Give one"), price, off=not view.may_give),
        button("run", _("Run the cards"), _("three more each, a new trump"), go=True),
    )


def _acts_discard(scene: Scene, view: AllFoursView) -> SafeString:
    number = len(view.hand) - HAND
    label = ngettext("Discard %(number)s card", "Discard %(number)s cards", number) % {"number": number}
    return actions(hint(scene), button("discard", label, go=True))


def _acts_play(scene: Scene, view: AllFoursView) -> SafeString:
    turn = mine(scene, view)
    return actions(
        ask_button(view, view.may_ask), hint(scene), button("play", _("Play"), go=True) if turn else not_my_turn()
    )


def _acts_claims(scene: Scene, view: AllFoursView) -> SafeString:
    others = [seat for seat in range(view.seats) if seat % 2 != near(scene) % 2]
    number = sum(view.won)
    first = number - len(view.tricks) + 1  # above 1 where only the last may be looked at
    seen = {
        first + at: [((trick.lead + turn) % view.seats, (card,)) for turn, card in enumerate(trick.cards)]
        for at, trick in enumerate(view.tricks)
    }
    price = _("A false claim gives them the point. Are you sure?")
    accept = button("accept", _("Nothing to claim"), go=True)
    return revoke_claims(scene, seen, others, price, button("claim", _("Claim")), accept)


def _acts_announce(scene: Scene, view: AllFoursView) -> SafeString:
    boxes = format_html_join(
        "",
        '<label class="toggle"><input type="checkbox" name="items" value="{}"><span>{}</span></label>',
        ((key, _(label)) for key, label in CHANCES.items()),
    )
    return actions(boxes, button("announce", _("Announce"), go=True), look="toggles")
