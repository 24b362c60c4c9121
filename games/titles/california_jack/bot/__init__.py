"""An AI player of California Jack: a policy of plain knowledge, and a search that plays on from it."""
