"""Every address of the site × method × {huge number, negative, wrong type, strange charset}: an answer, never a fault.

The addresses come from the site's own URL table, so a new one is tried automatically; sockets too.
"""

from __future__ import annotations

import logging
import re
from itertools import product
from random import Random
from urllib.parse import quote, unquote

import pytest
from asgiref.testing import ApplicationCommunicator
from django.conf import settings
from django.db import connection
from django.test import Client
from django.urls import URLPattern, get_resolver, is_valid_path, reverse

from cardsite.asgi import application
from games.foundation.observability.middleware import MONITORING_PATHS
from tests.faults.sizes import SOAK
from tests.replays.hands import finished

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_once")]

METHODS = ("get", "head", "post", "put", "patch", "delete", "options")
#: Put where an address wants a number, a word or a path: a number just too large for a database, one
#: far too large, a negative one, no number, an invisible character, a NUL, a text that is too long.
STRANGE = (str(2**63), "9" * 40, "-1", "x", "0x1F", "１２", "a b", "\u200b", "a\0b", "y" * 300)
#: Encodings that are not UTF-8: some are not for forms, some do not exist.
CHARSETS = ("utf-7", "utf-16", "idna", "punycode", "rot13", "zlib", "undefined", "nonsense", "\xff", "utf_8_sig")
FORMS = ("application/x-www-form-urlencoded", "multipart/form-data; boundary=x")


#: Every address gets all strange values by GET and POST. A method that it does not take, or treats as one of those,
#: gets a single value, but all in the soak.
REQUESTS = list(
    product(STRANGE, METHODS)
    if SOAK
    else [
        *product(STRANGE, ("get", "post")),
        *zip(STRANGE, [each for each in METHODS if each not in ("get", "post")], strict=False),
    ]
)


#: Values that another database may treat differently: numbers, a NUL, and a word longer than its columns.
OF_THE_DATABASE = [
    (what, method) for what, method in REQUESTS if what.lstrip("-").isdecimal() or "\0" in what or len(what) > 40
]


def patterns(resolver=None, before=""):
    """Yield every address, with ``<name>`` where something is put in."""
    for pattern in (resolver or get_resolver()).url_patterns:
        address = before + str(pattern.pattern)
        if isinstance(pattern, URLPattern):
            yield address
        else:
            yield from patterns(pattern, address)


def filled(address, what):
    """Return an address with this value in every place, or None for a regular expression that is not made of named
    groups alone."""
    if "^" in address or "(" in address:
        address = re.sub(r"\(\?P<(\w+)>[^()]*\)", r"<\1>", address).replace("^", "")
        address = address.removesuffix("$").removesuffix(r"\Z")
        if re.search(r"[()\\*+?\[]", address):
            return None
    parts = address.split("<")
    return "/" + parts[0] + "".join(quote(what, safe="") + part.partition(">")[2] for part in parts[1:])


ADDRESSES = sorted({address for address in patterns() if filled(address, "x")})
HOLED = [address for address in ADDRESSES if "<" in address]


def test_every_address_is_tried():
    """Including the regular expressions of allauth: the link in a letter is one, and anybody may change it."""
    assert sorted(set(patterns()) - set(ADDRESSES)) == []
    assert any("(?P<uidb36>" in address for address in HOLED)


@pytest.fixture
def browser(alice):
    client = Client(raise_request_exception=False)
    client.force_login(alice)
    return client


@pytest.fixture(autouse=True)
def quiet(caplog):
    """Fail where a request logs an error, still more a traceback."""
    caplog.set_level(logging.WARNING)
    yield
    loud = [one for one in caplog.records if one.levelno >= logging.ERROR or one.exc_info]
    assert not loud, [one.getMessage() for one in loud]


@pytest.mark.every_row  # numbers too large for a database
@pytest.mark.parametrize("address", HOLED)
def test_what_no_address_can_be_is_not_there(browser, address):
    refused = set()  # methods that the address never takes
    matched = [what for what in STRANGE if is_valid_path(unquote(filled(address, what)))]
    unmatched = [what for what in STRANGE if what not in matched][:1]  # what no pattern matches is looked for once
    for what, method in REQUESTS if SOAK or connection.vendor == "sqlite" else OF_THE_DATABASE:
        if method not in refused and (what in matched or (what in unmatched and method == "get")):
            answer = getattr(browser, method)(filled(address, what))
            assert answer.status_code < 500, (method, what)
            refused |= {method} if answer.status_code == 405 else set()


@pytest.mark.every_row
@pytest.mark.parametrize("name", ["replay-hand", "match-record", "upload-hand", "person", "report"])
def test_a_number_beyond_what_a_database_counts_to_is_not_there(browser, name):
    huge = reverse(name, args=[1]).replace("/1/", f"/{2**63}/")
    assert browser.get(huge).status_code == 404


@pytest.mark.parametrize("address", ADDRESSES)
def test_no_address_reads_a_strange_encoding_or_a_nul(browser, address):
    """Both are refused before any view, so that each address gets some of all; the forms below get every one."""
    path, at = filled(address, "x"), ADDRESSES.index(address)
    encodings = [*product(METHODS, CHARSETS, FORMS), *product(["post"] * 3, CHARSETS, FORMS)]
    for method, charset, form in encodings if SOAK else Random(at).sample(encodings, 6):
        kind = f"{form}; charset={charset}"
        answer = browser.generic(method.upper(), path, b"a=%61&code=ABC", content_type=kind)
        assert 400 <= answer.status_code < 500, (method, kind)
    # pages for monitors read nothing that is sent, and answer before
    texts, refused = ("a=b%00", "a%00=b"), {200, 403, 404, 405} if path in MONITORING_PATHS else {400, 404}
    for text, other in (texts, texts[::-1]) if SOAK else [texts[:: 1 - at % 2 * 2]]:
        assert browser.post(path, text, content_type=FORMS[0]).status_code in refused, text
        assert browser.get(f"{path}?{other}").status_code in refused, other


def test_each_form_of_ours_answers_a_strange_encoding_with_400(browser, alice):
    hand = finished("all-fours", alice)
    for name, args in (("join", []), ("set_language", []), ("act", [hand.match.room.code]), ("settings", [])):
        for charset in CHARSETS:
            answer = browser.generic(
                "POST", reverse(name, args=args), b"a=b", content_type=f"{FORMS[0]}; charset={charset}"
            )
            assert answer.status_code == 400, (name, charset)
        for charset in ("utf-8", "UTF8", '"utf-8"'):
            answer = browser.generic(
                "POST", reverse(name, args=args), b"a=b", content_type=f"{FORMS[0]}; charset={charset}"
            )
            assert b"encoding" not in answer.content, charset


def test_each_form_of_ours_answers_a_nul_with_400(browser, alice):
    hand = finished("all-fours", alice)
    for name, args in (("door", []), ("act", [hand.match.room.code]), ("push-renew", []), ("upload", [])):
        assert browser.post(reverse(name, args=args), {"before": "a\0b"}).status_code == 400, name
        assert browser.post(reverse(name, args=args) + "?before=%00").status_code == 400, name


def test_a_form_too_large_is_one_line_of_warning(browser, caplog):
    body = b"code=" + b"a" * (settings.DATA_UPLOAD_MAX_MEMORY_SIZE + 1)
    answer = browser.generic("POST", reverse("join"), body, content_type=FORMS[0])
    assert answer.status_code == 400
    assert [(one.levelname, bool(one.exc_info)) for one in caplog.records] == [("WARNING", False)]


def test_a_foreign_host_is_one_line_of_warning(browser, caplog):
    answer = browser.get("/", headers={"host": "evil.example" + "x" * 5000})
    assert answer.status_code == 400
    assert [(one.levelname, bool(one.exc_info)) for one in caplog.records] == [("WARNING", False)]
    assert len(caplog.records[0].getMessage()) < 300


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    "path",
    ["/ws/", "/ws/nothing/", "/", f"/ws/hands/{2**63}/show/1/", "/ws/t/%00/", "/ws/hands/x/show/-1/", "/t/ABCDEF/"],
)
async def test_a_socket_to_an_unknown_path_is_closed_and_logged_as_one_line(path, caplog):
    headers = [(b"origin", b"http://localhost"), (b"host", b"localhost")]
    scope = {"type": "websocket", "path": path, "headers": headers, "client": ["127.0.0.1", 1], "scheme": "ws"}
    socket = ApplicationCommunicator(application, scope | {"query_string": b"", "subprotocols": []})
    await socket.send_input({"type": "websocket.connect"})
    assert (await socket.receive_output(10))["type"] == "websocket.close"
    await socket.wait(10)
    assert len([one for one in caplog.records if one.name == "games.foundation.consumers"]) == 1
