"""What is counted and timed, for Prometheus. Labels are games, levels and routes: never a person.

The large site's processes each write into files of their own under ``SIFANG_METRICS_DIR``; whichever is
asked answers for all of the machine.
"""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterable
from pathlib import Path

from prometheus_client import REGISTRY, CollectorRegistry, Counter, Gauge, Histogram, start_http_server
from prometheus_client.metrics_core import Metric
from prometheus_client.mmap_dict import MmapedDict
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

QUICK = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)

MOVES = Counter("sifang_moves", "Actions that were stored.", ["game", "by"])
STALE = Counter("sifang_stale_moves", "Actions that came too late for the picture they were chosen on.", ["by"])
MISSED = Counter("sifang_moves_judged_again", "Moves whose live room was no longer what the rows say.")
PUSH = Histogram("sifang_move_to_push_seconds", "From a change's commit to the last socket sent.", buckets=QUICK)
REPAIRED = Counter("sifang_pushes_repaired", "Tables drawn again because their push was lost.")
LOST = Counter("sifang_hints_lost", "Pushes and tasks that could not be sent.", ["kind"])
SWEEPS = Counter("sifang_sweeps", "Looks for hands that stand still.")
STOOD_STILL = Counter("sifang_hands_swept", "Hands that a sweep found overdue.")
THINKING = Histogram("sifang_thinking_seconds", "An AI player's thought.", ["game", "level"], buckets=QUICK)
ILLEGAL = Counter("sifang_ai_illegal", "AI players' choices that the rules refused.", ["game", "level"])
SOCKETS = Gauge("sifang_sockets", "Open sockets.", ["line"], multiprocess_mode="livesum")
LAG = Histogram("sifang_loop_lag_seconds", "How late the event loop wakes.", buckets=QUICK)
REQUESTS = Histogram("sifang_request_seconds", "Requests by route and answer.", ["route", "status"], buckets=QUICK)

#: The files of processes that have ended are added up under this number.
GRAVE = 0


def folder() -> Path | None:
    """Return where the processes of this machine write, or None where there is one alone."""
    named = os.environ.get("PROMETHEUS_MULTIPROC_DIR")
    return Path(named) if named else None


def registry() -> CollectorRegistry:
    """Return what is to be shown: of this process, or of all on this machine."""
    if folder() is None:
        return REGISTRY
    bury()
    together = CollectorRegistry()
    MultiProcessCollector(together)  # type: ignore[no-untyped-call]
    return together


class Together(Collector):
    """What all processes of this machine have counted, looked up when it is asked for."""

    def collect(self) -> Iterable[Metric]:
        """Return every metric."""
        return registry().collect()


def serve(port: int) -> None:
    """Show the metrics at a port, from a thread of this process."""
    shown = CollectorRegistry()
    shown.register(Together())
    start_http_server(port, registry=shown)


def bury() -> None:
    """Add up what ended processes have counted and forget their gauges, so that many restarts
    leave few files."""
    where = folder()
    assert where is not None
    with (where / "lock").open("a") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        for file in sorted(where.glob("*.db")):
            kind, _line, pid = file.stem.rpartition("_")
            if int(pid) == GRAVE or _lives(int(pid)):
                continue
            if not kind.startswith("gauge"):
                _add(file, where / f"{kind}_{GRAVE}.db")
            file.unlink()


def _lives(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        pass
    return True


def _add(file: Path, grave: Path) -> None:
    total = MmapedDict(str(grave))  # type: ignore[no-untyped-call]
    for key, value, at, _place in MmapedDict.read_all_values_from_file(str(file)):  # type: ignore[no-untyped-call]
        total.write_value(key, total.read_value(key)[0] + value, at)  # type: ignore[no-untyped-call]
    total.close()  # type: ignore[no-untyped-call]
