"""Whoever has still to finish a deal of the day sees no card of it, whatever others do, and nothing of how they did."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from games.accounts import friends
from games.accounts.models import Report, User
from games.accounts.services import make_guest
from games.community import merge_guest
from games.daily import services
from games.daily.models import Attempt, Deal
from games.matches import seating, undo
from games.matches.models import Entry, Hand, Match
from games.replays import services as replays
from games.replays.models import Upload
from games.rooms.models import Room, Seat
from games.rooms.seats import RequestRefused
from tests.daily.play import begun, played
from tests.matches.tables import house, move, person, state_of
from tests.sessions import signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.any_database, pytest.mark.usefixtures("at_once")]
#: What differs from one drawing of a page to the next, whoever plays: the token of its forms.
TOKEN = re.compile(rb'csrfmiddlewaretoken" value="\w+"')


def browser(user: User | None = None) -> Client:
    return Client() if user is None else signed_in(user)


def hand_of(attempt: Attempt) -> Hand:
    return Hand.objects.select_related("match__room").get(match=attempt.match)


def past(deal: Deal) -> None:
    """Let a deal be of some days ago."""
    Deal.objects.filter(pk=deal.pk).update(day=services.today() - timedelta(days=3))


def pages_of(client: Client, *more: str) -> list[bytes]:
    addresses = [reverse("home"), reverse("daily"), reverse("daily-game", args=["winner"]), reverse("lobby"), *more]
    return [TOKEN.sub(b"", client.get(address).content) for address in addresses]


def test_what_a_browser_gets_before_it_has_played_does_not_depend_on_others():
    bob, client, nobody = person("bob"), browser(person("ann")), browser()
    services.prepare()
    mine = reverse("table", args=[begun(bob, "winner").match.room.code])
    seated = browser(bob)
    seated.get(mine)  # whoever comes first notes their presence
    client.get(reverse("home"))
    before = [pages_of(client), pages_of(nobody), pages_of(seated, mine, mine + "menu/")]
    for number, game in enumerate(("winner", "winner", "eighty", "all-fours")):
        played(person(f"other{number}"), game, seed=number)
    assert [pages_of(client), pages_of(nobody), pages_of(seated, mine, mine + "menu/")] == before


@pytest.mark.parametrize("game", ["winner", "all-fours", "eighty", "president"])
def test_two_tables_of_a_deal_show_the_same_whatever_was_played_at_others(game):
    """What two people are shown at their tables, one before and one after others have played, differs only in names and
    numbers of rows."""
    ann = person("ann")
    first = shown(ann, game)
    for number in range(3):
        played(person(f"other{number}"), game, seed=number)
    bob = person("ann2")
    User.objects.filter(pk=bob.pk).update(name=ann.name)
    assert shown(User.objects.get(pk=bob.pk), game) == first


def shown(user: User, game: str) -> list[bytes]:
    """Return every third picture that somebody is shown of today's deal, and the last, whoever they are."""
    client, attempt = browser(user), begun(user, game)
    hand, room = hand_of(attempt), attempt.match.room
    pages = []
    for step in range(200):
        house()
        hand.refresh_from_db()
        state = state_of(hand)
        if state.result is None and step % 3:
            move(hand, services.SEAT, first_move(hand))
            continue
        page = client.get(reverse("table", args=[room.code])).content
        page = TOKEN.sub(b"", page).replace(room.code.encode(), b"CODE")
        page = re.sub(
            rb'name="?key"? value="?\w+"?|(name="?(hand|seq|picture)"?|id="?picture"?) value="?[\d.:]+"?', b"", page
        )
        pages.append(re.sub(rb"/hands/\d+/|/people/\d+/|id-\d+", b"", page))
        if state.result is not None:
            return pages
        move(hand, services.SEAT, first_move(hand))
    raise AssertionError("the hand never ended")


def first_move(hand: Hand) -> dict:
    rules = hand.match.room.rules
    mine = [one for one in rules.legal(state_of(hand)) if one.seat == services.SEAT]
    raw = rules.write_action(mine[0])
    raw.pop("seat")
    return raw


def test_a_link_opens_nothing_until_one_has_played_or_the_deal_is_over():
    alice, attempt = person("alice"), played(person("bob"), "winner")
    hand = hand_of(attempt)
    key = replays.share(hand, attempt.user).token
    addresses = [reverse(f"replay-{do}", args=[hand.pk, 5]) for do in ("step", "picture")]
    addresses += [reverse(f"replay-{do}", args=[hand.pk]) for do in ("record", "text", "deal", "about")]
    client = browser(alice)
    house_picture = client.get(reverse("picture")).content

    def opened() -> list[bool]:
        answers = [client.get(f"{address}?key={key}") for address in addresses]
        return [answer.status_code == 200 and answer.content != house_picture for answer in answers]

    assert not any(opened())
    begun(alice, "winner")
    assert not any(opened())
    past(attempt.deal)
    assert all(opened())


def test_whoever_has_finished_sees_how_others_played_without_a_link():
    alice, attempt = person("alice"), played(person("bob"), "winner")
    address, client = reverse("replay-step", args=[hand_of(attempt).pk, 5]), browser(alice)
    assert client.get(address).status_code == 404
    played(alice, "winner")
    assert client.get(address).status_code == 200


@pytest.mark.parametrize("alice_blocks", [True, False])
def test_whoever_has_finished_sees_not_how_somebody_played_with_whom_there_is_a_block(alice_blocks):
    alice, attempt = played(person("alice"), "winner").user, played(person("bob"), "winner")
    friends.block(*((alice, attempt.user) if alice_blocks else (attempt.user, alice)))
    hand, client = hand_of(attempt), browser(alice)
    for name, *arguments in (("step", 5), ("about",), ("record",)):
        assert client.get(reverse(f"replay-{name}", args=[hand.pk, *arguments])).status_code == 404
    # the link of a deal that is over opens it to anybody
    past(attempt.deal)
    address = reverse("replay-step", args=[hand.pk, 5])
    assert client.get(address).status_code == 404
    assert client.get(f"{address}?key={replays.share(hand, attempt.user).token}").status_code == 200


def test_once_a_deal_is_over_all_see_how_many_did_how_well_and_no_name():
    attempt = played(person("bob"), "winner")
    past(attempt.deal)
    attempt.deal.refresh_from_db()
    page = browser(person("alice")).get(reverse("daily-day", args=["winner", attempt.deal.day])).content.decode()
    assert 'class="spread"' in page
    assert "Bob" not in page
    assert not re.search(r"/hands/\d", page)


def test_a_deal_of_another_game_opens_nothing():
    alice, attempt = person("alice"), played(person("bob"), "winner")
    played(alice, "all-fours")
    assert browser(alice).get(reverse("replay-step", args=[hand_of(attempt).pk, 5])).status_code == 404


def test_an_open_room_and_an_operator_change_nothing():
    attempt = played(person("bob"), "winner")
    hand = hand_of(attempt)
    Room.objects.filter(pk=hand.match.room_id).update(visibility=Room.Visibility.PUBLIC)
    Report.objects.create(reported=attempt.user, reporter=None, reason="other", hand=hand.pk, room=hand.match.room.code)
    operator = person("olga")
    User.objects.filter(pk=operator.pk).update(is_staff=True, is_superuser=True)
    client = browser(User.objects.get(pk=operator.pk))
    assert client.get(reverse("replay-step", args=[hand.pk, 5])).status_code == 404
    assert client.get(f"/admin/hands/hand/{hand.pk}/change/").status_code == 302
    page = re.sub(r"<svg.*?</svg>", "", client.get("/admin/hands/hand/").content.decode(), flags=re.DOTALL)
    assert not any(re.search(rf"\b{card}\b", page) for card in hand.deck)


def test_a_challenge_and_playing_on_wait_until_the_deal_is_over():
    attempt = played(person("bob"), "winner")
    hand, own = hand_of(attempt), browser(attempt.user)
    token = replays.challenge(hand, attempt.user).token
    for client in (own, browser(person("alice"))):
        assert client.get(reverse("challenge", args=[token])).status_code == 404
        assert client.post(reverse("challenge", args=[token]), {"seat": "0"}).status_code == 404
    press = {"step": "3", "seat": "0"}
    assert own.post(reverse("replay-again", args=[hand.pk]), press).status_code == 404
    past(attempt.deal)
    assert own.get(reverse("challenge", args=[token])).status_code == 200
    assert own.post(reverse("replay-again", args=[hand.pk]), press).status_code == 302


def test_its_record_uploaded_by_somebody_is_not_played_on_from_until_the_deal_is_over():
    attempt, client = played(person("bob"), "winner"), browser(person("alice"))
    record = browser(attempt.user).get(reverse("replay-record", args=[hand_of(attempt).pk])).content
    client.post(reverse("upload"), {"file": SimpleUploadedFile("hand.jsonl", record)})
    upload, press = Upload.objects.get(), {"step": "3", "seat": "0"}
    page, again = reverse("upload-step", args=[upload.pk, 3]), reverse("upload-again", args=[upload.pk])
    assert client.post(again, press).status_code == 404
    html = client.get(page).content.decode()
    assert "Others may still play this deal." in html and "Play on from here" not in html
    past(attempt.deal)
    assert "Play on from here" in client.get(page).content.decode()
    assert client.post(again, press).status_code == 302


def test_nobody_else_comes_to_the_table_and_its_seats_stay_as_they_are():
    attempt, alice = begun(person("bob"), "winner"), person("alice")
    room, client, own = attempt.match.room, browser(alice), browser(attempt.user)
    for do in ("sit 1", "take 1"):
        assert client.post(reverse("seat", args=[room.code]), {"do": do}).status_code == 404
    for do in ("out 1", "send-away 1", "ai 1", "fill", "start", "host 1"):
        own.post(reverse("seat", args=[room.code]), {"do": do})
    seats = list(Seat.objects.filter(room=room).order_by("number").values_list("user", "level"))
    assert seats == [(attempt.user_id, ""), *[(None, "policy")] * (len(seats) - 1)]
    assert own.get(reverse("invite", args=[room.code])).status_code == 404


def test_after_the_hand_no_other_begins_at_the_table():
    attempt = played(person("bob"), "winner")
    room, own = attempt.match.room, browser(attempt.user)
    for do in ("out 1", "ai 1", "fill", "start"):
        own.post(reverse("seat", args=[room.code]), {"do": do})
    with pytest.raises(RequestRefused):
        seating.again(room, attempt.user)
    assert Match.objects.filter(room=room).count() == 1
    assert Hand.objects.filter(match__room=room).count() == 1


def test_no_hint_is_given_and_no_move_taken_back():
    attempt = begun(person("bob"), "winner")
    hand, own = hand_of(attempt), browser(attempt.user)
    house()
    move(hand, services.SEAT, first_move(hand))  # and nobody after it, who might end the hand
    hand.refresh_from_db()
    page = own.get(reverse("table", args=[attempt.match.room.code])).content.decode()
    assert "do-hint" not in page
    assert "do-take-back" not in page
    with pytest.raises(undo.NothingToTakeBack):
        undo.take_back(hand.pk, services.SEAT, seq=hand.version, unrated=True)


def test_nobody_plays_for_whoever_leaves():
    attempt = begun(person("bob"), "winner")
    house()
    seating.leave(attempt.match.room, attempt.user)
    house()
    by = Entry.objects.filter(hand__match=attempt.match, action__seat=services.SEAT).values_list("by", flat=True)
    assert not list(by)
    assert begun(attempt.user, "winner").match_id == attempt.match_id


def test_a_guest_who_has_finished_sees_no_line_that_an_account_could_copy():
    guest, best = make_guest(), played(person("bob"), "winner")
    own, client = played(guest, "winner"), browser(guest)
    others, mine = (reverse("replay-hand", args=[hand_of(attempt).pk]) for attempt in (best, own))

    def links():
        page = client.get(reverse("daily-game", args=["winner"]), follow=True).content.decode()
        return [address in page for address in (others, mine)], client.get(others, follow=True).status_code

    assert links() == ([False, True], 404)
    assert client.get(mine, follow=True).status_code == 200
    past(own.deal)
    assert client.get(others, follow=True).status_code == 200


def test_a_guest_who_comes_along_brings_no_rank_and_no_second_attempt():
    guest, alice = make_guest(), person("alice")
    played(guest, "winner")
    merge_guest.merge(alice, guest)
    attempt = services.attempt_of(services.deal_of("winner", services.today()), alice)
    assert attempt.finished_at
    assert not attempt.ranked
    assert begun(alice, "winner").pk == attempt.pk
