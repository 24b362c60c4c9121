"""Who has each point that counts, or is ahead in it, as far as it lies open to all; in short for a phone's strip."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from django.utils.safestring import SafeString

from games.rules.cards import SUITS
from games.rules.core import N_
from games.rules.four_chances.following import JOKER
from games.rules.four_chances.score import pips_of, taker_of
from games.rules.four_chances.view import FourChancesView
from games.rules.registry import GAMES
from games.table.cached_gettext import gettext as _
from games.table.display import NOTHING, called, near, render
from games.table.markup import format_html, format_html_join
from games.table.scene import Scene
from games.table.sentences import people, side_name
from games.titles.four_chances.table.panels import CHANCES, first_held

#: what counts → the letter that stands for it
LETTERS = {
    "high": N_("H"),
    "low": N_("L"),
    "jack": N_("J"),
    "game": N_("G"),
    "three": "3",
    "five": "5",
    "nine": "9",
    "snoozer": N_("Sn"),
}
JACK, ACE = 9, 12
OURS, THEIRS = SafeString(" class=ours"), SafeString(" class=theirs")

Leaders = dict[str, int | None]


def sides_of(view: FourChancesView) -> tuple[int, ...]:
    """Return the side of each seat."""
    rules = GAMES[view.game]
    return tuple(rules.side(seat, view.options) for seat in range(view.seats))


def held(view: FourChancesView) -> dict[int, int]:
    """Return the cards whose first holder is open: played or asked about, card → seat."""
    return first_held(view) | {answer.card: answer.seat for answer in _answers(view)}


def known(view: FourChancesView, which: str) -> int | None:
    """Return the highest (``"high"``) or lowest (``"low"``) trump out where that is open: the ace, the two, an
    answer; when the hand is over, whichever it was. The joker is neither (/rules/pitch/#6)."""
    if view.trump is None:
        return None
    trump = SUITS.index(view.trump)
    trumps = [card for hand in view.out for card in hand if card != JOKER and card // 13 == trump]
    if trumps:
        return max(trumps) if which == "high" else min(trumps)
    answered = [answer.card for answer in _answers(view) if getattr(answer, which)]
    extreme = trump * 13 + (ACE if which == "high" else 0)
    return answered[0] if answered else extreme if extreme in held(view) else None


def pips_by_side(view: FourChancesView, count: Callable[[Iterable[int]], int] = pips_of) -> list[int]:
    """Return what each side has taken that counts for Game, in the tricks that lie open."""
    sides = sides_of(view)
    points = [0] * (max(sides) + 1)
    for trick in view.tricks:
        points[sides[trick.winner]] += count(trick.cards)
    return points


def most(points: Sequence[int]) -> int | None:
    """Return the side that has the most; None where several have."""
    best = max(points)
    return None if points.count(best) > 1 else points.index(best)


def leaders(view: FourChancesView, *, low: str, game: int | None, counters: Mapping[str, int] | None = None) -> Leaders:
    """Return what counts → the side that has it, or is ahead in it; None while that is open.

    ``low``: to whom Low goes, ``"dealt"``, ``"won"`` or ``"dealer"``; ``game``: the side that is ahead in Game;
    ``counters``: trumps that count by themselves for their taker, by name.
    """
    counted = counters or {}
    if view.trump is None:
        return dict.fromkeys((*CHANCES, *counted))
    sides, holders = sides_of(view), held(view)
    highest, lowest = known(view, "high"), known(view, "low")
    seats: dict[str, int | None] = {
        "high": None if highest is None else holders.get(highest),
        "low": None if lowest is None else holders.get(lowest) if low == "dealt" else taker_of(view.tricks, lowest),
        "jack": taker_of(view.tricks, SUITS.index(view.trump) * 13 + JACK),
    }
    if low == "dealer":
        seats["low"] = view.dealer if any(card // 13 == SUITS.index(view.trump) for card in holders) else None
    found = {what: None if seat is None else sides[seat] for what, seat in seats.items()} | {"game": game}
    for what, card in counted.items():
        taker = taker_of(view.tricks, card)
        found[what] = None if taker is None else sides[taker]
    # of a hand that is over what was scored is the last word
    return found | {what: side for what, side, _points in view.items if view.result is not None and what in found}


# --- the strip of a phone -----------------------------------------------------------------


def strip(
    scene: Scene,
    view: FourChancesView,
    found: Leaders,
    words: Mapping[str, str],
    *,
    sign: SafeString,
    under: str,
    us: str,
    ours: str,
    theirs: str,
    other: str,
    link: SafeString | str,
) -> SafeString:
    """Return the strip: trumps and what is said ``under`` them, the score, who has what, and the way to the rest.

    ``words``: what counts → what it is called.
    """
    return render(
        "four_chances/_strip",
        sign=sign,
        under=under,
        us=us,
        ours=ours,
        theirs=theirs,
        other=other,
        target=str(view.target),
        ahead=in_short(scene, view, found, words),
        link=link,
    )


def in_short(scene: Scene, view: FourChancesView, found: Leaders, words: Mapping[str, str]) -> SafeString:
    """Return each point that counts as a letter with who has it: the viewer's side, another, or nobody yet."""
    sides = sides_of(view)
    mine = sides[near(scene)]
    cells, said, nobody = [], [], _("open")
    for what, side in found.items():
        letter, who, look = _(LETTERS[what]), "", NOTHING
        if side is not None:
            who, look = f" {_short(side, sides, scene)}", OURS if side == mine else THEIRS
        cells.append((look, letter, who))
        said.append(f"{_(words[what])}:{who or f' {nobody}'}")
    return format_html(
        '<span class=ahead role=img aria-label="{}">{}</span>',
        " · ".join(said),
        format_html_join("", "<i{}><b>{}</b>{}</i>", cells),
    )


def _short(side: int, sides: Sequence[int], scene: Scene) -> str:
    """Return how a side is called in a few letters: a player's name, «You»; of partners whether it is the viewer's."""
    seats = [seat for seat, one in enumerate(sides) if one == side]
    you = people(scene).you
    if len(seats) == 1:
        return called(seats[0], scene)
    if you is None:
        return side_name(seats, scene)
    return _("Yours") if sides[you] == side else _("Theirs")


def _answers(view: FourChancesView) -> Sequence[Any]:
    """Return what was answered to those who asked about a trump, in games in which one may."""
    return getattr(view, "answers", ())
