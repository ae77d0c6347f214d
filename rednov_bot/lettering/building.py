"""The font's files are made of letters.txt.  fontTools lives here; nothing that runs needs it."""

from __future__ import annotations

from array import array
from io import BytesIO
from typing import Final

from fontTools.feaLib.builder import addOpenTypeFeaturesFromString
from fontTools.fontBuilder import FontBuilder
from fontTools.ttLib.tables._g_l_y_f import Glyph, GlyphComponent, GlyphCoordinates

from rednov_bot.lettering.measure import FAMILY
from rednov_bot.lettering.outlines import Outline, outlines
from rednov_bot.lettering.repertoire import NOTDEF, Placed, Sign, kern, shift, signs
from rednov_bot.lettering.strokes import X_HEIGHT, alphabet
from rednov_bot.lettering.weights import ASCENT, BOLD, CAPITALS, DESCENT, EM, Weight, nearest

VERSION: Final = "1.000"

_MADE_AT: Final = 3849984000
"""When the files say that they were made, in seconds since 1904: the beginning of 2026."""

_OVERLAPPING: Final = 0x40
_ROUND_TO_GRID: Final = 0x0004
_OFFSETS: Final = 0x0002


def build(weight: Weight) -> bytes:
    """The TrueType font of a weight: of the same letters always the same bytes."""
    known = signs(weight)
    names = _names(known)
    drawn = {names[character]: character for character in reversed(known)}
    order = sorted(drawn, key=lambda name: _place(drawn[name], known[drawn[name]]))
    glyphs = {name: _glyph(drawn[name], known[drawn[name]], weight, names) for name in order}
    advances = {name: known[drawn[name]].advance for name in order}
    font = FontBuilder(EM, isTTF=True)
    font.setupGlyphOrder(list(glyphs))
    font.setupCharacterMap(
        {ord(character): names[character] for character in known if character != NOTDEF}
    )
    font.setupGlyf(glyphs)
    table = font.font["glyf"]
    font.setupHorizontalMetrics(
        {name: (advances[name], getattr(table[name], "xMin", 0)) for name in glyphs}
    )
    _tell(font, weight)
    addOpenTypeFeaturesFromString(font.font, _kerning(known, names, weight))
    file = BytesIO()
    font.font.recalcTimestamp = False
    font.font["head"].created = font.font["head"].modified = _MADE_AT
    font.save(file)
    return file.getvalue()


def _place(character: str, sign: Sign) -> tuple[bool, str, bool, str]:
    """Where a glyph comes in the files: .notdef first, then by what it is kerned like."""
    return (character != NOTDEF, sign.base, sign.crowned, character)


def _names(known: dict[str, Sign]) -> dict[str, str]:
    """What each character's glyph is called while it is built; twins share one."""
    names: dict[str, str] = {}
    twins: dict[tuple[tuple[Placed, ...], int], str] = {}
    for character, sign in known.items():
        name = NOTDEF if character == NOTDEF else f"uni{ord(character):04X}"
        names[character] = twins.setdefault((sign.placed, sign.advance), name)
    return names


def _glyph(character: str, sign: Sign, weight: Weight, names: dict[str, str]) -> Glyph:
    """What is drawn for a character: its strokes, or other glyphs put together."""
    if sign.placed == (Placed(character),):
        letter = alphabet().letters[character]
        origin = shift(letter)
        return _simple(
            [one for stroke in letter.strokes for one in outlines(stroke, weight, origin)]
        )
    glyph = Glyph()
    glyph.numberOfContours = -1
    glyph.components = []
    for placed in sign.placed:
        component = GlyphComponent()
        component.glyphName = names[placed.letter]
        component.x, component.y = placed.dx, placed.dy
        component.flags = _OFFSETS | _ROUND_TO_GRID
        glyph.components.append(component)
    return glyph


def _simple(found: list[Outline]) -> Glyph:
    """A glyph of outlines."""
    glyph = Glyph()
    glyph.numberOfContours = len(found)
    if not found:
        return glyph
    points = [point for outline in found for point in outline]
    glyph.coordinates = GlyphCoordinates([(x, y) for x, y, _ in points])
    glyph.flags = array("B", [int(on) for _, _, on in points])
    if len(found) > 1:
        glyph.flags[0] |= _OVERLAPPING
    glyph.endPtsOfContours = []
    for outline in found:
        begun = glyph.endPtsOfContours[-1] + 1 if glyph.endPtsOfContours else 0
        glyph.endPtsOfContours.append(begun + len(outline) - 1)
    glyph.program = None
    glyph.removeHinting()
    return glyph


def _tell(font: FontBuilder, weight: Weight) -> None:
    """What the font says of itself."""
    font.setupHorizontalHeader(ascent=ASCENT, descent=DESCENT, lineGap=0)
    font.setupNameTable(
        {
            "copyright": "Copyright (c) 2026 the founders of rednov_bot",
            "familyName": FAMILY,
            "styleName": weight.style,
            "uniqueFontIdentifier": f"{FAMILY} {weight.style} {VERSION}",
            "fullName": f"{FAMILY} {weight.style}",
            "version": f"Version {VERSION}",
            "psName": f"{FAMILY.replace(' ', '')}-{weight.style}",
            "licenseDescription": "MIT License, as rednov_bot, whose LICENSE has its words.",
        },
        mac=False,
    )
    bold = weight is BOLD
    font.setupOS2(
        version=4,
        usWeightClass=weight.number,
        fsType=0,
        fsSelection=0x80 | (0x20 if bold else 0x40),
        sTypoAscender=ASCENT,
        sTypoDescender=DESCENT,
        sTypoLineGap=0,
        usWinAscent=ASCENT + 120,
        usWinDescent=-DESCENT + 60,
        sxHeight=nearest(weight.up(X_HEIGHT)) + weight.tool,
        sCapHeight=CAPITALS,
        achVendID="    ",
    )
    font.setupPost(keepGlyphNames=False, underlinePosition=-120, underlineThickness=weight.tool)
    font.setupHead(unitsPerEm=EM, macStyle=int(bold), fontRevision=float(VERSION))


def _kerning(known: dict[str, Sign], names: dict[str, str], weight: Weight) -> str:
    """The pairs that stand closer or wider, as a feature file with classes of glyphs."""
    lefts = {left for left, _ in alphabet().kerns}
    rights = {right for _, right in alphabet().kerns}
    first = {names[key]: sign for key, sign in known.items() if sign.base in lefts}
    second = {names[key]: sign for key, sign in known.items() if sign.base in rights}
    left_classes: dict[str, list[str]] = {}
    for name, sign in first.items():
        left_classes.setdefault(sign.base, []).append(name)
    right_classes: dict[tuple[str, bool], list[str]] = {}
    for name, sign in second.items():
        right_classes.setdefault((sign.base, sign.crowned), []).append(name)
    rows = _alike(
        {
            tuple(one): tuple(
                kern(first[one[0]], second[other[0]], weight) for other in right_classes.values()
            )
            for one in left_classes.values()
        }
    )
    columns = _alike(
        {
            tuple(other): tuple(kern(first[one[0]], second[other[0]], weight) for one in rows)
            for other in right_classes.values()
        }
    )
    lines = [
        f"pos [{' '.join(one)}] [{' '.join(other)}] {amount};"
        for one in rows
        for other in columns
        if (amount := kern(first[one[0]], second[other[0]], weight))
    ]
    return "feature kern {\n" + "\n".join(lines) + "\n} kern;\n"


def _alike(classes: dict[tuple[str, ...], tuple[int, ...]]) -> list[tuple[str, ...]]:
    """Classes of glyphs, those with the same amounts in one."""
    merged: dict[tuple[int, ...], tuple[str, ...]] = {}
    for glyphs, amounts in classes.items():
        merged[amounts] = merged.get(amounts, ()) + glyphs
    return list(merged.values())
