"""The puzzles that come with the site: one gzip file per game, one line per puzzle. A line starts with the puzzle's
key, so that stored puzzles are skipped at each start without being parsed."""

from __future__ import annotations

import gzip
import json
from collections.abc import Collection, Iterable
from dataclasses import asdict
from pathlib import Path

from games.puzzles.making import Draft
from games.puzzles.models import Puzzle
from games.puzzles.services import drafts_of, store
from games.rules.registry import GAMES

FOLDER = Path(__file__).parent / "data"


def load(folder: Path = FOLDER) -> int:
    """Add the missing shipped puzzles and return how many; a second run adds none."""
    added = 0
    for game in GAMES:
        if (path := path_of(folder, game)).exists():
            known = set(Puzzle.objects.filter(game=game).values_list("key", flat=True))
            added += store(read(path, known))
    return added


def ship(game: str, folder: Path = FOLDER) -> int:
    """Write a game's open puzzles to its file, and return how many. The same puzzles give the same bytes."""
    drafts = drafts_of(game)
    lines = "".join(f"{draft.key} {json.dumps(_fields(draft), separators=(',', ':'))}\n" for draft in drafts)
    path_of(folder, game).write_bytes(gzip.compress(lines.encode(), mtime=0))
    return len(drafts)


def read(path: Path, known: Collection[str] = ()) -> Iterable[Draft]:
    """Yield the puzzles of a file, except those with ``known`` keys."""
    for line in gzip.decompress(path.read_bytes()).decode().splitlines():
        key, _space, text = line.partition(" ")
        if key not in known:
            fields = json.loads(text)
            yield Draft(key=key, game=fields["record"]["game"], **fields)


def path_of(folder: Path, game: str) -> Path:
    """Return the file of a game."""
    return folder / f"{game}.jsonl.gz"


def _fields(draft: Draft) -> dict[str, object]:
    # the key starts the line, and the game is in the record
    return {name: value for name, value in asdict(draft).items() if name not in {"key", "game"}}
