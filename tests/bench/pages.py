"""A page's processor time, through the ASGI application and the database; the goal is at most 8 ms.

The user is a long-standing player (``tests/bench/lives.py``). Pages are requested in turn, repeatedly; a page
of a game is requested for each game, and the most expensive counts. The time is that of the whole process: event
loop, thread, middleware, view, template and SQLite.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from time import process_time
from typing import Any

import uvloop

from cardsite import asgi
from games.foundation import lifespan
from tests.bench import lives
from tests.bench.report import Section, middle, spread
from tests.sessions import session_of

#: Requests of a page, of which the median counts; milliseconds; hands in the long history.
ROUNDS, GOAL, STORED = 9, 8.0, 100_000
SMALL = {"ROUNDS": 2, "STORED": 1000}
HEADERS = ((b"host", b"localhost"), (b"accept-language", b"en"))
BROWSER = {"type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": "GET", "scheme": "http"}
BROWSER |= {"query_string": b"", "root_path": "", "client": ("127.0.0.1", 1), "server": ("127.0.0.1", 80)}
#: Pages that exist once, and those that each game has.
OF_ALL = {
    "home": "/",
    "friends": "/friends/",
    "history": "/hands/",
    "lobby": "/lobby/",
    "profile": "/me/",
    "players": "/players/",
}
OF_A_GAME: dict[str, Callable[[str, dict[str, Any]], str]] = {
    "table": lambda game, of: f"/t/{of['table']}/",
    "waiting room": lambda game, of: f"/t/{of['waits']}/",
    "rules": lambda game, of: f"/rules/{game}/",
    "rules of a table": lambda game, of: f"/t/{of['table']}/rules/",
    "step": lambda game, of: f"/hands/{of['hand']}/step/5/",
}


def run(repeats: int) -> Section:
    """Request the pages, and finally a history of very many hands."""
    alice, asked_of = lives.long_life()
    session = session_of(alice)
    lifespan.spare_what_stays()  # as a server does
    found = uvloop.run(_asked(list(addresses(asked_of)), session, repeats))
    lives.store(STORED, alice)
    lifespan.spare_what_stays()  # a server has not written them itself
    found |= uvloop.run(_asked([("long history", "", "/hands/")], session, repeats))
    section = Section(
        "Pages",
        f"Milliseconds of processor time a request, for somebody with {lives.FRIENDS} friends, {lives.TABLES} tables, "
        f"as many that wait for players, and {lives.HANDS} finished hands, of which the long history has {STORED:,} "
        "more; of the pages of games the dearest.",
        ("page", "dearest", "ms"),
    )
    for name, by_game in found.items():
        game, times = max(by_game.items(), key=lambda one: middle(one[1]))
        section.rows.append((name, game, spread(times)))
        said = (f"{middle(times):.2f} ms", f"{GOAL:g} ms")
        section.at_most("5", f"page: {name}", middle(times), GOAL, 1, said)
    few, many = (middle(found[name][""]) for name in ("history", "long history"))
    section.at_most("R2", "long history against history", many, few, 1.5, (f"{many:.2f} ms", f"{few:.2f} ms"))
    return section


def addresses(asked_of: dict[str, dict[str, Any]]) -> Iterator[tuple[str, str, str]]:
    """Yield each page's name, its game and its path."""
    for name, path in OF_ALL.items():
        yield name, "", path
    for name, address in OF_A_GAME.items():
        for game, of in asked_of.items():
            yield name, game, address(game, of)


async def _asked(pages: list[tuple[str, str, str]], session: str, repeats: int) -> dict[str, dict[str, list[float]]]:
    """Return milliseconds a request, by page, game and repeat."""
    found: dict[str, dict[str, list[float]]] = {}
    for repeat in range(repeats + 1):
        for name, game, path in pages:
            times = [await _timed(path, session) for _ in range(ROUNDS)]
            if repeat:  # the first makes what is made once
                found.setdefault(name, {}).setdefault(game, []).append(middle(times))
    return found


async def _timed(path: str, session: str) -> float:
    """Request a page as a browser does; return milliseconds of processor time."""
    cookie = (b"cookie", f"sessionid={session}".encode())
    scope: Any = {**BROWSER, "path": path, "raw_path": path.encode(), "headers": [*HEADERS, cookie]}
    heard: list[dict[str, Any]] = []

    async def receive() -> Any:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Any) -> None:
        heard.append(message)

    start = process_time()
    await asgi.application(scope, receive, send)
    spent = 1000 * (process_time() - start)
    assert heard[0]["status"] == 200, (path, heard[0])
    return spent
