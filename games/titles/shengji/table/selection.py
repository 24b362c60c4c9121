"""The shape of the chosen cards, in words (/rules/eighty/#6)."""

from __future__ import annotations

from collections.abc import Sequence

from games.rules.shengji.hands import cards_of, hand_of
from games.rules.shengji.shapes import Part, split
from games.rules.shengji.view import View, table_of
from games.table.cached_gettext import gettext as _
from games.table.cached_gettext import ngettext
from games.table.cards import brief
from games.table.sentences import listed


def shaped(view: View, cards: Sequence[int]) -> str:
    """Return the parts of cards by suit and shape: «tractor of 2 pairs 9♠ 9♠ 8♠ 8♠»."""
    table = table_of(view)
    suits = {table.suits[card] for card in cards}
    if len(suits) > 1:
        return listed(map(brief, cards))
    parts = split(table, hand_of(tuple(cards)))
    if len(parts) == 1:
        return _component(parts[0])
    words = listed(map(_component, parts))
    return words if view.trick else _("Throw of %(parts)s") % {"parts": words}


def _component(part: Part) -> str:
    shown = " ".join(map(brief, cards_of(part.cards)))
    if not part.pairs:
        return shown
    if part.pairs == 1:
        return _("pair %(cards)s") % {"cards": shown}
    text = ngettext("tractor of %(number)s pair %(cards)s", "tractor of %(number)s pairs %(cards)s", part.pairs)
    return text % {"number": part.pairs, "cards": shown}
