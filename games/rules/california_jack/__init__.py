"""California Jack 加州杰克: All Fours for two with the stock drawn from after each trick (/rules/california-jack/)."""
