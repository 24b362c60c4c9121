"""Static files as a browser is given them: under names with marks, and otherwise as they were written."""

from __future__ import annotations

import re

from django.core.management import call_command


def test_pictures_in_style_sheets_stay_whole(settings, tmp_path):
    """The storage that gives files their marks takes ``url(…)`` within a picture for an address."""
    settings.STATIC_ROOT = tmp_path
    backend = "django.contrib.staticfiles.storage.ManifestStaticFilesStorage"
    settings.STORAGES = settings.STORAGES | {"staticfiles": {"BACKEND": backend}}
    call_command("collectstatic", verbosity=0, interactive=False)
    pictures = 0
    for sheet in settings.BASE_DIR.glob("static/css/*.css"):
        [served] = tmp_path.glob(f"css/{sheet.stem}.????????????.css")
        within = re.findall(r'url\("data:[^"]*"\)', sheet.read_text())
        assert [picture for picture in within if picture not in served.read_text()] == [], sheet.name
        pictures += len(within)
    assert pictures > 20


def test_a_file_is_sent_with_the_headers_that_files_need(client, settings):
    """A first visit asks for some twenty of them, and each header stands in every answer."""
    settings.WHITENOISE_USE_FINDERS = settings.WHITENOISE_AUTOREFRESH = True
    answer = client.get("/static/css/base.css")
    assert answer.status_code == 200
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert not {"Referrer-Policy", "Access-Control-Allow-Origin", "Content-Security-Policy"} & set(answer.headers)
