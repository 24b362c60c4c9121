"""The climbing games at the table: exchange, play and the end of a hand, as a display (/rules/winner/)."""
