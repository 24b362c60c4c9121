"""People in browsers: a guest becomes somebody, finds a friend, is invited, takes all and leaves."""

from __future__ import annotations

import json
import re
import secrets

import pytest

from tests.browser.hands import LOOK, PROMPT, answer, asked, follow, play_now

pytestmark = pytest.mark.browser
PASSWORD = "seven-sided-lantern"
#: what is asked of a reader whose forced cards are played for them
FREE = f"""was => {{
  const now = ({LOOK})();
  const free = now && (now.over || ({PROMPT})(was) && (now.cards.length > 1 || now.actions.some(it => it !== 'play')));
  return free ? now : null;
}}"""


def sign_up(page, name):
    """Make an account from whoever this browser is; return its login name."""
    login = f"{name.lower()}-{secrets.token_hex(4)}"
    page.goto(page.url.split("/", 3)[0] + "//" + page.url.split("/")[2] + "/account/signup/")
    page.fill("[name=name]", name)
    page.fill("[name=username]", login)
    page.fill("[name=password1]", PASSWORD)
    page.fill("[name=password2]", PASSWORD)
    page.click("main form button[type=submit]")
    page.wait_for_url(re.compile(r":\d+/$"))
    return login


def go(page, path):
    """Go to a page of the same site."""
    page.goto("/".join(page.url.split("/")[:3]) + path)


def test_a_guest_who_signs_up_keeps_their_table(visit):
    page = visit("phone", at="/with/all-fours/")
    # else Play now may lead to somebody's table that waits
    follow(page, page.get_by_role("button", name="Keep my tables to myself"))
    go(page, "/")
    play_now(page, "all-fours")
    page.locator("#hand input[name=cards]").nth(5).wait_for(state="attached")
    table = page.url
    sign_up(page, "Mei")
    page.goto(table)
    page.locator("#hand input[name=cards]").nth(5).wait_for(state="attached")
    go(page, "/me/")
    assert page.locator("h1").inner_text() == "Mei"


def test_friends_find_each_other_and_an_invitation_comes_to_the_open_page(member):
    (mei, name_of_mei), (tom, _login) = member("Mei", at="/me/settings/"), member("Tom", "phone")
    tom.fill("[name=name]", name_of_mei)
    tom.locator("form[action='/friends/ask/'] button").click()
    tom.wait_for_selector(".note")

    mei.get_by_text("Tom wants to be your friend.").wait_for()
    mei.locator("#news a").click()
    mei.get_by_role("button", name=re.compile(r"Accept.*Tom")).click()
    tom.locator("#main").get_by_text("Mei is your friend now.").wait_for()

    mei.locator(".brand").click()
    mei.locator("form[action='/play/winner/'] button:not([form])").click()
    mei.wait_for_selector("#table")
    table = mei.url
    go(tom, "/account/password/change/")
    go(mei, "/friends/")
    mei.get_by_role("button", name=re.compile(r"Invite.*Tom")).click()
    tom.get_by_text("Mei invites you to a table").wait_for()
    tom.locator("#news a").click()
    tom.wait_for_url(table)


def test_an_invitation_put_off_is_found_later(member):
    (mei, login), (tom, _login) = member("Mei", at="/me/settings/"), member("Tom")
    tom.fill("#name", login)
    tom.press("#name", "Enter")
    mei.get_by_text("Tom wants to be your friend.").wait_for()
    mei.get_by_role("button", name="Later").click()
    mei.locator("#news dialog").wait_for(state="hidden")
    go(mei, "/friends/")
    assert mei.get_by_role("button", name=re.compile(r"Accept.*Tom")).is_visible()


def test_one_press_changes_the_language_and_the_account_keeps_it(member):
    page, _login = member(at="/")
    page.get_by_role("button", name="中文").click()
    page.wait_for_selector("html[lang=zh-Hans]")
    go(page, "/me/settings/")
    assert page.locator("html").get_attribute("lang") == "zh-Hans"


def test_looks_are_kept_and_seen_at_once(member):
    page, _login = member(at="/me/settings/", color_scheme="light")
    page.locator("label", has_text="Dark").click()
    page.locator("label", has_text="Four colours").click()
    page.get_by_role("button", name="Save").click()
    page.wait_for_selector("html[data-theme=dark][data-deck=four]")


def test_everything_is_taken_along_and_an_account_closed_by_mistake_is_opened_again(visit):
    page = visit()
    login = sign_up(page, "Zelda")
    page.locator("form[action='/play/all-fours/'] button:not([form])").click()
    page.wait_for_selector("#table")
    go(page, "/me/settings/")
    with page.expect_download() as download:
        page.get_by_role("link", name="Download everything").click()
    export = json.loads(download.value.path().read_text())
    assert export["person"]["username"] == login
    page.get_by_role("link", name="Delete the account").click()
    page.fill("[name=password]", PASSWORD)
    page.get_by_role("button", name="Close the account").click()
    page.get_by_text("Your account is closed.").wait_for()
    go(page, "/account/login/")
    page.fill("[name=login]", login)
    page.fill("[name=password]", PASSWORD)
    page.click("main form button[type=submit]")
    page.get_by_text("Your account is open again").wait_for()
    go(page, "/me/")
    assert page.locator("h1").inner_text() == "Zelda"


def test_accounts_work_without_scripts(visit):
    page = visit(javascript=False)
    login = sign_up(page, "Mei")
    go(page, "/me/settings/")
    follow(page, page.get_by_role("button", name="Sign out"))
    go(page, "/account/login/")
    page.fill("[name=login]", login)
    page.fill("[name=password]", PASSWORD)
    follow(page, page.locator("main form button[type=submit]"))
    go(page, "/me/")
    assert page.locator("h1").inner_text() == "Mei"


def test_a_table_closes_in_every_tab_when_its_player_signs_out(member):
    page, _login = member(at="/")
    page.locator("form[action='/play/all-fours/'] button:not([form])").click()
    page.wait_for_selector("#hand input[name=cards]")
    other = page.context.new_page()
    other.goto("/".join(page.url.split("/")[:3]) + "/me/settings/")
    other.get_by_role("button", name="Sign out").click()
    page.wait_for_function("() => !document.querySelector('#hand input[name=cards]')")


def test_a_passkey_opens_the_account(visit):
    page = visit()
    port = page.url.split(":")[2].rstrip("/")
    page.goto(f"http://localhost:{port}/")  # passkeys need a name, not a number
    sign_up(page, "Mei")
    devices = page.context.new_cdp_session(page)
    devices.send("WebAuthn.enable")
    options = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True}
    devices.send(
        "WebAuthn.addVirtualAuthenticator",
        {"options": options | {"isUserVerified": True, "automaticPresenceSimulation": True}},
    )
    go(page, "/account/2fa/webauthn/add/")
    page.fill("[name=password]", PASSWORD)
    page.click("main form button[type=submit]")
    page.locator("[name=passwordless]").check()
    page.get_by_role("button", name="Add").click()
    page.wait_for_url(re.compile(r"2fa/(recovery-codes/|webauthn/$)"))
    go(page, "/me/settings/")
    page.get_by_role("button", name="Sign out").click()
    go(page, "/account/login/")
    page.get_by_role("button", name="Sign in with a passkey").click()
    page.wait_for_url(re.compile(r":\d+/$"))
    go(page, "/me/")
    assert page.locator("h1").inner_text() == "Mei"


def test_forced_cards_are_played_for_whoever_wishes_it(member):
    page, _login = member(at="/me/settings/")
    page.locator("label", has_text="Play them for me").click()
    page.get_by_role("button", name="Save").click()
    page.wait_for_selector("html[data-forced=auto]")
    go(page, "/")
    page.locator("form[action='/play/all-fours/'] button:not([form])").click()
    page.wait_for_selector("#table")
    picture = None
    for _ in range(60):
        # the forced cards are played by the page itself
        now = asked(page, FREE, picture)
        if now["over"]:
            return
        picture = answer(page, now)
    raise AssertionError("the hand never ended")
