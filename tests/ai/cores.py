"""The integer cores of the AI players against the rules: hands played by both, for the tests."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

from games.ai import arena
from games.ai.bot import bot
from games.ai.compiled import PLAIN, Engine
from games.rules.climbing.actions import PASSES, Play
from games.rules.core import Game, Setup
from games.rules.registry import GAMES
from games.rules.shengji.actions import play
from games.rules.shengji.hands import cards_of
from games.rules.shengji.state import banker_in, trumps_in
from games.titles.allfours.bot import core as allfours
from games.titles.climbing.bot.cuts import counts_of
from games.titles.climbing.bot.layout import (
    GROUND,
    KIND,
    MASK,
    MOST_SEATS,
    OUT,
    PART,
    PASS,
    SINGLE,
    START,
    STRENGTH,
)
from games.titles.climbing.bot.playing import NOBODY
from games.titles.climbing.bot.search import ground_of
from games.titles.president.bot.core import seen
from games.titles.shengji.bot import core as shengji
from games.titles.shengji.bot.chances import misses
from games.titles.shengji.bot.mind import voids_of
from games.titles.shengji.bot.terms import tables_of, terms_of
from tests.rules.chance import any_setup, random_setup


def middle(game: Game, rng: Random, **chosen: Any) -> Any:
    """Return a state somewhere in the play of a random hand, reached by random actions."""
    while True:
        setup = random_setup(game, rng)
        state = game.start(Setup({**setup.options, **chosen}, setup.context, setup.deck))
        steps = rng.randrange(1, 80)
        while state.result is None and (steps > 0 or state.phase != "play"):
            state = game.step(state, rng.choice(game.legal(state)))
            steps -= 1
        if state.result is None and state.phase == "play":
            return state


def shengji_agrees(key: str, rng: Random, engine: Engine = PLAIN) -> int:
    """Play a hand out on the core from the middle, and again by the rules, trick by trick; return the plays made."""
    game = GAMES[key]
    state = middle(game, rng, discipline="enforced")
    terms = terms_of(trumps_in(state))
    deal, setup = state.ground.deal, state.ground.deal.setup
    voids = sum(1 << 5 * seat + suit for seat, suit in voids_of(game.view(state, 0), terms.table))
    lying = [lying_play.cards for lying_play in state.plays[len(state.plays) - len(state.plays) % 4 :]]
    held = [terms.holding(cards_of(hand)) for hand in state.hands]
    options = (deal.follow, setup.options.get("bottom", "double"))
    ground = engine.integers(shengji.ground(0, banker_in(state), state.points, options, deal.eighty))
    world = engine.integers(shengji.world_of(held, terms.holding(state.ground.buried)))
    line = engine.integers(shengji.line(terms, held[0], None, voids, state.leaders[-1], lying))
    numbers, dear = tables_of(terms, engine)
    tables = (numbers, dear, dear, misses(engine))
    hand = ground.copy()
    engine.of(shengji.lay)(hand, tables[0], world, 0, line, 0, 0)
    count = 0
    while state.result is None:
        leader, start = hand[shengji.LEADER], hand[shengji.LAID]
        before = [terms.cards(int(hand[seat]), int(hand[4 + seat])) for seat in range(4)]
        engine.of(shengji.trick)(hand, *tables, 0)
        for step in range(start, 4):
            seat = int(leader + step) % 4
            left = terms.cards(int(hand[seat]), int(hand[4 + seat]))
            action = play(seat, tuple(sorted((Counter(before[seat]) - Counter(left)).elements())))
            game.check(state, action)
            state = game.step(state, action)
            count += 1
    choices, points = engine.integers([0, 3, 0, *line]), engine.integers([0])
    engine.of(shengji.try_out)(ground, *tables, world, 1, choices, engine.integers([0]), 0, hand.copy(), points)
    assert state.result["points"] == points[0] == hand[shengji.POINTS_TAKEN]
    return count


def allfours_agrees(rng: Random, engine: Engine = PLAIN) -> int:
    """Play a hand of All Fours out on the core from the middle, and again by the rules, trick by trick; return the
    plays made."""
    game = GAMES["all-fours"]
    state = middle(game, rng, discipline="enforced", announce="auto")
    options, scores = state.table.setup.options, list(state.scores)
    terms = allfours.terms_of(state.trump, options["ten"], options["game_cards"], options["low"])
    tables = allfours.tables_of(terms, engine)
    values = allfours.ground(len(state.hands), state.lead, state.trick, state.table.dealer, options)
    out = [list(hand) for hand in state.hands]
    for trick in state.tricks:
        side = allfours.TAKEN + trick.winner % 2
        for at, card in enumerate(trick.cards):
            out[(trick.lead + at) % len(out)].append(card)
            values[allfours.TAKES + trick.winner % 2] += terms.pips[card]
            values[side] |= allfours.BIT[card] & terms.trumps
    for at, card in enumerate(state.trick):
        out[(state.lead + at) % len(out)].append(card)
    for seat, cards in enumerate(out):
        values[allfours.HELD + seat % 2] |= sum(allfours.BIT[card] for card in cards) & terms.trumps
    ground, code = engine.integers(values), engine.integers([0])
    world = engine.integers(sum(allfours.BIT[card] for card in hand) for hand in state.hands)
    goes_on = engine.integers([allfours.NO_CARD])
    engine.of(allfours.try_out)(ground, *tables, world, 1, goes_on, ground.copy(), code)
    for side in allfours.due(int(code[0])):
        scores[side] += 1
        if scores[side] >= options["target"]:
            break
    hand, count = ground.copy(), 0
    for seat, held in enumerate(world):
        hand[seat] = held
    while state.result is None:
        lead, lying = hand[allfours.LEAD], hand[allfours.LAID]
        before = list(hand[: len(out)])
        engine.of(allfours.trick)(hand, *tables)
        for at in range(lying, len(out)):
            seat = int(lead + at) % len(out)
            card = int(before[seat] ^ hand[seat]).bit_length() - 1
            action = next(move for move in game.legal(state) if move.card == card)
            state = game.step(state, action)
            count += 1
    assert list(state.result["scores"]) == scores, (state.result, scores)
    assert list(state.result["pips"]) == list(hand[allfours.TAKES : allfours.TAKES + 2])
    return count


class KinTable:
    """A position of the climbing family as playouts hold it. ``asking``: the only seat whose points are wanted."""

    def __init__(self, key: str, state: Any, engine: Engine = PLAIN, asking: int = -1) -> None:
        view = GAMES[key].view(state, state.to_act[0])
        self.trial = kin_trial(key, view)
        top = PASS if state.top is None else self.trial.part_of(view, state.top.cards)
        left = self.trial.unseen(view) | state.rules.order.mask_of(view.hand)
        self.kernels, self.engine = self.trial.kernels, engine
        self.table, self.weights = self.trial.terms.tables(engine)
        ground = ground_of(state, left, top, self.trial.own_of(state), asking)
        self.table[START : START + GROUND] = engine.integers(ground)
        world = engine.integers([*state.hands] + [0] * (MOST_SEATS - len(state.hands)))
        engine.of(self.kernels.lay)(self.table, world, 0)

    def choice(self, seat: int) -> int:
        """Return the index of the play that a seat makes, 0 for a pass."""
        return int(self.engine.of(self.kernels.choice)(self.table, self.weights, seat))

    def part(self, at: int) -> Any:
        """Return a play, ``None`` for a pass."""
        return tuple(map(int, self.table[at : at + PART])) if at else None

    def played_out(self, seat: int) -> list[tuple[int, int]]:
        """Play the hand out, ``seat`` being the next to act; return each move as (seat, cards as bits or 0 for a
        pass)."""
        track = []
        while seat != NOBODY:
            at = self.choice(seat)
            track.append((seat, self.part(at)[MASK] if at else 0))
            seat = int(self.engine.of(self.kernels.act)(self.table, seat, at))
        return track

    @property
    def end(self) -> list[int]:
        """The state of the hand."""
        return list(map(int, self.table[:GROUND]))

    @property
    def points(self) -> list[int]:
        """Seat → points of the hand that was played out."""
        return list(self.trial.points_of(self.end))


def kin_trial(key: str, view: Any) -> Any:
    """Return what a game of the climbing family supplies to its search."""
    own: Any = bot(key)
    return own.trial(view)


def kin_agrees(key: str, rng: Random, engine: Engine = PLAIN) -> int:
    """Play a hand out on the core from the middle, and again by the rules; return the moves."""
    game = GAMES[key]
    state = middle(game, rng)
    table = KinTable(key, state, engine)
    track = table.played_out(state.to_act[0])
    for seat, mask in track:
        if not mask and state.top is None:
            continue  # the rules of Winner record no passes after an unbeatable play
        assert state.to_act == (seat,)
        cards = state.rules.order.cards_of(seen(mask) if getattr(state, "turned", False) else mask)
        action = Play(seat, cards) if mask else PASSES[seat]
        game.check(state, action)
        state = game.step(state, action)
    assert state.result is not None
    assert state.result["points"] == table.points
    return len(track)


def kin_settles(key: str, rng: Random) -> int:
    """Play a hand until it is settled for one seat, and on to its end: the seat's points must be the same. Return the
    number of moves saved."""
    state = middle(GAMES[key], rng)
    seat = rng.randrange(len(state.hands))
    whole, part = KinTable(key, state), KinTable(key, state, asking=seat)
    saved = len(whole.played_out(state.to_act[0])) - len(part.played_out(state.to_act[0]))
    assert whole.points[seat] == part.points[seat]
    assert (whole.end[OUT] == seat) == (part.end[OUT] == seat)
    return saved


def kin_twins(key: str, hands: int, seed: int) -> tuple[int, int]:
    """Count the policy's decisions, under any rules, in which players of playouts make the same move or one that the
    policy holds as good; return that and the total, leaving out decisions with one choice."""
    same = decisions = 0
    game, rng = GAMES[key], Random(seed)
    for _ in range(hands):
        state = game.start(any_setup(game, rng))
        while state.result is None:
            view = game.view(state, state.to_act[0])
            known = bot(key).weighed(view, rng)
            if state.phase == "play" and len(known) > 1 and not state.must_hold:
                decisions += 1
                trial = kin_trial(key, view)
                good = [as_part(trial, view, action) for worth, action in known if worth > known[0][0] - 1e-9]
                table = KinTable(key, state)
                same += alike(table.part(table.choice(view.seat))) in good
            state = game.step(state, known[0][1])
    return same, decisions


def as_part(trial: Any, view: Any, action: Any) -> Any:
    return alike(trial.part_of(view, action.cards) if isinstance(action, Play) else None)


def alike(part: Any) -> Any:
    """Return what the policy weighs in a play: type and ranks, and suits only for a single card."""
    return part and (part[KIND], counts_of(part[MASK]), part[MASK] >> 52, part[STRENGTH] if part[KIND] == SINGLE else 0)


def _winner_decisions(chosen: dict[str, Any], hands: int, seed: int) -> Iterator[tuple[Any, Any, Random]]:
    """Yield state, view and generator for every turn in hands that policies play."""
    game = GAMES["winner"]
    for _, setup in arena.deals(game, chosen, hands, seed):
        state, rng = game.start(setup), Random(seed)
        while state.result is None:
            view = game.view(state, state.to_act[0])
            if state.phase == "play":
                yield state, view, rng
            state = game.step(state, bot("winner").choose(view, rng))


def winner_surprises(chosen: dict[str, Any], hands: int, seed: int) -> tuple[int, int]:
    """Return how many of the policies' moves are surprising given the real cards, and how many are in
    deals that agree with what a seat knows."""
    real = dealt = 0
    for state, view, rng in _winner_decisions(chosen, hands, seed):
        decision: Any = bot("winner").question(view, rng)
        if decision is not None:
            likely = decision.likely
            real += sum(likely.surprises(seat, state.hands[seat], 99) for seat in likely.seats)
            deal = decision.any_hands(rng)
            dealt += sum(likely.surprises(seat, deal[seat], 99) for seat in likely.seats)
    return real, dealt
