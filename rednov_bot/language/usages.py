"""Turns of phrase around a tile (grammar/usages.txt): "I avail myself of a reactor manual"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from operator import attrgetter
from sys import intern
from typing import Final

import msgspec

from rednov_bot.games.red_november.reader.verbs import Form, forms
from rednov_bot.language.lexicon import DETERMINERS
from rednov_bot.language.words import Sense, Word, kinds
from rednov_bot.paths import GRAMMAR

_ENDS: Final = kinds("STOP PARAGRAPH QUERY")
_BREAKS: Final = _ENDS | kinds("SEP SEPWORD COLON DASH OPENING CLOSING ASIDE ASIDE_END PLUS SLASH")
_LINKS: Final = kinds("SEP SEPWORD PLUS FILL MORE")
_AND: Final = frozenset(("and", ",", "+", "&", "plus", "as well as", "together with", "along with"))
_ONESELF: Final = kinds(
    "myself himself herself emself eirself themself themselves itself yourself oneself"
)
_USE_IT: Final = kinds("use uses using")
_DRINKS: Final = frozenset(("grog", "coffee"))
_CABIN: Final = 10
_TILE: Final = "@"
_GAP: Final = "~"
_OPEN: Final = frozenset((_TILE, _GAP, "oneself"))
"""Pieces that are no words."""
_WIDEST: Final = 7
_COLOUR: Final = kinds("OTHER FILL TO OUT FROM OWNER MORE NAME FOR")
_HEADING: Final = re.compile(r"^\[(.+)\]$")


class _Row(msgspec.Struct, frozen=True, gc=False):
    """One phrase: its pieces, what it stands for, and the form of its verb."""

    pieces: tuple[str, ...]
    section: str
    form: Form
    begins: bool
    ends: bool
    needs: frozenset[str]  # words that all stand in the text
    rank: int  # its place in the file


class _Found(msgspec.Struct, frozen=True, gc=False):
    """A phrase where it stands, and its tiles with what is between them."""

    row: _Row
    start: int
    end: int
    first: int
    last: int


def settle_usages(words: list[Word]) -> None:
    """Every such phrase becomes "use ..." or "with ..."."""
    if not any(word.type == "ITEM" for word in words):
        return
    rows = _rows_in(words)
    if not rows:
        return
    cabin = any(word.type == "BARREL" or _CABIN in _rooms(word) for word in words)
    found: list[_Found] = []
    start = 0
    for end in [at for at, word in enumerate(words) if word.type in _ENDS] + [len(words)]:
        if any(word.type == "ITEM" for word in words[start:end]):
            found += _phrases(words, start, end, rows, cabin=cabin)
        start = end + 1
    for one in reversed(found):
        words[one.start : one.end] = _plainly(words, one)


def _rooms(word: Word) -> tuple[object, ...]:
    return (word.number or _CABIN,) if word.type in ("ROOM", "NUM") else word.places


def _rows_in(words: list[Word]) -> dict[str, list[_Row]]:
    """The rows of which every word stands in the text, under their first pieces."""
    said = set(" ".join([word.text for word in words]).split(" "))
    table = _table()
    found = [
        row
        for key in said & table.keys()
        for other, row in table[key]
        if other in said and row.needs <= said
    ]
    rows: dict[str, list[_Row]] = {}
    for row in sorted(found, key=attrgetter("rank")):
        rows.setdefault(row.pieces[0], []).append(row)
    return rows


def _phrases(
    words: list[Word], start: int, end: int, rows: dict[str, list[_Row]], *, cabin: bool
) -> Iterator[_Found]:
    """The phrases of one sentence, of several the longest."""
    at = start
    while at < end:
        best: _Found | None = None
        for row in _rows_at(words[at], rows):
            one = _match(words, at, end, row)
            if one is None or (best is not None and one.end <= best.end):
                continue
            if "drink" in row.section and words[one.first].name not in _DRINKS:
                continue
            if not (cabin and row.section.endswith("elsewhere")):
                best = one
        if best is not None:
            yield best
        at = best.end if best is not None else at + 1


def _rows_at(word: Word, rows: dict[str, list[_Row]]) -> list[_Row]:
    """The rows that may begin with this word."""
    if word.type == "ITEM":
        return rows.get(_TILE, [])
    found = rows.get(word.text.split(" ")[0], [])
    if word.type in rows:
        found = found + rows[word.type]
    for sense in word.senses:
        if sense.kind in rows and sense.kind != word.type:
            found = found + rows[sense.kind]
    return found


def _match(words: list[Word], at: int, end: int, row: _Row) -> _Found | None:
    """The phrase, if it begins here."""
    if row.begins and at and not {words[at].type, words[at - 1].type} & _BREAKS:
        return None
    here, place, first, last = at, 0, -1, -1
    while place < len(row.pieces):
        if here >= end:
            return None
        word, piece = words[here], row.pieces[place]
        if piece == _TILE and word.type == "ITEM" and word.name:
            first, last = (here if first < 0 else first), _past_tiles(words, here, end)
            here, place = last, place + 1
        elif piece == _GAP:
            after = _past_gap(words, here, end, row.pieces[place + 1])
            if after < 0:
                return None
            here, place = after, place + 1
        elif length := _same(word, row.pieces, place):
            here, place = here + 1, place + length
        elif place and (word.type == "FILL" or (word.text == "," and piece == "and")):
            here += 1
        else:
            return None
    if row.ends and here < len(words) and words[here].type not in _BREAKS:
        return None
    return _Found(row, at, here, first, last)


def _same(word: Word, pieces: tuple[str, ...], place: int) -> int:
    """How many pieces of the phrase this word is, 0 where it is another one."""
    own = [piece for piece in word.text.split(" ") if piece not in DETERMINERS]
    if pieces[place].isupper():
        if pieces[place] == "USE" and own[1:] == ["it"] and own[0] in _USE_IT:
            return len(own) if pieces[place : place + 2] == ("USE", "it") else 0
        sense = word.can_be(pieces[place])
        known = sense is not None or word.type == pieces[place]
        return known and (sense.form if sense else word.form) != "past"
    told = pieces[place : place + len(own)]
    same = len(told) == len(own) and all(
        a == b or (b == "oneself" and a in _ONESELF) for a, b in zip(own, told, strict=True)
    )
    return len(own) if same else 0


def _past_gap(words: list[Word], at: int, end: int, piece: str) -> int:
    """Where the words end that the phrase leaves open, -1 where they are no mere colour."""
    for here in range(at, min(at + _WIDEST, end)):
        word = words[here]
        if word.type == "ITEM" if piece == _TILE else word.text.removeprefix(", ") == piece:
            return here
        if word.type not in _COLOUR and not (word.senses and word.form == "" and here == at):
            return -1
    return -1


def _past_tiles(words: list[Word], at: int, end: int) -> int:
    """Where a list of tiles ends that begins here."""
    last = ahead = at + 1
    while ahead < end:
        word = words[ahead]
        if word.type == "ITEM" and ahead > last:
            last = ahead + 1
        elif word.type not in ("FILL", "MORE") and not (word.type in _LINKS and word.text in _AND):
            break
        ahead += 1
    return last


def _plainly(words: list[Word], one: _Found) -> list[Word]:
    """The phrase in plain words: the verb or "with", the tiles, and nothing more."""
    told, row = words[one.start : one.end], one.row
    start, end = min(word.start for word in told), max(word.end for word in told)
    if row.section == "means":
        lead = Word("MEANS", start, start, "with")
    elif row.section == "return":
        lead = Word("RETURN", start, start, "in return")
    elif row.section.endswith("give"):
        lead = Word("GIVE", start, start, "give", form=row.form)
    elif row.section.endswith("discard"):
        lead = Word("DISCARD", start, start, "discard", form=row.form)
    else:
        verb = told[0].can_be("USE")
        lead = Word("USE", start, start, "use", form=verb.form if verb else row.form)
    tiles = [word for word in words[one.first : one.last] if word.type == "ITEM"]
    plainly = [lead]
    if row.section.startswith("after"):
        plainly = [Word("AFTER", start, start, "afterwards"), lead]
    if told[0].type == "SELF" and row.section == "use":
        plainly = [told[0], *plainly]
    for at, tile in enumerate(tiles):
        tile.senses = ()
        if at:
            plainly.append(Word("SEPWORD", tile.start, tile.start, "and"))
        plainly.append(tile)
    if row.section == "return":
        own = Word("SELF", start, start, "i", (Sense("SELF"),))
        plainly = [lead, own, Word("GIVE", start, start, "give"), *plainly[1:]]
    if row.section.endswith(("give", "return")):
        name = next(word.name for word in told if word.type in ("NAME", "OWNER"))
        plainly += [Word("TO", end, end, "to"), Word("NAME", end, end, name.lower(), name=name)]
        return plainly
    return [*plainly, Word("FILL", tiles[-1].end, end, "")]


@lru_cache(maxsize=1)
def _table() -> dict[str, list[tuple[str, _Row]]]:
    """The rows, each under the longest of the words that it needs, with the next of them."""
    table: dict[str, list[tuple[str, _Row]]] = {}
    for rank, (section, phrase) in enumerate(_sections()):
        bare = phrase.strip("| ")
        begins, ends = phrase.startswith("|"), phrase.endswith("|")
        spelt: dict[str, Form] = forms(bare) if section.startswith("verb") else {bare: ""}
        for spelling, form in spelt.items():
            if form != "past":
                pieces = tuple(map(intern, spelling.split()))
                needs = frozenset(p for p in pieces if p not in _OPEN and not p.isupper())
                row = _Row(pieces, section, form, begins, ends, needs, rank)
                first = max(needs, key=len)
                other = max(needs - {first}, key=len, default=first)
                table.setdefault(first, []).append((other, row))
    return table


def _sections() -> Iterator[tuple[str, str]]:
    section, text = "", ""
    lines = GRAMMAR.with_name("usages.txt").read_text(encoding="utf-8").splitlines()
    for line in [*lines, "[end]"]:
        if heading := _HEADING.match(line):
            for row in text.split(";"):
                if phrase := " ".join(row.split()):
                    yield section, phrase
            section, text = heading[1], ""
        elif not line.startswith("#"):
            text += line + " "
