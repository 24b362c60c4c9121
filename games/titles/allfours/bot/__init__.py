"""An AI player of All Fours: a rule-of-thumb policy, and a search built on it."""
