"""The check of a process's watchers: who has a table open is here, and stays so without pressing anything."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from games.accounts.models import User
from games.accounts.services import SEEN_EVERY, is_noted
from games.table.hub import CHECK_SECONDS
from games.table.watcher_check import RENEW_EVERY, check_watchers
from games.table.watchers import Watcher
from tests.matches.tables import match_of, person

pytestmark = pytest.mark.django_db


async def hear(text: str) -> None:
    """Take what is pushed."""


@pytest.fixture
def seen_ago():
    """Return how long ago alice, whose page is open, and bob, whose is not, were seen, after a check."""

    def look(ago: timedelta) -> tuple[timedelta, timedelta]:
        alice, bob, now = person("alice"), person("bob"), timezone.now()
        code = match_of("all-fours", alice, bob).room.code
        User.objects.update(seen_at=now - ago)
        check_watchers([Watcher(code, alice, "en", hear)], {}, number=1)
        return tuple(now - User.objects.get(pk=one.pk).seen_at for one in (alice, bob))

    return look


def test_an_open_table_is_noted_before_a_press_would_have_to(seen_ago):
    first_missed = SEEN_EVERY - timedelta(seconds=RENEW_EVERY * CHECK_SECONDS)
    alice, bob = seen_ago(first_missed)
    assert alice < timedelta(0)
    assert bob == first_missed


def test_who_was_noted_a_moment_ago_is_not_written_again(seen_ago):
    ago = timedelta(seconds=5)
    assert seen_ago(ago) == (ago, ago)


def test_who_has_a_table_open_does_not_have_to_be_noted_by_a_press(seen_ago):
    seen_ago(SEEN_EVERY * 3)
    alice = User.objects.get(username="alice")
    assert is_noted(alice, timezone.now() + SEEN_EVERY / 2)
    assert not is_noted(User.objects.get(username="bob"), timezone.now())
