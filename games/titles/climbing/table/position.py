"""A hand of a climbing game as the seat to act may work it out from its view alone: what others may still answer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any, cast

from games.rules.climbing.actions import Play
from games.rules.climbing.combos import Combo
from games.rules.climbing.moves import Plays
from games.rules.climbing.order import FLUSH_CARDS, TWO, Order
from games.rules.climbing.view import ClimbingView
from games.rules.registry import GAMES
from games.titles.climbing.table.hooks import Hooks

#: rank → number of cards
Counts = Mapping[int, int]
#: how many ranks there are besides the jokers; the height from which cards are jokers
RANKS = TWO + 1
JOKERS_FROM = 4 * RANKS


class Position:
    """What follows for certain from a view. ``others``: the other seats that still hold cards."""

    def __init__(self, view: ClimbingView, hooks: Hooks) -> None:
        self.view = view
        self.hooks = hooks
        self.rules = GAMES[view.game]
        self.others = [seat for seat, count in enumerate(view.counts) if count and seat != view.seat]
        self._combos: dict[tuple[int, ...], Combo] = {}
        self._unbeatable: dict[tuple[int, ...], bool] = {}
        self._fewest_of: dict[tuple[tuple[int, int], ...], int] = {}

    @cached_property
    def moves(self) -> Sequence[Any]:
        """All actions of the seat, made lazily: a lead may have thousands."""
        return self.rules.moves(self.view)

    @cached_property
    def answers(self) -> list[Any]:
        """All plays of the seat that beat the trick; empty at a lead."""
        return [] if self.view.to_beat is None else [move for move in self.moves if isinstance(move, Play)]

    @property
    def leads(self) -> bool:
        """Whether the seat leads a trick."""
        return self.view.lead

    # --- combinations

    def combo(self, action: Any) -> Combo:
        """Return the combination of a play."""
        combo = self._combos.get(action.cards)
        if combo is None:
            combo = self._combos[action.cards] = self.hooks.combo_of(action, self.view)
        return combo

    def height(self, action: Any) -> int:
        """Return the number by which plays of one type and size are compared."""
        return self.hooks.height(self.combo(action), self.view)

    def alike(self, action: Any) -> Iterator[Any]:
        """Yield the plays of the same size, without bombs, that beat the trick, higher or lower than this one."""
        mine = self.combo(action)
        for move in self.answers:
            other = self.combo(move)
            if other.size == mine.size and (other.type == mine.type or "four" not in (other.type, mine.type)):
                yield move

    def is_bomb(self, action: Any) -> bool:
        """Return whether a play beats the trick despite another size, or as a four on something that is not."""
        to_beat, combo = self.view.to_beat, self.combo(action)
        if to_beat is None:
            return False
        return to_beat.size != combo.size or (combo.type == "four" and to_beat.type != "four")

    # --- the seat's own hand

    def left(self, action: Any) -> tuple[int, ...]:
        """Return the cards left in hand after a play."""
        return tuple(card for card in self.view.hand if card not in action.cards)

    @cached_property
    def order(self) -> Order:
        """The order of the cards in this hand."""
        return self.hooks.combo_of(Play(self.view.seat or 0, self.view.hand[:1]), self.view).order

    def single(self, card: int) -> int:
        """Return the number by which single cards are compared."""
        return self.hooks.height(self.hooks.combo_of(Play(self.view.seat or 0, (card,)), self.view), self.view)

    def rank(self, card: int) -> int:
        """Return the number by which single cards are compared, ignoring suits."""
        return self.single(card) >> 2

    def same_rank(self, card: int, other: int) -> bool:
        """Return whether two cards have the same rank; two jokers do not."""
        one, two = self.order.heights[card], self.order.heights[other]
        return one >> 2 == two >> 2 and max(one, two) < 52

    def splits(self, action: Any) -> bool:
        """Return whether a play splits cards of one rank: some are played and some kept."""
        left = self.left(action)
        return any(self.same_rank(card, other) for card in action.cards for other in left)

    def breaks(self, action: Any) -> bool:
        """Return whether a play breaks up cards that belong together: it splits a rank, takes a card that the hand
        needs for a straight, or leaves too few cards of a suit for a flush."""
        return self.splits(action) or self._breaks_straight(action) or self._breaks_flush(action)

    def _breaks_straight(self, action: Any) -> bool:
        """Return whether the play and the cards left are more combinations than the whole hand needs."""
        hand, played, left = (self._counts(cards) for cards in (self.view.hand, action.cards, self.left(action)))
        if not any(row & set(played) for row, _ in self._straights):
            return False
        return self._fewest(hand) < self._fewest(played) + self._fewest(left)

    def _breaks_flush(self, action: Any) -> bool:
        left = self.left(action)
        for suit in {card // 13 for card in action.cards if card < 52}:
            held, kept = ([card for card in cards if card // 13 == suit] for cards in (self.view.hand, left))
            if not len(kept) < FLUSH_CARDS <= len(held):
                continue
            flush = self.hooks.classify(held[:FLUSH_CARDS], self.view.options)
            if flush is not None and "flush" in flush.type and "flush" not in self.combo(action).type:
                return True
        return False

    def _counts(self, cards: Sequence[int]) -> Counts:
        """Return rank → how many of some cards have it; each joker is a rank of its own."""
        heights = [self.order.heights[card] for card in cards]
        return dict(sorted(Counter(height >> 2 if height < JOKERS_FROM else height for height in heights).items()))

    @cached_property
    def _straights(self) -> list[tuple[frozenset[int], int]]:
        """The straights that the ranks of the hand make, each as its ranks and its number of cards of each."""
        by_rank: dict[int, list[int]] = {}
        for card in self.view.hand:
            if self.order.heights[card] < JOKERS_FROM:
                by_rank.setdefault(self.order.heights[card] >> 2, []).append(card)
        straights = []
        for start in by_rank:
            row = [start]
            # a row may go on from the highest rank to the lowest
            while (rank := (row[-1] + 1) % RANKS) in by_rank and rank != start:
                row.append(rank)
                for per in range(1, min(len(by_rank[rank]) for rank in row) + 1):
                    cards = tuple(card for rank in row for card in by_rank[rank][:per])
                    kind = self.hooks.classify(cards, self.view.options)
                    if kind is not None and "straight" in kind.type:
                        straights.append((frozenset(row), per))
        return straights

    def _fewest(self, counts: Counts) -> int:
        """Return the fewest combinations that cards may be split into: cards of one rank, and straights."""
        key = tuple(counts.items())
        if key not in self._fewest_of:
            # either the lowest rank goes in one piece, or one of the straights through it is played
            first, rest = next(iter(counts), None), dict(list(counts.items())[1:])
            fewest = 0 if first is None else 1 + self._fewest(rest)
            for row, per in self._straights:
                if first in row and all(counts.get(rank, 0) >= per for rank in row):
                    taken = {rank: count - per * (rank in row) for rank, count in counts.items()}
                    fewest = min(fewest, 1 + self._fewest({rank: count for rank, count in taken.items() if count}))
            self._fewest_of[key] = fewest
        return self._fewest_of[key]

    # --- what the others may hold

    @cached_property
    def unseen(self) -> tuple[int, ...]:
        """The cards that others may hold."""
        seen = set(self.view.hand)
        for action in self.view.memory:
            if isinstance(action, Play):
                seen.update(action.cards)
        return tuple(card for card in self.rules.pack(self.view.options) if card not in seen)

    def is_unbeatable(self, action: Any) -> bool:
        """Return whether no distribution of the unseen cards can beat a play: all of them together have no answer."""
        known = self._unbeatable.get(action.cards)
        if known is None:
            after = self.hooks.after(self.view, self.combo(action))
            known = self._unbeatable[action.cards] = not any(self._may_answer(after, seat) for seat in self.others)
        return known

    def _may_answer(self, after: ClimbingView, seat: int) -> bool:
        answerer = replace(after, seat=seat, to_act=(seat,), hand=self.unseen)
        plays = cast(Plays, self.rules.moves(answerer))
        sizes = [sum(part[0].bit_count() for part in group.parts) for group in plays.groups if all(group.parts)]
        return any(size <= self.view.counts[seat] for size in sizes)
