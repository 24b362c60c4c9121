"""Whoever posts or opens a socket is a page of this site."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from cardsite.origins import is_ours


@pytest.mark.parametrize(
    ("origin", "host", "ours"),
    [
        ("http://localhost", "localhost", True),
        ("http://localhost:8000", "localhost:8000", True),
        ("https://localhost", "localhost", True),
        ("https://LOCALHOST", "localhost", True),
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
    assert is_ours(origin.encode("latin-1"), host.encode()) is ours


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
