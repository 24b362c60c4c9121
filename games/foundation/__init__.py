"""Infrastructure that every app uses: transactions, compiled queries, events, WebSocket consumers, rate limits, logs
and metrics, and the embedded channel layer and worker. It imports no other package of ours."""
