"""Hands folded from their deck and entries, and cached while they are played."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from games.foundation.process_cache import ProcessCache
from games.matches.models import Entry, Hand
from games.rules import live_draw
from games.rules.cards import NUMBERS
from games.rules.core import Action, Game, Setup
from games.rules.registry import GAMES

CLOSE = {"do": "close"}


@dataclass(frozen=True, slots=True)
class Folded:
    """A hand after its first ``seq`` entries."""

    game: Game
    setup: Setup
    state: Any
    seq: int

    @property
    def drawing(self) -> int:
        """The total number of cards in a running live draw, else 0."""
        return live_draw.drawing(self.game, self.state)

    def view(self, seat: int | None, dealt: int | None = None) -> Any:
        """Return what a seat may know. ``dealt``: cards dealt so far, while a draw runs."""
        return live_draw.view(self.game, self.state, seat, dealt)

    def read(self, raw: dict[str, Any]) -> Action:
        """Return the action for its stored form. Raise ``Malformed`` if it is not one."""
        if raw == CLOSE:
            action = live_draw.close(self.game, self.state)
            assert action is not None
            return action
        return self.game.read_action(raw, self.setup.options)

    def after(self, action: Action) -> Folded:
        """Return the hand after one legal action."""
        return Folded(self.game, self.setup, self.game.step(self.state, action), self.seq + 1)


#: Hands by primary key, in their latest known state.
_hands: ProcessCache[int, Folded] = ProcessCache(2048)


def fold(hand: Hand, stored: bool = True) -> Folded:
    """Return the hand as of ``hand.version``; its match must be loaded. ``stored``: whether it is committed and may be
    cached; a version that is rolled back may later number another state."""
    folded = _cached_or_start(hand)
    if folded.seq < hand.version:
        for raw in _entries(hand, folded.seq):
            folded = folded.after(folded.read(raw))
        if stored:
            keep(hand.pk, folded)
    return folded


def fold_all(hands: Collection[Hand]) -> list[Folded]:
    """Return the state of several hands, in order; one statement reads all that are not cached."""
    states = {hand.pk: _cached_or_start(hand) for hand in hands}
    behind = {hand.pk: hand for hand in hands if states[hand.pk].seq < hand.version}
    rows = Entry.objects.filter(hand__in=behind).order_by("seq").values_list("hand", "seq", "action")
    for pk, seq, raw in rows if behind else ():
        if states[pk].seq == seq < behind[pk].version:
            states[pk] = states[pk].after(states[pk].read(raw))
    for pk, folded in states.items():
        keep(pk, folded)
    return [states[hand.pk] for hand in hands]


def _cached_or_start(hand: Hand) -> Folded:
    """Return the cached state of a hand, or its start."""
    folded = _hands.get(hand.pk)
    return start(hand) if folded is None or folded.seq > hand.version else folded


def start(hand: Hand) -> Folded:
    """Return a hand before its first action."""
    game = GAMES[hand.match.game]
    setup = game.setup(hand.match.options, hand.context, tuple(NUMBERS[name] for name in hand.deck))
    return Folded(game, setup, live_draw.start(game, setup, hand.drawn_at is not None), 0)


def remembered(pk: int, version: int) -> Folded | None:
    """Return the cached state of a hand at a version, if there is one."""
    folded = _hands.get(pk)
    return folded if folded is not None and folded.seq == version else None


def keep(pk: int, folded: Folded) -> None:
    """Cache a folded hand unless a later state of it is cached already."""
    _hands.set_if(pk, folded, lambda folded, cached: folded.seq > cached.seq)


def _entries(hand: Hand, since: int) -> list[dict[str, Any]]:
    rows = Entry.objects.filter(hand=hand, seq__gte=since, seq__lt=hand.version).order_by("seq")
    return list(rows.values_list("action", flat=True))
