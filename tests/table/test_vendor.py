"""Vendored files are exactly what their authors published, or, of a font, the part that ``VERSIONS`` names."""

from __future__ import annotations

import hashlib
from pathlib import Path

VENDOR = Path(__file__).resolve().parents[2] / "static" / "vendor"


def test_it_vendors_what_versions_names() -> None:
    lines = (VENDOR / "VERSIONS").read_text().splitlines()
    listed = {line.split()[0]: line.split()[-1] for line in lines}
    hashes = {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in VENDOR.glob("*.*")}
    assert hashes == listed
