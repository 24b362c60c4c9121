"""Beside the board: what has become of a card, the last trick."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.safestring import SafeString

from games.rules.core import N_
from games.rules.four_chances.state import Trick
from games.rules.four_chances.view import FourChancesView
from games.table.cached_gettext import gettext as _
from games.table.cards import brief, card_face
from games.table.display import NOTHING, no_last_trick
from games.table.game_table import PlayedTrick
from games.table.markup import format_html, format_html_join
from games.table.piece_cache import cached_piece
from games.table.scene import Scene
from games.table.sentences import Viewer, reader_of

ME = SafeString(" class=me")
CHANCES = {"high": N_("High"), "low": N_("Low"), "jack": N_("Jack"), "game": N_("Game")}


def first_held(view: FourChancesView) -> dict[int, int]:
    """Return the cards that have been played: card → the seat that played it."""
    held = {card: (trick.lead + at) % view.seats for trick in view.tricks for at, card in enumerate(trick.cards)}
    return held | {card: (view.lead + at) % view.seats for at, card in enumerate(view.trick)}


def whose(card: int, seat: int | None, who: Viewer) -> str:
    """Return a card and who has it: «J♠: Bamboo»; nothing if nobody has it."""
    if seat is None:
        return ""
    return _("%(card)s: %(name)s") % {"card": brief(card), "name": who.called(seat)}


def chances(rows: Iterable[tuple[SafeString, str, str]]) -> SafeString:
    """Return the scoring chances as list items: a card that represents each, its name, who has it."""
    return format_html_join("", "<li>{}<span><b>{}</b>{}</span></li>", rows)


def totals(rows: Iterable[tuple[bool, str, int | None, str]]) -> SafeString:
    """Return scores as list items: whether it is the viewer's, whose, games won if several are played, points."""
    return format_html_join(
        "",
        "<li{}><span>{}</span>{}<b>{}</b></li>",
        (
            (ME if mine else NOTHING, whose, NOTHING if won is None else _games(won), score)
            for mine, whose, won, score in rows
        ),
    )


def _games(won: int) -> SafeString:
    return format_html('<span class="muted small">{}</span>', _("games won: %(number)s") % {"number": won})


def last_trick(scene: Scene, view: FourChancesView) -> SafeString:
    """Return the last trick that is no longer on the board, seat by seat, or a line that says why there is none."""
    before = view.last_trick if view.trick or view.phase != "play" else None
    if before is None:
        return no_last_trick(view.last_trick is None)
    return _trick(reader_of(scene), before, view.seats)


@cached_piece(1024)
def _trick(who: Viewer, trick: Trick, seats: int) -> SafeString:
    """Return a trick card by card, with who played each and whether it won."""
    took = format_html("<span>{}</span>", _("took it"))
    rows = []
    for at, card in enumerate(trick.cards, trick.lead):
        look, label = (" class=win", took) if at % seats == trick.winner else ("", "")
        rows.append((look, who.called(at % seats), card_face(card), label))
    return format_html_join("", "<li{}><span>{}</span><span class=cards>{}</span>{}</li>", rows)


def past_tricks(view: FourChancesView) -> list[PlayedTrick]:
    """Return the finished tricks that lie open, oldest first."""
    return [
        [((trick.lead + place) % view.seats, (card,)) for place, card in enumerate(trick.cards)]
        for trick in view.tricks
    ]


def lit(scene: Scene, view: FourChancesView) -> int | None:
    """Return the seat whose side is lit: the viewer's if they are among those to act."""
    if not view.to_act:
        return None
    return scene.seat if scene.seat in view.to_act else view.to_act[0]
