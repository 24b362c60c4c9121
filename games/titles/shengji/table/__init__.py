"""The table of Forty and Eighty Points: the display of draw, bury, play and count (/rules/eighty/)."""
