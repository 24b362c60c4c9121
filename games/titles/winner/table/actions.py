"""The hand and the actions of Winner."""

from __future__ import annotations

from django.utils.safestring import SafeString
from django.utils.translation import ngettext

from games.rules.cards import LITTLE_JOKER, SUITS, suit
from games.rules.winner.actions import Play
from games.rules.winner.view import WinnerView
from games.table.buttons import actions, button, hint, not_my_turn, tools
from games.table.cached_gettext import gettext as _
from games.table.cards import SIGNS
from games.table.display import MOST_PLAYS, NOTHING, Choice, Group, given, hand, ordered, together
from games.table.scene import Scene
from games.table.sentences import names
from games.titles.winner.table.prompt import mine, only_pass


def hand_of(scene: Scene, view: WinnerView) -> SafeString:
    """Return the viewer's hand, from high to low, with what they may choose from it."""
    blocked = only_pass(scene, view)
    size = len(view.hand)
    legend = ngettext("Your hand, %(number)s card", "Your hand, %(number)s cards", size)
    choice = Choice(
        many=view.phase != "exchange",
        allowed=frozenset() if blocked else None,
        why=_("Nothing you hold beats the table.") if blocked else "",
        rule=scene.game.refusals["too-low"].section,
        chosen=given(scene, _forced(scene, view)),
        dead=view.result is not None,
        together=_together(scene, view),
    )
    return hand(ordered(_groups(scene, view), scene), choice, legend % {"number": size})


def _groups(scene: Scene, view: WinnerView) -> list[Group]:
    """Return the hand by rank in one group or, if the viewer likes that, by suit."""
    if not by_suit(scene):
        return [Group("", view.hand)]
    made = [("", [card for card in view.hand if card >= LITTLE_JOKER])]
    for letter, sign in SIGNS.items():
        cards = [card for card in view.hand if card < LITTLE_JOKER and SUITS[suit(card)] == letter]
        made.append((f"{sign} {len(cards)}", cards))
    return [Group(label, tuple(cards)) for label, cards in made if cards]


def by_suit(scene: Scene) -> bool:
    """Say whether the viewer's hand lies by suits."""
    return (scene.prefs or {}).get("sort") == "suit"


def _tools(scene: Scene) -> SafeString:
    return tools(scene, _("By rank") if by_suit(scene) else _("By suit"))


def _together(scene: Scene, view: WinnerView) -> str:
    """Return what comes along with a card that answers the play on the table in one way only."""
    if view.to_beat is None or view.to_beat.size < 2 or not mine(scene, view) or len(scene.moves) > MOST_PLAYS:
        return ""
    return together(move.cards for move in scene.moves if isinstance(move, Play))


def _forced(scene: Scene, view: WinnerView) -> tuple[int, ...]:
    """Return the cards that must be played, where there is but one play: the last of all."""
    if view.phase != "play" or not mine(scene, view) or len(scene.moves) != 1:
        return ()
    return getattr(scene.moves[0], "cards", ())


def acts_of(scene: Scene, view: WinnerView) -> SafeString:
    """Return what the viewer may do now."""
    if scene.seat is None or not view.hand:
        return actions()
    turn = mine(scene, view)
    if view.phase == "exchange":
        if not turn or view.exchange is None:
            return actions()
        label = _("Give %(name)s this card") % {"name": names(scene)[view.exchange.loser]}
        return actions(hint(scene), button("give", label, term="还贡", go=True))
    if not turn:
        return actions(_tools(scene), not_my_turn())
    if only_pass(scene, view):
        return actions(hint(scene), button("pass", _("Pass"), term="过", go=True))
    play = button("play", _("Play"), go=True, count=_("Play {n} cards"), one=_("Play 1 card"))
    return actions(_tools(scene), hint(scene), NOTHING if view.lead else button("pass", _("Pass"), term="过"), play)
