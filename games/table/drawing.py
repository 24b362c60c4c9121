"""Drawing a room for its watchers: what to send to each."""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass

from django.utils import translation
from django.utils.safestring import SafeString

from games.matches import clock, live_room
from games.matches.live_room import ROWS
from games.rooms import onlookers
from games.table import fragments
from games.table.cached_gettext import one_language
from games.table.scene_builder import scene
from games.table.snapshot import RoomSnapshot, once, snapshot_of, who_is_here
from games.table.watchers import NEVER, Watcher, looking_on

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Drawn:
    """One drawing of a room: what to send to whom, the room's version, who is present by seat and the number
    of onlookers, and the seconds until a running draw's next card."""

    messages: list[tuple[Watcher, str]]
    version: int
    here: tuple[int, ...]
    next_card: float | None


def draw(code: str, watchers: Collection[Watcher], version: float = ROWS) -> Drawn:
    """Draw what has changed in a room for each watcher who is not ``behind``, in their language. If this process
    knows ``version`` or a later one, it is drawn from memory; otherwise the rows are read."""
    live = live_room.at_least(code, version)
    for watcher in watchers:
        row = live.row_of(watcher.user)
        watcher.seat_id = row.pk if row is not None else None
    onlookers.note({code: 0} | looking_on(watchers))
    snapshot = snapshot_of(live)
    snapshot.heard.read_hidden([watcher.user.pk for watcher in watchers if watcher.user is not None])
    picture, moves = snapshot.picture, snapshot.moves
    messages = []
    for watcher, parts in _pictures(snapshot, [watcher for watcher in watchers if not watcher.behind]):
        if picture // 1000 - watcher.picture // 1000 > 1 or moves - watcher.moves > 1:
            # Pictures or moves were skipped (a picture may be newer than its number says). One may have
            # answered the watcher's own press, so their page may show a part that has since changed
            # back to what was last pushed.
            watcher.shown = {}
        hashes = {name: hash(part) for name, part in parts.items()}
        changed = {name: part for name, part in parts.items() if watcher.shown.get(name) != hashes[name]}
        watcher.shown = hashes
        watcher.picture, watcher.moves = picture, moves
        if changed:
            messages.append((watcher, fragments.push(changed)))
    here = (*once(snapshot, who_is_here), snapshot.onlookers)
    return Drawn(messages, live.room.version, here, _next_card(snapshot))


def _pictures(
    snapshot: RoomSnapshot, watchers: Collection[Watcher]
) -> Iterator[tuple[Watcher, Mapping[str, SafeString]]]:
    """Yield each watcher and the parts of their picture."""
    by_language: dict[str, list[Watcher]] = {}
    for watcher in watchers:
        by_language.setdefault(watcher.language, []).append(watcher)
    for language, readers in by_language.items():
        with translation.override(language), one_language():
            yield from [(watcher, fragments.parts(scene(snapshot, watcher.user))) for watcher in readers]


def carry_out_and_draw(
    code: str, watchers: Collection[Watcher], carry_out: Callable[[], int | None]
) -> tuple[bool, Drawn | None]:
    """Carry out a press and draw the room after it; return whether it was carried out. A press stands even if it
    cannot be drawn: the next check finds that all watchers are behind."""
    version = carry_out()
    if version is None:
        return False, None
    try:
        return True, draw(code, watchers, version)
    except Exception as fault:
        note_undrawn(code, fault)
        for watcher in watchers:
            watcher.picture = watcher.moves = NEVER
        return True, None


def note_undrawn(code: str, fault: Exception) -> None:
    """Log that a room could not be drawn."""
    log.error("room %s could not be drawn", code, exc_info=fault)


def _next_card(snapshot: RoomSnapshot) -> float | None:
    hand, folded = snapshot.hand, snapshot.folded
    return clock.next_card(hand, folded, snapshot.at) if hand is not None and folded is not None else None
