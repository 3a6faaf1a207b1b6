"""How the tables of older state files become those of today, step by step, forward only."""
