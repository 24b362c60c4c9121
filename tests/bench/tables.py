"""Tables that a load client plays at: whose turn it is, what they press, what came of it.

``Plain`` is a table of the reference or the stock way: seats press in turn. ``AllFours`` is a
table of the real site: like a browser, it reads from the fragments whose turn it is and
which cards may be played, and plays match after match.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
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
ACTS = re.compile(rb'id="actions".*', re.DOTALL)
BUTTON = re.compile(rb'<button[^>]* name="?do"? value="?(\w+)"?([^>]*)>')
PROMPT = re.compile(rb'<div[^>]* class="(prompt[^"]*)"[^>]* id="prompt"')


class Table:
    """One table in play. It presses one move at a time and measures it.

    A move lasts from the moment its POST is written until the last of the other seats' sockets has
    the new picture. ``at_rest`` is called whenever the table may be pressed (again).
    """

    def __init__(self, code: str, people: Sequence[Person]) -> None:
        self.code = code
        self.people = people
        self.at_rest: Callable[[Table], object] = lambda table: None
        #: "answer", and the seats that have not seen the move yet
        self._awaited: set[str | int] = set()
        self._mover = 0
        self._is_move = False
        self._sent = 0.0
        self.forget()

    def forget(self) -> None:
        """Drop what was measured so far: seconds to the push, to the answer; bytes of both."""
        self.pushes: list[float] = []
        self.answers: list[float] = []
        self.pushed_bytes: list[int] = []
        self.answered_bytes: list[int] = []
        self.refused = 0

    async def join(self) -> None:
        """Open both sockets."""
        for seat, person in enumerate(self.people):
            await person.watch(self.socket(seat), lambda message, now, seat=seat: self._pushed(seat, message, now))

    def leave(self) -> None:
        """Close all connections."""
        for person in self.people:
            person.leave()

    def press(self) -> bool:
        """Make the next move if the table is at rest and somebody can; return whether it was made."""
        chosen = None if self._awaited else self.chosen()
        if chosen is None:
            return False
        self._mover, body, self._is_move = chosen
        others = [seat for seat in range(len(self.people)) if seat != self._mover]
        self._awaited = {"answer", *others} if self._is_move else {"answer"}
        answers = self.people[self._mover].answers
        assert answers is not None
        self._sent = perf_counter()
        answers.post(self.people[self._mover].head(self.path(self._mover)), body, self._answered)
        return True

    def _answered(self, status: int, body: bytes) -> None:
        if self._is_move:
            self.answers.append(perf_counter() - self._sent)
            self.answered_bytes.append(len(body))
        self.shown(self._mover, body)
        self._awaited.discard("answer")
        if status == 204 and not self.has_moved(self._mover):
            self._awaited.add(self._mover)  # the picture comes on the line
        if status not in (200, 204):
            self.refused += 1
            self._awaited.clear()
        self._rest()

    def _pushed(self, seat: int, message: bytes, now: float) -> None:
        self.shown(seat, message)
        if seat in self._awaited and self.has_moved(seat):
            self._awaited.discard(seat)
            if not self._awaited - {"answer"}:
                self.pushes.append(now - self._sent)
                self.pushed_bytes.append(len(message))
        self._rest()

    def _rest(self) -> None:
        if not self._awaited:
            self.at_rest(self)

    def socket(self, seat: int) -> str:
        """Return the path of a seat's socket."""
        raise NotImplementedError

    def path(self, seat: int) -> str:
        """Return the path a seat presses to."""
        raise NotImplementedError

    def chosen(self) -> tuple[int, bytes, bool] | None:
        """Return who presses, what, and whether to measure it as a move; None if nobody can press."""
        raise NotImplementedError

    def shown(self, seat: int, html: bytes) -> None:
        """Take fragments that a seat was sent."""

    def has_moved(self, seat: int) -> bool:
        """Say whether a seat sees the move that is under way."""
        return True


class Plain(Table):
    """The reference or the stock way: any push is the picture of the one move under way."""

    turn = 0

    def socket(self, seat: int) -> str:
        return f"/ws/{self.code}/{seat}"

    def path(self, seat: int) -> str:
        return f"/move/{self.code}/{seat}"

    def chosen(self) -> tuple[int, bytes, bool]:
        self.turn = (self.turn + 1) % len(self.people)
        return self.turn, b"card=KS", True


class AllFours(Table):
    """The real site, played by what the fragments show."""

    def __init__(self, code: str, people: Sequence[Person]) -> None:
        super().__init__(code, people)
        self._press: list[dict[bytes, bytes]] = [{} for _ in people]
        self._cards: list[list[bytes]] = [[] for _ in people]
        self._buttons: list[list[bytes]] = [[] for _ in people]
        self._mine = [False for _ in people]
        self._moment_before = (0, 0)

    def socket(self, seat: int) -> str:
        return f"/ws/t/{self.code}/"

    def path(self, seat: int) -> str:
        return f"/t/{self.code}/act/"

    def shown(self, seat: int, html: bytes) -> None:
        if fields := FIELD.findall(html):
            press = dict(fields)
            if self._moment(press) < self._moment(self._press[seat]):
                return  # overtaken by a newer picture
            self._press[seat] = press
        if hand := HAND.search(html):
            self._cards[seat] = allowed(hand[0])
        if actions := ACTS.search(html):
            self._buttons[seat] = [do for do, look in BUTTON.findall(actions[0]) if b"aria-disabled" not in look]
        if prompt := PROMPT.search(html):
            self._mine[seat] = b"now" in prompt[1]

    @staticmethod
    def _moment(press: dict[bytes, bytes]) -> tuple[int, int]:
        return int(press.get(b"hand", b"0")), int(press.get(b"seq", b"0"))

    def has_moved(self, seat: int) -> bool:
        return self._moment(self._press[seat]) > self._moment_before

    def chosen(self) -> tuple[int, bytes, bool] | None:
        if len(set(map(self._moment, self._press))) > 1 or not self._press[0]:
            return None
        for seat, buttons in enumerate(self._buttons):
            if b"again" in buttons:
                return seat, self._body(seat, {"do": "again"}), False
        if True not in self._mine:
            return None
        seat = self._mine.index(True)
        for do in self._buttons[seat]:
            if do == b"play" and self._cards[seat]:
                return seat, self._body(seat, {"do": "play", "cards": self._cards[seat][0].decode()}), True
            if do in (b"stand", b"run", b"accept"):
                return seat, self._body(seat, {"do": do.decode()}), True
        return None

    def _body(self, seat: int, more: dict[str, str]) -> bytes:
        self._moment_before = self._moment(self._press[seat])
        fields = {name.decode(): value.decode() for name, value in self._press[seat].items()}
        return urlencode({**fields, **more}).encode()


def allowed(hand: bytes) -> list[bytes]:
    """Return the cards of a drawn hand that are not marked as barred, one by one or as a group."""
    cards, barred = [], False
    for found in GROUP_OR_CARD.finditer(hand):
        if found["card"] is None:
            barred = b"no" in (found["group"] or b"").split()
        elif not barred and b"no" not in (found["look"] or b"").split():
            cards.append(found["card"])
    return cards
