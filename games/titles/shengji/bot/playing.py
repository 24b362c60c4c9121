"""How an AI player leads and follows: each play is weighed by points, chances and cards spent."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import cast

from games.rules.registry import GAMES
from games.rules.shengji.actions import Play
from games.rules.shengji.hands import NAMES_HELD, ONES, POINTS, hand_of, points_of
from games.rules.shengji.playing import power_of
from games.rules.shengji.score import multiplier
from games.rules.shengji.shapes import SINGLE, Part, Shape, shape_of, split
from games.rules.shengji.throws import beaten
from games.rules.shengji.trumps import TRUMP
from games.rules.shengji.view import View
from games.titles.shengji.bot.mind import Mind, above
from games.titles.shengji.bot.sense import giving, sensible
from games.titles.shengji.bot.terms import trump_step
from games.titles.shengji.bot.weights import POLICY

#: a trick is open while the chance that its winner changes exceeds this
OPEN = 0.12
#: the points that those who did not bury expect in the buried cards
BURIED = 8


def weighed_plays(view: View, rng: Random) -> list[tuple[float, Play]]:
    """Return the legal plays with their worth in points, best first; ``rng`` breaks ties."""
    moves = cast("Sequence[Play]", GAMES[view.game].moves(view))
    if len(moves) == 1:
        return [(0.0, moves[0])]
    mind = Mind(view)
    if view.trick:
        follow = _Follow(mind)
        ranked = [(follow.worth(action), action) for action in follow.sensible(moves)]
    else:
        lead = _Lead(mind)
        ranked = [(lead.worth(action), action) for action in moves]
    rng.shuffle(ranked)
    ranked.sort(key=lambda weighed: -round(weighed[0], 9))
    return ranked


def settled(view: View, ranked: list[tuple[float, Play]]) -> list[tuple[float, Play]]:
    """Return the plays worth a search: if the trick is as good as won or lost, those that the last to play
    would consider."""
    if not view.trick or len(ranked) < 2:
        return ranked
    follow = _Follow(Mind(view))
    ours = follow.best % 2 == follow.mine
    if follow.shape is not SINGLE or abs(follow.before - ours) > OPEN:
        return ranked
    plays = [action for _, action in ranked]
    candidates = sensible(follow.mind, follow.suit, follow.power, ours, plays)
    if ours:
        candidates = giving(follow.mind, follow.suit, candidates)
    return [(gain, action) for gain, action in ranked if action in candidates]


class _Weigh:
    """What leading and following share: stakes, chances, the worth of cards kept."""

    def __init__(self, mind: Mind) -> None:
        self.mind = mind
        self.view = mind.view
        self.table = mind.table
        self.mine = mind.seat % 2
        self._keeping_worths: dict[int, float] = {}

    def bottom(self, shape: Shape) -> float:
        """Return the worth of the bottom if the trick is the last one, else 0."""
        view = self.view
        if len(view.hand) > shape.size:
            return 0.0
        buried = points_of(view.buried) if view.buried else BURIED
        lead = max(1, 2 * shape.longest or 2 * min(shape.pairs, 1))
        return float(multiplier(view.options.get("bottom", "double"), lead) * buried)

    def chance(self, shape: Shape, suit: int, power: int, ours: bool, left: Sequence[int]) -> float:
        """Return the chance that our side wins the trick, with these seats still to play."""
        chance = float(ours)
        passed = 0
        for seat in left:
            over = self.mind.chance_beaten(seat, shape, suit, power, passed)
            passed += self.view.counts[seat]
            if seat % 2 == self.mine:
                chance += (1.0 - chance) * over * POLICY.partner_will
            else:
                chance *= 1.0 - over
        return chance

    def spending_cost(self, cards: Sequence[int]) -> float:
        """Return the later worth of the cards that a play spends."""
        left = len(self.view.hand) - len(cards)
        if not left:
            return 0.0
        cost = 0.0
        for card in cards:
            cost += self.keeping_worth(card)
        if self.view.to_deal == 100:
            if len(cards) == 1 and self.mind.breaks(cards[0]):
                cost += POLICY.pair + POLICY.pair_step * self.table.place[cards[0]]
            elif len(cards) > 1:
                played = hand_of(cards)
                broken = self.mind.hand >> NAMES_HELD & played & ~(played >> NAMES_HELD) & ONES
                cost += POLICY.no_pair * broken.bit_count()
        return float(cost * min(1.0, POLICY.late + left * POLICY.later))

    def keeping_worth(self, card: int) -> float:
        """Return the worth of keeping a card in hand."""
        worth = self._keeping_worths.get(card)
        if worth is None:
            worth = self._keeping_worths[card] = POLICY.kept * self._keep(card)
        return worth

    def _keep(self, card: int) -> float:
        mind, table = self.mind, self.table
        suit, place = table.suits[card], table.place[card]
        boss = mind.sure(suit, place, 0)
        if suit == TRUMP:
            # A trump that nobody can beat guards, or scoops, the bottom.
            return POLICY.trump + place * trump_step(table) + (POLICY.top_trump if boss else 0.0)
        if boss:
            many = (mind.hidden & table.both[suit]).bit_count() > 3
            return POLICY.side_winner if many else POLICY.side_winner_late
        over = (mind.hidden & above(table, suit, place)).bit_count()
        return POLICY.side_step * place + (POLICY.guarded if over == 1 and POINTS[card] else 0.0)


class _Lead(_Weigh):
    """Leading: winners first, long trumps, the partner's void; no throw that can be beaten."""

    def __init__(self, mind: Mind) -> None:
        super().__init__(mind)
        held = [(mind.hand & both).bit_count() for both in self.table.both]
        self.length = held
        self.strong = held[TRUMP] >= 3 and held[TRUMP] > POLICY.long * (mind.trumps + held[TRUMP])

    def worth(self, action: Play) -> float:
        """Return the worth of a lead, in points."""
        mind, table = self.mind, self.table
        cards = action.cards
        suit = table.suits[cards[0]]
        if len(cards) == 1:
            parts, shape = [Part(hand_of(cards), 0, table.place[cards[0]])], SINGLE
        else:
            parts = split(table, hand_of(cards))
            shape = shape_of(parts)
        if shape.throw and any(beaten(table, suit, part, (mind.hidden,)) for part in parts):
            return float("-inf")
        power = table.strength[suit][cards[0]] if shape is SINGLE else self._power(parts[0], suit)
        left = [(mind.seat + step) % 4 for step in (1, 2, 3)]
        chance = self.chance(shape, suit, power, True, left)
        stake = points_of(cards) + POLICY.to_lead * float(shape.size**0.8) + self.bottom(shape)
        return (2 * chance - 1) * stake - self.spending_cost(cards) + self._plan(suit, shape)

    def _power(self, part: Part, suit: int) -> int:
        card = next(c for c in range(NAMES_HELD) if self.table.suits[c] == suit and self.table.place[c] == part.top)
        return self.table.strength[suit][card]

    def _plan(self, suit: int, shape: Shape) -> float:
        """Return the worth of leading a suit beyond the trick itself."""
        mind = self.mind
        others = [(mind.seat + 1) % 4, (mind.seat + 3) % 4]
        partner = (mind.seat + 2) % 4
        if suit == TRUMP:
            if not mind.trumps:
                return POLICY.no_trumps
            drawing = self.strong and any((seat, TRUMP) not in mind.void for seat in others)
            return POLICY.draws if drawing else POLICY.draws_not
        plan = 0.0
        if (partner, suit) in mind.void and (partner, TRUMP) not in mind.void:
            plan += POLICY.partner_void
        if any((seat, suit) in mind.void and (seat, TRUMP) not in mind.void for seat in others):
            plan += POLICY.others_void
        if self.length[suit] == shape.size and self.length[TRUMP] > 2:
            # Once a suit is led out, we can trump it later.
            plan += POLICY.led_out
        return plan


class _Follow(_Weigh):
    """Following: points for the partner, none for the others, high cards only where they win."""

    def __init__(self, mind: Mind) -> None:
        super().__init__(mind)
        view, table = mind.view, mind.table
        lead = view.trick[0].cards
        self.suit = table.suits[lead[0]]
        self.shape = SINGLE if len(lead) == 1 else shape_of(split(table, hand_of(lead)))
        assert view.best is not None
        self.best = view.best
        winning = next(action for action in view.trick if action.seat == view.best)
        self.power = power_of(table, self.shape, self.suit, hand_of(winning.cards))
        if winning is view.trick[0]:
            self.power = max(self.power, 1)
        self.left = [(mind.seat + step) % 4 for step in range(1, 4 - len(view.trick))]
        self.before = self.chance(self.shape, self.suit, self.power, self.best % 2 == self.mine, self.left)
        self.later = POLICY.per_card * self.shape.size * len(self.left) + self.bottom(self.shape)

    def sensible(self, moves: Sequence[Play]) -> Sequence[Play]:
        """Return the plays worth weighing; the last to a trick of single cards never considers some."""
        if self.left or self.shape is not SINGLE:
            return moves
        return sensible(self.mind, self.suit, self.power, self.best % 2 == self.mine, moves)

    def worth(self, action: Play) -> float:
        """Return the worth of a follow, in points."""
        cards = action.cards
        strength = self.table.strength[self.suit]
        power = strength[cards[0]] if self.shape is SINGLE else self._power(cards)
        chance = self.before
        if power > self.power:
            chance = self.chance(self.shape, self.suit, power, True, self.left)
        stake = self.view.pot + points_of(cards) + self.later
        return (2 * chance - 1) * stake - self.spending_cost(cards) + self._void_bonus(cards)

    def _power(self, cards: tuple[int, ...]) -> int:
        return power_of(self.table, self.shape, self.suit, hand_of(cards))

    def _void_bonus(self, cards: Sequence[int]) -> float:
        """Return a small bonus for a discard that voids a side suit while trumps are held."""
        suit = self.table.suits[cards[0]]
        if suit in (self.suit, TRUMP) or self.shape is not SINGLE:
            return 0.0
        held = self.mind.hand & self.table.both[suit]
        return POLICY.voids if held.bit_count() == 1 and self.mind.hand & self.table.both[TRUMP] else 0.0
