"""Records of finished hands: downloads as JSON Lines and text, and parsing of uploads.

Uploads are verified by the same code as ``manage.py verify_record``.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.http import HttpResponse
from django.utils.translation import gettext as _

from games.replays.replay import Replay
from games.replays.timeline import Course
from games.rules import record
from games.rules.cards import names
from games.rules.core import N_, Malformed
from games.rules.registry import GAMES
from games.table import first_deal
from games.table.cached_gettext import of_game
from games.table.room_settings import differences
from games.table.sentences import People, labelled, name_of, sentence

JSONL = "application/jsonl; charset=utf-8"
TEXT = "text/plain; charset=utf-8"
#: The limits of one upload.
MOST_BYTES = 1024 * 1024
MOST_LINES = 200
#: The first bytes of compressed files.
COMPRESSED = (b"PK", b"\x1f\x8b", b"BZh", b"\xfd7zXZ", b"7z\xbc\xaf", b"Rar!", b"\x28\xb5\x2f\xfd")


class Unreadable(Exception):
    """A file that is not a record at all; ``sentence`` says why, in the reader's language."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence


@dataclass(frozen=True, slots=True)
class Checked:
    """One line of an upload: its ``record`` if valid and finished, otherwise why it is ``wrong``."""

    line: int
    record: dict[str, Any] | None
    wrong: str = ""


def written(course: Course) -> dict[str, Any]:
    """Return the hand record of a finished hand."""
    return record.write(course.game, course.setup, course.actions, course.result)


def line(course: Course) -> str:
    """Return the hand record as one line of JSON Lines."""
    return as_line(written(course))


def as_line(value: Mapping[str, Any]) -> str:
    """Return a JSON object as one line."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n"


def download(text: str, kind: str, name: str) -> HttpResponse:
    """Return a response that browsers save as a file. ``kind`` is its content type."""
    return HttpResponse(text, content_type=kind, headers={"Content-Disposition": f'attachment; filename="{name}"'})


def digest(value: dict[str, Any]) -> str:
    """Return a SHA-256 of a record's content that ignores the order of its keys."""
    text = json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


# --- reading uploads ------------------------------------------------------------------


def read_lines(data: bytes) -> list[tuple[int, str]]:
    """Return the non-blank lines of an upload with their numbers.

    Raises ``Unreadable`` if it is compressed, not text, too long or empty. Nothing is ever decompressed.
    """
    if data.startswith(COMPRESSED):
        raise Unreadable(_("This is a packed file. Unpack it first: a record is plain text."))
    if data.count(b"\n") > MOST_LINES:
        raise Unreadable(_("That is more than %(number)s lines: upload fewer hands at once.") % {"number": MOST_LINES})
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Unreadable(_("This is not UTF-8 text: a record is a file of JSON Lines.")) from None
    lines = [(number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
    if not lines:
        raise Unreadable(_("There is no record in it."))
    return lines


def check(number: int, text: str) -> Checked:
    """Verify one line of an upload by replaying it from its deck."""
    try:
        value = record.parse(text)
    except Malformed:
        return Checked(number, None, _("This is not a hand record."))
    answer = record.verify(value)
    if not answer["ok"]:
        return Checked(number, None, _refusal(value, answer))
    if not answer["finished"]:
        return Checked(number, None, _("The hand is not over: only a finished hand has a replay."))
    assert isinstance(value, dict)
    return Checked(number, value)


def _refusal(value: object, answer: dict[str, Any]) -> str:
    """Return a sentence with the refused action, the rule and its section."""
    key = value.get("game") if isinstance(value, dict) else None
    game = GAMES.get(key) if isinstance(key, str) else None
    if game is None:
        return _(answer["message"])
    values = {
        "action": answer["at"],
        "rule": _(answer["message"]),
        "game": _(game.name),
        "section": game.refusals[answer["error"]].section,
    }
    if answer["at"] is None:
        return _("%(rule)s (%(game)s, section %(section)s)") % values
    return _("Action %(action)s, counted from 0: %(rule)s (%(game)s, section %(section)s)") % values


# --- text -----------------------------------------------------------------------------


def text(replay: Replay) -> str:
    """Return a hand as text: players, house rules, each action, and the explanation of the result."""
    return "\n".join(_text(replay)) + "\n"


def _text(replay: Replay) -> Iterator[str]:
    course = replay.course
    who = People(tuple(name_of(sitter) for sitter in replay.sitters))  # without «you»
    game = _(course.game.name)
    yield replay.title if game in replay.title else labelled(game, replay.title)
    for rule in differences(course.game, course.setup.options):
        yield f"  {labelled(rule.label, rule.here)}"
    for seat, name in enumerate(who.names):
        yield f"  {seat} {name}"
    yield _("Deck: %(cards)s") % {"cards": " ".join(names(course.setup.deck))}
    if replay.hand is not None and replay.number == 1:
        yield from first_deal.sentences(replay.hand.match, who)
    trick = 0
    for step in course.steps[1:]:
        if step.trick != trick:
            trick = step.trick
            yield ""
            yield of_game(course.game.name, N_("Trick %(number)s")) % {"number": trick}
        assert step.action is not None
        yield "  " + sentence(step.action.message(), who)
    yield ""
    for message in course.explanation.messages:
        yield sentence(message, who)
