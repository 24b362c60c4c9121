"""Where and when the kernels of AI players are compiled (``compiled``): in processes that think, never in one that
serves pages.

A process that begins to think loads the code cached on disk. If there is none, it thinks with plain kernels until
compiling would pay; then a separate process compiles, at low priority, and ends. Each release of the kernels has its
own folder, so that cached code never stands for other source.
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

#: processor seconds spent by a process after which compiling pays
WORTH = 5.0
#: niceness of compiling where nobody waits for it
NICE = 19
#: seconds after which another release's code is deleted
KEPT_SECONDS = 7 * 86400
READY = "ready"
ROOT = Path(__file__).resolve().parents[2]

_kept_in: Path | None = None
#: the thread that loads the code, once started
_fetching: threading.Thread | None = None
_beginning = threading.Lock()


def begin(folder: Path | None) -> None:
    """Run compiled kernels in this process, which thinks, as soon as they are ready, and plain ones until then.
    ``folder``: where compiled code is cached, None to keep to plain ones."""
    global _kept_in
    if folder is None or not compiled.is_possible():
        return
    _kept_in = folder
    if is_ready(folder):
        _fetch(folder)


def consider(long: bool = False) -> None:
    """Compile if this process has thought enough for it to pay, or is about to think ``long``."""
    if _kept_in is not None and (long or process_time() > WORTH):
        _fetch(_kept_in)


def compile_here(folder: Path | None) -> str:
    """Run compiled kernels in this process from now on, for long work; return the engine's name. ``folder``:
    where compiled code is cached, None for plain kernels."""
    global _kept_in
    if folder is not None and compiled.is_possible():
        _kept_in = folder
        _fetch(folder, nice=0)
    return settled()


def settled() -> str:
    """Wait for any code being loaded, then return the engine's name."""
    if _fetching is not None:
        _fetching.join()
    return compiled.engine().name


def is_ready(folder: Path) -> bool:
    """Return whether a folder holds compiled code for these kernels."""
    return compiled.is_possible() and (folder / compiled.code() / READY).exists()


def _fetch(folder: Path, nice: int = NICE) -> None:
    """Start loading the compiled code, once per process. ``nice``: added niceness of compiling."""
    global _fetching
    with _beginning:
        if _fetching is None:
            _fetching = threading.Thread(target=_use, args=(folder, nice), name="compiled", daemon=True)
            _fetching.start()


def _use(folder: Path, nice: int) -> None:
    """Load the compiled code, compiling it first if need be, and use it."""
    try:
        if not is_ready(folder):
            command = [sys.executable, "-m", __name__, str(folder), str(nice)]
            # It ends with this process, which closes its input.
            subprocess.run(command, cwd=ROOT, stdin=_lifeline(), check=True)  # noqa: S603 - its own module
        engine = compiled.Compiled(folder / compiled.code())
        engine.compile_all()
        compiled.use(engine)
    except Exception:  # whatever failed, plain kernels do the same
        log.exception("the kernels could not be compiled; they are run as they are")


def _lifeline() -> int:
    """Return the reading end of a pipe whose other end this process never closes."""
    reading, _writing = os.pipe()
    return reading


def compile_into(folder: Path) -> None:
    """Compile all kernels for other processes to load; one process at a time."""
    code_folder = folder / compiled.code()
    code_folder.mkdir(parents=True, exist_ok=True)
    with (code_folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not is_ready(folder):
            compiled.Compiled(code_folder).compile_all()
            (code_folder / READY).touch()
            _throw_away_old(folder, code_folder)


def _throw_away_old(folder: Path, code_folder: Path) -> None:
    for other in folder.iterdir():
        if other != code_folder and other.stat().st_mtime < time() - KEPT_SECONDS:
            shutil.rmtree(other)


def _end_with_parent() -> None:
    os.read(sys.stdin.fileno(), 1)
    os._exit(1)


if __name__ == "__main__":
    os.nice(int(sys.argv[2]))
    threading.Thread(target=_end_with_parent, daemon=True).start()
    compile_into(Path(sys.argv[1]))
