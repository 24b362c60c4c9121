"""A page's processor time, through the ASGI application and the database; the goal is at most 8 ms.

The user is a long-standing player (``tests/bench/lives.py``). Pages are requested in turn, repeatedly; a page
of a game is requested for each game, and the most expensive counts. The time is that of the whole process: event
loop, thread, middleware, view, template and SQLite.
"""

from __future__ import annotations

from collections import defaultdict
from time import process_time

import uvloop
from asgiref.testing import ApplicationCommunicator

from cardsite import asgi
from games.foundation import lifespan
from tests.bench import lives
from tests.bench.report import Section, middle, spread
from tests.sessions import session_of

#: Requests of a page, of which the median counts; milliseconds; hands in the long history.
ROUNDS, GOAL, STORED = 9, 8.0, 100_000
SMALL = {"ROUNDS": 2, "STORED": 1000}
BROWSER = {"type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": "GET", "scheme": "http"}
BROWSER |= {"query_string": b"", "root_path": "", "client": ("127.0.0.1", 1), "server": ("127.0.0.1", 80)}
#: Pages, of which each game has those that have something in their address.
PAGES = {
    "home": "/",
    "friends": "/friends/",
    "history": "/hands/",
    "lobby": "/lobby/",
    "profile": "/me/",
    "players": "/players/",
    "table": "/t/{table}/",
    "waiting room": "/t/{waits}/",
    "rules": "/rules/{game}/",
    "rules of a table": "/t/{table}/rules/",
    "step": "/hands/{hand}/step/5/",
}
#: A page's name and its game → milliseconds, a repeat each.
Times = dict[tuple[str, str], list[float]]


def run(repeats: int) -> Section:
    """Request the pages, and finally a history of very many hands."""
    alice, asked_of = lives.long_life()
    session = session_of(alice)
    lifespan.spare_what_stays()  # as a server does
    pages = [
        (name, game, path.format(game=game, **of))
        for name, path in PAGES.items()
        for game, of in (asked_of.items() if "{" in path else [("", {})])
    ]
    times = uvloop.run(_measured(pages, session, repeats))
    lives.store(STORED, alice)
    lifespan.spare_what_stays()  # a server has not written them itself
    times |= uvloop.run(_measured([("long history", "", "/hands/")], session, repeats))
    section = Section(
        "Pages",
        f"Milliseconds of processor time a request, for somebody with {lives.FRIENDS} friends, {lives.TABLES} tables, "
        f"as many that wait for players, and {lives.HANDS} finished hands, of which the long history has {STORED:,} "
        "more; of the pages of games the dearest.",
        ("page", "dearest", "ms"),
    )
    for name in dict.fromkeys(name for name, _game in times):
        dearest, game = max((middle(values), game) for (page, game), values in times.items() if page == name)
        section.rows.append((name, game, spread(times[name, game])))
        section.at_most("5", f"page: {name}", dearest, GOAL, 1)
    few, many = (middle(times[name, ""]) for name in ("history", "long history"))
    section.at_most("R2", "long history against history", many, few, 1.5)
    return section


async def _measured(pages: list[tuple[str, str, str]], session: str, repeats: int) -> Times:
    times = defaultdict(list)
    for repeat in range(repeats + 1):
        for name, game, path in pages:
            spent = [await _timed(path, session) for _ in range(ROUNDS)]
            if repeat:  # the first fills the caches
                times[name, game].append(middle(spent))
    return times


async def _timed(path: str, session: str) -> float:
    """Request a page as a browser does; return milliseconds of processor time."""
    headers = {"host": "localhost", "accept-language": "en", "cookie": f"sessionid={session}"}
    sent = [(name.encode(), value.encode()) for name, value in headers.items()]
    page = ApplicationCommunicator(
        asgi.application, BROWSER | {"path": path, "raw_path": path.encode(), "headers": sent}
    )
    start = process_time()
    await page.send_input({"type": "http.request", "body": b"", "more_body": False})
    answer = await page.receive_output(60)
    await page.wait(60)
    spent = 1000 * (process_time() - start)
    assert answer["status"] == 200, (path, answer)
    return spent
