"""What a process was about when it was killed half way, and the site's own worker that makes it good."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from collections.abc import Callable

from tests.sites import LEASH, ROOT, Site

#: What every such program begins with.
PROGRAM = """
import os, signal, django
django.setup()

def die(*arguments, **options):
    os.kill(os.getpid(), signal.SIGKILL)

def then_die(do):
    return lambda *arguments, **options: die(do(*arguments, **options))

"""


def killed(site: Site, program: str) -> None:
    """Run a program on a site's data that kills itself, by ``die`` or once what ``then_die`` was given is done."""
    ended = subprocess.run([*LEASH, sys.executable, "-c", PROGRAM + program], cwd=ROOT, env=site.environment)
    assert ended.returncode == -signal.SIGKILL


def until(holds: Callable[[], object], told: Callable[[], object] | None = None, seconds: float = 60.0) -> None:
    """Ask until it holds: a worker says nothing of a task that it has done. ``told``: what is said if it never does."""
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, told and told()
        time.sleep(0.2)
