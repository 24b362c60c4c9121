"""The way of a move: from its POST until the last of the other three seats has the new picture.

Goals P3, P4 and P7. The contenders take turns in one run, each on its own
server process with the same flags: the bare floor twice, the lean reference, the stock way, and the
real site playing All Fours for four; beside them the same site as ``make stack`` runs it, on
PostgreSQL and Redis, where there are any.
"""

from __future__ import annotations

import asyncio
import json
import os
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from statistics import mean

import uvloop

from cardsite.deploy.stack import free_port
from tests import services
from tests.bench.load import Figures, at_rate, flat_out, taken
from tests.bench.measure import Goal, Section, at_least, at_most, middle, percentile, spread
from tests.bench.servers import Server, python, serving, told
from tests.bench.tables import AllFours, Plain, Table
from tests.bench.wire import Person
from tests.sites import StackSite

TABLES = 20
LOW, BRISK = 20.0, 100.0
LOW_SECONDS, BRISK_SECONDS, MAX_SECONDS = 2.5, 1.5, 1.5
WAYS = {
    "bare": "bare floor: ASGI, sqlite3 row, one push of a constant",
    "bare-render": "bare floor with two f-string pictures",
    "lean": "lean reference: Channels, ORM row in a thread, f-strings",
    "stock": "stock way: Django view, in-memory layer, Django template",
    "site": "Sifang: All Fours for four on the real site",
    "stack": "Sifang as the stack: nginx, two web processes, two workers, PostgreSQL, Redis",
}
SITE = {
    "DJANGO_SETTINGS_MODULE": "cardsite.settings",
    "DATABASE_URL": "",
    "REDIS_URL": "",
    # Nothing to compress before the server is up: no bench asks for a static file.
    "SIFANG_MANIFEST": "0",
    # The next hand is dealt as soon as one is scored: both count against the site.
    "SIFANG_NEXT_HAND_SECONDS": "0",
    # Everybody comes from this machine.
    "SIFANG_LINES_PER_ADDRESS": "100000",
    # Benches press faster than people.
    "SIFANG_PRESSES_A_SECOND": "0",
}


@contextmanager
def site(tables: int, idle: int = 0, **more: str) -> Iterator[tuple[Server, dict[str, list[list[str]]]]]:
    """Run the real site on data of its own; give the server and its people."""
    with tempfile.TemporaryDirectory() as var:
        env = {**SITE, "SIFANG_VAR": var, **more}
        made = json.loads(told(python("-m", "tests.bench.people", "site", str(tables), str(idle)), env))
        port = free_port()
        with serving(python("manage.py", "serve", "--port", str(port)), port, env) as server:
            yield server, made


@contextmanager
def stack(tables: int) -> Iterator[tuple[Server, dict[str, list[list[str]]]]]:
    """Run the site as ``make stack`` does, on a database of its own; give nginx and its people."""
    whole = StackSite(**{name: value for name, value in SITE.items() if not name.endswith("_URL")})
    try:
        made = json.loads(told(python("-m", "tests.bench.people", "site", str(tables), "0"), whole.environment))
        whole.start()
        yield Server(os.getpid(), whole.port), made
    finally:
        whole.stop()
        whole.remove()


@contextmanager
def other(way: str, tables: int, size: int) -> Iterator[tuple[Server, dict[str, list[list[str]]]]]:
    """Run a floor, the reference or the stock way; ``size``: bytes of a picture."""
    with tempfile.TemporaryDirectory() as data:
        env = {
            "DJANGO_SETTINGS_MODULE": "tests.bench.floor.settings",
            "BENCH_DATA": data,
            "BENCH_WAY": way,
            "BENCH_BYTES": str(size),
        }
        made = json.loads(told(python("-m", "tests.bench.people", "stock", str(tables), "0"), env))
        port = free_port()
        with serving(python("-m", "tests.bench.floor.serve", str(port)), port, env) as server:
            yield server, made


async def seated(server: Server, made: Mapping[str, list[list[str]]], kind: type[Table]) -> list[Table]:
    """Connect everybody at a server's tables."""
    tables = [kind(code, [Person(server.port, one) for one in sessions]) for code, *sessions in made["tables"]]
    for table in tables:
        await table.join()
    await asyncio.sleep(0.3)
    return tables


def run(repeats: int) -> Section:
    """Measure all contenders in turn, ``repeats`` times."""
    figures, brisk = uvloop.run(_measured(repeats))
    return _section(figures, brisk)


async def _measured(repeats: int) -> tuple[dict[str, Figures], Figures]:
    figures = {way: Figures() for way in WAYS}
    brisk = Figures()
    with ExitStack() as servers:
        server, made = servers.enter_context(site(TABLES))
        contenders = {"site": await seated(server, made, AllFours)}
        await flat_out(contenders["site"], 1.0)
        size = round(mean(taken(contenders["site"])[2]))
        for way in WAYS:
            if way == "stack" and not services.missing():
                server, made = servers.enter_context(stack(TABLES))
                contenders[way] = await seated(server, made, AllFours)
                await flat_out(contenders[way], 1.0)
            elif way not in ("site", "stack"):
                server, made = servers.enter_context(other(way, TABLES, size))
                contenders[way] = await seated(server, made, Plain)
                await flat_out(contenders[way], 0.5)
        for _ in range(repeats):
            for way, tables in contenders.items():
                await at_rate(tables, LOW, LOW_SECONDS)
                _note(figures[way], tables)
                if way == "site":
                    await at_rate(tables, BRISK, BRISK_SECONDS)
                    _note(brisk, tables)
                figures[way].rates.append(await flat_out(tables, MAX_SECONDS))
        for tables in contenders.values():
            for table in tables:
                for person in table.people:
                    person.leave()
    return figures, brisk


def _note(figures: Figures, tables: list[Table]) -> None:
    pushes, answers, push_bytes, answer_bytes, refused = taken(tables)
    figures.middles.append(1000 * middle(pushes))
    figures.pushes += [1000 * value for value in pushes]
    figures.answers += [1000 * value for value in answers]
    figures.push_bytes += push_bytes
    figures.answer_bytes += answer_bytes
    figures.refused += refused


def _section(figures: dict[str, Figures], brisk: Figures) -> Section:
    section = Section(
        "From a move to the last of the other seats",
        f"{TABLES} tables of four people, each with a socket; milliseconds from the POST to the push that shows the "
        f"move to the last of the other three, at {LOW:g} moves a second (open loop); then the most moves a second, "
        "one in flight at each table. The site's figures hold its session, log-in, CSRF, rules, the log of the hand, "
        "pictures for all four seats and the answer, and the scoring and dealing of the hands between.",
        ("contender", "p50 ms", "p95", "p99", "answer p50", "moves/s", "push bytes", "answer bytes"),
        [_row(name, figures[way]) for way, name in WAYS.items() if figures[way].pushes],
    )
    section.rows.append(_row(f"Sifang at {BRISK:g} moves a second", brisk))
    section.goals = _goals(figures, brisk)
    if refused := sum(one.refused for one in [*figures.values(), brisk]):
        section.notes.append(f"{refused} presses were refused.")
    return section


def _goals(figures: dict[str, Figures], brisk: Figures) -> list[Goal]:
    low = {way: middle(one.middles) for way, one in figures.items()}
    tail = {way: percentile(one.pushes, 0.99) for way, one in figures.items()}
    most = {way: middle(one.rates) for way, one in figures.items()}
    quick = percentile(brisk.pushes, 0.99)

    def said(values: dict[str, float], peer: str, unit: str, digits: int) -> tuple[str, str]:
        return f"{values['site']:.{digits}f} {unit}", f"{peer} {values[peer]:.{digits}f} {unit}"

    return [
        at_most("P3", "move to push, p50", low["site"], low["lean"], 1.5, said(low, "lean", "ms", 2)),
        at_most("P3", "move to push, p99", tail["site"], tail["lean"], 2, said(tail, "lean", "ms", 1)),
        at_most("P4", "move to push, p50", low["site"], low["bare-render"], 3, said(low, "bare-render", "ms", 2)),
        at_least("P4", "most moves", most["site"], most["stock"], 3, said(most, "stock", "moves/s", 0)),
        at_most("P7", f"move to push, p99 at {BRISK:g} moves/s", quick, 10, 1, (f"{quick:.1f} ms", "10 ms")),
    ]


def _row(name: str, figures: Figures) -> tuple[str, ...]:
    return (
        name,
        spread(figures.middles),
        f"{percentile(figures.pushes, 0.95):.1f}",
        f"{percentile(figures.pushes, 0.99):.1f}",
        f"{middle(figures.answers):.2f}",
        spread(figures.rates, 0),
        f"{mean(figures.push_bytes or [0]):,.0f}",
        f"{mean(figures.answer_bytes or [0]):,.0f}",
    )
