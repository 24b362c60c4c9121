"""All Fours at the table: every phase of all-fours.md as a display."""
