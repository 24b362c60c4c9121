"""Beside the board of Pitch: scores, the bid and how far it has come, what counts and who has it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from django.utils.safestring import SafeString

from games.rules.cards import SUITS
from games.rules.core import N_, Seat
from games.rules.four_chances.following import JOKER
from games.rules.four_chances.score import game_side
from games.rules.pitch.options import sides_of as sides_by_options
from games.rules.pitch.score import COUNTER_NAMES, TEN, counters
from games.rules.pitch.state import Contract
from games.rules.pitch.view import PitchView
from games.table.cached_gettext import gettext as _
from games.table.cached_gettext import ngettext, pgettext
from games.table.cards import card_face, suit_sign
from games.table.display import NOTHING, called, near, render
from games.table.markup import format_html, format_html_join
from games.table.piece_cache import cached_piece
from games.table.public import in_public
from games.table.scene import Scene
from games.table.sentences import Viewer, fill, listed, reader_of, score_text, side_name
from games.titles.four_chances.table import panels as family
from games.titles.four_chances.table import standing
from games.titles.four_chances.table.position import ACE, JACK
from games.titles.four_chances.table.standing import Count
from games.titles.pitch.table.actions import word_of

COUNTER_LABELS = {3: N_("Dom, the three"), 5: N_("Pedro, the five"), 9: N_("Sancho, the nine")}
#: what can be scored, in words
WHAT = {
    "sale": N_("Sale"),
    "set-back": N_("Set back"),
    **family.CHANCES,
    **{COUNTER_NAMES[pips]: label for pips, label in COUNTER_LABELS.items()},
    "snoozer": N_("Snoozer, the joker"),
}
#: the same in a list of what somebody scored
IN_SHORT = {**family.CHANCES, "three": N_("Dom"), "five": N_("Pedro"), "nine": N_("Sancho"), "snoozer": N_("Snoozer")}


class Open(NamedTuple):
    """The data of the panels, the same for every viewer: the ``count``, who is ``bound`` to what and what they have
    made of it for ``sure``, the ``highest`` bid during the bidding."""

    count: Count
    bound: Contract | None
    sure: tuple[tuple[str, int], ...]
    highest: Contract | None


def sides_of(view: PitchView) -> tuple[int, ...]:
    """Return the side of each seat."""
    return sides_by_options(view.options)


def my_side(scene: Scene, view: PitchView) -> int:
    """Return the side that is named first: the viewer's, or that of the near seat."""
    return sides_of(view)[near(scene)]


def seats_of(side: int, view: PitchView) -> tuple[int, ...]:
    """Return the seats of a side."""
    return _seats(side, sides_of(view))


def _seats(side: int, sides: tuple[int, ...]) -> tuple[int, ...]:
    return tuple([seat for seat, one in enumerate(sides) if one == side])


def name_of(side: int, scene: Scene, view: PitchView) -> str:
    """Return the name of a side."""
    return side_name(seats_of(side, view), scene)


def in_turn(scene: Scene, view: PitchView) -> list[int]:
    """Return the sides from the viewer's on."""
    return _in_turn(my_side(scene, view), len(view.scores))


def _in_turn(first: int, count: int) -> list[int]:
    return [(first + at) % count for at in range(count)]


# --- the score ------------------------------------------------------------------------------------


def score(scene: Scene, view: PitchView) -> SafeString:
    """Return the scores, the bid, and what counts."""
    games = getattr(scene.standing, "games", (0,) * len(view.scores))
    return _score(reader_of(scene), in_public(scene, lies_open), games)


@cached_piece(1024)
def _score(who: Viewer, shown: Open, games: tuple[int, ...]) -> SafeString:
    """Return the score panel for a viewer; ``games``: won by each side."""
    count, options = shown.count, dict(shown.count.options)
    scores, sides = count.scores, _in_turn(count.sides[who.near], len(count.scores))
    names = {side: who.side_name(_seats(side, count.sides)) for side in sides}
    best = max(sides[1:], key=lambda side: scores[side])
    return render(
        "four_chances/_score",
        strip=standing.strip(
            who,
            count,
            IN_SHORT,
            sign=suit_sign(count.trump) if count.trump else NOTHING,
            under=_bid_in_short(who, shown, options) or ("" if count.trump else _("No trump yet")),
            us=_("Your side") if options["partners"] and who.seat is not None else names[sides[0]],
            ours=score_text(scores[sides[0]]),
            theirs=score_text(scores[best]),
            other=_("Others") if options["partners"] else names[best],
            link=_("Last trick"),
        ),
        target=str(count.target),
        rows=family.totals(
            (
                side == sides[0] and who.seat is not None,
                names[side],
                games[side] if options["games"] > 1 else None,
                score_text(scores[side]),
            )
            for side in sides
        ),
        bid=_bid(who, shown),
        head=_("What counts"),
        chances=family.chances(_chances(who, count, options, names)),
    )


def _bid_in_short(who: Viewer, shown: Open, options: Mapping[str, Any]) -> str:
    """Return who is bound to what, in a few words for a phone's row."""
    if shown.bound is None:
        if shown.highest is not None:
            values = {"name": who.called(shown.highest.seat), "points": shown.highest.points}
            return _("%(name)s: %(points)s") % values
        return pgettext("bidding", "no bid") if options["auction"] != "none" else ""
    points = sum(dict(shown.sure).values())
    values = {"name": who.called(shown.bound.seat), "points": shown.bound.points, "made": points}
    return _("%(name)s: %(made)s of %(points)s") % values


def _bid(who: Viewer, shown: Open) -> SafeString:
    """Return the panel of the bid: who must make how much, and what they surely have; after the hand, who made what."""
    if shown.bound is None:
        return NOTHING
    sides, sure = shown.count.sides, dict(shown.sure)
    seats = tuple(map(Seat, _seats(sides[shown.bound.seat], sides)))
    made = sum(sure.values())
    if shown.count.scored:
        text = ngettext(
            "%(side)s had to make %(points)s point and made %(made)s.",
            "%(side)s had to make %(points)s points and made %(made)s.",
            shown.bound.points,
        )
        head = fill(text, {"side": seats, "points": shown.bound.points, "made": made}, who.people)
        return format_html('<p><b>{}</b></p><p class="small">{}</p>', head, listed(_(WHAT[what]) for what in sure))
    text = ngettext("%(side)s must make %(points)s point.", "%(side)s must make %(points)s points.", shown.bound.points)
    head = fill(text, {"side": seats, "points": shown.bound.points}, who.people)
    line = _("Nothing is sure yet.")
    if sure:
        values = {"what": listed(_(WHAT[what]) for what in sure), "made": made}
        line = _("Sure: %(what)s, together %(made)s.") % values
    return format_html('<p><b>{}</b></p><p class="small">{}</p>', head, line)


# --- what counts ----------------------------------------------------------------------------------


def lies_open(view: PitchView) -> Open:
    """Return what lies open of the score and the bid."""
    count = _count(view)
    highest = view.highest if view.phase != "play" else None
    return Open(count, view.bound, tuple(_sure_points(view, dict(count.ahead)).items()), highest)


def _sure_points(view: PitchView, sure: standing.Leaders) -> dict[str, int]:
    """Return what the bound side surely scores already, from what lies open: what → points (/rules/pitch/#6)."""
    if view.bound is None or view.trump is None:
        return {}
    side, trump = sides_of(view)[view.bound.seat], SUITS.index(view.trump)
    worth = {_counter(card, points): points for card, points in counters(trump, view.options).items()}
    if view.options["game_by"] == "pips" and view.result is None:
        del sure["game"]  # until the last trick it is only ahead
    return {what: worth.get(what, 1) for what, owner in sure.items() if owner == side}


def leaders(view: PitchView) -> standing.Leaders:
    """Return what counts → the side that has it, or is ahead in it; None while that is open."""
    return dict(_count(view).ahead)


def _count(view: PitchView) -> Count:
    trump, taken = SUITS.index(view.trump or "H"), standing.takers(view)
    counter_points, jack, ten = counters(trump, view.options), trump * 13 + JACK, trump * 13 + TEN
    pips = standing.pips_by_side(view)
    game = standing.most(pips)
    if view.result is not None:
        game = game_side(pips, view.dealer, sides_of(view), view.options["tie_game"])
    if view.options["game_by"] == "ten":
        game = sides_of(view)[taken[ten]] if view.trump and ten in taken else None
    return standing.count(
        view,
        (jack, ten, *counter_points),
        pips,
        low=view.options["low"],
        game=game,
        counters={_counter(card, points): card for card, points in counter_points.items()},
    )


def _counter(card: int, points: int) -> str:
    """Return the name of a card that counts by itself."""
    return "snoozer" if card == JOKER else COUNTER_NAMES[points]


def _chances(
    who: Viewer, count: Count, options: Mapping[str, Any], names: Mapping[int, str]
) -> Iterator[tuple[SafeString, str, str]]:
    """Yield for each thing that counts a card that stands for it, its name and worth, and who has it."""
    trump, out, to_taker = SUITS.index(count.trump or "H"), count.out, _("to whoever takes it")
    jack, ten = trump * 13 + JACK, trump * 13 + TEN
    high, low = trump * 13 + ACE if out.high is None else out.high, trump * 13 if out.low is None else out.low
    yield _face(high, count), _worth(_("High"), 1), count.highest(who) or _("highest trump in play")
    if options["low"] == "dealt":
        text = count.lowest(who) or _("lowest trump in play, to whoever was dealt it")
    else:
        text = count.taker(out.low, who) or _("lowest trump in play, to whoever takes it")
    yield _face(low, count), _worth(_("Low"), 1), text
    yield _face(jack, count), _worth(_("Jack"), 1), count.taker(jack, who) or to_taker
    text = _game(count, names)
    if options["game_by"] == "ten":
        text = count.taker(ten, who) or _("the ten of trumps, to whoever takes it")
    yield _face(ten, count), _worth(_("Game"), 1), text
    for card, points in counters(trump, options).items():
        label = _("Snoozer, the joker") if card == JOKER else _(COUNTER_LABELS[points])
        yield _face(card, count), _worth(label, points), count.taker(card, who) or to_taker


def _face(card: int, count: Count) -> SafeString:
    return card_face(card, "" if count.trump or card == JOKER else "unknown")


def _worth(label: str, points: int) -> str:
    if points == 1:
        return label
    return _("%(what)s: %(points)s points") % {"what": label, "points": points}


def _game(count: Count, names: Mapping[int, str]) -> str:
    """Return the pips of each side that has any, the most first; ``names``: by side, the viewer's first."""
    pips = count.pips or ()
    if not any(pips):
        return _("most card points: A 4, K 3, Q 2, J 1, 10 %(ten)s") % {"ten": 10}
    order = sorted((side for side in names if pips[side]), key=lambda side: -pips[side])
    return count.pips_of_sides((names[side], pips[side]) for side in order)


def side(scene: Scene, view: PitchView) -> SafeString:
    """Return the last trick and the bidding so far."""
    rows = format_html_join(
        "",
        "<li><span>{}</span><b>{}</b></li>",
        ((called(action.seat, scene), _bid_text(action)) for action in view.auction),
    )
    return render("four_chances/_side", last=family.last_trick(scene, view), bids=rows)


def _bid_text(action: Any) -> str:
    return word_of("pass") if action.do == "pass" else _(action.label) % {"points": getattr(action, "points", "")}
