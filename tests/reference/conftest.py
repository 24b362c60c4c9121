"""Games that are coming are known to records in these tests."""

from tests.rules.conftest import coming_games

__all__ = ["coming_games"]
