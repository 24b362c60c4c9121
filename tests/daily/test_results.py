"""How all did: who is better than whom, friends first, and a picture that gives nothing away."""

from __future__ import annotations

import re
from datetime import date, timedelta

import pytest
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import override

from games.accounts import friends
from games.accounts.models import User
from games.daily import picture, results, services
from games.daily.models import Attempt, Deal, Streak, Tally
from games.rules.registry import GAMES
from tests.daily.play import begun
from tests.matches.tables import person
from tests.sessions import signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.any_database, pytest.mark.usefixtures("at_once")]
#: Places of whoever has played first, and of whoever is better than one of two others.
FIRST, HALF = results.Place(1, 1, None), results.Place(2, 3, 50)


def scored(user: User, game: str, score: int, *, ranked: bool = True) -> Deal:
    """Let somebody have finished today's deal with a score; return the deal."""
    deal = begun(user, game).deal
    values = {"score": score, "ranked": ranked, "finished_at": timezone.now()}
    Attempt.objects.filter(deal=deal, user=user).update(**values)
    if ranked:
        tally, _new = Tally.objects.get_or_create(deal=deal, score=score)
        Tally.objects.filter(pk=tally.pk).update(count=tally.count + 1)
    return deal


@pytest.mark.parametrize(
    ("score", "ranked", "place", "told"),
    [
        (300, True, results.Place(1, 5, 100), "Better than 100% of the others"),
        # two of the other four are worse, one is equal
        (200, True, results.Place(2, 5, 75, tied=True), "At least as good as 75% of the others"),
        (-100, True, results.Place(5, 5, 0), "Better than 0% of the others"),
        # a guest is told where they would stand, and is none of the five
        (250, False, results.Place(2, 5, 80), "Better than 80% of the others"),
        (200, False, results.Place(2, 5, 80, tied=True), "At least as good as 80% of the others"),
    ],
)
def test_the_percent_are_those_of_the_others_who_did_no_better(score, ranked, place, told):
    spread = ((-100, 1), (100, 1), (200, 2), (300, 1))
    assert results.place(spread, score, ranked) == place
    assert place.comparison == told


def test_whoever_shares_the_first_place_with_all_is_as_good_as_all():
    assert results.place(((200, 2),), 200, True) == results.Place(1, 2, 100, tied=True)


def test_whoever_is_the_first_is_better_than_nobody():
    assert results.place(((200, 1),), 200, True) == FIRST


def test_the_page_says_it_with_friends_before_all_and_the_best_in_order():
    ann, bob, cat, dan = (person(name) for name in ("ann", "bob", "cat", "dan"))
    friends.ask(bob, ann, "ann")
    friends.accept(ann, bob)
    for user, score in ((ann, 200), (bob, -100), (cat, 300), (dan, 100)):
        scored(user, "winner", score)
    page = signed_in(ann).get(reverse("daily-game", args=["winner"])).content.decode()
    assert "Better than 66% of the others" in page and "place 2 of 4" in page
    lists = re.findall(r'<section[^>]*aria-labelledby="(friends|all|best)".*?</section>', page, re.DOTALL)
    assert lists == ["friends", "all", "best"]
    shown = {one: page.partition(f'aria-labelledby="{one}"')[2].partition("</section>")[0] for one in lists}
    assert "Bob" in shown["friends"] and "Cat" not in shown["friends"]
    assert re.findall(r'<span class="grow">(\w+)</span>', shown["best"]) == ["Cat", "You", "Dan", "Bob"]


def test_those_with_whom_there_is_a_block_are_on_no_list():
    ann, bob = person("ann"), person("bob")
    friends.block(bob, ann)
    for user in (ann, bob):
        deal = scored(user, "winner", 100)
    assert [one.user for one in results.best(deal, ann)] == [ann]
    assert [one.user for one in results.best(deal, bob)] == [bob]


def test_the_picture_is_made_of_game_day_percent_and_streak_alone():
    """Cards, points and names play no part: whoever did as well as somebody with other points has the same picture."""
    ann, bob, cat = (person(name) for name in ("ann", "bob", "cat"))
    address = reverse("daily-picture", args=["winner", services.today()])

    def shown(user: User) -> bytes:
        answer = signed_in(user).get(address)
        assert answer["Content-Type"] == "image/png"
        return answer.content

    def drawn(user: User, score: int, others: int) -> bytes:
        """Return the picture of whoever is better than one of two others."""
        Tally.objects.all().delete()
        Attempt.objects.all().delete()
        deal = scored(user, "winner", score)
        Tally.objects.bulk_create([Tally(deal=deal, score=score + by, count=1) for by in (-others, others)])
        return shown(user)

    first = drawn(ann, 200, 100)
    Deal.objects.all().delete()  # and another deck
    assert drawn(bob, -700, 1500) == first
    assert drawn(cat, 200, -100) == first
    Streak.objects.create(user=cat, days=4, longest=4, last=services.today() - timedelta(days=1))
    assert shown(cat) != first


def test_the_picture_speaks_the_readers_language():
    ann = person("ann")
    scored(ann, "winner", 200)
    address = reverse("daily-picture", args=["winner", services.today()])
    english = signed_in(ann).get(address, headers={"Accept-Language": "en"})
    assert signed_in(ann).get(address, headers={"Accept-Language": "zh-hans"}).content != english.content


@pytest.mark.parametrize("key", GAMES)
def test_the_pictures_font_has_all_that_is_written_in_chinese(key):
    with override("zh-hans"):
        for stands in (FIRST, HALF, results.Place(1, 2, 100, tied=True)):
            assert picture.can_write(picture._words(GAMES[key], date(2026, 11, 29), stands, 7))


def test_what_the_font_lacks_is_written_in_english(monkeypatch):
    with override("zh-hans"):
        chinese = picture.result_image(GAMES["winner"], date(2026, 11, 29), HALF, 7)
        monkeypatch.setattr(GAMES["winner"], "name", "\N{CJK UNIFIED IDEOGRAPH-9F98}")
        spare = picture.result_image(GAMES["winner"], date(2026, 11, 29), HALF, 7)
    with override("en"):
        assert picture.result_image(GAMES["winner"], date(2026, 11, 29), HALF, 7) == spare != chinese
