"""The floor: a bare ASGI application, one ``sqlite3`` insert on the loop's own thread, one push.

``BENCH_WAY=bare`` sends the other seats a constant; ``bare-render`` writes each seat its own
table with f-strings and pushes to all, which is all of a move's work and nothing else.
"""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path
from typing import Any

from tests.bench.floor.picture import CONSTANT, fast

RENDERS = os.environ["BENCH_WAY"] == "bare-render"
TABLES: dict[int, dict[int, Any]] = {}

rows = sqlite3.connect(Path(os.environ["BENCH_DATA"]) / f"{os.environ['BENCH_WAY']}.sqlite3", isolation_level=None)
rows.executescript("PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;")
rows.execute(
    'CREATE TABLE IF NOT EXISTS move (id INTEGER PRIMARY KEY, "table" INT, seat INT, payload TEXT, created TEXT)'
)


async def application(scope: Any, receive: Any, send: Any) -> None:
    """Serve ``/ws/<table>/<seat>`` and ``POST /move/<table>/<seat>``."""
    _, _, table, seat = scope["path"].split("/")
    if scope["type"] == "websocket":
        await watch(int(table), int(seat), receive, send)
    else:
        await move(int(table), int(seat), receive, send)


async def watch(table: int, seat: int, receive: Any, send: Any) -> None:
    """Keep a socket until it closes."""
    await receive()
    await send({"type": "websocket.accept"})
    TABLES.setdefault(table, {})[seat] = send
    while (await receive())["type"] != "websocket.disconnect":
        pass
    TABLES[table].pop(seat, None)


async def move(table: int, seat: int, receive: Any, send: Any) -> None:
    """Store a move, push, answer."""
    body = (await receive())["body"].decode()
    done = rows.execute(
        "INSERT INTO move (\"table\", seat, payload, created) VALUES (?, ?, ?, datetime('now'))", (table, seat, body)
    )
    number = done.lastrowid or 0
    members = TABLES.get(table, {})
    if RENDERS:
        for other, push in list(members.items()):
            await push({"type": "websocket.send", "text": fast(table, other, number)})
        text = fast(table, seat, number)
    else:
        text = CONSTANT % number
        for other, push in list(members.items()):
            if other != seat:
                await push({"type": "websocket.send", "text": text})
    await answer(send, text)


async def answer(send: Any, text: str) -> None:
    """Answer a POST with a fragment."""
    body = text.encode()
    headers = [(b"content-type", b"text/html"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": body})
