"""The lessons as they are read and answered: from beginning to end, in both languages."""

from __future__ import annotations

import html
import re

import pytest
from django.urls import reverse
from django.utils import translation

from games.accounts.models import User
from games.community.account_deletion import delete_account, erase_account
from games.community.data_export import export
from games.lessons.game_lesson import lessons
from games.lessons.models import Passed
from games.matches.models import Hand
from games.rooms.models import Room
from games.rules.registry import GAMES
from tests.lessons.answers import right_answer, wrong_answers
from tests.matches.tables import person

LESSONS = lessons()

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_once")]

#: Every lesson in Chinese, in which whatever is not translated is seen, and one in English.
LESSONS_AND_LANGUAGES = [*((game, "zh-hans") for game in LESSONS), ("winner", "en")]
#: Names that are the same in every language.
NAMES = {"Sifang", "AI", "English"}


def text_of(answer):
    """Return the text of a page."""
    page = re.sub(r"<(script|style|head)\b.*?</\1>", " ", answer.content.decode(), flags=re.S)
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", page)).split())


def page_of(game, number):
    return reverse("lesson-step", args=[game, number])


def press(client, game, number, answer, language="en", **headers):
    do, chosen = answer
    headers = {"accept-language": language} | headers
    return client.post(page_of(game, number), {"do": do, "cards": list(chosen)}, headers=headers)


@pytest.mark.parametrize(("game", "language"), LESSONS_AND_LANGUAGES)
def test_a_lesson_is_passed_from_beginning_to_end_by_the_right_answers(client, game, language):
    """Each page leads to the next; each is in the reader's language."""
    steps = LESSONS[game].steps
    headers = {"accept-language": language}
    address = client.get(reverse("lesson", args=[game]), headers=headers)["Location"]
    for number, step in enumerate(steps, 1):
        assert address == page_of(game, number)
        question = client.get(address, headers=headers)
        with translation.override(language):
            assert translation.gettext(step.ask) in text_of(question)
        answer = press(client, game, number, right_answer(game, step), language)
        assert answer.status_code == 200
        address = re.search(r'id="next" href="([^"]+)"', answer.content.decode())[1]
        for page in (question, answer):
            in_order(text_of(page), language)
    assert address == reverse("lesson-end", args=[game])
    end = client.get(address, headers=headers)
    assert reverse("lesson-practice", args=[game]) in end.content.decode()
    assert client.get(reverse("lesson", args=[game]))["Location"] == address
    assert Passed.objects.count() == len(steps)


def in_order(text, language):
    """Check that a page holds nothing of the other language but terms and names."""
    if language == "zh-hans":
        assert set(re.findall(r"[A-Za-z]{2,}", text)) <= NAMES | {"Guest"}, text


@pytest.mark.parametrize(("game", "language"), LESSONS_AND_LANGUAGES)
def test_each_kind_of_wrong_answer_is_told_its_reason(client, game, language):
    for number, step in enumerate(LESSONS[game].steps, 1):
        kinds = {}
        for wrong, verdict in wrong_answers(game, step):
            kinds.setdefault(verdict.text, (wrong, verdict))
        assert kinds
        for reason, (wrong, verdict) in kinds.items():
            answer = press(client, game, number, wrong, language, **{"hx-request": "true"})
            assert answer.status_code == 422
            with translation.override(language):
                sentence = translation.gettext(reason).partition("%(cards)s")[0]
                section = translation.gettext("%(game)s, section %(section)s")
                text = text_of(answer)
                assert sentence in text
                if verdict.refusal is not None:
                    values = {"game": translation.gettext(GAMES[game].name), "section": verdict.refusal.section}
                    assert section % values in text
            assert 'id="next"' not in answer.content.decode()
            in_order(text, language)
    assert not Passed.objects.exists()


def test_an_answer_by_script_brings_the_step_alone(client):
    step = LESSONS["winner"].steps[0]
    answer = press(client, "winner", 1, right_answer("winner", step), **{"hx-request": "true"})
    assert answer.content.decode().strip().startswith("<main") and b"<html" not in answer.content


def test_an_answer_without_cards_is_asked_for_them(client):
    answer = press(client, "eighty", 5, ("play", ()))
    assert answer.status_code == 422 and "Choose your cards first, then press the button." in text_of(answer)


def test_what_no_page_of_ours_sends_is_refused(client):
    assert press(client, "eighty", 5, ("play", ["AC"] * 60)).status_code == 400
    assert press(client, "eighty", 5, ("x" * 50, ())).status_code == 400


def test_progress_is_kept_for_a_guest_and_goes_on_with_their_account(client):
    press(client, "forty", 1, right_answer("forty", LESSONS["forty"].steps[0]))
    guest = User.objects.get()
    assert guest.is_guest
    assert client.get(reverse("lesson", args=["forty"]))["Location"] == page_of("forty", 2)
    assert "1 of 12 steps passed" in text_of(client.get(reverse("lessons")))
    press(client, "forty", 1, right_answer("forty", LESSONS["forty"].steps[0]))
    assert Passed.objects.filter(user=guest).count() == 1


def marked(client):
    """Return the lessons whose button is the page's main button."""
    page = client.get(reverse("lessons")).content.decode()
    return re.findall(r'class="btn go" href="/lessons/([a-z-]+)/', page)


def test_one_lesson_is_the_one_to_go_on_with(client):
    first, other, *_ = LESSONS
    assert marked(client) == [first]
    press(client, other, 1, right_answer(other, LESSONS[other].steps[0]))
    assert marked(client) == [other]
    for step in LESSONS[other].steps:
        Passed.objects.get_or_create(user=User.objects.get(), lesson=other, step=step.key)
    assert marked(client) == [first]


def test_progress_is_exported_and_goes_with_the_account(client):
    alice = person("alice")
    client.force_login(alice)
    press(client, "winner", 1, right_answer("winner", LESSONS["winner"].steps[0]))
    assert [row["step"] for row in export(alice)["lessons.Passed.user"]] == [LESSONS["winner"].steps[0].key]
    Passed.objects.create(user=person("bob"), lesson="winner", step="high")
    delete_account(alice)
    alice.refresh_from_db()
    erase_account(alice)
    assert [row.user.username for row in Passed.objects.all()] == ["bob"]


def test_a_wrong_answer_makes_nobody_a_guest(client):
    press(client, "forty", 1, ("mark", ("AS",)))
    assert not User.objects.exists()


@pytest.mark.parametrize("game", LESSONS)
def test_a_lesson_ends_in_an_open_practice_hand_with_hints(client, game):
    answer = client.post(reverse("lesson-practice", args=[game]))
    room = Room.objects.get()
    assert answer["Location"] == reverse("table", args=[room.code])
    assert (room.learning, room.take_over, room.onlookers) == ("open", False, False)
    assert Hand.objects.get().match.practice
    shown = client.get(answer["Location"]).content.decode()
    assert 'class="cards fan open"' in shown


def test_the_rest_of_the_site_leads_to_the_lessons(client):
    for page in (reverse("home"), reverse("game-rules", args=["eighty"])):
        assert reverse("lesson", args=["eighty"]) in client.get(page).content.decode()


@pytest.mark.parametrize("game", LESSONS)
def test_a_refusal_leads_to_its_section_of_the_rules(client, game):
    """Every section that a refusal links to is on the rules page."""
    rules = client.get(reverse("game-rules", args=[game])).content.decode()
    sections = set()
    for number, step in enumerate(LESSONS[game].steps, 1):
        for wrong, verdict in wrong_answers(game, step):
            if verdict.refusal is None or verdict.refusal.section in sections:
                continue
            sections.add(verdict.refusal.section)
            shown = press(client, game, number, wrong).content.decode()
            assert f'href="{reverse("game-rules", args=[game])}#{verdict.refusal.section}"' in shown
            assert f'id="{verdict.refusal.section}"' in rules
    assert sections
