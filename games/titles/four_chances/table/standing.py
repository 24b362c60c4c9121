"""Who has, or leads in, each point that counts, as far as all may know; also in short form for a phone's strip."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from django.utils.safestring import SafeString

from games.rules.cards import SUITS
from games.rules.core import N_
from games.rules.four_chances.following import JOKER
from games.rules.four_chances.score import pips_of
from games.rules.four_chances.view import FourChancesView
from games.rules.registry import GAMES
from games.table.cached_gettext import gettext as _
from games.table.display import NOTHING, render
from games.table.markup import format_html, format_html_join
from games.table.sentences import Viewer, listed
from games.titles.four_chances.table.panels import CHANCES, first_held, whose
from games.titles.four_chances.table.position import ACE, JACK

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
#: how many points have room for words on a phone
MOST_IN_WORDS = 4
OURS, THEIRS = SafeString(" class=ours"), SafeString(" class=theirs")

Leaders = dict[str, int | None]
#: the same in hashable form: pairs of what counts and the side that has it
Ahead = tuple[tuple[str, int | None], ...]


class TrumpsOut(NamedTuple):
    """The highest and the lowest trump out, each with the seat that had it first, as far as these are open;
    ``seen``: whether any trump is open."""

    high: int | None = None
    high_seat: int | None = None
    low: int | None = None
    low_seat: int | None = None
    seen: bool = False


def sides_of(view: FourChancesView) -> tuple[int, ...]:
    """Return the side of each seat."""
    return GAMES[view.game].sides(view.options)  # type: ignore[attr-defined, no-any-return]


def takers(view: FourChancesView) -> dict[int, int]:
    """Return the cards taken in the tricks that lie open: card → the seat that took it."""
    return {card: trick.winner for trick in view.tricks for card in trick.cards}


def held(view: FourChancesView) -> dict[int, int]:
    """Return the cards whose first holder is open: played or asked about, card → seat."""
    return first_held(view) | {answer.card: answer.seat for answer in _answers(view)}


def trumps_out(view: FourChancesView) -> TrumpsOut:
    """Return what is open about the trumps out: the ace, the two, an answer; when the hand is over, the actual highest
    and lowest. The joker is neither (/rules/pitch/#6)."""
    if view.trump is None:
        return TrumpsOut()
    trump, holders = SUITS.index(view.trump), held(view)
    out = [card for hand in view.out for card in hand if card != JOKER and card // 13 == trump]
    if out:
        high, low = max(out), min(out)
    else:
        high, low = _known(view, "high", trump * 13 + ACE, holders), _known(view, "low", trump * 13, holders)
    first = [None if card is None else holders.get(card) for card in (high, low)]
    seen = not holders.keys().isdisjoint(range(trump * 13, trump * 13 + 13))
    return TrumpsOut(high, first[0], low, first[1], seen)


def _known(view: FourChancesView, which: str, extreme: int, holders: Mapping[int, int]) -> int | None:
    """Return the highest (``"high"``) or lowest (``"low"``) trump out if an answer, or its known holder, reveals it."""
    cards = [answer.card for answer in _answers(view) if getattr(answer, which)]
    return cards[0] if cards else extreme if extreme in holders else None


def pips_by_side(view: FourChancesView, count: Callable[[Iterable[int]], int] = pips_of) -> list[int]:
    """Return the pips for Game that each side has taken in the tricks that lie open."""
    sides = sides_of(view)
    points = [0] * (max(sides) + 1)
    for trick in view.tricks:
        points[sides[trick.winner]] += count(trick.cards)
    return points


def most(points: Sequence[int]) -> int | None:
    """Return the side that has the most, or None if several have."""
    best = max(points)
    return None if points.count(best) > 1 else points.index(best)


def leaders(
    view: FourChancesView,
    *,
    low: str,
    game: int | None,
    counters: Mapping[str, int] | None = None,
    out: TrumpsOut | None = None,
) -> Leaders:
    """Return what counts → the side that has it, or is ahead in it; None while that is open.

    ``low``: to whom Low goes, ``"dealt"``, ``"won"`` or ``"dealer"``; ``game``: the side that is ahead in Game;
    ``counters``: trumps that count by themselves for their taker, by name; ``out``: as of ``trumps_out``, where that
    is known already.
    """
    counter_cards = counters or {}
    if view.trump is None:
        return dict.fromkeys((*CHANCES, *counter_cards))
    sides, known, taken, trump = sides_of(view), out or trumps_out(view), takers(view), SUITS.index(view.trump)
    seats = {
        "high": known.high_seat,
        "low": known.low_seat if low == "dealt" or known.low is None else taken.get(known.low),
        "jack": taken.get(trump * 13 + JACK),
    }
    if low == "dealer":
        seats["low"] = view.dealer if known.seen else None
    ahead = {what: None if seat is None else sides[seat] for what, seat in seats.items()} | {"game": game}
    ahead |= {what: sides[taken[card]] if card in taken else None for what, card in counter_cards.items()}
    # when the hand is over, the actual scores decide
    return ahead | {what: side for what, side, _points in view.items if view.result is not None and what in ahead}


class Count(NamedTuple):
    """The data of the score panel, the same for every viewer: fields of the view, and what lies open.

    ``sides``: of each seat; ``ahead``: as of ``leaders``; ``out``: as of ``trumps_out``; ``taken``: card → seat that
    took it; ``pips``: of each side for Game, None where they are not shown; ``scored``: whether the hand is;
    ``absent``: once it is, those of the cards that nobody was dealt.
    """

    trump: str | None
    sides: tuple[int, ...]
    scores: tuple[int, ...]
    target: int
    options: tuple[tuple[str, Any], ...]
    ahead: Ahead
    out: TrumpsOut
    taken: tuple[tuple[int, int], ...]
    pips: tuple[int, ...] | None
    scored: bool
    absent: tuple[int, ...] = ()

    def highest(self, who: Viewer) -> str:
        """Return who had the highest trump first, or nothing if that is not open."""
        return "" if self.out.high is None else whose(self.out.high, self.out.high_seat, who)

    def lowest(self, who: Viewer) -> str:
        """Return who had the lowest trump first, or nothing if that is not open."""
        return "" if self.out.low is None else whose(self.out.low, self.out.low_seat, who)

    def taker(self, card: int | None, who: Viewer) -> str:
        """Return who took a card, or nothing if nobody has yet; after the hand, also that nobody did."""
        seat = None if card is None else dict(self.taken).get(card)
        if card is not None and seat is not None:
            return whose(card, seat, who)
        if not self.scored:
            return ""
        return _("not in play") if card in self.absent else _("nobody took it")

    def pips_of_sides(self, sides: Iterable[tuple[str, int]]) -> str:
        """Return the pips for Game of each side (name, pips), in words."""
        text = listed(f"{name} {pips}" for name, pips in sides)
        return text if self.scored else _("so far: %(sides)s") % {"sides": text}


def count(
    view: FourChancesView,
    cards: Collection[int],
    pips: Sequence[int] | None,
    *,
    low: str,
    game: int | None,
    counters: Mapping[str, int] | None = None,
) -> Count:
    """Return the data of the score panel. ``cards``: those whose taker it names, besides the lowest trump; the rest as
    for ``leaders``."""
    out = trumps_out(view)
    return Count(
        view.trump,
        sides_of(view),
        view.scores,
        view.target,
        tuple(view.options.items()),
        tuple(leaders(view, low=low, game=game, counters=counters, out=out).items()),
        out,
        tuple([(card, seat) for card, seat in takers(view).items() if card in cards or card == out.low]),
        None if pips is None else tuple(pips),
        view.result is not None,
        tuple([card for card in cards if not any(card in hand for hand in view.out)]) if view.out else (),
    )


# --- the strip of a phone -----------------------------------------------------------------


def strip(
    who: Viewer,
    shown: Count,
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
    """Return the strip: trumps with the text ``under`` them, the score, who has what, and a link to the rest.

    ``words``: what counts → its name.
    """
    return render(
        "four_chances/_strip",
        sign=sign,
        under=under,
        us=us,
        ours=ours,
        theirs=theirs,
        other=other,
        target=str(shown.target),
        ahead=in_short(who, shown, words),
        link=link,
    )


def in_short(who: Viewer, shown: Count, words: Mapping[str, str]) -> SafeString:
    """Return each point that counts, as a word or, where there is no room for words, as a letter; and who has it: the
    viewer's side, another, or nobody yet."""
    ahead, sides = shown.ahead, shown.sides
    mine, labels = sides[who.near], words if len(ahead) <= MOST_IN_WORDS else LETTERS
    cells, words_spoken, nobody = [], [], _("nobody") if shown.scored else _("open")
    for what, side in ahead:
        label, name, look = _(labels[what]), "", NOTHING
        if side is not None:
            name, look = f" {_short(side, sides, who)}", OURS if side == mine else THEIRS
        cells.append((look, label, name))
        words_spoken.append(f"{_(words[what])}:{name or f' {nobody}'}")
    return format_html(
        '<span class=ahead role=img aria-label="{}">{}</span>',
        " · ".join(words_spoken),
        format_html_join("", "<i{}><b>{}</b>{}</i>", cells),
    )


def _short(side: int, sides: Sequence[int], who: Viewer) -> str:
    """Return a short name for a side: a player's name or «You»; for partners, whether it is the viewer's side."""
    seats = [seat for seat, one in enumerate(sides) if one == side]
    you = who.people.you
    if len(seats) == 1:
        return who.called(seats[0])
    if you is None:
        return who.side_name(seats)
    return _("Yours") if sides[you] == side else _("Theirs")


def _answers(view: FourChancesView) -> Sequence[Any]:
    """Return the answers to those who asked about a trump, in games that allow it."""
    return getattr(view, "answers", ())
