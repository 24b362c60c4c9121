"""Beg, gift, run and discard: what comes between the deal and the first lead (/rules/all-fours/#4)."""

from __future__ import annotations

from games.rules.allfours.actions import Beg, Discard, Give, Run, Stand
from games.rules.allfours.deal import MORE_CARDS, another_round, jack_turned, round_size
from games.rules.allfours.state import AllFoursState
from games.rules.four_chances.deal import parcels
from games.rules.four_chances.ending import over
from games.rules.four_chances.score import JACK, award
from games.rules.four_chances.state import Past, State


def stand(state: AllFoursState, action: Stand) -> AllFoursState:
    """The eldest stands: the discard or the play follows."""
    return begin(state, (state.past, action))


def beg(state: AllFoursState, action: Beg) -> AllFoursState:
    """The eldest begs: the dealer answers."""
    return state._replace(
        phase="answer",
        to_act=(state.table.dealer,),
        course=state.course._replace(begs=state.course.begs + 1),
        past=(state.past, action),
    )


def give(state: AllFoursState, action: Give) -> AllFoursState:
    """The dealer gives a point, which may win the game."""
    table = state.table
    side = table.sides[table.eldest]
    new, past = award(state, "gift", side, 1), (state.past, action)
    return over(new._replace(past=past), "gift") if new.scores[side] >= table.target else begin(new, past)


def run(state: AllFoursState, action: Run) -> AllFoursState:
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
        return over(new, "thrown-in")
    if turned[-1] % 13 == JACK:
        new = jack_turned(new)
    if new.result is not None or (course.begs < options["beg_limit"] and another_round(dealt, players, deck)):
        return new
    return begin(new, new.past)


def begin(state: AllFoursState, past: Past) -> AllFoursState:
    """Return the phase after the begging: the discard where the cards were run for it, or the play."""
    table, _, _, hands, trump, lead, _, _, scores, items, course, _, _ = state
    if course.ran and table.setup.options["discard"] == "to-six":
        return state._replace(phase="discard", to_act=tuple(range(table.players)), past=past)
    return State(table, "play", (table.eldest,), hands, trump, lead, (), (), scores, items, course, past, None)


def discard(state: AllFoursState, action: Discard) -> AllFoursState:
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
