"""May he play this? A small position is laid in the engine, and the engine's own check answers.

Nothing here knows a rule: a state is made with the cards of the position, the cards that lie on
the table are played, and ``Game.check`` is asked about the cards that are tried.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from games.guide.blocks import Position
from games.rules.allfours.deal import table_of
from games.rules.allfours.state import AllFoursState, Course
from games.rules.cards import RANKS, SUITS, card, cards
from games.rules.core import Action, Game, Illegal
from games.rules.four_chances.actions import Play as OneCard
from games.rules.four_chances.state import first_state
from games.rules.shengji.actions import Play
from games.rules.shengji.hands import hand_of
from games.rules.shengji.state import ALONE, Ground, deal_of, set_hand
from games.rules.shengji.state import State as ShengjiState
from games.rules.shengji.trumps import TRUMP, Trumps, trumps_of
from games.rules.winner.actions import Play as Combination
from games.rules.winner.order import mask_of
from games.rules.winner.state import at_lead

#: the asked player's seat where somebody else has led, and the leader's own
LEADER, FOLLOWER = 0, 1


@dataclass(frozen=True, slots=True)
class Verdict:
    """The engine's answer. ``code``: of the refusal, empty where the cards may be played.

    ``revoke``: they are accepted, but they are a revoke, which ``code`` names. ``really``: the
    cards that are led where a throw fails. ``binds``: the cards that bind the player.
    """

    code: str = ""
    revoke: bool = False
    really: tuple[int, ...] = ()
    binds: tuple[int, ...] = ()

    @property
    def fine(self) -> bool:
        """Whether the cards may be played just so."""
        return not self.code and not self.really


def verdict(game: Game, options: Mapping[str, Any], position: Position) -> Verdict:
    """Return what the rules say to a position at a table with these resolved options."""
    found = _checked(game, options, position)
    if not found.fine or options.get("discipline") != "honour":
        return found
    strict = _checked(game, {**options, "discipline": "enforced"}, position)
    return Verdict(strict.code, revoke=True, binds=strict.binds) if strict.code else found


def otherwise(game: Game, options: Mapping[str, Any], position: Position) -> list[tuple[str, Any, Verdict]]:
    """Return which single option would change the answer: key, value, the answer with it."""
    here = verdict(game, options, position)
    found = []
    for option in game.options:
        if isinstance(option.values, range) or option.key in ("discipline", "edition"):
            continue
        for value in option.values:
            if value == options[option.key]:
                continue
            there = verdict(game, {**options, option.key: value}, position)
            if (there.code, there.really) != (here.code, here.really):
                found.append((option.key, value, there))
    return found


def _checked(game: Game, options: Mapping[str, Any], position: Position) -> Verdict:
    return _asked(game, frozenset(options.items()), position)


@lru_cache(maxsize=8192)
def _asked(game: Game, options: frozenset[tuple[str, Any]], position: Position) -> Verdict:
    """Ask the engine, once for each position and options: a page of Eighty asks hundreds of times."""
    state, action = LAID[game.module](game, dict(options), position)
    try:
        game.check(state, action)
    except Illegal as illegal:
        return Verdict(illegal.code, binds=illegal.binds)
    if not isinstance(state, ShengjiState) or position.led:
        return Verdict()
    led = game.step(state, action).plays[-1].cards
    return Verdict() if sorted(led) == sorted(cards(position.play)) else Verdict(really=led)


# --- laying a position ------------------------------------------------------------------------


def _winner(game: Game, options: Mapping[str, Any], position: Position) -> tuple[Any, Action]:
    context = {"dealer": 0, "winner": None, "loser": None}
    setup = game.setup(dict(options), context, game.pack(options))
    led, held = cards(position.led), cards(position.hand or position.play)
    # each holds a card more than he plays, so that nobody goes out
    spare = [number for number in game.pack(options) if number not in {*led, *held}]
    hands = [mask_of((*led, spare[0])), mask_of((*held, spare[1])), *(mask_of((one,)) for one in spare[2:4])]
    seat = FOLLOWER if led else LEADER
    if not led:
        hands[0], hands[1] = hands[1], hands[0]
    state = at_lead(setup, tuple(hands[: options["players"]]), LEADER)
    if led:
        state = game.step(state, Combination(LEADER, led))
    return state, Combination(seat, cards(position.play))


def _all_fours(game: Game, options: Mapping[str, Any], position: Position) -> tuple[Any, Action]:
    held, led = cards(position.hand or position.play), cards(position.led)
    state = at_first_lead(game, options, position.trump or "S", [led or held, held])
    if not led:
        return state, OneCard(LEADER, card(position.play))
    return game.step(state, OneCard(LEADER, led[0])), OneCard(FOLLOWER, card(position.play))


def at_first_lead(game: Game, options: Mapping[str, Any], trump: str, hands: list[tuple[int, ...]]) -> AllFoursState:
    """Return a hand of All Fours at its first lead with these cards held; seat 0 leads."""
    players = options["players"]
    context = {"dealer": players - 1, "scores": [0, 0]}  # so that seat 0 is the eldest
    setup = game.setup(dict(options), context, game.pack(options))
    held = tuple(tuple(sorted(hand)) for hand in hands) + ((),) * (players - len(hands))
    course = Course((), len(setup.deck), discards=(None,) * players)
    return first_state(table_of(setup), "play", held, SUITS.index(trump), course)


def _shengji(game: Game, options: Mapping[str, Any], position: Position) -> tuple[Any, Action]:
    play = Play(FOLLOWER if position.led else LEADER, tuple(sorted(cards(position.play))))
    held = hand_of(cards(position.hand or position.play))
    others = [hand_of(cards(other)) for other in position.others]
    if not position.led:
        return at_play(game, options, position, [held, *others]), play
    # The follower takes up his cards only now, so that a throw which is led here stands.
    led = tuple(sorted(cards(position.led)))
    state = game.step(at_play(game, options, position, [hand_of(led)]), Play(LEADER, led))
    state.hands = set_hand(state.hands, FOLLOWER, held)
    return state, play


def at_play(game: Game, options: Mapping[str, Any], position: Position, hands: list[int]) -> ShengjiState:
    """Return a hand of Forty or Eighty in its play, seat 0 the banker and to lead."""
    setup = game.setup(dict(options), context_at(position.level), game.pack(options))
    deal = deal_of(setup, game.key == "eighty")
    ground = Ground(deal, (), trumps_at(position.trump, position.level, options), LEADER, (), deal.bottom, False)
    a, b, c, d = (*hands, 0, 0, 0, 0)[:4]
    return ShengjiState(ground, "play", ALONE[LEADER], None, (a, b, c, d), leaders=(LEADER,))


def context_at(level: str) -> dict[str, Any]:
    """Return the context of a hand at a level, seat 0 the banker."""
    return {"levels": [level, level], "banker": LEADER, "first": LEADER}


def trumps_at(trump: str | None, level: str, options: Mapping[str, Any]) -> Trumps:
    """Return the order of the cards for trumps and a level."""
    suit = TRUMP if trump is None else SUITS.index(trump)
    return trumps_of(suit, RANKS.index(level), options.get("tractor") == "strict")


LAID: dict[str, Callable[[Game, Mapping[str, Any], Position], tuple[Any, Action]]] = {
    "allfours": _all_fours,
    "winner": _winner,
    "shengji": _shengji,
}
