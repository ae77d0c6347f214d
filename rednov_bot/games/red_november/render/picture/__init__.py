"""The board as a picture, drawn from the public position alone: SVG to read, PNG to mail."""
