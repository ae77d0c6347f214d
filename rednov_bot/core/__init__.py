"""What every game by mail has."""
