"""My matches: what is found, in what order, and that a page costs the same however many there are."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from games.matches.models import Hand, Match, Player
from games.replays import history
from games.replays.history import Filters, page
from tests.matches.tables import person
from tests.replays.hands import finished

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_once")]


def end(match, *winners):
    Match.objects.filter(pk=match.pk).update(ended_at=timezone.now(), winners=list(winners))


def copies(match, number):
    """Make many matches like one, quickly."""
    for _ in range(number):
        copy = Match.objects.create(room=match.room, game=match.game, options=match.options)
        Player.objects.bulk_create(
            Player(match=copy, seat=one.seat, user=one.user, level=one.level) for one in match.players.all()
        )


def match_pks(user, **filters):
    return [match.row.pk for match in page(user, Filters(**filters))[0]]


def test_the_newest_match_comes_first_and_the_rest_by_pages(alice):
    match = finished("all-fours", alice).match
    copies(match, 2 * history.PAGE)
    pks, before = [], None
    while True:
        matches, before = page(alice, Filters(before=before))
        pks += [match.row.pk for match in matches]
        if before is None:
            break
    assert pks == sorted(Match.objects.values_list("pk", flat=True), reverse=True)


def test_a_page_costs_the_same_however_many_matches_there_are(alice, django_assert_max_num_queries):
    match = finished("all-fours", alice).match
    copies(match, 30)
    with django_assert_max_num_queries(3):
        page(alice, Filters())


def test_it_finds_by_game_person_result_and_date(alice):
    bob = person("bob")
    lost = finished("all-fours", alice, bob).match
    won = finished("winner", alice).match
    going = finished("winner", alice, bob).match
    end(lost, 1)
    end(won, 0)
    assert match_pks(alice) == [going.pk, won.pk, lost.pk]
    assert match_pks(alice, game="winner") == [going.pk, won.pk]
    assert match_pks(alice, person="Bob") == [going.pk, lost.pk]
    assert match_pks(alice, result="won") == [won.pk]
    assert match_pks(alice, result="lost") == [lost.pk]
    assert match_pks(alice, result="open") == [going.pk]
    assert match_pks(bob, result="won") == [lost.pk]
    assert match_pks(alice, person="Nobody") == []
    today = timezone.localdate()
    assert len(match_pks(alice, since=today, until=today)) == 3
    assert match_pks(alice, until=today - timedelta(days=1)) == []
    assert match_pks(alice, since=today + timedelta(days=1)) == []


@pytest.mark.parametrize(
    ("zone", "day"),
    [
        ("", 21),
        ("Asia/Shanghai", 22),
        ("America/New_York", 21),
        ("Asia/Calcutta", 22),
        ("Nowhere/At_all", 21),
        ("../zone", 21),
    ],
)
def test_a_day_begins_where_its_reader_is(client, alice, zone, day):
    match = finished("all-fours", alice).match
    Match.objects.update(started_at=datetime(2026, 11, 21, 20, tzinfo=UTC))
    client.force_login(alice)
    for date in (20, 21, 22, 23):
        days = {"since": f"2026-11-{date}", "until": f"2026-11-{date}", "zone": zone}
        shown = client.get(reverse("history"), days).content.decode()
        assert (reverse("match-record", args=[match.pk]) in shown) is (date == day)


def test_the_scores_are_the_standing_after_each_hand(alice):
    hand = finished("winner", alice)
    match = page(alice, Filters())[0][0]
    assert match.scores == (tuple(hand.result["points"]),)
    assert match.final == tuple(hand.result["points"])


def test_a_score_below_nothing_has_a_minus_as_at_the_table(client, alice):
    hand = finished("winner", alice)
    Hand.objects.filter(pk=hand.pk).update(result=hand.result | {"points": [-4, 3, 21, -20]})
    client.force_login(alice)
    assert '<b class="told num">−4 : 3 : 21 : −20</b>' in client.get(reverse("history")).content.decode()


def test_the_page_links_finished_hands_and_not_the_one_in_play(client, alice):
    hand = finished("all-fours", alice)
    live = Hand.objects.create(match=hand.match, number=2, context={}, deck=[])
    client.force_login(alice)
    shown = client.get(reverse("history")).content.decode()
    assert reverse("replay-hand", args=[hand.pk]) in shown
    assert reverse("replay-hand", args=[live.pk]) not in shown


@pytest.mark.parametrize(
    "query",
    [
        {"before": "x"},
        {"before": "9" * 40},
        {"since": "2026-13-77"},
        {"until": "9999-12-31"},
        {"game": "poker"},
        {"result": "drawn"},
        {"person": "\u200b" * 99},
        {"person": "'; drop table"},
    ],
)
def test_nonsense_asks_for_nothing(client, alice, query):
    client.force_login(alice)
    assert client.get(reverse("history"), query).status_code == 200


def test_somebody_without_an_account_is_shown_the_way_to_the_games(client):
    assert "No matches yet" in client.get(reverse("history")).content.decode()


def test_others_matches_are_not_mine(alice):
    finished("all-fours", alice)
    assert match_pks(person("bob")) == []


def test_the_form_shows_what_was_searched_for(client, alice):
    client.force_login(alice)
    searched = {"game": "winner", "person": "Bob", "result": "won", "since": "2026-01-02", "until": "2026-01-03"}
    page = client.get(reverse("history"), searched).content.decode()
    assert '<option value="winner" selected>' in page and '<option value="won" selected>' in page
    for name in ("person", "since", "until"):
        assert re.search(rf'name="{name}"[^>]* value="{searched[name]}"', page), name
