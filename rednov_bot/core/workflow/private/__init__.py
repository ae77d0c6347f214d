"""What is said to the bot alone, and what nobody meant to count."""
