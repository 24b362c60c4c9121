"""Only pages of this site may post or open a socket."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from games.foundation.origins import SameOriginSockets, is_same_origin


@pytest.mark.parametrize(
    ("origin", "host", "ours"),
    [
        ("http://localhost", "localhost", True),
        ("http://localhost:8000", "localhost:8000", True),
        ("http://LOCALHOST", "localhost", True),
        ("https://localhost", "localhost", False),
        ("http://localhost:80", "localhost", True),
        ("http://[::1]:8000", "[::1]:8000", True),
        ("http://localhost:8001", "localhost:8000", False),
        ("http://localhost:8000", "localhost", False),
        ("http://www.localhost", "localhost", False),
        ("http://localhost.evil.example", "localhost", False),
        ("http://evil.example", "evil.example", False),
        ("http://127.0.0.1", "localhost", False),
        ("http://localhost@evil.example", "localhost", False),
        ("null", "localhost", False),
        ("", "localhost", False),
        ("http://", "localhost", False),
        ("http://localhost:x", "localhost", False),
        ("file://", "localhost", False),
        ("http://localhost", "", False),
        ("http://l\xf6calhost", "localhost", False),
    ],
)
def test_an_origin_is_the_host_and_the_port_that_was_asked(origin, host, ours):
    assert is_same_origin(origin.encode("latin-1"), host.encode(), "http") is ours


@pytest.mark.parametrize(
    ("origin", "host", "ours"),
    [
        ("https://localhost", "localhost", True),
        ("https://localhost:443", "localhost", True),
        ("http://localhost", "localhost", False),
        ("http://localhost:443", "localhost:443", False),
    ],
)
def test_a_page_without_encryption_opens_no_socket_of_a_site_with_it(origin, host, ours):
    assert is_same_origin(origin.encode(), host.encode(), "https") is ours


@pytest.mark.parametrize(
    ("public", "scheme", "origin"), [(True, "ws", "https"), (False, "wss", "https"), (False, "ws", "http")]
)
async def test_the_scheme_is_that_of_the_socket_and_of_a_public_site_always_https(settings, public, scheme, origin):
    settings.PUBLIC, schemes = public, []

    async def application(scope, receive, send):
        schemes.append(scope["scheme"])

    async def wire(*_message):
        return {"type": "websocket.connect"}

    for page_scheme in ("http", "https"):
        headers = [(b"origin", f"{page_scheme}://localhost".encode()), (b"host", b"localhost")]
        await SameOriginSockets(application)({"scheme": scheme, "headers": headers}, wire, wire)
        assert bool(schemes) is (page_scheme == origin)
        schemes.clear()


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Sec-Fetch-Site": "cross-site"}, 403),
        ({"Origin": "https://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Referer": "https://evil.example/"}, 403),
        ({"Sec-Fetch-Site": "same-origin", "Origin": "https://testserver"}, 302),
    ],
)
def test_a_post_from_elsewhere_is_refused_though_it_has_the_token(headers, status):
    strict = Client(enforce_csrf_checks=True)
    strict.get(reverse("home"), secure=True)
    token = strict.cookies["csrftoken"].value
    answer = strict.post(
        reverse("set_language"), {"language": "en", "csrfmiddlewaretoken": token}, secure=True, headers=headers
    )
    assert answer.status_code == status
