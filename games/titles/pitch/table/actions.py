"""The actions of Pitch: bids as numbers to press, the sale, a card."""

from __future__ import annotations

from django.utils.safestring import SafeString

from games.rules.pitch.view import PitchView
from games.table.buttons import actions, button, hint, hint_button, may_ask_hint, not_my_turn
from games.table.cached_gettext import gettext as _
from games.table.cached_gettext import pgettext
from games.table.cards import joined
from games.table.display import render
from games.table.scene import Scene
from games.titles.four_chances.table.asking import ask_button
from games.titles.four_chances.table.prompt import mine

#: so many bids stand in the row, or *Hint* and one bid fewer; where there are more the last place opens the others
IN_ROW = 4


def word_of(do: str) -> str:
    """Return the word on the button of what can be said besides a bid."""
    if do == "keep":
        return pgettext("bidding", "Keep it")
    return pgettext("bidding", "Pass") if do == "pass" else _("Sell")


def acts_of(scene: Scene, view: PitchView) -> SafeString:
    """Return what the viewer may do now."""
    if scene.seat is None or (view.phase != "play" and not mine(scene, view)):
        return actions()
    return {"offer": _offer, "bid": _bid, "answer": _answer, "play": _play}[view.phase](scene, view)


def _offer(scene: Scene, view: PitchView) -> SafeString:
    return actions(
        hint_button(scene),
        button("keep", word_of("keep"), _("you must make all %(points)s") % {"points": view.top}, "留"),
        button("offer", word_of("offer"), _("the others bid for it"), "卖", go=True),
    )


def _bid(scene: Scene, view: PitchView) -> SafeString:
    places = IN_ROW - may_ask_hint(scene)
    few = view.bids if len(view.bids) <= places else view.bids[: places - 1]
    more = view.bids[len(few) :]
    shown = [button(f"bid points={points}", _("Bid %(points)s") % {"points": points}) for points in few]
    if more:
        bids = joined(render("four_chances/_number", points=points, first=points == more[0]) for points in more)
        bid = button("bid", pgettext("bidding", "Bid"))
        shown.append(render("four_chances/_more", lowest=more[0], bids=bids, bid=bid))
    return actions(*shown, hint_button(scene), button("pass", word_of("pass"), go=True), look="claims bids")


def _answer(scene: Scene, view: PitchView) -> SafeString:
    assert view.highest is not None
    points = {"points": view.highest.points}
    return actions(
        hint_button(scene),
        button("keep", word_of("keep"), _("you must make %(points)s") % points, "留"),
        button("sell", word_of("sell"), _("you score %(points)s now") % points, "卖", go=True),
    )


def _play(scene: Scene, view: PitchView) -> SafeString:
    return actions(
        ask_button(view, view.may_ask),
        hint(scene),
        button("play", _("Play"), go=True) if mine(scene, view) else not_my_turn(),
    )
