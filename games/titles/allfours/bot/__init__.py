"""An AI player of All Fours: a policy of plain knowledge, and a search that plays on from it."""
