"""Beside the board of All Fours: score and the four chances, the book, the last trick."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.safestring import SafeString

from games.rules.allfours.view import AllFoursView
from games.rules.cards import NAMES, NUMBERS, SUITS
from games.rules.core import N_
from games.table.cached_gettext import gettext as _
from games.table.cards import brief, card_face, joined, suit_sign
from games.table.display import NOTHING, near, render
from games.table.kept import kept
from games.table.markup import format_html
from games.table.scene import Scene
from games.table.sentences import side_name
from games.titles.allfours.table.book import quotation
from games.titles.allfours.table.standing import card_points, leaders
from games.titles.four_chances.table import panels as family
from games.titles.four_chances.table import standing
from games.titles.four_chances.table.standing import JACK

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
    """Return how the sides are called, by side."""
    return side_name(range(0, view.seats, 2), scene), side_name(range(1, view.seats, 2), scene)


@kept(256)
def pegs(points: int, target: int) -> SafeString:
    """Return a score as pegs towards the target."""
    if target > MOST_PEGS:
        return NOTHING
    filled = max(0, min(points, target))
    return joined([PEG_FILLED] * filled + [PEG] * (target - filled))


# --- what counts -------------------------------------------------------------------------


def score(scene: Scene, view: AllFoursView) -> SafeString:
    """Return the score, with pegs to the target, and the four chances."""
    called_sides, mine = side_names(scene, view), my_side(scene)
    games = getattr(scene.standing, "games", (0, 0))
    return render(
        "allfours/_score",
        strip=standing.strip(
            scene,
            view,
            leaders(view),
            family.CHANCES,
            sign=suit_sign(view.trump),
            under=_("%(card)s turned up") % {"card": brief(view.turned[-1])},
            us=called_sides[mine] if scene.seat is None or view.seats == 2 else _("Your side"),
            ours=str(view.scores[mine]),
            theirs=str(view.scores[1 - mine]),
            other=called_sides[1 - mine] if view.seats == 2 else _("Others"),
            link=format_html("<b>{}</b> {}", view.options["edition"].partition("-")[0], _("the book")),
        ),
        us=called_sides[mine],
        them=called_sides[1 - mine],
        ours=str(view.scores[mine]),
        theirs=str(view.scores[1 - mine]),
        target=str(view.target),
        our_pegs=pegs(view.scores[mine], view.target),
        their_pegs=pegs(view.scores[1 - mine], view.target),
        games=f"{games[mine]} : {games[1 - mine]}" if view.options["games"] > 1 else "",
        wanted=str(view.options["games"]),
        chances=family.chances((card_face(NUMBERS[card]), label, text) for card, label, text in _chances(scene, view)),
    )


def _chances(scene: Scene, view: AllFoursView) -> Iterator[tuple[str, str, str]]:
    """Yield for each chance a card that stands for it, its name, and who has it so far."""
    trump = SUITS.index(view.trump)
    holders, high, low = standing.held(view), standing.known(view, "high"), standing.known(view, "low")
    yield _shown(high, "A" + view.trump), _("High"), _whose(high, holders, scene) or _("highest trump in play")
    low_text = _(LOW[view.options["low"]])
    yield (
        _shown(low, "2" + view.trump),
        _("Low"),
        (_whose(low, holders, scene) if view.options["low"] == "dealt" else "") or low_text,
    )
    yield "J" + view.trump, _("Jack"), family.taken(trump * 13 + JACK, scene, view) or _("to whoever takes it")
    yield "T" + (view.trump if view.options["game_cards"] == "trumps" else "H"), _("Game"), _game(scene, view)


def _shown(card: int | None, otherwise: str) -> str:
    return otherwise if card is None else NAMES[card]


def _whose(card: int | None, holders: dict[int, int], scene: Scene) -> str:
    return "" if card is None else family.whose(card, holders.get(card), scene)


def _game(scene: Scene, view: AllFoursView) -> str:
    """Return what counts for Game, and what each side has while that lies open."""
    points = card_points(view) if view.tricks else None
    if points is not None:
        called_sides, mine = side_names(scene, view), my_side(scene)
        values = {
            "us": called_sides[mine],
            "ours": points[mine],
            "them": called_sides[1 - mine],
            "theirs": points[1 - mine],
        }
        return _("so far %(us)s %(ours)s, %(them)s %(theirs)s") % values
    text = _("most card points: A 4, K 3, Q 2, J 1, 10 %(ten)s")
    if view.options["game_cards"] == "trumps":
        text = _("most card points in trumps: A 4, K 3, Q 2, J 1, 10 %(ten)s")
    if view.options["game_cards"] == "pips":
        text = _("most card points: A 4, courts 10, 10 %(ten)s, others as they are")
    return text % {"ten": view.options["ten"]}


# --- what was ----------------------------------------------------------------------------


def side(scene: Scene, view: AllFoursView) -> SafeString:
    """Return the last trick and what the book says about the present moment."""
    original, own, source = quotation(view)
    return render(
        "allfours/_side",
        last=family.last_trick(scene, view),
        original=original,
        own=own,
        source=source,
        aside=_discards(view),
    )


def _discards(view: AllFoursView) -> SafeString:
    """Return the cards the viewer has laid away."""
    return joined(card_face(card) for card in view.discards)
