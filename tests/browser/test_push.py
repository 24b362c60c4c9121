"""Notifications in a browser: asked for by a press, encrypted for its keys, shown while none of our pages is in view.

A browser of the tests has no push service of its own, and shows nothing outside of its pages, so a stand-in takes the
place of both: the keys are the browser's, what the site sends is read with them, and is handed to the service worker.
"""

from __future__ import annotations

import pytest
from cryptography.hazmat.primitives.asymmetric import ec

from games.community import web_push
from tests.browser.test_moderation import check
from tests.faults.sizes import SOAK
from tests.push_service import Browser, PushService, from_base64url
from tests.sites import Site

pytestmark = pytest.mark.browser

#: A browser's own subscribing, with its own keys, at the stand-in: «ENDPOINT».
SUBSCRIBING = """
(() => {
  const text = (bytes) => btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  PushManager.prototype.subscribe = async function (options) {
    const pair = await crypto.subtle.generateKey({ name: "ECDH", namedCurve: "P-256" }, true, ["deriveBits"]);
    const auth = crypto.getRandomValues(new Uint8Array(16));
    const secret = (await crypto.subtle.exportKey("jwk", pair.privateKey)).d;
    const subscription = { secret, auth: text(auth), site: text(options.applicationServerKey) };
    localStorage.setItem("subscription", JSON.stringify(subscription));
    const keys = { p256dh: text(await crypto.subtle.exportKey("raw", pair.publicKey)), auth: text(auth) };
    return { toJSON: () => ({ endpoint: "ENDPOINT", keys }) };
  };
})();
"""
PERMISSION = """
Object.defineProperty(Notification, "permission", { get: () => "default" });
Notification.requestPermission = async () => "ANSWER";
"""
#: A message to the service worker's «SCRIPT», while a page of ours is open, or none is: what it shows, and what it does
#: when that is pressed, or what it offers beside; nothing is shown where a page is looked at.
MESSAGE = """([payload, focused, action]) => new Promise((resolve) => {
  const opened = [], handlers = {}, addEventListener = (kind, handle) => (handlers[kind] = handle);
  const navigator = { setAppBadge: (number) => opened.push(`badge ${number}`) };
  const tab = { focused, focus: async () => opened.push("focused"), navigate: async (url) => opened.push(url) };
  const clients = {
    matchAll: async () => (focused === null ? [] : [tab]),
    openWindow: async (url) => opened.push(url),
  };
  const registration = {
    showNotification: async (title, { body, tag, lang, data, actions }) => handlers.notificationclick({
      action: actions.some((one) => one.action === action) ? action : "",
      notification: { data, close: () => opened.push("closed") },
      waitUntil: (open) => open.then(() => resolve([title, body, tag, lang, opened])),
    }),
  };
  SCRIPT
  handlers.push({ data: { json: () => payload }, waitUntil: (shown) => focused && shown.then(() => resolve(null)) });
})"""


#: Somebody whose link makes a browser a guest.
LINK = """
from games.community.friend_views import token_of
from tests.matches.tables import person
import secrets
print(token_of(person(secrets.token_hex(4))))
"""


@pytest.fixture(scope="module")
def service():
    service = PushService()
    yield service
    service.close()


@pytest.fixture(scope="module")
def own_site(service):
    """A site that knows the stand-in."""
    site = Site(SIFANG_PUSH_SERVICES=service.origin)
    site.start()
    yield site
    site.stop()
    assert "Traceback" not in site.log(), site.log()
    site.remove()


def subscribe(page, site):
    """Have a signed-in page ask for notifications by pressing; return the browser's keys as it made them."""
    page.goto(f"{site.url}/me/notifications/")
    page.get_by_role("button", name="Notify me in this browser").click()
    page.wait_for_selector("small:text-is('this browser')")
    subscription = page.evaluate("() => JSON.parse(localStorage.getItem('subscription'))")
    secret = int.from_bytes(from_base64url(subscription["secret"]), "big")
    key = ec.derive_private_key(secret, ec.SECP256R1())
    return Browser("", key, from_base64url(subscription["auth"])), subscription["site"]


def test_what_somebody_is_notified_of_comes_encrypted_and_is_shown_while_they_are_away(member, own_site, service):
    page, login = member("Mei", "phone", site=own_site, at="/about/")
    page.context.add_init_script(PERMISSION.replace("ANSWER", "granted"))
    page.context.add_init_script(SUBSCRIBING.replace("ENDPOINT", f"{service.origin}/mei"))
    browser, key_of_site = subscribe(page, own_site)
    assert key_of_site == own_site.run("from games.community import web_push; print(web_push.public_key())")
    assert key_of_site != web_push.public_key(), "another site has another secret"
    other, _login = member("Lin", site=own_site)
    with service.next_message() as message:
        other.fill("#name", login)
        other.press("#name", "Enter")
    _path, _headers, body = message()
    payload = browser.read(body)
    assert payload["says"] == "Lin wants to be your friend."

    script = page.evaluate("() => fetch('/service-worker.js').then((answer) => answer.text())")
    shown = MESSAGE.replace("SCRIPT", script)
    page.goto("about:blank")
    words = ["Sifang 四方", "Lin wants to be your friend.", payload["tag"], "en"]
    assert page.evaluate(shown, [payload, None, ""]) == [*words, ["badge 1", "closed", "/friends/"]]
    assert page.evaluate(shown, [payload, False, ""]) == [*words, ["badge 1", "closed", "focused", "/friends/"]]
    off = ["badge 1", "closed", "/me/notifications/#friends"]
    assert page.evaluate(shown, [payload, None, "choose"]) == [*words, off]
    assert page.evaluate(shown, [payload, True, ""]) is None


def test_the_badge_goes_once_there_is_nothing_new(member, own_site):
    page, _login = member(size="phone", site=own_site)
    page.add_init_script("navigator.clearAppBadge = async () => (window.isCleared = true)")
    page.reload()
    page.wait_for_function("window.isCleared")


def test_without_a_safe_connection_it_is_said_and_the_rest_of_the_page_works(member, own_site):
    page, _login = member(size="phone", site=own_site, at="/me/notifications/")
    page.add_init_script("Object.defineProperty(window, 'isSecureContext', { get: () => false })")
    page.reload()
    assert page.locator("[data-state=insecure]").is_visible()
    assert not page.locator("[data-push] button").is_visible()
    page.locator("#turns input").first.uncheck()
    page.locator("form.panel .go").click()
    page.wait_for_url(f"{own_site.url}/me/notifications/")
    assert not page.locator("#turns input").first.is_checked()


@pytest.mark.parametrize(
    ("size", "language"),
    [("phone", "zh-CN"), ("desktop", "en-GB")] + [("phone", "en-GB"), ("desktop", "zh-CN")] * SOAK,
)
def test_the_page_is_clear_to_everybody(visit, own_site, service, size, language):
    page = visit(size, site=own_site, at=None, locale=language)
    page.add_init_script(PERMISSION.replace("ANSWER", "granted"))
    page.add_init_script(SUBSCRIBING.replace("ENDPOINT", f"{service.origin}/mei"))
    page.goto(own_site.url)
    page.goto(f"{own_site.url}/friends/link/{own_site.run(LINK)}/")
    page.locator("form .go").click()
    page.goto(f"{own_site.url}/me/notifications/")
    check(page, f"delivery-{size}-{language}-before")
    page.locator("[data-push] button").click()
    page.wait_for_selector("[data-push-off]")
    check(page, f"delivery-{size}-{language}")
    page.locator("#daily input").first.check()
    page.locator("form.panel .go").click()
    assert page.locator("#daily input").first.is_checked()
    page.locator("[data-push-off] button").click()
    page.wait_for_selector("[data-push]")


def test_who_has_said_no_is_told_where_to_change_that(member, own_site):
    page, _login = member(size="phone", site=own_site, at="/me/notifications/")
    page.add_init_script(PERMISSION.replace("ANSWER", "denied"))
    page.reload()
    page.get_by_role("button", name="Notify me in this browser").click()
    page.wait_for_selector("text=This browser does not let us notify you.")
    assert not page.get_by_role("button", name="Notify me in this browser").is_visible()


def test_the_hour_is_shown_in_the_readers_own_time(member, own_site):
    options = {"timezone_id": "Asia/Shanghai", "locale": "en-GB"}
    page, _login = member(size="phone", site=own_site, at="/me/notifications/", **options)
    chosen = page.locator("[name=hour] option:checked")
    assert chosen.get_attribute("value") == "10"
    assert chosen.inner_text().startswith(("18:00", "06:00 PM"))
    first = page.locator("[name=hour] option").first
    assert (first.get_attribute("value"), first.inner_text()[:2]) in {("16", "00"), ("16", "12")}
