"""The second look: asked for by whoever played, made once in the background, shown to them alone."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from games import ai
from games.accounts import friends
from games.ai import thinking
from games.community import reviews
from games.community.models import Review
from games.community.tasks import make_reviews
from games.matches.models import Entry
from games.replays.timeline import course_of_hand
from games.table.game_table import why
from games.table.reasons import Habit
from tests.matches.tables import person
from tests.replays.hands import PLAYERS, finished

pytestmark = [pytest.mark.django_db, pytest.mark.any_database, pytest.mark.usefixtures("at_once")]

SPLITS = Habit("splits", "you split a pair", lambda position, action: True)


@pytest.fixture(autouse=True)
def quick(settings, monkeypatch):
    """Reviews are made here, and with few playouts."""
    settings.THINK_APART = False
    for game in PLAYERS:
        monkeypatch.setattr(ai.bot(game), "review_worlds", 2)
        monkeypatch.setattr(ai.bot(game), "playouts", {"strong": 4})


@pytest.fixture
def wake_calls(monkeypatch):
    """How often the background was told that there is something to do."""
    calls = []
    monkeypatch.setattr(reviews, "wake_worker", lambda: calls.append(1))
    return calls


@pytest.fixture
def hand(alice):
    return finished("forty", alice)


def ask(browser, hand, **fields):
    return browser.post(reverse("replay-look", args=[hand.pk]), fields)


def page(browser, hand, step=0, **query):
    return browser.get(reverse("replay-step", args=[hand.pk, step], query=query or None)).content.decode()


@pytest.mark.parametrize("game", PLAYERS)
def test_each_choice_of_ones_own_is_judged(browser, alice, game, wake_calls, django_capture_on_commit_callbacks):
    hand = finished(game, alice)
    assert "Take a second look" in page(browser, hand)
    with django_capture_on_commit_callbacks(execute=True):
        answer = ask(browser, hand, step="3")
    assert answer["Location"] == reverse("replay-step", args=[hand.pk, 3]) + "#second"
    assert wake_calls == [1]
    assert "going through your choices" in page(browser, hand)
    assert reviews.make_all() == 1
    review = Review.objects.get()
    assert (review.hand_id, review.seat, review.user_id, review.tries) == (hand.pk, 0, alice.pk, 1)
    assert review.decisions
    course = course_of_hand(hand)
    own = set(Entry.objects.filter(hand=hand, by="person").values_list("seq", flat=True))
    for decision in review.decisions:
        assert decision["at"] in own
        action = course.steps[decision["at"] + 1].action
        assert course.game.read_action(decision["made"], course.setup.options) == action
    for decision in review.decisions[::4]:
        shown = page(browser, hand, decision["at"] + 1)
        assert "The AI would" in shown
        assert ("worth another thought</" in shown or 'class="mk bad"' in shown) == decision["marked"]


def test_a_doubtful_play_is_among_the_turning_points(browser, hand):
    ask(browser, hand)
    reviews.make_all()
    review = Review.objects.get()
    review.decisions[0] |= {"marked": True, "loss": 12.0, "error": 1.0}
    Review.objects.update(decisions=review.decisions, done_at=timezone.now() + timedelta(seconds=1))
    shown = page(browser, hand)
    assert "some 12 points lost, thinks the AI" in shown
    assert 'class="review"' in shown


def with_doubt(hand, at, better):
    """Store a review in which each of these decisions had a far better choice."""
    course = course_of_hand(hand)
    actions = [course.game.write_action(course.steps[index + 1].action) for index in at]
    decisions = [
        {"at": index, "made": raw, "loss": 12.0, "error": 1.0, "marked": True, "hindsight": None}
        | {"choices": [{"action": best, "loss": 0.0, "error": 0.0}, {"action": raw, "loss": 12.0, "error": 1.0}]}
        for index, raw, best in zip(at, actions, better, strict=True)
    ]
    Review.objects.update(decisions=decisions, mean_loss=12.0, done_at=timezone.now())


def doubtful(hand, seat=0):
    """Return (index, another legal play) of every choice of a card that the seat made."""
    course = course_of_hand(hand)
    for at, step in enumerate(course.steps[1:]):
        view = course.view(at, seat)
        if step.action.seat == seat and step.action.do == "play":
            others = [one for one in course.game.moves(view) if one != step.action]
            yield from ((at, other) for other in others[:1])


def test_it_says_why_the_other_choice_was_better(browser, hand):
    ask(browser, hand)
    course = course_of_hand(hand)
    reasons = {}
    for at, better in doubtful(hand):
        reason = why(course.view(at, 0), better, [course.steps[at + 1].action])
        reasons |= {at: (better, reason)} if reason is not None and not reason.values else {}
    assert reasons, "no choice of this hand has a reason"
    for at, (better, reason) in reasons.items():
        with_doubt(hand, [at], [course.game.write_action(better)])
        assert f"points.</b> {reason.text}" in page(browser, hand, at + 1)
        assert reason.text not in page(browser, hand, at)


def test_a_mean_loss_is_told_only_where_a_choice_stands_out(browser, hand):
    ask(browser, hand)
    reviews.make_all()
    review = Review.objects.get()
    for marked, told, untold in (
        (False, "None of them stands out as a mistake.", "On average"),
        (True, "On average 0.2 points lost per choice.", "None of them stands out"),
    ):
        review.decisions = [one | {"marked": marked} for one in review.decisions]
        later = timezone.now() + timedelta(seconds=1 + marked)
        Review.objects.update(decisions=review.decisions, mean_loss=0.2, done_at=later)
        shown = page(browser, hand)
        assert told in shown and untold not in shown


def test_a_habit_is_named_where_it_repeats(browser, hand, monkeypatch):
    monkeypatch.setattr("games.replays.review.habits", lambda view, action, better: [SPLITS])
    ask(browser, hand)
    course = course_of_hand(hand)
    plays = list(doubtful(hand))
    for times, text in ((1, None), (2, "Twice: you split a pair."), (4, "4 times: you split a pair.")):
        some = plays[:times]
        with_doubt(hand, [at for at, _ in some], [course.game.write_action(better) for _, better in some])
        shown = page(browser, hand)
        assert text in shown if text else "you split a pair" not in shown


def test_a_loss_within_its_error_is_no_habit(browser, hand, monkeypatch):
    monkeypatch.setattr("games.replays.review.habits", lambda view, action, better: [SPLITS])
    ask(browser, hand)
    course = course_of_hand(hand)
    some = list(doubtful(hand))[:3]
    with_doubt(hand, [at for at, _ in some], [course.game.write_action(better) for _, better in some])
    review = Review.objects.get()
    review.decisions = [one | {"loss": 0.5, "marked": False} for one in review.decisions]
    Review.objects.update(decisions=review.decisions, done_at=timezone.now() + timedelta(seconds=1))
    assert "you split a pair" not in page(browser, hand)


def test_the_page_that_waits_loads_itself_anew_when_it_is_there(browser, hand):
    ask(browser, hand)
    poll = reverse("replay-look", args=[hand.pk])
    assert f'hx-get="{poll}"' in page(browser, hand)
    waiting = browser.get(poll, headers={"HX-Request": "true"})
    assert (waiting.status_code, "HX-Refresh" in waiting) == (204, False)
    reviews.make_all()
    there = browser.get(poll, headers={"HX-Request": "true"})
    assert (there.status_code, there["HX-Refresh"]) == (200, "true")
    assert f'hx-get="{poll}"' not in page(browser, hand)
    assert browser.get(poll).status_code == 302


def test_nobody_else_asks_for_it_or_sees_it(client, browser, hand):
    ask(browser, hand)
    reviews.make_all()
    browser.post(reverse("replay-share", args=[hand.pk]), {"do": "share"})
    key = hand.share.token
    client.force_login(person("bob"))
    assert ask(client, hand).status_code == 404
    shown = page(client, hand, 1, key=key)
    assert "Replay" in shown and "Second look" not in shown and "thinks the AI" not in shown
    assert client.post(reverse("replay-look", args=[hand.pk]) + f"?key={key}").status_code == 404
    assert Review.objects.count() == 1


def test_asked_twice_it_is_one_and_made_once(browser, hand, monkeypatch):
    ask(browser, hand)
    ask(browser, hand)
    assert Review.objects.count() == 1
    assert reviews.make_all() == 1
    first = Review.objects.get()
    ask(browser, hand)
    make_reviews()
    again = Review.objects.get()
    assert (again.done_at, again.decisions, again.tries) == (first.done_at, first.decisions, 1)


def test_the_same_again_is_the_same(browser, hand):
    ask(browser, hand)
    reviews.make_all()
    first = Review.objects.get().decisions
    Review.objects.update(done_at=None, begun_at=None, tries=0, decisions=[])
    reviews.make_all()
    assert Review.objects.get().decisions == first


def test_what_somebody_died_over_is_made_by_another(browser, hand, monkeypatch):
    ask(browser, hand)

    def dies(*args, **kwargs):
        raise SystemExit

    whole = thinking.make_review
    monkeypatch.setattr(thinking, "make_review", dies)
    with pytest.raises(SystemExit):
        reviews.make_all()
    monkeypatch.setattr(thinking, "make_review", whole)
    assert reviews.make_all() == 0  # it is still claimed
    Review.objects.update(begun_at=timezone.now() - 2 * reviews.CLAIM_EXPIRES)
    assert reviews.make_all() == 1
    assert Review.objects.get().done_at is not None


def test_it_is_given_up_after_some_tries_and_may_be_asked_for_anew(browser, hand, monkeypatch):
    ask(browser, hand)

    def fails(*args, **kwargs):
        raise thinking.WorkerFailed("no")

    whole = thinking.make_review
    monkeypatch.setattr(thinking, "make_review", fails)
    assert reviews.make_all() == 0
    assert Review.objects.get().tries == reviews.MOST_TRIES
    assert "Try again" in page(browser, hand)
    monkeypatch.setattr(thinking, "make_review", whole)
    ask(browser, hand)
    assert reviews.make_all() == 1


@pytest.mark.parametrize("where", ["make_review", "start"])
def test_one_that_cannot_be_made_fails_alone(browser, alice, hand, monkeypatch, caplog, where):
    other = finished("all-fours", alice)
    for a_hand in (hand, other):
        ask(browser, a_hand)
    module = thinking if where == "make_review" else reviews
    whole, calls = getattr(module, where), []

    def breaks(*args, **kwargs):
        calls.append(1)
        if args[0] in ("forty", hand):
            raise ZeroDivisionError
        return whole(*args, **kwargs)

    monkeypatch.setattr(module, where, breaks)
    assert reviews.make_all() == 1
    assert len(calls) == 2
    broken = Review.objects.get(hand=hand)
    assert (broken.done_at, broken.begun_at, broken.tries) == (None, None, reviews.MOST_TRIES)
    assert Review.objects.get(hand=other).done_at is not None
    assert "ZeroDivisionError" in caplog.text
    assert "Try again" in page(browser, hand)
    monkeypatch.setattr(module, where, whole)
    ask(browser, hand)
    assert reviews.make_all() == 1


def test_one_that_has_failed_waits_behind_the_others(browser, alice, hand, monkeypatch):
    other = finished("all-fours", alice)
    for a_hand in (hand, other):
        ask(browser, a_hand)
    games = []

    def fails(game, *args, **kwargs):
        games.append(game)
        raise thinking.WorkerFailed("no")

    monkeypatch.setattr(thinking, "make_review", fails)
    reviews.make_all()
    assert games == reviews.MOST_TRIES * ["forty", "all-fours"]


def test_closing_the_site_over_it_counts_as_no_try(browser, hand, monkeypatch):
    ask(browser, hand)

    def stops(*args, **kwargs):
        raise thinking.Stopped

    whole = thinking.make_review
    monkeypatch.setattr(thinking, "make_review", stops)
    assert reviews.make_all() == 0
    review = Review.objects.get()
    assert (review.tries, review.begun_at) == (0, None)
    monkeypatch.setattr(thinking, "make_review", whole)
    assert reviews.make_all() == 1


def test_one_process_is_at_one_second_look_at_a_time(browser, hand):
    ask(browser, hand)
    with reviews._making:
        assert reviews.make_all() == 0
    assert reviews.make_all() == 1


def test_what_the_house_played_for_an_absent_person_is_not_theirs(browser, hand):
    Entry.objects.filter(hand=hand, by="person").update(by="clock")
    ask(browser, hand)
    reviews.make_all()
    review = Review.objects.get()
    assert (review.decisions, review.mean_loss) == ([], None)
    assert "nothing to choose" in page(browser, hand)


def test_many_second_looks_are_refused(browser, hand, monkeypatch):
    for _ in range(reviews.REQUESTS.most):
        assert reviews.REQUESTS.wait(hand.match.players.get(seat=0).user_id) == 0
    answer = ask(browser, hand)
    assert answer.status_code == 429
    assert not Review.objects.exists()


def test_somebody_who_waits_long_tells_the_house_again(browser, hand, wake_calls):
    ask(browser, hand)
    poll = reverse("replay-look", args=[hand.pk])
    browser.get(poll, headers={"HX-Request": "true"})
    assert wake_calls == []
    Review.objects.update(asked_at=timezone.now() - timedelta(minutes=1))
    browser.get(poll, headers={"HX-Request": "true"})
    assert wake_calls == [1]


def test_its_task_carries_nothing_and_has_a_queue_of_its_own(settings):
    assert settings.CELERY_TASK_ROUTES[make_reviews.name] == {"queue": "review"}
    assert make_reviews.run.__code__.co_argcount == 0


def test_a_profile_shows_ones_own_losses_over_time_to_nobody_else(client, browser, alice, hand):
    assert "Points lost per choice" not in browser.get(reverse("me")).content.decode()
    other = finished("all-fours", alice)
    again = finished("forty", alice)
    again.match.practice = True
    again.match.save()
    for a_hand in (hand, other, again):
        ask(browser, a_hand)
    assert reviews.make_all() == 3
    shown = browser.get(reverse("me")).content.decode()
    loss = max(0.0, Review.objects.get(hand=hand).mean_loss)
    mean = f"{loss:.2f}" if loss < 1 else f"{loss:.1f}"
    assert f"Forty Points: points lost per choice in the latest 1 hands looked at, {mean} on average." in shown
    assert "All Fours: points lost per choice" in shown
    bob = person("bob")
    friends.ask(bob, alice, "alice")
    friends.accept(alice, bob)
    client.force_login(bob)
    answer = client.get(reverse("person", args=[alice.pk]))
    assert answer.status_code == 200
    assert "points lost per choice" not in answer.content.decode()
