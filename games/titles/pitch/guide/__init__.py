"""The rules page of Pitch."""
