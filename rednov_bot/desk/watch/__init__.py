"""Whether the bot itself is at work, and whoever must know it when it is not."""
