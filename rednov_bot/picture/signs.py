"""Signs that are drawn many times: the marks of events and items, hatches, flames, mugs."""

from __future__ import annotations

from math import cos, pi, sin
from typing import Final

from rednov_bot.picture import shapes

_TURNS: Final = 8


def _star(radius: float) -> str:
    """The mark of an event; its origin is its middle."""
    corners = [
        (reach * sin(turn * pi / 5), -reach * cos(turn * pi / 5))
        for turn in range(10)
        for reach in [radius if turn % 2 == 0 else radius * 0.42]
    ]
    return shapes.path(shapes.closed(corners), "f-alarm")


def _cog(radius: float) -> str:
    """The mark of an item; its origin is its middle."""
    teeth = _spokes(radius, 0)
    return shapes.path(teeth, "none s-wave", 2.4) + shapes.circle(
        (0, 0), radius * 0.62, "f-paper s-wave", 1.8
    )


def _spokes(reach: float, first: float, count: int = _TURNS) -> str:
    turns = [first + 2 * pi * turn / count for turn in range(count)]
    return "".join(
        [shapes.straight((0, 0), (reach * cos(turn), reach * sin(turn))) for turn in turns]
    )


def _wheel() -> str:
    """A hatch that can be opened; its origin is its middle."""
    return shapes.circle((0, 0), 8.5, "f-brass s-wall", 2) + shapes.path(
        _spokes(8, -pi / 2, 3), "none s-wall", 1.5
    )


def _barred() -> str:
    """A blocked hatch; its origin is its middle."""
    cross = shapes.straight((-5, -5), (5, 5)) + shapes.straight((-5, 5), (5, -5))
    return shapes.circle((0, 0), 10, "f-alarm s-wall", 1.5) + shapes.path(
        cross, "none s-paper", 3, ' stroke-linecap="round"'
    )


def _flame() -> str:
    """A flame, 28 pixels tall; its origin is the middle of its foot."""

    def tongue(wide: float, tall: float) -> str:
        w, h = wide / 2, tall
        return (
            f"M{shapes.n(-w)} {shapes.n(-h * 0.3)}"
            f"C{shapes.n(-w)} {shapes.n(-h * 0.7)} {shapes.n(-w * 0.2)} {shapes.n(-h * 0.6)} "
            f"0 {shapes.n(-h)}"
            f"C{shapes.n(w * 0.3)} {shapes.n(-h * 0.6)} {shapes.n(w)} {shapes.n(-h * 0.7)} "
            f"{shapes.n(w)} {shapes.n(-h * 0.3)}"
            f"C{shapes.n(w)} 0 {shapes.n(-w)} 0 {shapes.n(-w)} {shapes.n(-h * 0.3)}Z"
        )

    return shapes.path(tongue(15, 28), "f-flame") + shapes.path(tongue(7.5, 14), "f-heart")


def _mug() -> str:
    """A grog, 16 by 14 pixels; its origin is its upper left corner."""
    return (
        shapes.path("M11 5q6 -1 5 4q-1 4 -5 3", "none s-wall", 1.6)
        + shapes.box(0, 2, 11, 13, "f-filled s-wall", 1.4, 2)
        + shapes.box(0.7, 1, 9.6, 4, "f-paper s-wall", 1, 2)
    )


SIGNS: Final = "".join(
    [
        f'<g id="{name}">{drawn}</g>'
        for name, drawn in (
            ("event", _star(5.8)),
            ("item", _cog(5.4)),
            ("wheel", _wheel()),
            ("barred", _barred()),
            ("flame", _flame()),
            ("mug", _mug()),
        )
    ]
)
"""Each sign once, by its name."""
