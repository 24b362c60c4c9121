"""Friends: asking, accepting, parting, blocking; and who may know of whom."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection

from django.db.models import Q
from django.utils import timezone

from games.accounts import notifications
from games.accounts.models import Block, Friendship, Notification, User
from games.foundation.transactions import write


def are_friends(one: User, other: User) -> bool:
    """Say whether two people are friends."""
    return Friendship.objects.filter(_pair(one, other), accepted_at__isnull=False).exists()


def blocked(one: User, other: User) -> bool:
    """Say whether either of two people has blocked the other."""
    return Block.objects.filter(
        Q(blocker=one.pk, blocked=other.pk) | Q(blocker=other.pk, blocked=one.pk),
    ).exists()


def shut_out(user: User) -> set[int]:
    """Return the ids of the people with whom there is a block, either way."""
    rows = Block.objects.filter(Q(blocker=user) | Q(blocked=user)).values_list("blocker", "blocked")
    return {pk for row in rows for pk in row} - {user.pk}


def friends_of(user: User) -> list[User]:
    """Return a person's friends, in order of name."""
    rows = Friendship.objects.filter(Q(asker=user) | Q(asked=user), accepted_at__isnull=False)
    ids = {pk for row in rows.values_list("asker", "asked") for pk in row} - {user.pk}
    return list(User.objects.filter(pk__in=ids, is_active=True).order_by("name", "pk"))


def asking(user: User) -> list[Friendship]:
    """Return the requests waiting for a person's answer, the newest first."""
    rows = Friendship.objects.filter(asked=user, accepted_at=None, asker__closed_at=None).select_related("asker")
    return list(rows.order_by("-pk"))


def asked_by(user: User) -> list[Friendship]:
    """Return the requests a person has sent that nobody has answered, the newest first."""
    return list(Friendship.objects.filter(asker=user, accepted_at=None).order_by("-pk"))


def called(name: str) -> User | None:
    """Return who goes by a name, in whatever case: a login name, or a name that one account alone has."""
    name = unicodedata.normalize("NFC", name)
    people = User.objects.filter(is_active=True, is_guest=False)
    person, found = people.filter(username__iexact=name).first(), list(people.filter(name__iexact=name)[:2])
    return person or (found[0] if len(found) == 1 else None)


def ask(asker: User, asked: User | None, name: str) -> None:
    """Ask somebody to be friends; where he has asked already, and shows himself by this name, accept.

    A second request by the same name shows the asker nothing new. Where the name is nobody's, or the
    two are blocked, the request is kept as one that nobody will ever see, and as much is done for it, so
    that the time the answer takes says nothing either. So is one by another name of somebody who has
    been asked or is a friend: no login name can be tried out on people one knows.
    """
    name = unicodedata.normalize("NFC", name)
    other = asked or User(pk=0)
    with write():
        # Of two presses one asks, of two who ask each other one accepts, and who is blocked asks nobody.
        _hold(asker, other)
        shut = blocked(asker, other)
        if other == asker or not other.is_active or shut:
            asked, other = None, User(pk=0)
        if not accept(asker, other if _is_shown(other, name) else User(pk=0)):
            _send(asker, asked, name)


def _is_shown(other: User, name: str) -> bool:
    return other.name.casefold() == name.casefold()


def _send(asker: User, asked: User | None, name: str) -> None:
    sent = Friendship.objects.filter(asker=asker, called__iexact=name)
    there = Friendship.objects.filter(_pair(asker, asked or User(pk=0))).first()
    if asked is not None and there is None:
        row = sent.filter(asked=None).first() or Friendship(asker=asker, called=name)
        row.asked = asked
        row.save()
        notifications.tell(asked, Notification.Kind.ASKED, asker)
        return
    friend = asked if there is not None and there.accepted_at is not None else None
    if not sent.exists() and not (friend and _is_shown(friend, name)):
        Friendship.objects.create(asker=asker, called=name)
    notifications.tell_nobody(asker)


def accept(user: User, asker: User) -> bool:
    """Accept a request; return whether there was one."""
    with write():
        rows = Friendship.objects.filter(asker=asker, asked=user, accepted_at=None)
        accepted = bool(rows.update(accepted_at=timezone.now()))
        if accepted:
            # what either has asked by the name that the other shows
            shown = Q(asker=asker, called__iexact=user.name) | Q(asker=user, called__iexact=asker.name)
            Friendship.objects.filter(shown, asked=None).delete()
            notifications.tell(asker, Notification.Kind.ACCEPTED, user)
    return accepted


def decline(user: User, asker: User) -> None:
    """Take a request off the list. The asker is not told: for him it waits on, as one to nobody does."""
    with write():
        Friendship.objects.filter(asker=asker, asked=user, accepted_at=None).update(asked=None)
        _unsay(asker, user)


def withdraw(asker: User, request_id: int) -> None:
    """Take back a request of one's own."""
    with write():
        row = Friendship.objects.filter(pk=request_id, asker=asker, accepted_at=None).first()
        if row is not None:
            row.delete()
            _unsay(asker, row.asked)


def remove(user: User, friend: User) -> None:
    """End a friendship. A request stays: that one to a person is gone would say by what name he goes."""
    with write():
        Friendship.objects.filter(_pair(user, friend), accepted_at__isnull=False).delete()


def block(user: User, other: User) -> None:
    """Block somebody: friendship and messages between the two are gone, and requests are to nobody."""
    if user == other:
        return
    with write():
        _hold(user, other)
        Block.objects.get_or_create(blocker=user, blocked=other)
        _part(user, {other.pk})


def unblock(user: User, other: User) -> None:
    """Take back a block."""
    with write():
        Block.objects.filter(blocker=user, blocked=other).delete()


def put_in_order(user: User) -> None:
    """Mend what two people's rows say once they are one person's: a block ends all else between two,
    and of requests by one name none is to nobody beside another."""
    with write():
        _part(user, shut_out(user))
        names: set[str] = set()
        for row in sorted(asked_by(user), key=lambda row: row.asked_id is None):
            if row.asked_id is None and row.called.casefold() in names:
                row.delete()
            names.add(row.called.casefold())


def may_know_of(user: User, other: User) -> bool:
    """Say whether somebody is a person's friend, or has asked him. To have asked tells nothing: it would
    say who goes by the name that was asked for."""
    return Friendship.objects.filter(
        Q(asker=user.pk, asked=other.pk, accepted_at__isnull=False) | Q(asker=other.pk, asked=user.pk)
    ).exists()


def _hold(one: User, other: User) -> None:
    """Let whatever else changes what is between two people wait for the end of this transaction."""
    list(User.objects.select_for_update(no_key=True).filter(pk__in=[one.pk, other.pk]).order_by("pk"))


def _part(user: User, others: Collection[int]) -> None:
    rows = Friendship.objects.filter(Q(asker=user, asked__in=others) | Q(asker__in=others, asked=user))
    rows.filter(accepted_at=None).update(asked=None)
    rows.filter(accepted_at__isnull=False).delete()
    Notification.objects.filter(Q(user=user, sender__in=others) | Q(user__in=others, sender=user)).delete()


def _unsay(asker: User, asked: User | None) -> None:
    Notification.objects.filter(user=asked, sender=asker, kind=Notification.Kind.ASKED).delete()


def _pair(one: User, other: User) -> Q:
    return Q(asker=one.pk, asked=other.pk) | Q(asker=other.pk, asked=one.pk)
