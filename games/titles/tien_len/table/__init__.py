"""Tien Len at the table, where it differs from its relatives (/rules/tien-len/)."""
