"""The page that lists the keys; the table knows each of them."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.urls import reverse

from games.guide.keys import KEYS, SPACE

SCRIPTS = Path(__file__).resolve().parents[2] / "static" / "js"


@pytest.mark.parametrize("language", ["en", "zh-hans"])
def test_every_key_is_listed(client, db, language):
    page = client.get(reverse("keys"), headers={"accept-language": language}).content.decode()
    for _place, rows in KEYS:
        for keys, _action in rows:
            assert all(f"<kbd>{key}</kbd>" in page for key in keys if key != SPACE)


def test_the_table_knows_the_letters_that_are_listed():
    script = (SCRIPTS / "hand.js").read_text()
    letters = [key.lower() for keys, _action in KEYS[0][1] for key in keys if len(key) == 1 and key.isalpha()]
    ranks = set("tjqka")
    assert {"p", "h", "l", "s", "m"} == set(letters) - ranks
    assert all(f" {letter}: () =>" in script for letter in set(letters) - ranks)
    assert '"?": () =>' in script
