"""What the table weighs and how still it lies: bytes, layout shift, redraws, and the socket."""

from __future__ import annotations

import gzip
import signal
import time

import pytest

from tests.browser.conftest import STILL, come, open_site, prepared
from tests.browser.hands import asked, beside, lift, look, moved_on, take_a_turn
from tests.browser.wire import Wire
from tests.faults.sizes import SOAK
from tests.sites import Site

pytestmark = [pytest.mark.browser, pytest.mark.motion]

#: Goals of the table's issue.
FIRST_VISIT, ONE_MOVE = 60_000, 6_000
WATCH = """() => {
  window.shifts = [];
  window.long = [];
  new PerformanceObserver(list => list.getEntries().forEach(one => one.hadRecentInput || window.shifts.push(one.value)))
    .observe({type: 'layout-shift'});
  new PerformanceObserver(list => list.getEntries().forEach(one => window.long.push(one.duration)))
    .observe({type: 'longtask'});
}"""
CHOSEN = "() => [...document.querySelectorAll('#hand input:checked')].map(box => box.id)"
#: The present parts of the page as a message of another picture, with the sentence replaced.
REDRAW = """([picture, text]) => {
  const prompt = document.querySelector('#prompt').cloneNode(true);
  const hand = document.querySelector('#hand').cloneNode(true);
  prompt.textContent = text;
  hand.querySelectorAll('input').forEach(box => box.removeAttribute('tabindex'));
  const part = (id, html) => `<hx-partial id="${id}">${html}</hx-partial>`;
  const message = part('picture', `<input type="hidden" id="picture" value="${picture}">`)
    + part('prompt', prompt.outerHTML) + part('hand', hand.outerHTML);
  return htmx.swap({sourceElement: document.querySelector('#socket'), text: message, swap: 'none'});
}"""


@pytest.fixture(scope="module")
def packed(browser):
    """A site as it is shipped, with packed static files and AI players at rest, and its ways in."""
    with open_site(**STILL, SIFANG_MANIFEST="1") as site:
        yield site, prepared(site, "eighty-lead", "eighty-follow", "forty-follow", "all-fours-lead")


@pytest.fixture
def at(packed, visit):
    """Open a moment's table of the packed site."""
    site, ways = packed
    return lambda name, size="desktop": come(visit(size, site=site, at=None), site, *ways[name])


def test_a_first_visit_to_the_table_is_light(packed, browser):
    site, ways = packed
    context = browser.new_context()
    code, session = ways["eighty-follow"]
    context.add_cookies([{"name": "sessionid", "value": session, "url": site.url}])
    page = context.new_page()
    wire = context.new_cdp_session(page)
    wire.send("Network.enable")
    answers, addresses = [], {}
    wire.on("Network.responseReceived", lambda event: addresses.update({event["requestId"]: event["response"]["url"]}))
    wire.on(
        "Network.loadingFinished",
        lambda event: answers.append((event["encodedDataLength"], addresses.get(event["requestId"]))),
    )
    page.goto(f"{site.url}/t/{code}/", wait_until="networkidle")
    context.close()
    total = sum(size for size, _address in answers)
    print(f"\n{total} bytes in {len(answers)} answers, headers included")
    assert total <= FIRST_VISIT, sorted(answers, key=lambda answer: -answer[0])


def test_a_move_of_eighty_is_a_light_push_and_shifts_nothing(at, capsys):
    page = at("eighty-follow", "phone")
    pushed = []
    page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: pushed.append(frame)))
    page.reload()
    page.wait_for_selector("body[data-socket=on]")
    page.evaluate(WATCH)
    before = look(page)["picture"]
    page.locator("#actions button[value^=hint]").click()
    page.wait_for_selector("#hand input:checked", state="attached")
    pushed.clear()
    with page.expect_response(lambda answer: answer.url.endswith("/act/")) as response:
        page.locator("#actions button[value=play]").click()
    moved_on(page, before)
    page.wait_for_timeout(100)
    sizes = [len(frame.encode() if isinstance(frame, str) else frame) for frame in pushed]
    answer = response.value.body() if response.value.status != 204 else b""
    with capsys.disabled():
        print(f"\npushes {sizes}, answer {len(answer)} ({len(gzip.compress(answer))} packed) bytes", end="")
        print(f", long tasks {page.evaluate('() => window.long')} ms", end=" ")
    assert all(size <= ONE_MOVE for size in sizes)
    assert sum(page.evaluate("() => window.shifts")) < 0.02


#: Where the badges stand: of those at the sides their outer edge, for a badge is as wide as what it says.
BADGES = """() => [...document.querySelectorAll('#board .spot > .badge')].map(badge => {
  const box = badge.getBoundingClientRect(), side = badge.parentElement.className.slice(-1);
  const edge = {w: box.left, e: box.right, n: (box.left + box.right) / 2, s: (box.left + box.right) / 2}[side];
  return `${side} ${Math.round(edge)} ${Math.round(box.top)}`;
}).sort()"""


@pytest.mark.parametrize("size", ["phone", "desktop"] if SOAK else ["phone"])
def test_the_badges_of_winner_stand_still_as_plays_come(visit, site, size):
    page = come(visit(size, at=None), site, *prepared(site, "winner-lead")["winner-lead"])
    places = page.evaluate(BADGES)
    pictures = 0
    for _ in range(300):
        now = look(page)
        if now["over"]:
            break
        pictures += 1
        assert page.evaluate(BADGES) == places, now
        if not take_a_turn(page):
            new = "was => document.querySelector('#picture').value !== was || !!document.querySelector('#prompt.now')"
            asked(page, new, now["picture"])
    assert now["over"] and pictures > 5


def test_a_redraw_keeps_focus_choice_and_scroll(at):
    page = at("eighty-lead", "phone")
    cards = page.locator("#hand input")
    ids = [cards.nth(number).get_attribute("id") for number in (1, 3)]
    for card in ids:
        page.locator(f"label:has(#{card})").click(position={"x": 8, "y": 30})
    page.set_viewport_size({"width": 390, "height": 600})
    page.evaluate("() => scrollTo(0, 60)")
    scrolled = page.evaluate("() => scrollY")
    picture = int(look(page)["picture"])
    page.evaluate(REDRAW, [picture + 1, "Somebody sat down."])
    assert page.locator("#prompt").inner_text() == "Somebody sat down."
    assert page.evaluate(CHOSEN) == ids
    assert page.evaluate("() => document.activeElement.id") == ids[-1]
    assert page.evaluate("() => scrollY") == scrolled


def test_pictures_in_the_wrong_order_leave_the_newest(at):
    page = at("forty-follow")
    picture = int(look(page)["picture"]) + 10
    for number in (picture + 3, picture + 1, picture + 2, picture - 1):
        page.evaluate(REDRAW, [number, f"picture {number - picture}"])
    assert page.locator("#prompt").inner_text() == "picture 3"
    assert look(page)["picture"] == str(picture + 3)


def test_a_socket_that_is_cut_says_so_and_comes_back_with_the_present_table(visit):
    site = Site(SIFANG_AI_PACE="600,600")
    site.start()
    try:
        page = come(visit(site=site, at=None), site, *prepared(site, "all-fours-lead")["all-fours-lead"])
        page.wait_for_selector("body[data-socket=on]")
        second = beside(page)
        site.stop(signal.SIGKILL)
        page.wait_for_function("() => !document.querySelector('#lost').hidden", timeout=3000)
        site.start()
        second.bring_to_front()
        second.reload()
        second.wait_for_selector("body[data-socket=on]")
        now = look(second)
        lift(second, now["cards"][0])
        second.locator("#actions button[value=play]").click()
        moved_on(second, now["picture"])
        page.bring_to_front()
        page.wait_for_function("() => document.querySelector('#lost').hidden")
        newest = look(second)["picture"]
        page.wait_for_function("now => document.querySelector('#picture').value === now", arg=newest)
        second.close()
        page.close()  # with its complaints about a killed server, before that goes for good
    finally:
        site.stop()
        site.remove()


#: Has one of the page's sockets report an event.
SOCKET_EVENT = """([id, name, detail]) => document.getElementById(id).dispatchEvent(
    new CustomEvent(`htmx:ws:${name}`, {
      bubbles: true, detail: { connection: { config: { reconnectCodes: [1006] } }, ...detail },
    }))"""


def test_the_banner_is_for_the_socket_of_the_table_alone(at):
    """A reader's own socket that came back first took the banner away from a table that was not there yet."""
    page = at("all-fours-lead")
    page.wait_for_selector("body[data-socket=on]")
    page.evaluate(SOCKET_EVENT, ["own-socket", "close", {"code": 1006, "reason": "closed"}])
    page.wait_for_timeout(1500)
    assert page.evaluate("() => document.body.dataset.socket") == "on"
    page.evaluate(SOCKET_EVENT, ["socket", "close", {"code": 1006, "reason": "closed"}])
    page.wait_for_selector("#lost:not([hidden])")
    page.evaluate(SOCKET_EVENT, ["own-socket", "after:connection", {}])
    assert page.evaluate("() => document.body.dataset.socket") == "off"
    page.evaluate(SOCKET_EVENT, ["socket", "after:connection", {}])
    assert page.locator("#lost").is_hidden()


#: How long a wire stays cut: 20 seconds in the long proofs.
CUT = 20.0 if SOAK else 2.0


def test_a_wire_that_is_cut_for_a_while_brings_the_present_table_when_it_is_mended(packed, visit, capsys):
    """The banner shows while it is cut, and what was played meanwhile once it is mended; the times are printed."""
    site, ways = packed
    wire = Wire(site.port)
    try:
        page = come(visit(site=wire, at=None), wire, *ways["all-fours-lead"])
        page.wait_for_selector("body[data-socket=on]")
        second = come(visit(site=site, at=None), site, *ways["all-fours-lead"])
        second.wait_for_selector("body[data-socket=on]")

        began = time.monotonic()
        wire.cut()
        page.wait_for_selector("#lost:not([hidden])")
        banner = time.monotonic() - began
        before = look(page)["picture"]
        now = look(second)
        lift(second, now["cards"][0])
        second.locator("#actions button[value=play]").click()
        moved_on(second, now["picture"])
        newest = look(second)["picture"]
        page.wait_for_timeout(max(0.0, CUT - (time.monotonic() - began)) * 1000)
        assert look(page)["picture"] == before != newest and page.locator("#lost").is_visible()

        wire.mend()
        page.wait_for_selector("body[data-socket=on]")
        back = time.monotonic()
        page.wait_for_function("now => document.querySelector('#picture').value === now", arg=newest)
        right = time.monotonic() - back
        page.wait_for_selector("#lost[hidden]", state="attached")
        assert page.locator("#hand input").count() == second.locator("#hand input").count()
        with capsys.disabled():
            print(f"\ncut for {CUT:.0f} s: banner after {banner:.2f} s, the table {right:.2f} s after the socket")
        page.close()  # with its complaints about a cut wire, now or later
    finally:
        wire.close()
