"""An AI player of Big Two: a policy of plain knowledge."""
