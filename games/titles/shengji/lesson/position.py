"""Set up a lesson step of Forty or Eighty; see ``games.lessons.positions``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import Any

from games.lessons import lesson
from games.lessons.lesson import READER
from games.lessons.positions import Held, fill, held_cards, raw_of, rest_of
from games.rules.cards import RANKS, SUITS, card, cards, names
from games.rules.core import Game, Setup
from games.rules.shengji.hands import POINTS
from games.rules.shengji.trumps import TRUMP, Trumps, trumps_of


@dataclass(frozen=True, slots=True)
class Position(lesson.Position):
    """The position: ``trump`` is a suit, ``level`` a rank, ``banker`` a seat, ``bottom`` what they buried.

    ``leader`` is to lead; ``points``: what the challengers have already; ``begun``: whether the bottom is buried. In
    all earlier tricks everybody followed suit.
    """

    leader: int = READER
    trump: str = ""
    level: str = "2"
    banker: int = READER
    bottom: str = ""
    points: int = 0
    begun: bool = True


def lay_out(game: Game, position: Position) -> tuple[Setup, list[dict[str, Any]]]:
    options = game.resolve(dict(position.options))
    pack = game.pack(options)
    number, under = (100, 8) if game.key == "eighty" else (48, 6)
    table = trumps_of(SUITS.index(position.trump), RANKS.index(position.level))
    context = {
        "levels": [position.level, position.level],
        "banker": position.banker,
        "first": position.banker,
        **position.context,
    }
    held, bottom = held_cards(position, 4), list(cards(position.bottom))
    rest = rest_of(pack, *held, bottom)
    if position.dealt is not None or not position.begun:
        # Nothing was played, so there is only the deal. The reader's cards come first.
        fill([bottom], [under], rest)
        fill(held, [number // 4] * 4, rest)
        tricks: list[Trick] = []
    else:
        _even_out(held, bottom, position.size, under, rest, table)
        tricks = list(_tricks(rest, position, table))
    for trick in tricks:
        for seat, played in trick.cards.items():
            held[seat].append(played)
    hands = [iter(hand) for hand in held]
    deck = (*(next(hands[(context["first"] + at) % 4]) for at in range(number)), *bottom)
    setup = game.setup(dict(position.options), context, deck)
    if position.dealt is not None:
        return setup, []
    actions = [_declared(held, position, number)]
    if position.begun:
        actions.append(raw_of(game, position.banker, "bury", names(bottom)))
    for trick in tricks:
        order = [(trick.leader + at) % 4 for at in range(4)]
        actions += [raw_of(game, seat, "play", names([trick.cards[seat]])) for seat in order]
    return setup, actions


def _declared(held: Held, position: Position, number: int) -> dict[str, Any]:
    """Return the declaration that made trumps, by the first seat with a card for it."""
    shown = card(position.level + position.trump)
    seat = next(seat for seat, hand in enumerate(held) if shown in hand)
    return {"seat": seat, "do": "declare", "cards": names([shown]), "after": number}


def _even_out(held: Held, bottom: list[int], size: int, under: int, rest: list[int], table: Trumps) -> None:
    """Fill hands and bottom so that the number of cards left in every suit is divisible by four: those
    make up the earlier tricks. Level cards of printed suits in trumps are spent last, for the declaration."""
    reserve = [number for number in rest if table.suits[number] == TRUMP and number % 13 == table.level and number < 52]
    targets = [(hand, size) for hand in (*held, bottom)]
    targets[-1] = (bottom, under)
    missing = sum(full - len(hand) for hand, full in targets)
    over = {suit: sum(table.suits[number] == suit for number in rest) % 4 for suit in range(5)}
    spare = []
    for suit, count in over.items():
        spare += _some(rest, suit, count, table, reserve)
    while len(spare) < missing:
        suit = max(range(4), key=lambda suit: sum(table.suits[number] == suit for number in rest))
        spare += _some(rest, suit, 4, table, reserve)
    assert len(spare) == missing, "the hands of this step cannot be evened out"
    for hand, full in targets:
        while len(hand) < full:
            hand.append(spare.pop(0))


def _some(rest: list[int], suit: int, count: int, table: Trumps, reserve: Sequence[int]) -> list[int]:
    """Remove cards of a suit from ``rest`` and return them: low ones without points, if there are any."""
    of_suit = [number for number in rest if table.suits[number] == suit]
    of_suit.sort(key=lambda number: (number in reserve, bool(POINTS[number]), table.place[number]))
    chosen = []
    for number in of_suit:
        if len(chosen) < count and number not in chosen:
            chosen.append(number)
    for number in chosen:
        rest.remove(number)
    return chosen


@dataclass(frozen=True, slots=True)
class Trick:
    """A trick of single cards to which all follow."""

    leader: int
    cards: Mapping[int, int]


def _tricks(rest: Sequence[int], position: Position, table: Trumps) -> Iterator[Trick]:
    """Yield tricks made of all these cards that give the challengers their points and whose last winner
    leads next."""
    piles = list(_piles(rest, table))
    challenger = (position.banker + 1) % 2
    theirs = _worth(piles, position.points)
    # The side that leads next wins the last tricks.
    leads_for_them = position.leader % 2 == challenger
    ordered = sorted(range(len(piles)), key=lambda at: (at in theirs) == leads_for_them)
    leader = position.banker
    for at in ordered:
        side = challenger if at in theirs else 1 - challenger
        near = ((leader + step) % 4 for step in range(4))
        winners = [position.leader] if at == ordered[-1] else [seat for seat in near if seat % 2 == side]
        trick = next(trick for winner in winners for trick in _ways(piles[at], leader, winner, table))
        yield trick
        leader = _winner_of(trick, table)


def _piles(rest: Sequence[int], table: Trumps) -> Iterator[tuple[int, ...]]:
    """Yield the cards in fours, each of one suit and as far apart as possible."""
    for suit in range(5):
        ordered = sorted((number for number in rest if table.suits[number] == suit), key=lambda n: (-table.place[n], n))
        step = len(ordered) // 4
        for at in range(step):
            yield tuple(ordered[at::step][:4])


def _worth(piles: Sequence[tuple[int, ...]], points: int) -> frozenset[int]:
    """Return a set of piles that are worth ``points`` together."""
    choices: dict[int, tuple[int, ...]] = {0: ()}
    for at, pile in enumerate(piles):
        worth = sum(POINTS[number] for number in pile)
        for total, chosen in list(choices.items()):
            choices.setdefault(total + worth, (*chosen, at))
    return frozenset(choices[points])


def _ways(pile: Sequence[int], leader: int, winner: int, table: Trumps) -> Iterator[Trick]:
    """Yield the tricks of four cards that a seat wins; of equal cards the first wins."""
    for order in permutations(pile):
        trick = Trick(leader, {(leader + at) % 4: number for at, number in enumerate(order)})
        if _winner_of(trick, table) == winner:
            yield trick


def _winner_of(trick: Trick, table: Trumps) -> int:
    return max(trick.cards, key=lambda seat: (table.place[trick.cards[seat]], -((seat - trick.leader) % 4)))
