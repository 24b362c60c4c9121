"""Forty Points and Eighty Points: one implementation, two games (/rules/eighty/)."""

from games.rules.shengji.game import Eighty, Forty

__all__ = ["Eighty", "Forty"]
