"""How fast a seat may press: faster than anybody plays, slower than what keeps a server busy."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict, deque

from django.conf import settings

#: Seats remembered by this process.
KEPT = 4096
_pressed: OrderedDict[tuple[int, int], deque[float]] = OrderedDict()
_lock = threading.Lock()


def too_fast(room_id: int, seat: int) -> bool:
    """Count a press, and say whether it is one too many for this second."""
    most = settings.PRESSES_A_SECOND
    if not most:
        return False
    now = time.monotonic()
    with _lock:
        times = _pressed.setdefault((room_id, seat), deque())
        _pressed.move_to_end((room_id, seat))
        if len(_pressed) > KEPT:
            _pressed.popitem(last=False)
        while times and times[0] <= now - 1:
            times.popleft()
        if len(times) >= most:
            return True
        times.append(now)
    return False


def forget() -> None:
    """Forget all presses."""
    with _lock:
        _pressed.clear()
