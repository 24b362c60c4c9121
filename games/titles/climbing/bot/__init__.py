"""What the AI players of the climbing games share: plain knowledge of hands, plays and passes."""
