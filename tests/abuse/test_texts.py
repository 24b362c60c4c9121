# ruff: noqa: E501  tables are read across
"""160 texts that try to be markup or code, in everything people may write, on every page and
fragment that shows it; numbers 41 and 42 of the catalogue, goal A3."""

from __future__ import annotations

import os
import re
from html.parser import HTMLParser

import pytest
from django.urls import reverse
from django.utils import timezone, translation

from games.accounts import friends
from games.accounts.models import User
from games.community import reports
from games.rooms.models import Message, Room, RuleSet, Seat
from games.table import fragments
from games.table.scene_builder import scene
from games.table.snapshot import load_snapshot
from tests.matches.tables import match_of, person
from tests.sessions import signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_once")]

TAGS = (
    "<script>alert(1)</script>", "<img src=x onerror=alert(1)>", '<img src=x hx-get="/logout" hx-trigger="load">',
    "<svg onload=alert(1)>", "<iframe src=javascript:alert(1)>", "<form action=//evil><button>", "<base href=//evil>",
    "<link rel=stylesheet href=//evil>", "<meta http-equiv=refresh content=0>", "<style>*{display:none}</style>",
    "<template><img src=x onerror=alert(1)>", "<math><mi xlink:href=javascript:alert(1)>", "<object data=//evil>",
    "<embed src=//evil>", "<video><source onerror=alert(1)>", "<details open ontoggle=alert(1)>", "<a href=//evil>x",
    "<input autofocus onfocus=alert(1)>", "<textarea>", "<select><option>", "<plaintext>", "<xmp>", "<noscript>",
    "<hx-partial id=hand>", "<body onload=alert(1)>", "<html lang=xx>", "<title>x</title>", "<!--", "--><b>", "<![CDATA[",
    "<?xml version=1?>", "<b", "</main>", "</body></html>", "<button name=do value=play form=act>", "<dialog open>",
)  # fmt: skip
ATTRIBUTES = (
    'onclick="alert(1)"', 'onmouseover=alert(1)', 'style="position:fixed;inset:0"', 'hx-on:load="alert(1)"',
    'hx-get="/logout"', 'data-hx-post="/x"', 'hx-trigger="load"', 'hx-swap-oob="true"', 'hx-ws:connect="//evil"',
    'ws-send', 'hx-vals="js:{a:1}"', 'hx-boost="true"', 'hx-target="body"', 'hx-include="*"', 'hx-ext="x"',
    'href="javascript:alert(1)"', 'srcdoc="<b>"', 'formaction="//evil"', 'autofocus', 'id="hand"', 'class="card"',
)  # fmt: skip
OUT_OF = ('"', "'", '">', "'>", '" ', "' ", "`", "&quot;", "&#34;", "&#x22;>")
OTHERS = (
    "{{ 7*7 }}", "{% load x %}", "${7*7}", "<%= 7*7 %>", "#{7*7}", "%(name)s %s {0} {name}", "\\x3cb\\x3e", "\\u003cb\\u003e",
    "&lt;b&gt;", "&#60;b&#62;", "&", "&amp", "&copy", "javascript:alert(1)", "data:text/html,<b>", "//evil.example",
    "http://evil.example/", "٠١٢<b>", "𝕏<b>", "מימין<b>", "<b>你好", "＜script＞", "﹤b﹥", "‹b›", "a=b c=d", "'; drop table--",
    "]]>", "*/<b>", "\\", "\\\\", "\\'", '\\"', "\t", "🂡<b>🂡", "e\u0301<b>", "ÿ<b>", "x" * 400 + "<b>", "<" * 60, ">" * 60,
)  # fmt: skip
TEXTS = (*TAGS, *(f"x{out}{attribute}" for out in OUT_OF[:4] for attribute in ATTRIBUTES), *OUT_OF, *OTHERS)
#: Texts tried at once in each round, a different one for each person and line.
AT_ONCE = 8
LANGUAGES = ("en", "zh-hans")


class Shape(HTMLParser):
    """A page's elements and attributes, without its text and the values that may hold text."""

    FREE = frozenset({"value", "aria-label", "title", "alt", "placeholder", "content"})

    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.found = []

    def handle_starttag(self, tag, attributes):
        names = sorted(name for name, _ in attributes)
        fixed = sorted(f"{name}={value}" for name, value in attributes if name not in self.FREE)
        self.found.append((tag, len(names), tuple(names), tuple(_blank(one) for one in fixed)))

    def handle_endtag(self, tag):
        self.found.append(("/", tag))

    def handle_comment(self, data):
        self.found.append(("comment",))

    def handle_decl(self, decl):
        self.found.append(("decl", decl))

    def handle_pi(self, data):
        self.found.append(("pi",))


def _blank(text):
    """Blank what differs from page to page in any case: the time of a signature among it."""
    return re.sub(r"[\w-]{20,}|(?<=:)\w{6}(?=:)|[0-9a-f]{16,}|[A-Z2-9]{6}|\d+", "#", text)


def shape(html):
    """Return the shape of a page."""
    reader = Shape()
    reader.feed(html)
    reader.close()
    return reader.found


def test_the_corpus_is_large():
    assert len(set(TEXTS)) == len(TEXTS) >= 150


@pytest.fixture
def world():
    """People who know one another, at a table with talk and rules of their own."""
    alice, bob, carol = person("alice"), person("bob"), person("carol")
    match = match_of("all-fours", alice, bob)
    friends.ask(bob, alice, "alice")
    friends.accept(alice, bob)
    friends.ask(carol, alice, "alice")
    reports.report(bob, carol, "words", "text")
    for user in (alice, bob):
        Message.objects.create(room=match.room, user=user, text="text")
    Room.objects.filter(pk=match.room_id).update(chat_version=2)
    RuleSet.objects.create(owner=alice, game="all-fours", name="text")
    waiting = Room.objects.create(game="winner", host=bob, visibility=Room.Visibility.PUBLIC)
    for number in range(4):
        waiting.seats.create(number=number, user=bob if number == 0 else None, seen_at=timezone.now())
    return alice, match


def write(texts):
    """Put texts wherever people may write. Forms refuse many of them, so they go straight into the rows."""
    texts = [text.replace("\x00", "") for text in texts]
    for at, user in enumerate(User.objects.order_by("pk")):
        User.objects.filter(pk=user.pk).update(name=texts[at % len(texts)][:20] if len(texts) > 1 else texts[0][:20])
    for at, room in enumerate(Room.objects.order_by("pk")):
        Room.objects.filter(pk=room.pk).update(name=texts[(at + 3) % len(texts)][:40])
    for at, message in enumerate(Message.objects.order_by("pk")):
        Message.objects.filter(pk=message.pk).update(text=texts[(at + 5) % len(texts)][:300])
    RuleSet.objects.update(name=texts[7 % len(texts)][:40])


def pages(alice, match, languages=LANGUAGES):
    """Return every page and fragment that shows what people write."""
    Seat.objects.update(seen_at=timezone.now())  # however long this takes, everybody counts as present
    client = signed_in(alice)
    other = User.objects.get(username="bob")
    html_by_page = {}
    for language in languages:
        client.cookies["django_language"] = language
        for name, arguments in (
            ("home", []), ("lobby", []), ("table", [match.room.code]), ("leave", [match.room.code]), ("friends", []),
            ("me", []), ("settings", []), ("person", [other.pk]), ("report", [other.pk]), ("history", []),
            ("new-room", ["all-fours"]),
        ):  # fmt: skip
            answer = client.get(reverse(name, args=arguments))
            assert answer.status_code == 200, name
            html_by_page[name, language] = answer.content.decode()
        with translation.override(language):
            for viewer in (alice, other, None):
                parts = fragments.parts(scene(load_snapshot(match.room.code), viewer))
                html_by_page["push", language, viewer and viewer.username] = str(fragments.push(parts))
    return html_by_page


def test_text_stays_text_on_every_page(world):
    alice, match = world
    pages(alice, match)  # mark everything unread as read
    write(["plain"] * AT_ONCE)
    plain = {name: shape(page) for name, page in pages(alice, match).items()}
    for turn, start in enumerate(range(0, len(TEXTS), AT_ONCE)):
        texts = (TEXTS + TEXTS)[start : start + AT_ONCE]
        write(texts)
        languages = LANGUAGES if os.environ.get("SOAK") else LANGUAGES[turn % 2 :][:1]
        for name, page in pages(alice, match, languages).items():
            assert shape(page) == plain[name], (name, texts)
