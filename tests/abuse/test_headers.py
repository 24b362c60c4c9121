"""The headers of error pages; ``test_access`` checks those of every address for everybody."""

from __future__ import annotations

import os
import re

import pytest
from django.template.engine import Engine
from django.template.loaders.app_directories import get_app_template_dirs
from django.test import Client
from django.urls import reverse

from tests import programs
from tests.abuse.headers import guarded, has_nothing_inline
from tests.sites import ROOT


@pytest.mark.django_db
def test_refusals_have_the_policy_too(client, settings):
    settings.ALLOWED_HOSTS = ["testserver"]
    strict = Client(enforce_csrf_checks=True, raise_request_exception=False)
    answers = [
        client.get("/nothing/"),
        client.post(reverse("home")),
        client.get(reverse("home"), headers={"host": "evil.example"}),
        strict.post(reverse("account_login"), {"login": "x"}),
        client.post(reverse("join"), {"code": "x" * 100_000}),
    ]
    assert [answer.status_code for answer in answers] == [404, 405, 400, 403, 400]
    for answer in answers:
        guarded(answer)
        has_nothing_inline(answer.content.decode())


@pytest.mark.django_db
def test_a_fault_of_ours_has_the_policy_and_says_nothing_of_itself(monkeypatch):
    monkeypatch.setattr("games.table.views.families", lambda: 1 / 0)
    answer = Client(raise_request_exception=False).get(reverse("home"))
    assert answer.status_code == 500
    guarded(answer)
    has_nothing_inline(answer.content.decode())
    assert "ZeroDivision" not in answer.content.decode()


def test_no_template_holds_anything_inline_or_switches_escaping_off():
    folders = [*Engine.get_default().dirs]
    assert get_app_template_dirs("templates")
    for folder in folders:
        for path in folder.rglob("*.html"):
            text = path.read_text()
            has_nothing_inline(text)
            assert not re.search(r"\|\s*safe\b|autoescape off|safeseq", text), path
            # values in attributes are quoted
            for tag in re.findall(r"<[a-z][^<>]*>", text):
                assert not re.search(r"\s[\w:-]+=\{\{", tag), (path, tag)


def test_nothing_is_marked_safe_but_what_is_made_here():
    """``mark_safe`` with anything but a literal is where text becomes markup."""
    for path in (ROOT / "games").rglob("*.py"):
        for call in re.findall(r"mark_safe\(([^)]*)\)", path.read_text()):
            assert re.fullmatch(r"""\s*(f?["'][^{]*["'])\s*""", call), (path, call)


def test_a_public_site_passes_the_deployment_check(tmp_path):
    environment = {key: value for key, value in os.environ.items() if not key.startswith(("SIFANG_", "DEBUG"))}
    environment |= {
        "SIFANG_VAR": str(tmp_path),
        "SIFANG_PUBLIC": "1",
        "SIFANG_HOSTS": "cards.example",
        "SECRET_KEY": "a-key-of-many-letters-0123456789-and-more-of-them-!?%&",
    }
    words = ("manage.py", "check", "--deploy", "--fail-level", "WARNING")
    status, output = programs.run(*words, environment=environment)
    assert status == 0, output
