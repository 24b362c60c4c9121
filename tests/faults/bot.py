"""A person without scripts: reads pages, presses what they offer, and keeps a journal."""

from __future__ import annotations

import http.cookiejar
import time
import urllib.error
import urllib.parse
import urllib.request
from dataclasses import dataclass, field
from html.parser import HTMLParser
from random import Random

#: Seconds until a bot with nothing to press looks again: polling would leave the machine no time to play.
MOMENT = 0.05


@dataclass
class Page:
    """The controls of a table's page."""

    hidden: dict[str, str] = field(default_factory=dict)
    cards: list[str] = field(default_factory=list)
    allowed: list[str] = field(default_factory=list)
    # cards already selected: a forced play, a hint
    chosen: list[str] = field(default_factory=list)
    buttons: list[str] = field(default_factory=list)
    # buttons that wait for cards
    needing: list[str] = field(default_factory=list)
    many: bool = False


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.page = Page()

    def handle_starttag(self, tag, attributes):
        has = dict(attributes)
        name, value = has.get("name"), has.get("value")
        if tag == "input" and has.get("type") == "hidden" and name:
            self.page.hidden[name] = value
        elif tag == "input" and name == "cards":
            self.page.cards.append(value)
            self.page.many |= has["type"] == "checkbox"
            if "aria-disabled" not in has:
                self.page.allowed.append(value)
            if "checked" in has:
                self.page.chosen.append(value)
        elif tag == "button" and name == "do" and "data-need" in has:
            self.page.needing.append(value)
        elif tag == "button" and name == "do" and "aria-disabled" not in has:
            self.page.buttons.append(value)


def read(html: str) -> Page:
    """Return the controls of a page."""
    reader = _Reader()
    reader.feed(html)
    return reader.page


class NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *args):
        return None


#: Buttons that a bot leaves alone, and those that send the selected cards.
LEFT_ALONE = {"ask", "claim", "claim-rest", "declare"}
WITH_CARDS = ("bury", "discard", "play", "give")
#: Stands in for a key in a journal: another match was requested after the hand.
AGAIN = "again"


class Bot:
    """Plays a game at the site, match after match; ``journal`` holds what was acknowledged: (hand, seq,
    key). In All Fours it plays at random, in the others what the table hints at."""

    def __init__(self, url: str, seed: int, game: str = "all-fours") -> None:
        self.url = url
        self.game = game
        self.chance = Random(seed)
        self.jar = http.cookiejar.CookieJar()
        cookies = urllib.request.HTTPCookieProcessor(self.jar)
        self.open = urllib.request.build_opener(cookies, NoRedirect).open
        self.journal: list[tuple[int, int, str]] = []
        self.table = ""
        #: whether the match was over when the bot last looked
        self.over = False

    def sit_down(self) -> None:
        """Press «Play now» on the home page."""
        token = read(self._get("/")).hidden["csrfmiddlewaretoken"]
        status, headers = self._post(f"/play/{self.game}/", [("csrfmiddlewaretoken", token)])
        assert status == 302
        self.table = headers["Location"]

    def turn(self, again: bool = True) -> bool:
        """Look at the table and press something if possible; return whether it was accepted. Unless ``again``,
        press nothing once the match is over.

        Raise ``OSError`` if the site is down: whether the press arrived is then unknown.
        """
        page = read(self._get(self.table))
        self.over = "again" in page.buttons
        if self.over and not again:
            return False
        do, cards = self._by_chance(page) if self.game == "all-fours" else self._as_hinted(page)
        if not do:
            time.sleep(MOMENT)
            return False
        fields = [*self._press(page), ("do", do), *(("cards", card) for card in cards)]
        status, _ = self._post(self.table + "act/", fields)
        if status == 302 and do != "next":
            key = AGAIN if do == "again" else page.hidden["key"]
            self.journal.append((int(page.hidden["hand"]), int(page.hidden["seq"]), key))
        return status == 302

    def _by_chance(self, page: Page) -> tuple[str, list[str]]:
        choices = [do for do in page.buttons if do not in LEFT_ALONE and (do != "play" or page.allowed)]
        do = self.chance.choice(choices) if choices else ""
        return do, [self.chance.choice(page.allowed)] if do == "play" else []

    def _as_hinted(self, page: Page) -> tuple[str, list[str]]:
        """Return what to press and with which cards: those that the table selects, else a pass."""
        hint = next((do for do in page.buttons if do.startswith("hint")), "")
        offered = [do for do in (*page.buttons, *page.needing) if do not in LEFT_ALONE and not do.startswith("hint")]
        chosen = page.chosen
        if hint and not chosen:
            chosen = read(self._reply(self.table + "hint/", [*self._press(page), ("do", hint)])).chosen
        if not chosen and "pass" not in offered:
            chosen = page.allowed[:1]
        carried = [do for do in WITH_CARDS if do in offered]
        if carried and chosen:
            return carried[0], chosen
        plain = [do for do in offered if do not in carried]
        return (self.chance.choice(plain), []) if plain else ("", [])

    @staticmethod
    def _press(page: Page) -> list[tuple[str, str]]:
        return [(name, page.hidden[name]) for name in ("csrfmiddlewaretoken", "hand", "seq", "key")]

    def _get(self, path: str) -> str:
        with self.open(self.url + path, timeout=10) as answer:
            return answer.read().decode()

    def _reply(self, path: str, fields: list[tuple[str, str]]) -> str:
        """Return the page that answers a press; an empty one if it was refused."""
        try:
            with self.open(self.url + path, urllib.parse.urlencode(fields).encode(), timeout=10) as answer:
                return answer.read().decode()
        except urllib.error.HTTPError as answer:
            if answer.code >= 500:
                raise
            return ""

    def _post(self, path: str, fields: list[tuple[str, str]]) -> tuple[int, dict]:
        data = urllib.parse.urlencode(fields).encode()
        try:
            with self.open(self.url + path, data, timeout=10) as answer:
                return answer.status, answer.headers
        except urllib.error.HTTPError as answer:
            if answer.code >= 500:
                raise
            return answer.code, answer.headers
