"""The site with a crash built in: ``python -m tests.faults.crashing POINT NTH serve …``.

The NTH time that a point is reached, the process ends as if killed at that very line.
"""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable
from typing import Any

#: where the process dies: (what is replaced, whether that runs first)
POINTS = {
    "before commit": ("games.matches.services.events.moved", True),
    "after commit, before the push": ("games.matches.events.push", False),
    "after the push, before enqueueing": ("games.matches.events._enqueue", False),
    "after enqueueing": ("games.matches.events._enqueue", True),
    "in a task, before it": ("games.matches.turns.advance", False),
    "in a task, after its commit": ("games.matches.turns.advance", True),
}
STATUS = 86


def arm(point: str, nth: int) -> None:
    """Make this process die at a point."""
    path, first = POINTS[point]
    module, name = _resolve(path)
    real, left, lock = getattr(module, name), [nth], threading.Lock()

    def deadly(*args: Any, **kwargs: Any) -> Any:
        with lock:
            left[0] -= 1
            now = left[0] == 0
        if now and not first:
            os._exit(STATUS)
        answer = real(*args, **kwargs)
        if now:
            os._exit(STATUS)
        return answer

    setattr(module, name, deadly)


def _resolve(path: str) -> tuple[Any, str]:
    """Return the object that holds the last name of a path."""
    from importlib import import_module

    parts = path.split(".")
    for at in range(len(parts) - 1, 0, -1):
        try:
            holder: Any = import_module(".".join(parts[:at]))
        except ModuleNotFoundError:
            continue
        for part in parts[at:-1]:
            holder = getattr(holder, part)
        return holder, parts[-1]
    raise LookupError(path)


def main(run: Callable[[list[str]], None] | None = None) -> None:
    """Arm this process, then run the command."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "cardsite.settings")
    import django
    from django.core.management import execute_from_command_line

    django.setup()
    arm(sys.argv[1], int(sys.argv[2]))
    (run or execute_from_command_line)(["manage.py", *sys.argv[3:]])


if __name__ == "__main__":
    main()
