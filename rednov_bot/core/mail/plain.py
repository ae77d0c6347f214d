"""Plain text as its writer meant it: flowed lines joined (RFC 3676), PGP armour off (RFC 4880)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from rednov_bot.core.mail.headers import visible
from rednov_bot.core.mail.parts import Text

_DEPTH = re.compile(r">*")
_ARMOUR_FIELD = re.compile(r"(?:Hash|Charset|Comment|Version|NotDashEscaped):", re.IGNORECASE)
_SIGNED = "-----BEGIN PGP SIGNED MESSAGE-----"
_SIGNATURE = "-----BEGIN PGP SIGNATURE-----"
_UUENCODE = re.compile(r"begin(?:-base64)? [0-7]{3,4} \S")
_UUENCODE_END = re.compile(r"end$|====$")
_YENC = re.compile(r"=ybegin (?:part|line|size)=")
_YENC_END = re.compile(r"=yend ")
_END = "-----END PGP SIGNATURE-----"


@dataclass(frozen=True, slots=True)
class Lines:
    """The lines of a plain text, and for each the number of the line it begins in, from 0."""

    texts: list[str]
    sources: Sequence[int]


def lines(part: Text) -> Lines:
    """The lines of a plain text, without blanks at their ends."""
    text = visible(part.text)
    source = text.split("\n")
    found = _unflowed(source, part.delsp) if part.flowed else Lines(source, range(len(source)))
    found = Lines([line.rstrip() for line in found.texts], found.sources)
    if _SIGNED in text:
        found = _unarmoured(found)
    return _without_files(found) if "begin" in text else found


def _without_files(found: Lines) -> Lines:
    """The lines without the files that stand between them, uuencoded or by yEnc."""
    texts, sources = found.texts, found.sources
    kept: list[int] = []
    at = 0
    while at < len(texts):
        end = _end_of_file(texts, at) if "begin " in texts[at][:8] else at
        if end == at:
            kept.append(at)
        at = max(end, at + 1)
    return Lines([texts[at] for at in kept], [sources[at] for at in kept])


def _end_of_file(texts: list[str], at: int) -> int:
    """The line below the file that begins in line *at*; *at* where none does."""
    if _YENC.match(texts[at]):
        last = _YENC_END
    elif _UUENCODE.match(texts[at]) and _is_uuencoded(texts[at + 1 : at + 2]):
        last = _UUENCODE_END
    else:
        return at
    for end in range(at + 1, len(texts)):
        if last.match(texts[end]):
            return end + 1
    return len(texts)


def _is_uuencoded(lines: list[str]) -> bool:
    """The line's first character tells how many octets the others stand for."""
    if not lines or not lines[0]:
        return False
    octets = (ord(lines[0][0]) - 32) & 63
    return -3 <= len(lines[0]) - 1 - (octets + 2) // 3 * 4 <= 2 and " " not in lines[0].rstrip()


def _unflowed(source: list[str], delsp: bool) -> Lines:
    """Lines that end in a blank go on in the next one of the same quote depth."""
    joined: list[str] = []
    sources: list[int] = []
    paragraph: list[str] = []
    depth = 0

    def close() -> None:
        if paragraph:
            joined.append(_marks(depth) + "".join(paragraph))
            paragraph.clear()

    for number, line in enumerate(source):
        new_depth, content, goes_on = _piece(line, delsp)
        if new_depth != depth or content == "-- ":
            close()
            depth = new_depth
        if not paragraph:
            sources.append(number)
        paragraph.append(content)
        if not goes_on:
            close()
    close()
    return Lines(joined, sources)


def _marks(depth: int) -> str:
    return ">" * depth + " " if depth else ""


def _piece(line: str, delsp: bool) -> tuple[int, str, bool]:
    """A flowed line: its quote depth, what it adds to its paragraph, whether that goes on."""
    marks = _DEPTH.match(line)
    depth = marks.end() if marks else 0
    content = line[depth:].removeprefix(" ")
    goes_on = content.endswith(" ") and content != "-- "
    return depth, content[:-1] if goes_on and delsp else content, goes_on


def place(part: Text, number: int, column: int, line: str) -> tuple[int, int]:
    """Where character *column* of a *line* that begins in line *number* stands in the text.

    Line and column as a reader counts them, from 1.
    """
    source = visible(part.text).split("\n")
    if not part.flowed:
        return number + 1, 1 + column + len(source[number].rstrip()) - len(line)
    depth, _, _ = _piece(source[number], part.delsp)
    pieces: list[tuple[int, int]] = []  # what each source line adds: its first column, its length
    joined, goes_on = "", True
    for text in source[number:]:
        here, content, more = _piece(text, part.delsp)
        if pieces and (not goes_on or here != depth or content == "-- "):
            break
        pieces.append((depth + text.startswith(" ", depth), len(content)))
        joined, goes_on = joined + content, more
    column += len((_marks(depth) + joined).rstrip()) - len(line) - len(_marks(depth))
    for at, (first, length) in enumerate(pieces):
        if column < length:
            return number + at + 1, first + column + 1
        column -= length
    return number + len(pieces), sum(pieces[-1]) + 1


def _unarmoured(found: Lines) -> Lines:
    """What was clearsigned, as it was before: no armour, no signature, no escaped dashes."""
    bare: list[str] = []
    sources: list[int] = []
    texts = found.texts
    at, signed = 0, False
    while at < len(texts):
        line = texts[at]
        at += 1
        if line == _SIGNED:
            signed = True
            while at < len(texts) and _ARMOUR_FIELD.match(texts[at]):
                at += 1
            at += at < len(texts) and not texts[at]
        elif line == _SIGNATURE:
            signed = False
            try:
                at = texts.index(_END, at) + 1
            except ValueError:
                at = len(texts)
        else:
            bare.append(line[2:] if signed and line.startswith("- ") else line)
            sources.append(found.sources[at - 1])
    return Lines(bare, sources)
