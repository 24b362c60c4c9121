"""Pitch at the table: every phase of /rules/pitch/ as a display."""
