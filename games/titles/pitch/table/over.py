"""A finished hand of Pitch: the scorecard that counts it, and what comes next."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.safestring import SafeString

from games.rules.cards import SUITS
from games.rules.core import Message, Seat
from games.rules.four_chances.following import JOKER
from games.rules.pitch.score import COUNTER_NAMES, TEN, card_of
from games.rules.pitch.view import PitchView
from games.table.buttons import next_line
from games.table.cached_gettext import gettext as _
from games.table.cards import card_face
from games.table.display import NOTHING, Prompt
from games.table.scene import Scene
from games.table.sentences import people, score_text, sentence, signed, tell
from games.titles.four_chances.table import over
from games.titles.pitch.table.panels import IN_SHORT, JACK, WHAT, in_turn, my_side, name_of, seats_of

#: what is scored before the play, and for a bid that was not made
OF_THE_BID = ("sale", "set-back")
PIPS_OF = {name: pips for pips, name in COUNTER_NAMES.items()}


def scorecard(scene: Scene, view: PitchView) -> SafeString:
    """Return the count of the hand: every point with its reason, then every side's score."""
    assert view.result is not None
    points, scores = view.result["points"], view.result["scores"]
    me = None if scene.seat is None else my_side(scene, view)
    # two names per side are too wide for a column of figures; the title names them
    pairs = view.options["partners"] and me is not None
    totals = [
        (
            side == me,
            (_("Your side") if side == me else _("The others")) if pairs else name_of(side, scene, view),
            signed(points[side]),
            score_text(scores[side]),
        )
        for side in in_turn(scene, view)
    ]
    _of_rows, endings = _item_sentences(scene, view)
    return over.scorecard(
        scene, headline(scene, view), _why(scene, view), _rows(scene, view), totals, endings, view.target
    )


def headline(scene: Scene, view: PitchView) -> str:
    """Return the outcome of the hand, in one line."""
    assert view.result is not None
    winner, contract = view.result["winner"], view.result["contract"]
    if winner is not None:
        text = _("%(side)s {wins|win} the game with %(won)s.")
        return tell(scene, text, side=_seats(winner, view), won=view.result["scores"][winner])
    if view.result["end"] == "thrown-in":
        return _("The hand is thrown in.")
    if contract is not None:
        seat = Seat(contract["seat"])
        if contract["made"] < contract["points"]:
            return tell(scene, _("%(seat)s {is|are} set back %(points)s."), seat=seat, points=contract["points"])
        text = _("%(seat)s bid %(points)s and made %(made)s.")
        return tell(scene, text, seat=seat, made=contract["made"], points=contract["points"])
    points = view.result["points"]
    best = max(points)
    if points.count(best) > 1:
        return _("The hand is tied, %(points)s to each side.") % {"points": best}
    text = _("%(side)s {wins|win} the hand with %(won)s.")
    return tell(scene, text, side=_seats(points.index(best), view), won=best)


def _seats(side: int, view: PitchView) -> tuple[Seat, ...]:
    return tuple(map(Seat, seats_of(side, view)))


def _item_sentences(scene: Scene, view: PitchView) -> tuple[list[Message], list[Message]]:
    """Return the sentences of the items in the order of the rows, and the remaining ones: who made trumps, the outcome
    of a bid if neither the title nor a row gives it, and what nobody scored."""
    assert scene.explanation is not None and view.result is not None
    kinds = [what for what, _side, _points in view.items]
    before, score, sales = list(scene.explanation.before), list(scene.explanation.score), kinds.count("sale")
    sale, pitch, bid = before[:sales], before[sales : sales + 1], before[sales + 1 :]
    if view.result["end"] != "played":
        return sale, score
    of_the_bid = {"sale": iter(sale), "set-back": iter(bid)}
    if "set-back" in kinds or (view.result["contract"] is not None and view.result["winner"] is None):
        bid = []
    scored = sum(what not in OF_THE_BID for what in kinds)
    item_messages = iter(score[:scored])
    return [next(of_the_bid.get(what, item_messages)) for what in kinds], [*pitch, *bid, *score[scored:]]


def _why(scene: Scene, view: PitchView) -> str:
    """Return who scored what in the play, in one line."""
    won: dict[int, list[str]] = {side: [] for side in in_turn(scene, view)}
    for what, side, _points in view.items:
        if what not in OF_THE_BID:
            won[side].append(_(IN_SHORT[what]))
    return over.who_scored(scene, [(seats_of(side, view), scored) for side, scored in won.items()])


def _rows(scene: Scene, view: PitchView) -> Iterator[over.Row]:
    """Yield a row for every item of the score: what it was and why, whose it is, its points."""
    who, sides = people(scene), in_turn(scene, view)
    reasons = iter([sentence(message, who) for message in _item_sentences(scene, view)[0]])
    for what, side, points in view.items:
        why = over.without_name(next(reasons, ""))
        yield over.Row(_card(what, view), _(WHAT[what]), why, sides.index(side), signed(points))


def _card(what: str, view: PitchView) -> SafeString:
    """Return the card that a row is about."""
    if view.trump is None or what in OF_THE_BID:
        return NOTHING
    trump = SUITS.index(view.trump)
    trumps = sorted(card for hand in view.out for card in hand if card // 13 == trump)
    cards = {"high": trumps[-1:], "low": trumps[:1], "jack": [trump * 13 + JACK], "game": [trump * 13 + TEN]}
    if what == "snoozer":
        return card_face(JOKER)
    cards_of_chance = [card_of(trump, PIPS_OF[what])] if what in PIPS_OF else cards[what]
    return card_face(cards_of_chance[0]) if cards_of_chance else NOTHING


def prompt(scene: Scene, view: PitchView) -> Prompt:
    """Return the sentence over a finished hand."""
    return Prompt(headline(scene, view), next_line(scene))
