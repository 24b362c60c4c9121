"""A rules page in the reader's language: the sections of a game with their figures."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from django.utils.translation import gettext as _

from games.guide.asking import Asked
from games.guide.blocks import Figure, Rule, Section, Shown
from games.rules.allfours.deal import another_round, round_size
from games.rules.four_chances.deal import HAND
from games.rules.shengji.score import threshold
from games.table.manners import token, value_name


@dataclass(frozen=True, slots=True)
class Said:
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
    blocks: tuple[Said | Shown, ...]

    @property
    def numbered(self) -> bool:
        """Whether the section has a number of its own, or a name only."""
        return self.number[0].isdigit()


def parts(asked: Asked) -> list[Part]:
    """Return every section of a game's page."""
    module = text_of(asked)
    filled = values(asked)
    return [
        Part(
            section.number,
            _(section.title),
            section.term,
            "." in section.number,
            tuple(_blocks(section, asked, filled)),
        )
        for section in module.SECTIONS
        if section.only in ("", asked.game.key)
    ]


def short(asked: Asked) -> list[str]:
    """Return the game in a few sentences."""
    filled = values(asked)
    return [_(rule.text) % filled for rule in text_of(asked).SHORT]


def text_of(asked: Asked) -> Any:
    """Return the module with a game's words."""
    return import_module(f"games.guide.text.{asked.game.module}")


def figures_of(asked: Asked) -> Mapping[str, Any]:
    """Return a game's figures by name."""
    found: Mapping[str, Any] = import_module(f"games.guide.figures.{asked.game.module}").FIGURES
    return found


def _blocks(section: Section, asked: Asked, filled: Mapping[str, str]) -> Iterable[Said | Shown]:
    differing = {found.option.key for found in asked.game.differences(asked.options)}
    for block in section.blocks:
        if block.only not in ("", asked.game.key):
            continue
        if isinstance(block, Figure):
            yield figures_of(asked)[block.name](asked)
        elif holds(block, asked):
            yield Said(_(block.text) % filled, any(key in differing for key in block.when))


def holds(rule: Rule, asked: Asked) -> bool:
    """Say whether a sentence is true of a table with these options."""
    return all(asked.options.get(key) in allowed for key, allowed in rule.when.items())


def values(asked: Asked) -> dict[str, str]:
    """Return what fills the places of sentences: options in words, and numbers of the game."""
    named = {option.key: value_name(option, asked.options[option.key]) for option in asked.game.options}
    return named | NUMBERS[asked.game.module](asked)


def _shengji_numbers(asked: Asked) -> dict[str, str]:
    eighty = asked.game.key == "eighty"
    pack = asked.game.pack(asked.options)
    dealt = 100 if eighty else 48
    return {
        "threshold": str(threshold(eighty)),
        "points": "200" if eighty else "100",
        "dealt": str(dealt),
        "each": str(dealt // 4),
        "bottom_size": str(len(pack) - dealt),
    }


def _all_fours_numbers(asked: Asked) -> dict[str, str]:
    """Return how many rounds of a run the pack has cards for, as the rules deal them."""
    players, pack = asked.options["players"], asked.game.pack(asked.options)
    dealt, rounds = players * HAND + 1, 0
    while another_round(dealt, players, pack):
        dealt, rounds = dealt + round_size(players), rounds + 1
    return {"rounds": str(rounds)}


NUMBERS: dict[str, Any] = {
    "shengji": _shengji_numbers,
    "allfours": _all_fours_numbers,
    "winner": lambda asked: {},
}


@dataclass(frozen=True, slots=True)
class Choice:
    """An option as the page shows it. ``values``: value, its name, whether it holds here, whether
    it is the standard; ``low`` and ``high`` of a number; ``section``: where it works."""

    key: str
    label: str
    help: str
    term: str
    values: tuple[tuple[str, str, bool, bool], ...]
    low: str
    high: str
    here: str
    standard: str
    section: str

    @property
    def differs(self) -> bool:
        return self.here != self.standard


def choices(asked: Asked) -> list[Choice]:
    """Return every option of a game with its values, as they hold here."""
    game, standard, about = asked.game, asked.game.defaults(asked.options), text_of(asked).ABOUT
    made = []
    for option in game.options:
        here = asked.options[option.key]
        number = isinstance(option.values, range)
        named = (
            ()
            if number
            else tuple(
                (token(value), value_name(option, value), value == here, value == standard[option.key])
                for value in option.values
            )
        )
        made.append(
            Choice(
                option.key,
                _(option.label),
                _(option.help),
                option.term,
                named,
                str(option.values[0]) if number else "",
                str(option.values[-1]) if number else "",
                value_name(option, here),
                value_name(option, standard[option.key]),
                about[option.key],
            )
        )
    return made


def refusals(asked: Asked) -> list[tuple[str, str, str]]:
    """Return every refusal in the order of precedence: code, sentence, section."""
    return [(code, _(refusal.sentence), refusal.section) for code, refusal in asked.game.refusals.items()]
