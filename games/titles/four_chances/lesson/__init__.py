"""What first lessons of the four chances share."""
