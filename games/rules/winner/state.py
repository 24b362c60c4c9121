"""A hand of Winner at one moment: deal, exchange, turns and tricks (winner.md 5 to 7)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.rules.core import Action, Setup
from games.rules.winner import score
from games.rules.winner.actions import Give, Pass, Play
from games.rules.winner.combos import Combo, combo_of, unbeatable
from games.rules.winner.options import Rules, rules_of
from games.rules.winner.order import ASCENDING, BIT, JOKERS, THREE_OF_DIAMONDS, mask_of

#: what was done, newest first: (the log before, the action, whether it led a trick)
Log = tuple["Log", Action, bool] | None

_TURN = ((0,), (1,), (2,), (3,))


class State:
    """A hand at one moment. Nothing changes it.

    ``hands``: seat → cards as bits (``order``). ``top``: the play to beat, ``None`` when a trick
    is to be led; ``top_seat``: whose it is. ``passes``: in succession since then. ``played``:
    seats that have made a play, as bits. ``out``: seats that have gone out, in order. ``tribute``
    and ``gift``: card numbers, ``None`` where there is none (yet).
    """

    __slots__ = (
        "gift",
        "hands",
        "log",
        "out",
        "passes",
        "phase",
        "played",
        "result",
        "rules",
        "setup",
        "to_act",
        "top",
        "top_seat",
        "tribute",
    )

    def __init__(
        self,
        setup: Setup,
        rules: Rules,
        phase: str,
        to_act: tuple[int, ...],
        hands: tuple[int, ...],
        top: Combo | None,
        top_seat: int,
        passes: int,
        played: int,
        out: tuple[int, ...],
        tribute: int | None,
        gift: int | None,
        log: Log,
        result: dict[str, Any] | None = None,
    ) -> None:
        self.setup = setup
        self.rules = rules
        self.phase = phase
        self.to_act = to_act
        self.hands = hands
        self.top = top
        self.top_seat = top_seat
        self.passes = passes
        self.played = played
        self.out = out
        self.tribute = tribute
        self.gift = gift
        self.log = log
        self.result = result


# --- deal and exchange -------------------------------------------------------------------


def deal(deck: Sequence[int], dealer: int, players: int) -> list[tuple[int, ...]]:
    """Return seat → cards dealt, singly round the table from the dealer on."""
    return [tuple(deck[(seat - dealer) % players :: players]) for seat in range(players)]


def tribute_of(hand: int) -> int | None:
    """Return the card the loser gives up, the highest; ``None`` where he holds both jokers."""
    return None if hand & JOKERS == JOKERS else ASCENDING[hand.bit_length() - 1]


def start(setup: Setup) -> State:
    """Return the first state of a hand: the exchange where there is one, else the first lead."""
    rules = rules_of(setup.options)
    context = setup.context
    hands = [mask_of(cards) for cards in deal(setup.deck, context["dealer"], rules.players)]
    winner, loser = context["winner"], context["loser"]
    tribute = None if winner is None else tribute_of(hands[loser])
    if tribute is None:
        return at_lead(setup, tuple(hands), _first_leader(setup, rules, hands))
    hands[loser] ^= BIT[tribute]
    return State(setup, rules, "exchange", _TURN[winner], tuple(hands), None, winner, 0, 0, (), tribute, None, None)


def at_lead(setup: Setup, hands: tuple[int, ...], leader: int) -> State:
    """Return a state in which ``leader`` is to lead the first trick with these hands."""
    return State(setup, rules_of(setup.options), "play", _TURN[leader], hands, None, leader, 0, 0, (), None, None, None)


def _first_leader(setup: Setup, rules: Rules, hands: Sequence[int]) -> int:
    context = setup.context
    if context["winner"] is None or rules.next_lead == "lowest":
        return next(seat for seat, hand in enumerate(hands) if hand & THREE_OF_DIAMONDS)
    leader: int = context[rules.next_lead]
    return leader


# --- steps -------------------------------------------------------------------------------


def after_give(state: State, action: Give) -> State:
    """Return the state after the exchange is done: the first lead."""
    context = state.setup.context
    winner, loser = context["winner"], context["loser"]
    assert state.tribute is not None
    hands = list(state.hands)
    hands[winner] ^= BIT[action.card] | BIT[state.tribute]
    hands[loser] |= BIT[action.card]
    leader = _first_leader(state.setup, state.rules, hands)
    return State(
        state.setup,
        state.rules,
        "play",
        _TURN[leader],
        tuple(hands),
        None,
        leader,
        0,
        0,
        (),
        state.tribute,
        action.card,
        (None, action, False),
    )


def after_pass(state: State, action: Pass) -> State:
    """Return the state after a pass: it may end the trick."""
    hands, seat, top_seat = state.hands, action.seat, state.top_seat
    passes = state.passes + 1
    top: Combo | None = state.top
    # Every other seat that holds cards has passed (winner.md 6).
    if passes >= _holding(hands) - (1 if hands[top_seat] else 0):
        top, passes = None, 0
        turn = top_seat = top_seat if hands[top_seat] else _next(hands, top_seat)
    else:
        turn = _next(hands, seat)
    return State(
        state.setup,
        state.rules,
        "play",
        _TURN[turn],
        hands,
        top,
        top_seat,
        passes,
        state.played,
        state.out,
        state.tribute,
        state.gift,
        (state.log, action, False),
    )


def after_play(state: State, action: Play) -> State:
    """Return the state after a legal play: it may end the hand, or the trick at once."""
    seat, rules, out = action.seat, state.rules, state.out
    mask = mask_of(action.cards)
    combo = combo_of(mask, rules)
    assert combo is not None
    left = state.hands[seat] ^ mask
    hands = (*state.hands[:seat], left, *state.hands[seat + 1 :])
    played = state.played | 1 << seat
    log: Log = (state.log, action, state.top is None)
    if not left:
        out = (*out, seat)
        if not rules.last_loser or _holding(hands) == 1:
            return _over(state, hands, combo, seat, played, out, log)
    top: Combo | None = combo
    turn, top_seat = -1, seat
    if unbeatable(combo, rules):
        top = None
        turn = top_seat = seat if left else _next(hands, seat)
    else:
        turn = _next(hands, seat)
    return State(
        state.setup,
        rules,
        "play",
        _TURN[turn],
        hands,
        top,
        top_seat,
        0,
        played,
        out,
        state.tribute,
        state.gift,
        log,
    )


def _over(
    state: State, hands: tuple[int, ...], top: Combo, seat: int, played: int, out: tuple[int, ...], log: Log
) -> State:
    left = [hand.bit_count() for hand in hands]
    made = [bool(played >> seat & 1) for seat in range(len(hands))]
    return State(
        state.setup,
        state.rules,
        "over",
        (),
        hands,
        top,
        seat,
        0,
        played,
        out,
        state.tribute,
        state.gift,
        log,
        score.result(left, made, out),
    )


def _holding(hands: Sequence[int]) -> int:
    return len(hands) - hands.count(0)


def _next(hands: Sequence[int], seat: int) -> int:
    """Return the next seat, in order, that holds cards."""
    players = len(hands)
    seat = (seat + 1) % players
    while not hands[seat]:
        seat = (seat + 1) % players
    return seat


# --- what was done -----------------------------------------------------------------------


#: The log that was last read whole, and what it held: the views of all seats are of one state.
_read: list[tuple[Log, tuple[Action, ...]]] = [(None, ())]


def actions(log: Log) -> tuple[Action, ...]:
    """Return the actions so far, in order."""
    known, found = _read[0]
    if known is log:
        return found
    made, rest = [], log
    while rest is not None:
        rest, action, _led = rest
        made.append(action)
    found = tuple(reversed(made))
    _read[0] = log, found
    return found


def tricks(log: Log, last: int | None = None) -> list[list[Action]]:
    """Return the plays and passes so far, trick by trick; of the ``last`` so many tricks alone, for
    which a long hand is not read to its beginning."""
    found: list[list[Action]] = []
    trick: list[Action] = []
    while log is not None and (last is None or len(found) < last):
        log, action, led = log
        if not isinstance(action, Give):
            trick.append(action)
        if led:
            found.append(trick[::-1])
            trick = []
    found.reverse()
    return found
