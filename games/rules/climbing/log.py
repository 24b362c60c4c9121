"""What was done in a hand, as a chain that states share."""

from __future__ import annotations

from games.rules.climbing.actions import Pass, Play
from games.rules.core import Action

#: what was done, newest first: (the log before, the action, whether it led a trick)
Log = tuple["Log", Action, bool] | None

#: The log that was last read whole, and what it held: the views of all seats are of one state.
_read: list[tuple[Log, tuple[Action, ...]]] = [(None, ())]
#: likewise the log of which the last tricks were read, and they
_read_last: list[tuple[Log, tuple[tuple[Action, ...], ...]]] = [(None, ())]


def actions(log: Log) -> tuple[Action, ...]:
    """Return the actions so far, in order."""
    known, so_far = _read[0]
    if known is log:
        return so_far
    if log is not None and log[0] is known:
        so_far = (*so_far, log[1])
    else:
        newest_first, rest = [], log
        while rest is not None:
            rest, action, _led = rest
            newest_first.append(action)
        so_far = tuple(reversed(newest_first))
    _read[0] = log, so_far
    return so_far


def tricks(log: Log, last: int | None = None) -> list[list[Action]]:
    """Return the plays and passes so far, trick by trick; of the ``last`` so many tricks alone, for which a long
    hand is not read to its beginning."""
    lists: list[list[Action]] = []
    trick: list[Action] = []
    while log is not None and (last is None or len(lists) < last):
        log, action, led = log
        if isinstance(action, Play | Pass):
            trick.append(action)
        if led:
            lists.append(trick[::-1])
            trick = []
    lists.reverse()
    return lists


def last_tricks(log: Log) -> tuple[tuple[Action, ...], ...]:
    """Return the plays and passes of the last two tricks, or of the one that there is."""
    known, so_far = _read_last[0]
    if known is not log:
        so_far = tuple(map(tuple, tricks(log, last=2)))
        _read_last[0] = log, so_far
    return so_far
