"""What is left of a text when other people's words, signatures and footers are cut out.

Unquoted lines between quotes are the sender's own and stay.  A quote stays only below a
"TTttPF" line and only where it is the sender's own: then e repeats it.
"""

from __future__ import annotations

import re

from rednov_bot.core.mail.attributions import (
    MOST_LINES,
    attribution,
    is_tail,
    may_end_here,
    words_before,
)
from rednov_bot.core.mail.header_blocks import header_block, is_divider, is_ruled, sender_of
from rednov_bot.core.mail.page_marks import ATTRIBUTION, DIVIDER
from rednov_bot.core.mail.quoted_authors import Author
from rednov_bot.core.mail.signatures import (
    is_footer,
    is_phone_line,
    is_signature_mark,
    without_name_block,
)

_QUOTED = re.compile(r"[ \t]{0,8}(?:>|&gt;|＞)")
_UNQUOTE = re.compile(r"[ \t]{0,8}(?:>|&gt;|＞) ?")
_WEB = re.compile(r"[<(\[]*https?://[^\s()<>]*[>)\]\s]*")
_LONG_LINE = 68
MOST_BLANKS = 50  # lines between a TTttPF and what it repeats


Live = tuple[int, int, int | None]
"""A live line: its number among all lines, its first column and where it ends, from 0."""


def own_lines(lines: list[str], author: Author) -> list[Live]:
    """The sender's own lines: which they are, and what of a repeated quote is its mark."""
    kept = _trimmed(_cut(lines, author), lines)
    kept = kept[: len(without_name_block(words_of(kept, lines)))]
    return _trimmed(kept, lines)


def words_of(live: list[Live], lines: list[str]) -> list[str]:
    """What the live lines say."""
    return [lines[at][column:end].rstrip() for at, column, end in live]


def _cut(lines: list[str], author: Author | None) -> list[Live]:
    """The live lines; below a TTttPF line, also the quote that is the *author*'s own."""
    attributions = Attributions(lines)
    kept: list[Live] = []
    whose = _Whose(author)
    at = 0
    while at < len(lines):
        line = lines[at]
        if _QUOTED.match(line):
            end = _end_of_quote(lines, at)
            if _is_repeated(kept, lines) and whose.is_own:
                kept += _own(_unquoted(lines, at, end), lines, author)
            whose.go_on()
            at = end
        elif below := attributions.below(at):
            if words := words_before(line):
                kept.append((at, 0, words))
            whose.read(" ".join([line[words:], *lines[at + 1 : below]]).lstrip(ATTRIBUTION))
            at = below
            if not _quote_follows(lines, at):
                return kept + _repeated(kept, whose, lines, at)
        elif (
            (block := header_block(lines, at)) is not None
            or is_divider(line)
            or is_ruled(lines, at)
        ):
            top = at if block is not None else _next_line(lines, at + 1)
            block = block or (header_block(lines, top) if top < len(lines) else None)
            whose.read(f"{sender_of(lines[top:block])} wrote:" if block else "")
            if block is None and line != DIVIDER and _quote_follows(lines, top):
                at = top
                continue
            return kept + _repeated(kept, whose, lines, block or at + 1)
        elif is_footer(lines, at):
            break
        elif is_signature_mark(line):
            at = _end_of_signature(lines, at + 1, attributions)
        else:
            if not is_phone_line(line):
                kept.append((at, 0, None))
            at += 1
    return kept


class _Whose:
    """Whose the next quote is, from all that was said about quotes so far.

    What no attribution names is the sender's where nobody else was named before.
    """

    def __init__(self, author: Author | None) -> None:
        self.author = author
        self.is_own = author is not None
        self._alone = author is not None

    def read(self, attribution: str) -> None:
        """The next quote is whose the attribution says."""
        self.is_own = self.author is not None and self.author.is_named(attribution)
        self._alone &= self.is_own

    def go_on(self) -> None:
        """The quote has ended."""
        self.is_own = self._alone


def is_quoted(line: str) -> bool:
    """The line bears the mark of a quote."""
    return _QUOTED.match(line) is not None


class Attributions:
    """The attributions of a text, looked for only as far as it is read."""

    def __init__(self, lines: list[str]) -> None:
        self._lines = lines
        self._starts: dict[int, int] = {}
        self._looked = 0

    def below(self, at: int) -> int:
        """The line below the attribution that starts in line *at*; 0 where none does."""
        lines = self._lines
        for end in range(self._looked, min(len(lines), at + MOST_LINES)):
            if may_end_here(lines[end]) and (not _QUOTED.match(lines[end]) or is_tail(lines, end)):
                start = attribution(lines, end, _quote_follows(lines, end + 1))
                if start is not None:
                    self._starts[start] = end + 1
        self._looked = max(self._looked, at + MOST_LINES)
        return self._starts.get(at, 0)


def _repeated(kept: list[Live], whose: _Whose, lines: list[str], at: int) -> list[Live]:
    """The mail from line *at* on, quoted without marks, where a TTttPF line repeats it."""
    if not _is_repeated(kept, lines) or not whose.is_own:
        return []
    found = [(at + below, column, end) for below, column, end in _cut(lines[at:], None)]
    return _own(found, lines, whose.author)


def _own(found: list[Live], lines: list[str], author: Author | None) -> list[Live]:
    """What is repeated; nothing where it may be another's in part."""
    return found if author is not None and author.is_own(words_of(found, lines)) else []


def _is_repeated(kept: list[Live], lines: list[str]) -> bool:
    """The last live line is a TTttPF."""
    for words in reversed(words_of(kept[-MOST_BLANKS:], lines)):
        if words.strip():
            return is_repetition_mark(words)
    return False


def _next_line(lines: list[str], at: int) -> int:
    while at < len(lines) and not lines[at].strip():
        at += 1
    return at


def _quote_follows(lines: list[str], at: int) -> bool:
    at = _next_line(lines, at)
    return at < len(lines) and _QUOTED.match(lines[at]) is not None


def _end_of_quote(lines: list[str], at: int) -> int:
    """The first line that is no longer quoted, a blank inside and a wrapped tail passed over."""
    while at < len(lines):
        if _QUOTED.match(lines[at]):
            at += 1
        elif not lines[at].strip() and _quote_follows(lines, at):
            at = _next_line(lines, at)
        elif _is_wrapped_tail(lines, at):
            at += 1
        else:
            break
    return at


def _is_wrapped_tail(lines: list[str], at: int) -> bool:
    """What a mail program broke off a quoted line, with the quote going on.

    A word or two of a long line, the rest of a bracket, or an address of the Web alone.
    """
    words = lines[at].split()
    if not 1 <= len(words) <= 2 or at + 1 >= len(lines):
        return False
    above = lines[at - 1]
    if not _QUOTED.match(above) or not _QUOTED.match(lines[at + 1]):
        return False
    if _WEB.fullmatch(lines[at].strip()) or _closes(above, words):
        return True
    return (
        words[0][0].islower()
        and words[0] not in ("i", "no", "yes", "ttttpf")
        and len(above) >= _LONG_LINE
    )


def _closes(above: str, words: list[str]) -> bool:
    """The one word ends the bracket around an address of the Web that the line above opens."""
    opened = above.rfind("(http")
    return (
        len(words) == 1
        and words[0].endswith(")")
        and "(" not in words[0]
        and opened >= 0
        and ")" not in above[opened:]
    )


def _unquoted(lines: list[str], start: int, end: int) -> list[Live]:
    """The live lines of a quote, one level up."""
    marks = [match.end() if (match := _UNQUOTE.match(line)) else 0 for line in lines[start:end]]
    bare = [line[mark:] for line, mark in zip(lines[start:end], marks, strict=True)]
    return [
        (start + at, marks[at] + column, None if stop is None else marks[at] + stop)
        for at, column, stop in _cut(bare, None)
    ]


def _end_of_signature(lines: list[str], at: int, attributions: Attributions) -> int:
    """A signature reaches to the next quote: an answer may stand below the quotes."""
    while at < len(lines):
        if _QUOTED.match(lines[at]) or attributions.below(at) or header_block(lines, at):
            return at
        at += 1
    return at


def _trimmed(live: list[Live], lines: list[str]) -> list[Live]:
    """No blank line at either end, and never two in a row."""
    kept: list[Live] = []
    blank = True
    for one in live:
        at, column, end = one
        if (words := lines[at][column:end].strip()) or not blank:
            kept.append(one)
        blank = not words
    if kept and blank:
        kept.pop()
    return kept


_NO_LETTER = re.compile(r"[^a-z ]+")
_MARK = re.compile(
    r"t{2,5}pf|this time (?:sent )?to (?:the |a )?(?:right |correct |proper |actual )?"
    r"(?:public forum|pf|forum|list)|this time in public|this time publicly"
    r"|this time where it counts|this time to business"
)
_NO_REPETITION = frozenset(
    [
        *("not", "no", "never", "dont", "nttpf", "without", "except", "but", "instead", "only"),
        *("if", "when", "unless", "until", "later", "tomorrow", "soon", "yet", "maybe", "perhaps"),
        *("you", "your", "e", "eir", "he", "she", "they", "his", "her", "their", "who", "part"),
        *("should", "would", "could", "will", "shall", "may", "might", "must", "can", "need"),
        *("meant", "mean", "forgot", "forget", "remember", "please", "want", "wanted", "going"),
        *("half", "first", "second", "last", "try", "trying", "somebody", "someone", "nobody"),
    ]
)
"""With one of these beside it, the mark is spoken about, or repeats not all of the quote."""
_MOST_WORDS = 14
_LONGEST_MARK = 120


def is_repetition_mark(line: str) -> bool:
    """The line says TTttPF, This Time to the Public Forum, and nothing that speaks against it."""
    if len(line) > _LONGEST_MARK or "?" in line:
        return False
    text = " ".join(_NO_LETTER.sub(" ", line.lower().replace(".", "")).split())
    match = re.search(rf"(?<![a-z])(?:{_MARK.pattern})(?![a-z])", text)
    if match is None:
        return False
    beside = [*text[: match.start()].split(), *text[match.end() :].split()]
    return len(beside) <= _MOST_WORDS and _NO_REPETITION.isdisjoint(beside)
