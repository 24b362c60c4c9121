"""The cut for the first deal: who draws what, and that each game's first hand follows it."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from games.rules.cards import LITTLE_JOKER
from games.rules.core import Game
from games.rules.cutting import cut
from games.rules.registry import GAMES
from tests.rules.chance import random_options, shuffled


@pytest.mark.parametrize("best", [max, min])
def test_the_best_card_deals_and_those_who_tie_draw_again(best):
    tied = 0
    for seed in range(400):
        result = cut(range(54), 4, Random(seed), best)
        drawn = [card for one in result.rounds for card in one.values()]
        assert len(set(drawn)) == len(drawn) and max(drawn) < LITTLE_JOKER, "no card twice, and no joker"
        seats = {0, 1, 2, 3}
        for draws in result.rounds:
            assert set(draws) == seats
            best_rank = best(card % 13 for card in draws.values())
            seats = {seat for seat, card in draws.items() if card % 13 == best_rank}
        assert seats == {result.seat} and result.rounds[-1][result.seat] == result.card
        tied += len(result.rounds) > 1
    assert 20 < tied < 200


def test_each_seat_deals_as_often():
    dealt = Counter(cut(range(52), 7, Random(seed)).seat for seed in range(2100))
    assert all(220 < dealt[seat] < 380 for seat in range(7)), dealt


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_the_first_hand_of_a_match_is_dealt_by_whoever_the_cut_says(game: Game):
    for seed in range(30):
        options = game.resolve(random_options(game, Random(seed)))
        result = game.cut(options, Random(seed))
        first = game.following(options, [], shuffled(game, options, Random(seed)), Random(seed))
        assert set(result.rounds[0]) == set(range(game.seats(options)))
        assert result.seat == first.get("dealer", first.get("first"))
