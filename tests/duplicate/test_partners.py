"""Partners who leave, or whose accounts are closed or suspended: those who play with them go on."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.accounts import friends
from games.accounts import services as accounts
from games.accounts.models import Notification, User
from games.community import account_deletion
from games.community.listings import news_of
from games.duplicate import services
from games.duplicate.models import Score
from games.matches import seating
from games.matches.models import Match
from games.rooms.models import USUAL_LEVEL, Seat
from games.rooms.presence import GOODBYE, LEASE
from games.rooms.seats import RequestRefused
from tests.duplicate.events import a_set, a_tournament, begin, page_of, play_deal, play_table, tables
from tests.matches.tables import person
from tests.sessions import signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_once")]


def close(user):
    account_deletion.delete_account(user)


def erase(user):
    account_deletion.delete_account(user)
    account_deletion.erase_account(user)


@pytest.fixture
def pair(alice, bob):
    """Return a pair that plays a set, Alice and Bob, who sit at its first table."""
    event = a_set("forty", "pair", "matchpoints")
    pair = services.enter(event, alice)
    services.join(pair, bob)
    services.sit_down(event, alice)
    services.sit_down(event, bob)
    return pair


@pytest.mark.parametrize("go", [close, erase, accounts.suspend])
@pytest.mark.parametrize("press", [seating.next_board, lambda room, user: services.sit_down(room.sitting.event, user)])
def test_the_next_deal_waits_for_nobody_whose_account_is_closed_or_suspended(pair, alice, bob, go, press):
    room = services.room_of(pair, alice)
    play_deal(room)
    go(bob)
    Seat.objects.filter(room=room, user=bob).update(seen_at=timezone.now() - 2 * LEASE)
    room.refresh_from_db()
    press(room, alice)
    match = Match.objects.get(room=room, ended_at=None)
    assert Seat.objects.get(room=room, user=bob).autoplay
    assert match.hands.count() == 1


@pytest.mark.parametrize("go", [close, erase, accounts.suspend])
def test_whose_partner_has_closed_their_account_plays_their_set_to_its_end_with_an_ai_player(pair, alice, bob, go):
    event = pair.event
    play_table(services.room_of(pair, alice))
    go(bob)
    page = page_of(event, alice)
    assert "An AI player takes their seat." in page
    assert reverse("duplicate-join", args=[event.slug, pair.key]) not in page
    room = services.sit_down(event, alice)
    assert dict(room.seats.filter(user__isnull=False).values_list("number", "user__username")) == {1: "alice"}
    assert not room.clock
    play_table(room)
    pair.refresh_from_db()
    assert pair.finished_at is not None
    with pytest.raises(services.EventRefused, match="done"):
        services.sit_down(event, alice)


def test_whose_partner_is_away_at_the_second_table_still_waits_for_them(pair, alice, bob):
    play_table(services.room_of(pair, alice))
    assert services.sit_down(pair.event, alice) is None
    assert services.sit_down(pair.event, bob) is not None


@pytest.mark.parametrize("go", [close, erase, accounts.suspend])
def test_half_a_team_whose_other_half_has_gone_reads_when_there_will_be_results(alice, bob, go):
    event = a_set("all-fours", "team", "imps")
    services.join(services.enter(event, alice), bob)
    room = services.sit_down(event, alice)
    go(bob)
    pages = [page_of(event, alice)]
    play_table(room)
    pages.append(page_of(event, alice))
    for page in pages:
        assert "The other half of your team has left." in page
        assert "An AI player takes their seat." not in page
        assert "once the other half of your team has played theirs" not in page


def test_half_a_team_that_has_played_its_deals_before_it_goes_leaves_nobody_without_results(alice, bob):
    event = a_set("all-fours", "team", "imps")
    services.join(services.enter(event, alice), bob)
    play_table(services.sit_down(event, bob))
    close(bob)
    assert "The other half of your team has left." not in page_of(event, alice)
    play_table(services.sit_down(event, alice))
    assert "You have played all deals." in page_of(event, alice)


@pytest.mark.parametrize(("go", "back"), [(accounts.suspend, accounts.restore), (close, accounts.reopen)])
def test_who_comes_back_while_their_partner_plays_a_table_without_them_reads_so_until_it_ends(
    pair, alice, bob, go, back
):
    event = pair.event
    sit, words = reverse("duplicate-sit", args=[event.slug]), "Your partner is playing this table with an AI player."
    play_table(services.room_of(pair, alice))
    go(bob)
    room = services.sit_down(event, alice)
    bob.refresh_from_db()
    back(bob)
    client = signed_in(bob)
    page = page_of(event, bob)
    assert words in page and sit not in page
    assert words not in page_of(event, alice)
    assert words in client.post(sit, follow=True).content.decode()
    assert services.room_of(pair, alice) == room
    play_table(room)
    page = page_of(event, bob)
    assert words not in page and "You have played all deals." in page


def test_only_the_half_of_a_team_whose_table_was_opened_without_somebody_is_refused_to_them(alice, bob):
    event = a_set("eighty", "team", "imps")
    team = services.enter(event, alice)
    for user in (bob, person("carol"), person("dora")):
        services.join(team, user)
    accounts.suspend(bob)
    room = services.sit_down(event, alice)
    bob.refresh_from_db()
    accounts.restore(bob)
    with pytest.raises(services.EventRefused, match="replaced"):
        services.sit_down(event, bob)
    assert services.sit_down(event, User.objects.get(username="carol")) is None
    assert room == services.room_of(team, alice)


def test_nobody_waits_for_a_table_at_which_no_partner_plays_any_more(pair, alice, bob):
    event = pair.event
    play_table(services.room_of(pair, alice))
    accounts.suspend(bob)
    services.sit_down(event, alice)
    accounts.suspend(alice)
    bob.refresh_from_db()
    accounts.restore(bob)
    assert "Your partner is playing this table with an AI player." not in page_of(event, bob)


# --- in a tournament -----------------------------------------------------------------------------------


@pytest.fixture
def tournament(alice, bob):
    """Return a tournament whose first round two pairs play: Alice with Ann, Bob with Ben."""
    event = a_tournament("forty", "pair", "matchpoints")
    for user, partner in ((alice, person("ann")), (bob, person("ben"))):
        services.join(services.enter(event, user), partner)
    return begin(event)


def next_round(event):
    """End the round of a tournament, and begin the next; return the seats of its people by name."""
    begin(event)
    begin(event)
    seats = Seat.objects.filter(room__sitting__event=event, room__sitting__round=event.round, user__isnull=False)
    return dict(seats.values_list("user__username", "number"))


def test_who_leaves_has_an_ai_player_take_their_seat_and_their_partner_goes_on_in_their_own(tournament, alice):
    own = Seat.objects.get(user=alice)
    services.leave(tournament, alice)
    own.refresh_from_db()
    assert (own.user, own.level, own.autoplay) == (None, USUAL_LEVEL, False)
    assert own.room.host_id != alice.pk
    seats = next_round(tournament)
    assert tournament.round == 2
    assert sorted(seats) == ["ann", "ben", "bob"]
    assert seats["ann"] in (2, 3)
    begin(tournament)
    assert Score.objects.filter(contestant=services.contestant_of(tournament, alice)).count() == 4


@pytest.mark.parametrize("when", ["during a deal", "between two deals"])
def test_the_next_deal_does_not_wait_for_who_has_left_the_tournament(tournament, alice, when):
    ann = User.objects.get(username="ann")
    room = services.room_of(services.contestant_of(tournament, alice), alice)
    number = Seat.objects.get(room=room, user=alice).number
    Seat.objects.filter(room=room).update(left_at=None, seen_at=timezone.now())
    if when == "during a deal":
        services.leave(tournament, alice)
        play_deal(room)
    else:
        play_deal(room)
        services.leave(tournament, alice)
    Seat.objects.filter(room=room, user=alice).update(left_at=timezone.now() - 2 * GOODBYE)
    room.refresh_from_db()
    seating.next_board(room, ann)
    match = Match.objects.get(room=room, ended_at=None)
    player = match.players.get(seat=number)
    assert (player.user, player.level) == (None, USUAL_LEVEL)


def test_who_has_left_does_not_take_their_seat_back(tournament, alice):
    room = services.room_of(services.contestant_of(tournament, alice), alice)
    client, table = Client(), reverse("table", args=[room.code])
    client.force_login(alice)
    assert table in page_of(tournament, alice)
    services.leave(tournament, alice)
    assert table not in page_of(tournament, alice)
    assert "You have left." in page_of(tournament, alice)
    assert client.get(table).status_code == 404
    with pytest.raises(RequestRefused):
        seating.come_back(room, alice)


def test_the_page_of_who_had_left_before_seats_were_given_up_offers_none_of_them(tournament, alice):
    services.contestant_of(tournament, alice).members.filter(user=alice).update(left_at=timezone.now())
    page = page_of(tournament, alice)
    assert "You have left." in page and "To your table" not in page


def test_those_who_are_left_are_told_and_read_who_has_gone(tournament, alice, bob):
    ann = User.objects.get(username="ann")
    Notification.objects.all().delete()
    services.leave(tournament, ann)
    services.leave(tournament, ann)
    (row,) = Notification.objects.all()
    assert row.user == alice
    (line,) = news_of(alice)
    assert line["says"] == "Ann has left Duplicate: Forty Points. An AI player takes their seat."
    assert line["url"] == reverse("duplicate-event", args=[tournament.slug])
    next_round(tournament)
    assert "You have left." in page_of(tournament, ann)
    assert reverse("duplicate-leave", args=[tournament.slug]) not in page_of(tournament, ann)
    page = page_of(tournament, alice)
    assert "You have left." not in page and "Ann has left. An AI player takes their seat." in page


@pytest.mark.parametrize("blocker", ["ann", "alice"])
def test_nobody_is_told_that_somebody_has_gone_with_whom_there_is_a_block(tournament, alice, blocker):
    ann = User.objects.get(username="ann")
    friends.block(*((ann, alice) if blocker == "ann" else (alice, ann)))
    Notification.objects.all().delete()
    services.leave(tournament, ann)
    assert not Notification.objects.exists()
    next_round(tournament)
    assert "An AI player takes their seat." in page_of(tournament, alice)


def test_a_pair_whose_people_have_all_left_is_not_paired_any_more(tournament, alice):
    for user in (alice, User.objects.get(username="ann")):
        services.leave(tournament, user)
    assert services.contestant_of(tournament, alice).withdrawn
    for sitting in tables(tournament):
        play_table(sitting.room)
    assert sorted(next_round(tournament)) == ["ben", "bob"]


def test_nobody_is_missing_in_a_pair_that_has_begun_and_whose_partner_s_account_is_erased(tournament, alice, bob):
    erase(User.objects.get(username="ann"))
    page = page_of(tournament, bob)
    assert "Alice" in page and "somebody is missing" not in page


def test_who_leaves_after_a_partner_whose_account_is_closed_is_the_last(tournament, alice):
    close(User.objects.get(username="ann"))
    services.leave(tournament, alice)
    assert services.contestant_of(tournament, alice).withdrawn


def test_nobody_leaves_a_tournament_that_is_over(tournament, alice):
    next_round(tournament)
    begin(tournament)
    assert tournament.is_over
    services.leave(tournament, alice)
    assert "You have left." not in page_of(tournament, alice)


def test_no_page_leads_whoever_has_left_to_the_table_they_have_no_seat_at(alice, bob, client):
    event = a_tournament("forty", "pair", "matchpoints")
    for one, other in ((alice, bob), (person("carol"), person("dora"))):
        services.join(services.enter(event, one), other)
    begin(event)
    table = reverse("table", args=[services.room_of(services.contestant_of(event, alice), alice).code])
    for user in (alice, bob):
        assert (news_of(user)[0]["url"], news_of(user)[0]["new"]) == (table, True)
    services.leave(event, alice)
    assert news_of(bob)[0]["press"] == "View"  # Alice has left
    assert news_of(bob)[1]["url"] == table
    (news,) = news_of(alice)
    assert (news["url"], news["new"]) == (reverse("duplicate-event", args=[event.slug]), False)
    assert news["says"] == "Duplicate: Forty Points: round 1 has begun."
    for user, leads in ((alice, False), (bob, True)):
        client.force_login(user)
        page = client.get(reverse("history")).content.decode()
        assert "Still going on" in page
        assert (table in page) == leads


# --- the link of a pair ----------------------------------------------------------------------------


@pytest.mark.parametrize("method", ["get", "post"])
@pytest.mark.parametrize("blocker", ["alice", "bob"])
def test_to_somebody_blocked_the_link_of_a_pair_is_like_one_that_has_ended(alice, bob, blocker, method):
    event = a_set("forty", "pair", "matchpoints")
    pair, ended = services.enter(event, alice), services.enter(event, carol := person("carol"))
    services.leave(event, carol)
    friends.block(*((alice, bob) if blocker == "alice" else (bob, alice)))
    client = signed_in(bob)
    links = [reverse("duplicate-join", args=[event.slug, one.key]) for one in (pair, ended)]
    answers = [getattr(client, method)(link) for link in links]
    assert [answer.status_code for answer in answers] == [404, 404]
    assert not any("Alice" in answer.content.decode() for answer in answers)
    assert services.contestant_of(event, bob) is None


def test_a_block_made_while_somebody_joins_tells_them_no_more(alice, bob, monkeypatch):
    event = a_set("forty", "pair", "matchpoints")
    link = reverse("duplicate-join", args=[event.slug, services.enter(event, alice).key])
    join = services.join

    def join_late(contestant, user):
        friends.block(alice, bob)
        join(contestant, user)

    monkeypatch.setattr(services, "join", join_late)
    client = signed_in(bob)
    assert client.post(link).status_code == 404
    assert services.contestant_of(event, bob) is None


def test_whoever_is_in_a_team_with_somebody_they_blocked_still_finds_their_own_link(alice, bob):
    event = a_set("all-fours", "team", "imps")
    team = services.enter(event, alice)
    services.join(team, bob)
    friends.block(alice, bob)
    client = signed_in(bob)
    assert client.get(reverse("duplicate-join", args=[event.slug, team.key])).status_code == 200
