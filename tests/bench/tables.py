"""Tables that a load client plays at: whose turn it is, what they press, what came of it.

``Table`` is one of the reference or the stock way. ``Real`` is one of the real site: like a browser, it reads from
the fragments whose turn it is, which buttons there are and which cards may be played, and plays match after match.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from time import perf_counter
from urllib.parse import urlencode

from tests.bench.wire import Person

# Attributes may be unquoted: the fragments leave out quotes where they can.
FIELD = re.compile(rb'name="?(hand|seq|key)"? value="?([^" >]*)')
HAND = re.compile(rb'<fieldset class="hand.*?</fieldset>', re.DOTALL)
GROUP_OR_CARD = re.compile(
    rb'<div(?: class="(?P<group>[^"]*)")?[^>]*>'
    rb'|<label(?: class="(?P<look>[^"]*)")?[^>]*><input type="?\w+"? name="?cards"? value="?(?P<card>\w+)'
)
ACTIONS = re.compile(rb'id="actions".*', re.DOTALL)
BUTTON = re.compile(rb'<button[^>]* name="?do"? value="?((?<=")[^"]*|[\w-]+)([^>]*)>')
NEED = re.compile(rb'data-need="?(\d+)')
PROMPT = re.compile(rb'<div[^>]* class="(prompt[^"]*)"[^>]* id="prompt"')


@dataclass(slots=True)
class Figures:
    """What the rounds of one contender showed; times in milliseconds."""

    pushes: list[float] = field(default_factory=list)
    answers: list[float] = field(default_factory=list)
    push_bytes: list[int] = field(default_factory=list)
    answer_bytes: list[int] = field(default_factory=list)
    refused: int = 0
    #: by round: the median push, the most moves a second, the server's processor time a move
    middles: list[float] = field(default_factory=list)
    rates: list[float] = field(default_factory=list)
    costs: list[float] = field(default_factory=list)


class Table:
    """A table of the reference or the stock way, where seats press in turn and any push shows the move.

    It presses one move at a time and measures it; if it ``goes_on``, one after the other.

    A move lasts from the moment its POST is written until the last of the other seats' sockets has the new picture.
    """

    #: where a seat listens, and where it presses
    SOCKET, PATH = "/ws/{code}/{seat}", "/move/{code}/{seat}"

    def __init__(self, code: str, people: Sequence[Person]) -> None:
        self.code, self.people = code, people
        self.goes_on = False
        #: "answer", and the seats that have not seen the move yet
        self._awaited: set[str | int] = set()
        self._mover = 0
        self._is_move = False
        self._sent = 0.0
        self.figures = Figures()

    async def join(self) -> None:
        """Open both sockets."""
        for seat, person in enumerate(self.people):
            path = self.SOCKET.format(code=self.code, seat=seat)
            await person.watch(path, lambda message, now, seat=seat: self._pushed(seat, message, now))

    def press(self) -> bool:
        """Make the next move if the table is at rest and somebody can; return whether it was made."""
        chosen = None if self._awaited else self.chosen()
        if chosen is None:
            return False
        self._mover, body, self._is_move = chosen
        others = [seat for seat in range(len(self.people)) if seat != self._mover]
        self._awaited = {"answer", *others} if self._is_move else {"answer"}
        self._post = asyncio.create_task(self._pressed(self.PATH.format(code=self.code, seat=self._mover), body))
        return True

    async def _pressed(self, path: str, body: bytes) -> None:
        self._sent = perf_counter()
        status, answer = await self.people[self._mover].post(path, body)
        if self._is_move:
            self.figures.answers.append(1000 * (perf_counter() - self._sent))
            self.figures.answer_bytes.append(len(answer))
        self.shown(self._mover, answer)
        self._awaited.discard("answer")
        if status == 204 and not self.has_moved(self._mover):
            self._awaited.add(self._mover)  # the picture comes on the socket
        if status not in (200, 204):
            self.figures.refused += 1
            self._awaited.clear()
        self._rest()

    def _pushed(self, seat: int, message: bytes, now: float) -> None:
        self.shown(seat, message)
        if seat in self._awaited and self.has_moved(seat):
            self._awaited.discard(seat)
            if not self._awaited - {"answer"}:
                self.figures.pushes.append(1000 * (now - self._sent))
                self.figures.push_bytes.append(len(message))
        self._rest()

    def _rest(self) -> None:
        if self.goes_on and not self._awaited:
            self.press()

    def chosen(self) -> tuple[int, bytes, bool] | None:
        """Return who presses, what, and whether to measure it as a move; None if nobody can press."""
        return (self._mover + 1) % len(self.people), b"card=KS", True

    def shown(self, seat: int, html: bytes) -> None:
        """Take fragments that a seat was sent."""

    def has_moved(self, seat: int) -> bool:
        """Return whether a seat sees the move that is under way."""
        return True


class Real(Table):
    """A table of the real site, any game, played by what the fragments show."""

    SOCKET, PATH = "/ws/t/{code}/", "/t/{code}/act/"

    def __init__(self, code: str, people: Sequence[Person]) -> None:
        super().__init__(code, people)
        self._press: list[dict[bytes, bytes]] = [{} for _ in people]
        self._cards: list[list[bytes]] = [[] for _ in people]
        self._buttons: list[list[tuple[bytes, int]]] = [[] for _ in people]
        self._is_turn = [False for _ in people]
        self._moment_before = (0, 0)
        self._chance = Random(code)

    def shown(self, seat: int, html: bytes) -> None:
        if fields := FIELD.findall(html):
            press = dict(fields)
            if self._moment(press) < self._moment(self._press[seat]):
                return  # overtaken by a newer picture
            self._press[seat] = press
        if hand := HAND.search(html):
            self._cards[seat] = allowed(hand[0])
        if actions := ACTIONS.search(html):
            self._buttons[seat] = list(offered(actions[0]))
        if prompt := PROMPT.search(html):
            self._is_turn[seat] = b"now" in prompt[1]

    @staticmethod
    def _moment(press: dict[bytes, bytes]) -> tuple[int, int]:
        return int(press.get(b"hand", b"0")), int(press.get(b"seq", b"0"))

    def has_moved(self, seat: int) -> bool:
        return self._moment(self._press[seat]) > self._moment_before

    def chosen(self) -> tuple[int, bytes, bool] | None:
        if len(set(map(self._moment, self._press))) > 1 or not self._press[0]:
            return None
        for seat, buttons in enumerate(self._buttons):
            is_over = (b"again", 0) in buttons
            presses = [one for one in buttons if one[1] <= len(self._cards[seat]) and one[0] != b"declare"]
            if is_over or (self._is_turn[seat] and presses):
                do, need = (b"again", 0) if is_over else self._chance.choice(presses)
                in_order = self._cards[seat] if (b"pass", 0) in buttons else self._cards[seat][::-1]
                cards = in_order[:need]  # leads the lowest, climbs with the highest
                self._moment_before = self._moment(self._press[seat])
                fields = [*self._press[seat].items(), (b"do", do), *((b"cards", card) for card in cards)]
                return seat, urlencode(fields).encode(), not is_over
        return None


def offered(actions: bytes) -> Iterator[tuple[bytes, int]]:
    """Yield what the drawn buttons post to the table, and with how many cards."""
    for do, look in BUTTON.findall(actions):
        need = NEED.search(look)
        if need or not (b"aria-disabled" in look or b"formaction" in look):
            yield do, int(need[1]) if need else int(do in (b"play", b"give"))


def allowed(hand: bytes) -> list[bytes]:
    """Return the cards of a drawn hand that are not marked as barred, one by one or as a group."""
    cards, barred = [], False
    for part in GROUP_OR_CARD.finditer(hand):
        if part["card"] is None:
            barred = b"no" in (part["group"] or b"").split()
        elif not barred and b"no" not in (part["look"] or b"").split():
            cards.append(part["card"])
    return cards
