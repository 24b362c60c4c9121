"""What the climbing games Winner, Big Two, Tien Len and President share besides their rules. Not a game itself."""
