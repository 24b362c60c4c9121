"""The time of a move: from its POST until the last of the other three seats has the new picture.

Goals P3, P4 and P7. The contenders take turns in one run, each on its own server process with the same flags: the
lean reference, the stock way, and the real site playing All Fours for four; also the real site with tables of all
games, and as ``make stack`` runs it, on PostgreSQL and Redis, if they are available.
"""

from __future__ import annotations

import shutil
from contextlib import ExitStack
from statistics import mean

import uvloop

from tests import services
from tests.bench.contenders import SITE, other, seated, served
from tests.bench.load import at_rate, flat_out
from tests.bench.report import Section, middle, percentile, spread
from tests.bench.tables import Figures, Real, Table
from tests.sites import Site, StackSite

TABLES = 20
LOW, BRISK = 20.0, 100.0
LOW_SECONDS, BRISK_SECONDS, MAX_SECONDS = 2.5, 1.5, 1.5
SMALL = {"TABLES": 10, "LOW_SECONDS": 1.0, "BRISK_SECONDS": 0.5, "MAX_SECONDS": 0.5}
WAYS = {
    "site": "Sifang: All Fours for four on the real site",
    "lean": "lean reference: Channels, ORM row in a thread, f-strings",
    "stock": "stock way: Django view, in-memory layer, Django template",
    "games": "Sifang: tables of all games in turn, by chance",
    "stack": "Sifang as the stack: nginx, two web processes, two workers, PostgreSQL, Redis",
    "site brisk": f"Sifang at {BRISK:g} moves a second",
    "lean brisk": f"lean reference at {BRISK:g} moves a second",
}


def run(repeats: int) -> Section:
    """Measure all contenders in turn, ``repeats`` times."""
    missing = services.missing() or ("" if shutil.which("nginx") else "nginx")
    figures = uvloop.run(_measured(repeats, missing))
    section = Section(
        "From a move to the last of the other seats",
        f"{TABLES} tables of four people, each with a socket that is packed; milliseconds from the POST to the push "
        f"that shows the move to the last of the others, at {LOW:g} moves a second (open loop); then the most moves a "
        "second, one in flight at each table. The site's figures hold its session, log-in, CSRF, rules, the log of "
        "the hand, pictures for all four seats and the answer, and the scoring and dealing of the hands between.",
        ("contender", "p50 ms", "p95", "p99", "answer p50", "processor ms", "moves/s", "push bytes", "answer bytes"),
        [_row(name, figures[way]) for way, name in WAYS.items() if figures[way].pushes],
    )
    low = {way: middle(one.middles) for way, one in figures.items()}
    most = {way: middle(one.rates) for way, one in figures.items()}
    tail = {way: percentile(one.pushes, 0.99) for way, one in figures.items()}
    section.at_most("P3", "move to push, p50, against lean", low["site"], low["lean"], 2)
    section.at_most("P3", "move to push, p99, against lean", tail["site"], tail["lean"], 2)
    section.at_least("P4", "most moves, against stock", most["site"], most["stock"], 4)
    if figures["stack"].pushes:
        section.at_least("P4", "most moves as the stack, against stock", most["stack"], most["stock"], 3)
    else:
        section.notes.append(f"Without the stack: {missing} is not here.")
    section.at_most("P7", f"move to push, p99 at {BRISK:g} moves/s", tail["site brisk"], 20, 1)
    section.at_most("P7", "the same, against lean", tail["site brisk"], tail["lean brisk"], 2)
    if refused := sum(one.refused for one in figures.values()):
        section.notes.append(f"{refused} presses were refused.")
    return section


async def _measured(repeats: int, missing: str) -> dict[str, Figures]:
    figures, contenders = {way: Figures() for way in WAYS}, {}
    with ExitStack() as contexts:
        size = 0
        for way in ("site", "lean", "stock", "games", *(() if missing else ("stack",))):
            if way in ("lean", "stock"):
                server, seats = contexts.enter_context(other(way, TABLES, size))
            else:
                site = (StackSite if way == "stack" else Site)(**SITE)
                server, seats = contexts.enter_context(served(site, TABLES, all_games=way == "games"))
            tables = await seated(server, seats, Table if way in ("lean", "stock") else Real)
            contenders[way] = server, tables
            warm = await flat_out(tables, 2.0)
            size = size or round(mean(warm.push_bytes))
        for _ in range(repeats):
            for way, (server, tables) in contenders.items():
                before = server.cpu()
                moves = await at_rate(tables, LOW, LOW_SECONDS, figures[way])
                if way != "stack":  # whose processes are many
                    figures[way].costs.append(1000 * (server.cpu() - before) / moves)
                if (brisk := f"{way} brisk") in WAYS:
                    await at_rate(tables, BRISK, BRISK_SECONDS, figures[brisk])
                figures[way].rates += (await flat_out(tables, MAX_SECONDS)).rates
    return figures


def _row(name: str, figures: Figures) -> tuple[str, ...]:
    return (
        name,
        spread(figures.middles),
        *(f"{percentile(figures.pushes, share):.1f}" for share in (0.95, 0.99)),
        f"{middle(figures.answers):.2f}",
        *(spread(values) if values else "" for values in (figures.costs, figures.rates)),
        *(f"{mean(values or [0]):,.0f}" for values in (figures.push_bytes, figures.answer_bytes)),
    )
