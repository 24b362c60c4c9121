"""Beside the board of a climbing game: totals, the exchange, the trick so far."""

from __future__ import annotations

from itertools import groupby
from typing import NamedTuple

from django.utils.safestring import SafeString

from games.rules.cards import NAMES
from games.rules.climbing.actions import Play
from games.rules.climbing.view import ClimbingView
from games.rules.core import Action
from games.table.cached_gettext import gettext as _
from games.table.cards import card_face, joined
from games.table.display import NOTHING, avatar, render
from games.table.markup import format_html, format_html_join
from games.table.piece_cache import cached_piece
from games.table.public import in_public
from games.table.scene import Scene, Sitter
from games.table.sentences import Viewer, listed, reader_of, signed
from games.titles.climbing.table.board import laid_out, plays
from games.titles.climbing.table.hooks import Hooks


def totals(scene: Scene, view: ClimbingView) -> tuple[int, ...]:
    """Return the match's totals by seat."""
    return scene.standing.scores if scene.standing is not None else (0,) * view.seats


def score(scene: Scene, view: ClimbingView, hooks: Hooks) -> SafeString:
    """Return the totals of the match and the exchange of this hand."""
    return _score(
        reader_of(scene),
        scene.sitters,
        totals(scene, view),
        str(scene.hand_number) if not scene.one_hand else "",
        str(view.options["hands"] or ""),
        hooks.ending(view),
        _exchange(scene, view, hooks),
        hooks.panel(scene, view),
    )


@cached_piece(1024)
def _score(
    who: Viewer,
    sitters: tuple[Sitter, ...],
    scores: tuple[int, ...],
    number: str,
    total: str,
    ending: str,
    exchange: SafeString,
    more: SafeString,
) -> SafeString:
    """Return the panel for one viewer. ``number``: of this hand out of ``total``; ``ending``: when the hand ends;
    ``more``: shown under the totals."""
    names = [who.called(seat) for seat in range(len(scores))]
    return render(
        "climbing/_score",
        number=number,
        total=total,
        ending=ending,
        us=names[who.near],
        ours=signed(scores[who.near]),
        others=" · ".join(f"{names[at]} {signed(points)}" for at, points in enumerate(scores) if at != who.near),
        totals=joined(_seat_total(sitters[at], names[at], points, at == who.seat) for at, points in enumerate(scores)),
        exchange=exchange,
        more=more,
    )


@cached_piece(2048)
def _seat_total(sitter: Sitter, name: str, points: int, mine: bool) -> SafeString:
    me = format_html(' class="{}"', "me") if mine else NOTHING
    return format_html("<li{}>{}<span>{}</span><b>{}</b></li>", me, avatar(sitter, small=True), name, signed(points))


def _exchange(scene: Scene, view: ClimbingView, hooks: Hooks) -> SafeString:
    rows = ((joined(map(card_face, cards)), sentence) for cards, sentence in hooks.swaps(scene, view))
    return format_html_join("", '<p class="swap">{}<span>{}</span></p>', rows)


def side(scene: Scene, view: ClimbingView, hooks: Hooks) -> SafeString:
    """Return the current trick, action by action, and the previous one."""
    who = reader_of(scene)
    trick, last = in_public(scene, _tricks, hooks)
    return render(
        "climbing/_side",
        trick=_rows(who, trick.rows),
        last=_rows(who, last.rows),
        # each trick is its own list, so that the rows of one do not turn into those of the next and move
        trick_key=trick.key,
        last_key=last.key,
    )


class Trick(NamedTuple):
    """A trick, action by action: the seat, the cards it played as they lie (none if it passed), and whether that play
    is the best. ``key``: identifies the trick within the hand by the first card led."""

    key: str
    rows: tuple[tuple[int, tuple[int, ...], bool], ...]


def _tricks(view: ClimbingView, hooks: Hooks) -> tuple[Trick, Trick]:
    """Return the current trick and the previous one."""
    return _trick(view.trick, view, hooks), _trick(view.last_trick, view, hooks)


def _trick(trick: tuple[Action, ...], view: ClimbingView, hooks: Hooks) -> Trick:
    on_table = plays(trick)
    best = on_table[-1] if on_table else None
    cards = [laid_out(action, view, hooks) if isinstance(action, Play) else () for action in trick]
    rows = [(action.seat, shown, action is best) for action, shown in zip(trick, cards, strict=True)]
    return Trick(NAMES[on_table[0].cards[0]] if on_table else "", tuple(rows))


@cached_piece(1024)
def _rows(who: Viewer, rows: tuple[tuple[int, tuple[int, ...], bool], ...]) -> SafeString:
    """Return the rows of a trick: one a play, and one for all who passed after it."""
    lines = []
    for is_play, actions in groupby(rows, key=lambda row: bool(row[1])):
        if is_play:
            lines += [_row(who.called(seat), cards, best) for seat, cards, best in actions]
        else:
            names = listed(who.called(seat) for seat, _cards, _best in actions)
            lines.append(format_html("<li><span>{}</span></li>", _("%(names)s passed") % {"names": names}))
    return joined(lines)


@cached_piece(2048)
def _row(name: str, cards: tuple[int, ...], best: bool) -> SafeString:
    many = " many" if len(cards) > 5 else ""
    fan = format_html('<span class="cards fan{}">{}</span>', many, joined(map(card_face, cards)))
    won = format_html(' class="{}"', "win") if best else NOTHING
    return format_html(
        "<li{}><span>{}</span><span>{}</span><span>{}</span></li>", won, name, fan, _("best") if best else ""
    )
