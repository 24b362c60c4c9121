"""The form for holding an event; its fields become the arguments of ``services``."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from django.http import QueryDict
from django.utils import timezone
from django.utils.translation import ngettext

from games.accounts.models import User
from games.duplicate import services
from games.duplicate.models import Event
from games.duplicate.seating import kinds_of, scales_of
from games.rooms import chat
from games.rules.core import Game
from games.table.room_form import BadSetup, read_name
from games.table.rules_choice import chosen_rules

#: Days that a set is open; minutes until a tournament begins.
DAYS = (1, 3, 7, 14, 30)
MINUTES_AHEAD = (5, 15, 30, 60, 120, 180, 360, 720, 1440, 2880, 4320, 10080)
#: At how many sides of a table people may play each for themselves, in all games.
SIDES = range(2, 8)
#: The defaults of a new form.
USUAL = {
    "form": Event.Form.SET,
    "kind": Event.Kind.ALONE,
    "deals": "8",
    "days": "7",
    "begins": "30",
    "rounds": "4",
    "boards": "4",
    "minutes": "30",
}


def read(user: User, post: QueryDict) -> Callable[[], Event]:
    """Check the form; return a function that holds its event. Raises ``BadSetup`` if a field has an unknown value,
    ``services.EventRefused`` if the game has no such event, and ``seats.RequestRefused`` if the user may not name
    anything."""
    rules = chosen_rules(user, post.get("rules", ""))
    form, kind = _one_of(post, "form", Event.Form.values), _one_of(post, "kind", Event.Kind.values)
    if kind not in kinds_of(rules.game, rules.options):
        raise services.EventRefused(kind)
    scales = scales_of(rules.game, rules.options, kind)
    # use IMPs only if the game can be scored by them
    scale = Event.Scale.IMPS if post.get("scale") == Event.Scale.IMPS and Event.Scale.IMPS in scales else scales[0]
    name = read_name(post.get("name", ""))
    chat.check_naming(user, name)
    fields: dict[str, Any] = {
        "name": name,
        "host": user,
        "club": _club(user, post),
        "listed": post.get("listed") == "on",
        "weekly": post.get("weekly") == "on",
    }
    key, options, now = rules.game.key, rules.options, timezone.now()
    if form == Event.Form.SET:
        deals, days = _number(post, "deals", services.SETS), _number(post, "days", DAYS)
        ends = now + timedelta(days=days)
        return partial(services.hold_set, key, options, kind, scale, deals, now, ends, **fields)
    services.check(key, options, kind, scale, form)
    return partial(
        services.hold_tournament,
        key,
        options,
        kind,
        scale,
        form,
        rounds=_number(post, "rounds", services.ROUNDS),
        deals=_number(post, "boards", services.BOARDS),
        minutes=_number(post, "minutes", services.MINUTES),
        begins=_begins(now, _number(post, "begins", MINUTES_AHEAD)),
        **fields,
    )


def choices(chosen: QueryDict | None) -> dict[str, Any]:
    """Return the form's fields with the chosen values: field → (posted value, label, whether it is chosen)."""
    current = {name: (chosen or {}).get(name, usual) for name, usual in USUAL.items()}

    def field(name: str, values: Sequence[tuple[str, str]]) -> list[tuple[str, str, bool]]:
        return [(value, words, value == current[name]) for value, words in values]

    def deals(numbers: Sequence[int]) -> list[tuple[str, str]]:
        return [(str(n), ngettext("%(number)s deal", "%(number)s deals", n) % {"number": n}) for n in numbers]

    return {
        "forms": field("form", [(value, str(words)) for value, words in Event.Form.choices]),
        "kinds": field("kind", [(value, str(words)) for value, words in Event.Kind.choices]),
        "deals": field("deals", deals(services.SETS)),
        "rounded_up": [
            (str(sides), *(str(sides * services.deals_from_a_side(deals, sides)) for deals in services.SETS))
            for sides in SIDES
            if any(deals % sides for deals in services.SETS)
        ],
        "days": field(
            "days", [(str(n), ngettext("%(number)s day", "%(number)s days", n) % {"number": n}) for n in DAYS]
        ),
        "begins": field("begins", [(str(minutes), _delay_in_words(minutes)) for minutes in MINUTES_AHEAD]),
        "rounds": field(
            "rounds",
            [(str(n), ngettext("%(number)s round", "%(number)s rounds", n) % {"number": n}) for n in services.ROUNDS],
        ),
        "boards": field("boards", deals(services.BOARDS)),
        "round_minutes": field("minutes", [(str(n), minutes_in_words(n)) for n in services.MINUTES]),
        "checked": {name for name in ("scale", "listed", "weekly") if name in (chosen or {})},
    }


def ways_of(game: Game, options: Mapping[str, Any]) -> tuple[str, str]:
    """Return who may enter together at a game, and in which forms it may be played: posted values, each with spaces
    between."""
    forms = [form for form in Event.Form.values if services.has_form(game, options, form)]
    return " ".join(kinds_of(game, options)), " ".join(forms)


def minutes_in_words(number: int) -> str:
    """Return a number of minutes in words."""
    return ngettext("%(number)s minute", "%(number)s minutes", number) % {"number": number}


def _delay_in_words(minutes: int) -> str:
    if minutes < 60:
        return minutes_in_words(minutes)
    if minutes < 1440:
        return ngettext("%(number)s hour", "%(number)s hours", minutes // 60) % {"number": minutes // 60}
    return ngettext("%(number)s day", "%(number)s days", minutes // 1440) % {"number": minutes // 1440}


def _begins(now: datetime, minutes: int) -> datetime:
    """Return when a tournament begins, on a full minute."""
    return (now + timedelta(minutes=minutes)).replace(second=0, microsecond=0)


def _one_of(post: QueryDict, name: str, values: Sequence[str]) -> str:
    value = post.get(name, "")
    if value not in values:
        raise BadSetup(name)
    return value


def _number(post: QueryDict, name: str, values: Sequence[int]) -> int:
    return int(_one_of(post, name, [str(value) for value in values]))


def _club(user: User, post: QueryDict) -> Any:
    slug = post.get("club", "")
    club = next((club for club in services.clubs_of(user) if club.slug == slug), None)
    if slug and club is None:
        raise BadSetup("club")
    return club
