"""An AI player of California Jack: each trick is played for its own cards and for the one on the stock."""
