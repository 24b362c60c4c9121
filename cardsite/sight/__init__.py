"""What an operator sees of the site: logs, metrics, whether it is well. Never a card."""
