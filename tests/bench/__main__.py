"""``python -m tests.bench [name …] [--repeats 5] [--small]``: run benches, print and write what they found.

Benches report, they never fail on a time. Each runs in a process of its own, on a migrated database of its own.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from dataclasses import asdict
from importlib import import_module
from time import perf_counter

from tests.bench import report
from tests.sites import ROOT, Site

NAMES = ("rules", "drawing", "pages", "reviews", "moves", "growth", "known")


def main() -> None:
    """Run the benches named, or all."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="name", help=", ".join(NAMES))
    parser.add_argument("--repeats", type=int, default=5, help="alternating repeats of each contender")
    parser.add_argument("--small", action="store_true", help="show only that the benches work; nothing is written")
    parser.add_argument("--inside", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if unknown := set(options.names) - set(NAMES):
        parser.error(f"no such bench: {', '.join(sorted(unknown))}")
    repeats = 1 if options.small else options.repeats
    if options.inside:
        print(json.dumps(asdict(_measured(options.names[0], repeats, options.small))))
        return
    start, load = perf_counter(), os.getloadavg()[0]
    sections = [_apart(name, repeats, options.small) for name in options.names or NAMES]
    print(f"\n{report.goals(sections)}")
    if not options.small:
        path = report.write(sections, repeats, perf_counter() - start, load)
        print(f"\nWritten to {path.relative_to(ROOT)}")


def _apart(name: str, repeats: int, small: bool) -> report.Section:
    """Run a bench in a process of its own and print what it found."""
    site = Site(DJANGO_SETTINGS_MODULE="cardsite.settings", SIFANG_COMPILE="1")
    command = [sys.executable, "-m", "tests.bench", name, "--inside", "--repeats", str(repeats)]
    command += ["--small"] if small else []
    if name == "rules":  # beside its peer
        command = [".venv-bench/bin/python", "-m", "tests.bench.rules", str(repeats), "0.1" if small else "0.7"]
    try:
        site.prepare()
        result = subprocess.run(command, cwd=ROOT, env=site.environment, stdout=subprocess.PIPE, check=True)
    finally:
        site.remove()
    section = report.Section(**json.loads(result.stdout.splitlines()[-1]))
    print(f"\n{section}", flush=True)
    return section


def _measured(name: str, repeats: int, small: bool) -> report.Section:
    """Run a bench in this process, in the site's own Django, without pauses for AI players."""
    import django
    from django.conf import settings

    django.setup()
    from games.matches import events

    settings.AI_PACE, settings.DRAW_PACE, settings.LAST_CALL = (0.0, 0.0), 0.0001, 0.0
    settings.NEXT_HAND_SECONDS, settings.RESULTS_STAY, settings.PRESSES_A_SECOND = 0.0, False, 0
    settings.ALLOWED_HOSTS = ["*"]
    events._enqueue = lambda *args: None  # type: ignore[assignment]
    bench = import_module(f"tests.bench.{name}")
    for size, value in getattr(bench, "SMALL", {}).items() if small else ():
        setattr(bench, size, value)
    section: report.Section = bench.run(repeats)
    return section


if __name__ == "__main__":
    main()
