"""A second, tiny game, played by mail: sealed bids (games/base.py)."""
