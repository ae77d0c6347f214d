"""Colours of the picture: by day, by night.

Nothing is told by colour alone: fire has flames, water has waves and a level, each gnome a letter.
"""

from __future__ import annotations

from typing import Final

from rednov_bot.picture.lettering import FAMILY

DAY: Final = {
    "sea": "#d6e6ee",
    "hull": "#59626b",
    "plate": "#8b959d",
    "wall": "#2b3238",
    "room": "#f7f3e8",
    "ink": "#1b2126",
    "soft": "#4f5a63",
    "paper": "#fbfaf6",
    "line": "#8b959d",
    "water": "#6fb1d6",
    "wave": "#0f4c75",
    "flame": "#c2410c",
    "glow": "#fdd9b5",
    "heart": "#fbbf24",
    "brass": "#ead9a6",
    "alarm": "#8f1d14",
    "filled": "#c9a227",
    "change": "#7b1fa2",
    "ghost": "#e9e6dc",
}
"""Each colour by its name."""

_NIGHT: Final = {
    "sea": "#12232e",
    "hull": "#5a646d",
    "plate": "#39434b",
    "wall": "#b9c4cc",
    "room": "#232b31",
    "ink": "#f1f3f4",
    "soft": "#b3bec6",
    "paper": "#171d21",
    "line": "#6c7881",
    "water": "#1f5f86",
    "wave": "#9ad1f2",
    "flame": "#ff8a50",
    "glow": "#4a2413",
    "heart": "#ffd166",
    "brass": "#8a7a45",
    "alarm": "#ff8a80",
    "filled": "#7a6110",
    "change": "#e1a6f5",
    "ghost": "#2b3439",
}

HUES: Final = (
    ("#0072b2", "#ffffff"),
    ("#e69f00", "#000000"),
    ("#009e73", "#000000"),
    ("#cc79a7", "#000000"),
    ("#f0e442", "#000000"),
    ("#d55e00", "#000000"),
    ("#56b4e9", "#000000"),
    ("#3b3b3b", "#ffffff"),
)
"""By seat: the colour of a gnome and of their letter.  Told apart with any kind of colour vision
(the palette of Okabe and Ito), by day and by night."""

_FILLS: Final = (
    *("sea", "hull", "plate", "room", "paper", "water", "glow", "brass", "filled", "flame"),
    *("heart", "ghost", "alarm", "wall", "change"),
)
_STROKES: Final = ("hull", "plate", "wall", "line", "wave", "alarm", "change", "paper")
_TEXTS: Final = ("ink", "soft", "alarm", "change", "paper")


def _rules(colours: dict[str, str]) -> str:
    fills = [f".f-{name}{{fill:{colours[name]}}}" for name in _FILLS]
    strokes = [f".s-{name}{{stroke:{colours[name]}}}" for name in _STROKES]
    texts = [f".t-{name}{{fill:{colours[name]}}}" for name in _TEXTS]
    return "".join(fills + strokes + texts)


STYLE: Final = "".join(
    [
        f"text{{font-family:'{FAMILY}','Source Sans 3','Helvetica Neue',Arial,sans-serif}}",
        ".none{fill:none}.bold{font-weight:600}path{stroke-linejoin:round;stroke-linecap:round}",
        _rules(DAY),
        *[
            f".f-g{seat}{{fill:{hue}}}.t-l{seat}{{fill:{letter}}}"
            for seat, (hue, letter) in enumerate(HUES)
        ],
        f"@media (prefers-color-scheme:dark){{{_rules(_NIGHT)}}}",
    ]
)
"""The style sheet: it follows whoever reads by night."""
