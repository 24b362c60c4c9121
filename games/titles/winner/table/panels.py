"""Beside the board of Winner: totals, the exchange, the trick so far."""

from __future__ import annotations

from django.utils.safestring import SafeString

from games.rules.core import Seat
from games.rules.winner.actions import Play
from games.rules.winner.view import WinnerView
from games.table.cached_gettext import gettext as _
from games.table.cards import card_face, joined
from games.table.display import NOTHING, avatar, called, near, render
from games.table.markup import format_html, format_html_join
from games.table.scene import Scene
from games.table.sentences import tell
from games.titles.winner.table.board import laid_out, plays


def signed(points: int) -> str:
    """Return points with their sign: «+12», «−8»."""
    return f"+{points}" if points > 0 else f"−{-points}" if points < 0 else "0"


def totals(scene: Scene, view: WinnerView) -> tuple[int, ...]:
    """Return the match's totals by seat."""
    return scene.standing.scores if scene.standing is not None else (0,) * view.seats


def score(scene: Scene, view: WinnerView) -> SafeString:
    """Return the totals of the match and the exchange of this hand."""
    scores = totals(scene, view)
    mine = near(scene)
    others = [seat for seat in range(view.seats) if seat != mine]
    return render(
        "winner/_score",
        number=str(scene.hand_number),
        total=str(view.options["hands"] or ""),
        ending=_("first out wins") if view.options["ending"] == "first-out" else _("played to the last"),
        us=called(mine, scene),
        ours=signed(scores[mine]),
        others=" · ".join(f"{called(seat, scene)} {signed(scores[seat])}" for seat in others),
        totals=joined(_total(seat, scene, scores[seat]) for seat in range(view.seats)),
        exchange=_exchange(scene, view),
    )


def _total(seat: int, scene: Scene, points: int) -> SafeString:
    me = format_html(' class="{}"', "me") if seat == scene.seat else NOTHING
    sitter = avatar(scene.sitters[seat], small=True)
    return format_html("<li{}>{}<span>{}</span><b>{}</b></li>", me, sitter, called(seat, scene), signed(points))


def _exchange(scene: Scene, view: WinnerView) -> SafeString:
    if view.exchange is None:
        return NOTHING
    given, rows = view.exchange, []
    text = _("%(name)s lost the last hand and gave the highest card")
    rows.append((card_face(given.tribute), tell(scene, text, name=Seat(given.loser))))
    if given.gift is not None:
        text = _("%(name)s gave this in return")
        rows.append((card_face(given.gift), tell(scene, text, name=Seat(given.winner))))
    return format_html_join("", '<p class="swap">{}<span>{}</span></p>', rows)


def side(scene: Scene, view: WinnerView) -> SafeString:
    """Return the trick that runs, action by action, and the one before."""
    return render(
        "winner/_side",
        trick=_listed(scene, view, view.trick),
        last=_listed(scene, view, view.last_trick),
    )


def _listed(scene: Scene, view: WinnerView, trick: tuple) -> SafeString:  # type: ignore[type-arg]
    made = plays(trick)
    rows = []
    for action in trick:
        best = bool(made) and action is made[-1]
        what = _("passed")
        if isinstance(action, Play):
            cards = laid_out(action.cards, view)
            many = " many" if len(cards) > 5 else ""
            what = format_html('<span class="cards fan{}">{}</span>', many, joined(map(card_face, cards)))
        rows.append(
            (
                format_html(' class="{}"', "win") if best else NOTHING,
                called(action.seat, scene),
                what,
                _("best") if best else "",
            )
        )
    return format_html_join("", "<li{}><span>{}</span><span>{}</span><span>{}</span></li>", rows)
