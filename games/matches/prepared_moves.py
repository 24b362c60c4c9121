"""Moves that AI players have chosen before it is time to act.

They start thinking when their turn begins and act when their pause is over, so that a quick thought takes as long as a
slow one: thinking after the pause would reveal who had no choice. The chosen move waits in the cache, encrypted by the
deal's secret. It is a hint: if it is missing the player thinks again and chooses the same. Some thoughts outlast the
pause; so that these reveal nothing either, a player without a choice waits as if it had thought as long.
"""

from __future__ import annotations

import json
import secrets
from collections import defaultdict, deque
from datetime import timedelta
from hashlib import shake_256
from typing import Any

from django.conf import settings
from django.core.cache import cache

from games import ai
from games.matches.models import Hand

#: Seconds for which one process alone thinks about a turn; then another may, in case the first has died.
BEGUN = 5
#: Seconds for which a chosen move is kept.
LIFETIME = 60
#: A thought that took less time had no choice to make.
CHOICE = timedelta(milliseconds=30)

_chance = secrets.SystemRandom()
#: (game, level) → how long the last thoughts with a choice took in this process.
_last: dict[tuple[str, str], deque[timedelta]] = defaultdict(lambda: deque(maxlen=64))


def is_searching(game: str, level: str) -> bool:
    """Return whether an AI player of a level searches, which takes a noticeable time."""
    return ai.playouts(game, level) > 0


def begin(hand: Hand, seq: int) -> bool:
    """Take on a turn to think about; return False if another process already has."""
    return bool(cache.add(f"thinking:{hand.pk}:{seq}", 1, BEGUN))


def as_long(game: str, level: str, duration: timedelta) -> timedelta:
    """Return how long a thought should appear to take: its real time, which is remembered, or, if there was no choice
    and players pause at all, the time of a recent thought that had one."""
    last = _last[game, level]
    if duration >= CHOICE:
        last.append(duration)
    elif last and settings.AI_PACE[1]:
        return _chance.choice(last)
    return duration


def forget_durations() -> None:
    """Forget how long the last thoughts took."""
    _last.clear()


def keep(hand: Hand, seat: int, seq: int, level: str, action: dict[str, Any]) -> None:
    """Keep an action until its time has come."""
    text = json.dumps(action).encode()
    cache.set(_key(hand, seat, seq, level), _apply_keystream(hand, seat, seq, level, text), LIFETIME)


def prepared(hand: Hand, seat: int, seq: int, level: str) -> dict[str, Any] | None:
    """Return the action that was kept, or None."""
    data = cache.get(_key(hand, seat, seq, level))
    if data is None:
        return None
    action: dict[str, Any] = json.loads(_apply_keystream(hand, seat, seq, level, data))
    return action


def _key(hand: Hand, seat: int, seq: int, level: str) -> str:
    return f"prepared:{hand.pk}:{seq}:{seat}:{level}"


def _apply_keystream(hand: Hand, seat: int, seq: int, level: str, text: bytes) -> bytes:
    """Encrypt a text, or decrypt it: nobody knows the deal's salt before the hand is over, and each keystream is used
    for one turn of one hand, though a hand whose move was taken back has the same salt."""
    keystream = shake_256(bytes(hand.salt) + f"/prepared/{hand.pk}/{seat}/{seq}/{level}".encode()).digest(len(text))
    return bytes(a ^ b for a, b in zip(text, keystream, strict=True))
