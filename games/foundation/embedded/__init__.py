"""What stands in for Redis and a worker process where the site runs in one process."""
