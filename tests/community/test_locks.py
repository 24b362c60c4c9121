"""What ending a match, closing or merging an account locks at a table in play (as ``tests/matches/test_locks``)."""

from __future__ import annotations

import pytest

from games.accounts.models import Report, User
from games.accounts.services import make_guest
from games.community import abandonment, account_deletion, merge_guest
from games.community.models import Decision
from games.community.moderation import Action, decide, lift
from games.matches import services
from games.rooms.models import Room, Seat
from tests.community.moderating import moderator, reported
from tests.community.test_rating_rules import long_ago, move_on
from tests.matches.tables import current, house, match_of
from tests.matches.test_locks import while_waiting

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("toy", "at_once"),
    pytest.mark.postgres,  # on SQLite one transaction writes at a time
]


def test_a_host_closes_their_account_while_somebody_presses_at_their_table(alice, bob):
    match = match_of("toy", alice, bob)
    hand = current(match)
    while_waiting(
        lambda: services.locked(hand.pk), lambda: account_deletion.delete_account(alice), lambda: match.room.touch()
    )
    assert Seat.objects.get(user=alice).autoplay
    room = Room.objects.get()
    assert (room.name, room.host) == ("", bob)


def test_a_guest_is_merged_while_the_clock_plays_for_them(alice, bob):
    guest = make_guest()
    match = match_of("toy", guest, bob)
    hand = current(match)

    def clock():
        services.locked(hand.pk)
        Seat.objects.filter(user=guest).update(missed=1)

    while_waiting(clock, lambda: merge_guest.merge(alice, guest), lambda: match.room.touch())
    assert Seat.objects.get(user=alice).missed == 1


def locks(user):
    return lambda: list(User.objects.select_for_update(no_key=True).filter(pk=user.pk))


def test_a_moderator_decides_about_a_guest_who_is_being_erased(alice):
    guest, mona = make_guest(), moderator()
    report = reported(alice, guest)

    def decides():
        with pytest.raises(Report.DoesNotExist):
            decide(mona, report, Action.SUSPEND, "words", days=1)

    while_waiting(locks(guest), decides, lambda: account_deletion.erase_account(guest))
    assert not Decision.objects.exists()


def test_a_moderator_decides_on_the_report_of_a_guest_who_is_being_erased(bob):
    guest, mona = make_guest(), moderator()
    report = reported(guest, bob)
    while_waiting(
        lambda: Report.objects.select_for_update().get(),
        lambda: account_deletion.erase_account(guest),
        lambda: decide(mona, report, Action.WARN, "words"),
    )
    assert Report.objects.get().reporter is None
    assert not guest.notifications.exists()


def test_a_moderator_lifts_a_decision_about_a_guest_who_is_being_erased(alice):
    guest, mona = make_guest(), moderator()
    decision = decide(mona, reported(alice, guest), Action.SUSPEND, "words", days=1)

    def lifts():
        with pytest.raises(Decision.DoesNotExist):
            lift(mona, decision, "appeal")

    while_waiting(locks(guest), lifts, lambda: account_deletion.erase_account(guest))
    assert not Decision.objects.exists()


def test_a_match_in_which_somebody_just_moves_is_not_ended_as_abandoned(alice):
    match = match_of("winner", alice, "policy", "policy", "policy")
    house()
    long_ago(match)
    hand = current(match)
    assert while_waiting(lambda: services.locked(hand.pk), abandonment.end_abandoned, lambda: move_on(match)) == 0
    match.refresh_from_db()
    assert match.ended_at is None
