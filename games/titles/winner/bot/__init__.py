"""An AI player of Winner: a policy of plain knowledge, and a search that plays on from it."""
