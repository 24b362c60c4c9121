"""What the rules pages of the climbing games share: figures from the engine, and common sections."""
