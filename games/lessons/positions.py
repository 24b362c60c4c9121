"""Laying a position: from how the cards lie to the setup and the actions of a whole record.

A lesson shows few cards; a record holds the pack. What the position leaves open is filled with
the rest of the pack, always the same way, and what was played before it is made up so that it is
lawful: in Winner one long trick of ever higher single cards, in Forty and Eighty tricks to which
all follow suit. The rules check every action of it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import permutations
from typing import Any

from games.lessons.first import LESSONS
from games.lessons.lesson import Lay
from games.rules import record
from games.rules.cards import RANKS, SUITS, card, cards, names
from games.rules.core import Action, Game, Setup
from games.rules.registry import GAMES
from games.rules.shengji.hands import POINTS
from games.rules.shengji.trumps import TRUMP, Trumps, trumps_of
from games.rules.winner.order import HEIGHT
from games.table.forms import WITH_CARDS

Held = list[list[int]]


@dataclass(frozen=True, slots=True, eq=False)
class Laid:
    """A position as the engine knows it: the moment at which the reader is asked. ``dealt``:
    cards that have come, while a draw runs."""

    game: Game
    setup: Setup
    actions: tuple[Action, ...]
    state: Any
    dealt: int | None = None

    def record(self) -> dict[str, Any]:
        """Return the position as a hand record that anybody can verify."""
        return record.write(self.game, self.setup, self.actions, None)


@lru_cache(maxsize=256)
def laid(game: str, key: str) -> Laid:
    """Return a position of a first lesson by its key."""
    lay = next(position.lay for position in LESSONS[game].positions if position.key == key)
    return laid_out(GAMES[game], lay)


def laid_out(game: Game, lay: Lay) -> Laid:
    """Return a position; ``Illegal`` where what was played so far is not lawful."""
    make = {"all-fours": _all_fours, "winner": _winner}.get(game.key, _shengji)
    setup, made = make(game, lay)
    state = game.start(setup, live=lay.dealt is not None)
    actions: list[Action] = []
    for raw in (*made, *(raw_of(game, *_told(text)) for text in lay.so_far)):
        action = game.read_action(raw, setup.options)
        game.check(state, action)
        state = game.step(state, action)
        actions.append(action)
    return Laid(game, setup, tuple(actions), state, lay.dealt)


def raw_of(game: Game, seat: int, do: str, chosen: Sequence[str]) -> dict[str, Any]:
    """Return an action as a record writes it."""
    raw: dict[str, Any] = {"seat": seat, "do": do}
    if do in game.single:
        raw["card"] = chosen[0] if len(chosen) == 1 else None
    elif do in WITH_CARDS:
        raw["cards"] = list(chosen)
    return raw


def _told(text: str) -> tuple[int, str, list[str]]:
    seat, do, *chosen = text.split()
    return int(seat), do, chosen


# --- cards ---------------------------------------------------------------------------------------


def _rest(pack: Iterable[int], *taken: Iterable[int]) -> list[int]:
    """Return the cards of a pack that are not named, in an order that looks like none."""
    left = Counter(pack)
    for some in taken:
        left -= Counter(some)
    return sorted(left.elements(), key=lambda number: (number * 31 + 7) % 54)


def _held(lay: Lay, seats: int) -> Held:
    return [list(cards(lay.holds.get(seat, ""))) for seat in range(seats)]


def _filled(held: Held, sizes: Sequence[int], rest: list[int]) -> None:
    """Fill hands up from the rest."""
    for hand, size in zip(held, sizes, strict=True):
        while len(hand) < size:
            hand.append(rest.pop())


# --- All Fours -----------------------------------------------------------------------------------


def _all_fours(game: Game, lay: Lay) -> tuple[Setup, list[dict[str, Any]]]:
    options = game.resolve(dict(lay.options))
    players, turned = game.seats(options), card(lay.turned)
    held = _held(lay, players)
    rest = _rest(game.pack(options), [turned], *held)
    _filled(held, [6] * players, rest)
    order = [(lay.dealer + 1 + at) % players for at in range(players)]
    deck = [number for packet in (0, 3) for seat in order for number in held[seat][packet : packet + 3]]
    context = {"dealer": lay.dealer, "scores": [0, 0], **lay.context}
    return game.setup(dict(lay.options), context, (*deck, turned, *rest)), []


# --- Winner --------------------------------------------------------------------------------------


def _winner(game: Game, lay: Lay) -> tuple[Setup, list[dict[str, Any]]]:
    options = game.resolve(dict(lay.options))
    players, pack = game.seats(options), game.pack(options)
    # In the first trick the dealer leads the three of diamonds and the leader plays last.
    dealer = lay.context.get("dealer", (lay.leader - 1) % players)
    context = {"dealer": dealer, "winner": None, "loser": None, **lay.context}
    sizes = [len(pack[(seat - dealer) % players :: players]) for seat in range(players)]
    held = _held(lay, players)
    rest = _rest(pack, *held, [card("3D")])
    rest = ([] if any(card("3D") in hand for hand in held) else [card("3D")]) + rest
    _filled(held, [lay.size or size for size in sizes], rest)
    spare = sorted(rest, key=HEIGHT.__getitem__)
    earlier: Held = [[] for _ in range(players)]
    made: list[dict[str, Any]] = []
    for at, number in enumerate(spare):
        seat = (dealer + at) % players
        earlier[seat].append(number)
        made.append(raw_of(game, seat, "play", names([number])))
    if spare and spare[-1] != card("BJ"):  # after the big joker nobody is asked
        made += [raw_of(game, (lay.leader + at) % players, "pass", ()) for at in range(1, players)]
    hands = [iter((*held[seat], *earlier[seat])) for seat in range(players)]
    deck = tuple(next(hands[(dealer + at) % players]) for at in range(len(pack)))
    return game.setup(dict(lay.options), context, deck), made


# --- Forty and Eighty ----------------------------------------------------------------------------


def _shengji(game: Game, lay: Lay) -> tuple[Setup, list[dict[str, Any]]]:
    options = game.resolve(dict(lay.options))
    pack = game.pack(options)
    number, under = (100, 8) if game.key == "eighty" else (48, 6)
    table = trumps_of(SUITS.index(lay.trump), RANKS.index(lay.level))
    context = {"levels": [lay.level, lay.level], "banker": lay.banker, "first": lay.banker, **lay.context}
    held, bottom = _held(lay, 4), list(cards(lay.bottom))
    rest = _rest(pack, *held, bottom)
    if lay.dealt is not None or not lay.begun:
        # Nothing was played: the deal is all there is. What the reader holds comes first.
        _filled([bottom], [under], rest)
        _filled(held, [number // 4] * 4, rest)
        tricks: list[Trick] = []
    else:
        _even_out(held, bottom, lay.size, under, rest, table)
        tricks = list(_tricks(rest, lay, table))
    for trick in tricks:
        for seat, played in trick.cards.items():
            held[seat].append(played)
    hands = [iter(hand) for hand in held]
    deck = (*(next(hands[(context["first"] + at) % 4]) for at in range(number)), *bottom)
    setup = game.setup(dict(lay.options), context, deck)
    if lay.dealt is not None:
        return setup, []
    made = [_declared(held, lay, number)]
    if lay.begun:
        made.append(raw_of(game, lay.banker, "bury", names(bottom)))
    for trick in tricks:
        order = [(trick.leader + at) % 4 for at in range(4)]
        made += [raw_of(game, seat, "play", names([trick.cards[seat]])) for seat in order]
    return setup, made


def _declared(held: Held, lay: Lay, number: int) -> dict[str, Any]:
    """Return the declaration that made trumps, by the first seat that holds a card for it."""
    shown = card(lay.level + lay.trump)
    seat = next(seat for seat, hand in enumerate(held) if shown in hand)
    return {"seat": seat, "do": "declare", "cards": names([shown]), "after": number}


def _even_out(held: Held, bottom: list[int], size: int, under: int, rest: list[int], table: Trumps) -> None:
    """Fill hands and bottom up so that of every suit a number of cards is left that four divides:
    those make the tricks before. One card of the suit led is kept for the declaration."""
    kept = [number for number in rest if table.suits[number] == TRUMP and number % 13 == table.level and number < 52]
    wanted = [(hand, size) for hand in (*held, bottom)]
    wanted[-1] = (bottom, under)
    missing = sum(full - len(hand) for hand, full in wanted)
    over = {suit: sum(table.suits[number] == suit for number in rest) % 4 for suit in range(5)}
    spare = []
    for suit, count in over.items():
        spare += _some(rest, suit, count, table, kept)
    while len(spare) < missing:
        suit = max(range(4), key=lambda suit: sum(table.suits[number] == suit for number in rest))
        spare += _some(rest, suit, 4, table, kept)
    assert len(spare) == missing, "the hands of this position cannot be evened out"
    for hand, full in wanted:
        while len(hand) < full:
            hand.append(spare.pop(0))


def _some(rest: list[int], suit: int, count: int, table: Trumps, kept: Sequence[int]) -> list[int]:
    """Take cards of a suit out of the rest: low ones without points, where there are any."""
    of_suit = [number for number in rest if table.suits[number] == suit]
    of_suit.sort(key=lambda number: (number in kept, bool(POINTS[number]), table.place[number]))
    taken = []
    for number in of_suit:
        if len(taken) < count and number not in taken:
            taken.append(number)
    for number in taken:
        rest.remove(number)
    return taken


@dataclass(frozen=True, slots=True)
class Trick:
    """A trick of single cards to which all follow."""

    leader: int
    cards: Mapping[int, int]


def _tricks(rest: Sequence[int], lay: Lay, table: Trumps) -> Iterator[Trick]:
    """Yield tricks made of all these cards, so that the challengers have their points and the
    last winner is who leads."""
    piles = list(_piles(rest, table))
    challenger = (lay.banker + 1) % 2
    theirs = _worth(piles, lay.points)
    # Those of the side that leads at the end come last.
    leads_for_them = lay.leader % 2 == challenger
    ordered = sorted(range(len(piles)), key=lambda at: (at in theirs) == leads_for_them)
    leader = lay.banker
    for at in ordered:
        side = challenger if at in theirs else 1 - challenger
        near = ((leader + step) % 4 for step in range(4))
        wanted = [lay.leader] if at == ordered[-1] else [seat for seat in near if seat % 2 == side]
        made = next(made for winner in wanted for made in _ways(piles[at], leader, winner, table))
        yield made
        leader = _winner_of(made, table)


def _piles(rest: Sequence[int], table: Trumps) -> Iterator[tuple[int, ...]]:
    """Yield the cards four by four, each four of one suit and as far apart as may be."""
    for suit in range(5):
        ordered = sorted((number for number in rest if table.suits[number] == suit), key=lambda n: (-table.place[n], n))
        step = len(ordered) // 4
        for at in range(step):
            yield tuple(ordered[at::step][:4])


def _worth(piles: Sequence[tuple[int, ...]], points: int) -> frozenset[int]:
    """Return which piles are worth so many points together."""
    found: dict[int, tuple[int, ...]] = {0: ()}
    for at, pile in enumerate(piles):
        worth = sum(POINTS[number] for number in pile)
        for total, chosen in list(found.items()):
            found.setdefault(total + worth, (*chosen, at))
    return frozenset(found[points])


def _ways(pile: Sequence[int], leader: int, winner: int, table: Trumps) -> Iterator[Trick]:
    """Yield the tricks of four cards that a seat wins: the first of equals does."""
    for order in permutations(pile):
        made = Trick(leader, {(leader + at) % 4: number for at, number in enumerate(order)})
        if _winner_of(made, table) == winner:
            yield made


def _winner_of(trick: Trick, table: Trumps) -> int:
    return max(trick.cards, key=lambda seat: (table.place[trick.cards[seat]], -((seat - trick.leader) % 4)))
