"""The hand and the actions of a climbing game."""

from __future__ import annotations

from django.utils.safestring import SafeString

from games.rules.cards import LITTLE_JOKER, SUITS, suit
from games.rules.climbing.actions import Pass, Play
from games.rules.climbing.view import ClimbingView
from games.table.buttons import actions, button, hint, not_my_turn, tools
from games.table.cached_gettext import gettext as _
from games.table.cached_gettext import ngettext
from games.table.cards import SIGNS
from games.table.completion import MOST_PLAYS, alone, together
from games.table.display import NOTHING, Choice, Group, chosen_cards, hand, ordered
from games.table.scene import Scene
from games.titles.climbing.table.hooks import Hooks
from games.titles.climbing.table.prompt import may_pass, mine, only_pass


def hand_of(scene: Scene, view: ClimbingView, hooks: Hooks) -> SafeString:
    """Return the viewer's hand, from high to low, with what they may choose from it."""
    blocked = only_pass(scene, view)
    size = len(view.hand)
    legend = ngettext("Your hand, %(number)s card", "Your hand, %(number)s cards", size)
    choice = Choice(
        many=view.phase != "exchange" or hooks.gives_many(view),
        allowed=frozenset() if blocked else None,
        why=_("Nothing you hold beats the table.") if blocked else "",
        rule=scene.game.refusals["too-low"].section,
        chosen=chosen_cards(scene, _forced(scene, view)),
        new=_received(scene, view, hooks),
        dead=view.result is not None,
        together=_together(scene, view),
        alone=_alone(scene, view),
    )
    return hand(ordered(_groups(scene, view), scene), choice, legend % {"number": size})


def _received(scene: Scene, view: ClimbingView, hooks: Hooks) -> tuple[int, ...]:
    """Return the cards that the viewer was given in the exchange, until they have first played or passed."""
    if view.phase != "play" or any(isinstance(act, Play | Pass) and act.seat == scene.seat for act in view.memory):
        return ()
    return tuple(card for cards, _text in hooks.swaps(scene, view) for card in cards if card in view.hand)


def _groups(scene: Scene, view: ClimbingView) -> list[Group]:
    """Return the hand by rank in one group or, if the viewer prefers, by suit."""
    if not by_suit(scene):
        return [Group("", view.hand)]
    groups = [("", [card for card in view.hand if card >= LITTLE_JOKER])]
    for letter, sign in SIGNS.items():
        cards = [card for card in view.hand if card < LITTLE_JOKER and SUITS[suit(card)] == letter]
        groups.append((f"{sign} {len(cards)}", cards))
    return [Group(label, tuple(cards)) for label, cards in groups if cards]


def by_suit(scene: Scene) -> bool:
    """Return whether the viewer's hand is grouped by suit."""
    return (scene.prefs or {}).get("sort") == "suit"


def _tools(scene: Scene) -> SafeString:
    return tools(scene, _("By rank") if by_suit(scene) else _("By suit"))


def _together(scene: Scene, view: ClimbingView) -> SafeString:
    """Return what is selected along with a card that answers the play on the table in only one way."""
    if view.to_beat is None or view.to_beat.size < 2 or not mine(scene, view) or len(scene.moves) > MOST_PLAYS:
        return NOTHING
    return together(move.cards for move in scene.moves if isinstance(move, Play))


def _alone(scene: Scene, view: ClimbingView) -> str:
    """Return the cards that one tap plays: those that answer a single card, and the last card held."""
    last = len(view.hand) == 1
    if not mine(scene, view) or not (last or (view.to_beat is not None and view.to_beat.size == 1)):
        return ""
    return alone(move.cards for move in scene.moves if isinstance(move, Play))


def _forced(scene: Scene, view: ClimbingView) -> tuple[int, ...]:
    """Return the cards that must be played: those of the only play, or the card that the first play must hold."""
    if view.phase != "play" or not mine(scene, view):
        return ()
    if len(scene.moves) == 1:
        return getattr(scene.moves[0], "cards", ())
    must = getattr(view, "must_contain", None)
    return () if must is None or scene.unaided else (must,)


def acts_of(scene: Scene, view: ClimbingView, hooks: Hooks) -> SafeString:
    """Return what the viewer may do now."""
    if scene.seat is None or not view.hand:
        return actions()
    turn = mine(scene, view)
    if view.phase == "exchange":
        return actions(hint(scene), hooks.gift_button(scene, view)) if turn else actions()
    if not turn:
        return actions(_tools(scene), not_my_turn())
    if only_pass(scene, view):
        return actions(hint(scene), button("pass", _("Pass"), term=hooks.passing_term, go=True))
    play = button("play", _("Play"), go=True, count=_("Play {n} cards"), one=_("Play 1 card"))
    passing = button("pass", _("Pass"), term=hooks.passing_term) if may_pass(scene, view) else NOTHING
    return actions(_tools(scene), hint(scene, passing), play)
