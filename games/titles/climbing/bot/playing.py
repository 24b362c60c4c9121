"""The play of a climbing game as kernels, for playouts: hands are bits, with no actions and no record.

It does what ``games.rules.climbing.state`` does and is checked against it on thousands of hands. Each game says what
may be led, what answers a play, who may answer it and when a hand is settled (``Kernels``). The players know only what
their seat knows, how many cards the others hold and which have been played, and choose by the policy itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from games.ai.chance import below
from games.ai.compiled import Floats, Integers, completed, entry, kernel, shared_entry
from games.titles.climbing.bot.chances import needs, needs_without, of
from games.titles.climbing.bot.choosing import best, think, worth_of, worth_of_pass
from games.titles.climbing.bot.layout import (
    ASKING,
    FEWEST,
    FOLLOWS,
    FRESH,
    GROUND,
    HAND,
    HANDS,
    HIGH,
    HOLDING,
    LAST_LOSER,
    LEADER,
    LEFT,
    MADE,
    MASK,
    MOST,
    MOST_SEATS,
    OTHERS,
    OUT,
    OUT_COUNT,
    PART,
    PARTS,
    PASS_OUT,
    PASSED,
    PLAYED,
    SEATS,
    SIZE,
    SIZES,
    SQUARES,
    START,
    TO_ASK,
    TOP,
    UNSEEN,
)

#: nobody is to act: the hand is over
NOBODY = -1

# --- what each game defines itself


@kernel
def prepare(table: Integers) -> None:
    """Store what a game derives from a hand that was just set up."""


@kernel
def leads(table: Integers, seat: int, at: int) -> int:
    """List what a seat may lead: each type and rank once, in the lowest suits."""
    raise NotImplementedError


@kernel
def answers(table: Integers, seat: int, at: int) -> int:
    """List what a seat may play on another's play."""
    raise NotImplementedError


@kernel
def may_pass(table: Integers, seat: int, at: int) -> bool:
    """Return whether a seat with the answers listed from ``at`` on may pass."""
    return True


@kernel
def is_over(table: Integers) -> bool:
    """Return whether the hand ends now that somebody has gone out."""
    return not table[LAST_LOSER] or table[HOLDING] & (table[HOLDING] - 1) == 0


@kernel
def answerers(table: Integers, seat: int) -> int:
    """Return the seats, as bits, that may answer the play that ``seat`` has just made."""
    others = table[HOLDING] & ~(1 << seat)
    return others & ~table[PASSED] if table[PASS_OUT] else others


@kernel
def note(table: Integers, seat: int, at: int) -> None:
    """Store what a play changes besides hands and turn."""
    set_to_beat(table, at)


@kernel
def end_trick(table: Integers) -> None:
    """Store what else the end of a trick changes."""


@kernel
def is_settled(table: Integers, seat: int) -> bool:
    """Return whether a seat's points are final, however the hand goes on."""
    return False


# --- the course of a hand


@kernel
def set_to_beat(table: Integers, at: int) -> None:
    """Make a play the one to beat."""
    for place in range(PART):
        table[TOP + place] = table[at + place]


@kernel
def next_of(seats: int, seat: int) -> int:
    """Return the next of ``seats`` (bits) after ``seat`` in the order of play."""
    after = seats >> seat + 1 << seat + 1
    if not after:
        after = seats
    return (after & -after).bit_length() - 1


@kernel
def act(table: Integers, seat: int, at: int) -> int:
    """Carry out the play at ``at`` (0 for a pass) and return who acts next, ``NOBODY`` if the hand is over."""
    if not at:
        table[PASSED] |= 1 << seat
        responders = table[TO_ASK] & ~(1 << seat)
    else:
        mask = table[at + MASK]
        table[HANDS + seat] ^= mask
        table[LEFT] ^= mask
        note(table, seat, at)
        table[LEADER] = seat
        table[PLAYED] |= 1 << seat
        if not table[HANDS + seat]:
            table[HOLDING] ^= 1 << seat
            table[OUT + table[OUT_COUNT]] = seat
            table[OUT_COUNT] += 1
            if is_over(table) or (table[ASKING] >= 0 and is_settled(table, table[ASKING])):
                end_trick(table)
                return NOBODY
        responders = answerers(table, seat)
    if responders:
        table[TO_ASK] = responders
        return next_of(responders, seat)
    end_trick(table)
    leader = table[LEADER]
    if not table[HOLDING] >> leader & 1:
        leader = next_of(table[HOLDING], leader)
    table[LEADER] = leader
    table[TO_ASK] = table[PASSED] = 0
    table[TOP + SIZE] = 0
    return leader


@kernel
def choice(table: Integers, weights: Floats, seat: int) -> int:
    """Return the place of the play that a seat makes, 0 for a pass."""
    hand, follows = table[HANDS + seat], table[TOP + SIZE] > 0
    end = answers(table, seat, PARTS) if follows else leads(table, seat, PARTS)
    if end == PARTS:
        return 0
    passes = follows and may_pass(table, seat, PARTS)
    if end == PARTS + PART and not passes:
        return PARTS
    for at in range(PARTS, end, PART):
        if table[at + MASK] == hand:
            if not hand & table[HIGH]:
                return at
            break
    table[HAND], table[UNSEEN] = hand, table[LEFT] ^ hand
    table[FOLLOWS] = table[HANDS + table[LEADER]].bit_count() if follows else -1
    table[FRESH] = int(not table[PLAYED] >> seat & 1)
    others, fewest, most, squares, sizes = 0, 99, 0, 0, 0
    for other in range(table[SEATS]):
        count = table[HANDS + other].bit_count()
        if count and other != seat:
            others += 1
            fewest, most, sizes = min(fewest, count), max(most, count), sizes | 1 << count
            if count >= 5:
                squares += count * count
    table[OTHERS], table[FEWEST], table[MOST], table[SQUARES], table[SIZES] = others, fewest, most, squares, sizes
    think(table, weights)
    return best(table, weights, PARTS, end, passes)


@kernel
def play_out(table: Integers, weights: Floats, seat: int) -> None:
    """Play on from ``seat`` until the hand is over, or settled for the seat in ``ASKING``."""
    while seat != NOBODY:
        seat = act(table, seat, choice(table, weights, seat))


@kernel
def begin(table: Integers, seat: int, choices: Integers, chosen: int) -> int:
    """Carry out a seat's choice in a hand that was just set up, and return who acts next."""
    for place in range(PART):
        table[MADE + place] = choices[chosen + place]
    return act(table, seat, MADE if table[MADE + SIZE] else 0)


@kernel
def lay(table: Integers, worlds: Integers, at: int) -> None:
    """Reset the hand to its start, with the cards of a world."""
    for place in range(GROUND):
        table[place] = table[START + place]
    for seat in range(table[SEATS]):
        table[HANDS + seat] = worlds[at + seat]
    prepare(table)


@shared_entry("void(int64[::1], float64[::1], int64[::1], int64, int64[::1], int64, int64[::1])")
def try_out(
    table: Integers, weights: Floats, worlds: Integers, count: int, choices: Integers, seat: int, ends: Integers
) -> None:
    """Play out each of a seat's choices in ``count`` worlds, and write how each hand ends, world after world."""
    number = 0
    for world in range(count):
        for chosen in range(0, len(choices), PART):
            lay(table, worlds, MOST_SEATS * world)
            play_out(table, weights, begin(table, seat, choices, chosen))
            for place in range(GROUND):
                ends[number + place] = table[place]
            number += GROUND


@entry("void(int64[::1], int64[::1], int64[::1], int64[::1], int64[::1], int64)")
def sample(hidden: Integers, needed: Integers, known: Integers, chance: Integers, worlds: Integers, count: int) -> None:
    """Deal ``count`` worlds that agree with all a seat knows, each equally likely; cards left over are out of play.
    ``hidden``: the unknown cards, as bits; ``needed``, ``known``: by seat, how many are missing and which are known."""
    for world in range(count):
        place = 0
        for seat in range(len(needed)):
            held = known[seat]
            for _ in range(needed[seat]):
                other = place + below(chance, len(hidden) - place)
                hidden[place], hidden[other] = hidden[other], hidden[place]
                held |= hidden[place]
                place += 1
            worlds[MOST_SEATS * world + seat] = held


class Kernels:
    """The kernels of the family as one game has them. ``own``: kernel of the family → the game's own."""

    def __init__(self, game: str, own: Mapping[Callable[..., Any], Callable[..., Any]]) -> None:
        self._game, self._known = game, dict(own)
        complete = self.complete
        #: the player's thinking
        self.think, self.worth_of, self.worth_of_pass = complete(think), complete(worth_of), complete(worth_of_pass)
        self.of, self.needs, self.needs_without = complete(of), needs, complete(needs_without)
        #: the play
        self.lay, self.choice, self.act, self.try_out = (
            complete(lay),
            complete(choice),
            complete(act),
            complete(try_out),
        )

    def complete(self, function: Callable[..., Any]) -> Any:
        """Return a kernel of the family that calls the game's own versions."""
        return completed(function, self._known, self._game)
