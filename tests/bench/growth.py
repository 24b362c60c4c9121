"""Idle sockets, open tables and stored hands do not make a move more expensive.

Goals P5, P6 and G1. The real site runs once for each, on data of its own, and all are driven in turn. Measured are
the server's processor time per move, less its time at rest; the time to the last of the other seats; and the
most moves a second. ``drawing`` shows the effect of a hand's age.
"""

from __future__ import annotations

import asyncio
import random
from contextlib import ExitStack

import uvloop

from tests.bench.contenders import SITE, crowd, seated, served
from tests.bench.load import at_rate, flat_out
from tests.bench.report import Section, middle, spread
from tests.bench.tables import Figures
from tests.sites import Site

#: tables that are driven in a round, moves a second at all of them, and for how long: a whole round of the hub's checks
DRIVEN, RATE, SECONDS = 10, 20.0, 12.0
IDLE, EACH, OPEN, STORED = 125, 16, 1000, 100_000
SMALL = {"SECONDS": 1.0, "IDLE": 10, "OPEN": 20, "STORED": 1000}


def run(repeats: int) -> Section:
    """Measure the sites in turn."""
    sites = {
        f"{DRIVEN} tables open": (DRIVEN, 0, 0),
        f"beside {IDLE * EACH:,} idle sockets": (DRIVEN, IDLE, 0),
        f"{OPEN:,} tables open": (OPEN, 0, 0),
        f"{STORED:,} hands stored": (DRIVEN, 0, STORED),
    }
    figures, rests, socket = uvloop.run(_measured(sites, repeats))
    section = Section(
        "Cost grows with the work and no faster",
        f"All Fours for four, {RATE:g} moves a second at {DRIVEN} tables: processor milliseconds of the server a move "
        "without what it spends at rest, milliseconds from the POST to the last of the other seats; then the most "
        "moves a second, one in flight at each table.",
        ("", "processor ms a move", "push p50 ms", "moves/s", "at rest, share of a core"),
    )
    alone, crowded, *_ = figures.values()
    for name, result in figures.items():
        rest = f"{middle(rests[name]):.1%}"
        section.rows.append((name, spread(result.costs), spread(result.middles), spread(result.rates, 0), rest))
        if result is not alone:
            section.at_most("G1", f"a move, {name}, against alone", middle(result.costs), middle(alone.costs), 1.2)
    section.at_least("P5", "moves beside idle sockets, against alone", middle(crowded.rates), middle(alone.rates), 0.9)
    section.at_most("P6", "an idle socket, packed", socket, 45, 1, "KiB")
    return section


async def _measured(
    sites: dict[str, tuple[int, int, int]], repeats: int
) -> tuple[dict[str, Figures], dict[str, list[float]], float]:
    """Return figures and shares of a core at rest of each site, and KiB of an idle socket."""
    figures, rests = {name: Figures() for name in sites}, {name: list[float]() for name in sites}
    rng, running = random.Random(8), {}
    with ExitStack() as contexts:
        # all before anybody sits down: while a site starts, this process answers no ping and would lose its sockets
        servers = {name: contexts.enter_context(served(Site(**SITE), *size)) for name, size in sites.items()}
        for name, (server, seats) in servers.items():
            running[name] = server, await seated(server, seats)
            if seats["crowd"]:
                _lines, socket = await crowd(server, seats, EACH)
        for number in range(repeats + 1):
            for name, (server, open_tables) in running.items():
                before = server.cpu()
                await asyncio.sleep(SECONDS)
                rest = server.cpu() - before
                driven = rng.sample(open_tables, DRIVEN)
                await at_rate(driven, RATE, 1.0, Figures())  # a hand that is in play is near
                results = figures[name] if number else Figures()  # the first round warms up
                before = server.cpu()
                moves = await at_rate(driven, RATE, SECONDS, results)
                results.costs.append(1000 * (server.cpu() - before - rest) / moves)
                results.rates += (await flat_out(driven, SECONDS / 4)).rates
                rests[name].append(rest / SECONDS)
    return figures, rests, socket
