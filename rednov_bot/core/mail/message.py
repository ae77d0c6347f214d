"""A mail understood as far as mail goes.  Bytes -> Opened: the message, and facts to screen it by.

Who wrote it, where, and their own words.  Nothing here raises, whatever the bytes are.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta
from itertools import accumulate, pairwise

from rednov_bot.core.mail import html, origin, parts, plain
from rednov_bot.core.mail.headers import Head, message_id, message_ids, split
from rednov_bot.core.mail.origin import Author, Forum
from rednov_bot.core.mail.own_words import ELSEWHERE, OwnWords, own_words, trimmed, words_of
from rednov_bot.core.mail.parts import Parts, Text
from rednov_bot.core.mail.quoted_mail import ATTRIBUTION, DIVIDER, KnownAs, is_quoted, is_terse
from rednov_bot.core.mail.roster import Roster
from rednov_bot.core.mail.stamps import hops, listed, stamp
from rednov_bot.core.models import Doubt, Message, MessageId, Place, Stamps
from rednov_bot.core.proof import STAMP, mail_digest

MOST_REFERENCES = 100
MOST_OCTETS = 16 * 1024 * 1024
MOST_LINES = 3_000
MOST_SHOWN = 300  # lines of a mail that is held, as some of it cannot be read
UNCONVERTED = "the mail server could not convert it, and wrote a mail of its own instead"
LONGEST_SUBJECT = 2_000  # characters; many a pattern looks through it
_AN_HOUR = timedelta(hours=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Opened:
    """A mail laid open: its message, and what only the screening wants to know."""

    message: Message
    head: Head
    below: bytes = field(repr=False)  # everything behind the head, with LF line ends
    roster: Roster
    author: Author
    forum: Forum
    fault: str  # why some of the text may be missing, "" where nothing is
    unread: str  # what it holds beside text that nobody can read here: "a picture"
    has_quotes: bool  # whether there is text in it that is not its sender's


def open_letter(octets: bytes, roster: Roster) -> Opened:
    """Any bytes become a message; what is not there is None."""
    octets = octets[:MOST_OCTETS].replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    if octets.startswith((b"From ", b">From ")):
        octets = octets.partition(b"\n")[2]  # a mailbox file's separator
    head, below = split(octets)
    author, said = origin.author(head, roster), head
    seen = parts.read(head, below, unwraps=origin.is_by_a_forum(head, roster))
    if seen.wrapped is not None:
        inner = origin.author(seen.wrapped, roster)
        is_wrapped = head.get("date") == seen.wrapped.get("date")  # Mailman gives both the same
        is_certain = not seen.has_words_above or _are_near(head, seen.wrapped)
        if is_certain and inner.name is not None and author.name == inner.name:
            author, said = inner, seen.wrapped
        elif is_wrapped and inner.name is not None and author.name is None:
            author, said = replace(author, perhaps=inner.name), seen.wrapped
        else:
            seen = parts.read(head, below)  # a mail that somebody passes on
    unconverted = None
    if author.name is None and seen.texts:
        unconverted = origin.stood_in_for(head, seen.texts[0].text, roster)
        author = unconverted or author
    forum = origin.forum(head, roster)
    passed = hops(head.all("received"))  # the mailbox's own stamp is not among them
    stamps = Stamps(date=stamp(said.get("date")), listed=listed(passed, forum.domain), hops=passed)
    subject = said.text("subject")[:LONGEST_SUBJECT]
    public = forum.key in roster.public
    body = _body(seen, origin.known_as(author, roster, subject), public=public)
    message = Message(
        message_id=message_id(said.get("message-id")),
        in_reply_to=next(iter(message_ids(said.get("in-reply-to"))), None),
        references=message_ids(said.get("references"))[-MOST_REFERENCES:],
        subject=subject,
        sender=author.name,
        addresses=author.addresses,
        forum=forum.key,
        public=public,
        text=body.text,
        said_at=stamps.date,
        stamps=stamps,
        wants_no_answer=_wants_no_answer(head, forum),
        also_public=not public and origin.names_public(head, roster),
        check=forum.check,
        doubt=body.doubt,
        other=body.other,
        aside=body.aside,
        places=body.places,
        called=next(iter(author.called), ""),
        dressed=author.dressed,
    )
    return Opened(
        message=message,
        head=head,
        below=below,
        roster=roster,
        author=author,
        forum=forum,
        fault=UNCONVERTED if unconverted else body.fault,
        unread=seen.unread,
        has_quotes=body.has_quotes,
    )


def _are_near(head: Head, inside: Head) -> bool:
    """Whether two mails were written within an hour: no older one is attached, then."""
    one, other = stamp(head.get("date")), stamp(inside.get("date"))
    return one is not None and other is not None and abs(one - other) <= _AN_HOUR


def is_own_id(message_id: MessageId | None, bot: str) -> bool:
    """Whether a Message-ID is one of those that the bot at this address gives its own mails."""
    return (
        message_id is not None
        and message_id.startswith("<rednov.")
        and message_id.endswith("@" + bot.rpartition("@")[2] + ">")
    )


def _wants_no_answer(head: Head, forum: Forum) -> bool:
    """A bulk mail, or one that asks for silence: no machine answers it."""
    suppress = head.get("x-auto-response-suppress").lower()
    return (
        forum.listed
        or "list-unsubscribe" in head.fields
        or head.get("precedence").lower() in ("bulk", "list", "junk")
        or any(word in suppress for word in ("all", "oof", "autoreply"))
    )


def digest_of(message: Message) -> str:
    """The digest of an announcement, on which the luck of its turn hangs (docs/luck.md, The mail).

    Of its Message-ID, its Date and the sender's own words, however these are ruled to be read.
    """
    date = message.stamps.date
    words = message.text if message.written is None else message.written
    words = words if message.uncut is None else message.uncut  # as the list's archive has it
    return mail_digest(message.message_id, None if date is None else date.strftime(STAMP), words)


# -- the text ----------------------------------------------------------------------------------

_WORD = re.compile(r"[^\W_]+|\?")
_SHOWN_OTHERWISE = re.compile(
    r"[<\[](?:https?://[\w-]{1,63}\.[^\s<>\[\]]{1,2000}"
    r"|mailto:[^\s<>\[\]@]{1,64}@[^\s<>\[\]@]{1,255}"
    r"|cid:[^\s<>\[\]]{1,255}|image: ?[^\s<>\[\]]{1,80}\.(?:png|jpe?g|gif|bmp|webp|svg|heic))[>\]]"
)
"""What plain text has for a picture or for where a link leads: one address, and no words."""
_ATTACHED = re.compile(
    r"\b(?:turn|move|action)\b.{0,60}\battach(?:ed|ment)\b|\battach(?:ed|ment)\b.{0,60}\b(?:turn|move|action)\b"
    r"|\A.{0,20}\battach(?:ed|ment)\b.{0,20}\Z",
    re.IGNORECASE | re.DOTALL,
)
"""Words that send their reader to an attachment for what is announced."""
_ON_A_PAGE = re.compile(
    r"https://(?:confidential-mail\.google\.com/msg/|outlook\.office(?:365)?\.com/encryption/)",
    re.I,
)
"""Where programs keep a mail of which they send no more than the address."""
_TAKEN_OUT = re.compile(r"An? .{3,60} was scrubbed\.\.\.|-{3,} next part -{3,}")
_OF_WHAT = re.compile(r"(?:Name|Type|Size|Desc|Url|URL): ?.*")
_ENCRYPTED = "-----BEGIN PGP MESSAGE-----"


@dataclass(frozen=True, slots=True)
class _Body:
    """What a sender wrote, and why some of it may be missing."""

    text: str
    aside: str  # what stands below where another's mail may begin, or is attached as they say
    other: str  # what the other alternative says, where its words are others
    doubt: Doubt
    fault: str  # "" where everything could be read
    has_quotes: bool
    places: Places


@dataclass(slots=True)
class _Sheet:
    """The lines of some parts one below the other, and where each part begins."""

    lines: list[str]
    firsts: list[int]
    fault: str = ""
    doubt: Doubt = ""  # "hidden" where some of it may be from readers


def _body(seen: Parts, author: KnownAs, *, public: bool) -> _Body:
    """The sender's own words in the parts of a mail."""
    sheet = _sheet(seen.texts, seen.fault)
    own = own_words(sheet.lines, author, public=public)
    words = own.said
    text, aside = "\n".join(words), "\n".join(own.aside)
    fault, other, doubt = sheet.fault, "", sheet.doubt
    if own.marked:
        kept = [one for one in own.live if one[0] not in own.marked]
        other, doubt = "\n".join(words_of(kept, sheet.lines)), "marked From"
    if seen.others and not fault:
        beside = _sheet(seen.others, "")
        fault = beside.fault
        others = own_words(beside.lines, author, public=public)
        other = "\n".join(others.said)
        if _says(other) != _says(text):
            doubt = "alternatives disagree"
        else:
            other, doubt = "", beside.doubt
    if seen.attached and _ATTACHED.search(text):
        aside = aside or seen.attached.strip()
    if _ENCRYPTED in words:
        fault = fault or "what is encrypted"
    if _ON_A_PAGE.search(text):
        fault = fault or "what only a page of the Web shows"
    if text and _is_taken_out(text):
        fault = fault or "what the list has taken out of it"
    if _SHOWN_OTHERWISE.search(text) and not _says(text):
        fault = fault or "what a picture or a page of the Web shows"
    if not text and not other and _is_open(sheet.lines):
        fault = fault or "nothing but words below what may be an attribution"
    has_quotes = len(own.live) < len(sheet.lines) and any(line.strip() for line in sheet.lines)
    return _Body(
        text, aside, other, doubt, fault, has_quotes, Places(seen.texts, sheet.firsts, own)
    )


def _is_taken_out(text: str) -> bool:
    """All that is left of a mail is what its list says of what it has taken out."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    found = [line for line in lines if not _OF_WHAT.fullmatch(line)]
    return bool(found) and all(_TAKEN_OUT.fullmatch(line) for line in found)


def _sheet(texts: Iterable[Text], fault: str) -> _Sheet:
    """The lines of texts; with a *fault* no more than a human has to see."""
    sheet = _Sheet([], [], fault)
    for part in texts:
        if part.kind == "plain":
            found = plain.lines(part).texts
        else:
            page = html.read(part.text)
            if page is None:
                sheet.fault = sheet.fault or "HTML that no mail program writes"
            found = page.lines if page else []
            if page and page.doubtful:
                sheet.doubt = "hidden"
        if sheet.lines and found:
            sheet.lines.append("")
        sheet.firsts.append(len(sheet.lines))
        sheet.lines += found
    if len(sheet.lines) > MOST_LINES:
        sheet.fault = sheet.fault or "more lines than are read"
    if sheet.fault:
        del sheet.lines[MOST_SHOWN:]
    return sheet


def _is_open(lines: Sequence[str]) -> bool:
    """Unmarked words stand below a line that names somebody and says no more."""
    found = [line for line in lines if line.strip()]
    return any(
        is_terse(line) and not is_quoted(line) and not is_quoted(below)
        for line, below in pairwise(found)
    )


def _says(text: str) -> list[str]:
    """The words of a text, however they are laid out."""
    return _WORD.findall(_SHOWN_OTHERWISE.sub(" ", text.casefold().replace("*", "")))


# -- the way back ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Line:
    """A line, its place in the mail, and why it was left out; "" where it is the sender's own."""

    part: int  # from 1
    number: int  # from 1, in its part
    text: str
    why: str


@dataclass(slots=True, eq=False, repr=False)
class Places:
    """The way back from the live text to the mail.  Nothing is looked up before it is asked for.

    Parts are counted as a reader meets them, lines as they stand in a decoded part of plain
    text, or in an HTML part as it is shown; what has no width has no column.
    """

    parts: tuple[Text, ...]
    firsts: Sequence[int]  # the number of each part's first line among all lines
    own: OwnWords  # which lines are the sender's own
    _read: dict[int, plain.Lines] = field(default_factory=dict)  # by the part
    _starts: list[int] = field(default_factory=list)  # of each live line: its offset in the text

    def at(self, offset: int) -> Place:
        """Where the character stands that is read at this offset of the live text.

        A line end stands behind the line it ends; IndexError outside of the text.
        """
        if not self._starts:
            lengths = (len(line) + 1 for line in self.own.said)
            self._starts = list(accumulate(lengths, initial=0))
        if not 0 <= offset < self._starts[-1]:
            raise IndexError(offset)
        row = bisect_right(self._starts, offset) - 1
        number, first, _ = self.own.live[row]
        part = self._part_of(number)
        line, column = self._in_part(
            part, number - self.firsts[part], first + offset - self._starts[row]
        )
        return Place(part=part + 1, line=line, column=column)

    def lines(self) -> tuple[Line, ...]:
        """All lines of the parts that are read, in order."""
        found = []
        for number, text in enumerate(self.own.lines):
            part = self._part_of(number)
            line, _ = self._in_part(part, number - self.firsts[part], 0)
            shown = text.lstrip(ATTRIBUTION + DIVIDER)
            found.append(Line(part + 1, line, shown, self.own.why[number]))
        return tuple(found)

    def without(self, rows: frozenset[int]) -> Places:
        """The same without some of the live lines, which are another's."""
        own = self.own
        live = [one for row, one in enumerate(own.live) if row not in rows]
        why = list(own.why)
        for row in rows:
            why[own.live[row][0]] = ELSEWHERE
        live = trimmed(live, own.lines, why)
        return Places(self.parts, self.firsts, OwnWords(own.lines, live, why))

    def _part_of(self, number: int) -> int:
        return max(0, bisect_right(self.firsts, number) - 1)

    def _in_part(self, part: int, number: int, column: int) -> tuple[int, int]:
        """Line and column in a part, from its line *number* as it was read."""
        seen = self.parts[part]
        if seen.kind == "html":
            return number + 1, column + 1
        if part not in self._read:
            self._read[part] = plain.lines(seen)
        read = self._read[part]
        if number >= len(read.texts):
            return number + 1, 1  # the blank between two parts
        return plain.place(seen, read.sources[number], column, read.texts[number])
