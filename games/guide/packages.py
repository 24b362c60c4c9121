"""The packages that the server runs on, with their licences, for the *About* page."""

from __future__ import annotations

import re
from functools import lru_cache
from importlib import metadata
from pathlib import Path

from django.conf import settings

LOCKED = re.compile(r"^([A-Za-z0-9_.\-]+)==([^\s;\\]+)", re.MULTILINE)


@lru_cache
def packages() -> tuple[dict[str, str], ...]:
    """Return the name, version and licence of each locked package that is installed here.

    Packages locked only for other platforms are neither installed nor used by this site.
    """
    locked = LOCKED.findall((Path(settings.BASE_DIR) / "requirements.txt").read_text())
    return tuple(_row(name) for name in sorted((name for name, _ in locked), key=str.lower) if _is_installed(name))


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
