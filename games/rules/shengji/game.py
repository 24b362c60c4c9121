"""Forty Points and Eighty Points as games of the house (/rules/eighty/): one set of rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from random import Random
from typing import Any, ClassVar

from games.rules.cards import LITTLE_JOKER, PACK_54, RANKS
from games.rules.core import N_, Action, Explanation, Game, Malformed, Played, Refusal, Role, Standing
from games.rules.cutting import Cut, cut
from games.rules.form import mapping, within
from games.rules.live_draw import LiveDraw
from games.rules.option import Option, Preset
from games.rules.rest import RestOfHand
from games.rules.revokes import Accept, Claim
from games.rules.shengji.actions import Bury, Close, Declare, Play, read_action
from games.rules.shengji.declaring import may_be_overridden, overrides, strength
from games.rules.shengji.explanation import explain
from games.rules.shengji.hands import hand_of, plus
from games.rules.shengji.moves import buries, every_play, follows, leads
from games.rules.shengji.options import EIGHTY, EIGHTY_PRESETS, FORTY, FORTY_PRESETS, REFUSALS
from games.rules.shengji.playing import start, step
from games.rules.shengji.refusals import check
from games.rules.shengji.rest import sure_leads
from games.rules.shengji.score import threshold
from games.rules.shengji.shapes import shape_of, split
from games.rules.shengji.state import State, trumps_in
from games.rules.shengji.view import View, table_of, unseen_by, view_of


class _Shengji(LiveDraw, RestOfHand, Game):
    """What the two games share; ``eighty`` tells them apart."""

    module = "shengji"
    clockwise = False
    refusals: ClassVar[Mapping[str, Refusal]] = REFUSALS
    actions = (Declare, Close, Bury, Play, Claim, Accept)
    eighty: ClassVar[bool]

    # --- before the hand

    def seats(self, options: Mapping[str, Any]) -> int:
        return 4

    def side(self, seat: int, options: Mapping[str, Any]) -> int:
        return seat % 2

    def pack(self, options: Mapping[str, Any]) -> tuple[int, ...]:
        return PACK_54 * 2 if self.eighty else PACK_54

    def read_context(self, context: object, options: Mapping[str, Any], deck: tuple[int, ...]) -> dict[str, Any]:
        if not isinstance(context, dict):
            raise Malformed("context")
        first_hand = context.get("banker") is None
        drawn = ("drawn",) if options["trump_making"] == "drawn" and first_hand else ()
        mapping(context, ("levels", "banker", "first", *drawn))
        levels = context["levels"]
        if not isinstance(levels, list) or len(levels) != 2 or not all(_is_level(level) for level in levels):
            raise Malformed("levels")
        within(context["first"], 0, 3)
        if first_hand and levels[0] != levels[1]:
            raise Malformed("levels of a first hand")
        if not first_hand and within(context["banker"], 0, 3) != context["first"]:
            raise Malformed("first is not the banker")
        if drawn and deck[within(context["drawn"], 0, self._dealt() - 1)] >= LITTLE_JOKER:
            raise Malformed("the drawn card is a joker")
        return dict(context)

    def read_action(self, raw: object, options: Mapping[str, Any]) -> Action:
        return read_action(raw)

    # --- the hand

    def start(self, setup: Any, live: bool = False) -> State:
        return start(setup, self.eighty, live)

    def check(self, state: State, action: Action) -> None:
        check(state, action)

    def step(self, state: State, action: Action) -> State:
        return step(state, action)

    def legal(self, state: State) -> Sequence[Action]:
        phase = state.phase
        if phase == "play":
            seat = state.to_act[0]
            deal = state.ground.deal
            if state.shape is not None:
                return follows(trumps_in(state), deal.follow, seat, state.hands[seat], state.shape, state.suit)
            return leads(trumps_in(state), seat, state.hands[seat], _unseen_in(state, seat) if deal.throw else None)
        if phase == "bury":
            seat = state.to_act[0]
            return buries(trumps_in(state), seat, state.hands[seat], len(state.ground.deal.bottom))
        return tuple(Accept(seat) for seat in state.to_act)

    def view(self, state: State, seat: int | None, dealt: int | None = None) -> View:
        return view_of(self.key, state, seat, dealt)

    def moves(self, view: View) -> Sequence[Action]:
        seat = view.seat
        if seat is None or seat not in view.to_act:
            return ()
        hand = hand_of(view.hand)
        if view.phase == "bury":
            return buries(table_of(view), seat, hand, len(view.bottom))
        if view.phase != "play":
            return (Accept(seat),)
        table = table_of(view)
        if not view.trick:
            return leads(table, seat, hand, (lambda: unseen_by(view)) if view.options.get("throw") else None)
        lead = view.trick[0].cards
        shape = shape_of(split(table, hand_of(lead)))
        return follows(table, view.options.get("follow", "pairs"), seat, hand, shape, table.suits[lead[0]])

    def every_play(self, view: View) -> Iterator[Play]:
        """Yield every legal play of a seat whose turn it is to play, lazily, from what it knows."""
        seat, table = view.seat, table_of(view)
        if view.phase != "play" or seat is None or seat not in view.to_act:
            return
        lead = view.trick[0].cards if view.trick else ()
        shape = shape_of(split(table, hand_of(lead))) if lead else None
        suit = table.suits[lead[0]] if lead else -1
        follow, throw = view.options.get("follow", "pairs"), view.options.get("throw", False)
        yield from every_play(table, follow, seat, hand_of(view.hand), shape, suit, throw)

    def claims(self, view: View) -> list[Claim]:
        """Return every revoke that a seat may claim now, by trick and accused (/rules/eighty/#13)."""
        seat = view.seat
        if seat is None or view.options["discipline"] != "honour" or view.phase not in ("play", "claims"):
            return []
        if seat in view.accepted:
            return []
        return [
            Claim(seat, action.seat, index // 4 + 1)
            for index, action in enumerate(view.plays)
            if index % 4 and (action.seat - seat) % 2
        ]

    def sure_leads(self, view: View) -> tuple[Play, ...]:
        return sure_leads(view)

    def taker(self, state: State) -> tuple[int, bool]:
        if len(state.plays) % 4:
            return state.best, False
        return (state.leaders[-1] if state.result is None else state.best), True

    def strength(self, state: State, play: Play) -> int:
        table = trumps_in(state)
        return sum(table.strength[table.suits[card]][card] for card in play.cards)

    # --- the live draw

    def drawing(self, state: State) -> int:
        return self._dealt() if state.phase == "draw" else 0

    def receiver(self, state: State, count: int) -> int:
        return int(state.ground.deal.first + count - 1) % 4

    def close(self, state: State) -> Close | None:
        return Close() if state.phase == "draw" else None

    def may_still_declare(self, state: State) -> bool:
        """Say, on public grounds only, whether a declaration could still be accepted: where not, the
        last call of a live draw may be left out (/rules/eighty/#14)."""
        return state.ground.open and may_be_overridden(state.ground)

    def declarations(self, view: View) -> list[Declare]:
        """Return what a seat could show now in a live draw, weakest first; ``after`` is the number of
        cards dealt."""
        if view.seat is None or view.phase != "draw" or view.drawn is not None:
            return []
        level, no_trump = RANKS.index(view.level), view.options["no_trump"]
        standing = view.standing
        if standing and not view.options.get("overcall"):
            return []
        held = sorted(view.hand)
        candidates: set[tuple[int, ...]] = {(card,) for card in held} | set(pairwise(held))
        ranked = []
        for cards in candidates:
            power = strength(cards, level, self.eighty, no_trump)
            if not power:
                continue
            if standing:
                stands = strength(standing.cards, level, self.eighty, no_trump)
                if not overrides(cards, view.seat, standing, (power, stands)):
                    continue
            ranked.append((power, cards))
        return [Declare(view.seat, cards, view.dealt) for _, cards in sorted(ranked)]

    def trick(self, state: State) -> int:
        return (len(state.plays) + 3) // 4

    # --- the match

    def cut(self, options: Mapping[str, Any], rng: Random) -> Cut:
        return cut(self.pack(options), 4, rng)

    def following(
        self, options: Mapping[str, Any], played: Sequence[Played], deck: tuple[int, ...], rng: Random
    ) -> dict[str, Any]:
        if played:
            result = played[-1].result
            banker = result["next_banker"]
            return {"levels": list(result["levels"]), "banker": banker, "first": banker}
        context: dict[str, Any] = {"levels": ["2", "2"], "banker": None, "first": self.cut(options, rng).seat}
        if options["trump_making"] == "drawn":
            context["drawn"] = rng.choice([d for d in range(self._dealt()) if deck[d] < LITTLE_JOKER])
        return context

    def standing(self, options: Mapping[str, Any], played: Sequence[Played]) -> Standing:
        if not played:
            return Standing(("2", "2"), (), False)
        result = played[-1].result
        winner = result["match_winner"]
        winners = () if winner is None else (winner, winner + 2)
        return Standing(tuple(result["levels"]), winners, result["match_over"])

    def role(self, result: Mapping[str, Any], seat: int) -> Role:
        """Return whether a seat's side held the stage or wanted to take it, and the points it took for that."""
        won = result["winning_team"] == seat % 2
        if result["banker"] % 2 == seat % 2:
            return Role(N_("As declarer: held the stage %(won)s of %(of)s times."), won)
        text = N_("As challenger: took the stage %(won)s of %(of)s times.")
        return Role(text, won, result["points"], threshold(self.key == "eighty"))

    # --- words

    def explain(self, state: State) -> Explanation:
        return explain(state)

    def _dealt(self) -> int:
        return 100 if self.eighty else 48


class Forty(_Shengji):
    """Forty Points (四十分): one deck, a card at a time."""

    key = "forty"
    name = N_("Forty Points")
    eighty = False
    options: ClassVar[tuple[Option, ...]] = FORTY
    presets: ClassVar[tuple[Preset, ...]] = FORTY_PRESETS


class Eighty(_Shengji):
    """Eighty Points (八十分): two decks, with pairs, tractors and throws."""

    key = "eighty"
    name = N_("Eighty Points")
    eighty = True
    options: ClassVar[tuple[Option, ...]] = EIGHTY
    presets: ClassVar[tuple[Preset, ...]] = EIGHTY_PRESETS


def _is_level(level: object) -> bool:
    return isinstance(level, str) and len(level) == 1 and level in RANKS


def _unseen_in(state: State, seat: int) -> Callable[[], int]:
    """Return a function that gives the cards a seat cannot account for, as ``unseen_by`` does."""

    def load_snapshot() -> int:
        ground = state.ground
        # The banker knows what they buried; for the others it may be anywhere.
        hidden = 0 if seat == ground.banker else hand_of(ground.buried or ())
        for other, hand in enumerate(state.hands):
            if other != seat:
                hidden = plus(hidden, hand)
        return hidden

    return load_snapshot
