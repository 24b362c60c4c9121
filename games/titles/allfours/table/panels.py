"""Beside the board of All Fours: score and the four chances, the book, the last trick."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.safestring import SafeString

from games.rules.allfours.score import pips_of
from games.rules.allfours.view import AllFoursView
from games.rules.cards import NUMBERS, SUITS
from games.rules.core import N_
from games.table.cached_gettext import gettext as _
from games.table.cards import brief, card_face, joined, suit_name, suit_sign
from games.table.display import NOTHING, called, near, render
from games.table.markup import format_html, format_html_join
from games.table.scene import Scene
from games.table.sentences import side_name
from games.titles.allfours.table.book import quotation

CHANCES = {"high": N_("High"), "low": N_("Low"), "jack": N_("Jack"), "game": N_("Game")}
LOW = {
    "dealt": N_("lowest trump in play, to whoever was dealt it"),
    "won": N_("lowest trump in play, to whoever takes it"),
    "dealer": N_("lowest trump in play, to the dealer"),
}
#: more points than this are shown as numbers only
MOST_PEGS = 15
JACK, ACE = 9, 12
PEG, PEG_FILLED = format_html("<i{}></i>", ""), format_html('<i class="{}"></i>', "f")


def my_side(scene: Scene) -> int:
    """Return the side that is drawn first: the viewer's, or that of seat 0."""
    return near(scene) % 2


def side_names(scene: Scene, view: AllFoursView) -> tuple[str, str]:
    """Return how the sides are called, by side."""
    return side_name(range(0, view.seats, 2), scene), side_name(range(1, view.seats, 2), scene)


# --- what counts -------------------------------------------------------------------------


def score(scene: Scene, view: AllFoursView) -> SafeString:
    """Return the score, with pegs to the target, and the four chances."""
    called_sides, mine = side_names(scene, view), my_side(scene)
    games = getattr(scene.standing, "games", (0, 0))
    turned = view.turned[-1]
    return render(
        "allfours/_score",
        card=brief(turned),
        suit=suit_name(view.trump),
        sign=suit_sign(view.trump),
        us=called_sides[mine],
        brief=called_sides[mine] if scene.seat is None or view.seats == 2 else _("Your side"),
        them=called_sides[1 - mine],
        other=called_sides[1 - mine] if view.seats == 2 else "",
        ours=str(view.scores[mine]),
        theirs=str(view.scores[1 - mine]),
        target=str(view.target),
        our_pegs=_pegs(view.scores[mine], view.target),
        their_pegs=_pegs(view.scores[1 - mine], view.target),
        games=f"{games[mine]} : {games[1 - mine]}" if view.options["games"] > 1 else "",
        wanted=str(view.options["games"]),
        edition=view.options["edition"].partition("-")[0],
        chances=format_html_join(
            "",
            "<li>{}<span><b>{}</b>{}</span></li>",
            ((card_face(NUMBERS[card]), label, text) for card, label, text in _chances(scene, view)),
        ),
    )


def _pegs(points: int, target: int) -> SafeString:
    if target > MOST_PEGS:
        return NOTHING
    filled = min(points, target)
    return joined([PEG_FILLED] * filled + [PEG] * (target - filled))


def _chances(scene: Scene, view: AllFoursView) -> Iterator[tuple[str, str, str]]:
    """Yield for each chance a card that stands for it, its name, and who has it so far."""
    trump = SUITS.index(view.trump)
    held = _held(view)
    high = _known(held, view, "high")
    low = _known(held, view, "low")
    yield _shown(high, "A" + view.trump), _("High"), _whose(high, held, scene) or _("highest trump in play")
    low_text = _(LOW[view.options["low"]])
    yield (
        _shown(low, "2" + view.trump),
        _("Low"),
        (_whose(low, held, scene) if view.options["low"] == "dealt" else "") or low_text,
    )
    yield "J" + view.trump, _("Jack"), _taken(trump * 13 + JACK, scene, view) or _("to whoever takes it")
    yield "T" + (view.trump if view.options["game_cards"] == "trumps" else "H"), _("Game"), _game(scene, view)


def _held(view: AllFoursView) -> dict[int, int]:
    """Return the cards whose first holder is open: played or asked about, card → seat."""
    held = {card: (trick.lead + at) % view.seats for trick in view.tricks for at, card in enumerate(trick.cards)}
    held |= {card: (view.lead + at) % view.seats for at, card in enumerate(view.trick)}
    return held | {answer.card: answer.seat for answer in view.answers}


def _known(held: dict[int, int], view: AllFoursView, which: str) -> int | None:
    """Return the highest or lowest trump out where that is open: the ace, the deuce, an answer."""
    answered = [answer.card for answer in view.answers if getattr(answer, which)]
    extreme = SUITS.index(view.trump) * 13 + (ACE if which == "high" else 0)
    return answered[0] if answered else extreme if extreme in held else None


def _shown(card: int | None, otherwise: str) -> str:
    return otherwise if card is None else next(name for name, number in NUMBERS.items() if number == card)


def _whose(card: int | None, held: dict[int, int], scene: Scene) -> str:
    if card is None:
        return ""
    return _("%(card)s: %(name)s") % {"card": brief(card), "name": called(held[card], scene)}


def _taken(card: int, scene: Scene, view: AllFoursView) -> str:
    for trick in view.tricks:
        if card in trick.cards:
            return _("%(card)s: %(name)s") % {"card": brief(card), "name": called(trick.winner, scene)}
    return ""


def _game(scene: Scene, view: AllFoursView) -> str:
    """Return what counts for Game, and what each side has while that lies open."""
    if view.options["announce"] == "auto" and view.tricks:
        called_sides, mine = side_names(scene, view), my_side(scene)
        count = [0, 0]
        for trick in view.tricks:
            count[trick.winner % 2] += pips_of(trick.cards, SUITS.index(view.trump), view.options)
        values = {
            "us": called_sides[mine],
            "ours": count[mine],
            "them": called_sides[1 - mine],
            "theirs": count[1 - mine],
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
        last=_last(scene, view),
        original=original,
        own=own,
        source=source,
        aside=_discards(view),
    )


def _last(scene: Scene, view: AllFoursView) -> SafeString:
    """Return the last trick that is not on the board any more, seat by seat."""
    before = view.last_trick if view.trick or view.phase != "play" else None
    if before is None:
        return NOTHING
    rows = []
    for at, card in enumerate(before.cards):
        seat = (before.lead + at) % view.seats
        won = seat == before.winner
        rows.append((" class=win" if won else "", called(seat, scene), card_face(card), _("took it") if won else ""))
    return format_html_join("", "<li{}><span>{}</span><span class='cards'>{}</span><span>{}</span></li>", rows)


def _discards(view: AllFoursView) -> SafeString:
    """Return the cards the viewer has laid away."""
    return joined(card_face(card) for card in view.discards)
