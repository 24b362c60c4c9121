"""An AI player of California Jack: a rule-of-thumb policy, and a search built on it."""
