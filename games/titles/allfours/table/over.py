"""A finished hand of All Fours: the scorecard that counts it, and what comes next."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.safestring import SafeString

from games.rules.allfours.view import AllFoursView
from games.rules.cards import NUMBERS, SUITS
from games.rules.core import N_, Message, Seat
from games.table.buttons import next_line
from games.table.cached_gettext import gettext as _
from games.table.cards import brief, card_face
from games.table.display import NOTHING, Prompt
from games.table.scene import Scene
from games.table.sentences import people, sentence, signed, tell
from games.titles.allfours.table.panels import my_side, side_names
from games.titles.four_chances.table import over
from games.titles.four_chances.table.panels import CHANCES
from games.titles.four_chances.table.position import ACE, JACK

#: what can be scored, in the order of a scorecard
WHAT = {
    "jack-turned": N_("Jack turned up"),
    "gift": N_("Gift"),
    "revoke": N_("Revoke"),
    "false-claim": N_("False claim"),
    **CHANCES,
    "miscount": N_("Miscount"),
}


def scorecard(scene: Scene, view: AllFoursView) -> SafeString:
    """Return the count of the hand: every chance with its reason and its point."""
    assert view.result is not None
    mine, names = my_side(scene), side_names(scene, view)
    pairs = view.seats > 2 and scene.seat is not None
    points, scores = view.result["points"], view.result["scores"]
    # two names per side are too wide for a column of figures; the title names them
    us, them = (_("Your side"), _("The others")) if pairs else (names[mine], names[1 - mine])
    totals = [
        (scene.seat is not None, us, signed(points[mine]), str(scores[mine])),
        (False, them, signed(points[1 - mine]), str(scores[1 - mine])),
    ]
    why, endings = _why(scene, view), _endings(scene, view)
    return over.scorecard(scene, headline(scene, view), why, _rows(scene, view), totals, endings, view.target)


def headline(scene: Scene, view: AllFoursView) -> str:
    """Return the outcome of the hand, in one line."""
    assert view.result is not None
    winner, numbers = view.result["winner"], view.result["scores"]
    text = _("%(side)s {wins|win} the game, %(won)s to %(lost)s.")
    if winner is None:
        if view.result["end"] == "thrown-in":
            return _("The hand is thrown in.")
        numbers = view.result["points"]
        if numbers[0] == numbers[1]:
            return _("The hand is tied, %(points)s to each side.") % {"points": numbers[0]}
        winner = int(numbers[1] > numbers[0])
        text = _("%(side)s {wins|win} the hand, %(won)s to %(lost)s.")
    return tell(scene, text, side=_seats(winner, view), won=numbers[winner], lost=numbers[1 - winner])


def _seats(side: int, view: AllFoursView) -> tuple[Seat, ...]:
    return tuple(map(Seat, range(side, view.seats, 2)))


def _why(scene: Scene, view: AllFoursView) -> str:
    """Return who scored what, in one line."""
    scored: tuple[list[str], list[str]] = [], []
    for what, side, _points in view.items:
        scored[side].append(_(WHAT[what]))
    mine = my_side(scene)
    return over.who_scored(scene, [(range(side, view.seats, 2), scored[side]) for side in (mine, 1 - mine)])


def _scored_count(view: AllFoursView) -> int:
    return sum(what != "jack-turned" for what, _side, _points in view.items)


def _endings(scene: Scene, view: AllFoursView) -> tuple[Message, ...]:
    """Return what follows the items of the score: why nobody scored, how the hand ended."""
    assert scene.explanation is not None
    return scene.explanation.score[_scored_count(view) :]


def _rows(scene: Scene, view: AllFoursView) -> Iterator[over.Row]:
    """Yield a row for every item, and for every chance that nobody scored."""
    assert scene.explanation is not None
    mine, who = my_side(scene), people(scene)
    reasons = iter([sentence(message, who) for message in scene.explanation.score])
    rows: dict[str, list[over.Row]] = {what: [] for what in WHAT}
    for what, side, points in view.items:
        text = _turned_jack(view) if what == "jack-turned" else over.without_name(next(reasons, ""))
        rows[what].append(over.Row(_face(what, view), _(WHAT[what]), text, int(side != mine), signed(points)))
    if view.result is not None and view.result["end"] == "played":
        for what in CHANCES:
            if not rows[what]:
                rows[what].append(over.Row(_face(what, view), _(WHAT[what]), _why_unscored(what, view), None))
    for kind in rows.values():
        yield from kind


def _turned_jack(view: AllFoursView) -> str:
    return _("%(card)s was turned up: a point for the dealer.") % {"card": brief(_jack(view))}


def _face(what: str, view: AllFoursView) -> SafeString:
    card = _card(what, view)
    return card_face(card) if card is not None else NOTHING


def _jack(view: AllFoursView) -> int:
    return next(card for card in view.turned if card % 13 == JACK)


def _card(what: str, view: AllFoursView) -> int | None:
    """Return the card that a row is about."""
    trump = SUITS.index(view.trump)
    trumps = sorted(card for hand in view.out for card in hand if card // 13 == trump)
    match what:
        case "high":
            return trumps[-1] if trumps else trump * 13 + ACE
        case "low":
            return trumps[0] if trumps else trump * 13
        case "jack":
            return trump * 13 + JACK
        case "jack-turned":
            return _jack(view)
        case "game":
            return NUMBERS["TH"]
    return None


def _why_unscored(what: str, view: AllFoursView) -> str:
    assert view.result is not None
    trump = SUITS.index(view.trump)
    out = {card for hand in view.out for card in hand}
    if what == "jack" and trump * 13 + JACK not in out:
        return _("The jack of trumps was not in play.")
    if not any(card // 13 == trump for card in out) and what != "game":
        return _("No trump was in play.")
    pips = view.result["pips"]
    if what == "game" and pips[0] == pips[1]:
        return _("%(pips)s card points each: nobody scores it.") % {"pips": pips[0]}
    if view.options["announce"] == "self" and view.result["winner"] is None:
        return _("Nobody announced it.")
    return _("Not counted: the game was already won.")


def prompt(scene: Scene, view: AllFoursView) -> Prompt:
    """Return the sentence over a finished hand."""
    return Prompt(headline(scene, view), next_line(scene))
