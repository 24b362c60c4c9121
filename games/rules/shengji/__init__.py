"""Forty Points and Eighty Points: one implementation, two games (forty-eighty.md)."""

from games.rules.shengji.game import Eighty, Forty

__all__ = ["Eighty", "Forty"]
