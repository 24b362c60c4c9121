"""The climbing games at the table: display of exchange, play and the end of a hand (/rules/winner/)."""
