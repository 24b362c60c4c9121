"""What a rules page should show: options, trumps and level, read from its URL."""

from __future__ import annotations

from typing import Any

from django.http import QueryDict
from django.utils.http import urlencode

from games.guide.game_guide import LEVEL, TRUMP, RulesQuery
from games.rules.cards import RANKS, SUITS
from games.rules.core import Game, Malformed
from games.rules.option import Option
from games.table.room_form import BadSetup, pruned
from games.table.room_settings import token

NO_TRUMPS = "none"
#: longer values do not come from our pages
LONGEST = 20


def read(game: Game, get: QueryDict, trump: str | None = TRUMP, level: str = LEVEL) -> RulesQuery:
    """Return the query of a URL; raise ``BadSetup`` if it names something that the game lacks.

    ``trump`` and ``level`` are the defaults.
    """
    query = RulesQuery(game, _resolved(game, get), trump, level)
    choice = get.get("trump", trump or NO_TRUMPS)
    if choice not in (*SUITS, NO_TRUMPS) or (choice == NO_TRUMPS and not query.has_level):
        raise BadSetup("trump")
    level = get.get("level", level)
    if len(level) != 1 or level not in RANKS:
        raise BadSetup("level")
    return RulesQuery(game, query.options, None if choice == NO_TRUMPS else choice, level)


def settled(game: Game, get: QueryDict) -> str:
    """Return the short query string of a submitted form, with only what differs from the defaults.

    ``was`` holds the choices with which the form was rendered: unchanged ones follow an edition's defaults, as when a
    table is set up.
    """
    unchanged = game.defaults(_resolved(game, QueryDict(get.get("was", "")[:400])))
    posted = _resolved(game, get)
    chosen = pruned(game, {key: value for key, value in posted.items() if value != unchanged[key]})
    return encoded(RulesQuery(game, game.resolve(chosen), read(game, get).trump, read(game, get).level))


def encoded(query: RulesQuery) -> str:
    """Return the query string for this query."""
    pairs = [(key, token(value)) for key, value in pruned(query.game, query.options).items()]
    if query.has_trump and query.trump != TRUMP:
        pairs.append(("trump", query.trump or NO_TRUMPS))
    if query.has_level and query.level != LEVEL:
        pairs.append(("level", query.level))
    return urlencode(pairs)


def _resolved(game: Game, get: QueryDict) -> dict[str, Any]:
    try:
        return game.resolve(
            {option.key: _value(option, get[option.key]) for option in game.options if option.key in get}
        )
    except Malformed:
        raise BadSetup from None


def _value(option: Option, text: str) -> Any:
    if isinstance(option.values, range):
        if not (text.isascii() and text.isdigit() and len(text) <= LONGEST):
            raise BadSetup(option.key)
        return int(text)
    for value in option.values:
        if token(value) == text:
            return value
    raise BadSetup(option.key)
