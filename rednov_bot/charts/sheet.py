"""The sheet that charts are drawn on: elements of SVG, colours and patterns, text made harmless."""

from __future__ import annotations

from typing import Final
from zlib import crc32

WIDTH: Final = 720
SMALL: Final = 12  # pixels of the letters
ROOM_FOR_A_LETTER: Final = 6.6

SERIES: Final = 8
"""Colours and patterns; further series begin again."""

_LIGHT: Final = (
    *("#0072b2", "#d55e00", "#009e73", "#a8548a"),
    *("#9a6b00", "#4a86b5", "#6b6b6b", "#7a3b00"),
)
_DARK: Final = (
    *("#56a7dd", "#ff8a3d", "#3fcf9f", "#e39cc6"),
    *("#f0b93a", "#8fc4ea", "#b5b5b5", "#d09a66"),
)
_DASHES: Final = ("none", "7 4", "2 3", "10 3 2 3", "4 2", "12 4", "1 2", "6 2 1 2 1 2")

_HATCHES: Final = (
    "",
    '<path d="M-2 2L2 -2M0 8L8 0M6 10L10 6"/>',
    '<circle cx="4" cy="4" r="1.3"/>',
    '<path d="M0 4H8"/>',
    '<path d="M-2 6L2 10M0 0L8 8M6 -2L10 2"/>',
    '<path d="M4 0V8"/>',
    '<path d="M0 4H8M4 0V8"/>',
    '<path d="M0 2H4M4 6H8"/>',
)


def number(value: float) -> str:
    """A coordinate: one decimal at most."""
    told = f"{value:.1f}".rstrip("0").rstrip(".")
    return "0" if told == "-0" else told


def plain(text: str) -> str:
    """A text as it may stand in SVG: no markup, nothing that XML forbids, on one line."""
    kept = "".join([one if _allowed(one) else " " for one in text])
    told = " ".join(kept.split())
    for mark, name in (("&", "amp"), ("<", "lt"), (">", "gt"), ('"', "quot"), ("'", "#39")):
        told = told.replace(mark, f"&{name};")
    return told


def _allowed(one: str) -> bool:
    """What XML allows, without what turns the direction of writing."""
    code = ord(one)
    if 0x202A <= code <= 0x202E or 0x2066 <= code <= 0x2069:
        return False
    return (
        (0x20 <= code < 0x7F)
        or (0xA0 <= code <= 0xD7FF)
        or (0xE000 <= code <= 0xFFFD)
        or (0x10000 <= code <= 0x10FFFF)
    )


def cut(text: str, width: float) -> str:
    """A text cut to so many pixels, as far as can be told without its letters."""
    most = max(2, int(width / ROOM_FOR_A_LETTER))
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"


def length(text: str) -> float:
    """How wide a text is, about."""
    return len(text) * ROOM_FOR_A_LETTER


def legend_rows(names: tuple[str, ...]) -> int:
    """How many lines the names of the series take."""
    rows, x = 1, 16.0
    for name in names:
        wide = 50 + min(length(name), WIDTH - 80)
        if x + wide > WIDTH - 8 and x > 16:
            rows, x = rows + 1, 16.0
        x += wide
    return rows


class Sheet:
    """A drawing of a certain height, element by element."""

    def __init__(self, title: str, desc: str, height: float) -> None:
        self.title, self.desc, self.height = title, desc, height
        self.key = f"c{crc32(f'{title}|{desc}|{height}'.encode('utf-8', 'replace')):08x}"
        self._drawn: list[str] = []
        self.text(16, 26, title, kind="h")

    def text(
        self,
        x: float,
        y: float,
        said: str,
        *,
        kind: str = "",
        anchor: str = "start",
        width: float | None = None,
    ) -> None:
        """Letters; cut to *width*, with the whole text told when pointed at."""
        shown = said if width is None else cut(said, width)
        more = f"<title>{plain(said)}</title>" if shown != said else ""
        named = f' class="{kind}"' if kind else ""
        at = "" if anchor == "start" else f' text-anchor="{anchor}"'
        where = f'x="{number(x)}" y="{number(y)}"'
        self._drawn.append(f"<text {where}{at}{named}>{plain(shown)}{more}</text>")

    def upright(self, x: float, y: float, said: str) -> None:
        """Letters along an upright edge, their middle at *y*."""
        turned = f'transform="translate({number(x)} {number(y)}) rotate(-90)"'
        self._drawn.append(f'<text {turned} text-anchor="middle">{plain(cut(said, 240))}</text>')

    def line(self, x1: float, y1: float, x2: float, y2: float, kind: str) -> None:
        """A straight line: an axis `a`, a line of the grid `g`, a whisker `w`, a mark `m`."""
        ends = f"M{number(x1)} {number(y1)}L{number(x2)} {number(y2)}"
        self._drawn.append(f'<path class="{kind}" d="{ends}"/>')

    def box(self, x: float, y: float, width: float, height: float, series: int) -> None:
        """A filled box in the colour and pattern of a series."""
        of = series % SERIES
        where = f'x="{number(x)}" y="{number(y)}"'
        size = f'width="{number(max(0.0, width))}" height="{number(height)}"'
        fill = f'fill="url(#{self.key}p{of})"'
        self._drawn.append(f'<rect class="b s{of}" {where} {size} {fill}/>')

    def run(self, points: list[tuple[float, float]], series: int) -> None:
        """A line through *points* in the colour and dash of a series."""
        path = "L".join([f"{number(x)} {number(y)}" for x, y in points])
        self._drawn.append(f'<path class="l s{series % SERIES}" d="M{path}"/>')

    def legend(self, names: tuple[str, ...], y: float, *, lines: bool) -> float:
        """What each series is called, from *y* down; where it ends."""
        x = 16.0
        for series, name in enumerate(names):
            shown = cut(name, WIDTH - 80)
            wide = 34 + length(shown) + 16
            if x + wide > WIDTH - 8 and x > 16:
                x, y = 16.0, y + 20
            if lines:
                self.run([(x, y - 4), (x + 26, y - 4)], series)
            else:
                self.box(x, y - 11, 26, 12, series)
            self.text(x + 32, y, name, width=WIDTH - 80)
            x += wide
        return y + 14

    def whole(self) -> str:
        """The document."""
        size = f'width="{WIDTH}" height="{number(self.height)}"'
        view = f'viewBox="0 0 {WIDTH} {number(self.height)}"'
        named = f'role="img" aria-labelledby="{self.key}t {self.key}d"'
        return "\n".join(
            [
                f'<svg xmlns="http://www.w3.org/2000/svg" {size} {view} id="{self.key}" {named}>',
                f'<title id="{self.key}t">{plain(self.title)}</title>',
                f'<desc id="{self.key}d">{plain(self.desc)}</desc>',
                f"<style>{self._style()}</style>",
                f"<defs>{self._patterns()}</defs>",
                f'<rect class="paper" width="{WIDTH}" height="{number(self.height)}"/>',
                *self._drawn,
                "</svg>\n",
            ]
        )

    def _style(self) -> str:
        """Colours for light and for dark; lines differ by their dashes, boxes by their patterns."""
        me = f"#{self.key}"
        rules = [
            f"{me}{{font:{SMALL}px sans-serif;color:#1a1a1a}}",
            f"{me} text{{fill:currentColor}}",
            f"{me} .h{{font-size:16px;font-weight:bold}}",
            f"{me} .paper{{fill:#fff}}",
            f"{me} path{{fill:none}}",
            f"{me} .a{{stroke:currentColor}}",
            f"{me} .g{{stroke:currentColor;stroke-opacity:.16}}",
            f"{me} .w{{stroke:currentColor;stroke-width:1.6}}",
            f"{me} .m{{stroke:currentColor;stroke-width:1.4;stroke-dasharray:6 4}}",
            f"{me} .b{{stroke:currentColor;stroke-width:.7}}",
            f"{me} .l{{stroke-width:2.4}}",
            f"{me} .k{{stroke:#fff;fill:#fff;stroke-width:1.4}}",
            f"{me} .k path{{fill:none}}",
        ]
        for of in range(SERIES):
            rules.append(f"{me} .f{of}{{fill:{_LIGHT[of]}}}")
            rules.append(f"{me} .l.s{of}{{stroke:{_LIGHT[of]};stroke-dasharray:{_DASHES[of]}}}")
        dark = [f"{me}{{color:#ececec}}", f"{me} .paper{{fill:#16181c}}"]
        dark.append(f"{me} .k{{stroke:#16181c;fill:#16181c}}")
        for of in range(SERIES):
            dark.append(f"{me} .f{of}{{fill:{_DARK[of]}}}{me} .l.s{of}{{stroke:{_DARK[of]}}}")
        return "".join(rules) + "@media(prefers-color-scheme:dark){" + "".join(dark) + "}"

    def _patterns(self) -> str:
        each = [
            f'<pattern id="{self.key}p{of}" width="8" height="8" patternUnits="userSpaceOnUse">'
            f'<rect class="f{of}" width="8" height="8"/><g class="k">{hatch}</g></pattern>'
            for of, hatch in enumerate(_HATCHES)
        ]
        return "".join(each)
