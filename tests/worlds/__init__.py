"""Whole desks in two hidden worlds: what goes to the list must be the same in both (§6).

`python -m tests.worlds 10000` (`make worlds`) hears so many mails of random games, each of them
twice; a second number is that of the first game.  The whole takes some minutes, so the test suite
plays only a few games.
"""
