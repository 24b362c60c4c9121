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
