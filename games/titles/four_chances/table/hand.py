"""The viewer's hand: trumps first, and in the play what may not be played is dimmed."""

from __future__ import annotations

from django.utils.safestring import SafeString
from django.utils.translation import ngettext

from games.rules.cards import SUITS
from games.rules.four_chances.order import groups
from games.rules.four_chances.state import NO_TRUMP
from games.rules.four_chances.view import FourChancesView
from games.table.cached_gettext import gettext as _
from games.table.cards import brief, counted
from games.table.display import Choice, Group, given, hand, ordered
from games.table.scene import Scene
from games.table.sentences import listed
from games.titles.four_chances.table.board import TRUMPS
from games.titles.four_chances.table.prompt import mine


def hand_of(scene: Scene, view: FourChancesView, why: str, rule: str, many: bool = False) -> SafeString:
    """Return the hand. ``why``: the sentence for cards that may not be played, ``rule`` its section; ``many``:
    whether several are chosen."""
    grouped = groups(view.hand, NO_TRUMP if view.trump is None else SUITS.index(view.trump))
    suits = listed(counted(letter, len(cards)) if letter else brief(cards[0]) for letter, cards in grouped)
    size = len(view.hand)
    legend = ngettext("Your hand, %(number)s card: %(suits)s", "Your hand, %(number)s cards: %(suits)s", size)
    limited = allowed(scene, view)
    choice = Choice(
        many=many,
        allowed=limited,
        why="" if limited is None else _(why),
        rule=rule,
        binds=scene.refused.binds if scene.refused else (),
        chosen=given(scene, _forced(scene, view)),
        dead=view.result is not None,
        trumps=frozenset(card for card in view.hand if card in TRUMPS[view.trump]),
    )
    look = "many" if size > 7 else ""
    shown = ordered([Group("", cards) for _suit, cards in grouped], scene)
    return hand(shown, choice, legend % {"number": size, "suits": suits}, look=look, most=size)


def allowed(scene: Scene, view: FourChancesView) -> frozenset[int] | None:
    """Return the cards that may be played now, or None where all may or none is asked for."""
    if view.phase != "play" or not mine(scene, view) or scene.unaided:
        return None
    cards = frozenset(move.card for move in scene.moves)  # type: ignore[attr-defined]
    return None if len(cards) == len(view.hand) else cards


def _forced(scene: Scene, view: FourChancesView) -> tuple[int, ...]:
    """Return the one card that can be played, where there is but one."""
    if view.phase != "play" or not mine(scene, view) or len(scene.moves) != 1:
        return ()
    return (scene.moves[0].card,)  # type: ignore[attr-defined]
