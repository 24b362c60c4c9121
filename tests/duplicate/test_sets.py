"""Sets: the same deals for everybody, each from every side, played once, in one's own time."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from games.accounts.models import User
from games.accounts.services import make_guest
from games.duplicate import counting, rounds, services, standings
from games.duplicate.models import Contestant, Event, EventBoard, Score, SideAssignment, Sitting
from games.matches import boards, seating
from games.matches.models import Hand, Match
from games.rooms.models import Seat
from games.rooms.seats import RequestRefused
from games.table.scene_builder import press_key
from tests.duplicate.events import a_set, begin, page_of, play_deal, play_set, play_table
from tests.matches.tables import current, house, move, person, state_of
from tests.replays.hands import finish
from tests.sessions import signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_once")]


def own_seats(event, user):
    return list(
        Seat.objects.filter(room__sitting__event=event, user=user).order_by("room").values_list("number", flat=True)
    )


@pytest.mark.any_database
def test_everybody_plays_the_same_decks_from_each_seat_in_turn(alice, bob):
    event = a_set("winner")
    for user in (alice, bob):
        services.enter(event, user)
        play_set(event, user, seed=user.pk)
        assert own_seats(event, user) == [0, 1, 2, 3]
    decks = [
        list(Hand.objects.filter(match__players__user=user).order_by("pk").values_list("deck", flat=True))
        for user in (alice, bob)
    ]
    assert decks[0] == decks[1]
    assert len({tuple(deck) for deck in decks[0]}) == 4
    assert Score.objects.filter(contestant__isnull=False).count() == 8


def test_a_set_is_gone_on_with_where_it_was_left(alice):
    event = a_set("all-fours")
    services.enter(event, alice)
    room = services.sit_down(event, alice)
    assert services.sit_down(event, alice) == room
    match = play_deal(room)
    # the hand is over and the next not dealt yet: sitting down deals it
    assert services.sit_down(event, alice) == room
    assert Match.objects.filter(room=room).latest("pk") != match
    assert Match.objects.filter(room=room, ended_at=None).count() == 1


def test_whoever_leaves_finds_their_cards_and_nobody_plays_on(alice):
    event = a_set("all-fours")
    services.enter(event, alice)
    room = services.sit_down(event, alice)
    seating.leave(room, alice)
    assert not Seat.objects.get(room=room, user=alice).autoplay


def test_whoever_leaves_between_two_deals_keeps_their_seat(alice):
    event = a_set("all-fours")
    services.enter(event, alice)
    room = services.sit_down(event, alice)
    play_deal(room)
    seating.leave(room, alice)
    assert services.sit_down(event, alice) == room
    seat = Seat.objects.get(room=room, user=alice)
    assert not seat.autoplay
    play_table(room)
    assert Score.objects.filter(sitting__room=room).count() == event.boards


def test_what_is_played_when_a_set_closes_counts_and_nothing_is_looked_at_for_ever(alice):
    event = a_set("all-fours")
    services.enter(event, alice)
    room = services.sit_down(event, alice)
    play_deal(room)
    boards.deal_next(room)
    begin(event)
    assert Score.objects.filter(sitting__room=room).count() == 1
    assert counting.count() == set()
    assert Sitting.objects.get(room=room).ended_at is not None
    assert services.room_of(Contestant.objects.get(), alice) is None


def test_what_is_over_and_not_yet_scored_when_a_set_closes_counts(alice):
    """The task that scores it found nothing due any more, and the deal was worth nothing."""
    event = a_set("all-fours")
    services.enter(event, alice)
    hand = Hand.objects.select_related("match__room").get(match__room=services.sit_down(event, alice))
    finish(hand, score=False)
    begin(event)
    hand.refresh_from_db()
    assert hand.scored_at is not None and hand.due_at is None
    assert Score.objects.filter(match=hand.match_id).exists()


def test_the_house_plays_what_somebody_plays_and_nothing_else(alice):
    event, _other = a_set("all-fours"), a_set("winner")
    services.enter(event, alice)
    services.sit_down(event, alice)
    assert counting.play_for_the_house() == event.boards
    assert set(Score.objects.values_list("deal__event", flat=True)) == {event.pk}


def test_the_next_deal_is_pressed_for_at_the_table(alice):
    event = a_set("all-fours")
    services.enter(event, alice)
    room = services.sit_down(event, alice)
    for number in range(2, event.boards + 1):
        play_deal(room)
        room.refresh_from_db()
        seating.next_board(room, alice)
        room.refresh_from_db()
        assert (room.board, room.boards) == (number, event.boards)
    play_deal(room)
    room.refresh_from_db()
    with pytest.raises(RequestRefused):
        seating.next_board(room, alice)


def test_results_are_counted_once_however_often_they_are_asked_for(alice):
    event = a_set("all-fours")
    services.enter(event, alice)
    room = services.sit_down(event, alice)
    match = play_deal(room)
    for _ in range(3):
        counting.count()
        counting.count_match(room.pk, match.pk)
    assert Score.objects.filter(sitting__room=room).count() == 1
    deal = EventBoard.objects.get(event=event, number=1)
    assert standings.spreads(event)[deal.pk, 0] == {Score.objects.get(match=match).margin: 1}


def test_the_house_plays_each_deal_once_and_is_compared_like_everybody(alice):
    event = a_set("all-fours")
    services.enter(event, alice)
    play_set(event, alice)
    assert counting.play_for_the_house() == 4
    assert counting.play_for_the_house() == 0
    own = standings.own_results(event, Contestant.objects.get())
    assert len(own) == 4
    house = {(score.deal_id, score.side): score.margin for score in Score.objects.filter(sitting__room=None)}
    for result in own:
        assert result.points == (result.margin - house[result.deal, result.sides[0]]) / 100


def test_places_go_to_those_who_have_played_all_and_equal_totals_share_one(alice, bob):
    event = a_set("all-fours")
    for user, seed in ((alice, 3), (bob, 3)):
        services.enter(event, user)
        play_set(event, user, seed)
    late = person("carol")
    services.enter(event, late)
    play_table(services.sit_down(event, late))
    standings.rank(event)
    ranks = dict(Contestant.objects.values_list("members__user__username", "rank"))
    # the same choices against players who answer alike come to the same
    assert ranks == {"alice": 1, "bob": 1, "carol": None}


def test_a_set_is_over_two_hours_after_its_end_and_takes_no_more_deals(alice):
    event = a_set("all-fours")
    services.enter(event, alice)
    room = services.sit_down(event, alice)
    Event.objects.filter(pk=event.pk).update(ends_at=timezone.now() - timedelta(minutes=1))
    event.refresh_from_db()
    assert services.sit_down(event, alice) == room
    with pytest.raises(services.EventRefused, match="closed"):
        services.enter(event, person("late"))
    begin(event)
    assert event.is_over
    assert not Match.objects.filter(room=room, ended_at=None).exists()
    counting.count()
    assert not Score.objects.filter(sitting__room=room).exists()


def test_whoever_has_begun_a_set_may_finish_all_of_it_in_these_two_hours(alice, bob):
    event = a_set("all-fours")
    for user in (alice, bob):
        services.enter(event, user)
    first = services.sit_down(event, alice)
    Event.objects.filter(pk=event.pk).update(ends_at=timezone.now() - timedelta(minutes=1))
    event.refresh_from_db()
    play_table(first)
    second = services.sit_down(event, alice)
    assert second != first
    play_table(second)
    assert services.contestant_of(event, alice).finished_at is not None
    with pytest.raises(services.EventRefused, match="closed"):
        services.sit_down(event, bob)
    assert "You have played all deals." in page_of(event, alice)
    assert "It can no longer be started." in page_of(event, bob)


@pytest.mark.parametrize("again", [False, True])
def test_an_account_enters_once_and_a_guest_never(alice, again):
    event = a_set()
    who = alice if again else make_guest()
    if again:
        services.enter(event, who)
    with pytest.raises(services.EventRefused, match="entered" if again else "guest"):
        services.enter(event, who)


# --- pairs and teams ---------------------------------------------------------------------------------


def test_a_pair_sits_down_when_both_are_here_and_goes_on_so(alice, bob):
    event = a_set("forty", "pair", "matchpoints")
    pair = services.enter(event, alice)
    with pytest.raises(services.EventRefused, match="partner"):
        services.sit_down(event, alice)
    services.join(pair, bob)
    assert services.sit_down(event, alice) is None
    room = services.sit_down(event, bob)
    assert room is not None
    assert services.sit_down(event, alice) == room
    seats = dict(room.seats.filter(user__isnull=False).values_list("number", "user__username"))
    assert seats == {0: "alice", 2: "bob"}
    assert room.clock


def test_the_next_deal_of_a_pair_waits_for_both(alice, bob):
    event = a_set("forty", "pair", "matchpoints")
    services.join(services.enter(event, alice), bob)
    services.sit_down(event, alice)
    room = services.sit_down(event, bob)
    play_deal(room)
    Seat.objects.filter(room=room, user=bob).update(left_at=timezone.now() - timedelta(minutes=5))
    room.refresh_from_db()
    with pytest.raises(RequestRefused):
        seating.next_board(room, alice)
    assert services.sit_down(event, alice) is None
    assert services.sit_down(event, bob) == room


def test_asking_for_the_next_deal_in_the_middle_of_one_changes_nothing(alice, bob):
    event = a_set("forty", "pair", "matchpoints")
    services.join(services.enter(event, alice), bob)
    services.sit_down(event, alice)
    room = services.sit_down(event, bob)
    seating.leave(room, alice)
    before = Hand.objects.values("version", "due_at", "turn_at").get()
    seating.next_board(room, alice)
    assert Seat.objects.get(room=room, user=alice).autoplay
    assert Hand.objects.values("version", "due_at", "turn_at").get() == before


def test_a_pair_takes_no_move_back(alice, bob):
    """They would have seen what it was answered with, and be compared with pairs who have not."""
    event = a_set("forty", "pair", "matchpoints")
    services.join(services.enter(event, alice), bob)
    services.sit_down(event, alice)
    room = services.sit_down(event, bob)
    match = Match.objects.get(room=room)
    seats = dict(Seat.objects.filter(room=room, user__isnull=False).values_list("number", "user__name"))
    last, turn = None, None
    while last is None or turn not in seats or turn == last:
        house()
        raw = room.rules.write_action(next(iter(room.rules.legal(state_of(current(match))))))
        last = raw["seat"] if raw["do"] == "play" else last
        move(current(match), raw.pop("seat"), raw)
        house()
        turn = state_of(current(match)).to_act[0]
    hand, asker = current(match), User.objects.get(name=seats[last])
    client = signed_in(asker)
    assert "ask-back" not in client.get(reverse("table", args=[room.code])).content.decode()
    press = {"hand": hand.pk, "seq": hand.version, "key": press_key(hand.pk, last, hand.version), "do": "ask-back"}
    assert client.post(reverse("take-back", args=[room.code]), press).status_code == 422
    assert current(match).take_back_requests is None


def test_a_team_plays_every_deal_from_both_sides_at_two_tables(alice, bob):
    event = a_set("all-fours", "team", "imps")
    team = services.enter(event, alice)
    services.join(team, bob)
    rooms = {user: services.sit_down(event, user) for user in (alice, bob)}
    assert rooms[alice] != rooms[bob]
    for room in rooms.values():
        play_table(room)
    team.refresh_from_db()
    assert team.finished_at is not None
    own = standings.own_results(event, team)
    assert len(own) == 4
    assert all(one.sides == (0, 1) for one in own)
    margins = {
        deal: sum(Score.objects.filter(deal=deal).values_list("margin", flat=True)) for deal in (o.deal for o in own)
    }
    assert {one.deal: one.margin for one in own} == margins


def test_nobody_joins_those_who_are_complete_or_with_whom_there_is_a_block(alice, bob):
    from games.accounts.friends import block

    event = a_set("forty", "pair", "matchpoints")
    pair = services.enter(event, alice)
    block(alice, bob)
    with pytest.raises(services.EventRefused, match="blocked"):
        services.join(pair, bob)
    services.join(pair, person("carol"))
    with pytest.raises(services.EventRefused, match="taken"):
        services.join(pair, person("dora"))


def test_who_has_begun_a_set_stays_in_it_and_who_has_not_may_leave(alice, bob):
    event = a_set("all-fours")
    for user in (alice, bob):
        services.enter(event, user)
    services.sit_down(event, alice)
    for user in (alice, bob):
        services.leave(event, user)
    assert list(Contestant.objects.values_list("members__user__username", flat=True)) == ["alice"]
    assert SideAssignment.objects.count() == 1


def test_the_page_of_a_set_says_how_far_one_is_while_a_table_is_open(alice):
    event = a_set("all-fours")
    services.enter(event, alice)
    play_deal(services.sit_down(event, alice))
    page = page_of(event, alice)
    assert "1 of 4 deals played" in page and "To your table" in page


@pytest.mark.parametrize(("players", "deals", "dealt"), [(3, 8, 9), (5, 8, 10), (6, 16, 18), (7, 16, 21), (4, 8, 8)])
def test_a_set_has_as_many_deals_from_each_side_and_no_fewer_than_were_chosen(players, deals, dealt):
    now = timezone.now()
    game, options = "president", {"players": players}
    event = services.hold_set(game, options, "alone", "difference", deals, now, now + timedelta(days=7))
    assert [event.deals.filter(round=number + 1).count() for number in range(players)] == [dealt // players] * players
    following = rounds.next_week(event)
    assert following.deals.count() == event.deals.count()


def test_a_game_for_each_alone_knows_no_pairs():
    with pytest.raises(services.EventRefused, match="pair"):
        a_set("winner", "pair", "matchpoints")


# --- every week --------------------------------------------------------------------------------------


def test_the_house_holds_a_set_of_each_game_a_week_once():
    rounds.hold_weekly()
    rounds.hold_weekly()
    events = Event.objects.filter(house=True)
    assert events.count() == len(set(events.values_list("game", "kind")))
    assert {"winner", "forty", "all-fours"} <= set(events.values_list("game", flat=True))
    assert set(events.filter(kind="pair").values_list("game", flat=True)) >= {"forty", "eighty"}


def test_a_weekly_set_is_held_anew_when_it_is_over(alice):
    event = a_set("all-fours", host=alice, weekly=True, name="Sundays")
    services.enter(event, alice)
    services.sit_down(event, alice)
    begin(event)
    following = Event.objects.exclude(pk=event.pk).get()
    assert following.starts_at == event.starts_at + rounds.WEEK
    assert (following.name, following.host, following.weekly) == ("Sundays", alice, True)
    decks = [
        set(EventBoard.objects.filter(event=each).values_list("board__commitment", flat=True))
        for each in (event, following)
    ]
    assert not decks[0] & decks[1]
    assert not Sitting.objects.filter(event=following).exists()


@pytest.mark.parametrize("host_is_gone", [True, False])
def test_what_nobody_plays_or_whose_host_has_gone_is_not_held_anew(alice, bob, host_is_gone):
    event = a_set("all-fours", host=alice, weekly=True)
    if host_is_gone:
        services.enter(event, bob)
        services.sit_down(event, bob)
        User.objects.filter(pk=alice.pk).update(is_active=False)
    begin(event)
    assert list(Event.objects.all()) == [event]
