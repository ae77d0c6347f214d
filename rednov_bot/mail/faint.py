"""Styles that may hide what they style, in ways that only a whole mail program decides.

Faint or transparent ink, clipping, moving aside, boxes too small: who can tell whether that
is seen?
"""

from __future__ import annotations

import re

_SMALL = r"(?:\d?\.\d+|[0-3](?:\.\d+)?)(?:p[tx]|em|rem)?(?![\d.\w%])"
_FAR = r"-\s*\d{2,}(?:\.\d+)?(?:r?em|ex|ch|v[wh]|%|in|cm)|-?\d{4,}"
_ANY = r"(?!none\b|auto\b|normal\b|initial\b|inherit\b|unset\b)\S"
_FAINT = (
    r"#[ef][0-9a-f][ef][0-9a-f][ef][0-9a-f]|#[ef]{3}(?![0-9a-f])|#[0-9a-f]{8}|#[0-9a-f]{4}(?!\w)"
    r"|rgba?\(\s*(?:2[3-5]\d\D+){2}2[3-5]\d\D"
    r"|(?:rgb|hsl)a\((?![^()]{0,40},\s*(?:1|0?\.[5-9]\d*)\s*\))|(?:rgb|hsl)\([^)]*[/%]|var\("
    r"|(?:floral|antique|navajo|ghost)?white|ivory|snow|azure|mintcream|seashell|aliceblue"
)
_STYLES = {
    **dict.fromkeys(("clip-path", "clip", "transform", "filter", "mask", "mask-image"), _ANY),
    **dict.fromkeys(("max-height", "height", "max-width", "width"), _SMALL),
    "zoom": r"0",
    **dict.fromkeys(("left", "top", "right", "bottom", "text-indent", "margin"), _FAR),
    **dict.fromkeys(("margin-left", "margin-top", "letter-spacing", "translate"), _FAR),
    "scale": _ANY,
    "opacity": r"0?\.[0-4]|[0-4]?\d%|var\(",
    "font": r"(?:\S+\s+){0,4}"
    r"(?:0(?:\.[0-3]\d*)?|\.[0-3]\d*|1(?:\.\d+)?(?=p[xt]))[a-z%]*(?:[\s/]|$)",
    "font-size": r"calc|var\(|min\(|max\(|clamp|0?\.[0-4]",
    "color": _FAINT,
    "-webkit-text-fill-color": _ANY,
    "display": r"var\(",
    "visibility": r"var\(",
    "content-visibility": _ANY,
}
_PERHAPS = {name: re.compile(pattern) for name, pattern in _STYLES.items()}
LONGEST_STYLE = 2_000


def hidden_perhaps(style: str, *, on_dark: bool = False) -> bool:
    """The style may hide the words of an element; faint ones are seen on a dark ground."""
    style = style.lower()
    if "\\" in style or "/*" in style or len(style) > LONGEST_STYLE:
        return True
    for one in style.split(";"):
        name, _, value = one.partition(":")
        name = name.strip()
        pattern = _PERHAPS.get(name) if name != "color" or not on_dark else None
        if pattern is not None and pattern.match(value.strip()):
            return True
    return False
