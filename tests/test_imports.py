"""Imports only go downward: each layer imports itself and those below it, without exception."""

from __future__ import annotations

import ast
import re
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
#: The layers that do not need Django: rules, and the AI players built on them.
PURE = ["rules", "ai"]
#: The apps, each above those before it. All build on ``PURE`` and ``foundation``, which know no app.
APPS = ["accounts", "rooms", "matches", "community", "table", "clubs", "daily", "duplicate", "replays", "guide"]
APPS += ["lessons", "puzzles"]
#: The games: what a game says of itself builds on where games plug in, and each part on the layer that it is for.
TITLES = "titles"
PARTS = {"bot": "ai", "table": "table", "guide": "guide", "lesson": "lessons"}
#: What draws a table, and what it draws from.
DRAWN = ("games.table.", "games.titles.")
#: Where games plug in: it finds what a game brings by name.
PLUGINS = "plugins"
#: layer → what it may import besides itself
BELOW = {"foundation": [], "rules": [], PLUGINS: ["rules"], "ai": ["rules", PLUGINS]} | {
    app: ["foundation", PLUGINS, *PURE, *APPS[: APPS.index(app)]] for app in APPS
}
BELOW[TITLES] = ["rules", PLUGINS]


def imports(path: Path):
    """Yield the modules that a file imports."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def modules() -> dict[str, Path]:
    """Return all our modules by their dotted names."""
    files = [path for folder in ("games", "cardsite") for path in (ROOT / folder).rglob("*.py")]
    return {".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path for path in files}


def test_every_folder_is_a_layer():
    assert {path.name for path in (ROOT / "games").iterdir() if (path / "__init__.py").exists()} == set(BELOW)


def layer_of(inside: tuple[str, ...]) -> str:
    """Return the layer of a module in ``games``, by its name: of a part of a game, the one it is for."""
    return PARTS.get(inside[2], TITLES) if inside[0] == TITLES and len(inside) > 2 else inside[0]


@pytest.mark.parametrize("layer", BELOW)
def test_a_layer_imports_only_what_stands_below_it(layer):
    for path in (ROOT / "games" / layer).rglob("*.py"):
        own = layer_of(path.relative_to(ROOT / "games").with_suffix("").parts)
        allowed = {own, *BELOW[own]} | ({TITLES} if layer == TITLES else set())
        for module in imports(path):
            top, _dot, rest = module.partition(".")
            assert top != "cardsite", f"{path.relative_to(ROOT)} imports {module}"
            if top == "games" and rest:
                assert layer_of(tuple(rest.split("."))) in allowed, f"{path.relative_to(ROOT)} imports {module}"


def test_the_platform_knows_no_game_and_no_game_another():
    """Only a game's own package knows it; everything else asks ``games.plugins`` for a part."""
    fronts = {path.parent.name: path.read_text() for path in (ROOT / "games/titles").glob("*/__init__.py")}
    # a package without its own parts is what a family shares
    modules_of_games = {name for name, text in fronts.items() if "MODULES" in text}
    for path in [*(ROOT / "games").rglob("*.py"), *(ROOT / "cardsite").rglob("*.py")]:
        inside = path.relative_to(ROOT).parts
        own = inside[2] if inside[:2] in (("games", "rules"), ("games", TITLES)) else ""
        if inside == ("games", "rules", "registry.py"):
            continue
        for module in imports(path):
            top, layer, game, *_rest = (*module.split("."), "", "", "")
            if top == "games" and layer in ("rules", TITLES) and game in modules_of_games:
                assert game == own, f"{path.relative_to(ROOT)} imports {module}"


@pytest.mark.parametrize("layer", PURE)
def test_rules_and_ai_players_need_nothing_but_the_standard_library(layer):
    for path in (ROOT / "games" / layer).rglob("*.py"):
        if path.name == "apps.py":
            continue
        for module in imports(path):
            top = module.split(".")[0]
            assert top == "games" or top in sys.stdlib_module_names, f"{path.relative_to(ROOT)} imports {module}"


def test_drawing_a_table_asks_no_ai_player():
    """Whatever an AI player says at a table is part of its scene; what draws it knows the names of levels alone."""
    known = modules()
    drawing = {name for name in known if re.match(r"games\.titles\.\w+\.table\.", name)} | {"games.table.fragments"}
    waiting = sorted(drawing)
    while waiting:
        below = {module for module in imports(known[waiting.pop()]) if module in known and module.startswith(DRAWN)}
        waiting += sorted(below - drawing)
        drawing |= below
    players = {module for name in drawing for module in imports(known[name]) if module.startswith("games.ai")}
    assert players == {"games.ai.levels", "games.ai.levels.LEVELS"}


def test_no_module_leads_back_to_itself():
    known = modules()
    needs = {name: {module for module in imports(path) if module in known} - {name} for name, path in known.items()}
    # a package's front may import its parts
    visited: set[str] = set()

    def visit(name: str, way: tuple[str, ...]) -> None:
        assert name not in way, " -> ".join((*way[way.index(name) :], name))
        if name not in visited:
            for other in sorted(needs[name]):
                if not name.startswith(f"{other}."):
                    visit(other, (*way, name))
            visited.add(name)

    for name in known:
        visit(name, ())


def test_every_module_is_short_enough_to_read():
    long = {
        str(path.relative_to(ROOT)): lines
        for folder in ("games", "cardsite", "tests")
        for path in (ROOT / folder).rglob("*.py")
        if (lines := len(path.read_text().splitlines())) > 400
    }
    assert not long
