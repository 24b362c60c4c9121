"""An AI player of President: a policy of plain knowledge."""
