"""Taking a seat during a match: nobody sees a card of a hand that an AI player holds."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import IntegrityError
from django.urls import reverse
from django.utils import timezone

from games.accounts import friends
from games.accounts.models import User
from games.accounts.services import make_guest, suspend
from games.community.account_deletion import delete_account
from games.matches import seating, services
from games.matches.models import Hand, Match, Player
from games.rooms.models import DAY, Room, Seat
from games.rooms.seats import RequestRefused, RoomNotFound
from games.table import fragments
from games.table.scene_builder import scene
from games.table.snapshot import load_snapshot
from tests.matches.tables import current, house, match_of, move_on, person, play_out
from tests.replays.hands import play_out as play_hand

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_once")]


@pytest.fixture
def match(alice):
    """A match of one person against an AI player; the first move of its first hand is made."""
    match = match_of("all-fours", alice, "policy")
    house()
    if not current(match).version:  # the AI player dealt
        move_on(match)
    return match


def seat(match, number=1):
    return Seat.objects.get(room=match.room, number=number)


def parts_for(match, user):
    return fragments.parts(scene(load_snapshot(match.room.code), user))


def drawn(match, user):
    return str(fragments.table(scene(load_snapshot(match.room.code), user)))


def test_a_newcomer_sits_down_with_the_next_deal(match, bob):
    seating.take_over(match.room, bob, 1)
    first = current(match)
    assert (seat(match).user, seat(match).reserved_for, seat(match).level) == (None, bob, "policy")
    assert match.players.get(seat=1).user is None
    play_out(match)
    assert seat(match).user is None
    services.deal_next(first.pk)
    assert (seat(match).user, seat(match).reserved_for, seat(match).level) == (bob, None, "")
    row = match.players.get(seat=1)
    assert (row.user, row.level, row.replaced_level, row.from_hand, row.came_in) == (bob, "", "policy", 2, 2)


def test_a_hand_that_is_dealt_and_not_begun_is_the_ai_players_too(alice, bob):
    match = match_of("all-fours", alice, "policy")
    seating.take_over(match.room, bob, 1)
    assert seat(match).user is None
    assert scene(load_snapshot(match.room.code), bob).seat is None


def test_until_then_they_see_what_an_onlooker_sees(match, bob):
    eve = person("eve")
    seating.take_over(match.room, bob, 1)
    newcomer, onlooker = (scene(load_snapshot(match.room.code), user) for user in (bob, eve))
    assert newcomer.view == onlooker.view
    assert not newcomer.view.hand
    table, other = drawn(match, bob), drawn(match, eve)
    assert table.count("data-c=") == other.count("data-c=")
    assert "You take Bamboo’s seat with the next hand." in table
    assert 'value="give-back"' in table


def test_where_nobody_looks_on_a_newcomer_sees_no_card(match, bob, client):
    Room.objects.update(onlookers=False)
    seating.take_over(match.room, bob, 1)
    client.force_login(bob)
    page = client.get(reverse("table", args=[match.room.code])).content.decode()
    assert "data-c=" not in page
    assert 'value="give-back"' in page


def test_two_guests_who_come_and_go_show_their_friend_no_hand(alice):
    """Each took a seat, read its cards and left; the house played on."""
    match = match_of("winner", alice, "policy", "policy", "policy")
    for number in (1, 2, 3):
        guest = person(f"guest-{number}")
        seating.take_over(match.room, guest, number)
        assert not scene(load_snapshot(match.room.code), guest).view.hand
        seating.give_back(match.room, guest)
    assert not Player.objects.filter(match=match, seat__gt=0, user__isnull=False).exists()


def test_a_reserved_seat_is_given_back(match, bob, client):
    client.force_login(bob)
    seats = reverse("seat", args=[match.room.code])
    assert client.post(seats, {"do": "take 1"}).status_code == 302
    assert client.post(seats, {"do": "give-back"}).status_code == 302
    assert seat(match).reserved_for is None
    assert client.post(seats, {"do": "give-back"}).status_code == 409


def test_who_has_gone_by_then_gets_no_seat_and_the_ai_player_keeps_it(match, bob):
    seating.take_over(match.room, bob, 1)
    play_out(match)
    Seat.objects.filter(number=1).update(seen_at=timezone.now() - timedelta(minutes=5))
    services.deal_next(current(match).pk)
    assert (seat(match).user, seat(match).reserved_for, seat(match).level) == (None, None, "policy")


def test_a_newcomer_finds_cards_dealt_though_all_others_have_left(match, alice, bob):
    seating.take_over(match.room, bob, 1)
    seating.leave(match.room, alice)
    play_out(match)
    services.deal_next(current(match).pk)
    assert current(match).number == 2
    assert seat(match).user == bob


def test_dealing_twice_seats_once(match, bob):
    seating.take_over(match.room, bob, 1)
    play_out(match)
    first = current(match).pk
    services.deal_next(first)
    services.deal_next(first)
    assert match.players.get(seat=1).from_hand == 2
    assert current(match).number == 2


@pytest.mark.parametrize("where", ["unrated", "over days", "won by nobody any more"])
def test_between_two_hands_a_newcomer_who_changes_nothing_or_has_days_sits_down_at_once(alice, bob, where):
    match = match_of("all-fours", alice, "policy")
    Room.objects.update(clock=DAY * (where == "over days"))
    Match.objects.update(joined_mid_hand=where == "won by nobody any more")
    play_out(match)
    seating.take_over(match.room, bob, 1, unrated=where == "unrated")
    row = match.players.get(seat=1)
    assert (seat(match).user, row.from_hand, row.came_in) == (bob, 2, 2)


@pytest.mark.parametrize(("options", "sits_down"), [({}, False), ({"target": 7}, True)])
def test_between_two_hands_friends_sit_down_at_once_unless_the_match_is_rated(alice, bob, client, options, sits_down):
    match = match_of("all-fours", alice, "policy", options=options)
    play_out(match)
    client.force_login(bob)
    assert client.post(reverse("seat", args=[match.room.code]), {"do": "take 1"}).status_code == 302
    assert (seat(match).user, seat(match).reserved_for) == ((bob, None) if sits_down else (None, bob))


def test_between_two_hands_whoever_comes_by_the_link_ends_what_a_win_counts_behind_nobodys_back(match, alice, bob):
    play_out(match)
    seating.take_over(match.room, bob, 1)
    shown = drawn(match, alice)
    assert "a win here no longer counts" in shown and f'value="turn-away 1 {bob.pk}"' in shown
    seating.turn_away(match.room, alice, 1, bob.pk)
    services.deal_next(current(match).pk)
    assert (seat(match).user, seat(match).level) == (None, "policy")


def test_newcomers_share_a_menu_and_move_none_of_the_buttons_of_whoever_decides_on_them(alice, bob):
    match = match_of("winner", alice, "policy", "policy", "policy")
    before = parts_for(match, alice)
    seating.take_over(match.room, bob, 1)
    one = parts_for(match, alice)
    assert one["actions"] == before["actions"] and f'value="turn-away 1 {bob.pk}"' in one["prompt"]
    assert f'id="newcomers-1-{bob.pk}"' in one["prompt"] and "Newcomer: Bob" in one["prompt"]
    seating.take_over(match.room, carol := person("carol"), 2)
    two = parts_for(match, alice)["prompt"]
    assert f'id="newcomers-1-{bob.pk}-2-{carol.pk}"' in two and "Newcomers: Bob, Carol" in two
    assert two.count("<details") == 1 and two.count("turn-away") == 2


def test_after_a_hand_what_is_to_be_decided_is_on_the_scorecard_which_covers_the_prompt_on_a_phone(match, alice, bob):
    play_out(match)
    before = parts_for(match, alice)
    seating.take_over(match.room, bob, 1)
    after = parts_for(match, alice)
    assert after["prompt"] == before["prompt"] and after["actions"] == before["actions"]
    assert f'value="turn-away 1 {bob.pk}"' in after["scorecard"]
    assert "a win here no longer counts" in after["scorecard"]


@pytest.mark.parametrize("signs_up", [False, True])
def test_nor_behind_a_guests_back_whose_rating_stays_theirs(bob, signs_up):
    """Unless they have signed up since, so that the match is not rated for them."""
    match = match_of("all-fours", guest := make_guest(), "policy")
    house()
    if signs_up:
        User.objects.filter(pk=guest.pk).update(is_guest=False)
    play_out(match)
    seating.take_over(match.room, bob, 1)
    assert seat(match).user == (bob if signs_up else None)
    if not signs_up:
        assert "a win here no longer counts" in drawn(match, guest)
        seating.turn_away(match.room, guest, 1, bob.pk)


def test_whoever_has_signed_up_during_a_match_hears_of_no_win_that_counts_no_more(bob):
    match = match_of("all-fours", guest := make_guest(), "policy")
    house()
    seating.take_over(match.room, bob, 1)
    assert "a win here no longer counts" in drawn(match, guest)
    User.objects.filter(pk=guest.pk).update(is_guest=False)
    assert "a win here no longer counts" not in drawn(match, User.objects.get(pk=guest.pk))


def test_a_second_newcomer_changes_nothing_for_whoever_can_win_no_more(alice, bob):
    match = match_of("winner", alice, person("carol"), "policy", "policy")
    seating.take_over(match.room, bob, 2)
    assert "a win here no longer counts" in drawn(match, alice)
    play_out(match)
    services.deal_next(current(match).pk)
    seating.take_over(match.room, dora := person("dora"), 3)
    assert "a win here no longer counts" not in drawn(match, alice)
    carol = seat(match).user
    assert "turn-away" not in drawn(match, carol)
    with pytest.raises(RequestRefused, match="Only the host"):
        seating.turn_away(match.room, carol, 3)
    seating.give_back(match.room, dora)
    play_out(match)
    seating.take_over(match.room, dora, 3)
    assert seat(match, 3).user == dora


def test_after_the_last_hand_they_sit_down_for_the_next_match(alice, bob):
    # not 1: a jack that is turned up would end the match with the deal
    match = match_of("all-fours", alice, "policy", options={"target": 2})
    house()
    seating.take_over(match.room, bob, 1)
    while Match.objects.get().ended_at is None:
        Seat.objects.filter(number=1).update(seen_at=timezone.now())
        play_out(match)
        services.deal_next(current(match).pk)
    assert seat(match).user == bob
    assert seat(match).reserved_for is None


def test_a_seat_is_reserved_once_and_a_person_reserves_one(match, alice, bob):
    other = match_of("winner", alice, "policy", "policy", "policy")
    seating.take_over(match.room, bob, 1)
    with pytest.raises(RequestRefused, match="quicker"):
        seating.take_over(match.room, person("carol"), 1)
    seating.take_over(other.room, bob, 1)
    with pytest.raises(RequestRefused, match="a seat at this table already"):
        seating.take_over(other.room, bob, 2)
    with pytest.raises(IntegrityError):
        Seat.objects.filter(room=other.room, number=2).update(reserved_for=bob)


def test_the_host_turns_a_newcomer_away_for_good(match, alice, bob):
    seating.take_over(match.room, bob, 1)
    with pytest.raises(RequestRefused, match="Only the host"):
        seating.turn_away(match.room, bob, 1)
    seating.turn_away(match.room, alice, 1)
    assert seat(match).reserved_for is None
    with pytest.raises(RoomNotFound):
        seating.take_over(match.room, bob, 1)
    with pytest.raises(RequestRefused, match="Nobody is waiting"):
        seating.turn_away(match.room, alice, 1)


@pytest.fixture
def four(alice):
    """A match of Alice, its host, and Carol against her, each with an AI player as partner: the match, and Carol."""
    carol = person("carol")
    return match_of("forty", alice, carol, "policy", "policy"), carol


def test_whoever_could_win_no_more_turns_a_newcomer_away_though_they_are_not_the_host(four, alice, bob):
    match, carol = four
    seating.take_over(match.room, bob, 2)
    shown = drawn(match, carol)
    assert "a win here no longer counts" in shown and f'value="turn-away 2 {bob.pk}"' in shown
    assert "a win here no longer counts" not in drawn(match, alice)
    seating.turn_away(match.room, carol, 2, bob.pk)
    assert seat(match, 2).reserved_for is None
    seating.take_over(match.room, bob, 2)  # only the host sends anybody away for good


def test_a_newcomer_on_ones_own_side_is_the_hosts_affair(four, alice, bob):
    match, carol = four
    seating.take_over(match.room, bob, 3)
    assert "turn-away" not in drawn(match, carol)
    with pytest.raises(RequestRefused, match="Only the host"):
        seating.turn_away(match.room, carol, 3)
    seating.turn_away(match.room, alice, 3)


def test_whoever_came_later_has_nothing_to_win_and_turns_nobody_away(four, bob):
    match, carol = four
    seating.take_over(match.room, bob, 3)
    play_hand(current(match))
    services.deal_next(current(match).pk)
    seating.take_over(match.room, person("dora"), 2)
    assert "turn-away" in drawn(match, carol)
    assert "turn-away" not in drawn(match, bob) and "no longer counts" not in drawn(match, bob)
    with pytest.raises(RequestRefused, match="Only the host"):
        seating.turn_away(match.room, bob, 2)


def test_where_nothing_is_rated_newcomers_are_the_hosts_affair(alice, bob):
    match = match_of("forty", alice, guest := make_guest(), "policy", "policy")
    seating.take_over(match.room, bob, 2)
    assert "turn-away" not in drawn(match, guest)
    assert "turn-away" in drawn(match, alice) and "no longer counts" not in drawn(match, alice)


def test_where_nothing_is_rated_no_press_turns_a_newcomer_away_but_the_hosts(client, alice, bob):
    match = match_of("winner", alice, bob, "policy", "policy", options={"hands": 0, "target": 0})
    seating.take_over(match.room, carol := person("carol"), 2)
    for user, whose in ((bob, carol), (alice, None)):
        client.force_login(user)
        client.post(reverse("seat", args=[match.room.code]), {"do": f"turn-away 2 {carol.pk}"})
        assert seat(match, 2).reserved_for == whose


@pytest.mark.parametrize("found", [{}, {"findable": True}, {"visibility": Room.Visibility.PUBLIC}], ids=str)
def test_nobody_slips_in_while_several_count_down_to_the_next_hand(four, bob, found):
    """They would sit down before anybody could turn them away."""
    match, _carol = four
    Room.objects.filter(pk=match.room_id).update(**found)
    play_hand(current(match))
    with pytest.raises(RequestRefused, match="about to be dealt"):
        seating.take_over(match.room, bob, 2)
    services.deal_next(current(match).pk)
    seating.take_over(match.room, bob, 2)
    assert seat(match, 2).reserved_for == bob


def test_a_newcomer_waits_for_those_who_have_all_left_between_two_hands(four, alice, bob):
    match, _carol = four
    Room.objects.filter(pk=match.room_id).update(visibility=Room.Visibility.PUBLIC)
    play_hand(current(match))
    Seat.objects.filter(user__isnull=False).update(seen_at=timezone.now() - timedelta(hours=1))
    Hand.objects.update(due_at=timezone.now())
    house()
    assert current(match).due_at is None
    seating.take_over(match.room, bob, 2)
    assert (seat(match, 2).user, seat(match, 2).reserved_for) == (None, bob)
    Seat.objects.filter(user__isnull=False).update(seen_at=timezone.now())
    seating.resume(match.room)
    assert current(match).due_at is not None
    assert "turn-away" in drawn(match, alice)


@pytest.mark.parametrize("press", [seating.turn_away, seating.seat_now])
def test_an_answer_to_a_newcomer_is_none_to_another_who_has_reserved_the_seat_since(match, alice, bob, press):
    seating.take_over(match.room, bob, 1)
    assert f"1 {bob.pk}" in drawn(match, alice)
    seating.give_back(match.room, bob)
    seating.take_over(match.room, carol := person("carol"), 1)
    with pytest.raises(RequestRefused, match="Somebody else has that seat now"):
        press(match.room, alice, 1, bob.pk)
    assert (seat(match).user, seat(match).reserved_for) == (None, carol)
    press(match.room, alice, 1, carol.pk)
    assert seat(match).reserved_for is None


@pytest.mark.parametrize("by_newcomer", [False, True])
def test_a_block_with_anybody_seated_ends_a_reservation(match, alice, bob, by_newcomer):
    seating.take_over(match.room, bob, 1)
    friends.block(*((bob, alice) if by_newcomer else (alice, bob)))
    with pytest.raises(RequestRefused, match="not here any more"):
        seating.seat_now(match.room, alice, 1)
    play_out(match)
    services.deal_next(current(match).pk)
    assert (seat(match).user, seat(match).reserved_for, seat(match).level) == (None, None, "policy")


def test_of_two_newcomers_with_a_block_between_them_one_sits_down(alice, bob):
    match, carol = match_of("winner", alice, "policy", "policy", "policy"), person("carol")
    seating.take_over(match.room, bob, 1)
    seating.take_over(match.room, carol, 2)
    friends.block(carol, bob)
    play_out(match)
    services.deal_next(current(match).pk)
    assert (seat(match).user, seat(match, 2).user, seat(match, 2).reserved_for) == (bob, None, None)


@pytest.mark.parametrize("end", [delete_account, suspend])
def test_whoever_goes_or_is_shut_out_has_no_seat_reserved(match, bob, end, django_capture_on_commit_callbacks):
    seating.take_over(match.room, bob, 1)
    with django_capture_on_commit_callbacks(execute=True):
        end(bob)
    assert seat(match).reserved_for is None
    play_out(match)
    services.deal_next(current(match).pk)
    assert seat(match).level == "policy"
