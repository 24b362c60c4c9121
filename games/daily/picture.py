"""The shareable picture of a result: game, day, percentage of players beaten, and streak.

It gives nothing away: no card, and no score from which somebody could tell what the cards allow.
"""

from __future__ import annotations

from datetime import date
from io import BytesIO

from PIL import Image, ImageDraw, ImageFont

WIDE, HIGH = 1200, 630
#: It is drawn at this multiple of its size and scaled down, for smooth edges.
FINE = 2
CLOTH, EDGE, INK, PAPER, CINNABAR, PALE = "#b7cfc3", "#6f9384", "#1f2a2b", "#fffdf8", "#ab3019", "#9dbbac"
COLOURS = 32
#: The card backs in a row, one for each tenth of the players.
BACKS, BACK, TALL, GAP = 10, 76, 106, 22


def result_image(game: str, day: date, better: int | None, days: int) -> bytes:
    """Return the picture as PNG. ``game``: its English name, because the machine may lack Chinese fonts; ``better``:
    the percentage of players beaten, None for the first player; ``days``: the length of the streak."""
    image = Image.new("RGB", (WIDE * FINE, HIGH * FINE), CLOTH)
    pen = ImageDraw.Draw(image)
    for inset, width in ((0, 12), (22, 2)):
        pen.rectangle(_box(inset, inset, WIDE - inset, HIGH - inset), outline=EDGE, width=width * FINE)
    _say(pen, "Sifang · Deal of the day", 34, 88)
    _say(pen, game, 76, 168, bold=True)
    _say(pen, f"{day.day} {day:%B %Y}", 34, 236)
    filled = 0 if better is None else round(better / 10)
    left = (WIDE - BACKS * BACK - (BACKS - 1) * GAP) / 2
    for at in range(BACKS):
        x = left + at * (BACK + GAP)
        box = _box(x, 284, x + BACK, 284 + TALL)
        pen.rounded_rectangle(box, 8 * FINE, CINNABAR if at < filled else PALE, PAPER, 4 * FINE)
    comparison = "The first to play it" if better is None else f"Better than {better}% of the others"
    _say(pen, comparison, 48, 462, bold=True)
    if days > 1:
        _say(pen, f"{days} days running", 34, 534)
    small = image.resize((WIDE, HIGH), Image.Resampling.LANCZOS).quantize(COLOURS)
    out = BytesIO()
    small.save(out, "PNG", optimize=True)
    return out.getvalue()


def _say(pen: ImageDraw.ImageDraw, text: str, size: int, middle: float, bold: bool = False) -> None:
    font = ImageFont.load_default(size * FINE)
    where = (WIDE * FINE / 2, middle * FINE)
    pen.text(where, text, INK, font, anchor="mm", stroke_width=FINE if bold else 0)


def _box(left: float, top: float, right: float, bottom: float) -> tuple[float, float, float, float]:
    return left * FINE, top * FINE, right * FINE, bottom * FINE
