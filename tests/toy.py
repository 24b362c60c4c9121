"""A toy game of two, to test the platform without any real game: three cards each, the higher
last card wins the hand, two hands win the match. ``shout`` may be played out of turn."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, ClassVar

from games.rules import form
from games.rules.cards import PACK_52
from games.rules.core import Action, Explanation, Game, Illegal, Malformed, Refusal, Standing, View
from games.rules.option import Option


@dataclass(frozen=True, slots=True)
class Play(Action):
    do: ClassVar[str] = "play"
    label: ClassVar[str] = "Play"
    sentence: ClassVar[str] = "%(seat)s {plays|play} %(cards)s."
    form: ClassVar[tuple[str, ...]] = ("card",)
    card: int


@dataclass(frozen=True, slots=True)
class Shout(Action):
    do: ClassVar[str] = "shout"
    label: ClassVar[str] = "Shout"
    sentence: ClassVar[str] = "%(seat)s {shouts|shout}."
    in_turn: ClassVar[bool] = False


@dataclass(frozen=True, slots=True)
class State:
    setup: Any
    hands: tuple[tuple[int, ...], ...]
    log: tuple[Action, ...] = ()

    @property
    def plays(self) -> list[Play]:
        return [action for action in self.log if isinstance(action, Play)]

    @property
    def phase(self) -> str:
        return "over" if self.result else "play"

    @property
    def to_act(self) -> tuple[int, ...]:
        return () if self.result else (len(self.plays) % 2,)

    @property
    def result(self) -> dict[str, Any] | None:
        if len(self.plays) < 6:
            return None
        return {"winner": max(self.plays[-2:], key=lambda play: play.card).seat}


class Toy(Game):
    key, module, name = "toy", "toy", "Toy"
    options = (Option("polite", (True, False), True, "Polite", "Nothing but a name."),)
    presets = ()
    refusals = {
        "not-your-turn": Refusal("It is not your turn.", "1"),
        "not-in-hand": Refusal("You do not hold that card.", "2"),
    }
    actions = (Play, Shout)

    def seats(self, options):
        return 2

    def side(self, seat, options):
        return seat

    def pack(self, options):
        return PACK_52

    def read_context(self, context, options, deck):
        return form.mapping(context, {"number"})

    def read_action(self, raw, options):
        if not isinstance(raw, dict):
            raise Malformed("action")
        if raw.get("do") == "shout":
            return Shout(form.within(form.mapping(raw, {"seat", "do"})["seat"], 0, 1))
        form.mapping(raw, {"seat", "do", "card"})
        if raw["do"] != "play":
            raise Malformed("do")
        return Play(form.within(raw["seat"], 0, 1), form.one_card(raw["card"]))

    def start(self, setup):
        return State(setup, (setup.deck[:3], setup.deck[3:6]))

    def check(self, state, action):
        if isinstance(action, Play):
            if action.seat not in state.to_act:
                raise Illegal("not-your-turn")
            if action.card not in state.hands[action.seat]:
                raise Illegal("not-in-hand", state.hands[action.seat])

    def step(self, state, action):
        hands = tuple(
            tuple(card for card in hand if isinstance(action, Shout) or card != action.card) for hand in state.hands
        )
        return replace(state, hands=hands, log=(*state.log, action))

    def legal(self, state):
        return [Play(seat, card) for seat in state.to_act for card in state.hands[seat]]

    def view(self, state, seat):
        return View(
            game=self.key,
            options=state.setup.options,
            context=state.setup.context,
            seat=seat,
            seats=2,
            phase=state.phase,
            to_act=state.to_act,
            hand=state.hands[seat] if seat is not None else (),
            counts=tuple(map(len, state.hands)),
            memory=state.log,
            result=state.result,
        )

    def moves(self, view):
        return [Play(view.seat, card) for card in view.hand] if view.seat in view.to_act else []

    def following(self, options, played, deck, rng):
        return {"number": len(played) + 1}

    def standing(self, options, played):
        wins = tuple(sum(hand.result["winner"] == seat for hand in played) for seat in (0, 1))
        return Standing(wins, tuple(seat for seat in (0, 1) if wins[seat] == 2), 2 in wins)

    def explain(self, state):
        return Explanation()
