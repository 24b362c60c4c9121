"""An AI player of Pitch: bids are tried out over deals, a rule-of-thumb policy plays, and a search builds on it."""
