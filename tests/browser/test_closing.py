"""What a table’s page says and does when the site closes, when its socket ends, and when its reader must wait."""

from __future__ import annotations

import re
import signal
import time
from functools import partial
from urllib.parse import urlsplit

import pytest

from tests.browser.test_all_fours import sit_down
from tests.browser.wire import Wire

pytestmark = pytest.mark.browser
PICTURE = "Number(document.getElementById('picture').value)"


def test_a_page_says_that_the_site_closes_and_comes_back_by_itself(seated, own_site):
    page = seated("phone", own_site)
    page.wait_for_selector("body[data-socket=on]")
    assert own_site.stop(signal.SIGTERM) == 0
    page.wait_for_selector("#lost:not([hidden])")
    assert "new version" in page.locator("#lost").inner_text()
    own_site.start()
    page.wait_for_selector("body[data-socket=on]", timeout=30_000)
    assert page.locator("#lost").is_hidden()
    assert "Connection lost" in page.locator("#lost span").text_content()
    # The page shows what the server would now draw.
    shown = page.evaluate(PICTURE)
    page.reload()
    assert page.evaluate(PICTURE) >= shown
    page.faults[:] = [
        fault for fault in page.faults if not any(one in fault for one in ("WebSocket", "ERR_", "htmx:ws:error"))
    ]


def test_tables_that_hear_it_together_come_back_apart(seated):
    page = seated()
    page.wait_for_selector("body[data-socket=on]")
    # The times at which this page would come back if it closed a hundred times.
    waits = page.evaluate("""() => {
      const socket = document.getElementById('socket'), connection = socket._htmx.ws.connection;
      const closed = { detail: { code: 1012, reason: 'closed', connection }, bubbles: true };
      socket.dispatchEvent(new CustomEvent('htmx:ws:close', closed));
      const { reconnectDelay: delay, reconnectJitter: jitter } = connection.config;
      return [delay * (1 - jitter), delay * (1 + jitter)];
    }""")
    assert waits[0] >= 0
    assert waits[1] - waits[0] > 2000  # no second holds half of them
    assert waits[1] < 5000


def test_a_socket_follows_the_presses_of_its_page_to_another_process(seated, still):
    page = seated(site=still)
    page.wait_for_selector("body[data-socket=on]")
    pressed = """(elsewhere) => {
      const socket = document.getElementById('socket');
      document.dispatchEvent(new CustomEvent('htmx:after:request', { detail: { ctx: {
        sourceElement: document.body,
        request: { action: '/t/ABC/act/' },
        response: { status: 200, headers: new Headers(elsewhere ? { 'X-Socket': 'elsewhere' } : {}) },
      } } }));
      return document.getElementById('socket') !== socket;
    }"""
    for elsewhere in (True, True, False, True, True):  # now here and now there: no process has them all
        assert not page.evaluate(pressed, elsewhere)
    with page.expect_websocket():
        assert page.evaluate(pressed, True)
    page.wait_for_function("() => document.getElementById('socket')._htmx?.ws?.connection?.socket?.readyState === 1")
    assert page.locator("#lost").is_hidden()
    assert not any(page.evaluate(pressed, True) for _ in range(5))  # not again soon


def test_a_page_in_a_tunnel_knows_that_its_socket_is_cut_and_comes_back(visit, site):
    """Nobody closes such a connection: no byte comes, and nothing says that none will."""
    wire = Wire(site.port)
    try:
        page = sit_down(visit("phone", site=wire))
        page.wait_for_selector("body[data-socket=on]")
        wire.silence()
        page.wait_for_selector("#lost:not([hidden])", timeout=90_000)
        wire.mend()
        page.wait_for_selector("body[data-socket=on]", timeout=90_000)
        assert page.locator("#lost").is_hidden()
        page.close()  # with its complaints about what was cut off, now or later
    finally:
        wire.close()


#: Have a page keep the states of its socket, from now on.
STATES = """() => {
  window.states = [];
  const note = () => states.push(document.body.dataset.socket);
  new MutationObserver(note).observe(document.body, { attributeFilter: ["data-socket"] });
}"""


def test_a_socket_that_opens_and_never_brings_a_word_is_tried_anew(seated):
    page = seated("phone")
    sockets = []

    def mute(socket):
        sockets.append(socket)
        server = socket.connect_to_server()
        if len(sockets) == 1:
            server.on_message(lambda _message: None)

    page.route_web_socket(re.compile(r"/ws/t/"), mute)
    page.clock.install()
    page.reload()
    page.wait_for_selector("body[data-socket=on]")
    page.evaluate(STATES)
    page.clock.fast_forward(60_000)
    page.wait_for_function("() => states.join() === 'off,on'")  # «off» may be over before anybody looks
    assert len(sockets) == 2


#: Open twenty more sockets of a table for the same person, one after another, as many pages would.
MANY = """async (address) => {
  window.others = [];
  for (let opened = 0; opened < 20; opened++) {
    const other = new WebSocket(address);
    others.push(other);
    await new Promise((done) => other.addEventListener("message", done, { once: true }));
  }
}"""


def test_the_page_of_too_many_that_is_closed_offers_to_show_the_table_again(seated):
    page = seated("phone")
    page.wait_for_selector("body[data-socket=on]")
    page.evaluate(MANY, f"/ws{urlsplit(page.url).path}")
    page.wait_for_selector("#lost:not([hidden])")
    assert "Too many of your tables are open" in page.locator("#lost span").inner_text()
    with page.expect_websocket():
        page.get_by_role("button", name="Try now").click()
    page.wait_for_selector("body[data-socket=on]")
    assert page.locator("#lost").is_hidden()
    assert "Connection lost" in page.locator("#lost span").text_content()


def test_whoever_must_wait_is_told_how_long_and_not_that_their_press_was_lost(seated, still):
    page = seated(site=still)
    page.wait_for_selector("body[data-socket=on]")
    for wait, left in (("7", "1 min"), ("700", "12 min"), ("", "1 min")):  # the last: the proxy names no time
        headers = {"Retry-After": wait} if wait else {}
        page.route("**/seat/", partial(too_many_requests, headers=headers))
        page.evaluate("""() => {
          const press = Object.assign(document.createElement('button'), { name: 'do', value: 'back' });
          document.getElementById('room-form').append(press);
          press.click();
        }""")
        page.get_by_text(f"You did that too often. Try again in {left}.", exact=True).wait_for()
        page.unroute("**/seat/")


def too_many_requests(route, headers):
    """Answer a request as the site does when somebody has exceeded a limit."""
    route.fulfill(status=429, headers=headers, body="<p>One moment.</p>")


def test_the_sockets_open_whichever_script_comes_late(seated):
    """Scripts come in any order on a slow network; htmx begins when all of them have run."""
    page, sockets = seated(), []
    page.on("websocket", lambda socket: sockets.append(urlsplit(socket.url).path))
    for script in ("htmx.min", "hx-ws.min", "table", "news"):
        page.route(f"**/{script}*.js", lambda route: (time.sleep(1), route.continue_()))
        page.reload(wait_until="commit")  # the sockets of the previous page have gone with it
        sockets.clear()
        page.wait_for_selector("body[data-socket=on]", timeout=10_000)
        assert sorted(sockets) == ["/ws/me/", f"/ws{urlsplit(page.url).path}"], script
        page.unroute(f"**/{script}*.js")
