"""What the games of the four chances share beside their rules: at the table, and as AI players."""
