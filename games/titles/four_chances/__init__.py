"""What the games of the four chances share besides their rules: the table and the AI players."""
