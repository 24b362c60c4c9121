"""What was done, as a sentence for each deed of each game."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString

from games.rules.core import N_, Action, Cards, Message, Seat
from games.table.cached_gettext import gettext as _
from games.table.sentences import listed

DEEDS = {
    "play": N_("%(seat)s {plays|play} %(cards)s."),
    "pass": N_("%(seat)s {passes|pass}."),
    "give": N_("%(seat)s {gives|give} a point."),
    "stand": N_("%(seat)s {stands|stand}."),
    "beg": N_("%(seat)s {begs|beg}."),
    "run": N_("%(seat)s {runs|run} the cards."),
    "ask": N_("%(seat)s {asks|ask} about the trump just played."),
    "discard": N_("%(seat)s {discards|discard} %(cards)s."),
    "declare": N_("%(seat)s {shows|show} %(cards)s when %(after)s cards are dealt."),
    "close": N_("The draw is over."),
    "bury": N_("%(seat)s {buries|bury} %(cards)s."),
    "claim": N_("%(seat)s {claims|claim} that %(against)s revoked in trick %(trick)s."),
    "accept": N_("%(seat)s {has|have} nothing to claim."),
    "announce": N_("%(seat)s {announces|announce}: %(items)s."),
}
SHOWS_AT_ONCE = N_("%(seat)s {shows|show} %(cards)s with the first card dealt.")
GIVES_CARD = N_("%(seat)s {gives|give} %(cards)s in return.")
CHANCES = {"high": N_("High"), "low": N_("Low"), "jack": N_("Jack"), "game": N_("Game")}


def deed(action: Action) -> Message:
    """Return what an action was, all of it: only for hands that are over."""
    values: dict[str, Any] = {"seat": Seat(action.seat)}
    text = DEEDS[action.do]
    if hasattr(action, "card"):
        values["cards"] = Cards((action.card,))
        text = GIVES_CARD if action.do == "give" else text
    elif hasattr(action, "cards"):
        values["cards"] = Cards(action.cards)
    if hasattr(action, "against"):
        values |= {"against": Seat(action.against), "trick": getattr(action, "trick", 0)}
    if hasattr(action, "after"):
        values["after"] = action.after
        text = SHOWS_AT_ONCE if action.after == 1 else text
    if hasattr(action, "items"):
        values["items"] = listed(_(CHANCES[item]) for item in action.items) or _("nothing")
    return Message(text, values)


def shown(action: Action) -> Message:
    """Return what was shown in a bidding, where all cards are dealt."""
    assert hasattr(action, "cards")
    return Message(N_("%(seat)s {shows|show} %(cards)s."), {"seat": Seat(action.seat), "cards": Cards(action.cards)})


def passed(seat: int) -> Message:
    """Return that a seat shows nothing in a bidding."""
    return Message(DEEDS["pass"], {"seat": Seat(seat)})


def took(seconds: float) -> str:
    """Return how long a move took, in words."""
    if seconds < 60:
        return _("%(seconds)s s") % {"seconds": f"{seconds:.1f}" if seconds < 10 else str(round(seconds))}
    return _("%(minutes)s min %(seconds)s s") % {"minutes": int(seconds) // 60, "seconds": int(seconds) % 60}


def moment(at: datetime) -> SafeString:
    """Return a point of time for a page: in UTC, which ``times.js`` turns into the reader's own time."""
    told = date_format(at.astimezone(UTC), "DATETIME_FORMAT")
    return format_html('<time datetime="{}">{} UTC</time>', at.isoformat(), told)
