"""An AI player of Pitch: bids are tried out over deals, cards by plain knowledge, and a search plays on from it."""
