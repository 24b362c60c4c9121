"""Claiming the rest of a hand: who is asked, who may refuse, and how it is played out."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from games.community.rating_rules import why_match_unrated
from games.foundation.process_cache import clear_caches
from games.matches import consent, downtime, fold, rest_claims, services, turns, undo
from games.matches.claim_state import Kind, Stands, claim_of
from games.matches.models import Entry, Hand, Match, Player, Pulse
from games.rooms.models import Seat
from games.rules import record
from games.rules.cards import cards
from games.rules.registry import GAMES
from games.rules.shengji.view import winners_of
from tests.matches.claimed import NOT_SURE, staged, sure_hand
from tests.matches.tables import house, move, person, state_of

pytestmark = [pytest.mark.django_db, pytest.mark.any_database, pytest.mark.usefixtures("at_once")]


def claim(hand, seat=0, **changed):
    rest_claims.claim_rest(hand.pk, seat, **{"seq": hand.version} | changed)


def answers(answer, hand, seat, kind=Kind.CLAIM, asker=0):
    """Answer what ``asker`` asks for."""
    answer(hand.pk, seat, kind, asker)


def winners(state):
    """Who won each finished trick, in any game."""
    return winners_of(state) if hasattr(state, "plays") else [trick.winner for trick in state.tricks]


def stands(hand):
    return claim_of(Hand.objects.get(pk=hand.pk)).stands


def time_passes(hand):
    """Let the ten seconds be over."""
    hand.refresh_from_db()
    over = claim_of(hand).written() | {"until": (timezone.now() - timedelta(seconds=1)).isoformat()}
    Hand.objects.filter(pk=hand.pk).update(claim=over, due_at=timezone.now())
    clear_caches()


def test_against_ai_players_alone_the_rest_is_played_at_once(alice):
    hand = sure_hand(alice, "policy")
    claim(hand)
    house()
    hand.refresh_from_db()
    assert hand.scored_at is not None
    played = Entry.objects.filter(hand=hand, action__do="play")
    assert played.count() == 12
    assert set(played.values_list("by", flat=True)) == {Entry.By.HOUSE}
    assert [trick.winner for trick in state_of(hand).tricks] == [0] * 6


def test_a_record_of_it_is_like_any_other(alice):
    hand = sure_hand(alice, "policy")
    claim(hand)
    house()
    folded = fold.fold(Hand.objects.select_related("match").get(pk=hand.pk))
    actions = [folded.read(entry.action) for entry in Entry.objects.filter(hand=hand)]
    written = record.write(folded.game, folded.setup, actions, folded.state.result)
    assert record.verify(written)["ok"]


def test_another_person_is_asked_for_ten_seconds_and_nobody_plays_meanwhile(alice, bob):
    hand = sure_hand(alice, bob)
    claim(hand)
    hand.refresh_from_db()
    assert stands(hand) == Stands.ASKED
    assert timedelta(seconds=9) < hand.due_at - timezone.now() <= rest_claims.OBJECTION_TIME
    turns.advance(hand.pk, hand.version)
    with pytest.raises(services.Stale):
        move(hand, 0, {"do": "play", "card": "AS"})
    assert state_of(hand).tricks == ()


def test_who_says_nothing_has_nothing_against_it(alice, bob):
    hand = sure_hand(alice, bob)
    claim(hand)
    time_passes(hand)
    house()
    assert len(state_of(hand).tricks) == 6


def test_who_agrees_ends_the_wait(alice, bob):
    hand = sure_hand(alice, bob)
    claim(hand)
    answers(rest_claims.agree, hand, 1)
    assert stands(hand) == Stands.AGREED
    house()
    assert state_of(hand).result is not None


def test_who_objects_has_the_hand_go_on_as_before(alice, bob):
    hand = sure_hand(alice, bob)
    Hand.objects.filter(pk=hand.pk).update(turn_at=timezone.now() - timedelta(minutes=1))
    claim(hand)
    answers(rest_claims.object_to, hand, 1)
    hand.refresh_from_db()
    assert stands(hand) == Stands.REFUSED
    assert hand.due_at is None
    assert timezone.now() - hand.turn_at < timedelta(seconds=30)
    move(hand, 0, {"do": "play", "card": "AS"})
    assert state_of(hand).trick == cards("AS")


def test_nobody_claims_twice_in_a_hand(alice, bob):
    hand = sure_hand(alice, bob)
    claim(hand)
    answers(rest_claims.object_to, hand, 1)
    with pytest.raises(rest_claims.NothingToClaim):
        claim(hand)


def test_a_press_twice_is_one_claim(alice, bob):
    hand = sure_hand(alice, bob)
    claim(hand)
    before = Hand.objects.get(pk=hand.pk).claim
    claim(hand)
    assert Hand.objects.get(pk=hand.pk).claim == before


@pytest.mark.parametrize("seat", [0, 2])
def test_only_who_is_asked_can_answer(alice, bob, seat):
    hand = sure_hand(alice, bob)
    claim(hand)
    for answer in (rest_claims.agree, rest_claims.object_to):
        with pytest.raises(services.Stale):
            answers(answer, hand, seat)


def test_nobody_can_answer_what_was_not_asked_or_is_agreed(alice, bob):
    hand = sure_hand(alice, bob)
    with pytest.raises(services.Stale):
        answers(rest_claims.object_to, hand, 1)
    claim(hand)
    answers(rest_claims.agree, hand, 1)
    with pytest.raises(services.Stale):
        answers(rest_claims.object_to, hand, 1)


def test_who_is_kept_by_the_house_is_not_asked(alice, bob):
    hand = sure_hand(alice, bob)
    Seat.objects.filter(room=hand.match.room, number=1).update(autoplay=True)
    claim(hand)
    assert stands(hand) == Stands.AGREED


def test_what_is_not_sure_cannot_be_claimed(alice, bob):
    hand = sure_hand(alice, bob, deal=NOT_SURE)
    with pytest.raises(rest_claims.NothingToClaim):
        claim(hand)
    assert Hand.objects.get(pk=hand.pk).claim is None


def test_who_is_not_on_lead_cannot_claim(alice, bob):
    with pytest.raises(rest_claims.NothingToClaim):
        claim(sure_hand(alice, bob), 1)


def test_a_claim_on_another_picture_is_late(alice, bob):
    hand = sure_hand(alice, bob)
    with pytest.raises(services.Stale):
        claim(hand, seq=hand.version - 1)


def test_killed_between_two_cards_it_is_played_on(alice):
    hand = sure_hand(alice, "policy")
    claim(hand)
    for _ in range(5):
        hand.refresh_from_db()
        assert [pk for pk, _seq, _at in turns.due_hands()] == [hand.pk]
        turns.advance(hand.pk, hand.version)
        turns.advance(hand.pk, hand.version)  # the same task once more
        clear_caches()
    assert len(state_of(hand).tricks) == 2
    house()
    assert len(state_of(hand).tricks) == 6


def test_time_to_object_that_nobody_could_use_is_given_back(alice, bob):
    hand = sure_hand(alice, bob)
    claim(hand)
    before = claim_of(Hand.objects.get(pk=hand.pk)).ends
    Pulse.objects.update_or_create(pk=1, defaults={"at": timezone.now() - timedelta(hours=1)})
    downtime.beat(booting=True)
    hand.refresh_from_db()
    assert claim_of(hand).ends - before >= timedelta(minutes=59)
    assert hand.due_at == claim_of(hand).ends


def test_a_hand_taken_back_has_no_claim(alice):
    hand = sure_hand(alice, "policy")
    hand.match.unrated = True
    hand.match.save()
    claim(hand)
    again = undo.take_back(hand.pk, 0, seq=hand.version, unrated=True)
    assert Hand.objects.get(pk=again.pk).claim is None
    with pytest.raises(services.Stale):
        rest_claims.claim_rest(hand.pk, 0, seq=hand.version)


@pytest.mark.parametrize("game", ["all-fours", "pitch", "california-jack", "forty", "eighty"])
def test_in_every_game_of_tricks_the_claimant_takes_them_all(alice, game):
    hand = staged(game, alice, *["policy"] * (GAMES[game].seats(GAMES[game].resolve({})) - 1))
    before = state_of(hand)
    claim(hand)
    house()
    after = state_of(hand)
    assert after.result is not None
    assert set(winners(after)[len(winners(before)) :]) == {0}


# --- a side gives up


@pytest.mark.parametrize("game", ["all-fours", "california-jack", "forty", "eighty"])
def test_who_gives_up_against_ai_players_loses_the_rest_at_once_by_the_moves_of_the_house(alice, game):
    hand = staged(game, alice, *["policy"] * (GAMES[game].seats(GAMES[game].resolve({})) - 1))
    first = hand.version
    rest_claims.concede(hand.pk, 0)
    house()
    hand.refresh_from_db()
    assert hand.scored_at is not None
    assert set(Entry.objects.filter(hand=hand, seq__gte=first).values_list("by", flat=True)) == {Entry.By.HOUSE}
    assert Player.objects.get(match=hand.match, seat=0).hands_missed == 0


def test_the_others_take_every_trick_that_can_be_lost(alice):
    hand = sure_hand("policy", alice)
    rest_claims.concede(hand.pk, 1)
    house()
    assert winners(state_of(hand)) == [0] * 6


def test_other_people_read_it_before_it_is_played(alice, bob):
    hand = sure_hand(alice, bob)
    rest_claims.concede(hand.pk, 1)
    hand.refresh_from_db()
    assert stands(hand) == Stands.AGREED
    assert timedelta(seconds=2) < hand.due_at - timezone.now() <= rest_claims.READING_TIME
    with pytest.raises(services.Stale):
        answers(rest_claims.object_to, hand, 0, Kind.CONCEDE, 1)
    time_passes(hand)
    house()
    assert winners(state_of(hand)) == [0] * 6


@pytest.fixture
def partners(alice, bob):
    """A hand of Forty in which Alice and Bob are partners, and Carol sits between them."""
    return staged("forty", alice, person("carol"), bob, "policy")


def test_a_partner_is_asked_and_nobody_else(partners):
    rest_claims.concede(partners.pk, 0)
    assert stands(partners) == Stands.ASKED
    with pytest.raises(services.Stale):
        answers(rest_claims.agree, partners, 1, Kind.CONCEDE)
    answers(rest_claims.agree, partners, 2, Kind.CONCEDE)
    time_passes(partners)
    house()
    assert state_of(partners).result is not None


def test_a_partner_who_says_nothing_has_not_agreed(partners):
    rest_claims.concede(partners.pk, 0)
    time_passes(partners)
    house()
    assert stands(partners) == Stands.REFUSED
    assert state_of(partners).result is None


def test_nobody_asks_a_partner_twice_in_a_hand(partners):
    rest_claims.concede(partners.pk, 0)
    answers(rest_claims.object_to, partners, 2, Kind.CONCEDE)
    with pytest.raises(rest_claims.NothingToClaim):
        rest_claims.concede(partners.pk, 0)
    rest_claims.concede(partners.pk, 2)
    assert stands(partners) == Stands.ASKED


@pytest.mark.parametrize("answer", [rest_claims.agree, rest_claims.object_to])
@pytest.mark.parametrize(("kind", "asker"), [(Kind.CLAIM, 0), (Kind.CONCEDE, 2), ("", 0), (None, None)])
def test_an_answer_to_another_request_answers_nothing(partners, answer, kind, asker):
    rest_claims.concede(partners.pk, 0)
    with pytest.raises(services.Stale):
        answer(partners.pk, 2, kind, asker)
    assert stands(partners) == Stands.ASKED


def test_killed_over_it_a_hand_given_up_is_played_on(alice):
    hand = sure_hand("policy", alice)
    rest_claims.concede(hand.pk, 1)
    for _ in range(6):
        hand.refresh_from_db()
        turns.advance(hand.pk, hand.version)
        turns.advance(hand.pk, hand.version)
        clear_caches()
    house()
    assert winners(state_of(hand)) == [0] * 6


def test_where_each_plays_alone_nobody_gives_up(alice):
    hand = staged("pitch", alice, "policy", "policy", "policy")
    with pytest.raises(rest_claims.NothingToClaim):
        rest_claims.concede(hand.pk, 0)


def test_a_match_given_up_is_lost(alice, bob):
    hand = sure_hand(alice, bob)
    Hand.objects.filter(pk=hand.pk).update(context={"dealer": 1, "scores": [9, 0]})
    clear_caches()
    rest_claims.concede(hand.pk, 1)
    time_passes(hand)
    house()
    match = Match.objects.get(pk=hand.match_id)
    assert match.winners == [0]
    assert why_match_unrated(match, list(match.players.select_related("user"))) == ""


def test_cards_that_all_have_seen_lie_open_after_a_move_taken_back_too(alice, bob):
    hand = staged("forty", alice, bob, "policy", "policy")
    claim(hand)
    answers(rest_claims.object_to, hand, 1)
    hand.refresh_from_db()
    consent.ask(hand.pk, 1, seq=hand.version, unrated=True)
    consent.agree(hand.pk, 0, seq=hand.version, unrated=True)
    again = claim_of(Hand.objects.get(pk=Hand.objects.get(pk=hand.pk).replaced_by_id))
    assert (again.stands, again.shown) == (Stands.REFUSED, (0,))


def test_one_thing_is_asked_of_the_others_at_a_time(alice, bob):
    """While a move taken back is asked about, the rest cannot be claimed, nor the other way round."""
    hand = staged("forty", alice, bob, "policy", "policy")
    seats = list(services.seats_of(hand.match.room).values())
    folded = fold.fold(hand)
    assert consent.may_ask(hand, seats, folded.view(1))
    assert rest_claims.may_claim(hand, folded.view(0), folded.game)
    consent.ask(hand.pk, 1, seq=hand.version, unrated=True)
    hand.refresh_from_db()
    assert not rest_claims.may_claim(hand, folded.view(0), folded.game)
    consent.refuse(hand.pk, 0, seq=hand.version, unrated=True)
    claim(hand)
    hand.refresh_from_db()
    assert not consent.may_ask(hand, seats, folded.view(1))
