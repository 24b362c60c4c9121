"""Tournaments by the clock: begun once, played out, gone on with; whoever is late, away or leaves."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection, transaction
from django.urls import reverse
from django.utils import timezone

from games.accounts.models import Notification, User
from games.clubs import services as clubs
from games.community.listings import news_of
from games.community.presence import whereabouts
from games.duplicate import counting, rounds, services
from games.duplicate.models import Contestant, Event, EventBoard, Score, SideAssignment, Sitting
from games.matches import boards, seating
from games.matches.models import Entry, Hand, Match
from games.rooms.models import Room, Seat
from games.rooms.presence import LEASE
from tests.duplicate.events import a_set, a_tournament, begin, page_of, play_deal, play_table, tables
from tests.matches.tables import current, person
from tests.matches.test_closed_pages import in_time, seat_to_act
from tests.statements import statements_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_once")]
NAMES = ("alice", "bob", "carol", "dora")


def enter_all(event, names=NAMES):
    people = [person(name) for name in names]
    for user in people:
        services.enter(event, user)
    return people


def test_an_event_that_fails_holds_up_no_other(monkeypatch, caplog):
    broken, event = a_tournament(), a_tournament()
    enter_all(event)
    now, advance = timezone.now(), rounds.advance
    Event.objects.filter(pk=broken.pk).update(due_at=now - timedelta(minutes=1))
    Event.objects.filter(pk=event.pk).update(due_at=now)

    def fail_at_one(pk):
        if pk == broken.pk:
            raise ZeroDivisionError
        return advance(pk)

    monkeypatch.setattr(rounds, "advance", fail_at_one)
    assert rounds.advance_all() == 1
    event.refresh_from_db()
    assert event.round == 1
    assert f"event {broken.pk} cannot advance" in caplog.text


def test_a_round_begins_for_all_at_once_with_the_same_deals():
    event = a_tournament()
    people = enter_all(event)
    begin(event)
    assert (event.phase, event.round) == ("playing", 1)
    assert len(tables(event)) == 2
    decks = [Hand.objects.get(match__room=sitting.room).deck for sitting in tables(event)]
    assert decks[0] == decks[1]
    for user in people:
        assert Notification.objects.get(user=user).data["room"] in {sitting.room.code for sitting in tables(event)}


def test_what_is_due_is_done_once():
    event = a_tournament()
    enter_all(event)
    begin(event)
    assert not rounds.advance(event.pk)
    assert EventBoard.objects.filter(event=event).count() == 2
    assert len(tables(event)) == 2


def test_a_tournament_is_played_to_its_end():
    event = a_tournament()
    enter_all(event)
    for number in (1, 2):
        begin(event)
        for sitting in tables(event):
            play_table(sitting.room, seed=number)
        counting.play_for_the_house()
        rounds.end_early()
        event.refresh_from_db()
        assert event.phase == ("over" if number == 2 else "break")
    assert sorted(Contestant.objects.values_list("rank", flat=True))[0] == 1
    # in two rounds nobody meets the same person twice
    met = [
        tuple(sorted(sitting.side_assignments.values_list("contestant", flat=True)))
        for sitting in Sitting.objects.filter(room__isnull=False)
    ]
    assert len(set(met)) == 4


def test_when_the_time_is_up_the_house_plays_what_is_left():
    event = a_tournament()
    enter_all(event)
    begin(event)
    first, second = tables(event)
    play_table(first.room)
    play_deal(second.room)
    boards.deal_next(second.room)
    counting.count()
    begin(event)
    assert event.phase == "break"
    assert Score.objects.filter(contestant__isnull=False).count() == 8
    hand = Hand.objects.filter(match__room=second.room).latest("pk")
    assert hand.due_at is None
    assert hand.match.ended_at is not None
    assert not Match.objects.filter(room=second.room, ended_at=None).exists()
    assert second.room.pk not in [room.pk for room in Room.objects.filter(matches__ended_at=None)]


def test_a_deal_that_is_asked_for_while_a_round_is_closed_is_not_left_open():
    event = a_tournament()
    enter_all(event)
    begin(event)
    sitting = tables(event)[0]
    play_deal(sitting.room)

    def close(before: int) -> int:
        """Close the table, while somebody asks for its next deal before one of the statements; return their number."""
        statements = 0

        def ask(execute, sql, params, many, context):
            nonlocal statements
            statements += 1
            if statements == before:
                boards.deal_next(sitting.room)
            return execute(sql, params, many, context)

        with connection.execute_wrapper(ask):
            rounds._close(sitting)
        return statements

    with transaction.atomic():
        length = close(before=0)
        transaction.set_rollback(True)
    for number in range(1, length + 1):
        with transaction.atomic():
            close(before=number)
            assert boards.deal_next(sitting.room) is None
            assert not Match.objects.filter(room=sitting.room, ended_at=None).exists()
            transaction.set_rollback(True)


def test_a_result_that_comes_after_the_round_changes_nothing():
    event = a_tournament()
    enter_all(event)
    begin(event)
    begin(event)
    scores = list(Score.objects.order_by("pk").values_list("pk", "margin"))
    for room in Room.objects.filter(sitting__event=event):
        for match in room.matches.all():
            counting.count_match(room.pk, match.pk)
    assert list(Score.objects.order_by("pk").values_list("pk", "margin")) == scores


def test_too_few_and_it_does_not_take_place_and_they_are_told():
    event = a_tournament()
    (alice,) = enter_all(event, ["alice"])
    begin(event)
    assert event.cancelled
    assert event.is_over
    assert Notification.objects.get(user=alice).data["off"] is True


def test_a_pair_without_its_partner_does_not_play():
    event = a_tournament("forty", "pair", "matchpoints")
    people = enter_all(event)
    for user, partner in zip(people[:2], (person("ann"), person("ben")), strict=True):
        services.join(services.contestant_of(event, user), partner)
    begin(event)
    playing = set(SideAssignment.objects.values_list("contestant__members__user__username", flat=True))
    assert playing == {"alice", "ann", "bob", "ben"}


def test_nobody_enters_once_it_has_begun():
    event = a_tournament()
    enter_all(event)
    begin(event)
    with pytest.raises(services.EventRefused, match="closed"):
        services.enter(event, person("late"))


def test_whoever_leaves_is_not_paired_any_more_and_the_odd_one_meets_the_house():
    event = a_tournament()
    people = enter_all(event)
    begin(event)
    services.leave(event, people[0])
    assert not Seat.objects.filter(user=people[0]).exists()
    begin(event)
    begin(event)
    assert event.round == 2
    playing = SideAssignment.objects.filter(round=2).values_list("contestant__members__user__username", flat=True)
    assert sorted(playing) == ["bob", "carol", "dora"]
    assert len(tables(event)) == 2


def test_a_team_meets_another_at_two_tables_from_both_sides():
    event = a_tournament("all-fours", "team", "imps")
    people = enter_all(event, ["alice", "bob"])
    for user, partner in zip(people, (person("ann"), person("ben")), strict=True):
        services.join(services.contestant_of(event, user), partner)
    begin(event)
    seated = [[seat.user.username for seat in sitting.room.seats.select_related("user")] for sitting in tables(event)]
    assert sorted(seated) == [["alice", "ben"], ["bob", "ann"]]


def test_in_a_round_robin_all_meet():
    event = a_tournament(form="robin")
    enter_all(event, NAMES[:3])
    for _ in range(3):
        begin(event)
        begin(event)
    assert event.is_over
    met = {
        frozenset(sitting.side_assignments.values_list("contestant", flat=True)) for sitting in Sitting.objects.all()
    }
    assert len({pair for pair in met if len(pair) == 2}) == 3


@pytest.mark.parametrize("comes", [False, True])
def test_whoever_has_not_come_in_time_is_played_for_and_sits_down_when_they_come(time_machine, comes):
    event = a_tournament()
    enter_all(event)
    time_machine.move_to(timezone.now(), tick=False)
    begin(event)
    room = tables(event)[0].room
    match = Match.objects.get(room=room)
    late = seat_to_act(match)
    other = room.seats.exclude(pk=late.pk).select_related("user").get()
    seating.came_back(room.code, other.user)
    assert current(match).due_at == timezone.now() + rounds.COMING
    if comes:
        seating.came_back(room.code, late.user)
    played = in_time(match, seconds=rounds.COMING.seconds)
    assert played == ([] if comes else [Entry.By.CLOCK])
    if not comes:
        seating.came_back(room.code, late.user)
        late.refresh_from_db()
        assert late.left_at is None and not late.autoplay


def test_the_next_deal_comes_though_nobody_asks_where_somebody_is_there():
    event = a_tournament()
    enter_all(event)
    begin(event)
    there, deserted = (sitting.room for sitting in tables(event))
    for room in (there, deserted):
        play_deal(room)
    now = timezone.now()
    Match.objects.filter(room__in=[there, deserted]).update(ended_at=now - 2 * rounds.RESULT)
    Seat.objects.filter(room=there).update(seen_at=now, left_at=None)
    Seat.objects.filter(room=deserted).update(seen_at=now - 2 * LEASE, left_at=None)
    rounds.deal_on()
    assert Match.objects.filter(room=there).count() == 2
    assert Match.objects.filter(room=deserted).count() == 1


def test_its_host_may_call_off_what_nobody_has_begun():
    event = a_tournament()
    enter_all(event)
    services.call_off(event)
    event.refresh_from_db()
    assert event.cancelled
    other = a_set("all-fours")
    services.enter(other, user := person("eve"))
    services.sit_down(other, user)
    with pytest.raises(services.EventRefused, match="begun"):
        services.call_off(other)
    begin(other)
    with pytest.raises(services.EventRefused, match="closed"):
        services.call_off(other)


@pytest.mark.parametrize("hold", [a_set, a_tournament])
def test_those_who_have_entered_are_told_that_their_event_was_called_off(hold):
    host = person("hostess")
    event = hold("all-fours", name="Evening", host=host)
    people = [host, *enter_all(event)]
    services.enter(event, host)
    services.call_off(event)
    assert sorted(Notification.objects.values_list("user__name", flat=True)) == ["Alice", "Bob", "Carol", "Dora"]
    for user in people[1:]:
        (line,) = news_of(user)
        assert line["says"] == "Evening has been called off."
        assert line["url"] == reverse("duplicate-event", args=[event.slug])


def test_calling_off_is_as_many_statements_however_many_have_entered():
    def statements(names):
        event = a_tournament()
        enter_all(event, names)
        return len(statements_of(services.call_off, event))

    assert statements(["a"]) == statements(NAMES)


def test_more_than_eight_who_want_to_meet_all_play_swiss_rounds():
    event = a_tournament(form="robin", rounds=2)
    enter_all(event, [f"p{number}" for number in range(9)])
    begin(event)
    assert event.rounds == 2
    assert len(tables(event)) == 5
    assert Event.objects.get(pk=event.pk).form == "robin"


def test_a_closed_account_is_played_for_and_half_a_team_without_anybody_has_no_table():
    event = a_tournament("all-fours", "team", "imps", rounds=3)
    people = enter_all(event, NAMES[:3])
    for user in people:
        services.join(services.contestant_of(event, user), person(f"with-{user.username}"))
    begin(event)
    begin(event)
    User.objects.filter(username__in=["alice", "with-bob"]).update(is_active=False)
    begin(event)
    assert event.round == 2
    seated = set(Seat.objects.filter(room__sitting__round=2).values_list("user__username", flat=True)) - {None}
    assert seated == {"with-alice", "bob", "carol", "with-carol"}


def test_a_club_s_weekly_evening_is_held_anew_at_the_same_hour():
    people = [person(name) for name in NAMES[:2]]
    club = clubs.make(people[0], "The Four Winds")
    event = a_tournament(rounds=1, host=people[0], club=club, weekly=True, name="Evening")
    for user in people:
        services.enter(event, user)
    begin(event)
    begin(event)
    assert event.is_over
    following = Event.objects.exclude(pk=event.pk).get()
    assert following.starts_at - event.starts_at == rounds.WEEK
    fields = ("club", "host", "name", "form", "kind", "scale", "rounds", "boards", "minutes", "listed", "weekly")
    assert [getattr(following, name) for name in fields] == [getattr(event, name) for name in fields]
    assert (following.phase, following.due_at) == ("entry", following.starts_at)
    assert not following.contestants.exists()


# --- what its page says -----------------------------------------------------------------------------


def play_round(event):
    for sitting in tables(event):
        play_table(sitting.room)
    return begin(event)


def test_the_page_says_when_the_next_round_begins_and_at_last_who_came_where():
    event = a_tournament()
    alice, bob = enter_all(event, NAMES[:2])
    begin(event)
    address = reverse("duplicate-event", args=[event.slug])
    assert news_of(alice)[0]["press"] == "Sit down"
    table = tables(event)[0].room
    Seat.objects.filter(room=table).update(seen_at=timezone.now())
    assert whereabouts([bob])[0].room == table
    play_round(event)
    assert (whereabouts([bob])[0].here, whereabouts([bob])[0].room) == (True, None)
    event.refresh_from_db()
    assert f'Round 2 begins on <time datetime="{event.due_at.isoformat()}">' in page_of(event, alice)
    assert "It is over." not in page_of(event, alice)
    play_round(begin(event))
    event.refresh_from_db()
    assert event.is_over
    for user in (alice, bob):
        assert {(line["press"], line["url"]) for line in news_of(user)} == {("View", address)}
        assert "Your table is open." not in str(news_of(user))
        rank = Contestant.objects.get(members__user=user).rank
        assert f"It is over. Your place: {rank} of 2." in page_of(event, user)


def test_whoever_leaves_or_calls_off_is_asked_first_and_told_what_happens():
    event = a_tournament(host_id=person("host").pk)
    alice, _bob = enter_all(event, NAMES[:2])
    final, again = "An AI player takes your seat, and you cannot come back.", "You can enter again"
    page = page_of(event, alice)
    assert page.count("<details") == 1 and again in page and final not in page
    page = page_of(event, event.host)
    assert page.count("<details") == 1 and "It cannot be taken back." in page
    begin(event)
    page = page_of(event, alice)
    assert final in page and again not in page
    services.leave(event, alice)
    assert "You have left. An AI player plays on for you." in page_of(event, alice)
