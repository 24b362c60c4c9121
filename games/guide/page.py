"""A rules page in the reader's language: the sections of a game with their figures."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import ClassVar

from django.utils.translation import gettext as _

from games.guide.blocks import Figure, Rule, Section, Shown
from games.guide.figure_parts import options, refused
from games.guide.game_guide import RulesQuery, guide_of
from games.table.room_settings import value_name

#: Figures that every page may show.
COMMON = {"options": options, "refusals": refused}


@dataclass(frozen=True, slots=True)
class Message:
    """A sentence of a section. ``differs``: whether it applies because of a house rule; ``kind`` is that of figures."""

    text: str
    differs: bool
    kind: ClassVar[str] = ""


@dataclass(frozen=True, slots=True)
class Part:
    """A section for the template. ``under``: whether it is a subsection of the one before it."""

    number: str
    title: str
    term: str
    under: bool
    blocks: tuple[Message | Shown, ...]

    @property
    def numbered(self) -> bool:
        """Whether the section has a number, not only a name."""
        return self.number[0].isdigit()


def parts(query: RulesQuery) -> list[Part]:
    """Return every section of a game's page."""
    filled = values(query)
    return [
        Part(
            section.number,
            _(section.title),
            section.term,
            "." in section.number,
            tuple(_blocks(section, query, filled)),
        )
        for section in guide_of(query.game.key).sections
        if section.only in ("", query.game.key)
    ]


def short(query: RulesQuery) -> list[str]:
    """Return a summary of the game in a few sentences."""
    filled = values(query)
    return [_(rule.text) % filled for rule in guide_of(query.game.key).short]


def _blocks(section: Section, query: RulesQuery, filled: Mapping[str, str]) -> Iterable[Message | Shown]:
    figures = {**COMMON, **guide_of(query.game.key).figures}
    differing = {difference.option.key for difference in query.game.differences(query.options)}
    for block in section.blocks:
        if block.only not in ("", query.game.key):
            continue
        if isinstance(block, Figure):
            yield figures[block.name](query)
        elif holds(block, query):
            yield Message(_(block.text) % filled, any(key in differing for key in block.when))


def holds(rule: Rule, query: RulesQuery) -> bool:
    """Return whether a sentence applies to a table with these options."""
    return all(query.options.get(key) in allowed for key, allowed in rule.when.items())


def values(query: RulesQuery) -> dict[str, str]:
    """Return the values for placeholders in sentences: options in words, and the game's numbers."""
    named = {option.key: value_name(option, query.options[option.key]) for option in query.game.options}
    return {**named, **guide_of(query.game.key).numbers(query)}
