"""The viewer's hand: trumps first; during the play, cards that may not be played are dimmed."""

from __future__ import annotations

from django.utils.safestring import SafeString

from games.rules.cards import SUITS
from games.rules.four_chances.order import groups
from games.rules.four_chances.state import NO_TRUMP
from games.rules.four_chances.view import FourChancesView
from games.table.cached_gettext import gettext as _
from games.table.cached_gettext import ngettext
from games.table.cards import brief, counted
from games.table.display import Choice, Group, chosen_cards, hand, ordered
from games.table.piece_cache import cached_piece
from games.table.scene import Scene
from games.table.sentences import listed
from games.titles.four_chances.table.board import TRUMPS
from games.titles.four_chances.table.prompt import mine

#: phases in which cards are chosen; in the others, such as a bid, none can be lifted
WITH_CARDS = ("play", "discard")


def hand_of(scene: Scene, view: FourChancesView, why: str, rule: str, many: bool = False) -> SafeString:
    """Return the hand. ``why``: the sentence for cards that may not be played, ``rule`` its section; ``many``:
    whether several are chosen."""
    card_groups, legend = _laid_out(view.hand, view.trump)
    allowed_cards = allowed(scene, view)
    choice = Choice(
        many=many,
        allowed=allowed_cards,
        why="" if allowed_cards is None else _(why),
        rule=rule,
        binds=scene.refused.binds if scene.refused else (),
        chosen=chosen_cards(scene, _forced(scene, view)),
        dead=view.result is not None or view.phase not in WITH_CARDS,
        trumps=TRUMPS[view.trump].intersection(view.hand),
    )
    size = len(view.hand)
    return hand(ordered(card_groups, scene), choice, legend, look="many" if size > 7 else "", most=size)


@cached_piece(1024)
def _laid_out(cards: tuple[int, ...], trump: str | None) -> tuple[tuple[Group, ...], str]:
    """Return a hand in groups, and its description."""
    grouped = groups(cards, NO_TRUMP if trump is None else SUITS.index(trump))
    suits = listed(counted(letter, len(held)) if letter else brief(held[0]) for letter, held in grouped)
    text = ngettext("Your hand, %(number)s card: %(suits)s", "Your hand, %(number)s cards: %(suits)s", len(cards))
    return tuple(Group("", held) for _suit, held in grouped), text % {"number": len(cards), "suits": suits}


def allowed(scene: Scene, view: FourChancesView) -> frozenset[int] | None:
    """Return the cards that may be played now, or None if all may or none is due."""
    if view.phase != "play" or not mine(scene, view) or scene.unaided:
        return None
    cards = frozenset(move.card for move in scene.moves)  # type: ignore[attr-defined]
    return None if len(cards) == len(view.hand) else cards


def _forced(scene: Scene, view: FourChancesView) -> tuple[int, ...]:
    """Return the only card that can be played, if there is just one."""
    if view.phase != "play" or not mine(scene, view) or len(scene.moves) != 1:
        return ()
    return (scene.moves[0].card,)  # type: ignore[attr-defined]
