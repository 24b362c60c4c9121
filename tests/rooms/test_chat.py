"""Talk at a table: who speaks, who hears, how much at once; and text is always text."""

from __future__ import annotations

import pytest
from django.db import connection
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext

from games.accounts import friends
from games.accounts.models import Block, User
from games.foundation.process_cache import clear_caches
from games.foundation.rate_limit import RateLimited
from games.matches import seating
from games.rooms import chat, onlookers
from games.rooms.models import Message, Mute, Room
from games.rooms.seats import RequestRefused
from games.table import fragments
from games.table.drawing import draw
from games.table.scene_builder import scene
from games.table.snapshot import load_snapshot
from games.table.watchers import Watcher
from tests.daily.test_growth import work
from tests.matches.tables import match_of, person
from tests.statements import statements_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_once")]

PAYLOADS = [
    '<img src=x hx-get="/logout" hx-trigger="load">',
    'x" hx-on:load="alert(1)',
    '</div><div hx-swap-oob="true" id="hand">',
    "{{ 7*7 }}",
    "<script>alert(1)</script>",
    "</hx-partial><hx-partial id=actions>",
    "javascript:alert(1)",
]


@pytest.fixture
def room(alice, bob):
    return match_of("all-fours", alice, bob).room


def read_by(room, user):
    """Return what somebody reads at the table."""
    talk = scene(load_snapshot(room.code), user).talk
    return [line.text for line in talk.lines]


def post(browser, room, **fields):
    return browser.post(reverse("say", args=[room.code]), fields, headers={"HX-Request": "true"})


def test_what_one_says_all_at_the_table_read(room, alice, bob):
    chat.say(room, alice, "  你好   there ")
    assert read_by(room, bob) == read_by(room, None) == ["你好 there"]


def test_a_long_talk_is_read_from_its_newest_end(room, alice, bob, monkeypatch):
    monkeypatch.setattr(chat, "SHOWN", 2)
    for text in ("one", "two", "three"):
        chat.say(room, alice, text)
    assert read_by(room, bob) == ["two", "three"]


def test_a_letter_and_its_mark_are_kept_as_one(room, alice, bob):
    chat.say(room, alice, "Zoe\u0308")
    assert read_by(room, bob) == ["Zoë"]


def test_a_phrase_travels_as_its_code_and_is_read_in_ones_own_language(room, alice, bob):
    chat.say(room, alice, phrase="well")
    assert Message.objects.get().text == ""
    line = scene(load_snapshot(room.code), bob).talk.lines[0]
    assert (line.text, line.term) == ("Well played!", "打得好！")


def talk_of(room, user):
    """Return the chat panel as it is shown to a person."""
    return fragments.parts(scene(load_snapshot(room.code), user))["talk"]


def test_a_dozen_words_and_faces_are_offered_in_the_readers_language(room, alice):
    assert len(chat.PHRASES) == 12 and sum(phrase.text == phrase.term for phrase in chat.PHRASES.values()) == 5
    assert talk_of(room, alice).count('name="phrase"') == 12
    with translation.override("zh-hans"):
        shown = talk_of(room, alice)
        # whoever reads Chinese is not told the same thing twice, in two wordings
        assert [gettext(phrase.text) for phrase in chat.PHRASES.values()] == [
            phrase.term for phrase in chat.PHRASES.values()
        ]
    assert all(phrase.text == phrase.term or phrase.text not in shown for phrase in chat.PHRASES.values())


def test_what_another_says_by_a_phrase_shows_at_their_plate_and_nothing_else_does(room, alice, bob):
    chat.say(room, bob, "Well played!")
    chat.say(room, alice, phrase="well")
    assert "data-at" not in talk_of(room, alice)
    chat.say(room, bob, phrase="laugh")
    assert talk_of(room, alice).count('data-at="n"') == 1
    assert talk_of(room, bob).count('data-at="n"') == 1
    # onlookers see both badges
    assert talk_of(room, None).count("data-at") == 2


@pytest.mark.parametrize("how", ["muted", "blocked"])
def test_nothing_shows_at_the_plate_of_somebody_whom_one_does_not_hear(room, alice, bob, how):
    chat.mute(alice, bob.pk, muted=True) if how == "muted" else friends.block(alice, bob)
    chat.say(room, bob, phrase="laugh")
    assert "data-at" not in talk_of(room, alice)


def test_phrases_are_not_offered_where_all_others_are_ai_players_nor_to_onlookers(room, alice, bob):
    alone = match_of("winner", alice, "policy", "policy", "policy").room
    onlookers.note({alone.code: 1})
    shown = talk_of(alone, alice)
    assert 'id="talk-text"' in shown and "phrase" not in shown
    assert "phrase" not in talk_of(room, None)


@pytest.mark.parametrize("payload", PAYLOADS)
def test_text_is_always_text(room, alice, bob, payload):
    chat.say(room, alice, "plain")
    plain = fragments.parts(scene(load_snapshot(room.code), bob))["talk"]
    Message.objects.update(text=payload)
    shown = fragments.parts(scene(load_snapshot(room.code), bob))["talk"]
    assert shown.count("<") == plain.count("<")
    assert shown.count('"') == plain.count('"')


@pytest.mark.parametrize("text", ["", "   ", "x" * 301, "a\x01b", "a\u202eb", "a\ue000b", "z" + "\u0328" * 9])
def test_what_cannot_be_said_is_refused_with_the_reason(browser, room, text):
    answer = post(browser, room, text=text)
    assert answer.status_code == 422
    assert 'class="toast"' in answer.content.decode()
    assert not Message.objects.exists()


@pytest.mark.parametrize(
    "letter",
    [
        "\u200b",
        "\ufeff",
        "\u00ad",
        "\u3164",
        "\u2800",
        "\u115f",
        "\uffa0",
        "\u0301",
        "\u2060",
        "\U000e0041",
        "\U0001d159",
    ],
)
def test_talk_that_shows_nothing_is_refused_as_empty(browser, room, letter):
    answer = browser.post(reverse("say", args=[room.code]), {"text": f" {letter}{letter} "})
    assert answer.status_code == 422
    assert "Write something first." in answer.content.decode()
    assert not Message.objects.exists()


def test_a_sign_of_few_letters_is_said_all_the_same(room, alice):
    for text in ("?", "…", "好", "🂡", "♠"):
        Message.objects.all().delete()
        chat.say(room, alice, text)
        assert Message.objects.get().text == text


def test_the_sixth_in_ten_seconds_is_told_when_to_try_again(browser, room):
    for number in range(chat.MESSAGES.most):
        assert post(browser, room, text=str(number)).status_code == 200
    answer = post(browser, room, text="six")
    assert answer.status_code == 429
    assert 1 <= int(answer["Retry-After"]) <= 11
    assert f"in {answer['Retry-After']} seconds" in answer.content.decode()
    assert Message.objects.count() == chat.MESSAGES.most


def test_mute_is_the_readers_own(browser, room, alice, bob):
    chat.say(room, bob, "noise")
    assert post(browser, room, mute=str(bob.pk)).status_code == 200
    assert read_by(room, alice) == []
    assert read_by(room, bob) == ["noise"]
    post(browser, room, hear=str(bob.pk))
    assert read_by(room, alice) == ["noise"]


def test_nobody_is_asked_whether_they_would_hear_no_more_of_themselves(room, alice, bob):
    chat.say(room, alice, "hello")
    talk = scene(load_snapshot(room.code), alice).talk
    assert [pk for pk, _name, _muted in talk.others] == [bob.pk]


def test_a_block_is_deaf_both_ways(room, alice, bob):
    chat.say(room, alice, "one")
    chat.say(room, bob, "two")
    friends.block(alice, bob)
    assert (read_by(room, alice), read_by(room, bob)) == (["one"], ["two"])


def drawing_for(room, *people):
    """Return how many statements a drawing of the table for people asks, after one for the same people."""
    watchers = [Watcher(room.code, user, "en", None) for user in people]
    draw(room.code, watchers)
    return len(statements_of(draw, room.code, watchers, 0))


def test_a_drawing_asks_whom_people_mute_only_for_onlookers_and_once_for_all(room, alice, bob):
    chat.say(room, alice, "hello")
    assert drawing_for(room, alice, bob, None) == 0
    assert drawing_for(room, alice, bob, person("carol")) == drawing_for(room, person("dora"), person("erin")) == 2


@pytest.mark.skipif(connection.vendor != "sqlite", reason="the steps are SQLite's")
@pytest.mark.parametrize("how", ["muted", "blocked"])
def test_talk_is_no_more_work_if_many_elsewhere_do_not_hear_the_author(room, alice, how):
    chat.say(room, alice, "hello")
    clear_caches()
    before = work(lambda: load_snapshot(room.code))
    others = User.objects.bulk_create(User(username=f"u{at}", name=f"U{at}") for at in range(500))
    if how == "muted":
        Mute.objects.bulk_create(Mute(user=user, muted=alice) for user in others)
    else:
        Block.objects.bulk_create(Block(blocker=user, blocked=alice) for user in others)
    clear_caches()
    assert 0 < work(lambda: load_snapshot(room.code)) <= before + 10


@pytest.mark.parametrize("where", ["seated", "looking on"])
def test_whom_one_mutes_or_blocks_falls_silent_at_the_next_drawing(room, alice, bob, where):
    reader = alice if where == "seated" else person("carol")
    chat.say(room, bob, "noise")
    assert read_by(room, reader) == ["noise"]
    for silence, end in (
        (lambda: chat.mute(reader, bob.pk, muted=True), lambda: chat.mute(reader, bob.pk, muted=False)),
        (lambda: friends.block(reader, bob), lambda: friends.unblock(reader, bob)),
        (lambda: friends.block(bob, reader), lambda: friends.unblock(bob, reader)),
    ):
        silence()
        assert read_by(room, reader) == []
        end()
        assert read_by(room, reader) == ["noise"]


def test_who_waits_for_their_seat_hears_as_they_wish(alice, bob):
    room = match_of("all-fours", alice, "policy").room
    seating.take_over(room, bob, 1)
    chat.say(room, alice, "noise")
    assert read_by(room, bob) == ["noise"]
    chat.mute(bob, alice.pk, muted=True)
    assert read_by(room, bob) == []
    assert drawing_for(room, alice, bob) == 0


def test_whoever_is_muted_before_they_have_said_anything_is_shown_so(room, alice, bob):
    chat.say(room, alice, "hello")
    chat.mute(alice, bob.pk, muted=True)
    assert scene(load_snapshot(room.code), alice).talk.others == ((bob.pk, "Bob", True),)


@pytest.mark.parametrize("seat", ["kept", "left"])
def test_an_author_goes_by_the_name_that_they_have_now(room, alice, bob, seat):
    chat.say(room, bob, "hello")
    if seat == "left":
        seating.leave(room, bob)
    assert [line.name for line in scene(load_snapshot(room.code), alice).talk.lines] == ["Bob"]
    User.objects.filter(pk=bob.pk).update(name="Robert")
    assert [line.name for line in scene(load_snapshot(room.code), alice).talk.lines] == ["Robert"]


def test_a_message_that_an_operator_deletes_is_gone_at_the_next_drawing(admin_client, room, alice, bob):
    for text in ("one", "two", "three"):
        chat.say(room, bob, text)
    assert read_by(room, alice) == ["one", "two", "three"]
    one, two, three = Message.objects.order_by("pk")
    admin_client.post(reverse("admin:rooms_message_delete", args=[two.pk]), {"post": "yes"})
    assert read_by(room, alice) == ["one", "three"]
    chosen = {"action": "delete_selected", "_selected_action": [one.pk, three.pk], "post": "yes"}
    admin_client.post(reverse("admin:rooms_message_changelist"), chosen)
    assert read_by(room, alice) == []


def test_only_who_sits_at_the_table_speaks(client, room):
    client.force_login(person("carol"))
    assert post(client, room, text="hello").status_code == 403


def test_a_table_may_be_silent(browser, room, alice):
    Room.objects.update(chat=False)
    assert post(browser, room, text="hello").status_code == 403
    assert scene(load_snapshot(room.code), alice).talk is None


def test_an_unknown_phrase_and_a_strange_mute_are_refused(browser, room):
    assert post(browser, room, phrase="poker").status_code == 422
    assert post(browser, room, mute="x").status_code == 400
    assert post(browser, room, mute="9" * 30).status_code == 400


def test_the_limits_hold_in_the_service_too(room, alice):
    for number in range(chat.MESSAGES.most):
        chat.say(room, alice, str(number))
    with pytest.raises(RateLimited):
        chat.say(room, alice, "more")
    with pytest.raises(RequestRefused):
        chat.say(room, person("dan"), "not here")
