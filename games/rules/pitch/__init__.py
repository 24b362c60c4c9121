"""Pitch 投掷: All Fours without a turn-up; the first card led makes trumps, and may be bid for (/rules/pitch/)."""
