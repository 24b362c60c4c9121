"""The board of Pitch: seats with what they have bid, or with the trick."""

from __future__ import annotations

from django.utils.safestring import SafeString

from games.rules.core import Seat
from games.rules.pitch.actions import Bid
from games.rules.pitch.view import PitchView
from games.table.cached_gettext import gettext as _
from games.table.cached_gettext import ngettext, pgettext
from games.table.cards import suit_name, suit_sign
from games.table.display import NOTHING, seat_badge, spot, tag
from games.table.markup import format_html
from games.table.public import in_public
from games.table.scene import Scene
from games.table.sentences import tell
from games.titles.four_chances.table import board as family
from games.titles.pitch.table.panels import sides_of


def board(scene: Scene, view: PitchView) -> SafeString:
    """Return the seats with what lies before them, and the middle."""
    in_front_of = in_public(scene, family.trick_shown) if view.trump is not None else in_public(scene, _latest_bids)
    notes = in_public(scene, _notes)
    badges = [_badge(seat, scene, view, notes[seat]) for seat in range(view.seats)]
    spots = [spot(seat, scene, badge, in_front_of.get(seat, NOTHING)) for seat, badge in enumerate(badges)]
    return family.board(view, spots, _hub(scene, view))


def _latest_bids(view: PitchView) -> dict[int, SafeString]:
    """Return what each seat last said in the bidding."""
    words = {"offer": _("for sale"), "keep": _("keeps it"), "sell": _("sold"), "pass": pgettext("bidding", "Pass")}
    bids = {}
    for action in view.auction:
        look, word = "", words.get(action.do, "")
        if isinstance(action, Bid):
            highest = view.highest is not None and view.highest.seat == action.seat
            look, word = " highest" if highest else " lower", _("Bid %(points)s") % {"points": action.points}
        bids[action.seat] = format_html('<span class="pass{}">{}</span>', look, word)
    return bids


def _badge(seat: int, scene: Scene, view: PitchView, note: str) -> SafeString:
    tags = tag(_("dealer"), "庄", "zhuang") if seat == view.dealer else NOTHING
    if view.bound is not None and view.bound.seat == seat:
        tags = format_html("{}{}", tag(_("Bid %(points)s") % {"points": view.bound.points}, look="bound"), tags)
    if seat == scene.seat and seat in view.to_act:
        note = _("your turn") if view.phase == "play" else _("your choice")
    return seat_badge(seat, scene, tags, note, view.counts[seat] or None)


def _notes(view: PitchView) -> list[str]:
    """Return what each seat does, in a word or two, as the others read it."""
    return [_note(seat, view) for seat in range(view.seats)]


def _note(seat: int, view: PitchView) -> str:
    if view.result is not None:
        return ""
    if seat not in view.to_act:
        won = view.won[sides_of(view)[seat]]
        return ngettext("%(number)s trick", "%(number)s tricks", won) % {"number": won} if won else ""
    return {"bid": _("bids"), "offer": _("may sell"), "answer": _("decides")}.get(view.phase, _("to play"))


def _hub(scene: Scene, view: PitchView) -> SafeString:
    key, head, line, sign = "hub-bids", "", "", NOTHING
    if view.trump is not None:
        key = "hub-trick"
        head = family.trick_number(view)
        line, sign = _("%(suit)s are trump") % {"suit": suit_name(view.trump)}, suit_sign(view.trump)
    elif view.phase == "play":
        key = "hub-pitch"
        head = _("The first card makes trumps")
        line = tell(scene, _("%(name)s {leads|lead}"), name=Seat(view.lead))
    else:
        head = _("The bidding") if view.phase != "offer" else _("Is the first lead for sale?")
        line = _("no bid yet")
        if view.highest is not None:
            line = tell(
                scene,
                _("highest: %(points)s, %(name)s"),
                points=view.highest.points,
                name=(Seat(view.highest.seat),),
            )
    return format_html(
        '<div class="hub" id={}><b>{}</b><small>{} {}</small>{}</div>',
        key,
        head if view.result is None else "",
        sign,
        line,
        family.trump_answer(scene, view, view.answers),
    )
