"""The picture can be read by day, by night, in black and white, with any kind of colour vision."""

from __future__ import annotations

import re

import pytest

from rednov_bot.games.red_november.render.picture.shapes import HUES, STYLE

GROUNDS = ("room", "glow", "water", "paper", "sea", "ghost")


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
@pytest.mark.parametrize("ground", GROUNDS)
def test_words_stand_out_from_what_is_behind_them(ground: str, night: bool) -> None:
    colours = sheet(night)
    assert contrast(colours["t-ink"], colours[f"f-{ground}"]) >= 4.5


@pytest.mark.parametrize("night", [False, True], ids=["day", "night"])
def test_what_is_soft_or_alarming_or_new_can_be_read_too(night: bool) -> None:
    colours = sheet(night)
    for ink in ("soft", "alarm", "change"):
        assert contrast(colours[f"t-{ink}"], colours["f-paper"]) >= 4.5
    assert contrast(colours["t-soft"], colours["f-sea"]) >= 4.5
    assert contrast(colours["t-paper"], colours["f-alarm"]) >= 4.5
    assert contrast(colours["t-ink"], colours["f-filled"]) >= 4.5


@pytest.mark.parametrize("night", [False, True], ids=["day", "night"])
def test_signs_stand_out_without_colour(night: bool) -> None:
    colours = sheet(night)
    for ground in ("room", "glow", "water", "plate", "paper"):
        assert contrast(colours["s-wall"], colours[f"f-{ground}"]) >= 3
    for ground in ("room", "water"):
        assert contrast(colours["s-wave"], colours[f"f-{ground}"]) >= 3
    assert contrast(colours["f-flame"], colours["f-glow"]) >= 3


@pytest.mark.parametrize(("hue", "letter"), HUES)
def test_the_letter_of_a_gnome_stands_out_from_their_colour(hue: str, letter: str) -> None:
    assert contrast(hue, letter) >= 4.5
