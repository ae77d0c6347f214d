"""What the styles of a page do to its words: hide them, keep their lines, mark them as quoted.

An act that ordinary readers do not see is no act (CFJ 3572).  What hides words for certain is
left out; what may hide them leaves a doubt.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

Marks = dict[str, str | None]
"""The attributes of an element."""

TINY, WHITE, DARK = 1, 2, 4
DOUBTFUL = 8  # whether it is seen cannot be told
KEEPS = 16  # its lines are shown as they stand in the source
UNSEEN: Final = frozenset({TINY, WHITE, TINY | WHITE, TINY | DARK, TINY | WHITE | DARK})
"""Letters of one pixel, and white ones on no background."""

LONGEST_STYLE = 2_000
LONGEST_SHEET = 16_000
"""Of all style sheets of a page; what is longer is not read, and may hide everything."""
ALL = "*"
"""By which a style sheet may name every element."""

_NONE = r"(?:0(?:\.0*)?|0?\.0+)(?:p[tx]|r?em|%)?(?:;|!|$)"
_HIDDEN = re.compile(
    r"display:none|visibility:(?:hidden|collapse)|mso-hide:all|color:transparent"
    r"|opacity:(?:0?\.0\d*|0)(?:;|!|$)|clip:rect\((?:0(?:px)?|1px)[, ]|transform:scale\(0"
    rf"|(?:^|;)(?:max-)?(?:height|width):{_NONE}"
    r"|(?:left|top|right|bottom|text-indent|margin-left|margin-top):-\d{3,}(?:p[tx]|r?em)?"
    r"|text-decoration(?:-line)?:[^;]*line-through"
)
_SIZE = re.compile(r"font-size:([\d.]+)(p[tx]|r?em|%)?")
_COLOUR = re.compile(r"(?:^|;)color:([^;!]+)")
_BACKGROUND = re.compile(r"(?:^|;)background(?:-color)?:([^;!]+)")
_KEEPS = re.compile(r"white-space(?:-collapse)?:(pre|break-spaces)?")
_BORDER = re.compile(
    r"(?:^|;)border-(?:left|inline-start)(?:-width|-style)?:(?!none|0|medium)[^;]"
    r"|(?:^|;)border-width:0(?:px|pt|cm)?0(?:px|pt|cm)?0(?:px|pt|cm)?[1-9.]"
)
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
_NO_COLOUR = _WHITE | {"transparent", "none", "inherit", "initial", "unset"}


def is_hidden(marks: Marks) -> bool:
    """The element says itself that it is not to be seen."""
    if "hidden" in marks:
        return True
    style = marks.get("style")
    return bool(style) and _HIDDEN.search(_compact(style or "")) is not None


def turns_words(marks: Marks) -> bool:
    """The letters of the element are shown in another order than they stand in."""
    return "bidi-override" in (marks.get("style") or "")[:LONGEST_STYLE]


def is_barred(marks: Marks) -> bool:
    """A bar stands beside the element, as mail programs draw it beside quoted words."""
    style = marks.get("style")
    return bool(style) and "border-" in (style or "") and _bars(_compact(style or ""))


def sight(marks: Marks, inherited: int) -> int:
    """How the words of an element are shown: what it inherits, changed by its own style."""
    raw = marks.get("style") or ""
    if not raw and "bgcolor" not in marks and "color" not in marks:
        return inherited
    style = _compact(raw)
    if "white-space" in style and (kept := _KEEPS.search(style)):
        inherited = inherited | KEEPS if kept[1] else inherited & ~KEEPS
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
    if style and may_hide(raw, on_dark=bool(inherited & DARK)):
        inherited |= DOUBTFUL
    return inherited


def is_seen(sight: int) -> bool:
    """Letters that are seen, or perhaps."""
    return sight & 7 not in UNSEEN


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


@lru_cache(maxsize=512)  # mail programs repeat themselves
def may_hide(style: str, *, on_dark: bool = False) -> bool:
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


# -- style sheets ------------------------------------------------------------------------------

_SELECTOR = re.compile(r"[a-z][a-z0-9]*|(?:[a-z][a-z0-9]*)?[.#][\w-]+")
_LAST = re.compile(r"[^\s>+~]+$")
_ASIDE = re.compile(r"\[[^\[\]]{0,200}\]?|:[^.#\[]{1,200}")
_NAME = re.compile(r"[.#][\w-]+")
_TAG = re.compile(r"[a-z][a-z0-9]*")
_FLAT = ("@font-face", "@page", "@list", "@namespace")
_SHOWS = re.compile(r"display\s*:|visibility\s*:|font-size\s*:|opacity\s*:|color\s*:")


@dataclass(frozen=True, slots=True)
class Sheet:
    """What a page's style sheets do, by tag, class or name (`p`, `.note`, `#note`)."""

    hides: frozenset[str] = frozenset()
    may_hide: frozenset[str] = frozenset()
    keeps: frozenset[str] = frozenset()  # their lines are shown as they stand
    bars: frozenset[str] = frozenset()  # a bar stands beside them


NOTHING = Sheet()


def sheet(text: str) -> Sheet:
    """What the rules of a style sheet do to the words of a page."""
    if len(text) > LONGEST_SHEET:
        return Sheet(may_hide=frozenset({ALL}))
    surely: set[str] = set()
    perhaps: set[str] = set()
    keeps: set[str] = set()
    bars: set[str] = set()
    for selectors, style, sometimes in _rules(text.lower()):
        compact = _compact(style)
        hides = _hides(compact)
        doubtful = hides or may_hide(style)
        kept = _KEEPS.search(compact) if "white-space" in compact else None
        barred = _bars(compact)
        for selector in selectors:
            if kept is not None and kept[1]:
                keeps.add(_last_of(selector))
            if barred and _SELECTOR.fullmatch(selector) and selector[0] in ".#":
                bars.add(selector)
            if hides and not sometimes and _SELECTOR.fullmatch(selector):
                surely.add(selector)
            elif doubtful:
                perhaps.add(_last_of(selector))
            elif selector in surely and _SHOWS.search(style):
                surely.discard(selector)
                perhaps.add(selector)
    return Sheet(frozenset(surely), frozenset(perhaps), frozenset(keeps), frozenset(bars))


def names(tag: str, name: str, classes: frozenset[str]) -> frozenset[str]:
    """By what a style sheet may name an element, beside its tag."""
    found = {f".{one}" for one in classes} | {f"{tag}.{one}" for one in classes}
    return frozenset(found | {f"#{name}", f"{tag}#{name}"} if name else found)


def _rules(text: str) -> Iterator[tuple[tuple[str, ...], str, bool]]:
    """The rules of a style sheet, in one pass: selectors, style, whether it holds but sometimes."""
    first, *rest = text.replace("<!--", " ").replace("-->", " ").split("/*")
    text = first + "".join(" " + one.partition("*/")[2] for one in rest)
    at = 0
    inside: list[bool] = []  # whether each block around is for printers alone
    while (opened := text.find("{", at)) >= 0:
        closed = text.find("}", at, opened)
        if closed >= 0:
            del inside[-1:]
            at = closed + 1
            continue
        head = text[at:opened].rpartition(";")[2].strip()
        at = opened + 1
        if head.startswith("@") and not head.startswith(_FLAT):
            inside.append(head == "@media print")
            continue
        end = text.find("}", at)
        end = len(text) if end < 0 else end
        if not head.startswith("@") and not any(inside):
            yield tuple(one.strip() for one in head.split(",")), text[at:end], bool(inside)
        at = end + 1


def _last_of(selector: str) -> str:
    """A simple selector that every element has that the given one may choose."""
    match = _LAST.search(selector)
    if match is None or "\\" in selector:
        return ALL
    last = _ASIDE.sub("", match[0])
    if name := _NAME.search(last):
        return name[0]
    tag = _TAG.match(last)
    return tag[0] if tag else ALL


def _hides(style: str) -> bool:
    size = _SIZE.search(style)
    return _HIDDEN.search(style) is not None or (size is not None and _is_tiny(size[1], size[2]))


def _bars(style: str) -> bool:
    return "border-" in style and _BORDER.search(style) is not None


def _is_tiny(number: str, unit: str | None) -> bool:
    """Nobody reads letters of one pixel or point, or of a tenth of the usual size."""
    try:
        size = float(number)
    except ValueError:
        return False
    return size <= {"px": 1.5, "pt": 1.5, "%": 10.0}.get(unit or "", 0.1)


def _compact(style: str) -> str:
    return "".join(style[:LONGEST_STYLE].lower().split())
