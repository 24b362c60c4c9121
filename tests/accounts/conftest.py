"""What tests of accounts share: limits that begin at nothing, and somebody who has an account."""

from __future__ import annotations

import pytest
from django.core.cache import cache

from tests.accounts.signing import with_password


@pytest.fixture(autouse=True)
def nothing_counted():
    """Count nothing of one test against the limits of another."""
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def alice():
    return with_password("alice")
