"""The integer cores of the AI players beside the rules: hands played by both, for the tests."""

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
from games.titles.climbing.bot.sight import counts_of
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
    tables = (*tables_of(terms, engine), misses(engine))
    hand = ground.copy()
    engine.of(shengji.lay)(hand, tables[0], world, 0, line, 0, 0)
    made = 0
    while state.result is None:
        leader, laid = hand[shengji.LEADER], hand[shengji.LAID]
        before = [terms.cards(int(hand[seat]), int(hand[4 + seat])) for seat in range(4)]
        engine.of(shengji.trick)(hand, *tables)
        for step in range(laid, 4):
            seat = int(leader + step) % 4
            left = terms.cards(int(hand[seat]), int(hand[4 + seat]))
            action = play(seat, tuple(sorted((Counter(before[seat]) - Counter(left)).elements())))
            game.check(state, action)
            state = game.step(state, action)
            made += 1
    choices, points = engine.integers([0, 3, 0, *line]), engine.integers([0])
    engine.of(shengji.try_out)(ground, *tables, world, 1, choices, engine.integers([0]), 0, hand.copy(), points)
    assert state.result["points"] == points[0] == hand[shengji.POINTS_TAKEN]
    return made


def allfours_agrees(rng: Random, engine: Engine = PLAIN) -> int:
    """Play a hand of All Fours out on the core from the middle, and again by the rules, trick by trick; return the
    plays made."""
    game = GAMES["all-fours"]
    state = middle(game, rng, discipline="enforced", announce="auto")
    options, scores = state.table.setup.options, list(state.scores)
    terms = allfours.terms_of(state.trump, options["ten"], options["game_cards"], options["low"])
    tables = allfours.tables_of(terms, engine)
    laid = allfours.ground(len(state.hands), state.lead, state.trick, state.table.dealer, options)
    out = [list(hand) for hand in state.hands]
    for trick in state.tricks:
        side = allfours.TAKEN + trick.winner % 2
        for at, card in enumerate(trick.cards):
            out[(trick.lead + at) % len(out)].append(card)
            laid[allfours.TAKES + trick.winner % 2] += terms.pips[card]
            laid[side] |= allfours.BIT[card] & terms.trumps
    for at, card in enumerate(state.trick):
        out[(state.lead + at) % len(out)].append(card)
    for seat, cards in enumerate(out):
        laid[allfours.HELD + seat % 2] |= sum(allfours.BIT[card] for card in cards) & terms.trumps
    ground, code = engine.integers(laid), engine.integers([0])
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


def kin_table(key: str, state: Any) -> Any:
    """Return a moment of a game of the climbing family as playouts have it."""
    game = GAMES[key]
    view = game.view(state, state.to_act[0])
    trial = kin_trial(key, view)
    top = None if state.top is None else trial.part_of(view, state.top.cards)
    left = trial.unseen(view) | state.rules.order.mask_of(view.hand)
    return trial.table(state, state.hands, left, top)


def kin_trial(key: str, view: Any) -> Any:
    """Return what a game of the climbing family brings to its search."""
    own: Any = bot(key)
    return own.trial(view)


def kin_agrees(key: str, rng: Random) -> int:
    """Play a hand out on the core from the middle, and again by the rules; return what was done."""
    game = GAMES[key]
    state = middle(game, rng)
    table = kin_table(key, state)
    table.track = []
    table.play_out(state.to_act[0])
    for seat, mask in table.track:
        if not mask and state.top is None:
            continue  # the rules of Winner take no passes after what nothing can beat
        assert state.to_act == (seat,)
        turned = getattr(state, "turned", False)
        cards = state.rules.order.cards_of(seen(mask, turned))
        action = Play(seat, cards) if mask else PASSES[seat]
        game.check(state, action)
        state = game.step(state, action)
    assert state.result is not None
    assert state.result["points"] == table.points()
    return len(table.track)


def kin_settles(key: str, rng: Random) -> int:
    """Play a hand on until it is settled for one seat, and to its end: the seat's points must be the same. Return how
    many moves were saved."""
    state = middle(GAMES[key], rng)
    seat = rng.randrange(len(state.hands))
    whole, part = kin_table(key, state), kin_table(key, state)
    whole.track, part.track, part.asking = [], [], seat
    for table in (whole, part):
        table.play_out(state.to_act[0])
    assert whole.points()[seat] == part.points()[seat]
    assert (whole.out[0] == seat) == (part.out[0] == seat)
    return len(whole.track) - len(part.track)


def kin_twins(key: str, hands: int, seed: int) -> tuple[int, int]:
    """Return in how many decisions of the policy under any rules the players of playouts did the same, or what the
    policy holds as good, and how many there were; those with one choice are left out."""
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
                good = [as_part(trial, view, deed) for worth, deed in known if worth > known[0][0] - 1e-9]
                same += alike(kin_table(key, state).choice(view.seat)) in good
            state = game.step(state, known[0][1])
    return same, decisions


def as_part(trial: Any, view: Any, action: Any) -> Any:
    return alike(trial.part_of(view, action.cards) if isinstance(action, Play) else None)


def alike(part: Any) -> Any:
    """Return of a play what the policy weighs: type and ranks, and the suits of a single card alone."""
    return part and (part[0], counts_of(part[3]), part[3] >> 52, part[2] if part[0] == "single" else 0)


def _winner_decisions(chosen: dict[str, Any], hands: int, seed: int) -> Iterator[tuple[Any, Any, Random]]:
    """Yield state, view and generator of every turn to play in hands of policies."""
    game = GAMES["winner"]
    for _, setup in arena.deals(game, chosen, hands, seed):
        state, rng = game.start(setup), Random(seed)
        while state.result is None:
            view = game.view(state, state.to_act[0])
            if state.phase == "play":
                yield state, view, rng
            state = game.step(state, bot("winner").choose(view, rng))


def winner_surprises(chosen: dict[str, Any], hands: int, seed: int) -> tuple[int, int]:
    """Return how many deeds of policies surprise, as the cards really lie, and how many surprise in
    deals that agree with what a seat knows."""
    real = dealt = 0
    for state, view, rng in _winner_decisions(chosen, hands, seed):
        decision: Any = bot("winner").question(view, rng)
        if decision is not None:
            likely = decision.likely
            real += sum(likely.surprises(seat, state.hands[seat], 99) for seat in likely.seats)
            deal = decision.dealt(rng)
            dealt += sum(likely.surprises(seat, deal[seat], 99) for seat in likely.seats)
    return real, dealt
