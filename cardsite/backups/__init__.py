"""Backups, checks of stored hands, erasures that survive a restore, and the move from SQLite to PostgreSQL."""
