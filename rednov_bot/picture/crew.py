"""Gnomes: a pointed hat, a colour, a letter; asleep a small letter and a z, gone a cross."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rednov_bot.engine.position import Gnome, Position
from rednov_bot.engine.words import GnomeName
from rednov_bot.picture import shapes
from rednov_bot.picture.inks import HUES
from rednov_bot.picture.layout import Box
from rednov_bot.picture.shapes import Point, n
from rednov_bot.prose.marks import marks


class Sailor(NamedTuple):
    """A gnome as e is drawn."""

    gnome: Gnome
    seat: int
    letter: str
    changed: bool


def sailors(position: Position, changed: Sequence[GnomeName]) -> tuple[Sailor, ...]:
    """The crew, in canonical order."""
    letters = marks(tuple([gnome.name for gnome in position.gnomes]))
    return tuple(
        [
            Sailor(gnome, seat, letters[gnome.name], gnome.name in changed)
            for seat, gnome in enumerate(position.gnomes)
        ]
    )


def chip(at: Point, sailor: Sailor, radius: float, *, hat: bool = True) -> str:
    """One gnome; the middle of eir face is *at*."""
    (x, y), gnome, hue = at, sailor.gnome, sailor.seat % len(HUES)
    edge = f"g{hue} {'s-change' if sailor.changed else 's-wall'}"
    line, dash = 2.2 if sailor.changed else 1.2, "2.5 2" if gnome.fainted else ""
    parts = []
    if hat and not gnome.fainted:
        tip = f"M{n(x - radius * 0.8)} {n(y - radius * 0.6)}L{n(x)} {n(y - radius * 1.9)}"
        tip += f"L{n(x + radius * 0.8)} {n(y - radius * 0.6)}Z"
        parts.append(shapes.path(tip, edge, 1.2, ' stroke-linejoin="round"'))
    parts.append(shapes.circle(at, radius, edge, line, dash))
    letter = sailor.letter.lower() if gnome.fainted else sailor.letter
    down, tall = y + radius * 0.42, radius * 1.25
    parts.append(shapes.text(x, down, letter, tall, f"l{hue}", bold=True, anchor="middle"))
    if gnome.fainted:
        parts.append(
            shapes.text(x + radius * 0.75, y - radius * 0.75, "z", radius * 1.1, "t-ink", bold=True)
        )
    return "".join(parts)


def absent(at: Point, sailor: Sailor, radius: float) -> str:
    """Where a gnome was before: eir outline."""
    return shapes.circle(at, radius, "none s-change", 1.2, "1.5 2.5") + shapes.text(
        at[0], at[1] + radius * 0.42, sailor.letter, radius * 1.15, "t-change", anchor="middle"
    )


def crowd(inside: Box, here: Sequence[Sailor], left: Sequence[Sailor], top: float) -> list[str]:
    """Everybody in a room below *top*, and the outlines of those who *left* it: in rows."""
    count = len(here) + len(left)
    if not count:
        return []
    radius = 10.5
    high = inside.bottom - 5 - top
    across = max(1, int((inside.width - 8) // (2 * radius + 5)))
    rows = -(-count // across)
    while rows * radius * 2.75 > high and radius > 5:
        radius -= 0.5
        across = max(1, int((inside.width - 8) // (2 * radius + 5)))
        rows = -(-count // across)
    step_x, step_y = 2 * radius + 5, radius * 2.9
    spots = [
        (
            inside.left + 9 + radius + step_x * (place % across),
            inside.bottom - 6 - radius - step_y * (rows - 1 - place // across),
        )
        for place in range(count)
    ]
    drawn = [chip(spot, one, radius) for spot, one in zip(spots, here, strict=False)]
    return drawn + [
        absent(spot, one, radius) for spot, one in zip(spots[len(here) :], left, strict=True)
    ]
