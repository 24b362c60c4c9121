"""What nginx does with what a process that closes has let fall."""

from __future__ import annotations

import os
import socketserver
import threading
import time
import urllib.error
import urllib.request

import pytest

from cardsite.deploy.stack import Stack, free_port
from tests.deploy.test_files import program


class Closing(socketserver.BaseRequestHandler):
    """Reads a request, and closes the line without a word."""

    def handle(self):
        self.server.heard.append(self.request.recv(65536))


class Serving(Closing):
    """Reads a request and answers it."""

    def handle(self):
        super().handle()
        self.request.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nOK")


@pytest.fixture
def webs():
    """Two web processes, of which the first is closing; ``heard`` holds all that reached either."""
    heard = []
    servers = [socketserver.ThreadingTCPServer(("127.0.0.1", 0), kind) for kind in (Closing, Serving)]
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


def asked(url, body=None, patience=20):
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


def test_a_press_at_a_table_is_sent_again_for_its_key_makes_it_one(proxy):
    assert [asked(f"{proxy}/t/abcdefgh/act/", b"key=%d" % number) for number in range(6)] == [200] * 6


def test_a_page_is_asked_for_again(proxy):
    assert [asked(f"{proxy}/t/abcdefgh/") for _ in range(6)] == [200] * 6


@pytest.mark.parametrize("path", ["/play/winner/", "/t/abcdefgh/say/", "/friends/t/abcdefgh/act/"])
def test_what_has_no_key_is_sent_once(proxy, webs, path):
    statuses = [asked(proxy + path, b"number=%d" % number) for number in range(6)]
    assert set(statuses) == {200, 502}
    for number in range(6):
        assert sum(b"number=%d" % number in request for request in webs[0].heard) == 1
