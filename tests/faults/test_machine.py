"""Random actions on the rules and the rows together: they never diverge. Goal C3.

The rules alone keep a reference hand in memory. Whatever people, AI players and clocks do through the
services, even twice, late, or after all caches are dropped, the rows say the
same as the reference, and the invariants hold.
"""

from __future__ import annotations

from collections import Counter
from datetime import timedelta
from random import Random

import pytest
from django.utils import timezone

from games.foundation.process_cache import clear_caches
from games.matches import seating, services, turns
from games.matches.fold import CLOSE, fold, start
from games.matches.models import Entry, Hand, Match
from games.rooms.models import Room, Seat
from games.rooms.seats import RequestRefused
from games.rules import live_draw
from games.rules.core import Illegal, Malformed
from games.rules.registry import GAMES
from tests.faults.sizes import reached, size
from tests.matches.tables import current, match_of, person

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_once"), pytest.mark.slow]
PLAYED = ("all-fours", "winner", "forty", "eighty")


class World:
    """One match and its reference: the hand according to the rules alone."""

    def __init__(self, game, rng):
        self.rng, self.rules = rng, GAMES[game]
        seats = self.rules.seats(self.rules.resolve({}))
        number = Seat.objects.count()
        who = [person(f"m{number}s{seat}") if seat % 2 == 0 else "random" for seat in range(seats)]
        self.people = {seat: one for seat, one in enumerate(who) if not isinstance(one, str)}
        self.match = match_of(game, *who)
        Room.objects.filter(pk=self.match.room_id).update(clock=30)
        self.follow(current(self.match))

    def follow(self, hand):
        """Begin a reference for a hand that was just dealt, or bring it up to date with the rows."""
        self.hand_id, self.reference, self.keys = hand.pk, start(hand), []
        self.catch_up()

    def catch_up(self):
        """Apply the entries that the house has made to the reference: each must be legal there."""
        rows = Entry.objects.filter(hand=self.hand_id, seq__gte=self.reference.seq).order_by("seq")
        for seq, raw in rows.values_list("seq", "action"):
            assert seq == self.reference.seq, "entries are not in a row"
            action = self.reference.read(raw)
            if raw != CLOSE:
                self.reference.game.check(self.reference.state, action)
            self.reference = self.reference.after(action)

    # --- actions ----------------------------------------------------------------------------------

    def play(self):
        """Let a person who is to act make a legal move."""
        legal = [one for one in self.rules.legal(self.reference.state) if one.seat in self.people]
        if not legal or self.reference.state.result is not None:
            return
        action = self.rng.choice(legal)
        raw = self.rules.write_action(action)
        seat, seq = raw.pop("seat"), self.reference.seq
        key = f"{seat}:{seq}:{len(self.keys)}"
        raw.pop("after", None)
        try:
            services.take_action(self.hand_id, seat, raw, seq=seq, key=key)
        except (services.Stale, Illegal):
            return
        self.keys.append((seat, raw, seq, key))

    def again(self):
        """Send the same press once more."""
        if not self.keys:
            return
        seat, raw, seq, key = self.rng.choice(self.keys)
        before = Entry.objects.filter(hand=self.hand_id).count()
        services.take_action(self.hand_id, seat, raw, seq=seq, key=key)
        assert Entry.objects.filter(hand=self.hand_id).count() == before

    def nonsense(self):
        """Let somebody press what is not theirs, on an outdated picture."""
        before = Entry.objects.filter(hand=self.hand_id).count()
        seq = self.reference.seq + self.rng.choice([-1, 1, 7] if self.reference.seq else [1, 7])
        legal = self.rules.legal(self.reference.state) if self.reference.state.result is None else ()
        raw = self.rules.write_action(self.rng.choice(legal)) if legal else {"seat": 0, "do": "stand"}
        raw.pop("seat")
        raw.pop("after", None)
        action_in_turn = not legal or all(one.in_turn for one in legal)
        try:
            services.take_action(self.hand_id, self.rng.randrange(2), raw, seq=seq, key=f"odd {seq}")
        except (services.Stale, services.KeyUsed, Illegal, Malformed):
            pass
        else:
            assert not action_in_turn or live_draw.drawing(self.rules, self.reference.state)
        if action_in_turn:
            assert Entry.objects.filter(hand=self.hand_id).count() == before

    def house(self):
        """Tell the house twice to do what is due."""
        for hand_id, seq, _ in turns.due_hands(3):
            turns.advance(hand_id, seq)
            turns.advance(hand_id, seq)

    def timeout(self):
        """Let the clock of the player to act run out."""
        past = timezone.now() - timedelta(seconds=40)
        Hand.objects.filter(pk=self.hand_id, turn_at__isnull=False).update(turn_at=past, due_at=past)
        self.house()

    def come_and_go(self):
        """Let somebody leave, or take their seat back."""
        seat, user = self.rng.choice(sorted(self.people.items()))
        act = self.rng.choice([seating.leave, seating.come_back])
        try:
            act(self.match.room, user)
        except RequestRefused:
            return
        assert Seat.objects.get(room=self.match.room, number=seat).user == user or not self.running()

    def crash(self):
        """Drop everything that this process remembers."""
        clear_caches()

    def want_more(self):
        """Let somebody ask for the next hand."""
        try:
            services.ready(self.hand_id, self.rng.choice(sorted(self.people)))
        except services.Stale:
            return

    def going(self):
        return Match.objects.filter(pk=self.match.pk, ended_at=None).exists()

    # --- invariants ---------------------------------------------------------------------------------

    def holds(self):
        hand = current(self.match)
        self.catch_up()
        if hand.pk != self.hand_id:
            assert self.reference.state.result is not None, "the next hand was dealt too early"
            assert Hand.objects.get(pk=self.hand_id).result == self.reference.state.result
            self.follow(hand)
        folded = fold(Hand.objects.select_related("match").get(pk=self.hand_id))
        assert folded.seq == self.reference.seq
        for seat in [*range(len(self.match.players.all())), None]:
            assert folded.game.view(folded.state, seat) == folded.game.view(self.reference.state, seat)
        state = folded.state
        assert state.result is not None or state.to_act or live_draw.drawing(self.rules, state)
        cards = Counter(folded.setup.deck)
        for seat in range(len(self.match.players.all())):
            held = Counter(folded.game.view(state, seat).hand)
            assert not held - cards, "a card out of nowhere"
            cards -= held
        hand.refresh_from_db()
        assert (hand.scored_at is None) or hand.result == state.result
        if state.result is None and not any(seat.played_by for seat in Seat.objects.filter(room=self.match.room)):
            assert hand.due_at is not None or hand.turn_at is None


@pytest.mark.parametrize("game", PLAYED)
def test_rows_and_rules_never_part(game):
    runs, steps, counts = size(4, 500), size(30, 100), Counter()
    for run in range(runs):
        rng = Random(f"{game} {run}")
        world = World(game, rng)
        actions = [world.play] * 6 + [world.again, world.nonsense, world.house, world.house, world.house, world.timeout]
        actions += [world.come_and_go, world.crash, world.want_more]
        for _ in range(steps):
            action = rng.choice(actions)
            action()
            counts[action.__name__] += 1
            world.holds()
        Match.objects.filter(pk=world.match.pk).update(ended_at=timezone.now())
        Hand.objects.filter(match=world.match).update(due_at=None)
    assert min(counts.values()) > 0
    reached("C3", f"{game}: {runs} runs, {sum(counts.values())} deeds, {Entry.objects.count()} entries")
