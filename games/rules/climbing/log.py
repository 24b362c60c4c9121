"""The actions of a hand, as a chain that states share."""

from __future__ import annotations

from games.rules.chain import ChainReader
from games.rules.climbing.actions import Pass, Play
from games.rules.core import Action

#: the actions, newest first: (the log before, the action, whether it led a trick)
Log = tuple["Log", Action, bool] | None

#: The actions so far, in order.
actions = ChainReader()
#: the log last read by ``last_tricks``, and its answer
_read_last: list[tuple[Log, tuple[tuple[Action, ...], ...]]] = [(None, ())]


def tricks(log: Log, last: int | None = None) -> list[list[Action]]:
    """Return the plays and passes so far, trick by trick, or only those of the ``last`` few tricks, without reading
    a long hand to its beginning."""
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
    """Return the plays and passes of the last two tricks, or of the only one."""
    known, so_far = _read_last[0]
    if known is not log:
        so_far = tuple(map(tuple, tricks(log, last=2)))
        _read_last[0] = log, so_far
    return so_far
