"""Turn-up, beg, gift, run and discard: what comes before the first lead (all-fours.md, 3 and 4)."""

from __future__ import annotations

from games.rules.allfours.actions import Beg, Discard, Give, Run, Stand
from games.rules.allfours.deal import MORE_CARDS, another_round, first_hands, parcels, round_size
from games.rules.allfours.ending import over
from games.rules.allfours.score import award
from games.rules.allfours.state import Course, Past, State, Table
from games.rules.cards import RANKS
from games.rules.core import Setup

JACK = RANKS.index("J")
HAND = 6


def first_state(setup: Setup) -> State:
    """Return the hand after the deal and the turn-up; it may be over at once."""
    options, context, deck = setup.options, setup.context, setup.deck
    players, dealer = options["players"], context["dealer"]
    eldest = (dealer + 1) % players
    table = Table(setup, players, dealer, eldest, options["target"], options["discipline"] == "enforced")
    hands = first_hands(deck, players, eldest, options["deal"])
    dealt = players * HAND + 1
    turned = deck[dealt - 1]
    scores = context["scores"]
    course = Course((turned,), dealt, (scores[0], scores[1]), discards=(None,) * players)
    state = State(table, "beg", (eldest,), hands, turned // 13, eldest, (), (), course, None, None)
    return _jack_turned(state) if turned % 13 == JACK else state


def _jack_turned(state: State) -> State:
    """Return the state with the point for a turned-up jack, over if that wins the game."""
    side = state.table.dealer % 2
    course = award(state.course, "jack-turned", side, 1)
    if course.scores[side] >= state.table.target:
        return over(state, "jack-turned", course)
    return state._replace(course=course)


def stand(state: State, action: Stand) -> State:
    """The eldest stands: the discard follows or the play."""
    return begin(state, (state.past, action))


def beg(state: State, action: Beg) -> State:
    """The eldest begs: the dealer answers."""
    return state._replace(
        phase="answer",
        to_act=(state.table.dealer,),
        course=state.course._replace(begs=state.course.begs + 1),
        past=(state.past, action),
    )


def give(state: State, action: Give) -> State:
    """The dealer gives a point, which may win the game."""
    side = state.table.eldest % 2
    course = award(state.course, "gift", side, 1)
    past = (state.past, action)
    if course.scores[side] >= state.table.target:
        return over(state._replace(past=past), "gift", course)
    return begin(state._replace(course=course), past)


def run(state: State, action: Run) -> State:
    """The dealer runs the cards: rounds of three each until another suit is turned up."""
    table, course, against = state.table, state.course, state.trump
    options, deck, players = table.setup.options, table.setup.deck, table.players
    hands, turned, dealt = state.hands, course.turned, course.dealt
    while another_round(dealt, players, deck):
        more = parcels(deck, dealt, MORE_CARDS, players, table.eldest, options["deal"])
        hands = tuple([tuple(sorted(hand + cards)) for hand, cards in zip(hands, more, strict=True)])
        dealt += round_size(players)
        turned = (*turned, deck[dealt - 1])
        if turned[-1] // 13 != against:
            break
    new = state._replace(
        phase="beg",
        to_act=(table.eldest,),
        hands=hands,
        trump=turned[-1] // 13,
        course=course._replace(turned=turned, dealt=dealt, ran=True),
        past=(state.past, action),
    )
    if new.trump == against:
        return over(new, "thrown-in", new.course)
    if turned[-1] % 13 == JACK:
        new = _jack_turned(new)
    if new.result is not None or (course.begs < options["beg_limit"] and another_round(dealt, players, deck)):
        return new
    return begin(new, new.past)


def begin(state: State, past: Past) -> State:
    """Return the phase after the begging: the discard where the cards were run for it, or the play."""
    table = state.table
    if state.course.ran and table.setup.options["discard"] == "to-six":
        return state._replace(phase="discard", to_act=tuple(range(table.players)), past=past)
    return State(
        table, "play", (table.eldest,), state.hands, state.trump, table.eldest, (), (), state.course, past, None
    )


def discard(state: State, action: Discard) -> State:
    """A seat lays cards away; when all have, the play begins."""
    seat, away = action.seat, action.cards or ()
    hand = tuple(card for card in state.hands[seat] if card not in away)
    discards = state.course.discards
    waiting = tuple(other for other in state.to_act if other != seat)
    return state._replace(
        phase="discard" if waiting else "play",
        to_act=waiting or (state.table.eldest,),
        hands=(*state.hands[:seat], hand, *state.hands[seat + 1 :]),
        course=state.course._replace(discards=(*discards[:seat], away, *discards[seat + 1 :])),
        past=(state.past, action),
    )
