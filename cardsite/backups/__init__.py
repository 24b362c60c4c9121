"""Backups, checks of stored hands, erasures that outlive a restore, and the move from SQLite to PostgreSQL."""
