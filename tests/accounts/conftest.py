"""Shared by the tests of accounts: limits that start from nothing, and somebody who has an account."""

from __future__ import annotations

import pytest
from django.core.cache import cache

from tests.accounts.signing import with_password


@pytest.fixture(autouse=True)
def nothing_counted():
    """Let nothing of one test count towards the limits of another."""
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def alice():
    return with_password("alice")
