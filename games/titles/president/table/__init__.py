"""President at the table, where it differs from its relatives (/rules/president/)."""
