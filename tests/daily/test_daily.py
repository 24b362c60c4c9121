"""The deal of the day: settled ahead, begun once, played at a sealed table, counted once."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core.cache import cache
from django.urls import reverse
from django.utils import timezone

from cardsite.celery import app
from games.accounts.services import make_guest
from games.community import account_deletion, data_export, ratings
from games.community.models import Rating
from games.daily import results, services, tasks
from games.daily.models import Attempt, Deal, Streak, Tally
from games.matches.models import Entry, Hand
from games.rooms.models import Seat
from games.rules import proof
from games.rules.registry import GAMES
from tests.daily.play import begun, played
from tests.matches.tables import move_on, person
from tests.replays.hands import finish, play_out
from tests.statements import statements_of_page

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_once")]


@pytest.mark.parametrize("game", GAMES)
def test_each_game_is_played_to_a_result(game, client):
    alice = person("alice")
    client.force_login(alice)
    assert client.get(reverse("daily-game", args=[game])).status_code == 200
    attempt = played(alice, game)
    assert attempt.ranked and attempt.score is not None
    page = client.get(reverse("daily-game", args=[game])).content.decode()
    hand = Hand.objects.get(match=attempt.match)
    assert reverse("replay-hand", args=[hand.pk]) in page
    # table and replay show one hand, not the first of a match
    for address in (reverse("table", args=[attempt.match.room.code]), reverse("replay-step", args=[hand.pk, 0])):
        shown = client.get(address)
        assert shown.status_code == 200 and ">1</b>/" not in shown.content.decode()
    replay = client.get(reverse("replay-hand", args=[hand.pk]), follow=True)
    assert f"<title>Replay: Deal of the day: {GAMES[game].name} · " in replay.content.decode()
    assert client.get(reverse("daily")).status_code == 200


def test_deals_are_settled_the_day_before_and_open_as_promised():
    services.prepare()
    tomorrow = services.today() + timedelta(days=1)
    promised = dict(Deal.objects.filter(day=tomorrow).values_list("game", "commitment"))
    assert promised.keys() == GAMES.keys()
    services.prepare()
    for deal in Deal.objects.filter(day=tomorrow):
        assert deal.commitment == promised[deal.game] == proof.commitment(bytes(deal.salt), deal.deck)


def test_the_page_shows_what_fixes_the_deal_of_today_and_that_of_tomorrow(client, time_machine):
    """So whoever looked the day before knows the number."""
    page = client.get(reverse("daily-game", args=["winner"])).content.decode()
    today = services.today()
    promised = [Deal.objects.get(day=today + timedelta(days=days), game="winner").commitment for days in (0, 1)]
    assert all(commitment in page for commitment in promised)
    assert "It was fixed today, because the site was not running before." in page
    time_machine.move_to(timezone.now() + timedelta(days=1))
    page = client.get(reverse("daily-game", args=["winner"])).content.decode()
    assert promised[1] in page and "It has stood here since the day before." in page


def test_times_are_told_so_that_the_browser_can_tell_them_in_the_readers_zone(client):
    ends = f'<time datetime="{services.next_at(services.today()).isoformat()}">'
    late = f'<time datetime="{services.over_at(services.today()).isoformat()}">'
    before = client.get(reverse("daily-game", args=["winner"])).content.decode()
    assert before.count(ends) == 2 and late in before and "midnight UTC</time>" in before
    assert ends in client.get(reverse("daily")).content.decode()
    alice = person("alice")
    client.force_login(alice)
    played(alice, "winner")
    assert ends in client.get(reverse("daily-game", args=["winner"])).content.decode()


def test_the_hand_that_is_played_opens_the_commitment_and_its_shuffle(client):
    alice = person("alice")
    client.force_login(alice)
    attempt = played(alice, "winner")
    hand = Hand.objects.get(match=attempt.match)
    line = client.get(reverse("replay-deal", args=[hand.pk])).json()
    assert line["commitment"] == attempt.deal.commitment
    assert proof.holds(line, hand.deck)


@pytest.mark.parametrize("game", ["winner", "eighty", "all-fours", "pitch"])
def test_the_same_plays_are_answered_alike_at_every_table(game):
    plays = []
    for name in ("alice", "bob"):
        attempt = begun(person(name), game)
        play_out(Hand.objects.select_related("match__room").get(match=attempt.match))
        plays.append(list(Entry.objects.filter(hand__match=attempt.match).order_by("seq").values_list("action", "by")))
    assert plays[0] == plays[1]


def test_a_result_is_counted_once_however_often_it_is_asked_for():
    attempt = played(person("alice"), "winner")
    for _ in range(3):
        services.count()
        assert not services.finish(attempt.pk)
    assert list(Tally.objects.values_list("score", "count")) == [(attempt.score, 1)]


def test_whoever_asks_for_the_results_before_the_hand_is_scored_finds_them(client):
    """Under load the scoring of the hand came after the press: the page offered to play a deal that was over."""
    alice = person("alice")
    client.force_login(alice)
    attempt = begun(alice, "winner")
    hand = Hand.objects.select_related("match__room").get(match=attempt.match)
    finish(hand, score=False)
    assert Hand.objects.get(pk=hand.pk).scored_at is None
    assert 'id="own"' in client.get(reverse("daily-game", args=["winner"])).content.decode()


def test_no_deal_that_is_over_is_offered_to_go_on_with_among_all_games(client):
    alice = person("alice")
    client.force_login(alice)
    hand = Hand.objects.select_related("match__room").get(match=begun(alice, "winner").match)
    finish(hand, score=False)
    page = client.get(reverse("daily")).content.decode()
    assert "Go on" not in page and page.count("Results") == 1


def test_a_look_at_deals_that_are_being_played_writes_nothing_and_asks_the_same_of_each(client):
    """Each look took two write transactions, which on SQLite wait for all others."""
    alice = person("alice")
    client.force_login(alice)

    counts = []
    for game in ("winner", "pitch", "all-fours"):
        match = begun(alice, game).match
        for _ in range(3):
            move_on(match)
        Hand.objects.filter(match=match).update(due_at=timezone.now())  # an AI player is to act: most is asked then
        addresses = reverse("daily-game", args=[game]), reverse("daily")
        pages = [statements_of_page(client, address) for address in addresses]
        assert not [sql for page in pages for sql in page if not sql.startswith("SELECT") or "FOR UPDATE" in sql]
        counts.append([len(page) for page in pages])
    assert counts[0] == counts[1] == counts[2]


def test_a_guest_has_a_result_and_no_rank_even_once_they_have_signed_up():
    guest = make_guest()
    attempt = begun(guest, "winner")
    guest.is_guest = False
    guest.save()
    finish(Hand.objects.select_related("match__room").get(match=attempt.match))
    attempt = services.attempt_of(attempt.deal, guest)
    assert attempt.finished_at and not attempt.ranked
    assert not Tally.objects.exists()


def test_whoever_comes_back_finds_the_table_they_left():
    alice = person("alice")
    first, second = begun(alice, "winner"), begun(alice, "winner")
    assert first.match_id == second.match_id


def test_nobody_has_the_house_play_theirs_by_staying_away(client):
    alice = person("alice")
    room = begun(alice, "winner").match.room
    client.force_login(alice)
    Seat.objects.filter(room=room, user=alice).update(seen_at=timezone.now() - timedelta(days=1))
    client.post(reverse("seat", args=[room.code]), {"do": f"stand-in {services.SEAT}"})
    assert not Seat.objects.get(room=room, user=alice).autoplay


def test_a_bidding_that_has_begun_is_not_answered_anew(monkeypatch):
    alice, day = person("alice"), services.today()
    for later in range(60):
        monkeypatch.setattr(services, "today", lambda later=later: day + timedelta(days=later))
        deal = services.deal_of("eighty", services.today())
        if not isinstance(outcome := services.begin(deal, alice), Attempt):
            break
    assert outcome.choices
    services.begin(deal, alice, ["-"])
    assert Attempt.objects.get(deal=deal).answers == ["-"]
    services.begin(deal, alice, [services.bidding.written(outcome.choices[0])])
    assert Attempt.objects.get(deal=deal).answers[0] == "-"


@pytest.mark.parametrize(("gap", "days"), [(0, 1), (1, 2), (2, 2), (3, 1)])
def test_a_streak_forgives_one_day_and_not_two(gap, days):
    alice, day = person("alice"), services.today()
    services._go_on(alice.pk, day)
    services._go_on(alice.pk, day + timedelta(days=gap))
    assert Streak.objects.get(user=alice).days == days


@pytest.mark.parametrize(
    ("order", "days"),
    [((0, 1, 3, 4), 4), ((0, 1, 4, 3), 4), ((0, 3, 4, 1), 4), ((4, 3, 1, 0), 4), ((0, 3, 4), 2), ((0, 4, 3), 2)],
)
def test_a_streak_does_not_depend_on_the_order_in_which_its_deals_are_finished(order, days):
    alice, first = person("alice"), services.today()
    services.prepare(first + timedelta(days=number) for number in order)
    for number in order:
        day = first + timedelta(days=number)
        deal = Deal.objects.get(game="winner", day=day)
        Attempt.objects.create(deal=deal, user=alice, finished_at=services.over_at(day))
        services._go_on(alice.pk, day)
    streak = Streak.objects.get(user=alice)
    assert (streak.days, streak.longest, streak.last) == (days, days, first + timedelta(days=4))


def test_a_deal_finished_too_late_or_not_at_all_is_in_no_streak():
    alice, last = person("alice"), services.today()
    days = [last - timedelta(days=number) for number in range(4)]
    services.prepare(days)
    late = timedelta(seconds=1)
    for day, finished in zip(days, (services.over_at(last), services.over_at(days[1]), None, None), strict=True):
        Attempt.objects.create(deal=Deal.objects.get(game="winner", day=day), user=alice, finished_at=finished)
    Attempt.objects.filter(deal__day=days[3]).update(finished_at=services.over_at(days[3]) + late)
    services._go_on(alice.pk, last)
    services._go_on(alice.pk, days[1])
    assert Streak.objects.get(user=alice).days == 2


def test_a_hand_finished_after_its_time_has_no_rank():
    alice = person("alice")
    attempt = begun(alice, "winner")
    Deal.objects.filter(pk=attempt.deal_id).update(day=services.today() - timedelta(days=3))
    finish(Hand.objects.select_related("match__room").get(match=attempt.match))
    services.count()
    attempt.refresh_from_db()
    assert attempt.finished_at and not attempt.ranked and not Streak.objects.exists()


def test_the_history_says_deal_of_the_day_and_neither_won_nor_lost(client):
    alice = person("alice")
    client.force_login(alice)
    attempt = played(alice, "winner")
    hand = reverse("replay-hand", args=[Hand.objects.get(match=attempt.match).pk])
    page = client.get(reverse("history")).content.decode()
    assert hand in page
    assert ">Deal of the day<" in page
    for result in ("won", "lost", "open"):
        assert hand not in client.get(reverse("history"), {"result": result}).content.decode()


def test_nothing_is_rated_and_no_figure_of_the_profile_changes(client):
    alice = person("alice")
    played(alice, "winner")
    ratings.rate_waiting()
    assert not Rating.objects.exists()
    client.force_login(alice)
    assert client.get(reverse("me")).status_code == 200


def test_who_deletes_their_account_takes_results_and_streak_along():
    alice = person("alice")
    attempt = played(alice, "winner")
    data = data_export.export(alice)
    assert data["daily.Attempt.user"][0]["score"] == attempt.score
    assert data["daily.Streak.user"][0]["days"] == 1
    account_deletion.delete_account(alice)
    assert not results.best(attempt.deal, None)
    account_deletion.erase_account(alice)
    assert not Attempt.objects.exists() and not Streak.objects.exists()
    assert Tally.objects.get().count == 1


def test_trumps_are_made_on_a_page_before_the_table_opens(client, monkeypatch):
    client.force_login(person("alice"))
    day = services.today()
    for later in range(60):
        monkeypatch.setattr(services, "today", lambda later=later: day + timedelta(days=later))
        form = {"day": services.today().isoformat()}
        answer = client.post(reverse("daily-game", args=["forty"]), form)
        if answer.status_code == 200:
            break
        cache.clear()  # a day has passed since the last table was opened
    passes = []
    while answer.status_code == 200:
        assert b"Making trumps" in answer.content
        passes.append("-")
        answer = client.post(reverse("daily-game", args=["forty"]), form | {"bid": passes})
        assert len(passes) < 10
    attempt = Attempt.objects.latest("pk")
    assert answer["Location"] == reverse("table", args=[attempt.match.room.code])
    assert attempt.answers == passes
    assert client.get(answer["Location"]).status_code == 200


def test_yesterdays_page_begins_no_deal_of_today(client):
    """Whoever presses a button of a page that was drawn before midnight sees the new deal first."""
    client.force_login(person("alice"))
    answer = client.post(reverse("daily-game", args=["winner"]), {"day": "2020-01-01"})
    assert answer["Location"] == reverse("daily-game", args=["winner"])
    assert not Attempt.objects.exists()


def test_of_two_that_settle_a_deal_at_once_one_does(monkeypatch):
    """The second looked before the first had written: what was promised stays."""
    day = services.today()
    make_deal = services._new_deal

    def overtaken(day, game):
        monkeypatch.setattr(services, "_new_deal", make_deal)
        services.prepare([day])
        return make_deal(day, game)

    monkeypatch.setattr(services, "_new_deal", overtaken)
    services.prepare([day])
    promised = list(Deal.objects.order_by("pk").values_list("game", "commitment"))
    assert len(promised) == len(GAMES)
    services.prepare([day])
    assert list(Deal.objects.order_by("pk").values_list("game", "commitment")) == promised


def test_the_tasks_go_by_the_names_that_they_are_sent_by():
    sent = {"games.daily.tasks.prepare", "games.daily.tasks.count", "games.daily.tasks.play"}
    assert sent <= set(app.tasks)
    tasks.prepare()
    assert Deal.objects.count() == 2 * len(GAMES)
