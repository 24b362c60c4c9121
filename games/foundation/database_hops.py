"""The hop from the event loop to the database thread, for work done at every move.

Channels returns the connection before and after each hop, and the next hop checks that it is alive: a round trip to
PostgreSQL, as costly as a statement. Frequent work keeps a connection that has answered a moment ago. If that one turns
out to be dead, the hop fails and the next one opens another. So use this only for work that is then done another way,
or retried.
"""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import Any

from asgiref.sync import SyncToAsync
from django.db import DEFAULT_DB_ALIAS, close_old_connections, connections

#: Seconds for which a connection that has answered is assumed to be alive.
LATELY = 5.0


class quick_database_sync_to_async(SyncToAsync):
    """``database_sync_to_async`` that keeps the thread's connection from hop to hop."""

    def thread_handler(self, loop: Any, *args: Any, **kwargs: Any) -> Any:
        """Run the function in the thread."""
        wrapper: Any = connections[DEFAULT_DB_ALIAS]
        connection, at = getattr(wrapper, "answered_lately", (None, 0.0))
        if connection is None or connection is not wrapper.connection or monotonic() - at > LATELY:
            close_old_connections()
        try:
            result = super().thread_handler(loop, *args, **kwargs)
        except BaseException:
            wrapper.answered_lately = None, 0.0
            close_old_connections()
            raise
        # the function may have caught a database error itself
        wrapper.answered_lately = None if wrapper.errors_occurred else wrapper.connection, monotonic()
        return result


def _call(work: Callable[..., Any], *arguments: Any) -> Any:
    return work(*arguments)


#: Does work in the database thread: ``await in_database_thread(work, *arguments)``. It is made once, because asgiref
#: examines each function that it wraps.
in_database_thread = quick_database_sync_to_async(_call)
