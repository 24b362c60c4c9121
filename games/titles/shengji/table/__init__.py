"""Forty and Eighty Points at the table: draw, bury, play and count as a display (/rules/eighty/)."""
