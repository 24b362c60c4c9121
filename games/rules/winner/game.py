"""Winner (争上游): the game that the house knows, put together from its parts (winner.md)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from games.rules.cards import PACK_52, PACK_54
from games.rules.core import N_, Action, Game, Illegal, Malformed, Played, Refusal, Said, Setup, Standing
from games.rules.form import mapping, within
from games.rules.winner import score
from games.rules.winner.actions import Give, Pass, Play, read_action, write_action
from games.rules.winner.combos import combo_of, refusal
from games.rules.winner.options import LONG_TARGET, OPTIONS, PRESETS, STANDARD_HANDS, rules_of
from games.rules.winner.order import BIT, cards_of, mask_of
from games.rules.winner.plays import Plays, answers, leads
from games.rules.winner.reasons import why
from games.rules.winner.state import State, after_give, after_pass, after_play, start, tricks
from games.rules.winner.view import WinnerView, view

REFUSALS = {
    "malformed": Refusal(N_("This record is not a Winner hand."), "11"),
    "hand-over": Refusal(N_("The hand is already over."), "7"),
    "wrong-phase": Refusal(N_("That cannot be done at this point of the hand."), "10"),
    "not-your-turn": Refusal(N_("It is not your turn."), "6"),
    "not-in-hand": Refusal(N_("You do not hold that card."), "11"),
    "cannot-pass-lead": Refusal(N_("You lead this trick, so you must play something."), "6"),
    "not-a-combination": Refusal(N_("These cards do not form a combination."), "3"),
    "wrong-type": Refusal(N_("You must play the same kind of combination with the same number of cards."), "4"),
    "too-low": Refusal(N_("That does not beat the cards on the table."), "4"),
    "wrong-result": Refusal(N_("The result in this record is not what the rules give."), "7"),
}


class Winner(Game):
    """The rules of Winner. ``legal`` and ``moves`` are complete, and made item by item."""

    key = "winner"
    module = "winner"
    name = N_("Winner")
    options = OPTIONS
    presets = PRESETS
    refusals = REFUSALS
    single = frozenset({"give"})
    clockwise = True

    # --- before the hand

    def seats(self, options: Mapping[str, Any]) -> int:
        players: int = options["players"]
        return players

    def side(self, seat: int, options: Mapping[str, Any]) -> int:
        return seat

    def is_full_length(self, options: Mapping[str, Any]) -> bool:
        """Say whether at least the standard number of hands is played, or to so many points that it
        takes as long."""
        hands, target = options["hands"], options["target"]
        return (not hands or hands >= STANDARD_HANDS) and (not target or target >= LONG_TARGET)

    def pack(self, options: Mapping[str, Any]) -> tuple[int, ...]:
        return PACK_54 if options["jokers"] else PACK_52

    def read_context(self, context: object, options: Mapping[str, Any], deck: tuple[int, ...]) -> dict[str, Any]:
        """Return the context of section 10; ``Malformed`` where it is not one."""
        read = mapping(context, ("dealer", "winner", "loser"))
        highest = options["players"] - 1
        within(read["dealer"], 0, highest)
        if read["winner"] is not None or read["loser"] is not None:
            winner, loser = within(read["winner"], 0, highest), within(read["loser"], 0, highest)
            if winner == loser or read["dealer"] != loser:
                raise Malformed("winner, loser or dealer")
        return read

    def read_action(self, raw: object, options: Mapping[str, Any]) -> Action:
        return read_action(raw, options["players"])

    def write_action(self, action: Action) -> dict[str, Any]:
        return write_action(action)

    # --- the hand

    def start(self, setup: Setup, live: bool = False) -> State:
        return start(setup)

    def check(self, state: State, action: Action) -> None:
        """Raise ``Illegal`` with the first code of section 11 that applies. What binds a player
        are the cards of the play to beat."""
        if state.phase == "over":
            raise Illegal("hand-over")
        if isinstance(action, Give) != (state.phase == "exchange"):
            raise Illegal("wrong-phase")
        if action.seat != state.to_act[0]:
            raise Illegal("not-your-turn")
        if isinstance(action, Pass):
            if state.top is None:
                raise Illegal("cannot-pass-lead")
            return
        hand = state.hands[action.seat]
        if isinstance(action, Give):
            if not hand & BIT[action.card]:
                raise Illegal("not-in-hand")
            return
        assert isinstance(action, Play)
        mask = mask_of(action.cards)
        if mask & ~hand or mask.bit_count() != len(action.cards):
            raise Illegal("not-in-hand")
        combo = combo_of(mask, state.rules)
        if combo is None:
            raise Illegal("not-a-combination")
        code = refusal(combo, state.top, state.rules) if state.top is not None else None
        if code is not None:
            assert state.top is not None
            raise Illegal(code, state.top.cards)

    def step(self, state: State, action: Action) -> State:
        if isinstance(action, Play):
            return after_play(state, action)
        if isinstance(action, Pass):
            return after_pass(state, action)
        assert isinstance(action, Give)
        return after_give(state, action)

    def legal(self, state: State) -> Sequence[Action]:
        """Return all legal actions, the pass last."""
        if not state.to_act:
            return ()
        seat = state.to_act[0]
        hand = state.hands[seat]
        if state.phase == "exchange":
            return [Give(seat, card) for card in cards_of(hand)]
        if state.top is None:
            return Plays(seat, leads(hand, state.rules), passing=False)
        return Plays(seat, answers(hand, state.top, state.rules), passing=True)

    def view(self, state: State, seat: int | None, dealt: int | None = None) -> WinnerView:
        return view(state, seat)

    def moves(self, view: WinnerView) -> Sequence[Action]:
        """Return all legal actions of the view's seat, the pass last; none when it is not to act."""
        if view.seat is None or view.seat not in view.to_act:
            return ()
        if view.phase == "exchange":
            return [Give(view.seat, card) for card in reversed(view.hand)]
        hand, rules = mask_of(view.hand), rules_of(view.options)
        if view.to_beat is None:
            return Plays(view.seat, leads(hand, rules), passing=False)
        return Plays(view.seat, answers(hand, view.to_beat, rules), passing=True)

    def trick(self, state: State) -> int:
        return len(tricks(state.log))

    # --- the match

    def following(
        self, options: Mapping[str, Any], played: Sequence[Played], deck: tuple[int, ...], rng: Random
    ) -> dict[str, Any]:
        """Return the context of the next hand: the loser deals; the first dealer by lot."""
        if not played:
            return {"dealer": rng.randrange(options["players"]), "winner": None, "loser": None}
        last = played[-1].result
        return {"dealer": last["loser"], "winner": last["winner"], "loser": last["loser"]}

    def standing(self, options: Mapping[str, Any], played: Sequence[Played]) -> Standing:
        return score.standing(options, played)

    # --- words

    def why(self, state: State) -> list[Said]:
        return why(state)
