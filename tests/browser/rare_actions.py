"""Tables prepared for one rare action: a revoke to claim, a declaration to overcall, a throw to lead."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

from games.rules.cards import names
from games.rules.core import Action, Setup
from games.rules.registry import GAMES
from games.rules.shengji.actions import Play
from tests.browser.tables import FRESH, LATER, TODAY, _prepared, _setup

FORTY, EIGHTY = GAMES["forty"], GAMES["eighty"]
Prepared = tuple[Any, Setup, list[Action], list[Any]]


def prepare() -> None:
    """Prepare all of them; print name → [code, session, what the test needs to know]."""
    overcall = _overcall()
    honest = _revoke(False)  # each test has a table of its own: a claim ends its hand
    rows = {"revoke": _revoke(True), "honest": honest, "claimed": honest, "overcall": overcall, "choice": overcall}
    rows |= {"throw": _throw(False), "failed": _throw(True)}
    print(
        json.dumps(
            {name: [*_prepared(game, setup, moves, name), facts] for name, (game, setup, moves, facts) in rows.items()}
        )
    )


def _seeds() -> Iterator[Random]:
    return (Random(seed) for seed in range(2000))


def _revoke(has_revoke: bool) -> Prepared:
    """A hand of Forty on honour before the claims, with one revoke of a challenger's neighbour or none."""
    for rng in _seeds():
        setup = _setup(FORTY, {"discipline": "honour"}, LATER, rng)
        state, actions = FORTY.start(setup, live=True), []
        while state.phase != "claims" and state.result is None:
            action = FORTY.close(state)
            if action is None:
                moves = list(FORTY.legal(state))
                action = moves[rng.randrange(len(moves))]
                if has_revoke and not state.notes.revokes and state.phase == "play" and state.to_act == (1,):
                    action = _off_suit(state) or action
            actions.append(action)
            state = FORTY.step(state, action)
        revokes = [list(revoke) for revoke in state.notes.revokes]
        if state.phase == "claims" and 0 in state.to_act and bool(revokes) == has_revoke:
            return FORTY, setup, actions, revokes
    raise LookupError("revoke")


def _off_suit(state: Any) -> Action | None:
    """Return a card of seat 1 that does not follow, where it could."""
    lawful = {action.cards for action in FORTY.legal(state)}
    hand = FORTY.view(state, 1).hand
    return next((Play(1, (card,)) for card in hand if (card,) not in lawful), None) if state.shape else None


def _overcall() -> Prepared:
    """A draw of Eighty in which seat 1 shows one level card and the viewer will hold a pair of another."""
    for rng in _seeds():
        setup = _setup(EIGHTY, TODAY, FRESH, rng)
        state = EIGHTY.start(setup, live=True)
        views = [EIGHTY.view(state, seat, 100) for seat in range(4)]
        shown = [list(EIGHTY.declarations(view)) for view in views]
        pairs = [[pair for pair in of_seat if len(pair.cards) == 2] for of_seat in shown]
        if len(pairs[0]) != 1 or any(pairs[1:]) or pairs[0][0].cards[0] >= 52 or not shown[1]:
            continue
        first = shown[1][0]
        after = next(count for count in range(1, 101) if _has(setup, state, first, count))
        declared = type(first)(1, first.cards, after)
        return EIGHTY, setup, [declared], [names(declared.cards), names(pairs[0][0].cards)]
    raise LookupError("overcall")


def _has(setup: Setup, state: Any, declared: Any, count: int) -> bool:
    return declared.cards in [shown.cards for shown in EIGHTY.declarations(EIGHTY.view(state, 1, count))]


def _throw(fails: bool) -> Prepared:
    """The viewer's lead in Eighty with a throw of two cards that stands, or that fails."""
    for rng in _seeds():
        setup = _setup(EIGHTY, TODAY, LATER, rng)
        state, actions = EIGHTY.start(setup, live=True), []
        while state.result is None and len(actions) < 40:
            if state.phase == "play" and state.to_act == (0,) and state.shape is None:
                for cards in _two_of_a_suit(state):
                    after = EIGHTY.step(state, Play(0, cards))
                    if bool(after.notes.failed) == fails:
                        return EIGHTY, setup, actions, names(cards)
            action = EIGHTY.close(state)
            if action is None:
                moves = EIGHTY.legal(state)
                action = moves[rng.randrange(len(moves))]
            actions.append(action)
            state = EIGHTY.step(state, action)
    raise LookupError("throw")


def _two_of_a_suit(state: Any) -> Iterator[tuple[int, ...]]:
    """Yield two different cards of one suit that the viewer may try to throw."""
    table, hand = state.ground.trumps, sorted(set(EIGHTY.view(state, 0).hand))
    for at, card in enumerate(hand):
        for other in hand[at + 1 :]:
            if (
                table.suits[card] == table.suits[other]
                and table.strength[table.suits[card]][card] != table.strength[table.suits[card]][other]
            ):
                yield (card, other)
