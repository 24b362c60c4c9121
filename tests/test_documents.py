"""Files, settings and commands that the documents name exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
#: A path in backticks: with a slash, ending in a suffix or a slash.
PATH = re.compile(r"`([\w.<>/-]*/[\w.<>-]*)(?::[^`]*)?`")
#: Addresses of the site, and what a command writes.
NO_FILES = re.compile(r"^/|^var/")


def paths(document):
    text = (ROOT / document).read_text(encoding="utf-8")
    return sorted({path for path in PATH.findall(text) if not NO_FILES.match(path)})


@pytest.mark.parametrize("document", ["README.md", "ARCHITECTURE.md", "SECURITY.md"])
def test_every_path_that_a_document_names_is_there(document):
    missing = [
        path
        for path in paths(document)
        if not any([*(ROOT / top).glob(path.replace("<game>", "*").rstrip("/"))] for top in ("", "games", "cardsite"))
    ]
    assert missing == []


#: A module in backticks and, after a colon, what it defines.
DEFINED = re.compile(r"`([\w./-]+\.py):\s+(\w+)(?:\.\w+)?`")


@pytest.mark.parametrize("document", ["README.md", "ARCHITECTURE.md", "SECURITY.md"])
def test_whatever_a_document_names_inside_a_module_is_there(document):
    missing = []
    for path, name in DEFINED.findall((ROOT / document).read_text(encoding="utf-8")):
        files = [file for top in ("", "games", "cardsite") if (file := ROOT / top / path).is_file()]
        if not any(re.search(rf"^ *(?:class|def) {name}\b|^{name}\b", file.read_text(), re.M) for file in files):
            missing.append((path, name))
    assert missing == []


def test_a_path_that_is_not_there_is_missed():
    assert PATH.findall("see `table/nowhere.py: act` and `/rules/`") == ["table/nowhere.py", "/rules/"]


#: A module, or what it defines, by its whole path in a comment of a template.
DOTTED = re.compile(r"\bgames(?:\.[a-z_]\w*)+")


def is_defined(name):
    """Return whether a dotted name is a module, a class or a function of ours."""
    module, _dot, inside = name.rpartition(".")
    if (ROOT / name.replace(".", "/")).with_suffix(".py").is_file():
        return True
    file = (ROOT / module.replace(".", "/")).with_suffix(".py")
    return file.is_file() and re.search(rf"^(class|def) {inside}\b", file.read_text(encoding="utf-8"), re.M) is not None


def test_every_module_that_a_template_names_is_there():
    named = {
        (path.relative_to(ROOT).as_posix(), name)
        for path in (ROOT / "templates").rglob("*.html")
        for comment in re.findall(r"\{#(.*?)#\}", path.read_text(encoding="utf-8"))
        for name in DOTTED.findall(comment)
    }
    assert len(named) > 20
    assert sorted((path, name) for path, name in named if not is_defined(name)) == []
