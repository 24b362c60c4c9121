"""Imports go one way, from ``rules`` at the bottom to ``cardsite``: the apps in ``ORDER``."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
ORDER = ["rules", "ai", "accounts", "rooms", "hands", "people", "table", "replays", "guide", "lessons"]
#: what is shared by all apps above the rules, though it lives with the site
SHARED = {
    f"cardsite.{name}" for name in ("addresses", "consumers", "rate_limit", "sight", "statements", "telling", "writing")
}


def imports(path: Path):
    """Yield the modules that a file imports."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


@pytest.mark.parametrize("app", ORDER)
def test_an_app_imports_only_what_stands_below_it(app):
    allowed = ORDER[: ORDER.index(app) + 1]
    for path in (ROOT / "games" / app).rglob("*.py"):
        for module in imports(path):
            parts = module.split(".")
            if parts[0] == "games" and len(parts) > 1:
                assert parts[1] in allowed, f"{path.relative_to(ROOT)} imports {module}"
            if parts[0] == "cardsite":
                assert any(module.startswith(name) for name in SHARED), f"{path.relative_to(ROOT)} imports {module}"


@pytest.mark.parametrize("app", ["rules", "ai"])
def test_rules_and_ai_players_need_nothing_but_the_standard_library(app):
    for path in (ROOT / "games" / app).rglob("*.py"):
        if path.name == "apps.py":
            continue
        for module in imports(path):
            top = module.split(".")[0]
            assert top == "games" or top in sys.stdlib_module_names, f"{path.relative_to(ROOT)} imports {module}"


def test_every_module_is_short_enough_to_read():
    long = {
        str(path.relative_to(ROOT)): lines
        for folder in ("games", "cardsite", "tests")
        for path in (ROOT / folder).rglob("*.py")
        if (lines := len(path.read_text().splitlines())) > 450
    }
    assert not long
