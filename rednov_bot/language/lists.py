"""Tiles in a list, one a line, below "I discard:", "I use:" or "I give Bob:"."""

from __future__ import annotations

from typing import Final

from rednov_bot.language.neighbours import COUNTED, kind_at
from rednov_bot.language.words import Word

_TAKES_TILES: Final = ("DISCARD", "USE", "GIVE")
_HEADS: Final = frozenset(("FILL", "HEADING", "LABEL", "TILEWORD", "NAME"))
_KEPT: Final = frozenset(("NAME", "SEP", "SEPWORD"))
_MARKS: Final = frozenset(("DASH", "FILL"))
_AND: Final = frozenset(("SEP", "SEPWORD"))
_LINE_ENDS: Final = frozenset(("STOP", "PARAGRAPH"))


def settle_lists(words: list[Word]) -> None:
    """The tiles below a verb and its colon become its objects, parted by commas."""
    for at, word in enumerate(words):
        if word.type == "COLON" and (tiles := _tiles_below(words, at)):
            verb = _verb_before(words, at)
            if verb is not None and _is_as_long_as_told(words[verb:at], [words[n] for n in tiles]):
                _join(words, verb, at, tiles)


def _tiles_below(words: list[Word], colon: int) -> list[int]:
    """Where the tiles stand that fill the lines after a colon, each its own line."""
    tiles = _tiles_behind(words, colon)
    ahead = colon + 1
    while _breaks_line(words, ahead):
        line = ahead = ahead + 1
        while kind_at(words, ahead) in _MARKS:
            ahead += 1
        if kind_at(words, ahead) not in COUNTED:
            return [] if ahead > line and ahead < len(words) else tiles
        tiles.append(ahead)
        while kind_at(words, ahead + 1) in _AND and kind_at(words, ahead + 2) in COUNTED:
            ahead += 2
            tiles.append(ahead)
        ahead += 1
        if kind_at(words, ahead) in ("SEP", "STOP") and not _breaks_line(words, ahead):
            ahead += 1
        if ahead < len(words) and not _breaks_line(words, ahead):
            return []  # more is said of this tile
    return tiles


def _tiles_behind(words: list[Word], colon: int) -> list[int]:
    """Those that fill the line itself: "the following items: a grog, a coffee"."""
    heading = words[colon - 1]
    if heading.type not in ("LABEL", "TILEWORD") and heading.text != "following":
        return []
    tiles: list[int] = []
    ahead = colon + 1
    while kind_at(words, ahead) in COUNTED:
        tiles.append(ahead)
        ahead += 1
        while kind_at(words, ahead) in _AND:
            ahead += 1
    return tiles if ahead == len(words) or kind_at(words, ahead) in _LINE_ENDS else []


def _breaks_line(words: list[Word], at: int) -> bool:
    return kind_at(words, at) in _LINE_ENDS and words[at].text.startswith("\n")


def _verb_before(words: list[Word], colon: int) -> int | None:
    """The verb that the colon belongs to: only "the following items" or a name is between."""
    for at in range(colon - 1, max(colon - 6, -1), -1):
        if any(words[at].can_be(kind) for kind in _TAKES_TILES):
            return at
        if words[at].type not in _HEADS:
            return None
    return None


def _is_as_long_as_told(heading: list[Word], tiles: list[Word]) -> bool:
    """ "I discard two items:": a number before the colon is that of the tiles."""
    told = [word.number for word in heading if word.type == "TILEWORD" and word.number]
    return not told or told == [sum(tile.number or 1 for tile in tiles)]


def _join(words: list[Word], verb: int, colon: int, tiles: list[int]) -> None:
    """Whatever is neither verb, recipient nor tile means nothing, but for a comma a line."""
    for at in range(verb + 1, tiles[-1]):
        if at not in tiles and words[at].type not in _KEPT:
            line_ends = at > tiles[0] and _breaks_line(words, at)
            words[at].type, words[at].senses = "SEP" if line_ends else "FILL", ()
            words[at].text = "," if line_ends else ""
