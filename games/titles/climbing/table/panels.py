"""Beside the board of a climbing game: totals, the exchange, the trick so far."""

from __future__ import annotations

from django.utils.safestring import SafeString

from games.rules.cards import NAMES
from games.rules.climbing.actions import Play
from games.rules.climbing.view import ClimbingView
from games.rules.core import Action
from games.table.cached_gettext import gettext as _
from games.table.cards import card_face, joined
from games.table.display import NOTHING, avatar, called, near, render
from games.table.kept import kept
from games.table.markup import format_html, format_html_join
from games.table.scene import Scene, Sitter
from games.titles.climbing.table.board import laid_out, plays
from games.titles.climbing.table.hooks import Hooks


def signed(points: int) -> str:
    """Return points with their sign: «+12», «−8»."""
    return f"+{points}" if points > 0 else f"−{-points}" if points < 0 else "0"


def totals(scene: Scene, view: ClimbingView) -> tuple[int, ...]:
    """Return the match's totals by seat."""
    return scene.standing.scores if scene.standing is not None else (0,) * view.seats


def score(scene: Scene, view: ClimbingView, hooks: Hooks) -> SafeString:
    """Return the totals of the match and the exchange of this hand."""
    scores = totals(scene, view)
    mine = near(scene)
    others = [seat for seat in range(view.seats) if seat != mine]
    return render(
        "climbing/_score",
        number=str(scene.hand_number),
        total=str(view.options["hands"] or "") if not scene.room_state.sealed else "",
        ending=hooks.ending(view),
        us=called(mine, scene),
        ours=signed(scores[mine]),
        others=" · ".join(f"{called(seat, scene)} {signed(scores[seat])}" for seat in others),
        totals=joined(_total(seat, scene, scores[seat]) for seat in range(view.seats)),
        exchange=_exchange(scene, view, hooks),
        more=hooks.panel(scene, view),
    )


def _total(seat: int, scene: Scene, points: int) -> SafeString:
    return _seat_total(scene.sitters[seat], called(seat, scene), points, seat == scene.seat)


@kept(2048)
def _seat_total(sitter: Sitter, name: str, points: int, mine: bool) -> SafeString:
    me = format_html(' class="{}"', "me") if mine else NOTHING
    return format_html("<li{}>{}<span>{}</span><b>{}</b></li>", me, avatar(sitter, small=True), name, signed(points))


def _exchange(scene: Scene, view: ClimbingView, hooks: Hooks) -> SafeString:
    rows = ((joined(map(card_face, cards)), said) for cards, said in hooks.swaps(scene, view))
    return format_html_join("", '<p class="swap">{}<span>{}</span></p>', rows)


def side(scene: Scene, view: ClimbingView, hooks: Hooks) -> SafeString:
    """Return the trick that runs, action by action, and the one before."""
    return render(
        "climbing/_side",
        trick=_listed(scene, view, view.trick, hooks),
        last=_listed(scene, view, view.last_trick, hooks),
        # each trick is a list of its own: the rows of one do not become those of the next and wander
        trick_key=_key(view.trick),
        last_key=_key(view.last_trick),
    )


def _key(trick: tuple[Action, ...]) -> str:
    """Return what tells a trick of a hand from the others: the first card that was led to it."""
    made = plays(trick)
    return NAMES[made[0].cards[0]] if made else ""


def _listed(scene: Scene, view: ClimbingView, trick: tuple[Action, ...], hooks: Hooks) -> SafeString:
    made = plays(trick)
    best = made[-1] if made else None
    cards = (laid_out(action, view, hooks) if isinstance(action, Play) else () for action in trick)
    return joined(
        _row(called(action.seat, scene), laid, action is best) for action, laid in zip(trick, cards, strict=True)
    )


@kept(2048)
def _row(name: str, cards: tuple[int, ...], best: bool) -> SafeString:
    """Return what somebody did: the cards they played, or none."""
    what: str = _("passed")
    if cards:
        many = " many" if len(cards) > 5 else ""
        what = format_html('<span class="cards fan{}">{}</span>', many, joined(map(card_face, cards)))
    won = format_html(' class="{}"', "win") if best else NOTHING
    return format_html(
        "<li{}><span>{}</span><span>{}</span><span>{}</span></li>", won, name, what, _("best") if best else ""
    )
