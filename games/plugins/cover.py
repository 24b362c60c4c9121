"""The cover of a game: what the front page shows of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from games.plugins import part
from games.rules.core import Game


@dataclass(frozen=True, slots=True)
class Way:
    """A preset that one button on the front page starts. ``label``: the button's text; ``line``: a one-line
    description; both are marked for translation."""

    preset: str
    label: str
    line: str


@dataclass(frozen=True, slots=True)
class Cover:
    """A game in a few words. ``term``: its Chinese name; ``blurb``: a sentence, marked for translation; ``shown``:
    cards that explain it, by name; ``players``: how many, marked for translation; ``minutes``: how long a match takes;
    ``ways``: presets with a button each, «Play now» first (without any it plays the standard options); ``family``: the
    key of the related game that the front page lists this one after."""

    term: str = ""
    blurb: str = ""
    shown: str = ""
    players: str = ""
    minutes: int = 0
    ways: tuple[Way, ...] = ()
    family: str = ""


def cover_of(game: Game) -> Cover:
    """Return a game's cover, or an empty one if it has none."""
    cover: Cover | None = part(game.key, "cover")
    return cover or Cover()


def options_of(game: Game, preset: str = "") -> dict[str, Any]:
    """Return the options that a button plays by: those of a preset of the cover, else those of «Play now»."""
    ways = [way.preset for way in cover_of(game).ways]
    chosen = preset if preset in ways else next(iter(ways), "")
    return next((dict(candidate.options) for candidate in game.presets if candidate.key == chosen), {})
