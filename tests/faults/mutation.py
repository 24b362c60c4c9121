"""``python -m tests.faults.mutation [number] [--seed 1] [--only games/rooms]``: changes that no test notices.

Single changes are drawn by seed over the modules below: an operator swapped, a comparison turned, a constant off by
one, a ``not`` removed, a statement left out. Each is made in a copy of the checkout, where the tests that mirror
the module run. Changes that they let pass are named by file and line. Some of these have no visible effect; the
others need a test.
"""

from __future__ import annotations

import argparse
import ast
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from random import Random

ROOT = Path(__file__).resolve().parents[2]
#: What is changed, and the tests that should notice it.
MIRRORED = {
    "games/rules": ("tests/rules", "tests/reference"),
    "games/matches": ("tests/matches", "tests/rooms", "tests/table"),
    "games/rooms": ("tests/rooms", "tests/matches", "tests/table"),
    "games/community": ("tests/community",),
    "games/table/scene_builder.py": ("tests/table", "tests/rooms"),
    "games/table/room_state.py": ("tests/table", "tests/rooms"),
}
LEFT_OUT = {"migrations", "management", "__init__.py", "admin.py", "apps.py"}
SWAPS: dict[type[ast.AST], type[ast.AST]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv, ast.FloorDiv: ast.Mult, ast.Mod: ast.Mult,
    ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd, ast.And: ast.Or, ast.Or: ast.And,
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
#: Seconds after which unfinished tests count as having noticed, such as an endless loop.
PATIENCE = 900


class Without(ast.NodeTransformer):
    """Removes one statement."""

    def __init__(self, left_out: ast.AST) -> None:
        self.left_out = left_out

    def visit(self, node: ast.AST) -> ast.AST:
        return ast.Pass() if node is self.left_out else self.generic_visit(node)


def change(tree: ast.Module, node: ast.AST) -> str:
    """Change a node of a tree in the only way possible; return how, or "" if there is none."""
    if isinstance(node, ast.BinOp | ast.AugAssign | ast.BoolOp) and type(node.op) in SWAPS:
        before, node.op = type(node.op), SWAPS[type(node.op)]()  # type: ignore[assignment]
        return f"{before.__name__} → {type(node.op).__name__}"
    if isinstance(node, ast.Compare) and type(node.ops[0]) in SWAPS:
        before, node.ops[0] = type(node.ops[0]), SWAPS[type(node.ops[0])]()  # type: ignore[assignment, call-overload]
        return f"{before.__name__} → {type(node.ops[0]).__name__}"
    if isinstance(node, ast.Constant) and isinstance(node.value, int):
        before_value, node.value = node.value, not node.value if isinstance(node.value, bool) else node.value + 1
        return f"{before_value} → {node.value}"
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        node.operand = ast.UnaryOp(ast.Not(), node.operand)
        return "«not» taken away"
    if isinstance(node, ast.Raise) or (isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)):
        text = ast.unparse(node)
        Without(node).visit(tree)
        return f"left out: {text[:80]}"
    return ""


def hints(tree: ast.Module) -> set[ast.AST]:
    """Return the nodes of a tree's annotations, which are not run."""
    annotations = (getattr(node, name, None) for node in ast.walk(tree) for name in ("annotation", "returns"))
    return {part for hint in annotations if hint is not None for part in ast.walk(hint)}


def draw(number: int, seed: int, only: str) -> list[tuple[Path, int]]:
    """Draw so many changes, choosing modules in proportion to their length."""
    chance = Random(seed)
    paths = [
        path
        for source in MIRRORED
        for path in sorted((ROOT / source).rglob("*.py") if (ROOT / source).is_dir() else [ROOT / source])
        if not LEFT_OUT & set(path.parts) and str(path.relative_to(ROOT)).startswith(only)
    ]
    lengths = [len(path.read_text().splitlines()) for path in paths]
    drawn: dict[tuple[Path, int], None] = {}
    while len(drawn) < number:
        path = chance.choices(paths, lengths)[0]
        tree = ast.parse(path.read_text())
        at = chance.randrange(len(nodes := [*ast.walk(tree)]))
        if nodes[at] not in hints(tree) and change(tree, nodes[at]):
            drawn[path, at] = None
    return list(drawn)


def passes(copy: Path, tests: tuple[str, ...]) -> bool:
    """Return whether tests pass in a copy."""
    words = ["-x", "-q", "-p", "no:randomly", "-p", "no:cacheprovider", "-n", "2", "--timeout", "120", *tests]
    try:
        return not subprocess.run(
            [sys.executable, "-m", "pytest", *words], cwd=copy, capture_output=True, timeout=PATIENCE
        ).returncode
    except subprocess.TimeoutExpired:
        return False


def main() -> int:
    """Make the changes and name those that survive; return 1 if the tests fail without any."""
    parser = argparse.ArgumentParser(prog="python -m tests.faults.mutation", description=__doc__)
    parser.add_argument("number", nargs="?", type=int, default=80)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", metavar="PATH")
    options = parser.parse_args()
    survivors = 0
    with tempfile.TemporaryDirectory(prefix="sifang-mutation-") as folder:
        copy = Path(folder) / "checkout"
        shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns(".git", ".venv", "node_modules"), symlinks=True)
        if not all(passes(copy, tests) for source, tests in MIRRORED.items() if source.startswith(options.only[:11])):
            print("The tests fail without any change.")
            return 1
        for path, at in draw(options.number, options.seed, options.only):
            name, text = str(path.relative_to(ROOT)), path.read_text()
            tree = ast.parse(text)
            node = [*ast.walk(tree)][at]
            how, line = change(tree, node), getattr(node, "lineno", 0)
            (copy / name).write_text(ast.unparse(tree))
            if passes(copy, next(tests for source, tests in MIRRORED.items() if name.startswith(source))):
                survivors += 1
                print(f"{name}:{line}: {how}", flush=True)
            (copy / name).write_text(text)
    print(f"{options.number} changes, seed {options.seed}: {survivors} survived")
    return 0


if __name__ == "__main__":
    sys.exit(main())
