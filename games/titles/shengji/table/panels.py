"""Beside the board of Forty and Eighty: trumps and banker, points, levels; the last trick."""

from __future__ import annotations

from functools import lru_cache

from django.utils.safestring import SafeString

from games.rules.cards import NUMBERS, RANKS
from games.rules.shengji.hands import points_of
from games.rules.shengji.view import View
from games.table.cached_gettext import gettext as _
from games.table.cards import brief, card_face, joined, suit_sign
from games.table.display import NOTHING, called, near, render
from games.table.markup import format_html, format_html_join
from games.table.scene import Scene
from games.table.sentences import side_name
from games.titles.shengji.table.ground import declarer, level_name, trump_name


def score(scene: Scene, view: View) -> SafeString:
    """Return the challengers' points: what changes from trick to trick."""
    return render(
        "shengji/_score",
        level=level_name(view.level),
        sign=suit_sign(view.trump) if view.trump else NOTHING,
        trumps=trump_name(view),
        points=str(view.points),
        threshold=str(view.threshold),
        pot=_pot(view),
        more=f"+{view.pot}" if view.pot else "",
        meter=_meter(view),
        challengers=_challengers(scene, view),
        whose=_whose(scene, view),
        taken=" ".join(map(brief, view.taken)),
    )


def ground(scene: Scene, view: View) -> SafeString:
    """Return trumps, banker, both sides' levels: what stands for the hand."""
    return render(
        "shengji/_ground",
        level=level_name(view.level),
        sign=suit_sign(view.trump) if view.trump else NOTHING,
        trumps=trump_name(view),
        card=card_face(NUMBERS[view.level + view.trump], "trump") if view.trump else NOTHING,
        banker=called(view.banker, scene) if view.banker is not None else _("not yet"),
        buried=joined(map(card_face, view.buried)),
        ladder=_ladder(scene, view),
        levels=_levels(scene, view),
    )


def _challenging(view: View) -> tuple[int, int]:
    """Return the challengers' seats."""
    first = 1 - (view.banker or 0) % 2
    return first, first + 2


def _challengers(scene: Scene, view: View) -> str:
    if view.banker is None:
        return _("Challengers")
    return _("Challengers: %(names)s") % {"names": side_name(_challenging(view), scene)}


def _whose(scene: Scene, view: View) -> str:
    """Return whose points are counted, from the viewer's side."""
    side = declarer(scene.seat, view) if scene.seat is not None else None
    if side is None:
        return _("Challengers")
    return _("They have") if side else _("Your side")


def _pot(view: View) -> str:
    return _("+%(points)s on the table") % {"points": view.pot} if view.pot else ""


def _meter(view: View) -> SafeString:
    """Return the points as a bar of twice the threshold: won, on the table, the mark to reach."""
    full = 2 * view.threshold
    won = min(view.points, full)
    pot = min(view.pot, full - won)
    shown = [bar for bar in (("won", "0", str(won)), ("pot", str(won), str(pot))) if bar[2] != "0"]
    return format_html(
        '<svg class=meter viewBox="0 0 {} 1" preserveAspectRatio=none>{}<path d="M{} 0v1"/></svg>',
        str(full),
        format_html_join("", '<path class={} d="M{} .5h{}"/>', shown),
        str(view.threshold),
    )


def _ladder(scene: Scene, view: View) -> SafeString:
    levels = view.context["levels"]
    ours = near(scene) % 2
    return _rungs(levels[ours], levels[1 - ours])


@lru_cache(maxsize=256)
def _rungs(ours: str, theirs: str) -> SafeString:
    marks = {theirs: "them", ours: "us them" if ours == theirs else "us"}
    return format_html_join(
        "",
        "<li{}>{}</li>",
        ((format_html(' class="{}"', marks[rank]) if rank in marks else NOTHING, level_name(rank)) for rank in RANKS),
    )


def _levels(scene: Scene, view: View) -> SafeString:
    levels = view.context["levels"]
    ours = near(scene) % 2
    return format_html_join(
        "",
        "<span><b>{}</b> {}</span>",
        ((level_name(levels[side]), side_name((side, side + 2), scene)) for side in (ours, 1 - ours)),
    )


# --- what was ----------------------------------------------------------------------------


def side(scene: Scene, view: View) -> SafeString:
    """Return the last trick, or how trumps are made."""
    return render("shengji/_side", last=_last(scene, view), points=_last_points(view), how=_how(view))


def _last(scene: Scene, view: View) -> SafeString:
    if not view.last_trick or not view.trick:
        return NOTHING
    rows = []
    for made in view.last_trick:
        won = made.seat == view.leader
        shown = format_html('<span class="cards fan">{}</span>', joined(map(card_face, made.cards)))
        rows.append(
            (
                format_html(' class="{}"', "win") if won else NOTHING,
                called(made.seat, scene),
                shown,
                format_html("<span>{}</span>", _("took it")) if won else NOTHING,
            )
        )
    return format_html_join("", "<li{}><span>{}</span>{}{}</li>", rows)


def _last_points(view: View) -> str:
    points = sum(points_of(made.cards) for made in view.last_trick)
    if not points:
        return ""
    if view.leader is not None and declarer(view.leader, view):
        return _("%(points)s points, saved by the declarers") % {"points": points}
    return _("%(points)s points for the challengers") % {"points": points}


def _how(view: View) -> str:
    """Return how trumps are made, while they are not."""
    if view.phase != "draw":
        return ""
    if view.drawn is not None:
        text = _("The drawn %(card)s made trumps; whoever gets it is the banker.")
        return text % {"card": brief(view.drawn.card)}
    values = {"level": level_name(view.level)}
    if view.context["banker"] is None:
        text = _("Level %(level)s: whoever shows one first makes its suit trump and is the banker.")
        if view.options.get("overcall"):
            text = _("Level %(level)s: whoever shows one makes its suit trump and is the banker, unless overcalled.")
        return text % values
    return _("Level %(level)s: whoever shows one makes its suit trump; the banker stays.") % values
