"""Copies of one mail count once; what may be another one is asked of a human, never guessed (§9).

Lists re-encode, add footers and tags, and pass one mail on twice; mail programs leave out the
Message-ID, or use the same one again.  A copy has the same author, says the same and has the same
Date.  What bears the Message-ID of a mail that was read, and is no copy, is kept for whoever
decides; so is what can be told from an earlier mail by nothing at all.

A mail that was only answered, for it was not shown to be its author's or says two things, stands
for no copy that is better shown: whoever forged it could silence its author.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from typing import Final, Literal

from rednov_bot.core.commands import claims
from rednov_bot.core.mail import towers
from rednov_bot.core.mail.signed_fields import signed_text
from rednov_bot.desk import listening, mails_on_file
from rednov_bot.desk.desk import Desk
from rednov_bot.kinds import FROM_THE_BEST
from rednov_bot.language.absences import absence
from rednov_bot.papers import Letter, PaperId
from rednov_bot.ports import Records

_WORD: Final = re.compile(r"[a-z0-9]+")
_CLOCKS: Final = timedelta(minutes=2)
"""By which the Dates of two copies may differ: some gateways write it anew, without seconds."""

MOST_ALIKE: Final = 20
"""Earlier mails that one is compared with; nobody sends as many of one Date, or under one name."""


@dataclass(frozen=True, slots=True)
class Repeated:
    """What a mail is beside an earlier one: a copy, passed over, or a question, kept."""

    disposition: Literal["ignore", "hold"]
    reason: str


def look(
    desk: Desk, records: Records, mail: PaperId, letter: Letter, identity: str | None
) -> Repeated | None:
    """What a mail is beside those that were read before; None of a new one."""
    earlier = records.same_before(None, identity)
    if earlier is not None:
        return beside(desk, records, mail, letter, earlier)
    for other in records.alike(_as_answered(letter, identity or "")):
        if stands_for(records, other, letter):
            return Repeated("ignore", f"read already as mail {other}")
    alike = likeness(letter)
    others = () if alike is None else records.alike(alike)
    if len(others) > MOST_ALIKE:
        return Repeated(
            "hold", f"It says the same as mail {others[-1]} and many others of its Date."
        )
    for other in others:
        before = mails_on_file.letter_if_any(desk, records, other)
        if before is None or not stands_for(records, other, letter):
            continue
        if _by_another_way(letter, before):
            return Repeated("ignore", f"read already as mail {other}")
    return _under_one_signature(desk, records, mail, letter)


def _under_one_signature(
    desk: Desk, records: Records, mail: PaperId, letter: Letter
) -> Repeated | None:
    """What a mail is beside one that has the same octets to be read in another way.

    What says how they are read need not be signed, so that whoever has them can have them read
    anew: in another charset, as HTML.  Which of the two its author meant nobody can know; but what
    has taken effect was said once.
    """
    written = _as_written(records, mail, letter)
    for other in () if written is None else records.alike(written):
        before = mails_on_file.letter_if_any(desk, records, other)
        if other == mail or before is None or not stands_for(records, other, letter):
            continue
        same = words_of(before) == words_of(letter)
        if same or records.took_effect(other) or not _says_something(desk, letter):
            return Repeated("ignore", f"repeats mail {other}: the same octets under the same Date")
        if _is_as_well_shown(records, other, letter):
            why = f"It has the octets and the Date of mail {other}, to be read in another way."
            return Repeated("hold", why)
    return None


def _as_written(records: Records, mail: PaperId, letter: Letter) -> str | None:
    """By what a mail is known whose text was signed; None where nothing is checked."""
    date, raw = letter.stamps.date, records.raw_mail(mail)
    if letter.confidence is None or raw is None or date is None or letter.sender is None:
        return None
    where = "public" if letter.public else letter.forum or "nowhere"
    subject = letter.subject if letter.forum == "private" else ""
    facts = ("written", where, letter.sender, date.isoformat(), subject)
    head = "\0".join(facts).encode("utf-8", "replace")
    return hashlib.sha256(head + b"\0" + signed_text(raw.octets)).hexdigest()


def note(records: Records, mail: PaperId, letter: Letter) -> None:
    """A mail was read: copies of it are known from now on, whatever Message-ID they bear."""
    alike, written = likeness(letter), _as_written(records, mail, letter)
    if alike is not None:
        records.note_likeness(mail, alike)
        records.note_likeness(mail, wording(letter))
    if written is not None:
        records.note_likeness(mail, written)


def note_answered(records: Records, mail: PaperId, letter: Letter, identity: str) -> None:
    """Nothing came of a mail but an answer: a copy of it is answered no more."""
    records.note_likeness(mail, _as_answered(letter, identity))
    records.note_likeness(mail, _only_answered(mail))


def stands_for(records: Records, earlier: PaperId, letter: Letter) -> bool:
    """Whether a mail that was read stands for a copy of it: it has counted, or is as well shown."""
    return not records.alike(_only_answered(earlier)) or _is_as_well_shown(records, earlier, letter)


def _is_as_well_shown(records: Records, earlier: PaperId, letter: Letter) -> bool:
    """Also where either came when nothing was checked."""
    was, shown = records.confidence(earlier), letter.confidence
    if was is None or shown is None:
        return True
    return FROM_THE_BEST.index(was.trust) <= FROM_THE_BEST.index(shown.trust)


def note_waiting(records: Records, mail: PaperId, letter: Letter) -> None:
    """A mail waits for its author's word: what e says again meanwhile is known by its words."""
    records.note_likeness(mail, waiting_words(letter))


def waiting_words(letter: Letter) -> str:
    """By what a mail is found that waits, and has just these words in the same place."""
    where = "public" if letter.public else letter.forum or "nowhere"
    subject = "" if letter.public else letter.subject  # it may name a draft
    return mark("waits", where, letter.sender or "", subject, *words_of(letter))


def note_kept(records: Records, mail: PaperId, letter: Letter, identity: str) -> None:
    """A mail is kept: copies of it are known while it is."""
    records.note_likeness(mail, _as_kept(letter, identity))


def note_in_doubt(records: Records, mail: PaperId) -> None:
    """A mail is not shown to be its author's: fetched anew, it is the one that was in doubt.

    Also one that is a copy of what waits, or that was only answered.
    """
    if (octets := _octets(records, mail)) is not None:
        records.note_likeness(mail, octets)


def fetched_before(records: Records, mail: PaperId) -> PaperId | None:
    """The mail of the very same octets that was in doubt, for the mailbox is numbered anew.

    Whatever would be thought of it now: what became of that one holds.  Of nothing less than the
    same octets, or whoever forged a copy could silence its author.
    """
    octets = _octets(records, mail)
    found = () if octets is None else records.alike(octets)
    return next((one for one in found if one != mail), None)


def kept_copy(records: Records, mail: PaperId, letter: Letter, identity: str) -> PaperId | None:
    """A mail that is kept, of which this is a copy: it has the same name, and says the same.

    The name alone shows nothing: anybody can put somebody's Message-ID above words of eir own.
    Nor does a copy that is shown less well: what it waits for, this one need not.
    """
    every = _kept(records, mail, _as_kept(letter, identity))
    return next((one for one in every if _is_as_well_shown(records, one, letter)), None)


def note_disowned(records: Records, mail: PaperId) -> None:
    """A mail is not its author's, as e says."""
    records.note_likeness(mail, _disowned(mail))


def is_disowned(records: Records, mail: PaperId) -> bool:
    """Whether its author has said that a mail is not eirs."""
    return bool(records.alike(_disowned(mail)))


def _disowned(mail: PaperId) -> str:
    return mark("disowned", str(mail))


def _octets(records: Records, mail: PaperId) -> str | None:
    """By what a mail in doubt is known when the mailbox is numbered anew."""
    raw = records.raw_mail(mail)
    if raw is None or not raw.octets:
        return None
    return mark("in doubt", hashlib.sha256(raw.octets).hexdigest())


def is_first_kept(records: Records, mail: PaperId, identity: str) -> bool:
    """Whether no other mail of this name is kept of which somebody was told; now one is."""
    told = mark("told", identity)
    if next(_kept(records, mail, told), None) is not None:
        return False
    records.note_likeness(mail, told)
    return True


def _kept(records: Records, mail: PaperId, mark: str) -> Iterator[PaperId]:
    """The other mails so marked that are still kept."""
    for one in records.alike(mark):
        filed = records.filed(one)
        held = filed is not None and filed.disposition == "hold" and not records.is_reopened(one)
        if held and one != mail:
            yield one


def _as_kept(letter: Letter, identity: str) -> str:
    """By what a copy of a kept mail is known; to the bot alone the subject may name a draft."""
    subject = letter.subject if letter.forum == "private" else ""
    return mark("kept", identity, letter.sender or "", subject, *words_of(letter))


def _as_answered(letter: Letter, identity: str) -> str:
    """By what a copy is known of a mail that was only answered."""
    return mark("answered", _as_kept(letter, identity))


def _only_answered(mail: PaperId) -> str:
    return mark("only answered", str(mail))


def mark(*facts: str) -> str:
    """By what a mail is known of which these are facts."""
    return hashlib.sha256("\0".join(facts).encode("utf-8", "replace")).hexdigest()


def wording(letter: Letter) -> str:
    """By what a mail is found of which a digest gives no more than its author and eir words."""
    return mark("says", letter.sender or "", *words_of(letter))


def likeness(letter: Letter) -> str | None:
    """By what a copy is known whose Message-ID was lost on its way, or given by a list.

    None of what no public forum has passed on, or what has no Date.
    """
    if not letter.public or letter.stamps.date is None or letter.sender is None:
        return None
    return mark(letter.sender, letter.stamps.date.isoformat(), *words_of(letter))


def _by_another_way(letter: Letter, before: Letter) -> bool:
    """Whether two mails alike are one: one of them without a Message-ID, or in another forum."""
    return None in (letter.message_id, before.message_id) or letter.forum != before.forum


def beside(
    desk: Desk, records: Records, mail: PaperId, letter: Letter, earlier: PaperId
) -> Repeated:
    """What a mail is beside the one that was read under its name."""
    copy = Repeated("ignore", f"read already as mail {earlier}")
    one, other = records.raw_mail(mail), records.raw_mail(earlier)
    before = mails_on_file.letter_if_any(desk, records, earlier)
    if before is None or one is None or other is None or one.octets == other.octets:
        return copy
    why = _difference(desk, letter, before)
    if not why:
        return copy
    if letter.forum != "private" and not letter.public:
        return copy  # said where nothing counts
    if letter.message_id is None:
        return Repeated("hold", f"It has no Message-ID, and mail {earlier} may be the same: {why}")
    kept = kept_copy(records, mail, letter, mails_on_file.identity(letter))
    if kept is not None:
        return Repeated("ignore", f"a copy of mail {kept}, which is kept")
    return Repeated("hold", f"It bears the Message-ID of mail {earlier}, but {why}")


def counted_as(desk: Desk, records: Records, mail: PaperId, letter: Letter) -> PaperId | None:
    """The mail that was read of which this one is a copy; None where other words bore its name."""
    earlier = records.same_before(None, mails_on_file.identity(letter))
    if earlier is None:
        return None
    one, other = records.raw_mail(mail), records.raw_mail(earlier)
    before = mails_on_file.letter_if_any(desk, records, earlier)
    if before is None or one is None or other is None or one.octets == other.octets:
        return earlier
    return None if _difference(desk, letter, before) else earlier


def _difference(desk: Desk, letter: Letter, before: Letter) -> str:
    """What a mail has that a copy of the earlier one would not, in a sentence; "" of a copy."""
    if letter.sender != before.sender:
        return "somebody else wrote it."
    if letter.message_id is None and letter.stamps.date is None:
        if _passed(letter) == _passed(before) or not _says_something(desk, letter):
            return ""
        return "it says the same, and neither has a Date."
    if not says_the_same(desk, letter, before):
        return "it says something else."
    dates = letter.stamps.date, before.stamps.date
    if dates[0] is None or dates[1] is None or abs(dates[0] - dates[1]) <= _CLOCKS:
        return ""
    return "it has another Date." if _says_something(desk, letter) else ""


def says_the_same(desk: Desk, letter: Letter, before: Letter) -> bool:
    """The same words; or the one has more below or above, such as a footer, and means no other."""
    same = announces_the_same(desk, letter, before)
    return same and (words_of(letter) == words_of(before) or besides(letter) == besides(before))


def announces_the_same(desk: Desk, letter: Letter, before: Letter) -> bool:
    """Whether the one has all words of the other, and announces what it announces.

    What it says beside that may be more.
    """
    words, others = words_of(letter), words_of(before)
    if words == others:
        return True
    long, short = sorted((f" {' '.join(one)} " for one in (words, others)), key=len, reverse=True)
    if not short.strip() or short not in long:
        return False
    one, other = listening.read(desk, letter), listening.read(desk, before)
    return (one.verdict, one.acts) == (other.verdict, other.acts) and one.verdict != "ambiguous"


def besides(letter: Letter) -> tuple[str, ...]:
    """What a letter says that is heard beside its acts: claims of error, and an absence."""
    away = None if letter.said_at is None else absence(letter.text, letter.said_at)
    claimed = (*claims.sentences(letter), "" if away is None else away.words)
    return tuple(" ".join(_words(one)) for one in claimed)


def _says_something(desk: Desk, letter: Letter) -> bool:
    """Whether it would matter if it were another mail: one to the bot alone always might."""
    return letter.forum == "private" or listening.read(desk, letter).verdict != "none"


def words_of(letter: Letter) -> list[str]:
    """Its words, however they are laid out and encoded."""
    return _words(towers.torn_down(letter.text))


def _words(text: str) -> list[str]:
    return _WORD.findall(unicodedata.normalize("NFKC", text).casefold())


def _passed(letter: Letter) -> tuple[object, ...]:
    """By which servers, and when: fetched twice, a mail has the same way."""
    return letter.stamps.hops
