"""What the rules pages say, section by section, and the positions they show: data, no code."""
