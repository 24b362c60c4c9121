"""What tests draw by chance."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from tests.chance import TOKEN_LETTERS

pytestmark = pytest.mark.django_db


def test_no_word_that_a_page_is_searched_for_is_in_a_forms_token():
    browser = Client(enforce_csrf_checks=True)
    pages = [browser.get("/").content.decode() for _visit in range(2)]
    tokens = {token for page in pages for token in re.findall('name="csrfmiddlewaretoken" value="(.*?)"', page)}
    assert len(tokens) == 2, "each page masks the secret anew"
    assert {letter for token in tokens for letter in token} == set(TOKEN_LETTERS)
    for token in tokens:
        answer = browser.post("/language/", {"csrfmiddlewaretoken": token, "language": "en", "next": "/"})
        assert answer.status_code == 302
    assert browser.post("/language/", {"language": "en", "next": "/"}).status_code == 403
