"""What runs the large site: units, containers, a proxy, and the same in plain processes to try it."""
