"""AI players of the four chances with any number of sides: what is known, and which card is played."""
