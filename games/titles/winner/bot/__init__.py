"""An AI player of Winner: a policy of basic knowledge, and a search built on it."""
