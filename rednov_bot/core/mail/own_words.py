"""Which lines of a mail are its sender's own: not quoted, no signature, no footer, no banner.

Unquoted lines between quotes are the sender's own and stay.  A quote stays only below a
"TTttPF" line and only where it is the sender's own: then they repeat it.  What stands unmarked
below an attribution or an unknown divider may be the sender's; it is set aside, to be asked about.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import dropwhile
from typing import Final, Self

from rednov_bot.core.mail import decorations, quoted_mail
from rednov_bot.core.mail.quoted_mail import (
    ATTRIBUTION,
    DIVIDER,
    Block,
    KnownAs,
    attribution,
    divider,
    header_block,
    is_quoted,
    unquoted,
    word_set,
)

QUOTED: Final = "quoted"
ATTRIBUTED: Final = "says who is quoted"
BELOW: Final = "an earlier mail"
ASIDE: Final = "perhaps an earlier mail"
ELSEWHERE: Final = "another's words, as an earlier mail shows"
SIGNATURE: Final = "signature"
FOOTER: Final = "footer"
PROGRAM: Final = "written by a mail program"
BANNER: Final = "written by a mail server"
BLANK: Final = "blank"
"""Why a line is left out."""

MOST_BLANKS = 50  # lines between a TTttPF and what it repeats
_OWN = re.compile(r"\bmy\b(?! (?:e-?mail|mail|phone))", re.IGNORECASE)
_HEADING = re.compile(r"(?:turn|move|action|announcement)s?\W{1,3}", re.IGNORECASE)
_JOINS = word_set("and or then to of in into with for from but the by on")
"""With one of these no sentence begins that answers another."""
_BREAKS_OFF = re.compile(r"(?:[^\W_]|,)\s*$")
_LONG_LINE = 68
_LONG_ENOUGH = 50
_WEB = re.compile(r"[<(\[]*https?://[^\s()<>]*[>)\]\s]*")
_SPECIAL = re.compile(
    r"[:：︰՝։៖>＞|\]»›}│┃▎▏▍▌_=~#\ue000\ue001]|--|&gt;|[”\"] ?[—–]|(?:wrote|writes)$"
    r"|\d[-/.]\d\d?[-/.]\d|\d(?:,|\.| [A-Za-z]{3,9}\.?) 20\d\d|^To unsub|^You"
)

Live = tuple[int, int, int | None]
"""A live line: its number among all lines, its first column and where it ends, from 0."""


@dataclass(slots=True)
class OwnWords:
    """Which lines are the sender's own, and why each other line is not."""

    lines: Sequence[str]
    live: list[Live]
    why: list[str]  # of each line; "" of those that are the sender's own
    aside: list[str] = field(default_factory=list)  # lines that may be the sender's, or another's
    marked: list[int] = field(default_factory=list)  # live lines with ">From", perhaps quoted

    @property
    def said(self) -> list[str]:
        """The sender's own lines."""
        return words_of(self.live, self.lines)


def own_words(lines: Sequence[str], author: KnownAs, *, public: bool = False) -> OwnWords:
    """The sender's own lines of a text, in one pass; of a *public* one not a mere reaction."""
    cut = _Cut(lines, author).run()
    live = trimmed(cut.kept, lines, cut.why)
    live = live[: len(decorations.without_name_block(words_of(live, lines)))]
    live = trimmed(_without_banners(live, lines), lines, cut.why)
    if public and live and quoted_mail.is_reaction(words_of(live, lines)):
        cut.aside += words_of(live, lines)
        for at, _, _ in live:
            cut.why[at] = QUOTED
        live = []
    own = {at for at, _, _ in live}
    for at, _, _ in cut.kept:
        if at not in own and not cut.why[at]:
            cut.why[at] = BANNER if lines[at].strip() else BLANK
    if not cut.aside:
        cut.aside = [lines[at] for at, why in enumerate(cut.why) if why == BANNER]
    if not live and not cut.aside:  # nothing of their own but below marks that may be none
        weak = [at for at, why in enumerate(cut.why) if why == QUOTED]
        if weak and not any(quoted_mail.is_plainly_quoted(lines[at]) for at in weak):
            cut.aside = [lines[at][unquoted(lines[at]) :] for at in weak]
    return OwnWords(lines, live, _joined(cut.why), cut.aside, cut.marked)


def words_of(live: Sequence[Live], lines: Sequence[str]) -> list[str]:
    """What the live lines say."""
    return [lines[at][column:end].rstrip() for at, column, end in live]


class _Cut:
    """One pass through the lines; *inside* what is quoted, nothing is repeated or set aside."""

    def __init__(self, lines: Sequence[str], author: KnownAs, *, inside: bool = False) -> None:
        self.lines = lines
        self.author = author
        self.kept: list[Live] = []
        self.why = [""] * len(lines)
        self.aside: list[str] = []
        self.marked: list[int] = []
        self._inside = inside
        self._indents = False  # what is quoted is marked by its indentation alone
        self._repeats = not inside
        self._is_own = not inside  # whose the next quote is, from all that was said so far
        self._alone = not inside  # nobody else was named
        self._own_quote: tuple[int, int] | None = None  # the last of the sender's own

    def run(self) -> Self:
        lines, at, end = self.lines, 0, len(self.lines)
        while at < end:
            line = lines[at]
            if self._indents and quoted_mail.is_indented(line):
                self.why[at] = QUOTED
                at += 1
            elif not line or _SPECIAL.search(line) is None:
                if line and decorations.is_phone_line(line):
                    self.why[at] = PROGRAM
                else:
                    self.kept.append((at, 0, None))
                at += 1
            else:
                at = self._step(line, at)
        if self._own_quote and self._alone:
            said = [words for words in words_of(self.kept, lines) if words.strip()]
            if len(said) == 1 and is_repetition_mark(said[0]):
                self._repeat_quote(*self._own_quote)  # they answer below what they repeat
                self.kept.sort(key=lambda one: one[0])
        return self

    def _step(self, line: str, at: int) -> int:
        """The line below what begins in a line that may be more than words."""
        lines, author = self.lines, self.author
        if quoted_mail.is_between_arrows(line, author):
            self._attributed(at, at + 1)
            return self._rest(at + 1, ASIDE)
        if is_quoted(line) and not quoted_mail.is_tail(lines, at):
            if quoted_mail.is_mangled(lines, at):
                self.kept.append((at, 1, None))
                self.marked.append(at)
                return at + 1
            return self._quote(at)
        if (is_anothers := quoted_mail.is_logged(line, author)) is not False:
            return self._message(at, is_anothers=is_anothers is True)
        if quoted_mail.is_cited(line, author):
            return self._leave_out(at, at + 1, QUOTED)
        if (between := quoted_mail.bracketed(lines, at)) is not None:
            return self._bracketed(at, *between)
        if quoted_mail.may_attribute(line) and (found := self._attribution(at)):
            return found
        block = header_block(lines, at, author)
        if block is not None and (block.is_certain or not self._inside):
            return self._block(at, at, block)
        certain = divider(lines, at, author)
        if certain is not False:
            return self._divider(at, certain=certain is True)
        if quoted_mail.is_dated_name(lines, at, author):
            self.kept.append((at, 0, None))
            goes_on = at + 1 < len(lines) and lines[at + 1].endswith(quoted_mail.COLONS)
            if goes_on and (found := self._attribution(at + 1)):
                return found
            self.kept.pop()
            above = self._last_kept()
            is_two = above is not None and at - above <= 2 and not author.names_somebody(line)
            self._attributed(above if above is not None and is_two else at, at + 1)
            return self._rest(at + 1, ASIDE)
        if decorations.is_footer(lines, at):
            return self._leave_out(at, len(lines), FOOTER)
        if line in ("--", "-- "):
            return self._signature(at)
        if decorations.is_phone_line(line):
            self.why[at] = PROGRAM
        else:
            self.kept.append((at, 0, None))
        return at + 1

    def _signature(self, at: int) -> int:
        """A signature; what stands between two such marks may be words between rules."""
        end = self._end_of_signature(at + 1)
        if "--" in self.lines[at + 1 : end] and not self._inside:
            self.aside += self.lines[at + 1 : end]
        return self._leave_out(at, end, SIGNATURE)

    def _leave_out(self, start: int, end: int, why: str) -> int:
        self.why[start:end] = [why] * (end - start)
        return end

    def _message(self, at: int, *, is_anothers: bool) -> int:
        """A message of a chat; its further lines, up to a blank or another, may be the sender's."""
        lines, end = self.lines, at + 1
        while end < len(lines) and lines[end].strip():
            if quoted_mail.is_logged(lines[end], self.author) is not False:
                break
            end += 1
        if not self._inside:
            self.aside += lines[at + is_anothers : end]
        self._leave_out(at, end, ASIDE)
        self.why[at] = QUOTED if is_anothers else ASIDE
        return end

    def _bracketed(self, at: int, start: int, end: int, column: int) -> int:
        """Between [quote] and [/quote]; what stands beside them in their lines is kept."""
        self._leave_out(at, end, QUOTED)
        if self.lines[at][:start].strip():
            self.kept.append((at, 0, start))
            self.why[at] = ""
        if end == len(self.lines):
            return end
        behind = self.lines[end][column:].strip()
        if behind and end == at and start:
            self.aside.append(behind)
        elif behind:
            self.kept.append((end, column, None))
        self.why[end] = "" if self.kept and self.kept[-1][0] == end else QUOTED
        return end + 1

    # -- quotes --------------------------------------------------------------------------------

    def _quote(self, at: int) -> int:
        """A marked quote, and the attribution right above it that needs no more to be one."""
        lines = self.lines
        above = self._last_kept()
        if above is not None and at - above <= 3 and not self.kept[-1][2]:
            start = attribution(lines, above, self.author, quoted_below=True)
            if start is not None:
                self._attributed(start, above + 1)
        end = _end_of_quote(lines, at)
        repeats = self._repeats and self._is_own and self._is_repeated()
        self._leave_out(at, end, QUOTED)
        if not self._inside:
            self.aside += [lines[one] for one in range(at, end) if _may_be_a_tail(lines, one)]
        is_led = above is not None and is_own_lead(lines[above])
        is_named = (
            quoted_mail.is_by_a_name(lines[at]) and ATTRIBUTED not in self.why[max(0, at - 3) : at]
        )
        if (is_led or is_named) and not self._inside:
            self.aside += [lines[one][unquoted(lines[one]) :] for one in range(at, end)]
        if repeats:
            self._repeat_quote(at, end)
        elif self._repeats and self._is_own and ATTRIBUTED in self.why[max(0, at - 3) : at]:
            self._own_quote = at, end
        self._is_own = self._alone
        return end

    def _repeat_quote(self, at: int, end: int) -> None:
        lines = self.lines
        self._repeat([lines[one][unquoted(lines[one]) :] for one in range(at, end)], at)

    def _attribution(self, at: int) -> int:
        """The line below an attribution that ends here; 0 where none does."""
        lines = self.lines
        words = quoted_mail.words_before(lines[at])
        below = _next_line(lines, at + 1)
        is_indented = below < len(lines) and quoted_mail.is_indented(lines[below])
        quoted_below = is_indented or quote_follows(lines, below)
        start = at if words else attribution(lines, at, self.author, quoted_below=quoted_below)
        if start is None:
            return 0
        self._attributed(start, at + 1, words)
        self._indents = is_indented
        if quoted_below:
            return at + 1
        # Unmarked words: another's, though the sender may have written below them.
        is_forward = quoted_mail.is_forward(lines[at][:80])
        return self._rest(at + 1, BELOW if is_forward else ASIDE)

    def _attributed(self, start: int, end: int, words: int = 0) -> None:
        """Lines are an attribution; what stands before it in its line is kept."""
        while self.kept and self.kept[-1][0] >= start:
            self.kept.pop()
        self._leave_out(start, end, ATTRIBUTED)
        if words:
            self.kept.append((start, 0, words))
            self.why[start] = ""
        text = " ".join([self.lines[start][words:], *self.lines[start + 1 : end]])
        self._is_own = self.author.is_named(text.lstrip(ATTRIBUTION))
        self._alone &= self._is_own

    def _block(self, start: int, top: int, block: Block) -> int:
        """A header block, with the divider above it: what stands below is another's."""
        said, end = f"{block.sender} wrote:", block.end
        if block.is_of_list and self._last_kept() is None and self.author.is_named(said):
            return self._leave_out(start, end, PROGRAM)
        if not block.is_certain:
            return self._rest(self._leave_out(start, top, BELOW), ASIDE)
        self._is_own = self.author.is_named(said)
        self._alone &= self._is_own
        self._leave_out(start, end, BELOW)
        is_ruled = bool(start) and self._last_kept() == start - 1
        if start == top and is_ruled and not self.lines[start - 1].strip(" -_=*"):
            self.kept.pop()  # the rule that a mail program has drawn over it is no words
            self.why[start - 1] = BELOW
        # With nothing of their own above it, the sender may have written below.
        is_forward = quoted_mail.is_forward(self.lines[start]) and not quote_follows(
            self.lines, end
        )
        # Below nothing but a heading or a label, their own head is a memorandum's or a form's.
        is_own = self._is_own and len(self.kept) <= MOST_BLANKS
        above = filter(str.strip, words_of(self.kept, self.lines)) if is_own else ()
        is_own &= all(one.isupper() or ": " in one for one in above)
        is_theirs = is_forward or not (is_own or self._last_kept() is None)
        return self._rest(end, BELOW if is_theirs else ASIDE)

    def _divider(self, at: int, *, certain: bool) -> int:
        lines = self.lines
        top = _next_line(lines, at + 1)
        block = header_block(lines, top, self.author) if top < len(lines) else None
        if block is not None:
            return self._block(at, top, block)
        is_forward = quoted_mail.is_forward(lines[at])
        self._is_own = self._alone = False
        self.why[at] = BELOW
        if lines[at] == DIVIDER:
            # An attribution may follow, of a quote that is marked.
            end = next((n for n in range(top, min(top + 5, len(lines))) if is_quoted(lines[n])), 0)
            if end and attribution(lines, end - 1, self.author, quoted_below=True) is not None:
                return top
        elif certain and quote_follows(lines, top):
            return top
        below = quoted_mail.unlabelled(lines, top, self.author) if certain else None
        below = self._leave_out(at, at + 1 if below is None else below, BELOW)
        is_theirs = certain and (is_forward or self._last_kept() is not None)
        return self._rest(below, BELOW if is_theirs else ASIDE)

    def _rest(self, at: int, why: str) -> int:
        """All that stands below another's beginning; their own, repeated, below a TTttPF."""
        end = len(self.lines)
        repeats = self._repeats and self._is_own and self._is_repeated()
        if why == BELOW and not repeats:
            end = quoted_mail.below_forward(self.lines, at)
        if why == ASIDE and not repeats and not self._inside:
            inner = _Cut(self.lines[at:], self.author, inside=True).run()
            aside = words_of(inner.kept, inner.lines)
            self.aside += dropwhile(lambda words: not words.strip(), aside)
        self._leave_out(at, end, why)
        if repeats:
            self._repeat(self.lines[at:], at)
        return end

    def _repeat(self, bare: Sequence[str], at: int) -> None:
        """What is repeated, one level up; nothing where it may be another's in part."""
        inner = _Cut(bare, self.author, inside=True).run()
        signed = [bare[n] for n, why in enumerate(inner.why) if why == SIGNATURE]
        if not self.author.is_own(words_of(inner.kept, bare) + signed):
            return
        for below, column, end in inner.kept:
            mark = len(self.lines[at + below]) - len(bare[below])
            self.kept.append((at + below, mark + column, None if end is None else mark + end))
            self.why[at + below] = ""

    def _is_repeated(self) -> bool:
        """The last live line is a TTttPF."""
        for words in reversed(words_of(self.kept[-MOST_BLANKS:], self.lines)):
            if words.strip():
                return is_repetition_mark(words)
        return False

    def _last_kept(self) -> int | None:
        """The last kept line with words on it."""
        for at, _, _ in reversed(self.kept[-MOST_BLANKS:]):
            if self.lines[at].strip():
                return at
        return None

    def _end_of_signature(self, at: int) -> int:
        """A signature reaches to the next quote: an answer may stand below the quotes."""
        lines, author = self.lines, self.author
        while at < len(lines):
            line = lines[at]
            if _SPECIAL.search(line) is not None and (
                is_quoted(line)
                or divider(lines, at, author) is not False
                or header_block(lines, at, author)
                or (
                    quoted_mail.may_attribute(line)
                    and attribution(lines, at, author, quoted_below=quote_follows(lines, at + 1))
                    is not None
                )
            ):
                return at
            at += 1
        return at


def _next_line(lines: Sequence[str], at: int) -> int:
    while at < len(lines) and not lines[at].strip():
        at += 1
    return at


def quote_follows(lines: Sequence[str], at: int) -> bool:
    """The next line with anything on it is quoted."""
    at = _next_line(lines, at)
    return at < len(lines) and is_quoted(lines[at]) and not quoted_mail.is_mangled(lines, at)


def _end_of_quote(lines: Sequence[str], at: int) -> int:
    """The first line that is no longer quoted, a blank inside and a wrapped tail passed over."""
    while at < len(lines):
        if is_quoted(lines[at]):
            at += 1
        elif not lines[at].strip() and quote_follows(lines, at):
            at = _next_line(lines, at)
        elif _is_wrapped_tail(lines, at):
            at += 1
        else:
            break
    return at


def is_own_lead(line: str) -> bool:
    """Words of the sender's own that lead to what they mark like a quote: "My turn:"."""
    text = line.strip()
    is_one = _OWN.search(text) is not None or _HEADING.fullmatch(text) is not None
    return is_one and text.endswith(quoted_mail.COLONS)


def _is_wrapped_tail(lines: Sequence[str], at: int) -> bool:
    """What a mail program broke off a quoted line, with the quote going on.

    A word or two of a long line, the rest of a bracket, or an address of the Web alone.
    """
    words = lines[at].split(None, 3)
    above = lines[at - 1]
    if not words or not is_quoted(above):
        return False
    if words[0] in _JOINS and _BREAKS_OFF.search(above):
        return True
    if len(words) > 2 or at + 1 >= len(lines) or not is_quoted(lines[at + 1]):
        return False
    if _WEB.fullmatch(lines[at].strip()) or _closes(above, words):
        return True
    return (
        words[0][0].islower()
        and words[0] not in ("i", "no", "yes", "ttttpf")
        and len(above) >= _LONG_LINE
    )


def _may_be_a_tail(lines: Sequence[str], at: int) -> bool:
    """Taken for the end of the quoted line above, which is too short for a program to break."""
    is_open = lines[at].strip() and not is_quoted(lines[at]) and is_quoted(lines[at - 1])
    return bool(is_open) and len(lines[at - 1]) < _LONG_ENOUGH


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


def trimmed(live: Sequence[Live], lines: Sequence[str], why: list[str]) -> list[Live]:
    """No blank line at either end, and never two in a row."""
    kept: list[Live] = []
    blank = True
    for one in live:
        at, column, end = one
        if (words := lines[at][column:end].strip()) or not blank:
            kept.append(one)
        else:
            why[at] = BLANK
        blank = not words
    if kept and blank:
        why[kept.pop()[0]] = BLANK
    return kept


def _without_banners(live: list[Live], lines: Sequence[str]) -> list[Live]:
    """The live lines between what mail servers have put above them and below."""
    while len(live) > 1 and decorations.is_banner(lines[live[0][0]]):
        live = live[1:]
    while len(live) > 1 and decorations.is_banner(lines[live[-1][0]]):
        live = live[:-1]
    starts = [0]
    words = words_of(live, lines)
    starts += [at + 1 for at, text in enumerate(words) if not text]
    if len(starts) < 2 and len(words) > 12:
        return live
    paragraphs = [
        " ".join(words[start:end]) for start, end in zip(starts, [*starts[1:], None], strict=True)
    ]
    first, end = decorations.without_banners(paragraphs)
    if first == end:
        return live  # nothing but a banner: it is somebody's words, or there are none
    return live[starts[first] : starts[end] if end < len(starts) else None]


def _joined(why: list[str]) -> list[str]:
    """A blank between lines that were left out was left out with those below it."""
    below = BLANK
    for at in reversed(range(len(why))):
        if why[at] == BLANK:
            why[at] = below
        else:
            below = why[at] or BLANK
    return why


# -- words of others, as earlier mails show -----------------------------------------------------

FEWEST_WORDS = 30  # that have to agree with another's mail, in however many lines
FEWEST_BELOW = 6  # the same, below a line where the sender's own words may end
_WORD = re.compile(r"[^\W_]+")
_MAY_END = re.compile(
    r"\d{1,2}:\d\d(?!\d)|\d[-/.]\d{1,2}[-/.]\d{2}|(?<!\d)(?:19|20)\d\d(?!\d)|^[\W_]{3,}$|^--|--$"
)


def flat(text: str) -> str:
    """The words of a text with one blank before, between and behind them."""
    return f" {' '.join(_WORD.findall(text.lower()))} "


def is_compared(own: OwnWords) -> bool:
    """Whether some of the words may be another's, so that earlier mails are worth a look."""
    return len(" ".join(own.said).split()) > FEWEST_WORDS or bool(_doubtful(own))


def said_elsewhere(own: OwnWords, others: str) -> frozenset[int]:
    """Which of the live lines stand in *others*, the flat words of other people's mails.

    Thirty words that agree are theirs, or what stands below a line where the sender's own words
    may end.  A short turn in another's words is the sender's own, and so is one that says nothing
    else: three short lines of moves are the same in many turns.
    """
    said = [flat(line) for line in own.said]
    rows = [at for at, line in enumerate(said) if line.strip()]
    found: set[int] = set()
    words = [word for row in rows for word in said[row].split()]
    row_of = [row for row in rows for _ in said[row].split()]
    for at in range(len(words) - FEWEST_WORDS + 1):
        if f" {' '.join(words[at : at + FEWEST_WORDS])} " in others:
            found.update(row_of[at : at + FEWEST_WORDS])
    for row in rows:
        at = own.live[row][0]
        if at and own.why[at - 1] == QUOTED:  # wrapped out of the quote above it
            above = own.lines[at - 1]
            text = f" {flat(above[unquoted(above) :]).strip()} {said[row].strip()} "
            if len(text.split()) >= FEWEST_BELOW and text in others:
                found.add(row)
    for start in _doubtful(own):
        below = [row for row in rows if row >= start]
        while below:
            text = f" {' '.join(said[row].strip() for row in below)} "
            if len(text.split()) >= FEWEST_BELOW and text in others:
                found.update(below)
                break
            below.pop()
    return frozenset(found) if len(found) < len(rows) else frozenset()


MOST_REPEATED = 5  # mails at whose ends a footer of the list is looked for
FEWEST_REPEATED = 4
FEWEST_AUTHORS = 3
FEWEST_OF_A_FOOTER = 7  # words; a shorter last line may be many a turn's


def added_by_list(own: OwnWords, before: Sequence[Sequence[str]], authors: int) -> frozenset[int]:
    """Which of the live lines end or begin every mail of a list, from so many *authors* of late.

    They stand apart from the rest, by a blank or a line without words.
    """
    if len(before) < FEWEST_REPEATED or authors < FEWEST_AUTHORS:
        return frozenset()
    said = [line.strip() for line in own.said]
    rows: set[int] = set()
    for turned in (1, -1):
        lines = said[::turned]
        same = 0
        for here, *there in zip(lines, *(one[::turned] for one in before), strict=False):
            if any(line != here for line in there):
                break
            same += 1
        while same and same < len(lines) and _WORD.search(lines[same]) and lines[same - 1]:
            same -= 1
        if len(" ".join(lines[:same]).split()) >= FEWEST_OF_A_FOOTER:
            rows.update((row if turned > 0 else len(lines) - 1 - row) for row in range(same))
    return frozenset(rows)


def _doubtful(own: OwnWords) -> list[int]:
    """The live rows at which another's words may begin: below a date, a label, a rule, a quote."""
    rows: list[int] = []
    before: int | None = None  # the number of the live line above
    for row, (at, _, _) in enumerate(own.live):
        line = own.lines[at]
        if not line.strip():
            continue
        if before is not None and (
            _MAY_END.search(own.lines[before])
            or any(why in (QUOTED, ATTRIBUTED) for why in own.why[before + 1 : at])
        ):
            rows.append(row)
        before = at
    return rows[:20]


# -- This Time to the Public Forum --------------------------------------------------------------

_NO_LETTER = re.compile(r"[^a-z ]+")
_MARK = re.compile(
    r"(?<![a-z])(?:t{2,5}pf|this time (?:sent )?to (?:the |a )?(?:right |correct |proper |actual )?"
    r"(?:public forum|pf|forum|list)|this time in public|this time publicly"
    r"|this time where it counts|this time to business)(?![a-z])"
)
_NO_REPETITION = word_set(
    "not no never dont nttpf without except but instead only if when unless until later tomorrow"
    " soon yet maybe perhaps you your e eir he she they his her their who part should would could"
    " will shall may might must can need meant mean forgot forget remember please want wanted going"
    " half first second last try trying somebody someone nobody"
)
"""With one of these beside it, the mark is spoken about, or repeats not all of the quote."""
_MOST_WORDS = 14
_LONGEST_MARK = 120


def is_repetition_mark(line: str) -> bool:
    """The line says TTttPF, This Time to the Public Forum, and nothing that speaks against it."""
    if len(line) > _LONGEST_MARK or "?" in line:
        return False
    text = " ".join(_NO_LETTER.sub(" ", line.lower().replace(".", "")).split())
    match = _MARK.search(text)
    if match is None:
        return False
    beside = [*text[: match.start()].split(), *text[match.end() :].split()]
    return len(beside) <= _MOST_WORDS and _NO_REPETITION.isdisjoint(beside)
