"""What the rules pages of the climbing games share: figures asked of the engine, and sections that are the same."""
