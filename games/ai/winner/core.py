"""The play of Winner on integers, for playouts: hands as bits, no actions, no record.

It carries out sections 6 and 7 of winner.md and is checked against the rules on thousands of hands.
Its players play by a plan of their own hand, know how many cards the others hold and which are out.
"""

from __future__ import annotations

from collections.abc import Sequence

from games.ai.winner.plans import Part, Plan, Planner
from games.rules.winner.options import Rules
from games.rules.winner.order import at_least
from games.rules.winner.score import DOUBLE_FROM

#: a single from which it is a control: the lowest two
CONTROL = 48
#: cards left at which a player is almost out
ALMOST = 3
#: what the lead is worth in plays saved, and while controls are held back; what a card less is
LEAD, HELD_BACK, CARD = 0.6, 0.1, 0.06
#: what it costs to let a player play his last cards
OUT = 3.0
#: cards higher than a single that are out → the chance that it takes the trick
HIGHER = tuple(0.8**higher for higher in range(55))
COMPOSITE = {
    ("triple+1", 4): ("triple", "single"),
    ("full-house", 5): ("triple", "pair"),
    ("four+1", 5): ("four", "single"),
}


class Table:
    """A hand being played out; changed in place. ``hands``: seat → bits; ``top``: the play to beat,
    ``None`` at a lead, by ``leader``; ``passes`` in succession since; ``played``: seats that have
    made a play, as bits; ``out``: seats gone out, in order."""

    __slots__ = ("hands", "leader", "out", "passes", "planner", "plans", "played", "rules", "top", "track")

    def __init__(
        self,
        rules: Rules,
        planner: Planner,
        hands: list[int],
        top: Part | None,
        leader: int,
        passes: int,
        played: int,
        out: Sequence[int],
    ) -> None:
        self.rules = rules
        self.planner = planner
        self.hands = hands
        self.plans: list[Plan | None] = [None] * len(hands)
        self.top = top
        self.leader = leader
        self.passes = passes
        self.played = played
        self.out = list(out)
        #: (seat, cards as bits, 0 for a pass) of all that is done, where somebody wants to know
        self.track: list[tuple[int, int]] | None = None

    def over(self) -> bool:
        """Say whether the hand has ended (section 7)."""
        holding = len(self.hands) - self.hands.count(0)
        return holding < len(self.hands) and (not self.rules.last_loser or holding == 1)

    def play_out(self, seat: int) -> list[int]:
        """Play on to the end, ``seat`` being the next to act, and return seat → points."""
        hands, players = self.hands, len(self.hands)
        while not self.over():
            while not hands[seat]:
                seat = (seat + 1) % players
            top = self.top
            part = self._lead(seat) if top is None else self._follow(seat, top)
            seat = self.act(seat, part)
        return self.points()

    def act(self, seat: int, part: Part | None) -> int:
        """Play a part, or pass, and return who is next in turn."""
        hands, players = self.hands, len(self.hands)
        if self.track is not None:
            self.track.append((seat, part.mask if part else 0))
        if part is not None:
            hands[seat] ^= part.mask
            plan = self.plans[seat]
            if plan is not None:
                rest = tuple([other for other in plan if not other.mask & part.mask])
                self.plans[seat] = (
                    rest if len(plan) - len(rest) and sum([other.mask for other in rest]) == hands[seat] else None
                )
            self.played |= 1 << seat
            self.top, self.leader, self.passes = part, seat, 0
            if not hands[seat]:
                self.out.append(seat)
        else:
            self.passes += 1
            if self.passes >= players - hands.count(0) - (1 if hands[self.leader] else 0):
                self.top, self.passes = None, 0
                return self.leader
        return (seat + 1) % players

    def points(self) -> list[int]:
        """Return seat → points of section 7."""
        double = DOUBLE_FROM[len(self.hands)]
        scored, winner = [], self.out[0]
        for seat, hand in enumerate(self.hands):
            left = hand.bit_count()
            times = 3 if not self.played >> seat & 1 else 2 if left >= double else 1
            scored.append(-left * times)
        scored[winner] = 0
        scored[winner] = -sum(scored)
        return scored

    # --- a player

    def _plan(self, seat: int) -> Plan:
        plan = self.plans[seat]
        if plan is None:
            plan = self.plans[seat] = self.planner.plan(self.hands[seat])
        return plan

    def _fewest(self, seat: int) -> int:
        """Return the fewest cards that another player still in holds."""
        return min([hand.bit_count() for other, hand in enumerate(self.hands) if hand and other != seat])

    def _sure(self, part: Part, others: int, most: int) -> bool:
        """Say whether the cards out cannot beat a part; bombs left out."""
        if part.type == "single":
            return not others >> part.strength + 1
        if part.size > most:
            return True
        if part.type == "pair":
            return not at_least(others)[1] >> (part.strength | 3) + 1
        if part.type == "triple":
            return not at_least(others)[2] >> part.strength + 4
        return False

    def _lead(self, seat: int) -> Part:
        """Return what a seat leads: sure parts when it can go out behind them, else what leaves the
        best hand."""
        plan = self._plan(seat)
        whole = self._all_at_once(plan)
        if whole is not None:
            return whole
        others, most = self._seen(seat)
        if len(plan) <= 4:
            sure = [part for part in plan if self._sure(part, others, most)]
            if len(sure) >= len(plan) - 1:
                return sure[0]
        fewest = self._fewest(seat)
        chosen, best = plan[0], -1e9
        for part in plan:
            part = self._with_extras(part, plan)
            worth = self._worth(seat, part, others, most, fewest, LEAD)
            if worth > best:
                chosen, best = part, worth
        return chosen

    def _seen(self, seat: int) -> tuple[int, int]:
        """Return the cards that are out to a seat, and the most cards that another holds."""
        others = most = 0
        for other, hand in enumerate(self.hands):
            if other != seat:
                others |= hand
                most = max(most, hand.bit_count())
        return others, most

    def _worth(self, seat: int, part: Part, others: int, most: int, fewest: int, lead: float) -> float:
        """Return what a play is worth in plays saved, as the policy reckons it."""
        chance = self._chance(part, others, most)
        need = self.planner.needs(self.hands[seat] ^ part.mask)
        if lead != LEAD and (need < 2 or fewest <= ALMOST + 1):
            lead = LEAD
        worth = lead * chance - need + CARD * part.size
        if fewest <= ALMOST + 1:
            worth += CARD * part.size
        if chance < 1.0 and part.size == fewest:
            if part.size == 1:
                worth -= OUT * (0.3 + (others >> part.strength + 1).bit_count() / max(1, others.bit_count()))
            else:
                worth -= OUT * (0.25 if part.size == 2 else 0.08) * (1 - chance)
        return worth

    def _chance(self, part: Part, others: int, most: int) -> float:
        """Return the chance that a part takes the trick, from the cards out."""
        if part.size > most:
            return 1.0
        kind, strength = part.type, part.strength
        if kind == "single":
            return HIGHER[(others >> strength + 1).bit_count()]
        if kind == "pair":
            return 1.0 if strength > 51 else float(0.75 ** (at_least(others)[1] >> (strength | 3) + 1).bit_count())
        if kind in ("triple", "triple+1", "full-house"):
            return float(0.8 ** (at_least(others)[2] >> (strength | 3) + 1).bit_count())
        return 0.55 + 0.008 * (strength & 255)

    def _all_at_once(self, plan: Plan) -> Part | None:
        """Return the whole hand as one play where it is one."""
        if len(plan) == 1:
            return plan[0]
        if len(plan) == 2:
            for one, other in (plan, plan[::-1]):
                for (kind, size), (body, extra) in COMPOSITE.items():
                    if one.type == body and other.type == extra and not (extra == "pair" and other.strength == 53):
                        return Part(kind, size, one.strength, one.mask | other.mask)
        return None

    def _with_extras(self, part: Part, plan: Plan) -> Part:
        """Return a triple with the lowest card or pair that would need a play of its own."""
        if part.type != "triple":
            return part
        for extra in plan:
            if extra.strength < CONTROL - 4 and extra.type in ("single", "pair"):
                kind = "triple+1" if extra.type == "single" else "full-house"
                return Part(kind, 3 + extra.size, part.strength, part.mask | extra.mask)
        return part

    def _follow(self, seat: int, top: Part) -> Part | None:
        """Return what a seat plays on another's play, ``None`` for a pass."""
        hand = self.hands[seat]
        bombs = self.rules.bomb and top.type not in ("four", "four+1", "four+2")
        if hand.bit_count() < top.size and not bombs:
            return None
        options = self._options(hand, self._plan(seat), top, bombs)
        if not options:
            return None
        others, most = self._seen(seat)
        fewest = self._fewest(seat)
        best = -self.planner.needs(hand)
        leader = self.hands[self.leader].bit_count()
        if leader and leader <= 2:
            best -= OUT * (0.6 if leader == 1 else 0.3)
        chosen = None
        for part in options:
            if part.mask == hand:
                return part
            worth = self._worth(seat, part, others, most, fewest, HELD_BACK)
            if worth > best:
                chosen, best = part, worth
        return chosen

    def _options(self, hand: int, plan: Plan, top: Part, bombs: bool) -> list[Part]:
        """Return the plays that beat one: those of the plan, and singles and pairs broken from others."""
        kind, size, strength = top.type, top.size, top.strength
        found = [part for part in plan if part.type == kind and part.size == size and part.strength > strength]
        composite = COMPOSITE.get((kind, size))
        if composite is not None:
            made = self._composite(plan, top, composite)
            found += [made] if made is not None else []
        if size <= 2:
            broken = self._broken(hand, top)
            if broken is not None and broken not in found:
                found.append(broken)
        if bombs:
            found += [part for part in plan if part.type == "four" and part not in found]
        return found

    def _composite(self, plan: Plan, top: Part, composite: tuple[str, str]) -> Part | None:
        body, extra = composite
        for part in plan:
            if part.type == body and part.strength > top.strength:
                for other in plan:
                    if other.type == extra and other.strength < 52:
                        return Part(top.type, top.size, part.strength, part.mask | other.mask)
        return None

    def _broken(self, hand: int, top: Part) -> Part | None:
        """Return the lowest single or pair that beats, whatever it is broken from."""
        if top.type == "single":
            over = hand >> top.strength + 1 << top.strength + 1
            bit = over & -over
            return Part("single", 1, bit.bit_length() - 1, bit) if bit else None
        if top.type == "pair" and top.strength < 52:
            first = top.strength & ~3
            twos = at_least(hand)[1] >> first + 4 << first + 4
            if twos:
                rank = (twos & -twos).bit_length() - 1
                held = hand >> rank & 15
                one = held & -held
                rest = held ^ one
                other = rest & -rest
                return Part("pair", 2, rank + other.bit_length() - 1, (one | other) << rank)
        return None
