"""What is new, on whatever page is open: what only informs goes by itself, several are counted, lists follow."""

from __future__ import annotations

import re
import secrets
from urllib.parse import urlencode
from urllib.request import Request, urlopen

import pytest
from django.template.loader import render_to_string

from tests.browser.conftest import MEMBER
from tests.browser.hands import play_now

pytestmark = pytest.mark.browser


def ask(page, login):
    """Ask somebody to be friends by their login name, on the page of friends."""
    page.fill("#name", login)
    page.press("#name", "Enter")
    page.wait_for_selector(".note")


def is_asked(site, login):
    """Have somebody whose page is not looked at ask somebody to be friends by their login name."""
    session = site.run(MEMBER.format(login=f"mei-{secrets.token_hex(4)}", name="Mei"))
    token = secrets.token_hex(16)
    form = urlencode({"name": login, "csrfmiddlewaretoken": token}).encode()
    cookies = {"Cookie": f"sessionid={session}; csrftoken={token}"}
    with urlopen(Request(f"{site.url}/friends/ask/", data=form, headers=cookies)) as answer:
        assert "You have asked" in answer.read().decode()


def test_what_only_informs_goes_by_itself_and_does_not_come_back(member, site):
    (page, login), (other, others_login) = member(), member()
    ask(page, others_login)
    page.goto(f"{site.url}/rules/")
    other.locator("#main").get_by_role("button", name=re.compile("^Accept")).click()
    page.wait_for_selector("#news dialog:has-text('is your friend now.')")
    page.wait_for_selector("#news dialog", state="detached")
    page.goto(f"{site.url}/rules/all-fours/")
    is_asked(site, login)
    text = page.wait_for_selector("#news dialog").inner_text()
    assert "wants to be your friend." in text and "more" not in text


def test_several_are_counted_and_come_one_after_the_other(member, site):
    page, login = member()
    page.goto(f"{site.url}/rules/")
    for _ in range(2):
        is_asked(site, login)
    page.wait_for_selector("#news dialog:has-text('wants to be your friend. 1 more')")
    page.locator("#news button", has_text=re.compile("^Later$")).click()
    page.wait_for_function("() => !document.querySelector('#news dialog').innerText.includes('more')")
    page.locator("#news button", has_text=re.compile("^Later$")).click()
    page.wait_for_selector("#news dialog", state="detached")


#: The news of a call to another table, as the reader's own socket brings it.
CALL = """() => {
    document.querySelector('#news').innerHTML =
        '<dialog class=news open data-calls><button class=btn form=later name=news value=7>Later</button></dialog>';
    document.dispatchEvent(new Event('htmx:after:swap'));
}"""


def test_a_call_to_another_table_does_not_lie_over_this_one_and_stays_unread(visit):
    page = visit()
    play_now(page, "all-fours")
    page.wait_for_selector("#hand input")
    sent = []
    page.on("request", lambda request: sent.append(request.url))
    page.evaluate(CALL)
    page.wait_for_selector("#news dialog", state="hidden")
    assert not [url for url in sent if url.endswith("/later/")]
    page.evaluate(CALL)  # as after a lost socket
    page.wait_for_selector("#news dialog", state="hidden")


#: News as the reader's own socket brings it.
BRING = """(news) => htmx.swap({sourceElement: document.querySelector('#socket'), swap: 'none',
    text: `<hx-partial id="news">${news}</hx-partial>`})"""


def test_what_comes_after_news_that_was_closed_at_a_table_is_seen_and_the_closed_one_stays_closed(visit, site):
    def news(pk):
        line = dict.fromkeys(("calls", "informs", "join_request", "more", "press"), "")
        line |= {"pk": pk, "must": True, "says": f"news {pk}", "avatar": {"look": "n", "letter": "四"}}
        return render_to_string("friends/_news.html", {"line": line})

    page = visit(at=None)
    page.route_web_socket("**/ws/me/", lambda socket: None)  # it brings nothing of its own
    page.goto(site.url)
    play_now(page, "all-fours")
    page.wait_for_selector("#hand input")
    shown = page.locator("#news dialog")
    for pk in (7, 8):
        page.evaluate(BRING, news(pk))
        shown.get_by_text(f"news {pk}").wait_for()
        shown.get_by_role("button", name="Later").click()
        page.evaluate(BRING, news(pk))  # as after a lost socket
        assert shown.is_hidden()


#: What a page does when it is looked at again.
SHOW_AGAIN = "document.dispatchEvent(new Event('visibilitychange'))"


def test_whoever_asked_sees_that_it_was_accepted_and_what_they_type_stays(member):
    (page, _login), (other, others_login) = member(), member()
    ask(page, others_login)
    section = page.locator("aside section", has_text="You have asked")
    section.wait_for()
    page.fill("#name", "half a na")
    page.locator("h1").click()
    other.locator("#main").get_by_role("button", name=re.compile("^Accept")).click()
    page.locator("section", has_text="Your friends").get_by_role("link", name="Mei", exact=True).wait_for()
    section.wait_for(state="detached")
    assert page.input_value("#name") == "half a na"


def test_pages_of_friends_follow_what_is_no_news(member, site):
    (page, _login), (other, others_login) = member(), member()
    ask(page, others_login)
    other.locator("#main").get_by_role("button", name=re.compile("^Accept")).click()
    mine = page.locator("section", has_text="Your friends").get_by_role("link", name="Mei", exact=True)
    mine.wait_for()
    other.reload()
    page.goto(site.url)
    page.locator("section[data-follows=here]", has_text="1 here now").wait_for()
    other.goto(f"{site.url}/friends/")
    other.locator("summary[aria-label='More about Mei']").click()
    other.get_by_role("link", name=re.compile("^End friendship")).click()
    other.get_by_role("button", name="End friendship").click()
    page.evaluate(SHOW_AGAIN)
    page.locator("section[data-follows=here]", has_text="Nobody is here now.").wait_for()


def test_a_menu_closes_on_escape_and_on_a_press_outside(member):
    (page, _login), (other, others_login) = member(), member()
    ask(page, others_login)
    other.locator("#main").get_by_role("button", name=re.compile("^Accept")).click()
    other.locator("#main").get_by_role("link", name="Mei", exact=True).wait_for()
    menu = other.locator("details.more", has_text="Report")
    for leave in (lambda: other.keyboard.press("Escape"), lambda: other.locator("h1").click()):
        menu.locator("summary").click()
        menu.get_by_role("link", name="Report").wait_for()
        leave()
        menu.get_by_role("link", name="Report").wait_for(state="hidden")


def test_the_page_of_friends_follows_what_happens(member, site):
    page, login = member()
    is_asked(site, login)
    page.locator("section", has_text="They want to be your friends").get_by_role("button", name="Accept").wait_for()


def test_the_page_of_a_club_shows_what_is_new(member, site):
    page, login = member()
    page.goto(f"{site.url}/clubs/")
    page.fill("[name=name]", "The Four Winds")
    page.locator("main button.go").click()
    page.wait_for_selector("#lobby")
    is_asked(site, login)
    page.locator("#news dialog a").wait_for()
