"""Friends: asking, accepting, parting, blocking."""

from __future__ import annotations

import threading

import pytest

from games.accounts import friends
from games.accounts.models import Friendship, Notification
from games.accounts.names import clean_name
from tests.matches.tables import person
from tests.together import together


@pytest.fixture
def alice(db):
    return person("alice")


@pytest.fixture
def bob(db):
    return person("bob")


def test_asking_and_accepting_makes_friends(alice, bob):
    friends.ask(alice, bob, "bob")
    assert [row.asker for row in friends.incoming_requests(bob)] == [alice]
    assert not friends.are_friends(alice, bob)
    assert friends.accept(bob, alice)
    assert friends.are_friends(alice, bob)
    assert friends.are_friends(bob, alice)
    assert friends.friends_of(alice) == [bob]
    assert friends.friends_of(bob) == [alice]


def test_asking_twice_is_asking_once(alice, bob):
    friends.ask(alice, bob, "bob")
    friends.ask(alice, bob, "Bob")
    assert Friendship.objects.count() == 1
    assert bob.notifications.count() == 1


def test_asking_back_is_accepting(alice, bob):
    friends.ask(alice, bob, "bob")
    friends.ask(bob, alice, "alice")
    assert friends.are_friends(alice, bob)
    assert Friendship.objects.count() == 1


def test_asking_a_friend_again_changes_nothing(alice, bob):
    friends.ask(alice, bob, "bob")
    friends.accept(bob, alice)
    friends.ask(bob, alice, "alice")
    friends.ask(alice, bob, "bob")
    assert friends.are_friends(alice, bob)


@pytest.mark.parametrize("name", ["nobody at all", "alice"])
def test_a_request_to_nobody_looks_like_any_other(alice, name):
    friends.ask(alice, friends.find_by_name(name), name)
    friends.ask(alice, friends.find_by_name(name), name)
    assert [row.called for row in friends.outgoing_requests(alice)] == [name]
    friends.withdraw(alice, friends.outgoing_requests(alice)[0].pk)
    assert friends.outgoing_requests(alice) == []


def test_several_requests_to_nobody_stand_side_by_side(alice):
    friends.ask(alice, None, "one")
    friends.ask(alice, None, "two")
    assert len(friends.outgoing_requests(alice)) == 2


def test_a_blocked_person_asks_nobody_and_is_not_told(alice, bob):
    friends.block(bob, alice)
    friends.ask(alice, bob, "bob")
    assert friends.incoming_requests(bob) == []
    assert [row.called for row in friends.outgoing_requests(alice)] == ["bob"]
    assert bob.notifications.count() == 0


def test_a_block_ends_what_there_was_and_holds_both_ways(alice, bob):
    friends.ask(alice, bob, "bob")
    friends.accept(bob, alice)
    friends.block(bob, alice)
    assert not friends.are_friends(alice, bob)
    assert friends.blocked(alice, bob)
    assert friends.blocked(bob, alice)
    assert friends.blocked_ids(alice) == {bob.pk}
    assert Notification.objects.count() == 0
    friends.unblock(alice, bob)
    assert friends.blocked(alice, bob)
    friends.unblock(bob, alice)
    assert not friends.blocked(alice, bob)


def test_nobody_asks_or_blocks_themselves(alice):
    friends.ask(alice, alice, "alice")
    friends.block(alice, alice)
    assert friends.incoming_requests(alice) == []
    assert not friends.blocked(alice, alice)


@pytest.mark.parametrize("action", [friends.decline, friends.block, friends.remove])
@pytest.mark.parametrize("name", ["bob", "nobody"])
def test_what_becomes_of_a_request_shows_its_asker_nothing(alice, bob, name, action):
    friends.ask(alice, friends.find_by_name(name), name)
    row = friends.outgoing_requests(alice)[0].pk
    action(bob, alice)
    assert [(one.pk, one.called) for one in friends.outgoing_requests(alice)] == [(row, name)]
    friends.ask(alice, friends.find_by_name(name), name)
    assert [(one.pk, one.called) for one in friends.outgoing_requests(alice)] == [(row, name)]


@pytest.mark.parametrize("action", [friends.block, friends.remove])
def test_blocking_and_removing_tell_nobody_whom_their_own_request_has_reached(alice, bob, action):
    friends.ask(alice, bob, "bob")
    action(alice, bob)
    assert [row.called for row in friends.outgoing_requests(alice)] == ["bob"]


def test_whoever_has_declined_can_be_asked_again(alice, bob):
    friends.ask(alice, bob, "bob")
    friends.decline(bob, alice)
    assert friends.incoming_requests(bob) == []
    assert bob.notifications.count() == 0
    friends.ask(alice, bob, "BOB")
    assert [row.asker for row in friends.incoming_requests(bob)] == [alice]
    assert bob.notifications.count() == 1


def test_a_request_to_nobody_that_is_there_twice_can_be_made_again(alice):
    Friendship.objects.bulk_create(Friendship(asker=alice, called="nobody") for _ in range(2))
    friends.ask(alice, None, "nobody")
    assert len(friends.outgoing_requests(alice)) == 2


def test_a_login_name_is_not_tried_on_whoever_has_been_asked_or_is_a_friend(alice, bob):
    bob.name = "Robert"
    bob.save()
    for accepted in (False, True):
        for name in ("Robert", "bob", "nob"):
            friends.ask(alice, friends.find_by_name(name), name)
        shown = {row.called for row in friends.outgoing_requests(alice)}
        assert shown == ({"bob", "nob"} if accepted else {"Robert", "bob", "nob"})
        friends.accept(bob, alice)
    assert friends.friends_of(alice) == [bob]


def test_withdrawing_and_removing_leave_nothing(alice, bob):
    friends.ask(alice, bob, "bob")
    friends.withdraw(bob, friends.outgoing_requests(alice)[0].pk)
    assert Friendship.objects.count() == 1
    friends.withdraw(alice, friends.outgoing_requests(alice)[0].pk)
    assert Friendship.objects.count() == 0
    assert bob.notifications.count() == 0
    friends.ask(alice, bob, "bob")
    friends.accept(bob, alice)
    friends.remove(bob, alice)
    assert not friends.are_friends(alice, bob)


def test_only_who_was_asked_can_accept(alice, bob):
    friends.ask(alice, bob, "bob")
    assert not friends.accept(alice, bob)
    assert not friends.accept(alice, alice)
    assert not friends.are_friends(alice, bob)


def test_a_name_finds_a_login_name_or_the_only_one_of_that_name(alice, bob):
    assert friends.find_by_name("ALICE") == alice
    bob.name = "Bobby"
    bob.save()
    assert friends.find_by_name("Bobby") == bob
    carol = person("carol")
    carol.name = "Bobby"
    carol.save()
    assert friends.find_by_name("Bobby") is None


def test_whatever_may_be_a_name_can_be_asked_for(bob):
    name = clean_name("Bob \U0001fae9")  # an emoji newer than Python's Unicode database
    bob.name = name
    bob.save()
    assert friends.find_by_name(friends.clean_called(f" {name} ")) == bob


@pytest.fixture
def while_bob_asks(transactional_db, monkeypatch):
    """Return a function that has Bob ask Alice, and runs an action just after the check that they may."""
    alice, bob = person("alice"), person("bob")
    has_looked, is_done = threading.Event(), threading.Event()
    send = friends._send

    def send_slowly(asker, *args):
        if asker == bob:
            has_looked.set()
            is_done.wait(1)  # the other action comes between, if it can
        send(asker, *args)

    def also(action):
        def in_between():
            assert has_looked.wait(10)
            action(alice, bob)
            is_done.set()

        together(in_between, lambda: friends.ask(bob, alice, alice.username))
        return alice, bob

    monkeypatch.setattr(friends, "_send", send_slowly)
    return also


def test_two_who_ask_each_other_at_once_are_friends(while_bob_asks):
    alice, bob = while_bob_asks(lambda alice, bob: friends.ask(alice, bob, bob.username))
    assert friends.are_friends(alice, bob)
    assert Friendship.objects.count() == 1


def test_who_is_blocked_while_they_ask_has_asked_nobody(while_bob_asks):
    alice, bob = while_bob_asks(friends.block)
    assert friends.incoming_requests(alice) == []
    assert not Notification.objects.filter(user=alice).exists()
    assert [row.called for row in friends.outgoing_requests(bob)] == ["alice"]
