"""What the AI players of the climbing games share: basic knowledge of hands, plays and passes."""
