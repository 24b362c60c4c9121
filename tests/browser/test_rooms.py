"""Meeting at a table: people in browsers of their own, who know nothing but a link or a code."""

from __future__ import annotations

import time
from contextlib import suppress

import pytest
from playwright.sync_api import TimeoutError as PictureStays

from tests.browser.hands import follow, look, moved_on, take_a_turn
from tests.faults.sizes import SOAK

pytestmark = pytest.mark.browser


def open_table(page, site, game, **choices):
    """Set a table up by the form; return its address."""
    page.goto(f"{site.url}/rooms/new/{game}/")
    for name, value in choices.items():
        page.locator(f"[name='{name}']").first.wait_for(state="attached")
        if page.locator(f"select[name='{name}']").count():
            page.select_option(f"select[name='{name}']", value)
        elif page.locator(f"input[type=radio][name='{name}']").count():
            page.locator(f"label:has(input[name='{name}'][value='{value}'])").click()
        else:
            page.fill(f"input[name='{name}']", value)
    page.locator("button[value=open]").click()
    page.wait_for_selector("#board.waiting")
    page.wait_for_selector("body[data-socket=on]")  # before the scripts are there a press is the browser's own
    return page.url


#: Presses a button three times, the third after coming back to the page; returns which would be sent.
PRESSES = """() => {
  const sent = [], button = document.querySelector('button[value=open]');
  addEventListener('submit', (event) => { sent.push(!event.defaultPrevented); event.preventDefault(); });
  button.click();
  button.click();
  dispatchEvent(new Event('pageshow'));
  button.click();
  return sent;
}"""


def test_a_form_that_is_pressed_twice_is_sent_once(visit, site):
    page = visit(at="/rooms/new/winner/")
    assert page.evaluate(PRESSES) == [True, False, True]


def test_what_is_put_aside_goes_from_the_page(visit, site):
    page = visit(at="/friends/")
    page.goto(f"{site.url}/rooms/new/winner/")
    page.locator("button[value=open]").click()
    page.wait_for_selector("body[data-socket=on]")
    code = page.url.rstrip("/").rpartition("/")[2]
    site.run(
        "from games.accounts import notifications; from tests.matches.tables import person; "
        "from games.rooms.models import Room; "
        f"notifications.notify(Room.objects.get(code={code!r}).host, 'asked', person('mei-{code.lower()}'))"
    )
    page.reload()
    page.wait_for_selector("#news dialog")
    page.locator("#news button").click()
    page.wait_for_function("() => !document.querySelector('#news dialog')")
    page.reload()
    page.wait_for_selector("body[data-socket=on]")
    assert page.locator("#news dialog").count() == 0


def sit(page, address, seat):
    """Come by the link and take a seat."""
    page.goto(address)
    page.locator(f"button[value='sit {seat}']").click()
    page.wait_for_selector("#talk-text", state="attached")


def set_clock(site, address, seconds):
    """Change a table's clock to one that no form offers, so as not to wait; its new version makes the site read it."""
    code = address.rstrip("/").rpartition("/")[2]
    site.run(
        "from django.db.models import F; from games.rooms.models import Room\n"
        f"Room.objects.filter(code={code!r}).update(clock={seconds}, version=F('version') + 1)"
    )


PICTURE = "() => document.querySelector('#picture')?.value"


def until(page, script, act, patience=150):
    """Repeat an act until the page says yes; if there was nothing to do, once the page shows another picture. A
    picture caused by another page may come a little later, so check again soon."""
    end = time.monotonic() + patience
    while not page.evaluate(script):
        assert time.monotonic() < end, script
        picture = page.evaluate(PICTURE)
        if not act():
            with suppress(PictureStays):
                moved_on(page, picture, patience=200)


def test_two_play_winner_with_ai_players_and_one_goes_and_comes_back(visit, site):
    host, guest = visit(at=None), visit("phone", at=None)
    address = open_table(host, site, "winner", name="Sunday")
    sit(guest, address, 2)
    host.wait_for_selector("button[value^='send-away 2 ']", state="attached")
    host.locator("button[value=fill]").click()
    for page in (host, guest):
        page.wait_for_selector("#hand input", state="attached")
    until(guest, "() => !!window.played", lambda: take_a_turn(host) or (take_a_turn(guest) and mark(guest)))

    guest.close()  # the laptop is shut: nobody says goodbye
    set_clock(site, address, 2)
    autoplay = "() => document.querySelector('#board').textContent.includes('AI plays')"
    until(host, autoplay, lambda: take_a_turn(host))
    set_clock(site, address, 60)

    back = guest.context.new_page()
    back.goto(address)
    back.locator("button[value=back]").click()
    back.wait_for_function("() => !document.querySelector('button[value=back]')")
    host.wait_for_function("() => !document.querySelector('#board').textContent.includes('AI plays')")
    assert look(back)["cards"] is not None


def mark(page):
    """Note in the page that its reader has played."""
    page.evaluate("() => { window.played = true }")
    return True


@pytest.mark.parametrize("game", ["winner", "forty", "president", "pitch"] if SOAK else ["pitch"])  # the shortest
def test_four_people_play_a_whole_hand(visit, site, game):
    pages = [visit(at=None) for _ in range(4)]
    address = open_table(pages[0], site, game, pace="quick", visibility="public")
    for seat, page in enumerate(pages[1:], start=1):
        sit(page, address, seat)
    pages[0].locator("button[value=start]").click()
    for page in pages:
        page.wait_for_selector("#hand input", state="attached")
    over = "() => !!document.querySelector('#scorecard section')"
    until(pages[0], over, lambda: sum(take_a_turn(page) for page in pages))
    for page in pages:
        page.wait_for_selector("#scorecard section")
    scorecards = {page.locator("#scorecard table").first.inner_text().count("\n") for page in pages}
    assert len(scorecards) == 1


def test_the_table_fills_before_everybodys_eyes_and_talk_is_read(visit, site):
    host, guest = visit(at=None), visit(at=None)
    address = open_table(host, site, "all-fours", name="<b>Quiet</b>")
    assert host.locator("#bar h1").inner_text() == "<b>Quiet</b>"
    guest.goto(site.url)
    guest.fill("input[name=code]", address.rstrip("/").rpartition("/")[2].lower())
    guest.locator("form.code button").click()
    guest.locator("button[value='sit 1']").click()
    host.wait_for_selector("button[value=start]")
    guest.fill("#talk-text", '<img src=x hx-get="/lobby/" hx-trigger="load">')
    guest.keyboard.press("Enter")
    host.wait_for_selector("#talk li")
    assert host.locator("#talk li div span").first.inner_text().startswith("<img src=x")
    guest.wait_for_function("() => document.querySelector('#talk-text').value === ''")
    host.locator("#talk button[value=thanks]").click()
    guest.wait_for_function("() => document.querySelectorAll('#talk li').length === 2")
    host.locator("#board summary").click()
    host.locator("button[value^='send-away 1 ']").click()
    guest.wait_for_selector("h1:has-text('The host has closed this table to you')")
    assert guest.locator("#board").count() == 0


def test_a_host_who_gives_another_answer_is_told_that_the_first_stays(visit, site):
    host, guest = visit(at=None), visit("phone", at=None)
    guest.goto(open_table(host, site, "winner", visibility="friends"))
    guest.locator("form[action$='/knock/'] button").click()
    guest.wait_for_selector("main:has-text('has been asked')")
    news = []
    host.on("websocket", lambda line: line.on("framereceived", lambda frame: news.append(frame)))
    host.goto(f"{site.url}/friends/")
    while not news:  # else it may come later, in place of the answer
        host.wait_for_timeout(20)
    host.locator("main").get_by_role("button", name="Let them in").click()
    host.locator("main").get_by_role("button", name="Not now").click()
    host.get_by_text("They have been given another answer already.").click()  # it is there to be seen
    host.get_by_role("button", name="Close").click()
    host.wait_for_selector("#news dialog", state="hidden")


def test_what_is_typed_while_words_are_on_their_way_stays(visit, site):
    page, routes = visit(at=None), []
    open_table(page, site, "winner")
    page.route("**/say/", lambda route: routes.append(route))
    page.fill("#talk-text", "one")
    with page.expect_request("**/say/"):
        page.keyboard.press("Enter")
    page.keyboard.type(" two")
    page.wait_for_timeout(100)
    routes[0].continue_()
    page.wait_for_function("() => document.querySelector('#talk-text').value === ' two'")


def test_a_press_of_a_page_that_is_too_old_loads_it_anew(visit, site):
    """Somebody has signed in on another page: its token is no longer valid."""
    host, guest = visit(at=None), visit(at=None)
    guest.goto(open_table(host, site, "winner"))
    guest.evaluate("() => document.querySelectorAll('[name^=csrf]').forEach(one => one.value = 'x'.repeat(64))")
    with guest.expect_navigation():
        guest.locator("button[value='sit 1']").click()
    guest.locator("button[value='sit 1']").click()
    guest.wait_for_selector("#talk-text", state="attached")


def test_whoever_may_not_do_what_their_page_still_offers_is_told_so(visit, site):
    host, guest = visit(at=None), visit(at=None)
    sit(guest, open_table(host, site, "winner"), 1)
    # Pressed at once, because the next picture takes the button away; and again, because a press is dropped while the
    # request of the last one is not over.
    guest.wait_for_function(
        """() => {
            if (document.querySelector('#toast').textContent.includes('Only the host may do that')) return true;
            const button = '<button class="btn" form="room-form" name="do" value="fill">Fill</button>';
            document.querySelector('#actions').insertAdjacentHTML('beforeend', button);
            document.querySelector('#actions button[value=fill]').click();
        }""",
        polling=500,
    )
    guest.faults.clear()  # the browser itself notes a refusal


def test_a_press_that_did_not_arrive_is_said_so_whatever_was_pressed(visit, site):
    page = visit(at=None)
    open_table(page, site, "winner")
    for answer in (lambda route: route.abort(), lambda route: route.fulfill(status=503, body="<p>Back in a moment.")):
        page.route("**/seat/", answer)
        page.locator("button[value='ai 1']").click()
        page.wait_for_function("() => document.querySelector('#toast').textContent.startsWith('That press was lost')")
        page.evaluate("() => document.querySelector('#toast').replaceChildren()")
        page.unroute("**/seat/")
    page.faults.clear()  # the browser itself notes what did not arrive


def test_the_lobby_shows_a_new_table_without_a_reload_and_a_seat_needs_no_scripts(visit, site):
    watcher, host = visit(), visit(javascript=False)
    host.goto(f"{site.url}/rooms/new/winner/")
    host.locator("label:has(input[name=visibility][value=public])").click()
    host.fill("input[name=name]", "At the window")
    follow(host, host.locator("button[value=open]"))
    watcher.wait_for_selector("#lobby :text('At the window')", timeout=10_000)
    follow(host, host.locator("button[value='ai 2']"))
    follow(host, host.locator("button[value=fill]"))
    assert host.locator("#hand input").count() > 0
    follow(host, host.locator("a[href$='/leave/']"))
    follow(host, host.locator("button[value=leave]"))
    assert host.locator(".sit b:text('At the window')").count() == 1
