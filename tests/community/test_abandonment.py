"""Nobody loses a match as abandoned who still has time, or who has just come back; whoever left has lost it."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone
from pytest_django.asserts import assertContains

from games.community import abandonment, ratings, statistics
from games.matches import seating, services
from games.matches.models import Entry, Hand
from games.matches.own_tables import own_tables
from games.rooms.models import DAY, Room, Seat
from games.rules.registry import GAMES
from tests.community.test_early_end import play_to_the_end
from tests.community.test_rating_rules import long_ago, move_on, mu
from tests.matches.tables import current, house, match_of, person, state_of
from tests.replays.hands import finish

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_once")]


@pytest.fixture
def match_over_days():
    """A match in which one of four people has moved more than a week ago, and the clock has just played the turn of
    the next."""
    match = match_of("winner", *[person(name) for name in ("alice", "bob", "carol", "dora")])
    Room.objects.update(clock=3 * DAY)
    move_on(match)
    long_ago(match)
    Hand.objects.update(due_at=timezone.now())
    house()
    assert list(Entry.objects.order_by("seq").values_list("by", flat=True)) == [Entry.By.PERSON, Entry.By.CLOCK]
    return match


def test_nobody_loses_while_their_days_run(match_over_days):
    assert abandonment.end_abandoned() == 0
    match_over_days.refresh_from_db()
    assert match_over_days.ended_at is None


def test_where_everybody_has_left_turns_put_off_nothing(match_over_days):
    for player in match_over_days.players.all():
        seating.leave(match_over_days.room, player.user)
    house()
    assert abandonment.end_abandoned() == 1


def test_nobody_loses_who_comes_back_while_the_match_is_judged(alice, monkeypatch):
    match = match_of("winner", alice, "policy", "policy", "policy")
    house()
    long_ago(match)
    judge = abandonment.why_match_unrated

    def slowly(*arguments):
        reason = judge(*arguments)
        move_on(match)
        return reason

    monkeypatch.setattr(abandonment, "why_match_unrated", slowly)
    assert abandonment.end_abandoned() == 0
    match.refresh_from_db()
    assert (match.ended_at, match.judged_at, match.to_rate) == (None, None, True)


@pytest.mark.parametrize("game", [key for key in GAMES if GAMES[key].seats(GAMES[key].resolve({})) == 4])
def test_where_each_plays_alone_it_is_no_draw(alice, game):
    """However many are begun and left before a card."""
    match = match_of(game, alice, "policy", "policy", "policy")
    seating.leave(match.room, alice)
    long_ago(match)
    assert abandonment.end_abandoned() == 1
    ratings.rate_waiting()
    assert mu(alice) < 25
    match.refresh_from_db()
    assert match.winners and 0 not in match.winners


def test_nor_do_the_scores_of_earlier_hands_count(alice, bob):
    """Neither for whoever left in the lead, nor against those who waited behind."""
    match = match_of("winner", alice, bob, person("carol"), person("dora"))
    result = {"points": [9, -6, -1, -2], "winner": 0, "loser": 1}
    Hand.objects.update(result=result, scored_at=timezone.now())
    services.deal_next(current(match).pk)
    while state_of(current(match)).to_act[0] != 1:
        move_on(match)
    move_on(match)
    long_ago(match)
    to_act = state_of(current(match)).to_act[0]
    assert abandonment.end_abandoned() == 1
    match.refresh_from_db()
    assert match.winners == [seat for seat in range(4) if seat != to_act]
    ratings.rate_waiting()
    assert [mu(player.user) < 25 for player in match.players.select_related("user")] == [
        seat == to_act for seat in range(4)
    ]


def since_then(match):
    """Move everything done in a match more than a week into the past, its moves in their order."""
    long_ago(match)
    for entry in Entry.objects.filter(hand__match=match):
        Entry.objects.filter(pk=entry.pk).update(at=entry.at + timedelta(seconds=entry.seq))


@pytest.mark.parametrize("lead", ["after taking a trick", "otherwise"])
def test_whoever_was_to_act_has_lost_even_if_they_moved_last(alice, bob, lead):
    """The winner of a trick leads to the next: the others wait for them."""
    match, last = match_of("all-fours", alice, bob), None
    while True:
        (to_act,) = state_of(current(match)).to_act
        if last is not None and (to_act == last) == (lead == "after taking a trick"):
            break
        last = to_act
        move_on(match)
    since_then(match)
    assert abandonment.end_abandoned() == 1
    match.refresh_from_db()
    assert match.winners == [1 - to_act]


@pytest.mark.parametrize("game", ["winner", "big-two", "tien-len", "president"])
def test_a_match_without_an_end_can_only_be_left_so_nobody_loses_it(alice, game):
    match = match_of(game, alice, "policy", "policy", "policy", options={"hands": 0, "target": 0})
    long_ago(match)
    assert abandonment.end_abandoned() == 0
    match.refresh_from_db()
    assert (match.ended_at, match.rated.reason) == (None, "endless")


@pytest.mark.parametrize("missed", [False, True])
def test_who_waited_played_to_the_end_unless_the_house_played_for_them_before(alice, bob, missed):
    match = match_of("all-fours", alice, bob)
    move_on(match)
    (to_act,) = state_of(current(match)).to_act
    match.players.filter(seat=1 - to_act).update(hands_missed=int(missed))
    since_then(match)
    abandonment.end_abandoned()
    ratings.rate_waiting()
    people = [alice, bob]
    assert statistics.finished(people[to_act]) == (0, 1)
    assert statistics.finished(people[1 - to_act]) == (int(not missed), 1)


def leave_seat(match, seat, how="Leave"):
    """Have the house keep a person's seat: because they pressed «Leave», because they missed three turns, or at
    the host's word."""
    if how == "Leave":
        seating.leave(match.room, Seat.objects.get(room=match.room, number=seat).user)
    else:
        rows = Seat.objects.filter(room=match.room, number=seat)
        if how == "missed turns":
            rows.update(autoplay=True, missed=services.MOST_MISSED)
        else:
            rows.update(autoplay=True, autoplay_asked=True)
        Hand.objects.filter(match=match).update(due_at=timezone.now())


def lost(match):
    """End a match that nobody has played for more than a week; return which of its seats have lost it."""
    since_then(match)
    assert abandonment.end_abandoned() == 1
    match.refresh_from_db()
    return {player.seat for player in match.players.all()}.difference(match.winners)


@pytest.mark.parametrize("how", ["Leave", "missed turns"])
@pytest.mark.parametrize("leaver", [0, 1])
def test_whoever_left_has_lost_and_not_the_one_for_whom_the_house_waits(alice, bob, how, leaver):
    match, people = match_of("all-fours", alice, bob), [alice, bob]
    for _ in range(4):
        move_on(match)
    leave_seat(match, leaver, how)
    house()
    assert state_of(current(match)).to_act == (1 - leaver,)
    assert lost(match) == {leaver}
    ratings.rate_waiting()
    assert mu(people[leaver]) < 25 == mu(people[1 - leaver])
    assert [statistics.finished(people[seat]) for seat in (leaver, 1 - leaver)] == [(0, 1), (1, 1)]


@pytest.fixture
def match_of_four():
    """A match in which each of four people plays alone and has moved, with the third to act."""
    match = match_of("big-two", *[person(name) for name in ("alice", "bob", "carol", "dora")])
    while (state := state_of(current(match))).to_act != (2,) or Entry.objects.count() < 4:
        assert state.result is None
        move_on(match)
    return match


def test_the_last_to_stay_has_not_lost(match_of_four):
    for seat in (0, 1, 3):
        leave_seat(match_of_four, seat)
    assert lost(match_of_four) == {0, 1, 3}


def test_whoever_was_to_act_has_lost_with_those_who_left(match_of_four):
    leave_seat(match_of_four, 0)
    assert lost(match_of_four) == {0, 2}


def test_where_everybody_left_all_but_the_one_who_moved_last_have_lost(match_of_four):
    last = Entry.objects.filter(by=Entry.By.PERSON).latest("seq")
    for seat in range(4):
        leave_seat(match_of_four, seat)
    assert lost(match_of_four) == set(range(4)) - {last.action["seat"]}


@pytest.mark.parametrize("how", ["Leave", "missed turns", "the host's word"])
def test_whose_partner_has_stayed_has_not_lost_for_leaving_but_has_not_finished(how):
    match = match_of("all-fours", *[person(name) for name in ("alice", "bob", "carol", "dora")], options={"players": 4})
    move_on(match)
    (to_act,) = state_of(current(match)).to_act
    leaver, partner = (to_act + 1) % 4, (to_act + 3) % 4
    leave_seat(match, leaver, how)
    assert lost(match) == {to_act, (to_act + 2) % 4}
    ratings.rate_waiting()
    people = [match.players.get(seat=seat).user for seat in (leaver, partner)]
    assert [statistics.finished(user) for user in people] == [(0, 1), (1, 1)]


def until_it_is_bobs_turn(match):
    while state_of(current(match)).to_act != (1,):
        move_on(match)


def test_nobody_loses_for_whom_the_host_has_let_ai_play_if_the_host_then_stalls(alice, bob):
    """Bob is away when it is his turn; AI plays it, and Alice leaves the match at hers."""
    match = match_of("all-fours", alice, bob)
    until_it_is_bobs_turn(match)
    Seat.objects.filter(user=bob).update(seen_at=timezone.now() - timedelta(days=1))
    seating.stand_in_for(match.room, alice, 1)
    house()
    assert state_of(current(match)).to_act == (0,)
    assert lost(match) == {0}


@pytest.mark.parametrize("how", ["left before", "left after", "missed turns after"])
def test_whoever_has_left_is_not_excused_by_the_hosts_word(alice, bob, how):
    match = match_of("all-fours", alice, bob)
    until_it_is_bobs_turn(match)
    if how == "left before":
        seating.leave(match.room, bob)
    Seat.objects.filter(user=bob).update(seen_at=timezone.now() - timedelta(days=1))
    seating.stand_in_for(match.room, alice, 1)
    if how == "left after":
        seating.leave(match.room, bob)
    elif how == "missed turns after":
        move_on(match)
        Room.objects.update(clock=60)
        for _ in range(services.MOST_MISSED):
            until_it_is_bobs_turn(match)
            Hand.objects.update(turn_at=timezone.now() - timedelta(hours=1), due_at=timezone.now())
            house()
        assert Seat.objects.get(user=bob).autoplay
    house()
    assert lost(match) == {1}


def test_whoever_left_an_abandoned_match_is_done_with_its_table(alice, bob, client):
    match = match_of("all-fours", alice, bob)
    move_on(match)
    seating.leave(match.room, bob)
    house()
    lost(match)
    assert [table.room for table in own_tables(alice)] == [match.room]
    assert own_tables(bob) == []
    client.force_login(alice)
    assertContains(client.get(reverse("home")), "over after a week without play")
    room = Room.objects.get()
    assert (room.host, room.closed_at) == (alice, None)


def test_a_table_of_an_abandoned_match_that_all_had_left_is_closed(alice, bob):
    match = match_of("all-fours", alice, bob)
    for user in (alice, bob):
        seating.leave(match.room, user)
    house()
    lost(match)
    assert Room.objects.get().closed_at is not None


def test_where_all_sides_were_to_act_the_one_who_moved_last_has_not_lost(alice, bob):
    """As when all choose the cards that they exchange."""
    match = match_of("all-fours", alice, bob)
    move_on(match)
    last = Entry.objects.get(hand__match=match).action["seat"]
    players = list(match.players.all())
    assert abandonment.losers(match, players, to_act=(0, 1), left=()) == {1 - last}


def test_between_hands_the_one_who_moved_last_has_not_lost(alice, bob):
    match = match_of("all-fours", alice, bob)
    finish(current(match))
    since_then(match)
    last = Entry.objects.filter(hand__match=match, by=Entry.By.PERSON).latest("at")
    assert abandonment.end_abandoned() == 1
    match.refresh_from_db()
    assert match.winners == [last.action["seat"]]


def test_a_match_that_is_won_by_its_cards_is_not_lost_as_abandoned(alice):
    """However late its last hand is scored."""
    match = match_of("all-fours", alice, "policy")
    winners = play_to_the_end(match)
    since_then(match)
    assert abandonment.end_abandoned() == 0
    match.refresh_from_db()
    assert (match.winners, match.abandoned) == (winners, False)
