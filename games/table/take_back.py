"""Taking a move back by consent, as the table shows it: who may ask, what is asked, the answers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from django.utils.safestring import SafeString

from games.foundation.paths import address
from games.matches import consent
from games.rooms.models import Seat as SeatRow
from games.rules.core import Cards, Message, Seat, View
from games.table.buttons import CHOOSING, actions, actions_and
from games.table.cached_gettext import gettext as _
from games.table.cached_gettext import pgettext
from games.table.cards import cards_of
from games.table.display import Display, Prompt
from games.table.markup import format_html
from games.table.scene import Scene, TakeBackRequest
from games.table.sentences import people, sentence, tell


def request(pending: consent.Request, seats: Sequence[SeatRow], view: View) -> TakeBackRequest | None:
    """Return the request on the current picture, as far as a viewer may know it; None if it is in vain."""
    if consent.is_in_vain(pending, seats):
        return None
    move = next((action for action in reversed(view.memory) if action.seat == pending.seat), None)
    waits = tuple(row.number for row in consent.waits_for(pending, seats))
    action = move if move is not None and move.do == pending.do else None
    return TakeBackRequest(pending.seat, action, waits, pending.refused)


def shown(scene: Scene, display: Display) -> Display:
    """Return the table with the request: players who have not answered are asked before anything else; the requester
    sees its state, and may withdraw it."""
    request = scene.room_state.request
    if request is None:
        # what a game asks about the whole hand needs the row to itself
        if not scene.room_state.asks_back or scene.view is None or scene.view.phase not in CHOOSING:
            return display
        return replace(display, actions=actions_and(display.actions, _ask_button(scene)))
    if request.refused is None and scene.seat in request.waits:
        let = _button(scene, "let-back", pgettext("button", "Agree"), go=True)
        why = _("Nobody can forget what they have seen, so all of you must agree.")
        prompt = Prompt(_question(scene, request), why, mine=True)
        return replace(
            display, prompt=prompt, actions=actions(_button(scene, "not-back", pgettext("button", "No")), let)
        )
    line = _status(scene, request)
    if request.refused is None and scene.seat == request.seat:
        # nothing else is offered meanwhile, so that no press or automatic pass voids the request
        left = _button(scene, "not-back", pgettext("button", "Never mind"))
        return replace(display, prompt=Prompt(line), actions=actions(left))
    return replace(display, prompt=replace(display.prompt, small=line)) if line else display


def _question(scene: Scene, request: TakeBackRequest) -> str:
    """Return who asks to take back which move."""
    name = Seat(request.seat)
    if request.action is None:
        return tell(scene, _("%(name)s would like to take back their last move."), name=name)
    if cards := cards_of(request.action):
        return tell(scene, _("%(name)s would like to take back %(cards)s."), name=name, cards=Cards(cards))
    move = sentence(Message(request.action.label, request.action.values()), people(scene))
    return tell(scene, _("%(name)s would like to take back “%(move)s”."), name=name, move=move)


def _status(scene: Scene, request: TakeBackRequest) -> str:
    """Return the state of a request in words, for those who await its outcome."""
    if request.refused is not None:
        if scene.seat != request.seat or request.refused == request.seat:
            return ""
        return tell(scene, _("%(name)s said no: the move stands."), name=Seat(request.refused))
    waits = tuple(Seat(seat) for seat in request.waits)
    if scene.seat == request.seat:
        return tell(scene, _("You asked to take your move back. Waiting for %(names)s."), names=waits)
    return tell(scene, _("You agreed. Waiting for %(names)s."), names=waits)


def _ask_button(scene: Scene) -> SafeString:
    """Return the button that asks the others, small enough to share its row with the game's buttons."""
    return format_html(
        '<button class="btn two" id=do-ask-back name=do value=ask-back formaction={}>'
        "<span class=small>{}</span></button>",
        address("take-back", scene.code),
        _("Take back?"),
    )


def _button(scene: Scene, do: str, label: str, go: bool = False) -> SafeString:
    return format_html(
        '<button class="btn{}" id=do-{} name=do value={} formaction={}>{}</button>',
        " go" if go else "",
        do,
        do,
        address("take-back", scene.code),
        label,
    )
