"""Comments and docstrings cite the site's rules pages, «/rules/winner/#7», and only sections that exist."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

from games.guide.game_guide import guide_of
from games.rules.registry import GAMES

ROOT = Path(__file__).resolve().parents[1]
#: A page, then the sections: «#7», «#3 to #6», «#3, #4 and #6».
CITATION = re.compile(r"/rules/([a-z]+(?:-[a-z]+)*)/(#[\w.-]*\w(?:(?:, | and | to )#[\w.-]*\w)*)")
DOCUMENT = re.compile(r"[\w.-]*\w\.md\b")
#: The page on ratings belongs to no game.
PAGES = {"rating"}
HERE = Path(__file__).name


def files(*endings: str) -> dict[str, str]:
    """Return the text of every file of the repository with one of these endings, by its path."""
    paths = subprocess.run(["git", "ls-files", *endings], cwd=ROOT, capture_output=True, text=True, check=True)
    return {path: (ROOT / path).read_text() for path in paths.stdout.splitlines() if Path(path).name != HERE}


def anchors(key: str) -> set[str]:
    """Return what may be cited from a game's page: its sections, and its refusals by their codes."""
    if key not in GAMES:
        return set()
    return {section.number for section in guide_of(key).sections} | GAMES[key].refusals.keys()


def test_every_cited_section_is_on_its_page():
    citations = [
        (path, page, anchor)
        for path, text in files("*.py", "*.html", "*.css", "*.js", "*.md").items()
        for page, sections in CITATION.findall(text)
        for anchor in re.findall(r"#([\w.-]*\w)", sections)
        if page not in PAGES
    ]
    assert len(citations) > 200
    assert [citation for citation in citations if citation[2] not in anchors(citation[1])] == []


def test_no_document_is_cited_that_is_not_in_the_repository():
    documents = {Path(path).name for path in files("*.md")}
    names = {(path, name) for path, text in files("*.py", "*.html", "*.js").items() for name in DOCUMENT.findall(text)}
    assert {(path, name) for path, name in names if name not in documents} == set()
