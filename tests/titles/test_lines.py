"""How much code a further game of a family takes: our own measure of a plug-in."""

from __future__ import annotations

import ast
import io
import tokenize
from pathlib import Path
from statistics import fmean

from games.rules.registry import GAMES

ROOT = Path(__file__).resolve().parents[2] / "games"
#: Games that build on the library of their family.
KIN = ("pitch", "california-jack", "big-two", "tien-len", "president")
MOST = 1_500
LAYOUT = {
    tokenize.COMMENT,
    tokenize.NL,
    tokenize.NEWLINE,
    tokenize.INDENT,
    tokenize.DEDENT,
    tokenize.ENDMARKER,
}
DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


def lines_of_code(source: str) -> int:
    """Return the number of lines of code in a module, without blank lines, comments and docstrings."""
    documented = [node for node in ast.walk(ast.parse(source)) if isinstance(node, DOCUMENTED)]
    docstrings = {
        line
        for node in documented
        if ast.get_docstring(node, clean=False) is not None
        for line in range(node.body[0].lineno, (node.body[0].end_lineno or 0) + 1)
    }
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    code = {line for one in tokens if one.type not in LAYOUT for line in range(one.start[0], one.end[0] + 1)}
    return len(code - docstrings)


def lines_of_game(key: str) -> int:
    """Return the lines of code of a game's rules, AI player, table, guide and lesson."""
    folders = (ROOT / part / key.replace("-", "_") for part in ("rules", "titles"))
    return sum(lines_of_code(path.read_text()) for folder in folders for path in folder.rglob("*.py"))


def test_a_line_of_code_is_what_is_left_without_words_about_it() -> None:
    assert lines_of_code('"""About."""\n\n# why\ndef one():\n    """Say it."""\n    return (\n        1\n    )\n') == 4


def test_a_further_game_of_a_family_is_written_in_few_lines() -> None:
    lines = {key: lines_of_game(key) for key in KIN}
    assert set(KIN) < set(GAMES)
    assert min(lines.values()) > 500, lines  # the files are where the test looks for them
    assert fmean(lines.values()) < MOST, lines
