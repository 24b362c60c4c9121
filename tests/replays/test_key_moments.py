"""Steps worth going to: marked on the scrubber, listed in words, found from the course alone."""

from __future__ import annotations

import re
from dataclasses import replace
from random import Random

import pytest
from django.urls import reverse

from games.replays import page
from games.replays.key_moments import BID, REVIEW, TRICK, TURN, Mark, marks
from games.replays.timeline import course
from games.rules.core import N_, Message, Seat
from games.rules.registry import GAMES
from tests.matches.tables import person
from tests.replays.hands import PLAYERS, finished, replay_for
from tests.replays.test_many import played


def hands(key, many, seed=3):
    """Yield courses of hands played at random."""
    game, rng = GAMES[key], Random(seed)
    for _ in range(many):
        setup, actions, _result = played(game, rng)
        yield course(game, setup, actions)


def steps(timeline, kind):
    return [mark.step for mark in marks(timeline) if mark.kind == kind]


@pytest.mark.parametrize("key", PLAYERS)
def test_every_trick_has_a_mark_where_it_is_won(key):
    for timeline in hands(key, 2):
        assert steps(timeline, TRICK) == [trick.last for trick in timeline.tricks]


def test_choices_before_the_play_are_marked():
    for timeline in hands("all-fours", 8):
        bids = [n for n, step in enumerate(timeline.steps) if step.action and step.action.do in ("stand", "beg", "run")]
        assert set(bids) <= set(steps(timeline, BID))
        assert all(timeline.steps[step].trick == 0 for step in steps(timeline, BID))


@pytest.mark.parametrize(("key", "need"), [("forty", 40), ("eighty", 80)])
def test_the_trick_with_which_the_stage_is_taken_turns_the_hand(key, need):
    turned = 0
    for timeline in hands(key, 6):
        captured, banker = 0, timeline.steps[timeline.tricks[0].last].state.ground.banker
        for trick in timeline.tricks:
            before = captured
            captured += trick.points if (trick.winner - banker) % 2 else 0
            if before < need <= captured:
                turned += 1
                assert trick.last in steps(timeline, TURN)
    assert turned


def test_in_all_fours_the_jack_that_is_caught_and_the_lead_for_game_turn_the_hand():
    texts = {mark.message.text for timeline in hands("all-fours", 20) for mark in marks(timeline) if mark.kind == TURN}
    assert "%(seat)s {catches|catch} the jack of trumps, %(card)s." in texts
    assert "%(seat)s {goes|go} ahead for Game, %(mine)s to %(others)s." in texts


def test_in_winner_it_is_said_once_that_somebody_is_almost_out():
    count = 0
    for timeline in hands("winner", 5):
        almost = [mark.step for mark in marks(timeline) if "almost out" in mark.message.text]
        assert len(almost) <= 1
        count += len(almost)
        for step in almost:
            assert all(hand.bit_count() > 3 for hand in timeline.steps[step - 1].state.hands)
    assert count


@pytest.mark.django_db
@pytest.mark.usefixtures("at_once")
class TestPage:
    @pytest.mark.parametrize("game", PLAYERS)
    def test_the_page_draws_every_mark_and_leads_to_it_without_scripts(self, client, game):
        alice = person("alice")
        client.force_login(alice)
        hand = finished(game, alice)
        all_marks = marks(replay_for(hand, alice).course)
        html = client.get(reverse("replay-step", args=[hand.pk, 0])).content.decode()
        assert len(re.findall('<path class="(?:trick|bid|turn)"', html)) == len(all_marks)
        for mark in all_marks:
            if mark.kind != TRICK:
                assert f'<a class="{mark.kind}" href="{reverse("replay-step", args=[hand.pk, mark.step])}"' in html

    def test_what_a_review_finds_joins_the_marks(self, client):
        alice = person("alice")
        hand = finished("all-fours", alice)
        mark = Mark(5, REVIEW, Message(N_("%(seat)s {stands|stand}."), {"seat": Seat(0)}))
        replay = replay_for(hand, alice)
        assert 'path class="review"' not in page.main(replay, 0, None)
        html = page.main(replace(replay, marks=(mark,)), 0, None)
        assert '<path class="review" d="M5 ' in html and "Second look: </span>" in html
