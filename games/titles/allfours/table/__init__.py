"""All Fours at the table: every phase of /rules/all-fours/ as a display."""
