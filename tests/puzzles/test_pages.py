"""The puzzles' pages: what is asked, what is said to an answer, and what a page must not tell."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from games.accounts.models import User
from games.accounts.services import make_guest
from games.lessons.positions import raw_of
from games.puzzles import judging, seen, services, shipped
from games.puzzles.models import Attempt, Objection, Puzzle, PuzzleRating
from games.puzzles.page import NOT_WEIGHED
from games.rules import record
from games.rules.cards import NAMES
from tests.accounts.signing import sign_in, sign_up, with_password
from tests.lessons.test_pages import text_of
from tests.matches.tables import person
from tests.puzzles.drafts import GAME, best_of, draft, form_of, poor_of, stored
from tests.puzzles.test_puzzles import swapped
from tests.statements import statements_of

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

LANGUAGES = ["en", "zh-hans"]


def page_of(puzzle):
    return reverse("puzzle", args=[puzzle.game, puzzle.pk])


def without_token(answer):
    return re.sub(rb'name="csrfmiddlewaretoken" value="\w+"', b"", answer.content)


@pytest.fixture
def alice(client):
    alice = person("alice")
    client.force_login(alice)
    return alice


def test_a_page_before_the_answer_is_the_same_whatever_the_others_hold(client, alice):
    """No byte depends on the hidden cards, the answer, or how good the others' guesses were."""
    puzzle = stored()
    before = client.get(page_of(puzzle))
    choices = list(reversed(puzzle.choices))
    Puzzle.objects.filter(pk=puzzle.pk).update(
        record=swapped(draft()), choices=choices, mu=3.0, sigma=1.0, seed=99, number=99
    )
    bob = person("bob")
    Attempt.objects.create(user=bob, puzzle=puzzle, choice=choices[0]["action"], right=True, rated=True)
    Objection.objects.create(user=bob, puzzle=puzzle)
    after = client.get(page_of(puzzle))
    assert without_token(before) == without_token(after)
    assert not any(word in text_of(before) for word in ("This puzzle:", "long search", "One more", "Better:"))


def test_a_page_before_the_answer_holds_no_card_but_those_that_the_seat_saw(client):
    puzzle = stored()
    game, setup, actions = record.read(puzzle.record)
    *_before, (state, _action) = record.replay(game, setup, actions[: puzzle.at])
    hidden = [hand for seat, hand in enumerate(state.hands) if seat != puzzle.seat]
    page = client.get(page_of(puzzle)).content.decode()
    own = set(re.findall(r'name="?cards"? value="?(\w+)', page))
    assert own == {NAMES[card] for card in state.hands[puzzle.seat]}
    assert not own & {NAMES[card] for hand in hidden for card in hand}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_right_answer_is_told_with_what_the_search_says(client, alice, language):
    puzzle, headers = stored(), {"accept-language": language}
    answer = client.post(page_of(puzzle), best_of(draft()), headers=headers)
    assert answer.status_code == 200
    with translation.override(language):
        text = text_of(answer)
        assert translation.gettext("What a long search says") in text
        assert translation.pgettext("choice", "best") in text
        assert translation.gettext("That is it: %(choice)s.").partition("%")[0] in text
    assert text.count(" ± ") == len(puzzle.choices) - 1 + 2  # each choice's figure, two ratings
    assert reverse("puzzle-next", args=[GAME]) in answer.content.decode()
    assert Attempt.objects.get().right


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_poor_answer_is_told_what_was_better(client, alice, language):
    answer = client.post(page_of(stored()), poor_of(draft()), headers={"accept-language": language})
    with translation.override(language):
        assert translation.gettext("Better: %(best)s.").partition("%")[0] in text_of(answer)
    assert not Attempt.objects.get().right


def test_whoever_has_answered_sees_the_verdict_again_and_not_another(client, alice):
    puzzle = stored()
    client.post(page_of(puzzle), poor_of(draft()))
    for answer in (client.get(page_of(puzzle)), client.post(page_of(puzzle), best_of(draft()))):
        assert "Not the best" in text_of(answer)
    assert PuzzleRating.objects.get().tried == 1


def test_what_the_rules_refuse_is_no_answer(client, alice):
    puzzle = stored()
    game, setup, actions = record.read(puzzle.record)
    *_before, (state, _action) = record.replay(game, setup, actions[: puzzle.at])
    other = next(hand for seat, hand in enumerate(state.hands) if seat != puzzle.seat and hand)
    refused = client.post(page_of(puzzle), {"do": "play", "cards": [NAMES[other[0]]]})
    nothing = client.post(page_of(puzzle), {"do": "play"})
    assert (refused.status_code, nothing.status_code) == (422, 422)
    assert "Choose your cards first, then press the button." in text_of(nothing)
    assert "What a long search says" not in text_of(refused) + text_of(nothing)
    assert not Attempt.objects.exists()


#: Shipped puzzles, each with an answer that the rules allow and that ``moves`` does not list.
UNWEIGHED = {
    "eighty": (
        "1bf0ec2e92b4906c692350f661952410bb1db9968e64fbb53e97009fa61b12f1",
        {"do": "play", "cards": ["2S", "2C"]},
    ),
    "all-fours": ("e8e42bda3ca95041d8835b52f32e5e402cc622f4cc39094e21f48b41d684c1b0", {"do": "ask", "cards": []}),
}


def shipped_one(game):
    """Return the shipped puzzle of a game in ``UNWEIGHED``, and that answer as a browser posts it."""
    key, unweighed = UNWEIGHED[game]
    services.store(one for one in shipped.read(shipped.path_of(shipped.FOLDER, game)) if one.key == key)
    return Puzzle.objects.get(key=key), unweighed


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", UNWEIGHED)
def test_a_legal_play_that_was_not_weighed_is_no_answer_and_another_may_be_chosen(client, alice, game, language):
    puzzle, unweighed = shipped_one(game)
    for visitor in (client, Client()):
        answer = visitor.post(page_of(puzzle), unweighed, headers={"accept-language": language})
        assert answer.status_code == 422
        with translation.override(language):
            text = text_of(answer)
            assert translation.gettext(NOT_WEIGHED) in text
            assert translation.gettext("What a long search says") not in text
    assert not Attempt.objects.exists() and not PuzzleRating.objects.exists()
    assert client.post(page_of(puzzle), form_of(puzzle.choices[0]["action"])).status_code == 200
    assert Attempt.objects.get().right


@pytest.mark.parametrize("game", UNWEIGHED)
def test_an_answer_that_was_not_weighed_and_is_stored_all_the_same_is_shown(client, alice, game):
    """Earlier releases stored such answers."""
    puzzle, unweighed = shipped_one(game)
    known = judging.position(puzzle.record, puzzle.at, puzzle.seat)
    raw = raw_of(known.game, puzzle.seat, unweighed["do"], unweighed["cards"])
    choice = known.game.read_action(raw, known.options)
    services.answer(alice, puzzle, choice, seen_before=False)
    for answer in (client.get(page_of(puzzle)), client.post(page_of(puzzle), form_of(puzzle.choices[0]["action"]))):
        assert answer.status_code == 200
        assert "Not the best" in text_of(answer) and 'class="mine"' not in answer.content.decode()


def test_what_no_page_of_ours_sends_is_refused(client):
    address = page_of(stored())
    assert client.post(address, {"do": "play", "cards": ["AC"] * 60}).status_code == 400
    assert client.post(address, {"do": "x" * 50}).status_code == 400
    assert client.post(address, {"do": "play", "cards": ["ZZ"]}).status_code == 422


def test_an_answer_by_script_brings_the_puzzle_alone(client):
    answer = client.post(page_of(stored()), best_of(draft()), headers={"hx-request": "true"})
    assert answer.content.decode().strip().startswith("<main") and b"<html" not in answer.content


def test_without_an_account_the_session_remembers_and_nobody_is_made(client):
    first, second = stored(), stored(number=1)
    client.post(page_of(first), best_of(draft()))
    assert not User.objects.exists() and not Attempt.objects.exists()
    assert client.get(reverse("puzzle-next", args=[GAME]))["Location"] == page_of(second)
    client.post(page_of(second), poor_of(draft(number=1)))
    answer = client.get(reverse("puzzle-next", args=[GAME]), follow=True)
    assert "You have answered all puzzles of this game" in text_of(answer)


def test_the_session_remembers_all_puzzles_that_come_with_the_site():
    shipped_keys = [draft.key for path in shipped.FOLDER.iterdir() for draft in shipped.read(path)]
    assert 0 < len(shipped_keys) < seen.MOST


def test_whoever_opens_a_puzzle_again_is_told_that_it_is_for_practice(client, alice):
    address, told = page_of(stored()), "You have answered this one before. Now it is just for practice."
    stranger = Client()
    assert told not in text_of(stranger.get(address)) and "only your first answer counts" in text_of(
        stranger.get(address)
    )
    stranger.post(address, best_of(draft()))
    again = text_of(stranger.get(address))
    assert told in again and "only your first answer counts" not in again
    client.post(address, best_of(draft()))
    again = text_of(client.get(address))
    assert "That is it" in again and "only your first answer counts" not in again


def test_the_language_can_be_changed_at_a_puzzle(client):
    assert f'action="{reverse("set_language")}"' in client.get(page_of(stored())).content.decode()


def test_whoever_saw_the_answer_before_signing_in_is_not_rated(client):
    client.post(page_of(stored()), best_of(draft()))
    client.force_login(person("alice"))
    client.post(page_of(stored()), best_of(draft()))
    assert not Attempt.objects.get().rated and not PuzzleRating.objects.exists()


@pytest.mark.parametrize("do", ["take", "leave"])
def test_whoever_saw_the_answer_as_a_guest_is_not_rated(client, do):
    alice, puzzle, password = person("alice"), stored(), "seven-sided-lantern"
    alice.set_password(password)
    alice.save()
    client.force_login(make_guest())
    client.post(page_of(puzzle), poor_of(draft()))
    client.post(reverse("account_login"), {"login": "alice", "password": password})
    client.post(reverse("merge-guest"), {"do": do})
    client.post(page_of(puzzle), best_of(draft()))
    attempt = Attempt.objects.get(user=alice)
    assert (attempt.right, attempt.rated) == (do == "leave", False)
    assert client.get(reverse("puzzle-next", args=[GAME]))["Location"] == reverse("puzzles")


@pytest.mark.parametrize(("then", "name"), [(sign_in, "alice"), (sign_up, "mei")])
def test_whoever_saw_the_answer_before_they_became_a_guest_is_not_rated(client, then, name):
    """A guest who signs in or up begins a new session."""
    with_password("alice")
    puzzle = stored()
    client.post(page_of(puzzle), poor_of(draft()))
    client.post(reverse("play-now", args=[GAME]))
    then(client)
    client.post(page_of(puzzle), best_of(draft()))
    attempt = Attempt.objects.get()
    assert (attempt.user.username, attempt.rated) == (name, False)
    assert not PuzzleRating.objects.exists()


def test_the_whole_hand_is_for_those_who_have_answered(client):
    puzzle = stored()
    address = reverse("puzzle-record", args=[GAME, puzzle.pk])
    assert client.get(address).status_code == 404
    client.post(page_of(puzzle), best_of(draft()))
    answer = client.get(address)
    assert record.parse(answer.content.decode()) == puzzle.record
    assert Client().get(address).status_code == 404


def test_the_rest_of_a_hand_that_people_played_is_not_for_others(client, alice):
    puzzle = stored()
    Puzzle.objects.filter(pk=puzzle.pk).update(source=Puzzle.Source.REVIEW)
    address = reverse("puzzle-record", args=[GAME, puzzle.pk])
    assert address not in client.post(page_of(puzzle), best_of(draft())).content.decode()
    assert client.get(address).status_code == 404


def test_an_account_says_that_a_puzzle_is_wrong_and_goes_on(client, alice):
    puzzle = stored()
    address = reverse("puzzle-wrong", args=[GAME, puzzle.pk])
    assert client.post(address)["Location"] == page_of(puzzle) and not Objection.objects.exists()
    answer = client.post(page_of(puzzle), best_of(draft()))
    assert address in answer.content.decode()
    assert client.post(address)["Location"] == reverse("puzzle-next", args=[GAME])
    assert Objection.objects.get().user == alice
    assert address not in client.get(page_of(puzzle)).content.decode()


def test_of_objections_by_many_at_once_a_person_may_make_so_many(client, alice, monkeypatch):
    monkeypatch.setattr(services, "OBJECTIONS", type(services.OBJECTIONS)("puzzle-objections-test", 1, 60))
    for number, status in ((0, 302), (1, 429)):
        puzzle = stored(number=number)
        client.post(page_of(puzzle), best_of(draft(number=number)))
        assert client.post(reverse("puzzle-wrong", args=[GAME, puzzle.pk])).status_code == status


def test_the_list_says_how_many_there_are_and_how_one_does(client, alice):
    stored(number=0), stored(number=1)
    client.post(page_of(stored()), best_of(draft()))
    text = text_of(client.get(reverse("puzzles")))
    assert 'class="btn go"' not in client.get(reverse("puzzles")).content.decode()  # all games are equal here
    assert "2 puzzles · 1 answered, 1 correctly" in text and "Your rating at puzzles: " in text
    assert "There are no puzzles of this game yet" in text_of(
        client.get(reverse("puzzle-next", args=["winner"]), follow=True)
    )


def test_no_page_asks_more_with_more_puzzles(client, alice):
    def count_queries(address):
        assert client.get(address).status_code in {200, 302}
        return len(statements_of(client.get, address))

    addresses = [reverse("puzzles"), reverse("puzzle-next", args=[GAME]), page_of(stored())]
    few = [count_queries(address) for address in addresses]
    for number in range(1, 5):
        row = stored(number=number)
        services.answer(alice, row, services.best(row), seen_before=False)
    assert [count_queries(address) for address in addresses] == few


def test_the_rest_of_the_site_leads_to_the_puzzles(client):
    for page in (reverse("lessons"), reverse("game-rules", args=[GAME])):
        assert reverse("puzzles") in client.get(page).content.decode()
