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
from tests.bench.load import Figures, at_rate, flat_out
from tests.bench.report import Section, middle, spread
from tests.sites import Site

#: tables that are driven in a round, moves a second at all of them, and for how long
DRIVEN, RATE, SECONDS = 10, 20.0, 4.0
IDLE, EACH, OPEN, STORED = 500, 4, 1000, 100_000
SMALL = {"SECONDS": 1.0, "IDLE": 10, "OPEN": 20, "STORED": 1000}


def run(repeats: int) -> Section:
    """Measure the sites in turn."""
    figures, rests, socket = uvloop.run(_measured(repeats))
    section = Section(
        "Cost grows with the work and no faster",
        f"All Fours for four, {RATE:g} moves a second at {DRIVEN} tables: processor milliseconds of the server a move "
        "without what it spends at rest, milliseconds from the POST to the last of the other seats; then the most "
        "moves a second, one in flight at each table.",
        ("", "processor ms a move", "push p50 ms", "moves/s", "at rest, share of a core"),
    )
    names = {
        "alone": f"{DRIVEN} tables open",
        "crowd": f"beside {IDLE * EACH:,} idle sockets",
        "open": f"{OPEN:,} tables open",
        "stored": f"{STORED:,} hands stored",
    }
    alone, rate = middle(figures["alone"].costs), middle(figures["alone"].rates)
    for way, name in names.items():
        one = figures[way]
        rest = f"{middle(rests[way]):.1%}"
        section.rows.append((name, spread(one.costs), spread(one.middles), spread(one.rates, 0), rest))
        if way != "alone":
            cost = middle(one.costs)
            section.at_most("G1", f"a move, {name}", cost, alone, 1.2, (f"{cost:.2f} ms", f"{alone:.2f} ms"))
    beside = middle(figures["crowd"].rates)
    section.at_least("P5", f"moves {names['crowd']}", beside, rate, 0.9, (f"{beside:.0f}/s", f"alone {rate:.0f}/s"))
    section.at_most("P6", "an idle socket", socket, 40, 1, (f"{socket:.1f} KiB", "40 KiB"))
    return section


async def _measured(repeats: int) -> tuple[dict[str, Figures], dict[str, list[float]], float]:
    """Return figures and shares of a core at rest of each site, and KiB of an idle socket."""
    more = {
        "alone": (DRIVEN, 0, ""),
        "crowd": (DRIVEN, IDLE, ""),
        "open": (OPEN, 0, ""),
        "stored": (DRIVEN, 0, f"from tests.bench import lives\nlives.store({STORED})"),
    }
    figures, rests = {way: Figures() for way in more}, {way: list[float]() for way in more}
    rng = random.Random(8)
    with ExitStack() as used:
        sites = {}
        for way, asked in more.items():
            server, made = used.enter_context(served(Site(**SITE), *asked))
            sites[way] = server, await seated(server, made)
            if way == "crowd":
                _people, socket = await crowd(server, made, EACH)
        for number in range(repeats + 1):
            for way, (server, tables) in sites.items():
                before = server.cpu()
                await asyncio.sleep(SECONDS)
                rest = server.cpu() - before
                driven = rng.sample(tables, DRIVEN)
                await at_rate(driven, RATE, 1.0)  # a hand that is in play is near
                before = server.cpu()
                await at_rate(driven, RATE, SECONDS)
                noted = figures[way] if number else Figures()  # the first round warms up
                noted.costs.append(1000 * (server.cpu() - before - rest) / noted.note(driven))
                noted.rates.append(await flat_out(driven, SECONDS / 2))
                rests[way].append(rest / SECONDS)
    return figures, rests, socket
