"""The same deal again: from any step, in any seat, as practice."""

from __future__ import annotations

from importlib import import_module

import pytest
from django.apps import apps
from django.urls import reverse

from games.accounts import friends
from games.accounts.models import User
from games.community.models import Rating
from games.community.ratings import rate
from games.matches.models import Entry, Match
from games.replays.models import Challenge, TakenUp
from games.replays.services import challenge
from games.replays.timeline import course_of_hand
from games.rooms.models import Room
from games.table import bidding
from tests.daily.play import played
from tests.matches.tables import current, person, state_of
from tests.replays.hands import PLAYERS, finish, finished
from tests.replays.test_bidding import cards_in
from tests.sessions import signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.any_database, pytest.mark.usefixtures("at_once")]


def take_over(browser, hand, step, seat):
    return browser.post(reverse("replay-again", args=[hand.pk]), {"step": str(step), "seat": str(seat)})


@pytest.mark.parametrize("game", PLAYERS)
def test_a_hand_is_played_on_from_a_step_in_another_seat(browser, alice, game):
    hand = finished(game, alice)
    course = course_of_hand(hand)
    half = course.last // 2
    answer = take_over(browser, hand, half, 1)
    match = Match.objects.latest("pk")
    assert answer["Location"] == reverse("table", args=[match.room.code])
    assert browser.get(answer["Location"]).status_code == 200
    assert [player.user for player in match.players.all()][1] == alice
    assert match.practice
    again = current(match)
    assert (again.deck, again.context, again.version) == (hand.deck, hand.context, half)
    then, now = course.steps[half].state, state_of(again)
    assert (now.hands, now.to_act, now.phase) == (then.hands, then.to_act, then.phase)
    assert finish(again).scored_at is not None


@pytest.mark.parametrize("game", ["forty", "eighty"])
def test_from_the_draw_it_goes_on_with_trumps_as_they_were_made(browser, alice, game):
    hand = finished(game, alice)
    take_over(browser, hand, 0, 0)
    state = state_of(current(Match.objects.latest("pk")))
    assert state.phase in ("bury", "play")


def test_the_end_of_a_hand_and_nonsense_are_nothing_to_play_on_from(browser, alice):
    hand = finished("all-fours", alice)
    last = course_of_hand(hand).last
    for step, seat in ((last, 0), (-1, 0), ("x", 0), (0, 2), (0, ""), (10**9, 0)):
        assert take_over(browser, hand, step, seat).status_code == 422
    assert Match.objects.count() == 1


def test_strangers_do_not_play_a_hand_they_may_not_see(client, alice):
    hand = finished("all-fours", alice)
    client.force_login(person("bob"))
    assert take_over(client, hand, 0, 0).status_code == 404


def test_practice_is_not_rated(browser, alice):
    take_over(browser, finished("all-fours", alice), 0, 0)
    match = Match.objects.latest("pk")
    Match.objects.filter(pk=match.pk).update(ended_at=match.started_at, winners=[0])
    rate(match.pk)
    assert not Rating.objects.exists()


def test_many_tables_at_once_are_refused(browser, alice):
    hand = finished("all-fours", alice)
    statuses = [take_over(browser, hand, 0, 0).status_code for _ in range(40)]
    assert statuses[-1] == 429
    assert Entry.objects.filter(hand__match__practice=True, by="house").count() == 0


def test_a_challenge_lets_others_play_the_deal_and_compares_them(browser, client, alice):
    hand = finished("winner", alice)
    browser.post(reverse("replay-challenge", args=[hand.pk]))
    link = reverse("challenge", args=[hand.challenge.token])
    bob = person("bob")
    client.force_login(bob)
    page = client.get(link).content.decode()
    assert "Alice" in page and "Winner" in page and "data-c" not in page
    assert client.get(reverse("replay-hand", args=[hand.pk])).status_code == 404
    client.post(link, {"seat": "0"})
    match = Match.objects.latest("pk")
    again = finish(current(match))
    assert again.deck == hand.deck
    about = client.get(reverse("replay-about", args=[again.pk])).content.decode()
    assert str(again.result["points"][0]) in about and str(hand.result["points"][0]) in about
    assert "What really happened" not in about
    client.force_login(alice)
    assert "Bob" in client.get(reverse("replay-about", args=[hand.pk])).content.decode()


def take_up(client, link, user, seat="0"):
    """Have a person take up a challenge and play it to its end; return the hand."""
    client.force_login(user)
    client.post(link, {"seat": seat})
    return finish(current(Match.objects.latest("pk")))


def about(client, hand, user):
    """Return the page about a hand, as a person sees it."""
    client.force_login(user)
    return client.get(reverse("replay-about", args=[hand.pk])).content.decode()


def test_practice_is_shown_to_whoever_practised_and_to_nobody_else(client, alice):
    hand, bob = finished("all-fours", alice), person("bob")
    Room.objects.filter(pk=hand.match.room_id).update(visibility=Room.Visibility.PUBLIC)
    client.force_login(bob)
    take_over(client, hand, 1, 1)
    finish(current(Match.objects.latest("pk")))
    assert "from step 1" in about(client, hand, bob)
    for reader in (alice, person("carol")):
        page = about(client, hand, reader)
        assert "Bob" not in page and "from step 1" not in page
    link = reverse("challenge", args=[challenge(hand, alice).token])
    take_up(client, link, person("dora"))
    page = about(client, hand, alice)
    assert "Dora" in page and "Bob" not in page


def test_who_takes_up_a_challenge_is_told_that_they_are_compared(client, alice):
    link = reverse("challenge", args=[challenge(finished("winner", alice), alice).token])
    assert "your name, seat and points stand beside theirs" in client.get(link).content.decode()


@pytest.mark.parametrize("blocks", ["bob", "carol"])
def test_people_who_have_blocked_one_another_are_not_compared(client, alice, blocks):
    people = {"bob": person("bob"), "carol": person("carol")}
    hand = finished("winner", alice)
    link = reverse("challenge", args=[challenge(hand, alice).token])
    played = {name: take_up(client, link, user) for name, user in people.items()}
    assert "Carol" in about(client, played["bob"], people["bob"])
    friends.block(people.pop(blocks), *people.values())
    people = {name: User.objects.get(username=name) for name in ("bob", "carol")}
    assert "Carol" not in about(client, played["bob"], people["bob"])
    assert "Bob" not in about(client, played["carol"], people["carol"])
    page = about(client, hand, alice)
    assert "Bob" in page and "Carol" in page


def test_of_plays_before_they_were_noted_those_that_only_a_challenge_allowed_are(client, alice):
    bob, carol = person("bob"), person("carol")
    private, public = finished("winner", alice), finished("all-fours", alice)
    Room.objects.filter(pk=public.match.room_id).update(visibility=Room.Visibility.PUBLIC)
    for hand in (private, public):
        link = reverse("challenge", args=[challenge(hand, alice).token])
        take_up(client, link, bob, "1")
    client.force_login(alice)
    take_over(client, private, 0, 0)
    client.force_login(carol)
    take_over(client, public, 0, 0)
    noted = list(TakenUp.objects.order_by("pk").values("hand", "user", "seat", "match"))
    TakenUp.objects.all().delete()
    import_module("games.replays.migrations.0004_taken_up").challenges_so_far(apps, None)
    assert list(TakenUp.objects.values("hand", "user", "seat", "match")) == noted[:1]


def test_in_another_browser_an_account_keeps_the_seat_whose_cards_it_has_seen(alice):
    hand, bob = finished("forty", alice), person("bob")
    course = course_of_hand(hand)
    link = reverse("challenge", args=[challenge(hand, alice).token])
    seat = next(seat for seat in range(4) if bidding.bid(course.game, course.setup, seat, []).choices)
    pages = []
    for chosen in (seat, (seat + 1) % 4):
        browser = signed_in(bob)
        pages.append(browser.post(link, {"seat": str(chosen)}).content.decode())
        assert not [key for key in browser.session.keys() if "challenge" in key or "answers" in key]  # noqa: SIM118
    assert cards_in(pages[0]) == cards_in(pages[1]) != []


def begun_in_session(browser, token, seat, answers):
    """Store a challenge begun in the previous release, which stored seat and bids in the session."""
    session = browser.session
    session.update({f"challenge {token}": str(seat), f"answers {token}": answers})
    session.save()


def test_whoever_has_begun_a_challenge_in_the_previous_release_keeps_seat_and_bids(client, alice):
    hand, bob = finished("forty", alice), person("bob")
    course, token = course_of_hand(hand), challenge(hand, alice).token
    link = reverse("challenge", args=[token])
    seat = next(seat for seat in range(4) if bidding.bid(course.game, course.setup, seat, []).choices)
    shown = bidding.written(bidding.bid(course.game, course.setup, seat, []).choices[0])
    client.force_login(bob)
    begun_in_session(client, token, seat, [bidding.NOTHING_SHOWN])
    begun_in_session(client, "other", 0, [])
    assert "Whose cards do you play?" not in client.get(link).content.decode()
    client.post(link, {"seat": str((seat + 1) % 4), "bid": [shown]})
    taken = TakenUp.objects.get()
    assert (taken.user, taken.seat, taken.answers[0]) == (bob, seat, bidding.NOTHING_SHOWN)
    left = {key for key in client.session.keys() if key.startswith(("challenge", "answers"))}  # noqa: SIM118
    assert left == {"challenge other", "answers other"}


HELD = {
    "en": {"own": "you play your own cards", "other": "you play {name}’s cards"},
    "zh-hans": {"own": "打的是自己的牌", "other": "打的是{name}的牌"},
}


@pytest.mark.parametrize("language", HELD)
def test_whoever_has_seen_a_seats_cards_is_told_whose_they_play_and_not_asked(client, alice, language):
    hand = finished("forty", alice)
    link = reverse("challenge", args=[challenge(hand, alice).token])
    headers = {"accept-language": language}
    own = hand.match.players.get(user=alice).seat
    bob = person("bob")
    for user, key in ((alice, "own"), (bob, "other")):
        client.force_login(user)
        assert 'name="seat"' in client.get(link, headers=headers).content.decode()
        TakenUp.objects.create(hand=hand, user=user, seat=own)
        page = client.get(link, headers=headers).content.decode()
        assert HELD[language][key].format(name="Alice") in page
        assert "<select" not in page and 'name="seat"' not in page
        assert f'action="{link}"' in page
    assert client.post(link).status_code in (200, 302)
    assert TakenUp.objects.get(user=bob).seat == own


def test_who_still_plays_the_deal_again_is_compared_with_nobody(browser, alice):
    hand = finished("all-fours", alice)
    about = reverse("replay-about", args=[hand.pk])
    take_over(browser, hand, 1, 1)
    assert "from step 1" not in browser.get(about).content.decode()
    finish(current(Match.objects.latest("pk")))
    assert "from step 1" in browser.get(about).content.decode()


def test_only_who_played_a_hand_challenges_with_it(client, alice):
    hand = finished("all-fours", alice)
    client.force_login(person("bob"))
    assert client.post(reverse("replay-challenge", args=[hand.pk])).status_code == 404
    assert client.get(reverse("challenge", args=["nothing"])).status_code == 404


@pytest.mark.parametrize("kind", ["practice", "sealed"])
def test_nobody_challenges_with_a_hand_whose_page_has_no_button_for_it(browser, alice, kind):
    if kind == "sealed":
        hand = played(alice, "winner").match.hands.get()
    else:
        take_over(browser, finished("all-fours", alice), 1, 1)
        hand = finish(current(Match.objects.latest("pk")))
    address = reverse("replay-challenge", args=[hand.pk])
    assert address not in browser.get(reverse("replay-about", args=[hand.pk])).content.decode()
    assert browser.post(address).status_code == 404
    assert not Challenge.objects.exists()


@pytest.mark.parametrize("visibility", [Room.Visibility.LINK, Room.Visibility.PUBLIC])
def test_who_challenges_is_told_whether_those_challenged_can_see_how_they_played(client, alice, visibility):
    hand = finished("all-fours", alice)
    Room.objects.filter(pk=hand.match.room_id).update(visibility=visibility)
    link = reverse("challenge", args=[challenge(hand, alice).token])
    page = about(client, hand, alice)
    client.force_login(person("bob"))
    client.post(link, {"seat": "0"})
    is_shown = client.get(reverse("replay-step", args=[hand.pk, 0])).status_code == 200
    assert ("sees nothing of how you played them" in page) is not is_shown
    assert ("they can see in its replay how you played them" in page) is is_shown


def test_a_hand_played_again_leads_back_to_what_really_happened(browser, alice):
    hand = finished("all-fours", alice)
    take_over(browser, hand, 1, 1)
    again = finish(current(Match.objects.latest("pk")))
    about = browser.get(reverse("replay-about", args=[again.pk])).content.decode()
    assert "What really happened" in about and reverse("replay-hand", args=[hand.pk]) in about


def test_a_challenge_that_was_played_leads_to_its_replay_once_the_table_is_left(browser, alice):
    bob = person("bob")
    address = reverse("challenge", args=[challenge(finished("winner", bob), bob).token])
    table = browser.post(address, {"seat": "0"})["Location"]
    assert f'href="{table}"' in browser.get(address).content.decode()
    match = Match.objects.latest("pk")
    played = finish(current(match))
    Match.objects.filter(pk=match.pk).update(ended_at=played.scored_at)
    browser.post(f"{table}seat/", {"do": "leave"})
    there = reverse("replay-hand", args=[match.hands.get(number=1).pk])
    assert f'href="{there}"' in browser.get(address).content.decode()
    assert browser.get(there, follow=True).status_code == 200
