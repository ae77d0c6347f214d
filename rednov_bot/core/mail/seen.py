"""What ordinary readers of an HTML mail do not see: an act hidden there is no act (CFJ 3572)."""

from __future__ import annotations

import re
from typing import Final

from selectolax.lexbor import LexborHTMLParser

from rednov_bot.core.mail.sheets import ALL, LONGEST_SHEET, Hidden, is_simple, last_of, rules, shows

Marks = dict[str, str | None]
"""The attributes of an element."""


TINY, WHITE, DARK = 1, 2, 4
DOUBTFUL = 8  # whether it is seen is beyond this reader
UNSEEN: Final = frozenset({TINY, WHITE, TINY | WHITE, TINY | DARK, TINY | WHITE | DARK})
"""Letters of one pixel, and white ones on no background."""

_NONE = r"(?:0(?:\.0*)?|0?\.0+)(?:p[tx]|r?em|%)?(?:;|!|$)"
_HIDDEN_STYLE = re.compile(
    r"display:none|visibility:(?:hidden|collapse)|mso-hide:all|color:transparent"
    r"|opacity:(?:0?\.0\d*|0)(?:;|!|$)|clip:rect\((?:0(?:px)?|1px)[, ]|transform:scale\(0"
    rf"|(?:^|;)(?:max-)?(?:height|width):{_NONE}"
    r"|(?:left|top|right|bottom|text-indent|margin-left|margin-top):-\d{3,}(?:p[tx]|r?em)?"
    r"|text-decoration(?:-line)?:[^;]*line-through"
)
_SIZE = re.compile(r"font-size:([\d.]+)(p[tx]|r?em|%)?")
_COLOUR = re.compile(r"(?:^|;)color:([^;!]+)")
_BACKGROUND = re.compile(r"(?:^|;)background(?:-color)?:([^;!]+)")
_WHITE = frozenset(
    [
        "white",
        "#fff",
        "#ffffff",
        "#fffffe",
        "#fefefe",
        "#fdfdfd",
        "snow",
        "ivory",
        "rgb(255,255,255)",
        "hsl(0,0%,100%)",
        "rgba(255,255,255,1)",
        "#ffffffff",
        "whitesmoke",
        "ghostwhite",
    ]
)
_NO_COLOUR = frozenset({"transparent", "none", "inherit", "initial", "unset", *_WHITE})


def is_hidden(marks: Marks) -> bool:
    """The element says itself that it is not to be seen."""
    if "hidden" in marks:
        return True
    style = marks.get("style")
    return bool(style) and _HIDDEN_STYLE.search(_compact(style or "")) is not None


def turns_words(marks: Marks) -> bool:
    """The letters of the element are shown in another order than they stand in."""
    return "bidi-override" in (marks.get("style") or "")[:LONGEST_STYLE]


def sight(marks: Marks, inherited: int) -> int:
    """How the text of an element is seen: what it inherits, changed by what it says itself."""
    style = _compact(marks.get("style") or "") if "style" in marks else ""
    if size := _SIZE.search(style):
        inherited = inherited & ~TINY | (TINY if _is_tiny(size[1], size[2]) else 0)
    painted = _BACKGROUND.search(style)
    colour = _COLOUR.search(style)
    ground = painted[1] if painted else (marks.get("bgcolor") or "").lower()
    ink = colour[1] if colour else (marks.get("color") or "").lower()
    if ground:
        inherited = inherited & ~DARK | (0 if ground in _NO_COLOUR else DARK)
    if ink:
        inherited = inherited & ~WHITE | (WHITE if ink in _WHITE or ink == ground else 0)
        if ink == ground:
            inherited &= ~DARK
    if style and hidden_perhaps(marks.get("style") or "", on_dark=bool(inherited & DARK)):
        inherited |= DOUBTFUL
    return inherited


def is_seen(sight: int) -> bool:
    """Letters that are seen, or perhaps."""
    return sight & ~DOUBTFUL not in UNSEEN


def hidden_by(tree: LexborHTMLParser) -> Hidden:
    """What the style sheets of a page hide: for certain, or where that is beyond this reader."""
    text = " ".join(node.text(deep=True) for node in tree.css("style"))
    if len(text) > LONGEST_SHEET:
        return Hidden(perhaps=frozenset({ALL}))
    surely: set[str] = set()
    perhaps: set[str] = set()
    for rule in rules(text.lower()):
        hides = _hides(_compact(rule.style))
        may_hide = hides or hidden_perhaps(rule.style)
        for selector in rule.selectors:
            if hides and not rule.sometimes and is_simple(selector):
                surely.add(selector)
            elif may_hide:
                perhaps.add(last_of(selector))
            elif selector in surely and shows(rule.style):
                surely.discard(selector)
                perhaps.add(selector)
    return Hidden(frozenset(surely), frozenset(perhaps))


def names(tag: str, name: str, classes: frozenset[str]) -> frozenset[str]:
    """By what a style sheet may name an element."""
    found = {f".{one}" for one in classes} | {f"{tag}.{one}" for one in classes}
    return frozenset(found | {f"#{name}", f"{tag}#{name}"} if name else found)


def all_names(tag: str, marks: Marks) -> frozenset[str]:
    """By what a style sheet may name an element, its tag and "*" among them."""
    classes = frozenset((marks.get("class") or "").lower().split())
    return names(tag, (marks.get("id") or "").lower(), classes) | {tag, ALL}


def _hides(style: str) -> bool:
    size = _SIZE.search(style)
    return _HIDDEN_STYLE.search(style) is not None or (
        size is not None and _is_tiny(size[1], size[2])
    )


def _is_tiny(number: str, unit: str | None) -> bool:
    """Nobody reads letters of one pixel or point, or of a tenth of the usual size."""
    try:
        size = float(number)
    except ValueError:
        return False
    return size <= {"px": 1.5, "pt": 1.5, "%": 10.0}.get(unit or "", 0.1)


def _compact(style: str) -> str:
    return "".join(style[:LONGEST_STYLE].lower().split())


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
