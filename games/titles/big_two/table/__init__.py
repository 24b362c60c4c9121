"""Big Two at the table, where it is not as its kin (/rules/big-two/)."""
