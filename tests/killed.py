"""Processes killed half-way through their work, and the site's own worker that repairs it."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable

from tests.sites import Site

#: The beginning of every such program.
PROGRAM = """
import os, signal

def die(*arguments, **options):
    os.kill(os.getpid(), signal.SIGKILL)

def then_die(do):
    return lambda *arguments, **options: die(do(*arguments, **options))

"""

#: How it is run: in a process that the site's console forks, with Django set up and no connection open.
FORKED = """
import os, traceback
forked = os.fork()
if not forked:
    try:
        exec({program!r}, {{"__name__": "killed"}})
    except BaseException:
        traceback.print_exc(file=open(2, "w", closefd=False))
    finally:
        os._exit(1)
print(os.waitstatus_to_exitcode(os.waitpid(forked, 0)[1]))
"""


def killed(site: Site, program: str) -> None:
    """Run a program on a site's data that kills itself, by ``die`` or after the function given to ``then_die``."""
    status = site.run(FORKED.format(program=PROGRAM + program))
    assert status == str(-signal.SIGKILL)


def until(holds: Callable[[], object], message: Callable[[], object] | None = None, seconds: float = 60.0) -> None:
    """Poll until it holds, since a worker does not report finished tasks. ``message``: what to say if it never does."""
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, message and message()
        time.sleep(0.2)
