"""Beside the board of Forty and Eighty: trumps and banker, points, levels; the last trick."""

from __future__ import annotations

from django.utils.safestring import SafeString

from games.rules.cards import NUMBERS, RANKS
from games.rules.shengji.hands import points_of
from games.rules.shengji.view import View
from games.table.cached_gettext import gettext as _
from games.table.cards import brief, card_face, joined, suit_sign
from games.table.display import NOTHING, no_last_trick, render
from games.table.markup import format_html, format_html_join
from games.table.piece_cache import cached_piece
from games.table.public import in_public
from games.table.scene import Scene
from games.table.sentences import Viewer, reader_of
from games.titles.shengji.table.ground import declarer, level_name, trumps_so_far


def score(scene: Scene, view: View) -> SafeString:
    """Return the challengers' points, which change from trick to trick."""
    points, is_open = (view.points, view.pot, view.threshold), not view.trumps_made and view.standing is None
    return _score(reader_of(scene), view.level, trumps_so_far(view), is_open, view.banker, points, view.taken)


@cached_piece(1024)
def _score(
    who: Viewer,
    level: str,
    trumps: tuple[str | None, str],
    is_open: bool,
    banker: int | None,
    figures: tuple[int, int, int],
    taken: tuple[int, ...],
) -> SafeString:
    """Return the panel of the challengers' ``taken`` cards, the pot, and the points that take the stage."""
    (trump, name), (points, pot, threshold) = trumps, figures
    challengers = who.side_name(_challenging(banker)) if banker is not None else ""
    return render(
        "shengji/_score",
        level=level_name(level),
        sign=suit_sign(trump) if trump else NOTHING,
        trumps=_("No trump yet") if is_open else name,
        points=str(points),
        threshold=str(threshold),
        pot=_("+%(points)s on the table") % {"points": pot} if pot else "",
        more=f"+{pot}" if pot else "",
        meter=_meter(points, pot, threshold),
        challengers=_("Challengers: %(names)s") % {"names": challengers} if challengers else _("Challengers"),
        whose=_whose(who.seat, banker),
        taken=" ".join(map(brief, taken)),
    )


def ground(scene: Scene, view: View) -> SafeString:
    """Return trumps, banker and both sides' levels, which are fixed for the hand, and to whoever buried them their
    cards; after it the scorecard shows these."""
    levels, buried = tuple(view.context["levels"]), view.buried if view.result is None else ()
    return _ground(reader_of(scene), view.level, trumps_so_far(view), view.trumps_made, view.banker, buried, levels)


@cached_piece(1024)
def _ground(
    who: Viewer,
    level: str,
    trumps: tuple[str | None, str],
    trumps_made: bool,
    banker: int | None,
    buried: tuple[int, ...],
    levels: tuple[str, ...],
) -> SafeString:
    """Return the panel; ``buried``: the cards the viewer may see; ``levels``: of each side."""
    ours, (trump, name) = who.near % 2, trumps
    sides = [(levels[side], who.side_name((side, side + 2))) for side in (ours, 1 - ours)]
    return render(
        "shengji/_ground",
        level=level_name(level),
        sign=suit_sign(trump) if trump else NOTHING,
        trumps=name,
        card=card_face(NUMBERS[level + trump], "trump") if trump and trumps_made else NOTHING,
        banker=who.called(banker) if banker is not None else _("not yet"),
        buried=joined(map(card_face, buried)),
        ladder=_rungs(sides[0][0], sides[1][0]),
        levels=format_html_join("", "<span><b>{}</b> {}</span>", ((level_name(at), name) for at, name in sides)),
    )


def _challenging(banker: int) -> tuple[int, int]:
    """Return the challengers' seats."""
    first = 1 - banker % 2
    return first, first + 2


def _whose(seat: int | None, banker: int | None) -> str:
    """Return whose points are counted, from the viewer's side."""
    if seat is None or banker is None:
        return _("Challengers")
    return _("They have") if (seat - banker) % 2 == 0 else _("Your side")


def _meter(points: int, pot: int, threshold: int) -> SafeString:
    """Return the points as a bar up to twice the threshold: won, on the table, the mark to reach."""
    full = 2 * threshold
    won = min(points, full)
    pot = min(pot, full - won)
    shown = [bar for bar in (("won", "0", str(won)), ("pot", str(won), str(pot))) if bar[2] != "0"]
    return format_html(
        '<svg class=meter viewBox="0 0 {} 1" preserveAspectRatio=none>{}<path d="M{} 0v1"/></svg>',
        str(full),
        format_html_join("", '<path class={} d="M{} .5h{}"/>', shown),
        str(threshold),
    )


@cached_piece(256)
def _rungs(ours: str, theirs: str) -> SafeString:
    marks = {theirs: "them", ours: "us them" if ours == theirs else "us"}
    return format_html_join(
        "",
        "<li{}>{}</li>",
        ((format_html(' class="{}"', marks[rank]) if rank in marks else NOTHING, level_name(rank)) for rank in RANKS),
    )


# --- what was ----------------------------------------------------------------------------


def side(scene: Scene, view: View) -> SafeString:
    """Return the last trick, once it no longer lies on the board, or how trumps are made."""
    last = view.last_trick if view.trick or view.result is not None else ()
    plays = tuple([(play.seat, play.cards, play.seat == view.leader) for play in last])
    is_first = not view.last_trick
    return _side(reader_of(scene), plays, is_first, in_public(scene, _last_points), in_public(scene, _how))


@cached_piece(1024)
def _side(
    who: Viewer, last: tuple[tuple[int, tuple[int, ...], bool], ...], is_first: bool, points: str, how: str
) -> SafeString:
    """Return the panel; ``last``: plays, each with who made it and whether it won; ``is_first``: no trick is over."""
    rows = [
        (
            format_html(' class="{}"', "win") if won else NOTHING,
            who.called(seat),
            format_html('<span class="cards fan">{}</span>', joined(map(card_face, cards))),
            format_html("<span>{}</span>", _("took it")) if won else NOTHING,
        )
        for seat, cards, won in last
    ]
    listed = format_html_join("", "<li{}><span>{}</span>{}{}</li>", rows) or no_last_trick(is_first)
    return render("shengji/_side", last=listed, points=points, how=how)


def _last_points(view: View) -> str:
    points = sum(points_of(play.cards) for play in view.last_trick)
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
