"""What the climbing games share beside their rules: Winner, Big Two, Tien Len and President. It is no game itself."""
