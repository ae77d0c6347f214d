"""A folder as one IMAP client sees it: its sequence numbers change only when it is told."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rednov_bot.harbour.command import BadCommand, Word
from rednov_bot.harbour.fetching import Wanted, flags_of, search
from rednov_bot.harbour.folder import Folder, StoredMail, positions


class View:
    """The mails a client was told of, in the order of their sequence numbers."""

    def __init__(self, folder: Folder, *, read_only: bool) -> None:
        self.folder = folder
        self.read_only = read_only
        self.uidvalidity = folder.uidvalidity
        self._mails = list(folder.mails)
        self._expunged = folder.expunged

    def __len__(self) -> int:
        return len(self._mails)

    @property
    def is_stale(self) -> bool:
        """The folder was numbered anew, so nothing seen here holds any longer."""
        return self.uidvalidity != self.folder.uidvalidity

    def news(self) -> Iterator[bytes]:
        """The untagged lines that bring the client up to date."""
        if self.folder.expunged != self._expunged:
            for number in range(len(self._mails), 0, -1):
                if self._mails[number - 1].gone:
                    del self._mails[number - 1]
                    yield b"* %d EXPUNGE\r\n" % number
            self._expunged = self.folder.expunged
        if len(self.folder.mails) > len(self._mails):
            self._mails += self.folder.mails[len(self._mails) :]
            yield b"* %d EXISTS\r\n* 0 RECENT\r\n" % len(self._mails)

    def fetch(self, which: bytes, items: Word, *, by_uid: bool) -> Iterator[bytes]:
        """The answers to a FETCH; asking for a body without PEEK marks the mail as seen."""
        wanted = Wanted(items, with_uid=by_uid)
        for number, mail in self._chosen(which, by_uid):
            if wanted.marks_seen and not self.read_only:
                mail.flags.add("\\Seen")
            yield wanted.line(number, mail)

    def search(self, words: Sequence[Word], *, by_uid: bool) -> bytes:
        """The answer to a SEARCH."""
        found = search(self._mails, words)
        numbers = (self._mails[at].uid if by_uid else at + 1 for at in found)
        return b"* SEARCH" + b"".join(b" %d" % number for number in numbers) + b"\r\n"

    def store(self, which: bytes, how: bytes, words: Word, *, by_uid: bool) -> Iterator[bytes]:
        """Flags are set, added or taken away; the answers say what they are now."""
        change, _, silent = how.upper().partition(b".")
        names = words if isinstance(words, tuple) else (words,)
        flags = {name.decode("ascii", "replace") for name in names if isinstance(name, bytes)}
        for number, mail in self._chosen(which, by_uid):
            match change:
                case b"+FLAGS":
                    mail.flags |= flags
                case b"-FLAGS":
                    mail.flags -= flags
                case b"FLAGS":
                    mail.flags = set(flags)
                case _:
                    raise BadCommand("STORE changes FLAGS")
            if not silent:
                yield b"* %d FETCH (UID %d FLAGS %b)\r\n" % (number, mail.uid, flags_of(mail))

    def expunge(self, which: bytes = b"1:*", *, by_uid: bool = False) -> None:
        """Those marked as deleted leave the folder."""
        chosen = [mail.uid for _, mail in self._chosen(which, by_uid) if "\\Deleted" in mail.flags]
        self.folder.expunge(chosen)

    def _chosen(self, which: bytes, by_uid: bool) -> Iterator[tuple[int, StoredMail]]:
        """The mails of a set with their sequence numbers, without those that are gone."""
        mails = self._mails
        numbers = [mail.uid for mail in mails] if by_uid else range(1, len(mails) + 1)
        for position in positions(numbers, which):
            if not mails[position].gone:
                yield position + 1, mails[position]
