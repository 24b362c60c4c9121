"""The learning table: a hint at every turn, why a card is dimmed, moves taken back, open hands.

Everything is worked out from what the viewer may see and what the rules say of their own cards. The
other hands are open only if the room's settings say so and only AI players hold them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from games.matches.fold import Folded
from games.rooms.models import Room, Seat
from games.rules.core import Illegal
from games.table.buttons import may_ask_hint
from games.table.game_table import table_of
from games.table.hints import hint_for
from games.table.scene import Hint, Scene

#: Why cards may not be played: a sentence marked for translation, and the cards.
Reason = tuple[str, tuple[int, ...]]


def open_hands(room: Room, seats: Sequence[Seat], folded: Folded, seat: int | None, dealt: int | None) -> Any:
    """Return the hands that are open to a viewer, by seat, their own left empty; none if another
    person holds one."""
    if room.learning != Room.Learning.OPEN or seat is None or folded.state.result is not None:
        return ()
    if not all(row.level for row in seats if row.number != seat):
        return ()
    hands = (folded.view(row.number, dealt).hand for row in seats)
    return tuple(() if number == seat else tuple(hand) for number, hand in enumerate(hands))


def reasons(folded: Folded, seat: int | None) -> tuple[Reason, ...]:
    """Return why some of the viewer's cards may not be played now, in the rules' own sentences."""
    state, game = folded.state, folded.game
    if seat is None or seat not in state.to_act or state.phase != "play" or not table_of(game.key).explains_dimmed:
        return ()
    view = game.view(state, seat)
    lawful = next(iter(game.moves(view)))
    cards_by_sentence: dict[str, tuple[int, ...]] = {}
    for card in dict.fromkeys(view.hand):
        code = _refusal_code(folded, lawful, card)
        if code is not None:
            sentence = game.refusals[code].sentence
            cards_by_sentence[sentence] = (*cards_by_sentence.get(sentence, ()), card)
    return tuple(cards_by_sentence.items())


def _refusal_code(folded: Folded, lawful: Any, card: int) -> str | None:
    """Return the code with which every play holding a card is refused, or None if one is legal.
    The card is tried in the place of each card of a legal play."""
    code = None
    for action in _plays_with(lawful, card):
        try:
            folded.game.check(folded.state, action)
        except Illegal as illegal:
            if illegal.code != "not-in-hand":  # the pair has but one such card
                code = code or illegal.code
        else:
            return None
    return code


def _plays_with(lawful: Any, card: int) -> list[Any]:
    if hasattr(lawful, "card"):
        return [replace(lawful, card=card)]
    cards = lawful.cards
    if card in cards:
        return [lawful]
    pairs = [replace(lawful, cards=tuple(sorted((*cards[2:], card, card))))] if len(cards) > 1 else []
    places = range(len(cards))
    return pairs + [replace(lawful, cards=tuple(sorted((*cards[:at], *cards[at + 1 :], card)))) for at in places]


def learning_hint(scene: Scene) -> Hint | None:
    """Return what an AI player would do at once in the viewer's place, if a learning table may tell them."""
    state = scene.room_state
    if not state.learning or state.autoplay or not may_ask_hint(scene):
        return None
    return hint_for(scene, 0)
