"""A claim of the rest of a hand, as a table shows it: the cards shown to all, who is asked, and for how long.

Until somebody claims, only the player who may claim sees any of it.
"""

from __future__ import annotations

from dataclasses import replace
from math import ceil
from typing import TYPE_CHECKING

from django.utils.html import escape
from django.utils.safestring import SafeString

from games.matches.claim_state import Kind, Stands
from games.rules.core import Seat
from games.table.buttons import actions, claim_button
from games.table.cached_gettext import gettext as _
from games.table.cached_gettext import pgettext
from games.table.cards import fan, joined
from games.table.display import NOTHING, Display, Prompt
from games.table.markup import format_html
from games.table.scene import ClaimShown, Scene
from games.table.sentences import tell

if TYPE_CHECKING:
    from datetime import datetime

    from games.matches.claim_state import Claim
    from games.matches.fold import Folded


def shown(claim: Claim | None, folded: Folded, asked: set[int], seat: int | None, at: datetime) -> ClaimShown | None:
    """Return what a viewer is shown of a hand's latest claim; None if nobody has claimed. ``asked``: the seats
    that may say no; ``seat``: the viewer's, None for an onlooker."""
    if claim is None:
        return None
    over = folded.state.result is not None
    hands = () if over else tuple((shower, tuple(folded.view(shower).hand)) for shower in sorted(claim.shown))
    return ClaimShown(
        kind=claim.kind,
        seat=claim.seat,
        stands=claim.stands,
        left=round(max(0.0, (claim.ends - at).total_seconds()), 1) if claim.stands == Stands.ASKED else 0.0,
        is_asked=claim.stands == Stands.ASKED and seat in asked and seat not in claim.agreed,
        hands=hands,
    )


def held(scene: Scene, shown: Display) -> Display:
    """Return the table while a claim holds up play: what is claimed or given up, and the answers for those who
    are asked. After a hand that was given up, say so."""
    claim, view = scene.claim, scene.view
    if claim is None or claim.stands == Stands.REFUSED or view is None:
        return shown
    if view.phase == "play":
        return replace(
            shown, prompt=_prompt(scene, claim), actions=_answers(scene, claim), scorecard=_board(scene, claim)
        )
    if view.result is None or claim.kind != Kind.CONCEDE:
        return shown
    sentence = tell(scene, _("%(name)s gave up the rest."), name=Seat(claim.seat))
    return replace(shown, prompt=replace(shown.prompt, small=format_html("{} {}", sentence, shown.prompt.small)))


def open_cards(scene: Scene) -> SafeString:
    """Return panels of the hands shown for a claim, which stay open once it is refused."""
    if scene.claim is None or scene.claim.stands != Stands.REFUSED:
        return NOTHING
    panels = [
        format_html(
            '<div class="panel"><h2>{}</h2><div class="last"><ol class="cards fan{}">{}</ol></div></div>',
            tell(scene, _("%(name_owner)s cards lie open"), name=Seat(seat)),
            " many" if len(cards) > 8 else "",
            fan(cards),
        )
        for seat, cards in scene.claim.hands
        if cards and seat != scene.seat
    ]
    return joined(panels)


def _prompt(scene: Scene, claim: ClaimShown) -> Prompt:
    text = _sentence(scene, claim)
    if claim.stands == Stands.AGREED:
        return Prompt(text)
    seconds = format_html("<b data-next={}>{}</b>", f"{claim.left:.1f}", str(ceil(claim.left)))
    left = _("If nobody minds, it is played out in %(seconds)s s.")
    if claim.kind == Kind.CONCEDE:
        left = _("Their partner decides: %(seconds)s s left.")
    return Prompt(text, SafeString(escape(left) % {"seconds": seconds}), mine=claim.is_asked)


def _sentence(scene: Scene, claim: ClaimShown) -> str:
    """Return who claims the rest, or gives it up."""
    sentence = _("%(name)s {claims|claim} the rest: every trick.")
    if claim.kind == Kind.CONCEDE:
        sentence = _("%(name)s {wants|want} to give up the rest.")
        if claim.stands == Stands.AGREED:
            sentence = _("%(name)s {gives|give} up the rest.")
    return tell(scene, sentence, name=Seat(claim.seat))


def _answers(scene: Scene, claim: ClaimShown) -> SafeString:
    if not claim.is_asked:
        return actions()
    fields = f"kind={claim.kind} by={claim.seat}"  # by the time it arrives, something else may be asked
    no = claim_button(scene, "object", pgettext("answer to a claim", "Play on"), fields=fields)
    return actions(no, claim_button(scene, "agree", pgettext("answer to a claim", "Agree"), go=True, fields=fields))


def _board(scene: Scene, claim: ClaimShown) -> SafeString:
    """Return what the board shows all but the claimer during a claim: the claimer's cards face up, or a note that
    they give up the rest."""
    if claim.seat == scene.seat:
        return NOTHING
    if claim.kind == Kind.CONCEDE:
        return format_html('<div class="toast"><b>{}</b></div>', _sentence(scene, claim))
    return format_html(
        '<div class="toast"><b>{}</b><ol class="cards fan">{}</ol><small>{}</small></div>',
        tell(scene, _("%(name_owner)s cards"), name=Seat(claim.seat)),
        fan(dict(claim.hands).get(claim.seat, ())),
        _("Checked: whatever anybody holds, these take every trick."),
    )
