"""Beside the board of All Fours: score and the four chances, the book, the last trick."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.safestring import SafeString

from games.rules.allfours.view import AllFoursView
from games.rules.cards import NAMES, NUMBERS
from games.rules.core import N_
from games.table.cached_gettext import gettext as _
from games.table.cards import brief, card_face, joined, suit_sign
from games.table.display import NOTHING, near, render
from games.table.markup import format_html
from games.table.piece_cache import cached_piece
from games.table.public import in_public
from games.table.scene import Scene
from games.table.sentences import Viewer, reader_of
from games.titles.allfours.table.book import quotation
from games.titles.allfours.table.standing import count
from games.titles.four_chances.table import panels as family
from games.titles.four_chances.table import standing
from games.titles.four_chances.table.standing import Count

LOW = {
    "dealt": N_("lowest trump in play, to whoever was dealt it"),
    "won": N_("lowest trump in play, to whoever takes it"),
    "dealer": N_("lowest trump in play, to the dealer"),
}
#: more points than this are shown as numbers only
MOST_PEGS = 15
PEG, PEG_FILLED = format_html("<i{}></i>", ""), format_html('<i class="{}"></i>', "f")


def my_side(scene: Scene) -> int:
    """Return the side that is drawn first: the viewer's, or that of seat 0."""
    return near(scene) % 2


def side_names(scene: Scene, view: AllFoursView) -> tuple[str, str]:
    """Return the names of the sides, by side."""
    return _side_names(reader_of(scene), view.seats)


def _side_names(who: Viewer, seats: int) -> tuple[str, str]:
    return who.side_name(range(0, seats, 2)), who.side_name(range(1, seats, 2))


@cached_piece(256)
def pegs(points: int, target: int) -> SafeString:
    """Return a score as pegs towards the target."""
    if target > MOST_PEGS:
        return NOTHING
    filled = max(0, min(points, target))
    return joined([PEG_FILLED] * filled + [PEG] * (target - filled))


# --- what counts -------------------------------------------------------------------------


def score(scene: Scene, view: AllFoursView) -> SafeString:
    """Return the score, with pegs to the target, and the four chances."""
    games = getattr(scene.standing, "games", (0, 0))
    return _score(reader_of(scene), in_public(scene, count), view.turned[-1], games)


@cached_piece(1024)
def _score(who: Viewer, shown: Count, turned: int, games: tuple[int, int]) -> SafeString:
    """Return the score panel for a viewer; ``games``: won by each side."""
    assert shown.trump is not None
    options, scores, two = dict(shown.options), shown.scores, len(shown.sides) == 2
    names, mine = _side_names(who, len(shown.sides)), who.near % 2
    return render(
        "allfours/_score",
        strip=standing.strip(
            who,
            shown,
            family.CHANCES,
            sign=suit_sign(shown.trump),
            under=_("%(card)s turned up") % {"card": brief(turned)},
            us=names[mine] if who.seat is None or two else _("Your side"),
            ours=str(scores[mine]),
            theirs=str(scores[1 - mine]),
            other=names[1 - mine] if two else _("Others"),
            link=format_html("<b>{}</b> {}", options["edition"].partition("-")[0], _("the book")),
        ),
        us=names[mine],
        them=names[1 - mine],
        ours=str(scores[mine]),
        theirs=str(scores[1 - mine]),
        target=str(shown.target),
        our_pegs=pegs(scores[mine], shown.target),
        their_pegs=pegs(scores[1 - mine], shown.target),
        games=f"{games[mine]} : {games[1 - mine]}" if options["games"] > 1 else "",
        wanted=str(options["games"]),
        chances=family.chances(
            (card_face(NUMBERS[card]), label, text) for card, label, text in _chances(who, shown, shown.trump, options)
        ),
    )


def _chances(who: Viewer, shown: Count, trump: str, options: Mapping[str, Any]) -> Iterator[tuple[str, str, str]]:
    """Yield for each chance a card that stands for it, its name, and who has it so far."""
    yield _card_name(shown.out.high, "A" + trump), _("High"), shown.highest(who) or _("highest trump in play")
    low = shown.lowest(who) if options["low"] == "dealt" else ""
    yield _card_name(shown.out.low, "2" + trump), _("Low"), low or _(LOW[options["low"]])
    jack = "J" + trump
    yield jack, _("Jack"), shown.taker(NUMBERS[jack], who) or _("to whoever takes it")
    yield "T" + (trump if options["game_cards"] == "trumps" else "H"), _("Game"), _game(who, shown, options)


def _card_name(card: int | None, otherwise: str) -> str:
    return otherwise if card is None else NAMES[card]


def _game(who: Viewer, shown: Count, options: Mapping[str, Any]) -> str:
    """Return what counts for Game, and what each side has while that lies open."""
    if shown.pips is not None:
        names, mine = _side_names(who, len(shown.sides)), who.near % 2
        return shown.pips_of_sides((names[side], shown.pips[side]) for side in (mine, 1 - mine))
    text = _("most card points: A 4, K 3, Q 2, J 1, 10 %(ten)s")
    if options["game_cards"] == "trumps":
        text = _("most card points in trumps: A 4, K 3, Q 2, J 1, 10 %(ten)s")
    if options["game_cards"] == "pips":
        text = _("most card points: A 4, courts 10, 10 %(ten)s, others as they are")
    return text % {"ten": options["ten"]}


# --- what was ----------------------------------------------------------------------------


def side(scene: Scene, view: AllFoursView) -> SafeString:
    """Return the last trick and what the book says about the present moment."""
    return _side(family.last_trick(scene, view), in_public(scene, quotation), view.discards)


@cached_piece(1024)
def _side(last: SafeString, quoted: tuple[str, str, str], discards: tuple[int, ...]) -> SafeString:
    """Return the panel with the words ``quoted`` and the viewer's discards."""
    original, own, source = quoted
    aside = joined(map(card_face, discards))
    return render("allfours/_side", last=last, original=original, own=own, source=source, aside=aside)
