"""Records of hands: what leaves the site is right, what comes back is checked."""

from __future__ import annotations

import json
import zipfile
from io import BytesIO
from random import Random

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from games.accounts.services import make_guest
from games.replays import records, services
from games.replays.models import Upload
from games.replays.record_views import UPLOADS_OF_NETWORK
from games.replays.timeline import course_of_hand
from games.rooms.models import Room
from games.rules import proof, record
from tests.matches.tables import person
from tests.replays.hands import PLAYERS, finished

pytestmark = [pytest.mark.django_db, pytest.mark.any_database, pytest.mark.usefixtures("at_once")]


@pytest.fixture
def hand(alice):
    return finished("all-fours", alice)


def record_of(browser, hand):
    answer = browser.get(reverse("replay-record", args=[hand.pk]))
    assert answer["Content-Disposition"] == f'attachment; filename="sifang-hand-{hand.pk}.jsonl"'
    return answer.content


def upload(browser, data, name="hand.jsonl"):
    return browser.post(reverse("upload"), {"file": SimpleUploadedFile(name, data)})


@pytest.mark.parametrize("game", PLAYERS)
def test_a_downloaded_record_is_right_and_comes_back_as_the_same_replay(browser, alice, game):
    hand = finished(game, alice)
    data = record_of(browser, hand)
    answer = record.verify(record.parse(data.decode()))
    assert answer == {"ok": True, "finished": True, "result": hand.result}
    back = upload(browser, data)
    row = Upload.objects.get(user=alice)
    assert back["Location"] == reverse("upload-hand", args=[row.pk])
    course = course_of_hand(hand)
    for number in (0, 2, course.last // 2, course.last):
        page = browser.get(reverse("upload-step", args=[row.pk, number]))
        assert page.status_code == 200
        assert f'max="{course.last}" value="{number}"' in page.content.decode()
    assert browser.get(reverse("upload-record", args=[row.pk])).content == data


def test_seats_of_an_uploaded_record_are_counted_as_tables_count_them(browser, hand):
    upload(browser, record_of(browser, hand))
    page = browser.get(reverse("upload-step", args=[Upload.objects.get().pk, 0])).content.decode()
    assert "Play on from here as Seat 1" in page and "Seat 0" not in page


def test_the_same_record_again_is_the_same_replay(browser, alice, hand):
    data = record_of(browser, hand)
    upload(browser, data)
    upload(browser, json.dumps(dict(reversed(json.loads(data).items()))).encode())
    assert Upload.objects.count() == 1


def test_the_text_names_players_cards_and_reasons(browser, hand):
    text = browser.get(reverse("replay-text", args=[hand.pk])).content.decode()
    assert "All Fours" in text and "Alice" in text
    assert "Trick 1" in text and "plays" in text


@pytest.mark.parametrize(
    ("room", "first"),
    [
        ({"name": "Friday"}, "All Fours: Friday, hand 1"),
        ({"name": ""}, "All Fours, hand 1"),
        ({"name": "", "sealed": True}, "Deal of the day: All Fours"),
    ],
)
def test_the_text_says_once_what_is_played(browser, hand, room, first):
    Room.objects.filter(pk=hand.match.room_id).update(**room)
    assert browser.get(reverse("replay-text", args=[hand.pk])).content.decode().splitlines()[0] == first


def test_the_match_is_its_finished_hands_in_order(browser, hand):
    lines = browser.get(reverse("match-record", args=[hand.match_id])).content.splitlines()
    assert [json.loads(line)["deck"] for line in lines] == [hand.deck]
    assert browser.get(reverse("match-text", args=[hand.match_id])).status_code == 200


def test_the_proof_opens_the_commitment_to_the_deck(browser, hand):
    line = browser.get(reverse("replay-deal", args=[hand.pk])).content.decode()
    data = record_of(browser, hand).decode()
    assert [answer["ok"] for answer in record.answers([data], [line])] == [True]
    page = browser.get(reverse("replay-about", args=[hand.pk])).content.decode()
    assert proof.commitment(bytes(hand.salt), hand.deck) in page


def _swapped(value, rng):
    deck = value["deck"]
    i, j = rng.sample(range(len(deck)), 2)
    deck[i], deck[j] = deck[j], deck[i]


def _reordered(value, rng):
    actions = value["actions"]
    at = rng.randrange(len(actions) - 1)
    actions[at], actions[at + 1] = actions[at + 1], actions[at]


def _dropped(value, rng):
    del value["actions"][rng.randrange(len(value["actions"]))]


@pytest.mark.parametrize("game", PLAYERS)
@pytest.mark.parametrize("spoil", [_swapped, _reordered, _dropped])
def test_a_changed_record_is_refused_or_is_no_longer_the_committed_deal(browser, alice, game, spoil):
    hand = finished(game, alice)
    line = json.dumps(proof.opened(bytes(hand.salt), hand.deck))
    data = record_of(browser, hand)
    for seed in range(5):
        value = json.loads(data)
        spoil(value, Random(seed))
        if records.digest(value) == records.digest(json.loads(data)):
            continue  # two cards of one name changed places
        answer = next(record.answers([json.dumps(value)], [line]))
        assert not answer["ok"] or not answer["finished"] or answer["result"] == hand.result


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (lambda value: value.update(format="x"), "This record is not"),
        (lambda value: value.update(game="poker"), "This is not a hand record."),
        (lambda value: value["deck"].pop(), "This record is not"),
        (lambda value: value["deck"].__setitem__(0, value["deck"][1]), "This record is not"),
        (lambda value: value["deck"].__setitem__(0, "1X"), "This record is not"),
        (lambda value: value["actions"][0].update(seat=9), "This record is not"),
        (lambda value: value["result"].update(end="won"), "result"),
        (lambda value: value["actions"].append(value["actions"][-1]), "counted from 0"),
        (lambda value: (value["actions"].pop(), value.pop("result")), "The hand is not over"),
    ],
)
def test_a_wrong_record_is_answered_with_its_line_and_the_rule(browser, hand, spoil, message):
    value = json.loads(record_of(browser, hand))
    spoil(value)
    answer = upload(browser, json.dumps(value).encode())
    assert answer.status_code == 422
    assert "Line 1." in answer.content.decode()
    assert message in answer.content.decode()
    assert not Upload.objects.exists()


def test_of_many_lines_the_right_ones_are_kept(browser, hand):
    data = record_of(browser, hand)
    answer = upload(browser, data + b"\n{\n" + b"[1]\n")
    page = answer.content.decode()
    assert answer.status_code == 422
    assert "Line 3." in page and "Line 4." in page and "1 record is correct" in page
    assert Upload.objects.count() == 1


def test_how_many_were_kept_before_there_was_no_more_room_is_said(browser, hand, alice, monkeypatch):
    data = b"\n".join(record_of(browser, one) for one in (hand, finished("winner", alice)))
    monkeypatch.setattr(services, "MOST_KEPT", 1)
    answer = upload(browser, data)
    page = answer.content.decode()
    assert answer.status_code == 422
    assert "You keep 1 uploaded records already." in page
    assert "1 record is correct" in page
    assert Upload.objects.count() == 1


def zipped():
    file = BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("bomb.jsonl", b"0" * 10_000_000)
    return file.getvalue()


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "There is no record in it."),
        (b"\n \n", "There is no record in it."),
        (b"\xff\xfe\x00", "not UTF-8 text"),
        (zipped(), "packed file"),
        (b"\x1f\x8b\x08bomb", "packed file"),
        (b"{}\n" * 300, "more than 200 lines"),
        (b"[" * 100_000, "This is not a hand record."),
        (b"\x00" * 100, "This is not a hand record."),
    ],
)
def test_what_is_no_record_is_refused_with_a_reason(browser, data, message):
    answer = upload(browser, data)
    assert answer.status_code == 422
    assert message in answer.content.decode()


def test_a_large_upload_is_refused_before_it_is_read(browser):
    answer = upload(browser, b"0" * (2 * records.MOST_BYTES))
    assert answer.status_code == 413
    assert "1 MiB" in answer.content.decode()


def test_an_upload_from_another_site_is_refused(alice, hand):
    from django.test import Client

    strict = Client(enforce_csrf_checks=True)
    strict.force_login(alice)
    assert upload(strict, b"{}").status_code == 403


def test_an_uploaded_record_is_seen_and_removed_by_its_owner_alone(browser, client, alice, hand):
    upload(browser, record_of(browser, hand))
    row = Upload.objects.get()
    client.force_login(person("bob"))
    for name in ("upload-hand", "upload-about", "upload-record", "upload-text"):
        assert client.get(reverse(name, args=[row.pk])).status_code == 404
    client.post(reverse("upload-remove", args=[row.pk]))
    assert Upload.objects.exists()
    client.force_login(alice)
    client.post(reverse("upload-remove", args=[row.pk]))
    assert not Upload.objects.exists()


def test_many_uploads_in_a_minute_are_put_off(browser):
    answers = [upload(browser, b"{}") for _ in range(21)]
    assert [answer.status_code for answer in answers[-2:]] == [422, 429]
    assert "Try again in" in answers[-1].content.decode()


def test_who_becomes_a_new_guest_uploads_no_more_than_others_of_the_network(client):
    statuses = []
    for number in range(UPLOADS_OF_NETWORK.most + 1):
        client.logout()
        if number % 2:
            client.force_login(make_guest())
        file = SimpleUploadedFile("records.jsonl", b"{}")
        address = f"2001:db8::{number:x}"
        statuses.append(client.post(reverse("upload"), {"file": file}, REMOTE_ADDR=address).status_code)
    assert statuses == [422] * UPLOADS_OF_NETWORK.most + [429]


def test_nobody_keeps_more_than_they_may(browser, hand, monkeypatch):
    monkeypatch.setattr(services, "MOST_KEPT", 0)
    answer = upload(browser, record_of(browser, hand))
    assert answer.status_code == 422
    assert "Remove some first" in answer.content.decode()
