"""Beside the board of Pitch: scores, the bid and how far it has come, what counts and who has it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.utils.safestring import SafeString
from django.utils.translation import ngettext, pgettext

from games.rules.cards import SUITS
from games.rules.core import N_, Seat
from games.rules.four_chances.following import JOKER
from games.rules.four_chances.score import taker_of
from games.rules.pitch.options import sides_of as sides_by_options
from games.rules.pitch.score import COUNTER_NAMES, TEN, counters
from games.rules.pitch.view import PitchView
from games.table.cached_gettext import gettext as _
from games.table.cards import card_face, suit_sign
from games.table.display import NOTHING, called, near, render
from games.table.markup import format_html, format_html_join
from games.table.scene import Scene
from games.table.sentences import listed, side_name, tell
from games.titles.four_chances.table import panels as family
from games.titles.four_chances.table import standing
from games.titles.four_chances.table.over import number
from games.titles.four_chances.table.standing import ACE, JACK

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


def sides_of(view: PitchView) -> tuple[int, ...]:
    """Return the side of each seat."""
    return sides_by_options(view.options)


def my_side(scene: Scene, view: PitchView) -> int:
    """Return the side that is named first: the viewer's, or that of the near seat."""
    return sides_of(view)[near(scene)]


def seats_of(side: int, view: PitchView) -> tuple[int, ...]:
    """Return the seats of a side."""
    return tuple(seat for seat, one in enumerate(sides_of(view)) if one == side)


def name_of(side: int, scene: Scene, view: PitchView) -> str:
    """Return how a side is called."""
    return side_name(seats_of(side, view), scene)


def in_turn(scene: Scene, view: PitchView) -> list[int]:
    """Return the sides from the viewer's on."""
    count, first = len(view.scores), my_side(scene, view)
    return [(first + at) % count for at in range(count)]


# --- the score ------------------------------------------------------------------------------------


def score(scene: Scene, view: PitchView) -> SafeString:
    """Return the scores, the bid, and what counts."""
    first, *others = in_turn(scene, view)
    best = max(others, key=lambda side: view.scores[side])
    games = getattr(scene.standing, "games", (0,) * len(view.scores))
    match = view.options["games"]
    return render(
        "four_chances/_score",
        strip=standing.strip(
            scene,
            view,
            leaders(view),
            IN_SHORT,
            sign=suit_sign(view.trump) if view.trump else NOTHING,
            under=bid_in_short(scene, view) or ("" if view.trump else _("No trump yet")),
            us=_("Your side") if view.options["partners"] and scene.seat is not None else name_of(first, scene, view),
            ours=number(view.scores[first]),
            theirs=number(view.scores[best]),
            other=_("Others") if view.options["partners"] else name_of(best, scene, view),
            link=_("Last trick"),
        ),
        target=str(view.target),
        rows=family.totals(
            (
                side == first and scene.seat is not None,
                name_of(side, scene, view),
                games[side] if match > 1 else None,
                number(view.scores[side]),
            )
            for side in in_turn(scene, view)
        ),
        bid=_bid(scene, view),
        head=_("What counts"),
        chances=family.chances(_chances(scene, view)),
    )


def bid_in_short(scene: Scene, view: PitchView) -> str:
    """Return who is bound to what, in a few words for a phone's row."""
    if view.bound is None:
        if view.highest is not None and view.phase != "play":
            return _("%(name)s: %(points)s") % {
                "name": called(view.highest.seat, scene),
                "points": view.highest.points,
            }
        return pgettext("bidding", "no bid") if view.options["auction"] != "none" else ""
    values = {"name": called(view.bound.seat, scene), "points": view.bound.points, "made": sum(made(view).values())}
    return _("%(name)s: %(made)s of %(points)s") % values


def _bid(scene: Scene, view: PitchView) -> SafeString:
    """Return the panel of the bid: who must make how much, and what they surely have."""
    if view.bound is None:
        return NOTHING
    side = sides_of(view)[view.bound.seat]
    seats = tuple(map(Seat, seats_of(side, view)))
    sure = made(view)
    text = ngettext("%(side)s must make %(points)s point.", "%(side)s must make %(points)s points.", view.bound.points)
    head = tell(scene, text, side=seats, points=view.bound.points)
    line = _("Nothing is sure yet.")
    if sure:
        line = _("Sure: %(what)s, together %(made)s.") % {
            "what": listed(_(WHAT[what]) for what in sure),
            "made": sum(sure.values()),
        }
    return format_html('<p><b>{}</b></p><p class="small">{}</p>', head, line)


def made(view: PitchView) -> dict[str, int]:
    """Return what the bound side surely scores already, from what lies open: what → points (/rules/pitch/#6)."""
    if view.bound is None or view.trump is None:
        return {}
    side, trump = sides_of(view)[view.bound.seat], SUITS.index(view.trump)
    worth = {_counter(card, points): points for card, points in counters(trump, view.options).items()}
    sure = leaders(view)
    if view.options["game_by"] == "pips" and view.result is None:
        del sure["game"]  # until the last trick it is only ahead
    return {what: worth.get(what, 1) for what, owner in sure.items() if owner == side}


# --- what counts ----------------------------------------------------------------------------------


def leaders(view: PitchView) -> standing.Leaders:
    """Return what counts → the side that has it, or is ahead in it; None while that is open."""
    trump = SUITS.index(view.trump or "H")
    if view.options["game_by"] == "ten":
        taker = taker_of(view.tricks, trump * 13 + TEN) if view.trump else None
        game = None if taker is None else sides_of(view)[taker]
    else:
        game = standing.most(standing.pips_by_side(view))
    return standing.leaders(
        view,
        low=view.options["low"],
        game=game,
        counters={_counter(card, points): card for card, points in counters(trump, view.options).items()},
    )


def _counter(card: int, points: int) -> str:
    """Return the name of a card that counts by itself."""
    return "snoozer" if card == JOKER else COUNTER_NAMES[points]


def _chances(scene: Scene, view: PitchView) -> Iterator[tuple[SafeString, str, str]]:
    """Yield for each thing that counts a card that stands for it, its name and worth, and who has it."""
    letter = view.trump or "H"
    trump = SUITS.index(letter)
    held = standing.held(view) if view.trump else {}
    highest, lowest = standing.known(view, "high"), standing.known(view, "low")

    def taker(card: int | None) -> str:
        return family.taken(card, scene, view) if view.trump and card is not None else ""

    def owner(card: int | None) -> str:
        return family.whose(card, held.get(card), scene) if card is not None else ""

    jack, ten = trump * 13 + JACK, trump * 13 + TEN
    high = trump * 13 + ACE if highest is None else highest
    yield _face(high, view), _worth(_("High"), 1), owner(highest) or _("highest trump in play")
    if view.options["low"] == "dealt":
        text = owner(lowest) or _("lowest trump in play, to whoever was dealt it")
    else:
        text = taker(lowest) or _("lowest trump in play, to whoever takes it")
    yield _face(trump * 13 if lowest is None else lowest, view), _worth(_("Low"), 1), text
    yield _face(jack, view), _worth(_("Jack"), 1), taker(jack) or _("to whoever takes it")
    if view.options["game_by"] == "ten":
        yield _face(ten, view), _worth(_("Game"), 1), taker(ten) or _("the ten of trumps, to whoever takes it")
    else:
        yield _face(ten, view), _worth(_("Game"), 1), _game(scene, view)
    for card, points in counters(trump, view.options).items():
        label = _("Snoozer, the joker") if card == JOKER else _(COUNTER_LABELS[points])
        yield _face(card, view), _worth(label, points), taker(card) or _("to whoever takes it")


def _face(card: int, view: PitchView) -> SafeString:
    return card_face(card, "" if view.trump or card == JOKER else "unknown")


def _worth(label: str, points: int) -> str:
    if points == 1:
        return label
    return _("%(what)s: %(points)s points") % {"what": label, "points": points}


def _game(scene: Scene, view: PitchView) -> str:
    """Return the pips of each side that has any, the most first."""
    count = standing.pips_by_side(view)
    if not any(count):
        return _("most card points: A 4, K 3, Q 2, J 1, 10 %(ten)s") % {"ten": 10}
    order = sorted((side for side in in_turn(scene, view) if count[side]), key=lambda side: -count[side])
    return _("so far: %(sides)s") % {"sides": listed(f"{name_of(side, scene, view)} {count[side]}" for side in order)}


def side(scene: Scene, view: PitchView) -> SafeString:
    """Return the last trick and the bidding so far."""
    said = format_html_join(
        "",
        "<li><span>{}</span><b>{}</b></li>",
        ((called(action.seat, scene), _said(action)) for action in view.auction),
    )
    return render("four_chances/_side", last=family.last_trick(scene, view), said=said)


def _said(action: Any) -> str:
    if action.do == "pass":
        return pgettext("bidding", "Pass")
    return _(action.label) % {"points": getattr(action, "points", "")}
