"""What every app stands on: transactions, compiled queries, events, sockets, limits, logs and metrics, and what
stands in for Redis and a worker. It imports nothing else of ours."""
