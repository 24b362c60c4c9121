"""An AI player of President: a policy of basic knowledge."""
