"""``{% game_sheets module %}``: the style sheets that only some games need, wherever their tables are drawn."""

from __future__ import annotations

from functools import cache

from django import template
from django.contrib.staticfiles import finders
from django.templatetags.static import static
from django.utils.html import format_html_join
from django.utils.safestring import SafeString

from games.plugins import module_of
from games.rules.core import Game
from games.rules.registry import GAMES

#: the sheet for tables of more seats than ``FEW``
SEATS, FEW = "css/seats.css", 4
register = template.Library()


@register.simple_tag
def game_sheets(module: str) -> SafeString:
    """Return links to the sheet for more than four seats if a game can have so many, and to the sheet that a game
    shares with its family, else to ``<module>/table.css`` if there is one. Raises ``ValueError`` without a module:
    its table would be shown unstyled."""
    if not module:
        raise ValueError("a page that draws a table says which game's")
    return format_html_join("", '<link rel="stylesheet" href="{}">\n', ((static(sheet),) for sheet in _sheets(module)))


@cache
def _sheets(module: str) -> tuple[str, ...]:
    games = [game for game in GAMES.values() if game.module == module]
    own = next((part.sheet for part in map(module_of, games) if part.sheet), f"{module}/table.css")
    many = any(_seats_many(game) for game in games)
    return (*((SEATS,) if many else ()), *((own,) if finders.find(own) else ()))


def _seats_many(game: Game) -> bool:
    """Return whether a game can have more than four seats."""
    return any(max(option.values) > FEW for option in game.options if option.key == "players")
