"""What the rules pages of the four chances share."""
