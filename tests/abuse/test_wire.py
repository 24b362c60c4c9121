"""What only a real server can answer: frames, handshakes, readers who do not read."""

from __future__ import annotations

import re
import socket
import struct
import time
from contextlib import contextmanager, suppress

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from games.accounts.sockets import ONE_WAY
from games.table.hub import HEARTBEAT
from tests.faults.bot import Bot
from tests.sites import ROOT, Site

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def site():
    site = Site(SIFANG_AI_PACE="0.0,0.02", SIFANG_NEXT_HAND_SECONDS="0.1")
    site.start()
    yield site
    site.stop()
    log = site.log()
    assert f'File "{ROOT}/games' not in log, log
    assert f'File "{ROOT}/cardsite' not in log, log
    site.remove()


@pytest.fixture
def bot(site):
    bot = Bot(site.url, 1)
    bot.sit_down()
    return bot


def cookie(bot):
    return "; ".join(f"{one.name}={one.value}" for one in bot.jar)


@contextmanager
def open_socket(bot, compression=None):
    """Open a socket to a person's table and read the whole table from it."""
    address = bot.url.replace("http", "ws") + "/ws" + bot.table
    with connect(address, origin=bot.url, additional_headers={"Cookie": cookie(bot)}, compression=compression) as ws:
        assert 'id="picture"' in ws.recv(10)
        yield ws


def ended(ws):
    """Return the code with which a socket is closed, whatever is sent before; ``None`` where it is cut."""
    try:
        while True:
            ws.recv(20)
    except ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd else None


def handshake(bot, *headers):
    """Do the handshake by hand; return the open socket, the answer's first line, and the rest of it."""
    wire = socket.create_connection(("127.0.0.1", bot.url.rsplit(":", 1)[1]), timeout=20)
    host = bot.url.removeprefix("http://")
    lines = [f"GET /ws{bot.table} HTTP/1.1", f"Host: {host}", f"Origin: {bot.url}", f"Cookie: {cookie(bot)}"]
    lines += ["Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13"]
    lines += ["Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", *headers]
    wire.sendall("\r\n".join([*lines, "", ""]).encode("latin-1"))
    answer = b""
    while b"\r\n\r\n" not in answer:
        piece = wire.recv(4096)
        if not piece:
            break
        answer += piece
    return wire, answer.split(b"\r\n")[0].decode(), answer.partition(b"\r\n\r\n")[2]


def frame(kind, data, last=True):
    """Return a client's frame, with an empty mask."""
    head = bytes([(0x80 if last else 0) | kind])
    size = bytes([0x80 | len(data)]) if len(data) < 126 else bytes([0x80 | 126]) + struct.pack("!H", len(data))
    return head + size + b"\0\0\0\0" + data


def close_code(wire, data):
    """Return the code of the close frame, skipping whatever comes before it; 0 where there is none."""
    while True:
        while len(data) >= 2:
            size, start = data[1] & 127, 2
            if size == 126:
                size, start = struct.unpack("!H", data[2:4])[0] if len(data) >= 4 else 1 << 20, 4
            elif size == 127:
                size, start = struct.unpack("!Q", data[2:10])[0] if len(data) >= 10 else 1 << 20, 10
            if len(data) < start + size:
                break
            if data[0] & 15 == 8:
                return struct.unpack("!H", data[start : start + 2])[0]
            data = data[start + size :]
        piece = wire.recv(65536)
        if not piece:
            return 0
        data += piece


@pytest.mark.parametrize(
    "text", ["{", "NaN", '{"v": 1, "v": 2}', "9" * 4000, "[" * 4000, "[]", "null", "7", '{"do": "stand"}', "\0", "x"]
)
def test_whatever_is_said_to_a_socket_is_never_parsed(bot, text):
    with open_socket(bot) as ws:
        ws.send(text)
        while (message := ws.recv(10)) != ONE_WAY:
            assert "<hx-partial" in message or message == HEARTBEAT
        for _ in range(4):
            ws.send(text)
        assert ended(ws) == 1008


def test_an_empty_frame_is_nothing(bot):
    with open_socket(bot) as ws:
        for _ in range(20):
            ws.send("")
        ws.ping().wait(10)
        ws.send("x")
        while (message := ws.recv(10)) != ONE_WAY:
            assert "<hx-partial" in message or message == HEARTBEAT


def test_a_large_frame_closes_the_socket(bot):
    with open_socket(bot) as ws:
        ws.send("x" * 5000)
        assert ended(ws) == 1009


@pytest.mark.parametrize("compression", ["deflate", None])
def test_pushes_are_packed_for_whoever_offers_it(bot, compression):
    with open_socket(bot, compression=compression) as ws:
        assert bool(ws.protocol.extensions) is bool(compression)


def test_packing_holds_no_memory_between_messages(bot):
    with open_socket(bot, compression="deflate") as ws:
        (packing,) = ws.protocol.extensions
        assert packing.remote_no_context_takeover and packing.local_no_context_takeover


def test_fragments_are_one_frame(bot):
    with open_socket(bot) as ws:
        with suppress(ConnectionClosed):  # before the last of them is sent
            ws.send("x" * 1000 for _ in range(10))
        # Data still on its way when the socket was closed may reset it, and the reason is lost.
        assert ended(ws) in (1009, None)


def test_broken_utf_8_closes_the_socket(bot):
    wire, answer, rest = handshake(bot)
    assert " 101 " in answer
    wire.sendall(frame(1, b"\xff\xfe\xed\xa0\x80"))
    assert close_code(wire, rest) == 1007
    wire.close()


@pytest.mark.parametrize("sign", ["\x0b", "\x00", "\x1f"])
def test_control_characters_in_a_header_are_refused(bot, sign):
    wire, answer, _rest = handshake(bot, f"X-Odd: a{sign}b")
    assert " 400 " in answer
    wire.close()


def test_a_flood_is_closed_and_others_play_on(site, bot):
    other = Bot(site.url, 2)
    other.sit_down()
    with open_socket(bot) as ws:
        closed = False
        for _ in range(1000):
            try:
                ws.send("x")
            except ConnectionClosed as end:
                closed = end.rcvd.code == 1008
                break
        assert closed or ended(ws) == 1008
    plays(other)
    plays(bot)


def plays(bot, patience=60):
    """Assert that a person is able to make a move, or to begin another match."""
    end = time.monotonic() + patience
    while not bot.turn():
        assert time.monotonic() < end


def test_a_hundred_and_one_sockets_of_an_address_are_one_too_many(site, bot):
    statuses = []
    wires = []
    for number in range(101):
        wire, answer, _rest = handshake(bot) if number < 15 else handshake(_nobody(site, bot))
        wires.append(wire)
        statuses.append(re.search(r" (\d{3})", answer)[1])
    assert statuses.count("429") >= 1
    assert statuses[:90] == ["101"] * 90
    for wire in wires:
        wire.close()


def _nobody(site, bot):
    """Return an onlooker without a session at a person's table."""
    nobody = Bot(site.url, 3)
    nobody.table = bot.table
    return nobody
