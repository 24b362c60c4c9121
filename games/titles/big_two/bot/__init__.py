"""An AI player of Big Two: a policy of basic knowledge."""
