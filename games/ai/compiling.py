"""Where and when the kernels of AI players are compiled (``compiled``): in processes that think, never in one that
serves pages.

A process that begins to think fetches the code that is kept on disk. Where none is, thoughts are plain until they have
cost enough to be worth compiling for; then a process of its own compiles, behind everything else on the machine, and
ends. Code is kept in a folder for each release of the kernels, so that it never stands for other lines.
"""

from __future__ import annotations

import fcntl
import logging
import os
import shutil
import subprocess
import sys
import threading
from pathlib import Path
from time import process_time, time

from games.ai import compiled

log = logging.getLogger(__name__)

#: processor seconds that a process has spent, from which it pays to compile
WORTH = 5.0
#: how far compiling stands back, where nobody waits for it
NICE = 19
#: seconds after which the code of another release is thrown away
KEPT_SECONDS = 7 * 86400
READY = "ready"
ROOT = Path(__file__).resolve().parents[2]

_kept_in: Path | None = None
#: what fetches the code, once it has begun
_fetching: threading.Thread | None = None
_beginning = threading.Lock()


def begin(folder: Path | None) -> None:
    """Run kernels compiled in this process, which thinks, as soon as they are there; plain ones serve until then.
    ``folder``: where compiled code is kept, None for plain ones for good."""
    global _kept_in
    if folder is None or not compiled.is_possible():
        return
    _kept_in = folder
    if is_ready(folder):
        _fetch(folder)


def consider(long: bool = False) -> None:
    """Compile where this process has thought enough for it to pay, or is about to think ``long``."""
    if _kept_in is not None and (long or process_time() > WORTH):
        _fetch(_kept_in)


def compile_here(folder: Path | None) -> str:
    """Run kernels compiled in this process from here on, for work that is long; return how they are run. ``folder``:
    where compiled code is kept, None for plain ones."""
    global _kept_in
    if folder is not None and compiled.is_possible():
        _kept_in = folder
        _fetch(folder, nice=0)
    return settled()


def settled() -> str:
    """Wait for what is being fetched, and return how kernels are run then."""
    if _fetching is not None:
        _fetching.join()
    return compiled.engine().name


def is_ready(folder: Path) -> bool:
    """Say whether compiled code is kept there for these kernels."""
    return compiled.is_possible() and (folder / compiled.code() / READY).exists()


def _fetch(folder: Path, nice: int = NICE) -> None:
    """Begin to fetch what is kept, once in a process. ``nice``: how far compiling stands back behind this one."""
    global _fetching
    with _beginning:
        if _fetching is None:
            _fetching = threading.Thread(target=_use, args=(folder, nice), name="compiled", daemon=True)
            _fetching.start()


def _use(folder: Path, nice: int) -> None:
    """Fetch what is kept, compiled before if need be, and use it."""
    try:
        if not is_ready(folder):
            command = [sys.executable, "-m", __name__, str(folder), str(nice)]
            # It ends with this process: its input is closed then.
            subprocess.run(command, cwd=ROOT, stdin=_lifeline(), check=True)  # noqa: S603 - its own module
        engine = compiled.Compiled(folder / compiled.code())
        engine.compile_all()
        compiled.use(engine)
    except Exception:  # whatever it was, plain kernels do the same
        log.exception("the kernels could not be compiled; they are run as they are")


def _lifeline() -> int:
    """Return the end of a pipe whose other end this process never closes."""
    reading, _writing = os.pipe()
    return reading


def compile_into(folder: Path) -> None:
    """Compile all kernels for others to fetch; one process at a time."""
    kept = folder / compiled.code()
    kept.mkdir(parents=True, exist_ok=True)
    with (kept / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not is_ready(folder):
            compiled.Compiled(kept).compile_all()
            (kept / READY).touch()
            _throw_away_old(folder, kept)


def _throw_away_old(folder: Path, kept: Path) -> None:
    for other in folder.iterdir():
        if other != kept and other.stat().st_mtime < time() - KEPT_SECONDS:
            shutil.rmtree(other)


def _end_with_parent() -> None:
    os.read(sys.stdin.fileno(), 1)
    os._exit(1)


if __name__ == "__main__":
    os.nice(int(sys.argv[2]))
    threading.Thread(target=_end_with_parent, daemon=True).start()
    compile_into(Path(sys.argv[1]))
