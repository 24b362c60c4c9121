"""A rules page in the reader's language: the sections of a game with their figures."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.guide.blocks import Figure, Rule, Section, Shown
from games.guide.figure_parts import options, refused
from games.guide.game_guide import Asked, guide_of
from games.table.room_settings import value_name

#: Figures that every page may show.
COMMON = {"options": options, "refusals": refused}


@dataclass(frozen=True, slots=True)
class Message:
    """A sentence of a section; ``differs``: it holds here because of a house rule."""

    text: str
    differs: bool


@dataclass(frozen=True, slots=True)
class Part:
    """A section as a template shows it. ``under``: it stands under the one before it."""

    number: str
    title: str
    term: str
    under: bool
    blocks: tuple[Message | Shown, ...]

    @property
    def numbered(self) -> bool:
        """Whether the section has a number of its own, or a name only."""
        return self.number[0].isdigit()


def parts(asked: Asked) -> list[Part]:
    """Return every section of a game's page."""
    filled = values(asked)
    return [
        Part(
            section.number,
            _(section.title),
            section.term,
            "." in section.number,
            tuple(_blocks(section, asked, filled)),
        )
        for section in guide_of(asked.game.key).sections
        if section.only in ("", asked.game.key)
    ]


def short(asked: Asked) -> list[str]:
    """Return the game in a few sentences."""
    filled = values(asked)
    return [_(rule.text) % filled for rule in guide_of(asked.game.key).short]


def _blocks(section: Section, asked: Asked, filled: Mapping[str, str]) -> Iterable[Message | Shown]:
    figures = {**COMMON, **guide_of(asked.game.key).figures}
    differing = {found.option.key for found in asked.game.differences(asked.options)}
    for block in section.blocks:
        if block.only not in ("", asked.game.key):
            continue
        if isinstance(block, Figure):
            yield figures[block.name](asked)
        elif holds(block, asked):
            yield Message(_(block.text) % filled, any(key in differing for key in block.when))


def holds(rule: Rule, asked: Asked) -> bool:
    """Say whether a sentence is true of a table with these options."""
    return all(asked.options.get(key) in allowed for key, allowed in rule.when.items())


def values(asked: Asked) -> dict[str, str]:
    """Return what fills the places of sentences: options in words, and numbers of the game."""
    named = {option.key: value_name(option, asked.options[option.key]) for option in asked.game.options}
    return {**named, **guide_of(asked.game.key).numbers(asked)}
