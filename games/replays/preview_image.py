"""Preview images (Open Graph) of a step: the open hands around the table, as PNG.

Only hands that anybody may see are drawn; all others get the site's image.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from functools import lru_cache
from io import BytesIO

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from PIL import Image, ImageDraw, ImageFont

from games.foundation.process_cache import ProcessCache
from games.foundation.rate_limit import RateLimit
from games.replays.replay import Replay, find
from games.replays.timeline import Course
from games.rules.cards import BIG_JOKER, LITTLE_JOKER, cards
from games.table.cards import rank_sign
from games.table.limits import network

WIDE, HIGH = 1200, 630
#: Images are drawn at this multiple of their size and scaled down, for smooth edges.
FINE = 2
BOARD, EDGE, INK, PAPER = "#b7cfc3", "#6f9384", "#1f2a2b", "#fffdf8"
RED, BLACK, INDIGO, LINE, CINNABAR = "#b3211b", "#1b2326", "#24456b", "#8a7f6c", "#ab3019"
#: Size of the palette.
COLOURS = 64
#: Width of a card; its relative height; the largest step between cards of a long hand, and of one of at most ``FEW``.
CARD, TALL, STEP, APART, FEW = 84, 1.42, 60, 92, 7
#: Places around the board by number of seats, in order of play from the first.
PLACES = {
    2: ("s", "n"),
    3: ("s", "w", "n"),
    4: ("s", "w", "n", "e"),
    5: ("s", "w", "nw", "ne", "e"),
    6: ("s", "w", "nw", "n", "ne", "e"),
    7: ("se", "sw", "w", "nw", "n", "ne", "e"),
}
COUNTER_CLOCKWISE = {2: ("s", "n"), 3: ("s", "e", "n"), 4: ("s", "e", "n", "w")}
#: Width of the top and the bottom, the gap between hands that share one, and the width of a hand at the left or right.
ALONG, GAP, BESIDE = 1090, 20, 370
HOUSE = cards("AS AH AC AD")
#: Images drawn for one network; above this it gets those that are drawn already, and otherwise the site's image.
DRAWN_OF_NETWORK = RateLimit("images-of-network", 30, 60)
#: One image is drawn at a time. Nobody waits for it: a waiting request would keep a thread from other pages.
_drawing = threading.Lock()
#: Images by course and step.
_drawn: ProcessCache[tuple[Course, int], bytes] = ProcessCache(64)
Box = tuple[float, float]


@require_safe
@never_cache
def hand(request: HttpRequest, pk: int, step: str) -> HttpResponse:
    """Return the image of a step if anybody may see the hand, otherwise the site's image."""
    try:
        replay = find(pk, None, request.GET.get("key", ""))
    except Http404:
        return _png_response(site_image())
    last = replay.course.last
    number = int(step) if step.isascii() and step.isdigit() and len(step) < 6 else 0
    return _png_response(_image(request, replay.course, min(number, last)) or site_image())


@require_safe
def house(request: HttpRequest) -> HttpResponse:
    """Return the site's image."""
    return _png_response(site_image())


def preview(request: HttpRequest, replay: Replay, number: int, seat: int | None) -> dict[str, str]:
    """Return the addresses that a preview of a step's link needs, which are absolute: the page's and its image's."""
    return {
        "address": request.build_absolute_uri(replay.address(number, seat)),
        "picture": request.build_absolute_uri(_address(replay, number)),
    }


def _address(replay: Replay, number: int) -> str:
    """Return the URL of the image of a step."""
    if replay.hand is None:
        return reverse("picture")
    query = f"?{urlencode(replay.extra)}" if replay.extra else ""
    return replay.of("picture", number) + query


def _image(request: HttpRequest, course: Course, number: int) -> bytes | None:
    """Return the image of a step; None if it is not drawn yet and this request may not draw it now."""
    if (png := _drawn.get((course, number))) is not None:
        return png
    if not _drawing.acquire(blocking=False):
        return None
    try:
        if DRAWN_OF_NETWORK.wait(network(request)):
            return None
        png = step_image(course, number)
    finally:
        _drawing.release()
    _drawn.set((course, number), png)
    return png


def _png_response(png: bytes) -> HttpResponse:
    return HttpResponse(png, content_type="image/png")


def step_image(course: Course, number: int) -> bytes:
    """Return the image of a step: every hand open, around the table in order of play.

    Its words are English, because the machine may lack Chinese fonts.
    """
    game, step = course.game, course.steps[number]
    seats = game.seats(course.setup.options)
    places = PLACES[seats] if game.clockwise else COUNTER_CLOCKWISE[seats]
    table = Table()
    for seat, place in enumerate(places):
        sharing = sum(other[0] == place[0] for other in places)
        table.lay(course.view(number, seat).hand, place, sharing)
    table.say(str(game.name), f"Trick {step.trick}" if step.trick else "The deal")
    return table.png()


@lru_cache(maxsize=1)
def site_image() -> bytes:
    """Return the site's image: four aces on the board."""
    table = Table()
    table.lay(HOUSE, "s")
    table.mark((WIDE / 2, 190), 150)
    table.say("Sifang", "Traditional card games at one table")
    return table.png()


class Table:
    """The board of an image."""

    def __init__(self) -> None:
        self.image = Image.new("RGB", (WIDE * FINE, HIGH * FINE), BOARD)
        self.pen = ImageDraw.Draw(self.image)
        for inset, width in ((0, 12), (22, 2)):
            self.pen.rectangle(self._box(inset, inset, WIDE - inset, HIGH - inset), outline=EDGE, width=width * FINE)

    def lay(self, hand: Sequence[int], place: str, sharing: int = 1) -> None:
        """Draw a hand at its place (``n``, ``ne`` and so on); long hands at the left and right get two rows.

        ``sharing``: how many hands share the top or bottom with it, itself included.
        """
        rows, is_beside = [hand], place in ("e", "w")
        if is_beside and len(hand) > FEW:
            half = (len(hand) + 1) // 2
            rows = [hand[:half], hand[half:]]
        wide = BESIDE if is_beside else (ALONG + GAP) / sharing - GAP
        tall = CARD * TALL
        top = {"n": 40.0, "s": HIGH - 40 - tall}.get(place[0], HIGH / 2 - tall * (0.5 if len(rows) == 1 else 0.84))
        for number, row in enumerate(rows):
            step = min(APART if len(hand) <= FEW else STEP, (wide - CARD) / max(1, len(row) - 1))
            length = step * (len(row) - 1) + CARD
            left = {"w": 50.0, "e": WIDE - 50 - length}.get(place[-1], (WIDE - length) / 2)
            for at, card in enumerate(row):
                face = _face(card)
                self.image.paste(face, self._at(left + at * step, top + number * tall * 0.68), face)

    def say(self, head: str, line: str) -> None:
        """Write two lines into the middle."""
        for text, size, middle, weight in ((head, 52, HIGH / 2 - 6, 1), (line, 27, HIGH / 2 + 46, 0)):
            font = ImageFont.load_default(size * FINE)
            self.pen.text(self._at(WIDE / 2, middle), text, INK, font, anchor="mm", stroke_width=weight)

    def mark(self, middle: Box, size: float) -> None:
        """Draw the mark: a table from above, the viewer's side lit."""
        x, y = middle
        far, thick, half = size / 2, size / 9, size / 5
        sides = [(x, y - far, 0), (x, y + far, 0), (x - far, y, 1), (x + far, y, 1)]
        for number, (left, top, upright) in enumerate(sides):
            wide, high = (thick / 2, half) if upright else (half, thick / 2)
            box = self._box(left - wide, top - high, left + wide, top + high)
            self.pen.rounded_rectangle(box, thick * FINE / 2, CINNABAR if number == 1 else INK)
        inner = size / 4
        box = self._box(x - inner, y - inner, x + inner, y + inner)
        self.pen.rounded_rectangle(box, 14 * FINE, outline=INK, width=int(thick * FINE))

    def png(self) -> bytes:
        """Return the image as PNG."""
        small = self.image.resize((WIDE, HIGH), Image.Resampling.LANCZOS).quantize(COLOURS)
        out = BytesIO()
        small.save(out, "PNG", optimize=True)
        return out.getvalue()

    def _at(self, x: float, y: float) -> tuple[int, int]:
        return round(x * FINE), round(y * FINE)

    def _box(self, left: float, top: float, right: float, bottom: float) -> tuple[int, int, int, int]:
        return (*self._at(left, top), *self._at(right, bottom))


# --- cards ---------------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def _face(card: int) -> Image.Image:
    """Return a card face up: rank and suit in the corner, the suit again below."""
    wide, tall = CARD * FINE, round(CARD * TALL) * FINE
    face = Image.new("RGBA", (wide, tall), (0, 0, 0, 0))
    pen = ImageDraw.Draw(face)
    pen.rounded_rectangle((0, 0, wide - 1, tall - 1), wide * 0.085, PAPER, LINE, FINE)
    if card >= LITTLE_JOKER:
        colour = RED if card == BIG_JOKER else INDIGO
        _sky(pen, card == BIG_JOKER, (wide * 0.3, wide * 0.3), wide * 0.2, colour)
        _sky(pen, card == BIG_JOKER, (wide * 0.58, tall * 0.68), wide * 0.3, colour)
        return face
    suit, colour = card // 13, RED if card // 13 in (1, 3) else BLACK
    rank = rank_sign(card)
    font = ImageFont.load_default(wide * (0.36 if len(rank) > 1 else 0.44))
    pen.text((wide * 0.29, wide * 0.29), rank, colour, font, anchor="mm", stroke_width=FINE)
    _pip(pen, suit, (wide * 0.29, wide * 0.68), wide * 0.16, colour)
    _pip(pen, suit, (wide * 0.64, tall * 0.72), wide * 0.26, colour)
    return face


def _pip(pen: ImageDraw.ImageDraw, suit: int, middle: Box, r: float, colour: str) -> None:
    """Draw a suit (0 ♠, 1 ♥, 2 ♣, 3 ♦) of radius ``r`` around a point."""
    x, y = middle

    def disc(dx: float, dy: float, size: float) -> None:
        pen.ellipse((x + (dx - size) * r, y + (dy - size) * r, x + (dx + size) * r, y + (dy + size) * r), colour)

    def shape(*points: Box) -> None:
        pen.polygon([(x + dx * r, y + dy * r) for dx, dy in points], colour)

    match suit:
        case 0:
            disc(-0.45, 0.18, 0.46)
            disc(0.45, 0.18, 0.46)
            shape((0, -1), (0.83, -0.06), (0, 0.62), (-0.83, -0.06))
            shape((-0.1, 0.2), (0.1, 0.2), (0.38, 1), (-0.38, 1))
        case 1:
            disc(-0.45, -0.36, 0.47)
            disc(0.45, -0.36, 0.47)
            shape((-0.84, -0.12), (0, -0.6), (0.84, -0.12), (0, 0.95))
        case 2:
            disc(0, -0.5, 0.44)
            disc(-0.5, 0.2, 0.44)
            disc(0.5, 0.2, 0.44)
            shape((-0.12, -0.2), (0.12, -0.2), (0.38, 1), (-0.38, 1))
        case _:
            shape((0, -1), (0.74, 0), (0, 1), (-0.74, 0))


def _sky(pen: ImageDraw.ImageDraw, sun: bool, middle: Box, r: float, colour: str) -> None:
    """Draw the sun of the big joker or the moon of the little one."""
    x, y = middle
    if sun:
        for half in (-1, 1):
            pen.regular_polygon((x, y, r), 8, rotation=11 * half, fill=colour)
        pen.ellipse((x - r * 0.45, y - r * 0.45, x + r * 0.45, y + r * 0.45), PAPER)
        pen.ellipse((x - r * 0.3, y - r * 0.3, x + r * 0.3, y + r * 0.3), colour)
        return
    pen.ellipse((x - r, y - r, x + r, y + r), colour)
    pen.ellipse((x - r * 0.4, y - r * 1.1, x + r * 1.4, y + r * 0.7), PAPER)
