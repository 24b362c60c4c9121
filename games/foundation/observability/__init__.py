"""Logs, metrics and error reports: what operators see of a running site."""
