"""AI players of the four chances with any number of sides: what they know and which card they play."""
