"""``{% game_sheets module %}``: the style sheets that only one game needs, wherever its table is drawn."""

from __future__ import annotations

from functools import cache

from django import template
from django.contrib.staticfiles import finders
from django.templatetags.static import static
from django.utils.html import format_html_join
from django.utils.safestring import SafeString

register = template.Library()


@register.simple_tag
def game_sheets(module: str) -> SafeString:
    """Return a link to ``<module>/table.css`` where a game has one. ``ValueError`` where no game is named:
    its table would lie on the page in pieces."""
    if not module:
        raise ValueError("a page that draws a table says which game's")
    return format_html_join("", '<link rel="stylesheet" href="{}">\n', ((static(sheet),) for sheet in _own(module)))


@cache
def _own(module: str) -> tuple[str, ...]:
    sheet = f"{module}/table.css"
    return (sheet,) if finders.find(sheet) else ()
