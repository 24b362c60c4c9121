"""``manage.py licences``: write the licence of each locked package to a file for the site's *About* page."""

from __future__ import annotations

import json
import re
from importlib import metadata
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import BaseCommand

#: The file that the page reads, kept in the repository.
LICENCES_FILE = Path(settings.BASE_DIR) / "cardsite" / "licences.json"
LOCKED = re.compile(r"^([A-Za-z0-9_.\-]+)(?:\[[^\]]*\])?==([^\s;\\]+)", re.MULTILINE)


class Command(BaseCommand):
    help = "Write cardsite/licences.json from requirements.txt and the packages as they are installed."

    def handle(self, *args: Any, **options: Any) -> None:
        rows = snapshot()
        LICENCES_FILE.write_text(json.dumps(rows, indent=1, ensure_ascii=False) + "\n")
        self.stdout.write(f"{len(rows)} packages are in {LICENCES_FILE.name}.")


def snapshot() -> list[dict[str, str]]:
    """Return the name, version and licence of each locked package that is installed here.

    Packages locked only for other platforms are neither installed nor used by this site.
    """
    locked = LOCKED.findall((Path(settings.BASE_DIR) / "requirements.txt").read_text())
    return [_row(name) for name in sorted((name for name, _ in locked), key=str.lower) if _is_installed(name)]


def _is_installed(name: str) -> bool:
    try:
        metadata.version(name)
    except metadata.PackageNotFoundError:
        return False
    return True


def _row(name: str) -> dict[str, str]:
    package = metadata.metadata(name)
    classifiers = [value for value in package.get_all("Classifier") or [] if value.startswith("License ::")]
    classified = " / ".join(value.split(" :: ")[-1] for value in classifiers)
    field = (package.get("License") or "").strip()
    short = field if field and "\n" not in field and len(field) <= 60 else ""  # for some packages it is the full text
    licence = package.get("License-Expression") or (classified if not short or short.startswith("Dual") else short)
    return {"name": name, "version": metadata.version(name), "licence": licence}
