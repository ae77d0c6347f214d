"""What is awaited of the digests that are kept: on file beside them, so that none need be opened.

A digest is found by the Message-IDs of the mails that are missing in it, and by their authors and
words.  How many are missing is known by how often it is said, and of them how many have come.
"""

from __future__ import annotations

from dataclasses import replace

from rednov_bot.desk.trust import repeated
from rednov_bot.kinds import FROM_THE_BEST, Trust
from rednov_bot.papers import Letter, MessageId, PaperId
from rednov_bot.ports import Records


def note(records: Records, digest: PaperId, letter: Letter) -> None:
    """A mail is missing that stands in a digest, and is asked about with that.

    The digests in which it is missing as well are known from then on as beside this one.
    """
    for other in set(asked_in(records, letter)) - {digest}:
        records.note_likeness(other, _beside(digest, letter))
    if letter.stamps.date is not None:
        records.note_likeness(digest, _dated(letter))
    records.note_likeness(digest, _asked(letter))
    records.note_likeness(digest, _says(letter))
    if letter.message_id is not None:
        records.note_likeness(digest, _mark("awaited", letter.message_id))
    records.note_likeness(digest, _mark("missing", str(digest)))


def asked_in(records: Records, letter: Letter) -> tuple[PaperId, ...]:
    """The digests of which it is known that this is missing."""
    return records.alike(_asked(letter))


def of_these_words(records: Records, letter: Letter) -> frozenset[PaperId]:
    """The digests in which a mail of this author is missing that says the same."""
    return frozenset(records.alike(_says(letter)))


def of_this_name(records: Records, message_id: MessageId | None) -> frozenset[PaperId]:
    """The digests in which a mail of this Message-ID is missing."""
    if message_id is None:
        return frozenset()
    return frozenset(records.alike(_mark("awaited", message_id)))


def of_itself(records: Records, letter: Letter) -> frozenset[PaperId]:
    """The digests in which this very mail is missing.

    It is known by its Message-ID; by its Date where either has none.
    """
    dated: frozenset[PaperId] = frozenset()
    if letter.message_id is None:
        dated = of_this_date(records, letter)
    elif letter.stamps.date is not None:
        dated = frozenset(asked_in(records, replace(letter, message_id=None)))
    named = of_this_name(records, letter.message_id)
    return (named | dated) & of_these_words(records, letter)


def of_this_date(records: Records, letter: Letter) -> frozenset[PaperId]:
    """The digests in which a mail of this author, these words and this Date is missing."""
    if letter.stamps.date is None:
        return frozenset()
    return frozenset(records.alike(_dated(letter)))


def beside(records: Records, digest: PaperId, letter: Letter) -> frozenset[PaperId]:
    """Older digests in which that mail is missing as well that is missing in this one."""
    return frozenset(records.alike(_beside(digest, letter)))


def has_come(records: Records, digest: PaperId, mail: PaperId) -> bool:
    """Whether a mail counts already for one that was missing in a digest."""
    return mail in records.alike(_mark("came", str(digest)))


def note_came(records: Records, digest: PaperId, missing: Letter, mail: PaperId) -> None:
    """A mail has come that counts for one that is missing in a digest, if any of its words is."""
    if left(records, digest, missing) and mail not in records.alike(_came(digest, missing)):
        records.note_likeness(mail, _came(digest, missing))
        records.note_likeness(mail, _mark("came", str(digest)))


def left(records: Records, digest: PaperId, letter: Letter) -> int:
    """How many of this author and these words are missing in a digest, and have not come."""
    said = records.alike(_says(letter)).count(digest)
    return max(said - len(records.alike(_came(digest, letter))), 0)


def is_complete(records: Records, digest: PaperId) -> bool:
    """Whether as many have come as were missing."""
    missing = records.alike(_mark("missing", str(digest)))
    return bool(missing) and len(records.alike(_mark("came", str(digest)))) >= len(missing)


def note_shown(records: Records, digest: PaperId, trust: Trust) -> None:
    """How far it is shown that a digest is by its list."""
    records.note_likeness(digest, _mark("shown", trust))


def shown(records: Records) -> dict[PaperId, Trust]:
    """Of digests that were kept: how far it is shown that they are by their lists."""
    return {digest: one for one in FROM_THE_BEST for digest in records.alike(_mark("shown", one))}


def rank(trust: Trust) -> int:
    """The better a digest is shown to be by its list, the earlier it is asked about."""
    return FROM_THE_BEST.index(trust)


def _asked(letter: Letter) -> str:
    """By what it is known that somebody is asked about a mail in a digest."""
    date = letter.stamps.date
    which = (letter.message_id or "", "" if date is None else date.isoformat())
    return _mark("asked", letter.sender or "", *which, *repeated.words_of(letter))


def _says(letter: Letter) -> str:
    """By what a digest is found in which a mail is missing, once its author says it again."""
    return _mark("says", letter.sender or "", *repeated.words_of(letter))


def _dated(letter: Letter) -> str:
    date = letter.stamps.date
    which = "" if date is None else date.isoformat()
    return _mark("dated", letter.sender or "", which, *repeated.words_of(letter))


def _beside(digest: PaperId, missing: Letter) -> str:
    return _mark("beside", str(digest), _says(missing))


def _came(digest: PaperId, missing: Letter) -> str:
    return _mark("came", str(digest), _says(missing))


def _mark(*facts: str) -> str:
    return repeated.mark("digest", *facts)
