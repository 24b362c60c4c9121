"""Whether second looks may become puzzles: asked once; what those puzzles' pages tell, and what stays of whom."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from games.accounts.models import User
from games.accounts.services import make_guest
from games.community import reviews
from games.community.account_deletion import delete_account, erase_account
from games.community.data_export import export
from games.community.models import Review
from games.foundation.rate_limit import RateLimit
from games.puzzles import from_reviews, judging, limits
from games.puzzles.models import Attempt, Candidate, Puzzle
from games.rules.cards import NAMES
from tests.lessons.test_pages import text_of
from tests.matches.tables import person
from tests.puzzles.drafts import GAME, draft, form_of
from tests.puzzles.reviewed import agree, judge_all, review_of_draft
from tests.puzzles.test_pages import page_of, without_token
from tests.puzzles.test_puzzles import swapped

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_once", "quick")]


def replay_of(review, step=0):
    return reverse("replay-step", args=[review.hand_id, step])


QUESTION = "May clear positions of your second looks become puzzles"


@pytest.mark.parametrize(("says", "preference"), [("yes", "on"), ("no", "off")])
def test_the_question_is_asked_once_and_never_after_an_answer(browser, alice, review, says, preference):
    assert QUESTION in browser.get(replay_of(review, 2)).content.decode()
    address = reverse("puzzle-agree", args=[review.hand_id])
    answer = browser.post(address, {"answer": says, "step": "2"})
    assert answer["Location"] == replay_of(review, 2) + "#second"
    assert QUESTION not in browser.get(replay_of(review, 2)).content.decode()
    alice.refresh_from_db()
    assert reviews.answer_of(alice) == preference
    assert Candidate.objects.count() == (says == "yes")
    assert QUESTION not in browser.get(replay_of(review_of_draft(alice, 1))).content.decode()


def test_it_is_asked_of_whoever_has_a_second_look_and_of_nobody_else(browser, client, alice, review):
    client.force_login(person("bob"))
    assert client.post(reverse("puzzle-agree", args=[review.hand_id]), {"answer": "yes"}).status_code == 404
    client.force_login(alice)
    Review.objects.filter(pk=review.pk).update(done_at=None)
    assert QUESTION not in browser.get(replay_of(review)).content.decode()
    assert browser.post(reverse("puzzle-agree", args=[review.hand_id]), {"answer": "yes"}).status_code == 404
    assert not Candidate.objects.exists()


def test_an_answer_that_no_page_sends_is_refused_and_many_are(browser, review, monkeypatch):
    address = reverse("puzzle-agree", args=[review.hand_id])
    assert browser.post(address, {"answer": "perhaps"}).status_code == 400
    assert browser.post(address).status_code == 400
    monkeypatch.setattr(limits, "ANSWERS", RateLimit("puzzle-answers-test", 1, 60))
    assert browser.post(address, {"answer": "no", "step": "junk"})["Location"] == replay_of(review) + "#second"
    assert browser.post(address, {"answer": "yes"}).status_code == 429
    assert not Candidate.objects.exists()


def test_it_stands_among_the_settings_and_is_asked_anew_only_there(browser, alice, review):
    from_reviews.answer(alice, review, False)
    page = browser.get(reverse("settings")).content.decode()
    assert "Puzzles from my second looks" in page
    sent = {"name": alice.name, "puzzles": "on"}
    assert browser.post(reverse("settings"), sent).status_code == 302
    alice.refresh_from_db()
    assert reviews.answer_of(alice) == reviews.AGREED
    assert not Candidate.objects.exists()  # what was looked at before is not meant
    browser.post(reverse("settings"), sent | {"puzzles": ""})
    assert QUESTION in browser.get(replay_of(review)).content.decode()


def test_whoever_says_yes_and_no_again_and_again_has_a_second_look_searched_once(alice, review):
    for says in (True, False, True, True):
        from_reviews.answer(alice, review, says)
        alice.refresh_from_db()
    judge_all()
    for says in (False, True):
        from_reviews.answer(alice, review, says)
    assert not Candidate.objects.exists()


def test_its_page_before_the_answer_is_the_same_whatever_the_others_hold(browser, alice, review):
    """Nor does it depend on whom it is from, or whether it is from an AI player's hand."""
    agree(alice, review)
    judge_all()
    puzzle = Puzzle.objects.get()
    before = browser.get(page_of(puzzle))
    choices = list(reversed(puzzle.choices))
    Puzzle.objects.filter(pk=puzzle.pk).update(
        record=swapped(draft()), choices=choices, mu=3.0, sigma=1.0, source=Puzzle.Source.AI, seed=9, number=9
    )
    bob = person("bob")
    Attempt.objects.create(user=bob, puzzle=puzzle, choice=choices[0]["action"], right=True, rated=True)
    agree(bob, review_of_draft(bob, 1))
    assert without_token(browser.get(page_of(puzzle))) == without_token(before)


def test_its_page_holds_no_card_but_those_that_the_seat_saw_and_no_name(client, alice, review):
    agree(alice, review)
    judge_all()
    puzzle = Puzzle.objects.get()
    known = judging.position(puzzle.record, puzzle.at, puzzle.seat)
    page = client.get(page_of(puzzle))
    hidden = {NAMES[card] for seat, hand in enumerate(known.state.hands) if seat != puzzle.seat for card in hand}
    values = set(page.content.decode().replace('"', " ").split())
    assert not values & hidden
    assert alice.name not in text_of(page) and review.hand.match.room.code not in page.content.decode()
    answered = client.post(page_of(puzzle), form_of(puzzle.choices[0]["action"]))
    assert "That is it" in text_of(answered) and alice.name not in text_of(answered)
    assert client.get(reverse("puzzle-record", args=[GAME, puzzle.pk])).status_code == 404


def test_puzzles_stay_when_their_account_goes_and_nothing_says_whose_they_were(alice, review):
    agree(alice, review)
    judge_all()
    assert "puzzles.Candidate.review" not in export(alice) and export(alice)["person"]["prefs"] == {"puzzles": "on"}
    agree(bob := person("bob"), review_of_draft(bob, 1))
    for user in (alice, bob):
        delete_account(user)
        User.objects.filter(pk=user.pk).update(closed_at=timezone.now() - timedelta(days=40))
        erase_account(User.objects.get(pk=user.pk))
    assert Puzzle.objects.count() == 1 and not Candidate.objects.exists() and not Review.objects.exists()


def test_a_guest_is_asked_like_everybody(client):
    guest = make_guest()
    review = review_of_draft(guest)
    client.force_login(guest)
    assert QUESTION in client.get(replay_of(review)).content.decode()
