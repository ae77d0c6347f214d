"""A page that shows the font, as SVG: texts in several languages at several sizes."""

from __future__ import annotations

from typing import Final
from xml.sax.saxutils import escape

from rednov_bot.lettering.measure import FAMILY

_WIDE: Final = 960
_TEXTS: Final = (
    "Il1 O0 rn m cl d 5S 2Z 8B 6b 9g — Aft Torpedo Room, Engine Room, Captain’s Log & @ 0123456789",
    "The quick brown fox jumps over the lazy dog. SPHINX OF BLACK QUARTZ, JUDGE MY VOW!",
    "Zwölf Boxkämpfer jagen Viktor quer über den großen Sylter Deich – „ÄÖÜẞ“",
    "Příliš žluťoučký kůň úpěl ďábelské ódy. Zażółć gęślą jaźń. Árvíztűrő tükörfúrógép.",
    "Voix ambiguë d’un cœur qui préfère les jattes de kiwis. Þýðing æðstu, ÅØÆ; ğış İ",
    "Съешь ещё этих мягких французских булок, да выпей чаю. ЖЩЮЯ Її Єє Ґґ Љњ Ђћ",
    "Ξεσκεπάζω την ψυχοφθόρα βδελυγμία. ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩ Ά Έ ΐ",
    "12:45 → 3/4 ½ ¼ ¾ x² 7³ °C 50% £8 €9 $7 ¥ ★☆ ✓✗ ↑↓← « » … · • × ÷ ± § ¶ † ‡ № © ® ™",
)
_SIZES: Final = (11, 13, 20)
_LARGE: Final = (
    "ABCDEFGHIJKLMNOPQRS",
    "TUVWXYZ&@ÄÇÉŁŘŠ%?!",
    "abcdefghijklmnopqrstuvwxyz",
    "0123456789 ßæœøłđðþ",
    "БДЖЗИЛУФЦЧШЩЪЫЭЮЯ",
    "бвгджзиклмнптфцчшщъыэюя",
    "αβγδεζηθικλμνξοπρσςτυφχψω",
)


def specimen() -> str:
    """The page, 960 px wide."""
    lines: list[str] = []
    at = 0.0
    for size in _SIZES:
        for bold in (False, True):
            at += size * 0.6
            for text in _TEXTS:
                at += size * 1.35
                lines.append(_line(text, at, size, bold))
    for text in _LARGE:
        at += 62
        lines.append(_line(text, at, 48, False))
    for text in _LARGE[::2]:
        at += 62
        lines.append(_line(text, at, 48, True))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{_WIDE}" height="{at + 30:.0f}">\n'
        f'<rect width="100%" height="100%" fill="#fff"/>\n'
        f'<g font-family="{FAMILY}" fill="#123">\n' + "\n".join(lines) + "\n</g>\n</svg>\n"
    )


def _line(text: str, at: float, size: int, bold: bool) -> str:
    weight = 700 if bold else 400
    return (
        f'<text x="12" y="{at:.1f}" font-size="{size}" font-weight="{weight}">{escape(text)}</text>'
    )
