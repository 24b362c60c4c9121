"""Which words of a page are in the other language, judged by their script; tables for two languages, and all pages
of the site."""

from __future__ import annotations

import json
import re
from collections.abc import Collection
from html.parser import HTMLParser

from tests.access.world import ROLES

LANGUAGES = ("en", "zh-hans")
LOCALES = {"en": "en-GB", "zh-hans": "zh-CN"}
#: People, tables and clubs on the pages that tests look at.
NAMES = {"Ann", "小梅", "Test table", "The Four Winds", "The Chimes", "Guest", *map(str.capitalize, ROLES), "owner"}
#: What overflows the window sideways.
WIDE = """() => {
  const wide = document.documentElement.scrollWidth > innerWidth ? ['the page itself'] : [];
  const out = [...document.querySelectorAll('main *, header *')].filter(shown => {
    if (!shown.checkVisibility() || shown.closest('.vh, .skip, .flying, svg')) return false;
    let scrolls = shown.parentElement;
    while (scrolls && getComputedStyle(scrolls).overflowX === 'visible') scrolls = scrolls.parentElement;
    if (scrolls && scrolls !== document.body && scrolls !== document.documentElement) return false;
    const box = shown.getBoundingClientRect();
    return box.width && (box.left < -1 || box.right > innerWidth + 1);
  });
  return wide.concat(out.slice(0, 3).map(shown => shown.outerHTML.slice(0, 120)));
}"""
#: Elements whose text nobody reads.
SILENT = {"script", "style", "template", "noscript", "title", "code", "pre"}
VOID = {"area", "base", "br", "col", "hr", "img", "input", "link", "meta", "source", "wbr"}
READ_OUT = {"alt", "aria-label", "aria-description", "placeholder", "title"}
CHINESE = re.compile(r"[\u3400-\u9fff]+")
#: Codes, which have figures in them, are no words.
LATIN = re.compile(r"(?<![A-Za-z0-9])[A-Za-z]{2,}(?![A-Za-z0-9])")
#: Names of the house, of techniques, commands, settings and keys, and the link to the other language. «Email»
#: and «token» are what the Chinese of the sign-in package says.
EVERYWHERE = {
    *("Sifang", "四方", "English", "中文", "AI", "JavaScript", "passkey", "IP", "MiB", "UTC", "SHA-256"),
    *(
        "Email",
        "token",
        "Python",
        "cookie",
        "manage.py verify_record --deal",
        "sifang-lots/1",
        "SIFANG_CONTACT",
        "Home",
        "End",
        "Enter",
        "Esc",
    ),
}


class Message(HTMLParser):
    """Collects the text of a page or fragment, except what is marked as another language's or is
    a drawn avatar."""

    def __init__(self) -> None:
        super().__init__()
        self.words: list[str] = []
        self.open: list[tuple[str, bool]] = []

    @property
    def _silent(self) -> bool:
        return bool(self.open) and self.open[-1][1]

    def handle_starttag(self, tag, attrs):
        values = dict(attrs)
        aside = tag in SILENT or (tag != "html" and "lang" in values) or "avatar" in (values.get("class") or "").split()
        silent = self._silent or aside
        if not silent:
            self.words += [value for name, value in attrs if name in READ_OUT and value]
        if tag not in VOID:
            self.open.append((tag, silent))

    def handle_endtag(self, tag):
        while self.open and any(name == tag for name, _silent in self.open):
            if self.open.pop()[0] == tag:
                break

    def handle_data(self, data):
        if not self._silent:
            self.words.append(data)


def foreign(html: str, language: str, names: Collection[str] = ()) -> list[str]:
    """Return the words of the other language in a page or fragment; ``names`` of people and tables
    belong to no language."""
    message = Message()
    message.feed(html)
    message.close()
    pattern = LATIN if language == "zh-hans" else CHINESE
    known = sorted({*names, *EVERYWHERE}, key=len, reverse=True)
    words = []
    for text in filter(pattern.search, message.words):
        for name in known:
            text = text.replace(name, " ")
        words += pattern.findall(text)
    return words


def frames_of(page) -> list[str]:
    """Return a list that collects everything pushed to a page from now on."""
    frames: list[str] = []

    def note(payload):
        frames.append(payload if isinstance(payload, str) else payload.decode())

    page.on("websocket", lambda socket: socket.on("framereceived", note))
    return frames


def prepare_pairs(*games: str) -> None:
    """Seat an English and a Chinese reader at a table of each game, side by side, AI players on the
    other seats, and begin; print game → code and the two sessions as JSON."""
    from games.accounts.models import User
    from games.rules.registry import GAMES
    from tests.matches.tables import match_of
    from tests.sessions import session_of

    tables = {}
    for game in games:
        pair = [
            User.objects.create(username=f"{game}-en", name="Ann", language="en"),
            User.objects.create(username=f"{game}-zh", name="小梅", language="zh-hans"),
        ]
        seats = GAMES[game].seats(GAMES[game].resolve({}))
        match = match_of(game, *pair, *["beginner"] * (seats - 2))
        tables[game] = [match.room.code, *map(session_of, pair)]
    print(json.dumps(tables))


#: The framework's own pages, and files.
NO_PAGES = ("admin", "-deal", "-record", "-text")
#: Responses that show nothing.
NO_PAGE = {"302", "405", "in"}


def prepare_pages() -> None:
    """Make the world of ``tests/access`` and find every page in it that Alice may open, and whoever has no account, and
    one of each that others see, or that says why there is none; print who → addresses, and who → session, as JSON."""
    from django.test import Client
    from django.urls import reverse

    from tests.access.world import make_world
    from tests.sessions import session_of
    from tests.test_access import ROWS

    world = make_world()
    by_person: dict[str, dict[str, None]] = {}
    covered: set[tuple[str, str]] = set()
    for who, role in (("alice", "owner"), ("nobody", "anonymous"), *((role, role) for role in ROLES)):
        client = Client(headers={"host": "127.0.0.1"}, raise_request_exception=False)
        if world.people[role] is not None:
            client.force_login(world.people[role])
        addresses = by_person.setdefault(who, {})
        for table, name, method, *statuses in ROWS:
            status = statuses[ROLES.index(role)]
            if method != "GET" or name.endswith(NO_PAGES) or status in NO_PAGE:
                continue
            # all that Alice and a stranger may open is checked; what others see, and errors, once of each address
            whole = who in ("alice", "nobody") and status == "200"
            if not whole and (name, status) in covered:
                continue
            address = reverse(name.partition(":")[0], kwargs=table.arguments(name, world))
            answer = client.get(address)
            page = answer.headers.get("Content-Type", "").startswith("text/html")
            if page and "Content-Disposition" not in answer.headers and answer.status_code not in (302, 405):
                addresses[address] = None
            covered.add((name, status))
    pages = {who: list(addresses) for who, addresses in by_person.items()}
    sessions = {role: session_of(user) for role, user in world.people.items() if user is not None}
    print(json.dumps({"pages": pages, "sessions": sessions | {"alice": sessions["owner"], "nobody": ""}}))
