"""The mails of a public archive, in whatever form one gets them: mbox, Maildir, folder, `.eml`."""

from __future__ import annotations

import gzip
import re
import zlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cached_property
from itertools import combinations
from pathlib import Path
from typing import Final

from rednov_bot.core.errors import Mendable
from rednov_bot.core.mail import parts, plain
from rednov_bot.core.mail.addresses import addresses, mailboxes
from rednov_bot.core.mail.headers import Head, split, visible, words
from rednov_bot.core.mail.stamps import stamp

MOST_OCTETS: Final = 512 * 1024 * 1024  # of one file
_GZIP: Final = b"\x1f\x8b"
_SEPARATOR: Final = re.compile(rb"(?:\A|(?<=\n\n)|(?<=\A\n))From [^\n]*\n(?=[!-9;-~]+[ \t]*:)")
"""Of an mbox: a line `From ...` behind an empty one, and a field of a head below it."""
_ESCAPED: Final = re.compile(r"^>(>*From )", re.MULTILINE)
_QUOTED: Final = re.compile(rb"^>(>*From )", re.MULTILINE)  # as most mboxes quote
_QUOTED_ONCE: Final = re.compile(rb"^>From ", re.MULTILINE)  # as others do
MOST_QUOTED: Final = 4  # lines of a mail of which each may be quoted or not
_SPOKEN_AT: Final = re.compile(r"(\S+) at (\S+\.\S+)")
EARLY: Final = datetime(1980, 1, 1, tzinfo=UTC)
"""Where mails are put in order, the date of one that has none."""


@dataclass(frozen=True)
class ArchivedMail:
    """One mail as an archive has it."""

    octets: bytes = field(repr=False)  # LF line ends
    place: int  # in the archive, from 0: whatever order that has
    file: str  # the name of the file it was found in

    @cached_property
    def readings(self) -> tuple[bytes, ...]:
        """The mail as it may have been sent.

        On its way into an mbox a line `From ...` becomes `>From ...`; where it stood so before,
        some mboxes add another `>`, and some do not (RFC 4155, application/mbox): then each such
        line may be either, as long as there are few.
        """
        found = [_QUOTED.sub(rb"\1", self.octets)]
        marks = [mark.start() for mark in _QUOTED_ONCE.finditer(self.octets)]
        chosen = range(len(marks) + 1) if len(marks) <= MOST_QUOTED else (len(marks), 0)
        for some in (each for count in chosen for each in combinations(marks, count)):
            octets = bytearray(self.octets)
            for at in reversed(some):
                del octets[at]
            found.append(bytes(octets))
        return tuple(dict.fromkeys(found))

    @cached_property
    def head(self) -> Head:
        """Its fields."""
        return split(self.octets)[0]

    @cached_property
    def name(self) -> str:
        """Its Message-ID without angle brackets, "" where it has none."""
        return _bare(self.head.get("message-id"))

    @property
    def known_by(self) -> str:
        """What tells it from other mails of the same words: its Message-ID, else its date."""
        return self.name or str(self.date)

    @cached_property
    def answers(self) -> str:
        """The Message-ID of the mail it answers, "" where it answers none."""
        return _bare(self.head.get("in-reply-to"))

    @cached_property
    def author(self) -> str:
        """Who wrote it, as its From tells, in the form in which that is compared."""
        return author(self.head)

    @cached_property
    def called(self) -> str:
        """The name that stands before their address, folded."""
        return called(self.head)

    @cached_property
    def subject(self) -> str:
        """Its subject, decoded."""
        return self.head.text("subject")

    @cached_property
    def date(self) -> datetime | None:
        """Its own date in UTC, None where it is not to be read."""
        return stamp(self.head.get("date"))

    @property
    def at(self) -> datetime:
        """Its place in time, where mails are put in order."""
        return self.date or EARLY

    @cached_property
    def text(self) -> str:
        """Its text with everything in it, quotes and footers too; LF line ends."""
        seen = parts.read(*split(self.octets))
        texts = [one for one in seen.texts if one.kind == "plain"]
        lines = [line for one in texts for line in plain.lines(one).texts]
        return _ESCAPED.sub(r"\1", visible("\n".join(lines)))

    @property
    def title(self) -> str:
        """How it is named where something is said of it."""
        return f'"{self.subject}" <{self.name}>' if self.name else f'"{self.subject}"'


def _bare(field_: str) -> str:
    """A Message-ID as it was sent: some archives write ` at ` for the sign."""
    words = field_.strip()
    inside = words[1 : words.index(">")] if words.startswith("<") and ">" in words else words
    return _SPOKEN_AT.sub(r"\1@\2", inside).strip()


def read(paths: Iterable[Path]) -> tuple[ArchivedMail, ...]:
    """Every mail in these files and folders once, the oldest first.

    Raises Mendable where a file cannot be read, or no mail is found at all.
    """
    found: dict[tuple[str, str], ArchivedMail] = {}
    count = 0
    named = []
    for path in paths:
        named.append(str(path))
        for file, octets in _files(path):
            for one in _mails(octets):
                mail = ArchivedMail(one, count, file)
                count += 1
                found.setdefault((mail.known_by, " ".join(mail.text.split())), mail)
    if not found:
        raise Mendable(f"no mail is found in {', '.join(named)}")
    return tuple(sorted(found.values(), key=lambda mail: (mail.at, mail.place)))


def _files(path: Path) -> Iterator[tuple[str, bytes]]:
    """The files of a folder, hidden ones left out; or the file itself."""
    try:
        every: Sequence[Path] = [path]
        if path.is_dir():
            every = [
                one
                for one in sorted(path.rglob("*"))
                if one.is_file() and not one.relative_to(path).as_posix().startswith(".")
            ]
        for file in every:
            yield file.name, _octets(file)
    except OSError as error:
        raise Mendable(f"{path} cannot be read: {error.strerror or error}") from None


def _octets(file: Path) -> bytes:
    if file.stat().st_size > MOST_OCTETS:
        raise Mendable(f"{file} has more than {MOST_OCTETS >> 20} MB; take the months of one game")
    octets = file.read_bytes()
    if octets.startswith(_GZIP):
        unpacked = zlib.decompressobj(wbits=31)
        try:
            octets = unpacked.decompress(octets, MOST_OCTETS)
        except (zlib.error, gzip.BadGzipFile):
            raise Mendable(f"{file} is no gzip file") from None
    return octets.replace(b"\r\n", b"\n").replace(b"\r", b"\n")


def _mails(octets: bytes) -> Iterator[bytes]:
    """The mails of an mbox, or the one mail that the file is."""
    marks = [(mark.start(), mark.end()) for mark in _SEPARATOR.finditer(octets)]
    if not marks:
        if octets.strip():
            yield octets.lstrip(b"\n")
        return
    ends = [start for start, _ in marks[1:]] + [len(octets)]
    for (_, begin), end in zip(marks, ends, strict=True):
        yield octets[begin:end]


_VIA: Final = re.compile(r" via .*")


def author(head: Head) -> str:
    """Their address, folded; their name as well where a list has put its own address in its place.

    Of an archive that shows no addresses, the whole field.
    """
    boxes = [box for value in head.all("from") for box in mailboxes(value)]
    if len(boxes) != 1 or boxes[0].address is None:
        return _plain(head.text("from"))
    address = boxes[0].address
    return f"{_plain(words(boxes[0].name))} <{address}>" if address in _lists(head) else address


def called(head: Head) -> str:
    """The name that stands before their address, folded; without what a list put behind it."""
    boxes = [box for value in head.all("from") for box in mailboxes(value)]
    name = _plain(words(boxes[0].name)) if len(boxes) == 1 else ""
    return _VIA.sub("", name)


def _lists(head: Head) -> tuple[str, ...]:
    """The addresses to which a mail went; that of a list among them, wherever it stands."""
    posts = [one.replace("mailto:", "") for one in head.all("list-post")]
    return addresses([*head.all("to"), *head.all("cc"), *posts])


def _plain(text: str) -> str:
    return " ".join(text.casefold().split())
