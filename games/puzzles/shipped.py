"""The puzzles that come with the site: a packed file a game, a line a puzzle."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path

from games.puzzles.making import Draft, key_of
from games.puzzles.services import drafts_of, store
from games.rules.registry import GAMES

FOLDER = Path(__file__).parent / "data"


def load(folder: Path = FOLDER) -> int:
    """Add the shipped puzzles that are not there yet, and return how many; a second time adds none."""
    return sum(store(read(path)) for path in (path_of(folder, game) for game in GAMES) if path.exists())


def ship(game: str, folder: Path = FOLDER) -> int:
    """Write the puzzles of a game that are asked to its file, and return how many. The same puzzles give the same
    bytes."""
    drafts = drafts_of(game)
    lines = "".join(f"{json.dumps(_line(draft), separators=(',', ':'))}\n" for draft in drafts)
    path_of(folder, game).write_bytes(gzip.compress(lines.encode(), mtime=0))
    return len(drafts)


def read(path: Path) -> Iterable[Draft]:
    """Yield the puzzles of a file."""
    for line in gzip.decompress(path.read_bytes()).decode().splitlines():
        fields = json.loads(line)
        value = fields["record"]
        yield Draft(key=key_of(value, fields["at"], fields["seat"]), game=value["game"], **fields)


def path_of(folder: Path, game: str) -> Path:
    """Return the file of a game."""
    return folder / f"{game}.jsonl.gz"


def _line(draft: Draft) -> dict[str, object]:
    # the rest follows from the record
    return {name: value for name, value in asdict(draft).items() if name not in {"key", "game"}}
