"""The real rules of Winner beside the reference: plays, scores and combinations."""

from __future__ import annotations

from itertools import combinations, permutations
from random import Random

from games.rules.cards import card
from games.rules.climbing.moves import Plays
from games.rules.winner import score
from games.rules.winner.combos import classify, refusal, unbeatable
from games.rules.winner.moves import answers, leads
from games.rules.winner.options import rules_of
from games.rules.winner.order import ORDER, mask_of
from tests.reference import winner_hand, winner_tables

PLAYS = 600


def test_it_reads_and_compares_plays_as_the_real_rules_do() -> None:
    rng = Random(2)
    for _ in range(PLAYS):
        options = winner_hand.resolve(winner_tables.random_options(rng))
        rules = rules_of(options)
        plays = []
        for _ in range(12):
            names = winner_tables.any_play(winner_hand.pack(options), rng)
            expected, real = winner_hand.classify(names, options), classify(map(card, names), options)
            assert expected == (real and {key: getattr(real, key) for key in expected or {}}), (names, options)
            if expected is None or real is None:
                continue
            relead = options["relead"] and not options["bomb"] and winner_hand.is_unbeatable(names, options)
            assert unbeatable(real, rules) is relead, (names, options)
            plays.append((names, expected, real))
        for (names, new, real), (others, last, top) in permutations(plays, 2):
            if not set(names) & set(others):
                assert refusal(real, top, rules) == winner_hand.beat_error(new, last, options), (names, others, options)


def test_it_scores_as_the_real_rules_do() -> None:
    rng = Random(3)
    for _ in range(2000):
        players, first = rng.choice([3, 4]), rng.randrange(3)
        left = [rng.choice([1, 5, 9, 10, 11, 12, 13, 14, 17, 18]) for _ in range(players)]
        left = [min(left[0], 13 + (seat > 1)) for seat in range(players)] if rng.random() < 0.4 else left
        left[first] = 0
        played = [seat == first or rng.random() < 0.6 for seat in range(players)]
        triple = rng.choice(["none-played", "seventeen"])
        real = score.points(left, played, first, seventeen=triple == "seventeen" and players == 3)
        assert real == winner_hand.points(left, played, first, triple)
        assert score.loser(left, played, first) == winner_hand.loser(left, played, first)


def test_it_lists_every_combination_of_a_hand() -> None:
    rng = Random(1)
    for _ in range(12):
        options = winner_hand.resolve(winner_tables.random_options(rng))
        deck = winner_tables.random_deck(options, 0, rng)
        held = winner_hand.deal(deck, 0, options["players"])[0][:9]
        rules, mask = rules_of(options), mask_of(map(card, held))
        combos = {}
        for size in range(1, len(held) + 1):
            for chosen in combinations(held, size):
                combo = winner_hand.classify(list(chosen), options)
                if combo is not None:
                    combos[mask_of(map(card, chosen))] = combo
        assert sorted(Plays(0, leads(mask, rules), ORDER, passing=False).masks()) == sorted(combos)
        others = winner_hand.deal(deck, 0, options["players"])[1]
        for _ in range(40):
            shape = (*rng.choice(winner_tables.SHAPES), rng.randint(0, 2))
            cards = list(dict.fromkeys(winner_tables.some_cards(others, rng, shape)))
            last, top = winner_hand.classify(cards, options), classify(map(card, cards), options)
            assert (last is None) == (top is None)
            if last is None or top is None:
                continue
            higher = [play for play, combo in combos.items() if winner_hand.beat_error(combo, last, options) is None]
            assert sorted(Plays(0, answers(mask, top, rules), ORDER, passing=False).masks()) == sorted(higher)
