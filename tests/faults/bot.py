"""A person without scripts: reads pages, presses what they offer, and keeps a journal."""

from __future__ import annotations

import http.cookiejar
import urllib.error
import urllib.parse
import urllib.request
from dataclasses import dataclass, field
from html.parser import HTMLParser
from random import Random


@dataclass
class Page:
    """The controls of a table's page."""

    hidden: dict[str, str] = field(default_factory=dict)
    cards: list[str] = field(default_factory=list)
    allowed: list[str] = field(default_factory=list)
    buttons: list[str] = field(default_factory=list)
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


class Bot:
    """Plays All Fours at the site; ``journal`` holds what was acknowledged: (hand, seq, key)."""

    def __init__(self, url: str, seed: int) -> None:
        self.url = url
        self.chance = Random(seed)
        self.jar = http.cookiejar.CookieJar()
        cookies = urllib.request.HTTPCookieProcessor(self.jar)
        self.open = urllib.request.build_opener(cookies, NoRedirect).open
        self.journal: list[tuple[int, int, str]] = []
        self.table = ""

    def sit_down(self, game: str = "all-fours") -> None:
        """Press «Play now» on the home page."""
        token = read(self._get("/")).hidden["csrfmiddlewaretoken"]
        status, headers = self._post(f"/play/{game}/", [("csrfmiddlewaretoken", token)])
        assert status == 302
        self.table = headers["Location"]

    def turn(self) -> bool:
        """Look at the table and press something if there is anything; say whether it was taken.

        ``OSError`` where the site is not there: then nothing is known of the press.
        """
        page = read(self._get(self.table))
        wanted = [do for do in page.buttons if do not in {"ask", "claim", "again"} and (do != "play" or page.allowed)]
        if not wanted:
            return False
        do = self.chance.choice(wanted)
        fields = [(name, page.hidden[name]) for name in ("csrfmiddlewaretoken", "hand", "seq", "key")]
        fields.append(("do", do))
        if do == "play":
            fields.append(("cards", self.chance.choice(page.allowed)))
        status, _ = self._post(self.table + "act/", fields)
        if status == 302 and do != "next":
            self.journal.append((int(page.hidden["hand"]), int(page.hidden["seq"]), page.hidden["key"]))
        return status == 302

    def over(self) -> bool:
        """Say whether the match is over."""
        return "again" in read(self._get(self.table)).buttons

    def _get(self, path: str) -> str:
        with self.open(self.url + path, timeout=10) as answer:
            return answer.read().decode()

    def _post(self, path: str, fields: list[tuple[str, str]]) -> tuple[int, dict]:
        data = urllib.parse.urlencode(fields).encode()
        try:
            with self.open(self.url + path, data, timeout=10) as answer:
                return answer.status, answer.headers
        except urllib.error.HTTPError as answer:
            if answer.code >= 500:
                raise
            return answer.code, answer.headers
