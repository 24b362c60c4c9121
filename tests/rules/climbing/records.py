"""Records with a sorted deck for tests of refusals: with four players seat 0 gets the diamonds, 1 the clubs, 2 the
hearts, 3 the spades."""

from __future__ import annotations

from typing import Any

from games.rules.record import FORMAT, verify
from games.rules.registry import GAMES

SORTED = [rank + suit for rank in "3456789TJQKA2" for suit in "DCHS"]
CONTEXTS = {
    "big-two": {"dealer": 0, "winner": None, "loser": None},
    "tien-len": {"dealer": 0, "winner": None, "loser": None},
    "president": {"dealer": 0, "order": None},
}


def played(seat: int, names: str) -> dict[str, Any]:
    return {"seat": seat, "do": "play", "cards": names.split()}


def given(seat: int, names: str) -> dict[str, Any]:
    return {"seat": seat, "do": "give", "cards": names.split()}


def passed(*seats: int) -> list[dict[str, Any]]:
    return [{"seat": seat, "do": "pass"} for seat in seats]


def answer(key: str, actions: list[Any], **more: Any) -> dict[str, Any]:
    """Return the verifier's answer; ``context``, ``options``, ``deck`` and ``result`` may be given."""
    record = {"format": FORMAT, "game": key, "context": CONTEXTS[key], "deck": SORTED, "actions": actions, **more}
    return verify(record)


def refused(key: str, actions: list[Any], **more: Any) -> tuple[int | None, str]:
    """Return where a record is refused and the code; check that the sentence is the game's."""
    reply = answer(key, actions, **more)
    assert not reply["ok"]
    assert reply["message"] == GAMES[key].refusals[reply["error"]].sentence
    return reply["at"], reply["error"]
