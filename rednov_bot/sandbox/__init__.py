"""The sandbox: mail servers of its own, the bot at work, computer gnomes, and a seat for you."""
