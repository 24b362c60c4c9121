"""The site as an app: manifest, icons, service worker, and the page without a connection."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pytest
from django.conf import settings
from PIL import Image

from games.guide.installable import ICONS, PAPER
from tests.browser.languages import foreign

STATIC = Path(settings.BASE_DIR) / "static"


@pytest.mark.parametrize(("language", "words"), [("en", "card games"), ("zh-hans", "牌")])
@pytest.mark.django_db
def test_the_manifest_is_in_the_readers_language(client, language, words):
    answer = client.get("/manifest.webmanifest", headers={"Accept-Language": language})
    assert answer["Content-Type"] == "application/manifest+json"
    manifest = answer.json()
    assert words in manifest["description"]
    assert (manifest["start_url"], manifest["scope"], manifest["display"]) == ("/", "/", "fullscreen")


@pytest.mark.django_db
def test_its_icons_are_there_in_the_sizes_that_it_says(client):
    icons = client.get("/manifest.webmanifest").json()["icons"]
    assert {icon["sizes"] for icon in icons} == {f"{size}x{size}" for size in ICONS}
    for icon in icons:
        picture = Image.open(BytesIO((STATIC / icon["src"].removeprefix(settings.STATIC_URL)).read_bytes()))
        assert f"{picture.width}x{picture.height}" == icon["sizes"]


def test_its_colour_is_that_of_the_pages():
    assert f"--paper: {PAPER};" in (STATIC / "css" / "tokens.css").read_text()


@pytest.mark.django_db
def test_every_page_leads_to_it(client):
    assert '<link rel="manifest" href="/manifest.webmanifest">' in client.get("/").content.decode()


@pytest.mark.django_db
def test_the_service_worker_is_asked_for_anew_and_sees_the_whole_site(client):
    answer = client.get("/service-worker.js")
    assert "no-cache" in answer["Cache-Control"]
    assert answer["Content-Type"].startswith("text/javascript")


@pytest.mark.parametrize("language", ["en", "zh-hans"])
@pytest.mark.django_db
def test_the_page_without_a_connection_names_nobody_and_speaks_both_languages(client, language):
    page = client.get("/offline/", headers={"Accept-Language": language}).content.decode()
    assert "You are offline" in page
    assert "现在没有网络" in page
    assert foreign(page, language, set()) == []
