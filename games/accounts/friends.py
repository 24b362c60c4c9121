"""Friend requests, friendships and blocks.

No answer may reveal which login names exist or who uses one. So a request to an unknown name is stored like any other,
and to its sender a declined or blocked one looks pending.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Collection
from zlib import crc32

from django.db.models import F, Q
from django.utils import timezone
from django.utils.crypto import get_random_string

from games.accounts import limits, notifications
from games.accounts.models import Block, Friendship, Notification, User
from games.accounts.names import is_printable
from games.foundation.compiled_queries import CompiledQuery
from games.foundation.transactions import write

#: The longest name that a request can be sent to: what ``Friendship.called`` and login names hold.
LONGEST_CALLED = 150
_accepted = Friendship.objects.filter(accepted_at__isnull=False)
_friends: CompiledQuery[User] = CompiledQuery(
    lambda pk: (
        User.objects.filter(
            Q(pk__in=_accepted.filter(asker=pk).values("asked")) | Q(pk__in=_accepted.filter(asked=pk).values("asker")),
            is_active=True,
        )
        .only("name", "is_guest", "seen_at")  # columns that lists of friends show, without passwords and preferences
        .order_by("name", "pk")
    ),
    -1,
)
_incoming: CompiledQuery[Friendship] = CompiledQuery(
    lambda pk: (
        Friendship.objects.filter(asked=pk, accepted_at=None, asker__closed_at=None)
        .select_related("asker")
        .order_by("-pk")
    ),
    -1,
)
_outgoing: CompiledQuery[Friendship] = CompiledQuery(
    lambda pk: Friendship.objects.filter(asker=pk, accepted_at=None).order_by("-pk"), -1
)
_blocks = CompiledQuery(
    lambda pk: Block.objects.filter(Q(blocker=pk) | Q(blocked=pk)).values_list("blocker", "blocked"), -1
)


def are_friends(one: User, other: User) -> bool:
    """Return whether two people are friends."""
    return Friendship.objects.filter(_pair(one, other), accepted_at__isnull=False).exists()


def blocked(one: User, other: User) -> bool:
    """Return whether either of two people has blocked the other."""
    return Block.objects.filter(
        Q(blocker=one.pk, blocked=other.pk) | Q(blocker=other.pk, blocked=one.pk),
    ).exists()


def blocked_ids(user: User) -> set[int]:
    """Return the ids of people blocked by this person or blocking them."""
    return {pk for row in _blocks(user.pk) for pk in row} - {user.pk}


def friends_of(user: User) -> list[User]:
    """Return a person's friends, ordered by name."""
    return _friends(user.pk)


def incoming_requests(user: User) -> list[Friendship]:
    """Return the requests that a person may answer, newest first."""
    return _incoming(user.pk)


def outgoing_requests(user: User) -> list[Friendship]:
    """Return a person's unanswered sent requests, newest first."""
    return _outgoing(user.pk)


def clean_called(text: str) -> str:
    """Return the name of a request as it is stored and compared, or "" if nobody could have it. It is measured after it
    is normalized, because some letters become two."""
    name = " ".join(unicodedata.normalize("NFC", text).split())
    return name if len(name) <= LONGEST_CALLED and is_printable(name) else ""


def find_by_name(name: str) -> User | None:
    """Return the account with this login name, or else with this display name if it is unique; ignore case. ``name``:
    from ``clean_called``."""
    people = User.objects.filter(is_active=True, is_guest=False)
    person, namesakes = people.filter(username__iexact=name).first(), list(people.filter(name__iexact=name)[:2])
    return person or (namesakes[0] if len(namesakes) == 1 else None)


def ask(asker: User, asked: User | None, name: str) -> None:
    """Send a friend request, or accept the one that ``asked`` has sent if ``name`` is their display name.

    Repeating a request by the same name changes nothing for the asker. If nobody has the name or there is a block, a
    request is stored that nobody will see, with the same work, so that timing reveals nothing either. The same holds
    for another name of a friend or of somebody already asked: nobody can try out login names; and for requests beyond
    ``limits.REQUESTS_OF_ONE``. ``name``: from ``clean_called``, or ``asked``'s own.
    """
    other = asked or User(pk=0)
    with write():
        # Lock, so that only one of two requests is stored, and if two people ask each other, one accepts.
        _lock(asker, other)
        if other == asker or not other.is_active or blocked(asker, other):
            asked, other = None, User(pk=0)
        if not accept(asker, other if _has_name(other, name) else User(pk=0)):
            _send(asker, asked, name)


def _has_name(other: User, name: str) -> bool:
    return other.name.casefold() == name.casefold()


def _send(asker: User, asked: User | None, name: str) -> None:
    same_name = Friendship.objects.filter(asker=asker, called__iexact=name)
    existing = Friendship.objects.filter(_pair(asker, asked or User(pk=0))).first()
    # names that nobody has are counted too: the time it takes is the same
    reached = asked.pk if asked is not None else f"name-{crc32(name.casefold().encode())}"
    too_often = limits.REQUESTS_OF_ONE.wait(f"{reached}:{asker.pk}")
    if asked is not None and existing is None and not too_often:
        row = same_name.filter(asked=None).first() or Friendship(asker=asker, called=name)
        row.asked = asked
        row.save()
        notifications.notify(asked, Notification.Kind.ASKED, asker)
        return
    friend = asked if existing is not None and existing.accepted_at is not None else None
    if not same_name.exists() and not (friend and _has_name(friend, name)):
        Friendship.objects.create(asker=asker, called=name)
    notifications.notify_nobody(asker)


def accept(user: User, asker: User) -> bool:
    """Accept a request; return whether there was one."""
    with write():
        rows = Friendship.objects.filter(asker=asker, asked=user, accepted_at=None)
        accepted = bool(rows.update(accepted_at=timezone.now()))
        if accepted:
            # requests to nobody that either sent to the other's display name
            duplicates = Q(asker=asker, called__iexact=user.name) | Q(asker=user, called__iexact=asker.name)
            Friendship.objects.filter(duplicates, asked=None).delete()
            _delete_notification(asker, user)
            notifications.notify(asker, Notification.Kind.ACCEPTED, user)
    return accepted


def befriend(user: User, other: User) -> bool:
    """Make two people friends after ``other`` has given ``user`` their link; return whether they were not friends
    before. Do nothing if there is a block, or if the link has ended since ``other`` was read. Beyond
    ``limits.REQUESTS_OF_ONE``, ``other`` is not notified."""
    with write():
        locked = _lock(user, other)
        if other.pk not in locked or locked[other.pk].friend_key != other.friend_key:
            return False
        if user == other or not other.is_active or blocked(user, other) or are_friends(user, other):
            return False
        if not (accept(user, other) or accept(other, user)):
            Friendship.objects.create(asker=user, asked=other, called=other.name, accepted_at=timezone.now())
            if limits.REQUESTS_OF_ONE.wait(f"{other.pk}:{user.pk}"):
                notifications.notify_nobody(user)
            else:
                notifications.notify(other, Notification.Kind.ACCEPTED, user)
    return True


def decline(user: User, asker: User) -> None:
    """Decline a request. To its asker it stays pending, like a request to nobody."""
    with write():
        Friendship.objects.filter(asker=asker, asked=user, accepted_at=None).update(asked=None)
        _delete_notification(asker, user)


def withdraw(asker: User, request_id: int) -> None:
    """Withdraw one's own request."""
    with write():
        row = Friendship.objects.filter(pk=request_id, asker=asker, accepted_at=None).first()
        if row is not None:
            row.delete()
            _delete_notification(asker, row.asked)


def remove(user: User, friend: User) -> None:
    """End a friendship. Requests stay: a vanished one would reveal which name the person uses. Friend links that the
    remover has given away end, because the person could come back by one without asking."""
    with write():
        _lock(user, friend)
        if Friendship.objects.filter(_pair(user, friend), accepted_at__isnull=False).delete()[0]:
            renew_link(user)


def block(user: User, other: User) -> None:
    """Block a person: remove the friendship and notifications between the two, and detach requests. Friend links that
    the blocker has given away end, because the person could come back by one as a new guest."""
    if user == other:
        return
    with write():
        _lock(user, other)
        Block.objects.get_or_create(blocker=user, blocked=other)
        _separate(user, {other.pk})
        renew_link(user)
        note_hearing([user.pk, other.pk])


def renew_link(user: User) -> None:
    """End all friend links that a person has given away; the next one is valid."""
    with write():
        user.friend_key = get_random_string(8)
        user.save(update_fields=["friend_key"])


def unblock(user: User, other: User) -> None:
    """Remove a block."""
    with write():
        _lock(user, other)
        Block.objects.filter(blocker=user, blocked=other).delete()
        note_hearing([user.pk, other.pk])


def note_hearing(people: Collection[int]) -> None:
    """Note that people, by id, no longer hear the same others as before. Call it in the transaction that changes a
    mute or a block, after the change."""
    User.objects.filter(pk__in=people).update(hearing_version=F("hearing_version") + 1)


def tidy_after_merge(user: User) -> None:
    """Make a person's rows consistent after a merge: apply blocks, and remove duplicate requests to nobody."""
    with write():
        _separate(user, blocked_ids(user))
        names: set[str] = set()
        for row in sorted(outgoing_requests(user), key=lambda row: row.asked_id is None):
            if row.asked_id is None and row.called.casefold() in names:
                row.delete()
            names.add(row.called.casefold())


def detach_requests(user: User) -> None:
    """Detach the unanswered requests to a person who is being erased, as if they had gone to nobody. Requests by the
    name that others could see are left, and go with the account."""
    shown = (user.kept_name or user.name).casefold()
    rows = Friendship.objects.filter(asked=user, accepted_at=None)
    rows.filter(pk__in=[row.pk for row in rows if row.called.casefold() != shown]).update(asked=None)


def may_know_of(user: User, other: User) -> bool:
    """Return whether ``other`` is a friend of ``user`` or has sent them a request. A request to ``other`` does not
    count: it would reveal who uses the requested name."""
    return Friendship.objects.filter(
        Q(asker=user.pk, asked=other.pk, accepted_at__isnull=False) | Q(asker=other.pk, asked=user.pk)
    ).exists()


def _lock(one: User, other: User) -> dict[int, User]:
    """Lock two people's rows, so that changes between them are serialized; return them by id, as they are now."""
    rows = User.objects.select_for_update(no_key=True).filter(pk__in=[one.pk, other.pk]).order_by("pk")
    return {row.pk: row for row in rows}


def _separate(user: User, others: Collection[int]) -> None:
    rows = Friendship.objects.filter(Q(asker=user, asked__in=others) | Q(asker__in=others, asked=user))
    rows.filter(accepted_at=None).update(asked=None)
    rows.filter(accepted_at__isnull=False).delete()
    Notification.objects.filter(Q(user=user, sender__in=others) | Q(user__in=others, sender=user)).delete()


def _delete_notification(asker: User, asked: User | None) -> None:
    Notification.objects.filter(user=asked, sender=asker, kind=Notification.Kind.ASKED).delete()


def _pair(one: User, other: User) -> Q:
    return Q(asker=one.pk, asked=other.pk) | Q(asker=other.pk, asked=one.pk)
