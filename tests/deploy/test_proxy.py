"""Which process nginx asks, and what it does with requests that a closing one has dropped."""

from __future__ import annotations

import contextlib
import os
import select
import socket
import socketserver
import threading
import time
import urllib.error
import urllib.request
from ipaddress import ip_address

import pytest

from cardsite.deploy.stack import Stack, free_port
from games.foundation.addresses import network_at
from tests.deploy.test_files import program
from tests.killed import until


class Closing(socketserver.BaseRequestHandler):
    """Reads a request and closes the connection without a response."""

    def handle(self):
        self.server.heard.append(self.request.recv(65536))


class Serving(Closing):
    """Reads a request and answers it."""

    answer = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nOK"

    def handle(self):
        super().handle()
        self.request.sendall(self.answer)


class Lacking(Serving):
    """Reads a request and answers that nothing is found."""

    answer = b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"


class Ending(Serving):
    """Reads a request and refuses it, as a server told to end while a socket opens does."""

    answer = b"HTTP/1.1 500 Internal Server Error\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"


class Web(socketserver.ThreadingTCPServer):
    """A web process that accepts as many connections at once as a real one."""

    request_queue_size = 256


@pytest.fixture
def webs(request):
    """Web processes, a closing one and one that serves where a test names no others; ``heard`` holds
    every request that reached one."""
    heard = []
    kinds = getattr(request, "param", (Closing, Serving))
    servers = [Web(("127.0.0.1", 0), kind) for kind in kinds]
    for server in servers:
        server.heard = heard
        threading.Thread(target=server.serve_forever, daemon=True).start()
    yield servers
    for server in servers:
        server.shutdown()
        server.server_close()


class Holding(Closing):
    """Reads a request and answers nothing until the connection is closed, as a socket without news."""

    def handle(self):
        super().handle()
        self.request.recv(1)


@pytest.fixture
def proxy(webs, tmp_path):
    """The stack's nginx before the two. It believes the address in ``X-Real-IP``; ``/network`` answers with the network
    that it counts this address as."""
    program("nginx")
    stack = Stack(os.environ, tmp_path, free_port())
    stack.ports = [server.server_address[1] for server in webs]
    path = stack.write_nginx()
    extra = "set_real_ip_from 127.0.0.0/8; real_ip_header X-Real-IP; location = /network { return 200 $network; }\n"
    path.write_text(path.read_text().replace("    set $forwarded_proto", f"    {extra}    set $forwarded_proto"))
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
def test_a_rooms_socket_is_at_the_process_that_its_pages_are_asked_of(proxy):
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
    # Not from the proxy's own address, which is not counted.
    with socket.create_connection(address_of(proxy), timeout=60, source_address=("127.0.0.2", 0)) as connection:
        request = b"GET /t/abcdefgh/ HTTP/1.1\r\nHost: x\r\n"
        connection.sendall((request + b"\r\n") * 900 + request + b"Connection: close\r\n\r\n")
        responses = b"".join(iter(lambda: connection.recv(65536), b""))
    served, refused = responses.count(b"HTTP/1.1 200"), responses.count(b"HTTP/1.1 429")
    assert served >= 400
    assert refused > 0


#: 101 and more addresses, and in how many networks they are.
ONE_NETWORK = [f"2001:db8:1:2:{number:x}::7" for number in range(900)]
MANY_NETWORKS = [f"2001:db8:1:{number:x}::7" for number in range(900)]
MAPPED = [f"::ffff:198.51.{number >> 8}.{number & 255}" for number in range(900)]


@pytest.mark.parametrize(
    "address",
    [
        *("192.0.2.7", "2001:db8:1:2:3:4:5:6", "2001:db8::1", "2001:db8::1:2:3:4", "2001:db8:0:1::", "fe80::1"),
        *("2001:db8:a0d:a0a:d0a:a::1", "::ffff:192.0.2.7", "::fffe:192.0.2.7", "::1"),
    ],
)
def test_nginx_counts_the_same_networks_as_the_site(proxy, address):
    assert status_of(f"{proxy}/healthz") == 200
    request = urllib.request.Request(f"{proxy}/network", headers={"X-Real-IP": address})
    network = ip_address(network_at(address)).packed
    with urllib.request.urlopen(request, timeout=20) as answer:
        assert answer.read() == (network if len(network) == 4 else network[:8])


@pytest.mark.parametrize("webs", [(Serving, Serving)], indirect=True)
@pytest.mark.parametrize(
    ("addresses", "is_flood"), [(ONE_NETWORK, True), (MANY_NETWORKS, False), (MAPPED, False)], ids=["one", "many", "4"]
)
def test_a_flood_from_many_addresses_of_one_network_is_held_back(proxy, addresses, is_flood):
    assert status_of(f"{proxy}/healthz") == 200
    requests = b"".join(
        b"GET /t/abcdefgh/ HTTP/1.1\r\nHost: x\r\nX-Real-IP: %s\r\n\r\n" % a.encode() for a in addresses
    )
    with socket.create_connection(address_of(proxy), timeout=60) as connection:
        connection.sendall(requests + b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        responses = b"".join(iter(lambda: connection.recv(65536), b""))
    assert (b"HTTP/1.1 429" in responses) == is_flood
    assert responses.count(b"HTTP/1.1 200") >= 400


@pytest.mark.parametrize("webs", [(Holding, Holding)], indirect=True)
@pytest.mark.parametrize(
    ("addresses", "refused"), [(ONE_NETWORK, 1), (MANY_NETWORKS, 0), (MAPPED, 0)], ids=["one", "many", "4"]
)
def test_a_network_has_a_hundred_sockets_however_many_addresses_it_has(proxy, webs, addresses, refused):
    assert status_of(f"{proxy}/network") == 200
    with contextlib.ExitStack() as stack:
        connections = [stack.enter_context(socket.create_connection(address_of(proxy), timeout=60)) for _ in range(101)]
        for connection, address in zip(connections, addresses, strict=False):
            connection.sendall(b"GET /ws/me/ HTTP/1.1\r\nHost: x\r\nX-Real-IP: %s\r\n\r\n" % address.encode())
        if refused:
            (connection,) = select.select(connections, [], [], 60)[0]
            assert connection.recv(65536).startswith(b"HTTP/1.1 429")
        until(lambda: len(webs[0].heard) == 101 - refused)


def address_of(url):
    """Return the host and port of a URL."""
    host, port = url.removeprefix("http://").split(":")
    return host, int(port)
