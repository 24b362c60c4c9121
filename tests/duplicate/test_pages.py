"""The pages of duplicate: held by a form, entered and played from the event's page, results told."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse

from games.accounts.friends import block
from games.accounts.models import User
from games.clubs import services as clubs
from games.clubs.models import Membership
from games.community.moderation import Action, decide
from games.duplicate import counting, limits, rounds, services, standings
from games.duplicate.models import Event, Score
from games.matches.models import Hand, Match
from games.matches.services import MOST_MISSED
from games.rooms.models import USUAL_CLOCK, RuleSet
from tests.community.moderating import moderator, reported
from tests.duplicate.events import a_set, a_tournament, begin, page_of, play_deal, play_set, play_table
from tests.matches.tables import person
from tests.replays.hands import finish
from tests.sessions import signed_in
from tests.statements import statements_of_page

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_once")]
SET = {"rules": "preset winner 54", "form": "set", "kind": "alone", "deals": "16", "days": "3"}
ROUNDS = SET | {
    "rules": "preset forty today",
    "form": "swiss",
    "kind": "pair",
    "scale": "imps",
    "begins": "60",
    "rounds": "4",
    "boards": "4",
    "minutes": "30",
    "listed": "on",
}


@pytest.fixture
def client(alice):
    return signed_in(alice)


def test_a_set_is_held_by_a_form_with_the_rules_that_were_chosen(client, alice):
    answer = client.post(reverse("duplicate-hold"), SET | {"name": "Sunday set"})
    event = Event.objects.get()
    assert answer.url == reverse("duplicate-event", args=[event.slug])
    assert (event.host, event.name, event.deals.count()) == (alice, "Sunday set", 16)
    assert client.get(answer.url).status_code == 200


def test_the_time_when_one_begins_or_ends_is_told_for_the_browser_to_change(client):
    for event in (a_set(), a_tournament()):
        at = event.ends_at or event.starts_at
        shown = client.get(reverse("duplicate-event", args=[event.slug])).content.decode()
        assert f'<time datetime="{at.isoformat()}">' in shown and "UTC</time>." in shown


def test_whoever_looks_has_what_they_played_counted_if_the_task_was_lost(client, alice):
    event = a_set(deals=8)
    services.enter(event, alice)
    play_deal(services.sit_down(event, alice))
    assert not Score.objects.exists()
    client.get(reverse("duplicate-event", args=[event.slug]))
    assert Score.objects.get().contestant == services.contestant_of(event, alice)


def test_the_open_pages_of_a_table_look_again_once_its_deal_is_counted(
    alice, monkeypatch, django_capture_on_commit_callbacks
):
    event, refreshed = a_set(deals=8), []
    services.enter(event, alice)
    play_deal(services.sit_down(event, alice))
    monkeypatch.setattr(counting.notifications, "refresh_pages", refreshed.append)
    with django_capture_on_commit_callbacks(execute=True):
        counting.count()
    assert refreshed == [alice.pk]


def test_a_tournament_is_held_by_a_form_and_found_by_others(client):
    client.post(reverse("duplicate-hold"), ROUNDS)
    event = Event.objects.get()
    assert (event.form, event.kind, event.scale, event.rounds, event.boards) == ("swiss", "pair", "imps", 4, 4)
    assert reverse("duplicate-event", args=[event.slug]) in Client().get(reverse("duplicate")).content.decode()


@pytest.mark.parametrize("form", [SET, {name: value for name, value in ROUNDS.items() if name != "listed"}])
def test_what_is_not_listed_is_found_by_its_link_alone(client, form):
    client.post(reverse("duplicate-hold"), form)
    page = reverse("duplicate-event", args=[Event.objects.get().slug])
    other = signed_in(person("bob"))
    assert page not in other.get(reverse("duplicate")).content.decode()
    assert other.get(page).status_code == 200
    other.post(f"{page}enter/")
    assert page in other.get(reverse("duplicate")).content.decode()


@pytest.mark.parametrize("form", [SET, ROUNDS])
def test_whoever_holds_an_event_finds_its_link_to_send_while_one_may_enter(client, form):
    client.post(reverse("duplicate-hold"), form)
    event = Event.objects.get()
    page = reverse("duplicate-event", args=[event.slug])
    text = client.get(page).content.decode()
    assert f'value="http://testserver{page}"' in text and f'data-copy="{page}"' in text
    assert "data-copy" not in Client().get(page).content.decode()
    Event.objects.update(phase=Event.Phase.OVER)
    assert "data-copy" not in client.get(page).content.decode()


def test_the_event_of_a_club_has_no_link_to_send(client, alice):
    club = clubs.make(alice, "The Four Winds")
    client.post(reverse("duplicate-hold"), SET | {"club": club.slug})
    assert "data-copy" not in client.get(reverse("duplicate-event", args=[Event.objects.get().slug])).content.decode()


@pytest.mark.parametrize(
    "wrong",
    [
        {"rules": "preset nosuch 54"},
        {"rules": "kept NOSUCH"},
        {"form": "cup"},
        {"kind": "pair"},
        {"deals": "5000"},
        {"days": "x"},
        {"name": "\u202e"},
        {"club": "nosuch"},
    ],
)
def test_what_cannot_be_held_is_said_and_nothing_is(client, wrong):
    answer = client.post(reverse("duplicate-hold"), SET | wrong)
    assert answer.status_code == 422
    assert 'role="alert"' in answer.content.decode()
    assert not Event.objects.exists()


def test_a_game_is_offered_only_in_ways_that_it_can_be_played_in_and_a_refusal_says_which_it_was(client):
    shown = client.get(reverse("duplicate-hold")).content.decode()
    assert 'value="preset winner 54" data-kinds="alone" data-forms="set swiss"' in shown
    assert 'value="preset forty today" data-kinds="alone pair team" data-forms="set swiss robin"' in shown
    for wrong, told in (
        ({"kind": "pair"}, "That game can’t be played in pairs"),
        ({"kind": "team"}, "That game can’t be played in teams"),
        (ROUNDS | SET | {"form": "robin"}, "not everyone can meet: choose Swiss rounds."),
    ):
        assert told in client.post(reverse("duplicate-hold"), SET | wrong).content.decode()


def test_a_club_s_event_is_there_for_its_members_alone(client, alice):
    club = clubs.make(alice, "The Four Winds")
    client.post(reverse("duplicate-hold"), SET | {"club": club.slug, "weekly": "on"})
    event = Event.objects.get()
    page = reverse("duplicate-event", args=[event.slug])
    assert page in client.get(reverse("duplicate-club", args=[club.slug])).content.decode()
    stranger = signed_in(person("bob"))
    assert stranger.get(page).status_code == 404
    assert event.slug not in stranger.get(reverse("duplicate")).content.decode()


@pytest.mark.parametrize("shut", ["blocked", "out of the club"])
def test_whoever_has_entered_finds_their_event_whatever_its_host_does(client, alice, shut):
    host, stranger = person("bob"), Client()
    club = clubs.make(host, "The Four Winds")
    stranger.force_login(person("carol"))
    membership = Membership.objects.create(club=club, user=alice)
    event = a_set("all-fours", host=host, club=club if shut == "out of the club" else None)
    page, sit = (reverse(f"duplicate-{name}", args=[event.slug]) for name in ("event", "sit"))
    services.enter(event, alice)
    play_deal(services.sit_down(event, alice))
    if shut == "blocked":
        block(host, alice)
        block(host, User.objects.get(username="carol"))
    else:
        membership.delete()
    assert client.get(page).status_code == 200
    assert client.post(sit).url.startswith("/t")
    assert stranger.get(page).status_code == 404


def test_whoever_is_out_of_a_club_reads_in_its_tournament_neither_its_name_nor_who_enters(alice):
    host = person("bob")
    club = clubs.make(host, "The Four Winds")
    membership = Membership.objects.create(club=club, user=alice)
    Membership.objects.create(club=club, user=person("carol"))
    event = a_tournament(host=host, club=club)
    for name in ("alice", "carol"):
        services.enter(event, User.objects.get(username=name))
    address = reverse("club", args=[club.slug])
    page = page_of(event, alice)
    assert "The Four Winds" in page and address in page and "Carol" in page
    membership.delete()
    page = page_of(event, alice)
    assert "The Four Winds" not in page and address not in page and "Carol" not in page
    assert "1 has entered" in page and "You are in." in page
    begin(event)
    page = page_of(event, alice)
    assert "The Four Winds" not in page and "Carol" in page


def test_nobody_reads_among_the_entrants_with_whom_there_is_a_block(client, alice):
    event = a_tournament()
    for user in (alice, person("bob"), person("carol")):
        services.enter(event, user)
    block(User.objects.get(username="bob"), alice)
    page = client.get(reverse("duplicate-event", args=[event.slug])).content.decode()
    assert "Carol" in page and "Bob" not in page


def test_whoever_calls_off_what_has_begun_reads_why_not(client, alice):
    event = a_set("all-fours", host=alice)
    services.enter(event, bob := person("bob"))
    services.sit_down(event, bob)
    page = client.post(reverse("duplicate-off", args=[event.slug]), follow=True).content.decode()
    assert "Somebody has started to play, so it can no longer be called off." in page


def test_the_form_and_the_event_say_how_many_deals_there_are_where_the_sides_do_not_divide_them(client, alice):
    form = client.get(reverse("duplicate-hold")).content.decode()
    for players, few, many in ((3, 9, 18), (5, 10, 20), (6, 12, 18), (7, 14, 21)):
        assert f"{players} players: {few} or {many} deals" in form
    assert "4 players" not in form
    rules = RuleSet.objects.create(owner=alice, code="THREES", game="winner", name="Three", options={"players": 3})
    client.post(reverse("duplicate-hold"), SET | {"rules": f"kept {rules.code}", "deals": "8"})
    event = Event.objects.get()
    assert event.deals.count() == 9
    assert "9 deals, the same for everybody" in page_of(event, alice)


def test_what_was_typed_stays_when_somebody_has_held_too_many(client):
    wrong, right = SET | {"deals": "5000"}, SET | {"name": "Sunday set", "days": "14"}
    hold = reverse("duplicate-hold")
    for _ in range(limits.HELD.most + 1):
        assert client.post(hold, wrong).status_code == 422
    for _ in range(limits.HELD.most):
        assert client.post(hold, right).status_code == 302
    answer = client.post(hold, right)
    page = answer.content.decode()
    assert answer.status_code == 429 and answer["Retry-After"]
    assert 'value="Sunday set"' in page and '<option value="14" selected>' in page and 'role="alert"' in page
    assert Event.objects.count() == limits.HELD.most


def test_a_round_robin_of_a_game_for_more_than_two_sides_is_refused_and_does_not_count(client):
    wrong = ROUNDS | {"rules": "preset winner 54", "kind": "alone", "form": "robin"}
    for _ in range(limits.HELD.most + 1):
        assert client.post(reverse("duplicate-hold"), wrong).status_code == 422


def test_one_enters_sits_down_and_comes_back_from_the_last_deal(client, alice):
    event = a_set("all-fours")
    page = reverse("duplicate-event", args=[event.slug])
    client.post(reverse("duplicate-enter", args=[event.slug]))
    table = client.post(reverse("duplicate-sit", args=[event.slug])).url
    code = table.strip("/").rpartition("/")[2]
    assert "Deal 1/4 · " in client.get(table).content.decode()
    assert client.get(reverse("duplicate-table", args=[code])).url == page


@pytest.mark.parametrize("came", ["from the table", "by the page's own address"])
def test_the_page_of_an_event_counts_a_deal_that_was_played_a_moment_ago(client, alice, came):
    event = a_set("all-fours")
    services.enter(event, alice)
    room = services.sit_down(event, alice)
    hand = Hand.objects.select_related("match__room").get(match__room=room)
    finish(hand, score=False)
    page, table = reverse("duplicate-event", args=[event.slug]), reverse("duplicate-table", args=[room.code])
    client.get(table if came == "from the table" else page, follow=True)
    assert Hand.objects.get(pk=hand.pk).scored_at is not None
    assert Score.objects.filter(match=hand.match_id).exists()


def test_the_results_say_what_each_deal_was_worth_and_who_stands_where(client, alice):
    event = a_set("all-fours")
    for user, seed in ((alice, 3), (person("bob"), 4)):
        services.enter(event, user)
        play_set(event, user, seed)
    counting.play_for_the_house()
    standings.rank(event)
    text = client.get(reverse("duplicate-event", args=[event.slug])).content.decode()
    assert text.count("/replay") >= 4 or text.count("/hands/") >= 4
    assert "Bob" in text
    deal = client.get(reverse("duplicate-deal", args=[event.slug, 1])).content.decode()
    assert "The house" in deal
    assert "Bob" in deal


@pytest.mark.any_database
def test_the_page_of_an_event_costs_the_same_however_many_have_played(client, alice):
    event = a_set("all-fours")
    services.enter(event, alice)
    play_set(event, alice)
    page = reverse("duplicate-event", args=[event.slug])

    standings.rank(event)
    few = len(statements_of_page(client, page))
    for number in range(3):
        other = person(f"p{number}")
        services.enter(event, other)
        play_set(event, other, seed=number)
    standings.rank(event)
    assert len(statements_of_page(client, page)) == few


def test_partners_come_by_a_link(client, alice):
    event = a_set("forty", "pair", "matchpoints")
    client.post(reverse("duplicate-enter", args=[event.slug]))
    link = reverse("duplicate-join", args=[event.slug, services.contestant_of(event, alice).key])
    assert link in client.get(reverse("duplicate-event", args=[event.slug])).content.decode()
    bob = signed_in(person("bob"))
    assert "Alice" in bob.get(link).content.decode()
    bob.post(link)
    bob.post(reverse("duplicate-sit", args=[event.slug]))
    waiting = client.get(reverse("duplicate-event", args=[event.slug])).content.decode()
    assert "Bob is here and waits for you." in waiting
    table = client.post(reverse("duplicate-sit", args=[event.slug])).url
    assert bob.get(table).status_code == 200
    assert Match.objects.filter(room__sitting__event=event).count() == 1


def test_half_a_team_that_has_played_its_deals_waits_for_the_other_half(client, alice):
    event, bob = a_set("all-fours", "team", "imps"), person("bob")
    services.join(services.enter(event, alice), bob)
    page, sit = (reverse(f"duplicate-{name}", args=[event.slug]) for name in ("event", "sit"))
    play_table(services.sit_down(event, alice))
    text = client.get(page).content.decode()
    assert "once the other half of your team has played" in text and sit not in text
    other = signed_in(bob)
    text = other.get(page).content.decode()
    assert "0 of 4 deals played" in text and sit in text
    play_table(services.sit_down(event, bob))
    assert "You have played all deals." in client.get(page).content.decode()


@pytest.mark.parametrize(("language", "seconds"), [("en", "%d seconds"), ("zh-hans", "%d 秒")])
def test_the_rules_for_who_is_late_or_away_say_what_is_done(client, alice, language, seconds):
    alice.language = language
    alice.save()
    rules = client.get(reverse("duplicate-how")).content.decode().partition('id="late"')[2].partition("</section>")[0]
    numbers = [rounds.COMING.seconds, USUAL_CLOCK, rounds.RESULT.seconds]
    assert all(seconds % number in rules for number in numbers)
    assert timedelta(hours=2) == services.GRACE and ("two more hours" in rules or "两小时" in rules)
    assert MOST_MISSED == 3 and ("three missed turns" in rules or "连着三手" in rules)


def test_who_has_entered_a_tournament_is_listed_until_there_are_results(client, alice):
    event = a_tournament()
    for user in (alice, person("bob")):
        services.enter(event, user)
    page = reverse("duplicate-event", args=[event.slug])
    assert "2 have entered" in client.get(page).content.decode()
    for _ in range(4):
        begin(event)
    assert event.is_over
    text = client.get(page).content.decode()
    assert "Results" in text
    assert "Bob" in text


def test_the_names_of_whoever_is_muted_go_and_they_give_no_others(client, alice):
    a_set(host=alice, name="You are all fools")
    decide(moderator(), reported(person("bob"), alice), Action.MUTE, "words", days=1)
    assert Event.objects.get().name == ""
    Event.objects.all().delete()
    assert client.post(reverse("duplicate-hold"), SET | {"name": "You are all fools"}).status_code == 422
    assert not Event.objects.exists()
    assert client.post(reverse("duplicate-hold"), SET).status_code == 302


@pytest.mark.parametrize("make_event", [a_set, a_tournament])
def test_a_table_whose_time_is_over_says_so_and_leads_to_the_results(client, alice, make_event):
    event = make_event("all-fours")
    for user in (alice, person("bob")):
        services.enter(event, user)
    if event.is_set:
        services.sit_down(event, alice)
    else:
        begin(event)
    room = Match.objects.get(room__seats__user=alice).room
    begin(event)
    page = client.get(reverse("table", args=[room.code])).content.decode()
    assert "The time for this table is over." in page
    assert reverse("duplicate-table", args=[room.code]) in page
    assert room.code not in client.get(reverse("home")).content.decode()
