"""Big Two at the table, where it differs from its relatives (/rules/big-two/)."""
