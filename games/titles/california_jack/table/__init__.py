"""California Jack at the table: the play of /rules/california-jack/ and its count as a display."""
