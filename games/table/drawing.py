"""One drawing of a room for its watchers: what each is to be sent."""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils import translation

from games.matches import clock, live_room
from games.matches.live_room import ROWS
from games.rooms import onlookers
from games.table import fragments
from games.table.scene_builder import scene, snapshot_of
from games.table.watchers import NEVER, Watcher, looking_on

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Drawn:
    """One drawing of a room: what to send to whom, the room's version, who is there by seat and how many look
    on, and the seconds until a live draw's next card, if one runs."""

    messages: list[tuple[Watcher, str]]
    version: int
    here: tuple[int, ...]
    next_card: float | None


def draw(code: str, watchers: Collection[Watcher], version: float = ROWS) -> Drawn:
    """Draw a room for its watchers, each in their language, as far as it has changed for them. A ``version`` that
    this process knows, or a later one, is drawn from memory; else the rows are read."""
    live = live_room.at_least(code, version)
    for watcher in watchers:
        row = live.row_of(watcher.user)
        watcher.seat_id = row.pk if row is not None else None
    onlookers.note({code: 0} | looking_on(watchers))
    snapshot = snapshot_of(live)
    messages = []
    for watcher in watchers:
        with translation.override(watcher.language):
            parts = fragments.parts(scene(snapshot, watcher.user))
        if snapshot.picture // 1000 - watcher.picture // 1000 > 1 or snapshot.moves - watcher.moves > 1:
            # Pictures were skipped, or moves, for a picture may be newer than its number says. Their own
            # press was answered with one of them, so that their page may show a part of it which is now
            # again as it was last pushed.
            watcher.shown = {}
        changed = {name: part for name, part in parts.items() if watcher.shown.get(name) != hash(part)}
        watcher.shown = {name: hash(part) for name, part in parts.items()}
        watcher.picture, watcher.moves = snapshot.picture, snapshot.moves
        if changed:
            messages.append((watcher, fragments.push(changed)))
    here = (*snapshot.here(), snapshot.onlookers)
    return Drawn(messages, live.room.version, here, _next_card(snapshot.hand, snapshot.folded, snapshot.at))


def carry_out_and_draw(
    code: str, watchers: Collection[Watcher], carry_out: Callable[[], int | None]
) -> tuple[bool, Drawn | None]:
    """Carry out a press, and draw the room after it; return whether it was carried out. What was, stands, though
    it cannot be drawn: the next look finds all watchers behind."""
    version = carry_out()
    if version is None:
        return False, None
    try:
        return True, draw(code, watchers, version)
    except Exception as fault:  # its kind alone: what it says may name cards
        log.error("room %s could not be drawn after a press (%s)", code, type(fault).__name__)
        for watcher in watchers:
            watcher.picture = watcher.moves = NEVER
        return True, None


def _next_card(hand: Any, folded: Any, now: datetime) -> float | None:
    if hand is None or folded is None or hand.drawn_at is None:
        return None
    passed = (now - hand.drawn_at).total_seconds()
    pace = clock.card_seconds(hand.match.room)
    count = int(passed / pace) + 1
    if count >= folded.drawing:
        return None
    return count * pace - passed + 0.005
