"""The shareable picture of a result: game, day, comparison with other players, and streak, in the reader's language.

It gives nothing away: no card, and no score from which somebody could tell what the cards allow.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from functools import lru_cache
from io import BytesIO
from pathlib import Path

from django.conf import settings
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, override
from PIL import Image, ImageDraw, ImageFont

from games.daily.results import Place
from games.rules.core import Game

WIDE, HIGH = 1200, 630
#: It is drawn at this multiple of its size and scaled down, for smooth edges.
FINE = 2
BOARD, EDGE, INK, PAPER, CINNABAR, PALE = "#b7cfc3", "#6f9384", "#1f2a2b", "#fffdf8", "#ab3019", "#9dbbac"
COLOURS = 32
#: The card backs in a row, one for each tenth of the players.
BACKS, BACK, TALL, GAP = 10, 76, 106, 22
#: The font for Chinese, because the machine may lack one. It contains only what is written here (``pyftsubset``).
CHINESE = Path(settings.BASE_DIR) / "static" / "vendor" / "noto-sans-cjk-sc.otf"


def result_image(game: Game, day: date, stands: Place, days: int) -> bytes:
    """Return the picture as PNG, in English if the font lacks a character. ``days``: the length of the streak."""
    words = _words(game, day, stands, days)
    if not can_write(words):
        with override("en"):
            words = _words(game, day, stands, days)
    title, name, when, comparison, streak = words
    image = Image.new("RGB", (WIDE * FINE, HIGH * FINE), BOARD)
    pen = ImageDraw.Draw(image)
    for inset, width in ((0, 12), (22, 2)):
        pen.rectangle(_box(inset, inset, WIDE - inset, HIGH - inset), outline=EDGE, width=width * FINE)
    _say(pen, title, 34, 88)
    _say(pen, name, 76, 168, bold=True)
    _say(pen, when, 34, 236)
    filled = 0 if stands.percent is None else round(stands.percent / 10)
    left = (WIDE - BACKS * BACK - (BACKS - 1) * GAP) / 2
    for at in range(BACKS):
        x = left + at * (BACK + GAP)
        box = _box(x, 284, x + BACK, 284 + TALL)
        pen.rounded_rectangle(box, 8 * FINE, CINNABAR if at < filled else PALE, PAPER, 4 * FINE)
    _say(pen, comparison, 48, 462, bold=True)
    _say(pen, streak, 34, 534)
    small = image.resize((WIDE, HIGH), Image.Resampling.LANCZOS).quantize(COLOURS)
    out = BytesIO()
    small.save(out, "PNG", optimize=True)
    return out.getvalue()


def _words(game: Game, day: date, stands: Place, days: int) -> tuple[str, ...]:
    """Return the lines of the picture in the reader's language, "" for none."""
    return (
        _("Sifang · Deal of the day"),
        _(game.name),
        date_format(day, "DATE_FORMAT"),
        stands.comparison,
        ngettext("%(number)s day running", "%(number)s days running", days) % {"number": days} if days > 1 else "",
    )


def can_write(lines: Sequence[str]) -> bool:
    """Return whether there is a font that has all characters of some lines."""
    return all(_is_western(character) or _is_chinese(character) for character in set("".join(lines)))


def _is_western(character: str) -> bool:
    return character.isascii() or character == "·"


@lru_cache(1024)
def _is_chinese(character: str) -> bool:
    font = ImageFont.truetype(CHINESE, 40)
    return bytes(font.getmask(character)) != bytes(font.getmask("\uffff"))  # which no font has


def _say(pen: ImageDraw.ImageDraw, text: str, size: int, middle: float, bold: bool = False) -> None:
    is_western = all(map(_is_western, text))
    font = ImageFont.load_default(size * FINE) if is_western else ImageFont.truetype(CHINESE, size * FINE)
    where = (WIDE * FINE / 2, middle * FINE)
    pen.text(where, text, INK, font, anchor="mm", stroke_width=FINE if bold else 0)


def _box(left: float, top: float, right: float, bottom: float) -> tuple[float, float, float, float]:
    return left * FINE, top * FINE, right * FINE, bottom * FINE
