"""A person alone with AI players may end their match: a rated one is lost, any other counts nothing."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.accounts.models import User
from games.community import abandonment, early_end, ratings, statistics
from games.community.models import Rated, Standing
from games.matches import seating, services
from games.matches.models import Match, Player
from games.matches.turns import due_hands
from games.rooms.models import DAY, Room, Seat
from games.rooms.seats import RequestRefused, RoomNotFound
from games.rules.core import Played
from tests.community.test_rating_rules import long_ago, mu
from tests.matches.tables import current, match_of, person, state_of
from tests.replays.hands import finish
from tests.together import together

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_once")]
WINNER = ("policy", "policy", "policy")
#: House rules by which a match is not rated.
ENDLESS = {"hands": 0, "target": 0}
RATED, UNRATED = "It is rated, so ending it loses it.", "It is not rated: nobody has won or lost."
IN_A_WEEK, WITHIN_A_WEEK = "today or in a week", "Come back within 7 days: this match is rated"


def leave_page(browser, match):
    return browser.get(reverse("leave", args=[match.room.code])).content.decode()


def press(browser, match):
    return browser.post(reverse("seat", args=[match.room.code]), {"do": f"end {match.pk}"})


def play_now(browser, game="winner"):
    return browser.post(reverse("play-now", args=[game]))["Location"]


# --- what the page of leaving says ------------------------------------------------------------------


@pytest.mark.parametrize("guest", [False, True])
def test_whoever_leaves_a_rated_match_hears_that_it_is_lost_after_a_week(client, guest):
    user = User.objects.create(username="anna", name="Anna", is_guest=guest)
    match = match_of("winner", user, *WINNER)
    client.force_login(user)
    page = leave_page(client, match)
    assert WITHIN_A_WEEK in page and RATED in page
    assert IN_A_WEEK not in page and UNRATED not in page


def test_whoever_has_signed_up_during_a_match_hears_that_it_moves_no_rating(client):
    user = User.objects.create(username="anna", name="Anna", is_guest=True)
    match = match_of("winner", user, *WINNER)
    User.objects.update(is_guest=False)
    client.force_login(user)
    page = leave_page(client, match)
    assert "Ending it loses it, but your rating stays as it is" in page and RATED not in page
    press(client, match)
    ratings.rate_waiting()
    assert mu(user) == 25 and statistics.finished(user) == (0, 1)


def test_whoever_leaves_a_match_that_is_not_rated_may_come_back_whenever_they_like(browser, alice):
    page = leave_page(browser, match_of("winner", alice, *WINNER, options=ENDLESS))
    assert IN_A_WEEK in page and UNRATED in page
    assert WITHIN_A_WEEK not in page and RATED not in page


def test_whoever_plays_with_people_hears_it_too_but_cannot_end_the_match(browser, alice, bob):
    page = leave_page(browser, match_of("all-fours", alice, bob))
    assert WITHIN_A_WEEK in page and "even if it is somebody else’s turn" in page
    assert "If you are waiting for an opponent, you had better stay" in page
    assert 'value="end ' not in page


def test_whoever_has_days_for_a_turn_hears_that_they_need_not_leave(browser, alice, bob):
    match = match_of("winner", alice, bob, "policy", "policy")
    go_on = "You need not leave: at this table a turn may take days."
    assert go_on not in leave_page(browser, match)
    Room.objects.update(clock=DAY)
    page = leave_page(browser, match)
    assert page.index(go_on) < page.index("If you leave, an AI player plays your turns at once.")
    assert page.count("btn go") == 1 and f'<a class="btn go" href="{reverse("home")}">' in page


def test_it_is_said_in_chinese(browser, alice):
    match = match_of("winner", alice, *WINNER)
    page = browser.get(reverse("leave", args=[match.room.code]), headers={"accept-language": "zh-hans"}, follow=True)
    assert "7 天之内" in page.content.decode() and "结束这一场" in page.content.decode()


def test_before_a_match_there_is_nothing_to_end(browser, alice):
    match = match_of("winner", alice, *WINNER)
    Match.objects.update(ended_at=timezone.now())
    assert 'value="end ' not in leave_page(browser, match)


# --- ending it --------------------------------------------------------------------------------------


def test_a_rated_match_that_is_ended_is_lost_as_if_it_had_been_abandoned(alice, bob):
    ended, left = match_of("winner", alice, *WINNER), match_of("winner", bob, *WINNER)
    for match in (ended, left):
        finish(current(match))
    early_end.end_match(ended.room, alice, ended.pk)
    seating.leave(left.room, bob)
    long_ago(left)
    abandonment.end_abandoned()
    ended.refresh_from_db()
    left.refresh_from_db()
    assert ended.winners == left.winners == [1, 2, 3]
    assert ratings.rate_waiting() == 2
    assert mu(alice) == mu(bob) < 25
    assert statistics.finished(alice) == statistics.finished(bob) == (0, 1)
    assert [figure.won for figure in statistics.figures(alice)] == [0]


def test_matches_that_are_ended_count_for_no_place_on_a_ladder(alice):
    for ends in (True, False):
        match = match_of("all-fours", alice, "policy")
        if ends:
            early_end.end_match(match.room, alice, match.pk)
        else:
            Match.objects.filter(pk=match.pk).update(ended_at=timezone.now(), winners=[1])
        ratings.rate_waiting()
    standing = Standing.objects.get(user=alice)
    assert (standing.matches, standing.counted) == (2, 1)


def test_with_ai_partners_only_ones_own_side_has_lost(alice):
    match = match_of("forty", "policy", alice, "policy", "policy")
    early_end.end_match(match.room, alice, match.pk)
    match.refresh_from_db()
    assert match.winners == [0, 2]


def test_a_match_that_is_not_rated_counts_nothing(alice):
    match = match_of("winner", alice, *WINNER, options=ENDLESS)
    finish(current(match))
    early_end.end_match(match.room, alice, match.pk)
    ratings.rate_waiting()
    match.refresh_from_db()
    assert match.ended_at is not None and match.winners is None
    assert not Rated.objects.exists()
    assert (mu(alice), statistics.finished(alice)) == (25.0, (0, 0))
    assert [figure.matches for figure in statistics.figures(alice)] == []


def test_whoever_ends_a_match_is_at_home_without_it_and_begins_afresh(browser, alice):
    first = play_now(browser)
    assert play_now(browser) == first
    match = Match.objects.get()
    assert press(browser, match)["Location"] == reverse("home")
    assert first not in browser.get(reverse("home")).content.decode()
    assert not due_hands(10)
    assert Room.objects.get().closed_at is not None
    assert play_now(browser) != first


@pytest.mark.parametrize(("options", "result"), [({}, "Lost"), (ENDLESS, "Ended early")])
def test_among_ones_matches_stands_what_became_of_it(browser, alice, options, result):
    match = match_of("winner", alice, *WINNER, options=options)
    chip = re.compile(rf'<span class="chip[^>]*>{result}</span>')
    assert not chip.search(browser.get(reverse("history")).content.decode())
    early_end.end_match(match.room, alice, match.pk)
    assert chip.search(browser.get(reverse("history")).content.decode())


def test_a_second_press_does_no_more(browser, alice):
    match = match_of("winner", alice, *WINNER)
    early_end.end_match(match.room, alice, match.pk)
    early_end.end_match(match.room, alice, match.pk)
    assert Player.objects.get(match=match, user=alice).hands_missed == 1
    assert press(browser, match).status_code == 404


def test_a_press_after_the_last_hand_changes_no_result(alice):
    match = match_of("winner", alice, *WINNER)
    Match.objects.update(ended_at=timezone.now(), winners=[0])
    early_end.end_match(match.room, alice, match.pk)
    match.refresh_from_db()
    assert (match.winners, match.abandoned) == ([0], False)


def play_to_the_end(match):
    """Play a match up to the last card of its last hand, which is not scored yet; return the seats that have won."""
    game, options = match.room.rules, match.room.resolved()
    while True:
        hand = finish(current(match), score=False)
        standing = game.standing(options, [*services.played(match.pk), Played(hand.context, state_of(hand).result)])
        if standing.over:
            return list(standing.winners)
        services.score(hand.pk)
        services.deal_next(hand.pk)


def test_a_match_whose_last_card_is_played_is_not_lost_by_ending_it(browser, alice):
    """Its task scores the hand a moment later."""
    match = match_of("all-fours", alice, "policy")
    winners = play_to_the_end(match)
    assert press(browser, match)["Location"] == reverse("home")
    match.refresh_from_db()
    assert (match.winners, match.abandoned) == (winners, False)
    assert not Seat.objects.filter(user=alice).exists()


def test_a_match_that_goes_on_after_a_hand_that_is_played_is_lost_by_ending_it(browser, alice):
    match = match_of("all-fours", alice, "policy")
    finish(current(match), score=False)
    press(browser, match)
    match.refresh_from_db()
    assert (match.winners, match.abandoned) == ([1], True)


def test_the_page_of_an_earlier_match_that_was_not_rated_ends_no_rated_one(browser, alice):
    first = match_of("winner", alice, *WINNER, options=ENDLESS)
    Match.objects.update(ended_at=timezone.now())
    first.room.options = {}
    first.room.save()
    second = services.start_match(first.room)
    answer = press(browser, first)
    assert (answer.status_code, "The table has moved on" in answer.content.decode()) == (409, True)
    second.refresh_from_db()
    assert second.ended_at is None
    assert press(browser, second).status_code == 302


@pytest.mark.parametrize("do", ["end", "end x", "end 1 2", f"end {10**19}"])
def test_no_match_is_ended_without_a_name(browser, alice, do):
    match = match_of("winner", alice, *WINNER)
    assert browser.post(reverse("seat", args=[match.room.code]), {"do": do}).status_code == 400


# --- not where others have to do with it -------------------------------------------------------------


def with_a_seat(match):
    Seat.objects.filter(room=match.room, number=2).update(user=person("carol"), level="")


def with_a_seat_to_come(match):
    seating.take_over(match.room, person("carol"), 2)


def with_a_seat_before(match):
    """They have closed their account since."""
    Player.objects.filter(match=match, seat=2).update(user=person("carol"), level="")


def sealed(match):
    Room.objects.update(sealed=True)


def over_days(match):
    Room.objects.update(clock=DAY)


@pytest.mark.parametrize("others", [with_a_seat, with_a_seat_to_come, with_a_seat_before, sealed, over_days])
def test_nobody_ends_a_match_that_is_not_theirs_alone(browser, alice, others):
    match = match_of("winner", alice, *WINNER)
    others(match)
    assert 'value="end ' not in leave_page(browser, match)
    answer = press(browser, match)
    assert answer.status_code == 409
    assert "This match is not yours alone" in answer.content.decode()
    match.refresh_from_db()
    assert match.ended_at is None
    assert Seat.objects.filter(room=match.room, user=alice, autoplay=False).exists()


def test_an_onlooker_ends_nothing(browser):
    match = match_of("winner", person("bob"), *WINNER)
    assert press(browser, match).status_code == 403
    assert press(Client(), match).status_code == 403
    match.refresh_from_db()
    assert match.ended_at is None


@pytest.mark.django_db(transaction=True)
def test_a_newcomer_and_the_end_of_the_match_at_once(alice, bob):
    """Either they have reserved a seat and the match goes on, or it is over and there is no table."""
    match = match_of("winner", alice, *WINNER)

    def take():
        try:
            seating.take_over(match.room, bob, 2)
        except RoomNotFound:
            return "gone"

    end, taken = together(lambda: early_end.end_match(match.room, alice, match.pk), take)
    match.refresh_from_db()
    assert (match.ended_at is None) == isinstance(end, RequestRefused)
    assert (match.ended_at is None) == (taken is None)


@pytest.mark.django_db(transaction=True)
def test_of_two_presses_at_once_one_ends_the_match(alice):
    match = match_of("winner", alice, *WINNER)
    assert together(*[lambda: early_end.end_match(match.room, alice, match.pk)] * 2) == [None, None]
    assert Player.objects.get(match=match, user=alice).hands_missed == 1
