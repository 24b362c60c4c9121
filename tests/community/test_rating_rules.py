"""What is rated and what leaving costs (``/rules/rating/``): cheating gains nothing."""

from __future__ import annotations

from datetime import timedelta
from itertools import product

import pytest
from django.utils import timezone

from games.accounts.models import User
from games.ai import house_ratings
from games.ai.levels import LEVELS
from games.community import abandonment, rating_rules, ratings, statistics
from games.community.models import Rated, Rating
from games.matches import seating, services
from games.matches.models import Entry, Hand, Match
from games.rooms.models import Room, Seat
from games.rules.registry import GAMES
from tests.matches.tables import current, house, match_of, move, person, state_of
from tests.replays.hands import finish

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_once")]
WEEK = rating_rules.ABANDONED


@pytest.fixture
def guest():
    return User.objects.create(username="guest", name="Guest 1", is_guest=True)


def move_on(match, by="person"):
    """Make the first legal move of the seat to act; ``by``: who makes a person's moves."""
    hand = current(match)
    state = state_of(hand)
    action = match.room.rules.write_action(match.room.rules.legal(state)[0])
    seat = Seat.objects.get(room=match.room, number=state.to_act[0])
    if by == "clock" and seat.user_id:
        Seat.objects.filter(pk=seat.pk).update(autoplay=True)
    move(hand, action.pop("seat"), action, by="ai" if seat.level else by)


def play_hand(match, of=1.0):
    """Play the current hand to its end; the clock makes the last ``of`` (a share) of a person's moves."""
    moves = 0
    while state_of(current(match)).result is None:
        move_on(match, "clock" if moves >= 12 * (1 - of) else "person")
        moves += 1
    services.score(current(match).pk)


def ended(match, *winners):
    """Return the match, ended as won by these seats."""
    Match.objects.filter(pk=match.pk).update(winners=list(winners), ended_at=timezone.now())
    match.refresh_from_db()
    return match


def mu(user):
    rating = Rating.objects.filter(user=user).first()
    return rating.mu if rating else 25.0


def reason(match):
    return Rated.objects.get(match=match).reason


def long_ago(match, ago=WEEK + timedelta(hours=1)):
    """Move everything done in a match this far into the past."""
    then = timezone.now() - ago
    Match.objects.filter(pk=match.pk).update(started_at=then)
    Hand.objects.filter(match=match).update(dealt_at=then)
    Hand.objects.filter(match=match, turn_at__isnull=False).update(turn_at=then)
    Entry.objects.filter(hand__match=match).update(at=then)


# --- the three known ways of cheating ---------------------------------------------------------------


def test_who_leaves_a_lost_match_has_lost_it_after_a_week(alice):
    match = match_of("all-fours", alice, "policy")
    house()
    move_on(match)
    seating.leave(match.room, alice)
    assert abandonment.end_abandoned() == 0
    long_ago(match, WEEK - timedelta(hours=1))
    assert abandonment.end_abandoned() == 0
    long_ago(match)
    assert abandonment.end_abandoned() == 1
    match.refresh_from_db()
    assert (match.abandoned, match.winners) == (True, [1])
    ratings.rate_waiting()
    assert mu(alice) < 25
    assert statistics.finished(alice) == (0, 1)
    assert statistics.figures(alice)[0].won == 0


def test_a_match_that_the_house_has_won_for_who_left_counts_nothing_for_them(alice):
    match = match_of("all-fours", alice, "policy")
    seating.leave(match.room, alice)
    play_hand(match)
    assert ratings.rate(ended(match, 0).pk)
    assert (mu(alice), reason(match)) == (25.0, "")
    assert statistics.finished(alice) == (0, 1)
    lost = match_of("all-fours", alice, "policy")
    play_hand(lost)
    ratings.rate(ended(lost, 1).pk)
    assert mu(alice) < 25


def test_quick_matches_and_matches_against_guests_count_nothing(alice, bob, guest):
    quick = match_of("all-fours", alice, bob, options={"target": 1})
    fresh = match_of("all-fours", alice, guest)
    ratings.rate(ended(quick, 0).pk)
    ratings.rate(ended(fresh, 0).pk)
    assert mu(alice) == 25.0
    assert (reason(quick), reason(fresh)) == ("short", "guest")


# --- a fourth: a friend is let in when all seems lost -------------------------------------------------


@pytest.fixture(params=["guest", "account"])
def friend(request, guest):
    """A friend who comes to help, once as a guest and once with an account."""
    return guest if request.param == "guest" else person("carol")


WHEN = ("before the first card", "in the first hand", "in the second hand")


@pytest.fixture(params=WHEN)
def match_with_friend(request, alice, friend):
    """A match against AI players into which Alice has let a friend."""
    match = match_of("all-fours", alice, "policy")
    house()
    if request.param == "in the second hand":
        finish(current(match))
        services.deal_next(current(match).pk)
        house()
    if request.param != "before the first card":
        move_on(match)
    seating.take_over(match.room, friend, 1)
    seating.seat_now(match.room, alice, 1)
    return match


def test_who_lets_a_friend_in_loses_the_match_all_the_same_and_does_not_win_it(alice, friend, match_with_friend):
    ratings.rate(ended(match_with_friend, 1).pk)
    assert (reason(match_with_friend), Rating.objects.filter(user=friend).exists()) == ("", False)
    assert mu(alice) < 25
    # and does not win it by their help
    for counted in (Rated, Rating):
        counted.objects.all().delete()
    ratings.rate(ended(match_with_friend, 0).pk)
    assert mu(alice) == 25.0
    assert not Rating.objects.filter(user=friend).exists()


@pytest.mark.parametrize(
    ("match_with_friend", "who_goes", "friend"),
    [(*row, ("guest", "account")[at % 2]) for at, row in enumerate(product(WHEN, ("host", "friend", "both")))],
    indirect=["match_with_friend", "friend"],
)
def test_nor_is_a_loss_avoided_by_leaving_then(alice, friend, match_with_friend, who_goes):
    """If the friend counted as somebody who left, Alice could have waited for them, and won."""
    for leaver in {"host": [alice], "friend": [friend], "both": [friend, alice]}[who_goes]:
        seating.leave(match_with_friend.room, leaver)
    long_ago(match_with_friend)
    assert abandonment.end_abandoned() == 1
    match_with_friend.refresh_from_db()
    assert match_with_friend.winners == [1]
    ratings.rate_waiting()
    assert mu(alice) < 25
    assert statistics.finished(alice) == (0, 1)


def test_nor_by_waiting_for_a_guest_who_came_with_the_deal(alice, guest):
    match = match_of("all-fours", alice, "policy")
    finish(current(match))
    seating.take_over(match.room, guest, 1)
    services.deal_next(current(match).pk)
    long_ago(match)
    abandonment.end_abandoned()
    match.refresh_from_db()
    assert match.winners == [1]


def test_a_match_where_a_move_was_taken_back_was_not_left(alice, guest):
    match = match_of("all-fours", alice, guest)
    Match.objects.filter(pk=match.pk).update(unrated=True)
    ratings.rate(ended(match, 0).pk)
    assert reason(match) == "taken-back"
    assert statistics.finished(alice) == (0, 0)


# --- the rest of the page ------------------------------------------------------------------------------


def test_the_same_opponent_counts_less_with_every_match(alice, bob):
    steps = []
    for _match in range(6):
        Rating.objects.all().delete()
        ratings.rate(ended(match_of("all-fours", alice, bob), 0).pk)
        steps.append(mu(alice) - 25)
    assert steps[0] == steps[1] == steps[2]
    assert [round(steps[0] / step, 6) for step in steps[3:]] == [2, 3, 4]
    Match.objects.update(ended_at=timezone.now() - rating_rules.REPEATS - timedelta(days=1))
    Rating.objects.all().delete()
    ratings.rate(ended(match_of("all-fours", alice, bob), 0).pk)
    assert mu(alice) - 25 == steps[0]


def test_a_guest_who_comes_to_lose_makes_nobody_win(alice, guest):
    match = match_of("all-fours", alice, "policy")
    finish(current(match))
    seating.take_over(match.room, guest, 1)
    services.deal_next(current(match).pk)
    ratings.rate(ended(match, 0).pk)
    assert mu(alice) == 25.0


def test_but_a_match_against_them_can_be_lost(alice, guest):
    match = match_of("all-fours", alice, "policy")
    finish(current(match))
    seating.take_over(match.room, guest, 1)
    services.deal_next(current(match).pk)
    ratings.rate(ended(match, 1).pk)
    assert mu(alice) < 25
    assert not Rating.objects.filter(user=guest).exists()


def test_a_guest_may_be_ones_partner(alice, guest):
    match = match_of("forty", alice, "policy", guest, "policy")
    ratings.rate(ended(match, 0, 2).pk)
    assert reason(match) == ""
    assert mu(alice) > 25


def test_half_of_ones_moves_are_enough(alice):
    match = match_of("all-fours", alice, "policy")
    play_hand(match, of=0.4)
    assert match.players.get(seat=0).hands_missed == 0
    ratings.rate(ended(match, 0).pk)
    assert mu(alice) > 25


def test_of_two_who_leave_the_one_whose_turn_it_was_has_lost(alice, bob):
    match = match_of("all-fours", alice, bob)
    while {entry.action["seat"] for entry in Entry.objects.filter(hand__match=match)} != {0, 1}:
        move_on(match)
    (to_act,) = state_of(current(match)).to_act
    long_ago(match)
    abandonment.end_abandoned()
    match.refresh_from_db()
    assert match.winners == [1 - to_act]
    ratings.rate_waiting()
    loser, other = (alice, bob) if match.winners == [1] else (bob, alice)
    assert mu(loser) < 25
    assert mu(other) == 25.0  # neither of them played to the end


def test_a_match_that_is_not_rated_may_rest_as_long_as_they_like(alice, guest):
    match = match_of("all-fours", alice, guest)
    move_on(match)
    long_ago(match)
    assert abandonment.end_abandoned() == 0
    match.refresh_from_db()
    assert match.ended_at is None


def test_at_an_abandoned_table_another_match_can_be_played(alice, client):
    match = match_of("all-fours", alice, "policy")
    house()
    hand = current(match)
    long_ago(match)
    abandonment.end_abandoned()
    assert Hand.objects.get(pk=hand.pk).due_at is None
    with pytest.raises(services.Stale):
        move_on(match)
    client.force_login(alice)
    page = client.get(f"/t/{match.room.code}/").content.decode()
    assert "The last match here was abandoned" in page
    seating.start(Room.objects.get(pk=match.room.pk), alice)
    assert Match.objects.filter(room=match.room, ended_at=None).count() == 1


def test_the_end_by_abandonment_comes_once_and_not_to_who_plays_again(alice):
    match = match_of("all-fours", alice, "policy")
    house()
    long_ago(match)
    move_on(match)  # they came back at the last moment
    assert abandonment.end_abandoned() == 0
    long_ago(match)
    assert [abandonment.end_abandoned(), abandonment.end_abandoned()] == [1, 0]
    assert match.players.get(seat=0).hands_missed == 1


def test_the_task_that_ends_them_is_in_the_schedule(settings):
    assert settings.CELERY_BEAT_SCHEDULE["abandoned"]["task"] == "games.community.tasks.end_abandoned"


@pytest.mark.parametrize(
    ("sitters", "line"),
    [
        (("me", "policy"), "A match here is rated."),
        (("me", "guest"), "a guest plays against somebody"),
        (("me", ""), "A match here is rated."),
        (("guest", ""), "A match here is rated only against AI players, as a guest plays."),
        (("guest", "policy"), "A match here is rated only against AI players, as a guest plays."),
    ],
)
def test_the_waiting_room_says_whether_a_match_is_rated(alice, guest, client, sitters, line):
    room = Room.objects.create(game="all-fours", host=alice, name="Test table")
    who = {"me": alice, "guest": guest}
    for number, sitter in enumerate(sitters):
        level = "" if sitter in who else sitter
        Seat.objects.create(room=room, number=number, user=who.get(sitter), level=level)
    client.force_login(alice)
    assert line in client.get(f"/t/{room.code}/").content.decode()


PLAYED = {
    "en": ("1 of 1 rated match played to the end", "1 of 2 rated matches played to the end"),
    "zh-hans": ("计分的比赛 1 场，打完 1 场", "计分的比赛 2 场，打完 1 场"),
}


@pytest.mark.parametrize(("language", "reader"), list(zip(PLAYED, ("alice", "bob"), strict=True)))
def test_a_profile_says_how_many_matches_were_played_to_the_end(client, alice, bob, reader, language):
    def profile():
        return client.get(f"/people/{alice.pk}/", headers={"accept-language": language}, follow=True).content.decode()

    to_the_end = match_of("all-fours", alice, bob)
    finish(current(to_the_end))
    ratings.rate(ended(to_the_end, 1).pk)
    client.force_login({"alice": alice, "bob": bob}[reader])
    assert PLAYED[language][0] in profile()
    left = match_of("all-fours", alice, "policy")
    seating.leave(left.room, alice)
    long_ago(left)
    abandonment.end_abandoned()
    ratings.rate_waiting()
    assert PLAYED[language][1] in profile()


def test_a_profile_says_nothing_of_matches_that_were_not_rated(client, alice, guest):
    ratings.rate(ended(match_of("all-fours", alice, guest), 0).pk)
    client.force_login(alice)
    assert "played to the end" not in client.get("/me/", follow=True).content.decode()


@pytest.mark.parametrize("language", ["en", "zh-hans"])
def test_the_page_says_what_the_code_does(client, language):
    page = client.get("/rules/rating/", headers={"accept-language": language}).content.decode()
    assert str(WEEK.days) in page
    assert all(str(place) in page for game in GAMES for _name, place in ratings.ai_ratings(game))
    assert {"en": "may let somebody into the middle of a hand", "zh-hans": "让人在一局中途入座"}[language] in page


#: games whose AI players have been measured at every level
MEASURED = [game for game in GAMES if set(house_ratings.ratings(game)) == set(LEVELS)]


def test_the_players_of_the_first_four_games_have_been_measured():
    assert {"all-fours", "winner", "forty", "eighty"} <= set(MEASURED)


@pytest.mark.parametrize("game", MEASURED)
def test_the_houses_players_stand_where_they_were_measured(game):
    by_level = house_ratings.ratings(game)
    assert set(by_level) == set(LEVELS) and by_level["policy"] == 25
    assert sorted(LEVELS, key=lambda level: by_level[level]) == list(LEVELS)


def test_a_level_that_was_not_measured_has_no_rating():
    game = GAMES["forty"]
    assert house_ratings.rating(game, game.resolve({}), "grandmaster") is None
    assert rating_rules.why_unrated(game, game.resolve({}), {0: "", 1: "grandmaster"}, []) == "unmeasured"


@pytest.mark.parametrize(
    ("game", "options", "whole"),
    [
        ("all-fours", {"target": 9}, False),
        ("all-fours", {"edition": "1876"}, True),
        ("all-fours", {"edition": "1876", "target": 6}, False),
        ("winner", {"hands": 7}, False),
        ("winner", {"hands": 0}, True),
        ("winner", {"target": 99}, False),
        ("winner", {"hands": 0, "target": 100}, True),
        ("eighty", {}, True),
    ],
)
def test_a_match_is_of_standard_length_or_it_is_short(game, options, whole):
    rules = GAMES[game]
    assert rules.is_full_length(rules.resolve(options)) is whole
