"""Deployment of the large site: systemd units, nginx, capacity planning, and a local stack for trials and tests."""
