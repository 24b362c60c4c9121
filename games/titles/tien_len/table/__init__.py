"""Tien Len at the table, where it is not as its kin (/rules/tien-len/)."""
