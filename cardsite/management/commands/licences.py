"""``manage.py licences``: write down under which licence each locked package is used, for the page about the site."""

from __future__ import annotations

import json
import re
from importlib import metadata
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import BaseCommand

#: What the page shows: written here, kept in the repository.
WRITTEN = Path(settings.BASE_DIR) / "cardsite" / "licences.json"
LOCKED = re.compile(r"^([A-Za-z0-9_.\-]+)(?:\[[^\]]*\])?==([^\s;\\]+)", re.MULTILINE)


class Command(BaseCommand):
    help = "Write cardsite/licences.json from requirements.txt and the packages as they are installed."

    def handle(self, *args: Any, **options: Any) -> None:
        rows = snapshot()
        WRITTEN.write_text(json.dumps(rows, indent=1, ensure_ascii=False) + "\n")
        self.stdout.write(f"{len(rows)} packages are in {WRITTEN.name}.")


def snapshot() -> list[dict[str, str]]:
    """Return name, version and licence of each locked package that is installed here; one that the
    lock file names for other machines alone is not used by this site."""
    locked = LOCKED.findall((Path(settings.BASE_DIR) / "requirements.txt").read_text())
    return [_row(name) for name, _version in sorted(locked, key=lambda one: one[0].lower()) if _is_here(name)]


def _is_here(name: str) -> bool:
    try:
        metadata.version(name)
    except metadata.PackageNotFoundError:
        return False
    return True


def _row(name: str) -> dict[str, str]:
    told = metadata.metadata(name)
    classified = [line.split(" :: ")[-1] for line in told.get_all("Classifier") or [] if line.startswith("License ::")]
    named = (told.get("License") or "").strip()
    short = named if named and "\n" not in named and len(named) <= 60 else ""
    listed = " / ".join(classified)
    licence = told.get("License-Expression") or (listed if not short or short.startswith("Dual") else short)
    return {"name": name, "version": metadata.version(name), "licence": licence}
