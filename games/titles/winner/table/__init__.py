"""Winner at the table, where it differs from its relatives (/rules/winner/)."""
