"""The picture can be read by day, by night, in black and white, with any kind of colour vision."""

from __future__ import annotations

import re

import pytest

from rednov_bot.games.red_november.render.picture.shapes import HUES, STYLE

CONTRASTS = (
    *((4.5, "t-ink", f"f-{one}") for one in ("room", "glow", "water", "paper", "sea", "ghost")),
    *((4.5, f"t-{ink}", "f-paper") for ink in ("soft", "alarm", "change")),
    *((4.5, "t-soft", "f-sea"), (4.5, "t-paper", "f-alarm"), (4.5, "t-ink", "f-filled")),
    *((3, "s-wall", f"f-{ground}") for ground in ("room", "glow", "water", "plate", "paper")),
    *((3, "s-wave", f"f-{ground}") for ground in ("room", "water")),
    (3, "f-flame", "f-glow"),
)
"""How much at least stands out from what: words (WCAG 2, 1.4.3), and signs (1.4.11)."""


def sheet(night: bool) -> dict[str, str]:
    """Class -> colour, as the style sheet has it by day, or by night."""
    day, _, dark = STYLE.partition("@media")
    rule = r"\.([fstgl][-\w]+)\{(?:fill|stroke):(#\w{6})\}"
    found = dict(re.findall(rule, dark if night else day))
    return {name: colour for name, colour in found.items() if not name[-1].isdigit()}


def light(colour: str) -> float:
    """Relative luminance, 0-1 (WCAG 2)."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    ]
    red, green, blue = linear
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    high, low = sorted((light(one), light(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("night", [False, True], ids=["day", "night"])
def test_words_and_signs_stand_out_from_what_is_behind_them(night: bool) -> None:
    colours = sheet(night)
    found = [(one, contrast(colours[one[1]], colours[one[2]])) for one in CONTRASTS]
    assert [(one, found) for one, found in found if found < one[0]] == []


@pytest.mark.parametrize(("hue", "letter"), HUES)
def test_the_letter_of_a_gnome_stands_out_from_their_colour(hue: str, letter: str) -> None:
    assert contrast(hue, letter) >= 4.5
