"""Claims of the rest, tried against what others could hold and play."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import copy
from dataclasses import replace
from itertools import islice
from random import Random
from typing import Any

from games.rules.core import Action, Game
from games.rules.rest import sure_leads
from games.rules.shengji.hands import cards_of, hand_of
from tests.rules.chance import any_setup

#: plays tried for one seat at one turn, and plays tried in all against one deal
SOME, MOST = 8, 600


def cards(action: Any) -> tuple[int, ...]:
    """Return the cards of a play, in any game."""
    return action.cards if hasattr(action, "cards") else (action.card,)


def first_claim(game: Game, rng: Random, least: int = 2) -> tuple[Any, Sequence[Action]] | None:
    """Return the first state of a hand played at random in which the rest can be claimed, and the leads; None if there
    is none. ``least``: the fewest cards that are left."""
    state = game.start(any_setup(game, rng))
    while state.result is None:
        seat = state.to_act[0]
        view = game.view(state, seat)
        leads = sure_leads(game, view)
        if leads and len(view.hand) >= least:
            return state, leads
        state = game.step(state, rng.choice(game.legal(state)))
    return None


def dealt_anew(game: Game, state: Any, seat: int, rng: Random) -> Any:
    """Return a state that ``seat`` cannot tell from this one: unseen cards are dealt again, often in whole suits to one
    of the others; nobody gets a suit that they have shown to lack."""
    view = game.view(state, seat)
    played = [play for play in view.memory if play.do == "play"]
    held = [list(game.view(state, other).hand) for other in range(view.seats)]
    hidden = list(state.ground.buried) if hasattr(state, "ground") and not view.buried else []
    if not hasattr(state, "ground"):
        out = {*view.hand, *(card for play in played for card in cards(play)), *getattr(view, "turned", ())}
        out |= {*getattr(view, "discards", ())}
        hidden = [card for card in game.pack(view.options) if card not in out]
        hidden = [card for card in hidden if not any(card in held[other] for other in range(view.seats))]
    others = [other for other in range(view.seats) if other != seat]
    for _ in range(40):
        pool = [card for other in others for card in held[other]] + hidden
        rng.shuffle(pool)
        if rng.random() < 0.6:
            pool.sort(key=lambda card: (card // 13, rng.random() < 0.1))
            rng.shuffle(others)
        hands, rest = list(held), list(pool)
        for other in others:
            none = {suit for who, suit in _void(game, view) if who == other}
            fit = [card for card in rest if _suit(game, view, card) not in none][: len(held[other])]
            hands[other] = fit
            for card in fit:
                rest.remove(card)
        if all(len(hands[other]) == len(held[other]) for other in others):
            return _with(state, hands, rest)
    return state


def beat(game: Game, state: Any, seat: int, leads: Sequence[Action], rng: Random) -> Sequence[Action]:
    """Return plays by which others take a trick of a claim, () if none of those tried does."""
    budget = [MOST]

    def search(state: Any, left: Sequence[Action], line: tuple[Action, ...]) -> Sequence[Action]:
        if state.result is not None:
            last = state.best if hasattr(state, "best") else state.tricks[-1].winner
            return () if last == seat else line
        who = state.to_act[0]
        if not _in_trick(state):
            if who != seat:
                return line
            game.check(state, left[0])
            return search(game.step(state, left[0]), left[1:], (*line, left[0]))
        for reply in _replies(game, state, who, rng):
            budget[0] -= 1
            if budget[0] < 0:
                return ()
            if plays := search(game.step(state, reply), left, (*line, reply)):
                return plays
        return ()

    return search(state, leads, ())


def _replies(game: Game, state: Any, who: int, rng: Random) -> Iterator[Action]:
    view = game.view(state, who)
    every = getattr(game, "every_play", None)
    plays = list(islice(every(view), 200)) if every is not None else list(game.legal(state))
    rng.shuffle(plays)
    yield from plays[:SOME]


def _in_trick(state: Any) -> bool:
    return bool(len(state.plays) % 4) if hasattr(state, "plays") else bool(state.trick)


def _suit(game: Game, view: Any, card: int) -> int:
    if view.game in ("forty", "eighty"):
        from games.rules.shengji.view import table_of

        return table_of(view).suits[card]
    from games.rules.four_chances.following import SUITS_UNDER

    return SUITS_UNDER["SHCD".index(view.trump)][card]


def _void(game: Game, view: Any) -> set[tuple[int, int]]:
    """Return (seat, suit) for each seat known to lack a suit, worked out again from plays that did not follow."""
    plays = [play for play in view.memory if play.do == "play"]
    void = set()
    trump = 4 if view.game in ("forty", "eighty") else "SHCD".index(view.trump)
    grown = 20 if view.game == "california-jack" else 0
    for at, play in enumerate(plays):
        if at // view.seats < grown:
            continue
        led = _suit(game, view, cards(plays[at - at % view.seats])[0])
        for card in cards(play):
            suit = _suit(game, view, card)
            may_ruff = view.game not in ("forty", "eighty") and suit == trump
            if suit != led and not may_ruff:
                void.add((play.seat, led))
    return void


def _with(state: Any, hands: Sequence[Sequence[int]], hidden: Sequence[int]) -> Any:
    if not hasattr(state, "ground"):
        return state._replace(hands=tuple(tuple(sorted(hand)) for hand in hands))
    anew = copy(state)
    anew.hands = tuple(hand_of(hand) for hand in hands)
    if hidden:
        anew.ground = replace(state.ground, buried=cards_of(hand_of(hidden)))
    return anew
