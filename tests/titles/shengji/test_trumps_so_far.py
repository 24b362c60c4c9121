"""During the draw the panels tell of the trumps what the sentence tells."""

from __future__ import annotations

import re
from typing import Any

from games.rules.cards import cards
from games.rules.registry import GAMES
from games.rules.shengji.actions import Close, Declare
from games.table import fragments
from tests.rules.shengji.hands import FIRST_HAND, deck_with
from tests.table.scenes import scene_of

FORTY = GAMES["forty"]
DECK = tuple(cards(" ".join(deck_with("forty", {1: "2S"}))))


def told(state: Any) -> tuple[str, str]:
    """Return what a phone's strip and what the panel says of trumps, without markup."""
    parts = fragments.parts(scene_of("forty", state, seat=0, dealt=7))
    strip = re.search(r"<div class=strip>(.*?)</div>", parts["score"])
    panel = re.search(r'<div class="panel trumpbox">(.*?)</dl>', parts["ground"])
    assert strip and panel
    return tuple(" ".join(re.sub("<.*?>", " ", html).split()) for html in (strip[1], panel[1]))  # type: ignore[return-value]


def test_before_anybody_shows_there_is_no_trump_yet() -> None:
    state = FORTY.start(FORTY.setup({}, FIRST_HAND, DECK), live=True)
    assert told(state) == ("No trump yet Level 2", "Trumps not yet, level 2 Banker not yet")


def test_what_has_been_shown_is_told_and_that_it_may_change() -> None:
    state = FORTY.step(FORTY.start(FORTY.setup({}, FIRST_HAND, DECK), live=True), Declare(1, cards("2S"), 7))
    parts = fragments.parts(scene_of("forty", state, seat=0, dealt=7))
    assert told(state) == ("Trumps Level 2", "Trumps spades so far, level 2 Banker not yet")
    assert parts["score"].count('aria-label="spades"') == 1
    assert "2 of spades" not in parts["ground"], "no card stands for trumps that are not made"
    assert told(FORTY.step(state, Close()))[1] == "2 of spades Trumps spades, level 2 Banker Bamboo"
