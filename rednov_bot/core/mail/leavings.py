"""Every line of a mail as its readers see it: the sender's own, or why it was left out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rednov_bot.core.mail import html, page_marks, plain
from rednov_bot.core.mail.header_blocks import header_block, is_divider
from rednov_bot.core.mail.parts import Text
from rednov_bot.core.mail.places import Places
from rednov_bot.core.mail.quotes import Attributions, is_quoted
from rednov_bot.core.mail.signatures import is_footer, is_phone_line, is_signature_mark

QUOTE = "quoted"
ATTRIBUTION = "says who is quoted"
BELOW = "an earlier mail"
SIGNATURE = "signature"
FOOTER = "footer"
PHONE = "written by a mail program"
BLANK = "blank"
REST = "left out"


@dataclass(frozen=True, slots=True)
class Line:
    """A line, its place in the mail, and why it was left out; "" where it is the sender's own."""

    part: int  # from 1
    number: int  # from 1, in its part
    text: str
    why: str


def lines(places: Places) -> tuple[Line, ...]:
    """All lines of the parts that are read, in order."""
    shown = [one for part in enumerate(places.parts, 1) for one in _lines_of(*part)]
    found: list[tuple[int, int, str]] = []
    firsts = [*places.firsts[1:], None]
    for number, first in enumerate(firsts, 1):
        own = [one for one in shown if one[0] == number]
        found += own
        while first is not None and len(found) < first:
            found.append((number, len(own) + 1, ""))  # the blank between two parts
    live = {at for at, _, _ in places.live}
    why = reasons([text for _, _, text in found], live)
    return tuple(
        Line(part, number, text.lstrip(page_marks.ATTRIBUTION + page_marks.DIVIDER), reason)
        for (part, number, text), reason in zip(found, why, strict=True)
    )


def _lines_of(number: int, part: Text) -> Iterator[tuple[int, int, str]]:
    if part.kind == "html":
        for at, text in enumerate(html.lines(part.text), 1):
            yield number, at, text
        return
    read = plain.lines(part.text, flowed=part.flowed, delsp=part.delsp)
    for text, source in zip(read.texts, read.sources, strict=True):
        yield number, source + 1, text


def reasons(lines: list[str], live: set[int]) -> list[str]:
    """Why each line was left out; "" for those that are live."""
    attributions = Attributions(lines)
    found: list[str] = []
    state, attributed = "", 0
    for at, line in enumerate(lines):
        attributed = max(attributions.below(at), attributed)
        if at in live:
            state = reason = ""
        elif is_quoted(line):
            reason = QUOTE
        elif at < attributed:
            reason, state = ATTRIBUTION, BELOW
        elif not line.strip():
            reason = BLANK
        elif is_phone_line(line):
            reason = PHONE
        else:
            state = reason = _begun(lines, at) or state or REST
        found.append(reason)
    return _joined(found)


def _begun(lines: list[str], at: int) -> str:
    """What begins in a line that was left out; "" where what stands above goes on."""
    if is_divider(lines[at]) or header_block(lines, at) is not None:
        return BELOW
    if is_footer(lines, at):
        return FOOTER
    if is_signature_mark(lines[at]) or not lines[at].strip(" -_"):
        return SIGNATURE
    return QUOTE if at and is_quoted(lines[at - 1]) else ""


def _joined(reasons: list[str]) -> list[str]:
    """A blank between lines that were left out was left out with those below it."""
    below = BLANK
    for at in reversed(range(len(reasons))):
        if reasons[at] == BLANK:
            reasons[at] = below
        else:
            below = reasons[at] or BLANK
    return reasons
