"""The font's files are what letters.txt says, and nothing but."""

from __future__ import annotations

from functools import cache
from io import BytesIO
from itertools import pairwise, product

import pytest
from fontTools.pens.areaPen import AreaPen
from fontTools.pens.boundsPen import BoundsPen
from fontTools.ttLib import TTFont

from rednov_bot.lettering import FAMILY, font_files, width
from rednov_bot.lettering.building import build
from rednov_bot.lettering.repertoire import characters, signs
from rednov_bot.lettering.specimen import specimen
from rednov_bot.lettering.weights import BOLD, EM, REGULAR, WEIGHTS, Weight

FILES = dict(zip(WEIGHTS, font_files(), strict=True))
each_weight = pytest.mark.parametrize("weight", WEIGHTS, ids=lambda weight: weight.style)


@cache
def font(weight: Weight) -> TTFont:
    return TTFont(BytesIO(FILES[weight].read_bytes()))


@cache
def kerned(weight: Weight) -> dict[str, dict[str, int]]:
    """What the font itself says of pairs of glyphs, in ems."""
    (lookup,) = font(weight)["GPOS"].table.LookupList.Lookup
    (table,) = lookup.SubTable
    amounts: dict[str, dict[str, int]] = {}
    for left, right in product(table.Coverage.glyphs, font(weight).getGlyphOrder()):
        row = table.Class1Record[table.ClassDef1.classDefs.get(left, 0)].Class2Record
        value = row[table.ClassDef2.classDefs.get(right, 0)].Value1
        amounts.setdefault(left, {})[right] = getattr(value, "XAdvance", 0) if value else 0
    return amounts


@each_weight
def test_the_files_are_built_of_the_source_byte_for_byte(weight: Weight) -> None:
    assert build(weight) == FILES[weight].read_bytes(), "make font"


@each_weight
def test_the_font_has_the_characters_that_are_known_without_it(weight: Weight) -> None:
    assert set(map(chr, font(weight).getBestCmap())) == characters()


@each_weight
def test_the_signs_are_the_characters(weight: Weight) -> None:
    assert signs(weight).keys() - {".notdef"} == characters()


@each_weight
def test_each_advance_is_the_font_s(weight: Weight) -> None:
    names = font(weight).getBestCmap()
    differing = {
        one
        for one in characters()
        if width(one, EM, bold=weight is BOLD) != font(weight)["hmtx"][names[ord(one)]][0]
    }
    assert not differing


@each_weight
@pytest.mark.parametrize(
    "line",
    ["AVATAR, To Ty. Té Tř “LT” f’ Yo 7.5", "Та. ГЛУХО рт, УДАР", "ΑΥΤΟ, Γα Τε", "潜 is a box"],
)
def test_a_line_is_as_wide_as_the_font_makes_it(line: str, weight: Weight) -> None:
    names = [font(weight).getBestCmap().get(ord(one), ".notdef") for one in line]
    ems = sum(font(weight)["hmtx"][name][0] for name in names)
    ems += sum(kerned(weight).get(left, {}).get(right, 0) for left, right in pairwise(names))
    assert width(line, EM, bold=weight is BOLD) == ems


@each_weight
def test_a_box_stands_for_what_is_missing(weight: Weight) -> None:
    assert font(weight).getGlyphOrder()[0] == ".notdef"
    assert font(weight)["glyf"][".notdef"].numberOfContours > 0


@each_weight
def test_what_is_drawn_is_filled(weight: Weight) -> None:
    """Outlines run clockwise; a letter whose holes outweighed it would be inside out."""
    glyphs = font(weight).getGlyphSet()
    areas = {}
    for name in font(weight).getGlyphOrder():
        pen = AreaPen(glyphs)
        glyphs[name].draw(pen)
        areas[name] = pen.value
    assert not {name for name, area in areas.items() if area > 0}


@each_weight
def test_capitals_with_accents_stay_in_their_line(weight: Weight) -> None:
    glyphs, names = font(weight)["glyf"], font(weight).getBestCmap()
    for letter in "ÄÅÇÉÑÖŘŠŰĄĢЙЁЇДЩgjpqyçşţųђ":
        glyph = glyphs[names[ord(letter)]]
        assert (
            font(weight)["hhea"].descent <= glyph.yMin < glyph.yMax <= font(weight)["hhea"].ascent
        )


@each_weight
def test_capitals_of_both_weights_are_as_high_as_promised(weight: Weight) -> None:
    glyphs = font(weight).getGlyphSet()
    pen = BoundsPen(glyphs)
    glyphs[font(weight).getBestCmap()[ord("H")]].draw(pen)
    assert pen.bounds is not None
    assert pen.bounds[1::2] == pytest.approx((0, font(weight)["OS/2"].sCapHeight), abs=1)


@each_weight
def test_the_font_says_what_it_is_called_and_whose(weight: Weight) -> None:
    names = font(weight)["name"]
    assert names.getDebugName(1) == FAMILY
    assert names.getDebugName(2) == weight.style
    assert str(names.getDebugName(13)).startswith("MIT")
    assert font(weight)["OS/2"].usWeightClass == {REGULAR: 400, BOLD: 700}[weight]


@each_weight
def test_a_file_is_small(weight: Weight) -> None:
    assert FILES[weight].stat().st_size < 62_000


def test_the_specimen_shows_nothing_that_is_not_drawn() -> None:
    assert not set(specimen()) - characters() - {"\n"}
