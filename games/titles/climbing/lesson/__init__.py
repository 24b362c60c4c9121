"""What the first lessons of the climbing games share."""
