"""The rules of the game and nothing else."""
