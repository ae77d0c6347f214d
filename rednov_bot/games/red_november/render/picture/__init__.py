"""The board as a picture, drawn from the public position alone: SVG to read, PNG to mail."""

from rednov_bot.games.red_november.render.picture.svg import board_svg

__all__ = ["board_svg"]
