"""President at the table, where it is not as its kin (/rules/president/)."""
