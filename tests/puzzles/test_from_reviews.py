"""Puzzles from second looks: of those who agree alone, clear twice, and nothing in them leads back."""

from __future__ import annotations

import threading

import pytest
from django.db import connection
from django.utils import timezone

from games import ai
from games.accounts.services import set_preference, suspend
from games.ai import thinking
from games.community import reviews
from games.community.account_deletion import delete_account
from games.community.models import Review
from games.foundation.rate_limit import RateLimit
from games.matches.models import Hand, Match
from games.puzzles import from_reviews, judging, limits, making, services, tasks
from games.puzzles.models import Candidate, Puzzle
from games.replays import services as replays
from games.replays.spent_deals import spent_hands
from games.rooms.models import Room
from games.rules import record
from tests.matches.tables import person
from tests.puzzles.drafts import GAME, draft
from tests.puzzles.reviewed import agree, decision, judge_all, review_of_draft
from tests.replays.hands import PLAYERS, finished

pytestmark = [pytest.mark.django_db, pytest.mark.any_database, pytest.mark.usefixtures("at_once", "quick")]


def test_a_position_that_is_clear_twice_becomes_a_puzzle_with_nothing_that_leads_back(alice, review):
    agree(alice, review)
    judge_all()
    puzzle, origin = Puzzle.objects.get(), draft()
    assert (puzzle.source, puzzle.seed, puzzle.number) == (Puzzle.Source.REVIEW, None, None)
    assert not Candidate.objects.exists()
    known, original = (
        judging.position(puzzle.record, puzzle.at, puzzle.seat),
        judging.position(origin.record, origin.at, origin.seat),
    )
    assert known.view == original.view
    # what the others held, and what followed, is not in it
    assert puzzle.record["deck"] != origin.record["deck"] and "result" not in puzzle.record
    assert len(puzzle.record["actions"]) == puzzle.at
    assert known.state.hands[1 - puzzle.seat] != original.state.hands[1 - origin.seat]
    assert puzzle.key != origin.key
    # each choice was weighed by two long searches
    assert puzzle.choices[0]["action"] == origin.choices[0]["action"]
    assert all(len(one["losses"]) == 2 and min(one["losses"]) > 0 for one in puzzle.choices[1:])
    assert puzzle.made_at.day == 1 and puzzle.made_at.hour == 0
    text = " ".join(str(value) for value in Puzzle.objects.values().get().values())
    for word in (alice.name, alice.username, review.hand.match.room.code, bytes(review.hand.salt).hex()):
        assert word not in text


def test_nobody_who_has_not_agreed_is_searched(alice, review, django_capture_on_commit_callbacks):
    bob = person("bob")
    for user, value in ((alice, "off"), (bob, "")):
        set_preference(user, reviews.PUZZLES, value)
        from_reviews.note(review_of_draft(user, 1) if user is bob else review)
    assert not Candidate.objects.exists()
    from_reviews.answer(alice, review, False)
    judge_all()
    assert not Puzzle.objects.exists()


@pytest.mark.parametrize("agrees", [True, False])
def test_a_second_look_that_is_made_is_a_candidate_where_its_person_agrees(alice, monkeypatch, agrees):
    monkeypatch.setattr(ai.bot(GAME), "review_worlds", 2)
    monkeypatch.setattr(ai.bot(GAME), "playouts", {"strong": 4})
    set_preference(alice, reviews.PUZZLES, "on" if agrees else "")
    review = reviews.ask(alice, finished(GAME, alice).pk, 0)
    assert reviews.make_all() == 1
    assert list(Candidate.objects.values_list("review", flat=True)) == ([review.pk] if agrees else [])


def withdraw(alice, review):
    set_preference(alice, reviews.PUZZLES, "off")


def close(alice, review):
    delete_account(alice)


def banish(alice, review):
    suspend(alice)


def dare(alice, review):
    replays.challenge(review.hand, alice)


def seal(alice, review):
    Room.objects.filter(matches=review.hand.match_id).update(sealed=True)


@pytest.mark.parametrize("change", [withdraw, close, banish, dare, seal])
@pytest.mark.parametrize("when", ["before", "meanwhile"])
def test_what_changes_before_it_is_stored_counts(alice, review, change, when, monkeypatch):
    agree(alice, review)
    judge = thinking.in_spare_time

    def meanwhile(*args, **kwargs):
        change(alice, review)
        return judge(*args, **kwargs)

    if when == "before":
        change(alice, review)
    else:
        monkeypatch.setattr(thinking, "in_spare_time", meanwhile)
    judge_all()
    assert not Puzzle.objects.exists() and not Candidate.objects.exists()


def test_a_hand_that_others_may_still_play_is_no_candidate(alice):
    review = review_of_draft(alice)
    hand = Hand.objects.filter(pk=review.hand_id)
    assert spent_hands().filter(pk=review.hand_id).exists()
    for change, back in (
        (lambda: seal(alice, review), lambda: Room.objects.update(sealed=False)),
        (lambda: dare(alice, review), lambda: hand.get().challenge.delete()),
        (lambda: Match.objects.update(practice=True), lambda: Match.objects.update(practice=False)),
        (lambda: hand.update(scored_at=None), lambda: hand.update(scored_at=timezone.now())),
    ):
        change()
        assert not spent_hands().filter(pk=review.hand_id).exists()
        set_preference(alice, reviews.PUZZLES, "")
        agree(alice, review)
        assert not Candidate.objects.exists()
        back()
    set_preference(alice, reviews.PUZZLES, "")
    agree(alice, review)
    assert Candidate.objects.exists()


def test_the_same_position_is_one_puzzle_whoever_met_it(alice, review):
    bob = person("bob")
    for user, second_look in ((alice, review), (bob, review_of_draft(bob))):
        agree(user, second_look)
        judge_all()
    assert Puzzle.objects.count() == 1
    services.withdraw(Puzzle.objects.get())
    carol = person("carol")
    agree(carol, review_of_draft(carol))
    judge_all()
    assert Puzzle.objects.count() == 1 and not services.open_puzzles(GAME).exists()


def test_a_position_that_is_not_clear_makes_none(alice, review, monkeypatch):
    monkeypatch.setattr(judging, "judged_twice", lambda view, seed, worlds: None)
    agree(alice, review)
    judge_all()
    assert not Puzzle.objects.exists() and not Candidate.objects.exists()


def test_what_the_second_look_itself_is_in_doubt_of_is_not_searched(alice, review, monkeypatch):
    def never(*args, **kwargs):
        raise AssertionError("a search was made")

    monkeypatch.setattr(thinking, "in_spare_time", never)
    Review.objects.update(decisions=[decision(draft(), loss=0.3)])
    agree(alice, Review.objects.get())
    judge_all()
    assert not Puzzle.objects.exists() and not Candidate.objects.exists()


def test_a_worker_that_dies_over_it_or_a_task_that_runs_twice_makes_one(alice, review, monkeypatch):
    agree(alice, review)

    def dies(*args, **kwargs):
        raise SystemExit

    with monkeypatch.context() as patch, pytest.raises(SystemExit):
        patch.setattr(thinking, "in_spare_time", dies)
        from_reviews.judge_next()
    assert not from_reviews.judge_next() and not Puzzle.objects.exists()  # still claimed
    Candidate.objects.update(begun_at=timezone.now() - 2 * from_reviews.CLAIM_EXPIRES)
    tasks.judge()
    tasks.judge()
    assert Puzzle.objects.count() == 1 and not Candidate.objects.exists()


def test_it_is_given_up_after_some_tries(alice, review, monkeypatch):
    agree(alice, review)

    def fails(*args, **kwargs):
        raise thinking.WorkerFailed("no")

    monkeypatch.setattr(thinking, "in_spare_time", fails)
    for number in range(1, from_reviews.MOST_TRIES + 1):
        assert not from_reviews.judge_next()
        assert Candidate.objects.get().tries == number
    assert not from_reviews.judge_next() and not Candidate.objects.exists()


@pytest.mark.parametrize("fault", [thinking.GaveWay, thinking.Stopped])
def test_what_gives_way_has_not_been_tried(alice, review, monkeypatch, fault):
    agree(alice, review)

    def gives_way(*args, **kwargs):
        raise fault

    with monkeypatch.context() as patch:
        patch.setattr(thinking, "in_spare_time", gives_way)
        assert not from_reviews.judge_next()
    assert Candidate.objects.values_list("tries", "begun_at").get() == (0, None)
    judge_all()
    assert Puzzle.objects.exists()


def test_a_fault_of_one_ends_that_one_and_is_logged_without_its_words(alice, review, monkeypatch, caplog):
    agree(alice, review)

    def breaks(*args, **kwargs):
        raise ValueError("the queen of spades")

    monkeypatch.setattr(thinking, "in_spare_time", breaks)
    assert from_reviews.judge_next()
    assert not Candidate.objects.exists()
    assert "ValueError" in caplog.text and "queen" not in caplog.text


def test_second_looks_that_somebody_waits_for_come_first(alice, review):
    agree(alice, review)
    waiting = Review.objects.create(hand=finished("winner", alice), seat=0, user=alice)
    assert not from_reviews.judge_next() and Candidate.objects.get().tries == 0
    Review.objects.filter(pk=waiting.pk).delete()
    judge_all()
    assert Puzzle.objects.exists()


def test_the_site_thinks_about_so_many_positions_an_hour(alice, review, monkeypatch):
    monkeypatch.setattr(limits, "POSITIONS", RateLimit("puzzle-positions-test", 1, 60))
    agree(alice, review)
    judge_all()
    bob = person("bob")
    agree(bob, review_of_draft(bob, 1))
    judge_all()
    assert Puzzle.objects.count() == 1
    assert Candidate.objects.values_list("tries", "begun_at").get() == (0, None)


def test_a_game_that_has_enough_is_not_searched(alice, review, monkeypatch):
    monkeypatch.setattr(from_reviews, "ENOUGH", 0)
    agree(alice, review)
    judge_all()
    assert not Puzzle.objects.exists() and not Candidate.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_of_workers_at_the_same_moment_one_claims_it(alice, review):
    agree(alice, review)
    ready, claimed = threading.Barrier(4), []

    def claim():
        try:
            ready.wait()
            claimed.append(from_reviews._claimed())
        finally:
            connection.close()

    threads = [threading.Thread(target=claim) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(claimed) == 4 and len([row for row in claimed if row is not None]) == 1


@pytest.mark.parametrize("game", PLAYERS)
def test_a_position_of_a_hand_that_was_played_is_what_its_seat_saw(alice, game, monkeypatch):
    """Also where cards were drawn one by one, and with everything that the seat did not see dealt anew."""
    monkeypatch.setattr(making, "EXCHANGES", 150)
    hand = finished(game, alice)
    review = Review(hand=hand, seat=0, user=alice)
    folded, actions, own = reviews.played(review)
    value = record.write(folded.game, folded.setup, actions, None)
    at = {index: sum(action.recorded for action in actions[:index]) for index in own}
    plays = [index for index in own if actions[index].do in {"play", "pass"}]
    index = plays[len(plays) // 2]
    for action in actions[:index]:
        folded = folded.after(action)
    assert judging.position(value, at[index], 0).view == folded.view(0)
    anew = making.dealt_anew(value, at[index], 0)
    assert record.verify(anew)["ok"] and judging.position(anew, at[index], 0).view == folded.view(0)
    assert sorted(anew["deck"]) == sorted(value["deck"])
    assert game != GAME or making.dealt_anew(value, at[index], 0) == anew
