"""The time of a move: from its POST until the last of the other three seats has the new picture.

Goals P3, P4 and P7. The contenders take turns in one run, each on its own server process with the same flags: the
lean reference, the stock way, and the real site playing All Fours for four; also the same site as
``make stack`` runs it, on PostgreSQL and Redis, if they are available.
"""

from __future__ import annotations

import shutil
from contextlib import ExitStack
from statistics import mean

import uvloop

from tests import services
from tests.bench.contenders import SITE, other, seated, served
from tests.bench.load import Figures, at_rate, flat_out
from tests.bench.report import Section, middle, percentile, spread
from tests.bench.tables import AllFours, Plain
from tests.sites import Site, StackSite

TABLES = 20
LOW, BRISK = 20.0, 100.0
LOW_SECONDS, BRISK_SECONDS, MAX_SECONDS = 2.5, 1.5, 1.5
SMALL = {"TABLES": 4, "LOW_SECONDS": 1.0, "BRISK_SECONDS": 0.5, "MAX_SECONDS": 0.5}
WAYS = {
    "site": "Sifang: All Fours for four on the real site",
    "lean": "lean reference: Channels, ORM row in a thread, f-strings",
    "stock": "stock way: Django view, in-memory layer, Django template",
    "stack": "Sifang as the stack: nginx, two web processes, two workers, PostgreSQL, Redis",
    "brisk": f"Sifang at {BRISK:g} moves a second",
}


def run(repeats: int) -> Section:
    """Measure all contenders in turn, ``repeats`` times."""
    figures = uvloop.run(_measured(repeats))
    section = Section(
        "From a move to the last of the other seats",
        f"{TABLES} tables of four people, each with a socket; milliseconds from the POST to the push that shows the "
        f"move to the last of the other three, at {LOW:g} moves a second (open loop); then the most moves a second, "
        "one in flight at each table. The site's figures hold its session, log-in, CSRF, rules, the log of the hand, "
        "pictures for all four seats and the answer, and the scoring and dealing of the hands between.",
        ("contender", "p50 ms", "p95", "p99", "answer p50", "processor ms", "moves/s", "push bytes", "answer bytes"),
        [_row(name, figures[way]) for way, name in WAYS.items() if figures[way].pushes],
    )
    _note_goals(section, figures)
    if refused := sum(one.refused for one in figures.values()):
        section.notes.append(f"{refused} presses were refused.")
    if not figures["stack"].pushes:
        section.notes.append(f"Without the stack: {_missing()} is not here.")
    return section


def _missing() -> str:
    return services.missing() or ("" if shutil.which("nginx") else "nginx")


async def _measured(repeats: int) -> dict[str, Figures]:
    figures, contenders = {way: Figures() for way in WAYS}, {}
    with ExitStack() as used:
        size = 0
        for way in ("site", "lean", "stock", *(() if _missing() else ("stack",))):
            kind = Plain if way in ("lean", "stock") else AllFours
            if kind is Plain:
                server, made = used.enter_context(other(way, TABLES, size))
            else:
                server, made = used.enter_context(served((Site if way == "site" else StackSite)(**SITE), TABLES))
            contenders[way] = server, (tables := await seated(server, made, kind))
            await flat_out(tables, 1.0)
            size = size or round(mean(value for table in tables for value in table.pushed_bytes))
        for _ in range(repeats):
            for way, (server, tables) in contenders.items():
                before = server.cpu()
                await at_rate(tables, LOW, LOW_SECONDS)
                spent = server.cpu() - before
                moves = figures[way].note(tables)
                if way != "stack":  # whose processes are many
                    figures[way].costs.append(1000 * spent / moves)
                if way == "site":
                    await at_rate(tables, BRISK, BRISK_SECONDS)
                    figures["brisk"].note(tables)
                figures[way].rates.append(await flat_out(tables, MAX_SECONDS))
        for _, tables in contenders.values():
            for table in tables:
                table.leave()
    return figures


def _note_goals(section: Section, figures: dict[str, Figures]) -> None:
    low = {way: middle(one.middles) for way, one in figures.items()}
    tail = {way: percentile(one.pushes, 0.99) for way, one in figures.items()}
    most = {way: middle(one.rates) for way, one in figures.items()}
    quick = tail["brisk"]

    def said(values: dict[str, float], peer: str, unit: str, digits: int, ours: str = "site") -> tuple[str, str]:
        return f"{values[ours]:.{digits}f} {unit}", f"{peer} {values[peer]:.{digits}f} {unit}"

    section.at_most("P3", "move to push, p50", low["site"], low["lean"], 1.5, said(low, "lean", "ms", 2))
    section.at_most("P3", "move to push, p99", tail["site"], tail["lean"], 2, said(tail, "lean", "ms", 1))
    section.at_least("P4", "most moves", most["site"], most["stock"], 4, said(most, "stock", "moves/s", 0))
    if figures["stack"].pushes:
        words = said(most, "stock", "moves/s", 0, "stack")
        section.at_least("P4", "most moves, as the stack", most["stack"], most["stock"], 3, words)
    section.at_most("P7", f"move to push, p99 at {BRISK:g} moves/s", quick, 10, 1, (f"{quick:.1f} ms", "10 ms"))


def _row(name: str, figures: Figures) -> tuple[str, ...]:
    return (
        name,
        spread(figures.middles),
        f"{percentile(figures.pushes, 0.95):.1f}",
        f"{percentile(figures.pushes, 0.99):.1f}",
        f"{middle(figures.answers):.2f}",
        spread(figures.costs),
        spread(figures.rates, 0),
        f"{mean(figures.push_bytes or [0]):,.0f}",
        f"{mean(figures.answer_bytes or [0]):,.0f}",
    )
