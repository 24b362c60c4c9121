"""The set-up form of a table: made from the game's options and read back into them.

Choices are stored as differences from the standard. Because an edition changes the standard,
the form carries the choices it was drawn from (``basis``): options that the reader left alone then
follow the standard, and those that they chose stay.
"""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from django.http import QueryDict
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from games.accounts.names import shows_something
from games.ai import LEVELS
from games.rooms.models import DAY, Room
from games.rooms.services import RoomSettings
from games.rooms.text_checks import hides
from games.rules.core import Game, Malformed
from games.rules.live_draw import LiveDraw
from games.rules.option import Option
from games.table.room_settings import clock_name, shown_values, value_name
from games.table.sentences import CALLED

CLOCKS = (0, 15, 30, 60, DAY, 3 * DAY)
#: Limits for showing choices side by side on a phone: the length of each, of all together, and of
#: the edges round each, in Latin letters; and the number of choices.
SIDE_BY_SIDE, TOGETHER, EDGES, FEW = 14, 42, 4, 3
#: Our pages send no field longer than this.
LONGEST = 2000
LONGEST_NAME = 40


class BadSetup(Exception):
    """A field is missing, unknown or has an invalid value; ``sentence`` tells the reader. ``options``: what else
    was chosen, if that is known."""

    options: Mapping[str, Any] = {}
    #: what was typed as a number and is none of its option's, by option
    typed: Mapping[str, str] = {}

    @property
    def sentence(self) -> str:
        """The message for the reader, in their language."""
        if self.args == ("name",):
            return _("That name is too long, or has characters that cannot be shown.")
        return _("That is not one of the choices. Here are the standard ones.")


class BadNumber(BadSetup):
    """A number is none of its ``option``'s."""

    def __init__(self, option: Option, typed: Mapping[str, str], options: Mapping[str, Any]) -> None:
        super().__init__(option.key)
        self.option, self.typed, self.options = option, typed, options

    @property
    def sentence(self) -> str:
        """The message for the reader, in their language."""
        values = {"what": _(self.option.label), "low": self.option.values[0], "high": self.option.values[-1]}
        return _("%(what)s: a number from %(low)s to %(high)s.") % values


@dataclass(frozen=True, slots=True)
class Pick:
    """One value of a choice: what is posted, its label, whether it is chosen."""

    value: str
    name: str
    on: bool


@dataclass(frozen=True, slots=True)
class Field:
    """One choice of the form. ``picks`` is empty for a number, from ``low`` to ``high``;
    ``standard``: the standard value, if this one differs; ``wrong``: whether it is none of its values."""

    name: str
    label: str
    help: str
    term: str
    picks: tuple[Pick, ...]
    wide: bool
    value: str = ""
    low: str = ""
    high: str = ""
    standard: str = ""
    wrong: bool = False


def rule_fields(game: Game, options: Mapping[str, Any], typed: Mapping[str, str] | None = None) -> list[Field]:
    """Return a game's options as fields with their current values; ``typed``: as of
    ``BadSetup``."""
    typed = typed or {}
    chosen = game.resolve(dict(options))
    standard = {difference.option.key: difference.standard for difference in game.differences(options)}
    fields = []
    for option in game.options:
        value = chosen[option.key]
        number = isinstance(option.values, range)
        picks = () if number else tuple(_pick(option, choice, choice == value) for choice in shown_values(option))
        lengths = [_length(pick.name) for pick in picks]
        wide = len(picks) > FEW or max(lengths, default=0) > SIDE_BY_SIDE
        wide = wide or sum(lengths) + EDGES * len(lengths) > TOGETHER
        differs = value_name(option, standard[option.key]) if option.key in standard else ""
        fields.append(
            Field(
                f"o-{option.key}",
                _(option.label),
                _(option.help),
                option.term,
                picks,
                wide,
                value=typed.get(option.key, str(value)),
                low=str(option.values[0]) if number else "",
                high=str(option.values[-1]) if number else "",
                standard=differs,
                wrong=option.key in typed,
            )
        )
    return fields


def _length(words: str) -> int:
    """Return the width of a text; a Chinese letter counts as two."""
    return sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in words)


def _pick(option: Option, value: Any, on: bool) -> Pick:
    return Pick(json.dumps(value), capfirst(value_name(option, value)), on)


def read_rules(game: Game, post: QueryDict) -> dict[str, Any]:
    """Return the chosen options that differ from the standard. Raises ``BadSetup`` for an
    invalid field, ``BadNumber`` if nothing else is wrong."""
    try:
        basis = game.resolve(json.loads(_text(post, "basis")))
        texts = {option.key: _text(post, f"o-{option.key}") for option in game.options}
        bad = [option for option in game.options if _is_bad_number(option, texts[option.key])]
        values = {option.key: _value(option, texts[option.key]) for option in game.options if option not in bad}
        posted = game.resolve(basis | values)
        left_alone = game.defaults(basis)
        options = pruned(game, {key: value for key, value in posted.items() if value != left_alone[key]})
    except (ValueError, RecursionError, Malformed):
        raise BadSetup from None
    if bad:
        raise BadNumber(bad[0], {option.key: texts[option.key] for option in bad}, options)
    return options


def pruned(game: Game, options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options that differ from the standard."""
    return {difference.option.key: difference.value for difference in game.differences(options)}


def _is_bad_number(option: Option, text: str) -> bool:
    if not isinstance(option.values, range):
        return False
    return not (text.isascii() and text.removeprefix("-").isdigit()) or int(text) not in option.values


def _value(option: Option, text: str) -> Any:
    return int(text) if isinstance(option.values, range) else json.loads(text)


def _text(post: QueryDict, name: str) -> str:
    values = post.getlist(name)
    if len(values) != 1 or len(values[0]) > LONGEST:
        raise BadSetup(name)
    return values[0]


# --- the room's settings -------------------------------------------------------------------------


def clocks(rules: Game) -> list[int]:
    """Return the clocks that a game's turns may have, in seconds. In games with a live draw everybody is present, so no
    turn takes days."""
    return [seconds for seconds in CLOCKS if seconds < DAY or not isinstance(rules, LiveDraw)]


def setting_fields(rules: Game, room_settings: RoomSettings) -> list[Field]:
    """Return the settings of a room for a game, as fields."""
    times = [(str(seconds), clock_name(seconds)) for seconds in clocks(rules)]
    paces = [(pace.value, capfirst(str(pace.label))) for pace in Room.Pace]
    return [
        _choice("clock", _("Time for a turn"), times, str(room_settings.clock), True),
        _choice("pace", _("Pace of this table"), paces, room_settings.pace, True),
        _choice("level", _("AI players"), [(key, _level(key)) for key in LEVELS], room_settings.level, wide=True),
        _switch("chat", _("Talk"), room_settings.chat),
        _switch("onlookers", _("Onlookers"), room_settings.onlookers),
        _switch("open_tricks", _("All past tricks open"), room_settings.open_tricks),
        _switch("take_over", _("People may take an AI player’s seat, from the next hand on"), room_settings.take_over),
        _choice(
            "learning",
            _("Learning table"),
            [(choice.value, str(choice.label)) for choice in Room.Learning],
            room_settings.learning,
            wide=True,
        ),
    ]


def _level(key: str) -> str:
    """Return a level's name with the name by which tables show its player."""
    return f"{_(LEVELS[key].name)} · {_(CALLED[key])}"


def who_may_join(room_settings: RoomSettings) -> Field:
    """Return the field for who may join."""
    return _choice(
        "visibility", _("Who may join"), [(v.value, str(v.label)) for v in Room.Visibility], room_settings.visibility
    )


def _choice(name: str, label: str, values: list[tuple[str, str]], chosen: str, wide: bool = False) -> Field:
    picks = tuple(Pick(value, word, value == chosen) for value, word in values)
    return Field(name, label, "", "", picks, wide)


def _switch(name: str, label: str, on: bool) -> Field:
    return _choice(name, label, [("no", _("No")), ("yes", _("Yes"))], "yes" if on else "no")


def read_room_settings(rules: Game, post: QueryDict) -> RoomSettings:
    """Return the room settings in a POST. Raises ``BadSetup`` for a field that is not valid."""
    values: dict[str, Any] = {}
    for field in fields(RoomSettings):
        text = _text(post, field.name)
        if field.name == "name":
            values["name"] = read_name(text)
        elif field.type == "bool":
            if text not in ("yes", "no"):
                raise BadSetup(field.name)
            values[field.name] = text == "yes"
        elif text not in _allowed(rules, field.name):
            raise BadSetup(field.name)
        else:
            values[field.name] = int(text) if field.name == "clock" else text
    return RoomSettings(**values)


def read_name(text: str) -> str:
    """Return a name for a room or a set of rules. Raises ``BadSetup`` if it is not valid."""
    name = unicodedata.normalize("NFC", " ".join(text[: 2 * LONGEST_NAME].split()))
    if len(name) > LONGEST_NAME or len(text) > 2 * LONGEST_NAME or hides(name):
        raise BadSetup("name")
    if not shows_something(name, "LNSP"):
        return ""  # as if nothing had been written
    return name


def _allowed(rules: Game, name: str) -> set[str]:
    return {
        "visibility": set(Room.Visibility.values),
        "clock": {str(seconds) for seconds in clocks(rules)},
        "pace": set(Room.Pace.values),
        "level": set(LEVELS),
        "learning": set(Room.Learning.values),
    }[name]
