"""A room's settings and rules in the reader's language, for lobby, waiting room and set-up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.foundation.rate_limit import RateLimited
from games.rooms.models import DAY, USUAL_CLOCK, Room
from games.rules.core import Game
from games.rules.option import Option
from games.table.sentences import labelled


@dataclass(frozen=True, slots=True)
class Differs:
    """One house rule: its label, its value here, the standard value."""

    label: str
    here: str
    standard: str


def value_name(option: Option, value: Any) -> str:
    """Return an option's value in words."""
    if value in option.names and type(value) is not float:
        return _(option.names[value])
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    return str(value)


def shown_values(option: Option) -> Sequence[Any]:
    """Return an option's values in the order in which people choose among them: no before yes, numbers from the lowest
    on, and those with names of their own as the game has them."""
    counted = all(isinstance(value, int) for value in option.values)
    return sorted(option.values) if counted else option.values


def differences(game: Game, options: Mapping[str, Any]) -> list[Differs]:
    """Return how a table's rules differ from the game's standard: its edition, what that changes, and its house
    rules."""
    resolved, usual, own = game.resolve(dict(options)), game.defaults({}), game.defaults(options)
    return [
        Differs(_(option.label), value_name(option, here), value_name(option, standard))
        for option in game.options
        for here in [resolved[option.key]]
        for standard in [usual[option.key] if here != usual[option.key] else own[option.key]]
        if here != standard
    ]


def token(value: Any) -> str:
    """Return an option's value as written in a URL."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def rules_address(game: Game, options: Mapping[str, Any]) -> str:
    """Return the address of a game's full rules, as played with these options."""
    chosen = urlencode([(difference.option.key, token(difference.value)) for difference in game.differences(options)])
    address = reverse("game-rules", args=[game.key])
    return f"{address}?{chosen}" if chosen else address


def in_short(game: Game, options: Mapping[str, Any]) -> str:
    """Return in a few words how a table's rules differ."""
    rules = game.differences(options)
    if not rules:
        return _("standard rules")
    if len(rules) <= 2:
        return " · ".join(_rule_in_short(rule.option, rule.value) for rule in rules)
    number = len(differences(game, options))
    return ngettext("%(number)s house rule", "%(number)s house rules", number) % {"number": number}


def clock_name(seconds: int) -> str:
    """Return a turn's clock in words."""
    if seconds >= DAY:
        days = seconds // DAY
        return ngettext("%(days)s day for a turn", "%(days)s days for a turn", days) % {"days": days}
    return _("%(seconds)s seconds for a turn") % {"seconds": seconds} if seconds else _("no clock")


def kept_so(room: Room) -> tuple[str, ...]:
    """Return a room's settings, one sentence each."""
    who = {
        Room.Visibility.LINK: _("Anyone with the link or the code may join."),
        Room.Visibility.FRIENDS: _("Friends of the host may join."),
        Room.Visibility.PUBLIC: _("Anyone may join."),
    }
    if room.boards:
        return (_("Deals that others play too: no onlookers, no hints, no move taken back."),)
    if room.sealed:
        return (_("The deal of the day, for you alone: no onlookers, no hints, no move taken back, no clock."),)
    lines = [who[Room.Visibility(room.visibility)]]
    if room.findable:
        lines.append(
            _("Those who look for people find this table and may take an AI player’s seat with the next hand.")
        )
    if room.over_days:
        lines.append(f"{clock_name(room.clock)}.")
        lines.append(_("Whoever is away is told when it is their turn; when the time is over an AI player plays it."))
    elif room.clock:
        lines.append(_("%(seconds)s seconds for a turn, then an AI player plays it.") % {"seconds": room.clock})
    elif room.findable:
        still = _("No clock while you are the only person here; after that %(seconds)s seconds for a turn.")
        lines.append(still % {"seconds": USUAL_CLOCK})
    else:
        lines.append(_("No clock."))
    if not room.onlookers:
        lines.append(_("No onlookers."))
    if not room.chat:
        lines.append(_("No talk."))
    if room.open_tricks:
        lines.append(_("All past tricks may be looked at."))
    if room.is_learning:
        lines.append(_("Learning table: hints at every turn, moves can be taken back, and nothing counts."))
    if room.learning == Room.Learning.OPEN:
        lines.append(_("All hands lie open while one person plays against AI players."))
    return tuple(lines)


def opened_many(many: RateLimited) -> str:
    """Return the message to somebody who has opened too many tables."""
    minutes = -(-many.seconds // 60)
    sentence = ngettext(
        "You have opened too many tables. Try again in %(minutes)s minute.",
        "You have opened too many tables. Try again in %(minutes)s minutes.",
        minutes,
    )
    return sentence % {"minutes": minutes}


def _rule_in_short(option: Option, value: Any) -> str:
    """Return a house rule in few words: of one that says yes, its label says enough."""
    label, name = _(option.label), value_name(option, value)
    return label if value is True and name == _("yes") else labelled(label, name)
