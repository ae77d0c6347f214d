"""What ordinary readers of an HTML mail do not see: an act hidden there is no act (CFJ 3572)."""

from __future__ import annotations

import re
from typing import Final

from selectolax.lexbor import LexborHTMLParser

Marks = dict[str, str | None]
"""The attributes of an element."""

LONGEST_STYLE = 2_000
LONGEST_SHEET = 64_000
MOST_RULES = 500

NOTHING: Final[frozenset[str]] = frozenset()
TINY, WHITE, DARK = 1, 2, 4
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
_COMMENT = re.compile(r"/\*.*?\*/|<!--|-->", re.DOTALL)
_NESTED = re.compile(r"@[^{};]{0,200}\{(?:[^{}]{0,2000}\{[^{}]{0,2000}\}){0,50}[^{}]{0,200}\}")
_RULE = re.compile(r"([^{}]{1,500})\{([^{}]{0,2000})\}")
_SELECTOR = re.compile(r"[a-z][a-z0-9]*|(?:[a-z][a-z0-9]*)?[.#][\w-]+")


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
    return inherited


def hidden_by(tree: LexborHTMLParser) -> frozenset[str]:
    """The tags, classes and names (`p`, `.note`, `#note`) that the style sheets of a page hide."""
    text = " ".join(node.text(deep=True) for node in tree.css("style"))[:LONGEST_SHEET].lower()
    text = _NESTED.sub(" ", _COMMENT.sub(" ", text))
    found: set[str] = set()
    for number, (selectors, style) in enumerate(_RULE.findall(text)):
        if number >= MOST_RULES:
            break
        if _hides(_compact(style)):
            found.update(filter(_SELECTOR.fullmatch, map(str.strip, selectors.split(","))))
    return frozenset(found)


def names(tag: str, name: str, classes: frozenset[str]) -> frozenset[str]:
    """By what a style sheet may name an element."""
    found = {f".{one}" for one in classes} | {f"{tag}.{one}" for one in classes}
    return frozenset(found | {f"#{name}", f"{tag}#{name}"} if name else found)


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
