"""`python -m rednov_bot` is `rednov`."""

from rednov_bot.cli import main

main()
