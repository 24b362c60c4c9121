"""Which process nginx asks, and what it does with requests that a closing one has dropped."""

from __future__ import annotations

import os
import socket
import socketserver
import threading
import time
import urllib.error
import urllib.request

import pytest

from cardsite.deploy.stack import Stack, free_port
from tests.deploy.test_files import program


class Closing(socketserver.BaseRequestHandler):
    """Reads a request and closes the connection without a response."""

    def handle(self):
        self.server.heard.append(self.request.recv(65536))


class Serving(Closing):
    """Reads a request and answers it."""

    def handle(self):
        super().handle()
        self.request.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nOK")


class Lacking(Closing):
    """Reads a request and answers that nothing is found."""

    def handle(self):
        super().handle()
        self.request.sendall(b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")


class Ending(Closing):
    """Reads a request and refuses it, as a server told to end while a socket opens does."""

    def handle(self):
        super().handle()
        self.request.sendall(b"HTTP/1.1 500 Internal Server Error\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")


@pytest.fixture
def webs(request):
    """Web processes, a closing one and one that serves where a test names no others; ``heard`` holds
    every request that reached one."""
    heard = []
    kinds = getattr(request, "param", (Closing, Serving))
    servers = [socketserver.ThreadingTCPServer(("127.0.0.1", 0), kind) for kind in kinds]
    for server in servers:
        server.heard = heard
        threading.Thread(target=server.serve_forever, daemon=True).start()
    yield servers
    for server in servers:
        server.shutdown()
        server.server_close()


@pytest.fixture
def proxy(webs, tmp_path):
    """The stack's nginx before the two."""
    program("nginx")
    stack = Stack(os.environ, tmp_path, free_port())
    stack.ports = [server.server_address[1] for server in webs]
    stack.write_nginx()
    nginx = next(job for job in stack.others if job.name == "nginx")
    stack.begin(nginx)
    yield stack.url
    stack.end(nginx)


def status_of(url, body=None, patience=20):
    """Return the status of an answer; nginx may need a moment to open."""
    end = time.monotonic() + patience
    while True:
        try:
            with urllib.request.urlopen(url, body, timeout=20) as answer:
                return answer.status
        except urllib.error.HTTPError as answer:
            return answer.code
        except OSError:
            assert time.monotonic() < end, "nginx did not open"
            time.sleep(0.05)


#: So many that they do not all belong to one of two processes.
ROOMS = [f"room{number}" for number in range(40)]


def test_a_press_at_a_table_is_sent_again_for_its_key_makes_it_one(proxy):
    assert {status_of(f"{proxy}/t/{room}/act/", b"key=1") for room in ROOMS} == {200}


def test_a_page_is_asked_for_again(proxy):
    assert {status_of(proxy + path) for path in [*(f"/t/{room}/" for room in ROOMS), *["/"] * 6]} == {200}


@pytest.mark.parametrize("path", ["/play/{}/", "/t/{}/say/", "/friends/t/{}/act/"])
def test_what_has_no_key_is_sent_once(proxy, webs, path):
    statuses = [status_of(proxy + path.format(room), b"of=%s." % room.encode()) for room in ROOMS]
    assert set(statuses) == {200, 503}
    for room in ROOMS:
        assert sum(b"of=%s." % room.encode() in request for request in webs[0].heard) == 1


@pytest.mark.parametrize("webs", [(Serving, Ending)], indirect=True)
def test_a_room_is_served_by_one_process(proxy):
    pages = [{status_of(f"{proxy}/t/{room}/{page}") for page in ("", "menu/", "rules/")} for room in ROOMS]
    assert {status for statuses in pages for status in statuses} == {200, 500}
    assert all(len(statuses) == 1 for statuses in pages)


@pytest.mark.parametrize("webs", [(Serving, Lacking)], indirect=True)
def test_a_rooms_line_is_at_the_process_that_its_pages_are_asked_of(proxy):
    statuses = {room: status_of(f"{proxy}/t/{room}/") for room in ROOMS}
    assert set(statuses.values()) == {200, 404}
    assert {room: status_of(f"{proxy}/ws/t/{room}/") for room in ROOMS} == statuses


@pytest.mark.parametrize("webs", [(Lacking,) * 4 + (Serving,)], indirect=True)
def test_a_file_of_another_release_is_asked_of_whoever_has_it(proxy):
    assert [status_of(f"{proxy}/static/css/table.0123456789ab.css") for _ in range(10)] == [200] * 10


@pytest.mark.parametrize("webs", [(Lacking, Lacking)], indirect=True)
def test_a_file_that_nobody_has_is_not_there(proxy, webs):
    assert status_of(f"{proxy}/static/nothing.css") == 404
    assert len(webs[0].heard) == 2


@pytest.mark.parametrize("webs", [(Lacking, Serving)], indirect=True)
def test_a_page_that_one_process_has_not_is_not_asked_of_another(proxy):
    assert {status_of(f"{proxy}/hands/7/") for _ in range(6)} == {200, 404}


@pytest.mark.parametrize("webs", [(Ending, Serving)], indirect=True)
def test_a_socket_that_an_ending_process_refuses_is_opened_by_the_next(proxy):
    assert {status_of(f"{proxy}/ws/t/{room}/") for room in ROOMS} == {200}
    assert {status_of(f"{proxy}/t/{room}/") for room in ROOMS} == {200, 500}


@pytest.mark.parametrize("webs", [(Serving, Serving)], indirect=True)
def test_a_flood_from_one_address_is_held_back_and_a_room_full_of_people_is_not(proxy):
    assert status_of(f"{proxy}/healthz") == 200
    host, port = proxy.removeprefix("http://").split(":")
    # Not from the proxy's own address, which is not counted.
    with socket.create_connection((host, int(port)), timeout=60, source_address=("127.0.0.2", 0)) as line:
        request = b"GET /t/abcdefgh/ HTTP/1.1\r\nHost: x\r\n"
        line.sendall((request + b"\r\n") * 900 + request + b"Connection: close\r\n\r\n")
        responses = b"".join(iter(lambda: line.recv(65536), b""))
    served, refused = responses.count(b"HTTP/1.1 200"), responses.count(b"HTTP/1.1 429")
    assert served >= 400
    assert refused > 0
