"""What somebody says again while e is asked whether it was eirs has one effect (§9).

E is asked about a mail that is not certain, and sends the same words once more rather than answer:
the first mail that counts with them closes the question.  From then on the same words are another
announcement, and close nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Final

from rednov_bot.desk import listening, mails_on_file
from rednov_bot.desk.announcements import early
from rednov_bot.desk.corrections import claims
from rednov_bot.desk.desk import Desk, ongoing
from rednov_bot.desk.due import away
from rednov_bot.desk.trust import asked_anew, asked_later, repeated, vouching
from rednov_bot.engine.words import GnomeName
from rednov_bot.papers import Letter, PaperId
from rednov_bot.ports import Records

_MOST: Final = 20
"""Mails of other words about which nobody is asked yet that one is compared with, the newest."""


def close(desk: Desk, records: Records, mail: PaperId, letter: Letter, *, had_effect: bool) -> None:
    """A mail was read: what its author is asked about that says the same is asked no longer.

    *had_effect*: more came of it than answers and alarms.  What decided nothing closes nothing.
    """
    if letter.sender is None or not had_effect or not vouching.counts(desk, letter):
        return
    since = desk.now() - timedelta(hours=desk.settings.trust.within)
    asked = [one.mail for one in records.doubts(since) if one.name == letter.sender]
    unasked = sorted(_unasked(desk, records, letter.sender))
    same = _same(desk, records, asked, unasked, letter, since)
    if not same or not _counts(desk, records, mail, letter):
        return
    for one in same:
        said = mails_on_file.letter_if_any(desk, records, one)
        asked_anew.close(desk, records, one, "said again", mail)
        if said is not None and not records.is_reopened(one):
            # Also a copy of it, such as the list's own that comes last, is of what has counted.
            name = mails_on_file.identity(said)
            why = f"their mail {mail} says the same, and counts"
            records.reopen(one, letter.sender, why, desk.now(), digest=name)


def _same(
    desk: Desk,
    records: Records,
    asked: list[PaperId],
    unasked: list[PaperId],
    letter: Letter,
    since: datetime,
) -> list[PaperId]:
    """The mails that wait, *asked* about or *unasked*, which say what this one says.

    Those of just its words are known by a mark, those too that e was asked about *since* then, and
    cannot be asked about again.  All are compared about which e is asked: there are few.  So nobody
    can hide one of them behind many that e would not own.
    """
    known = {*records.alike(repeated.waiting_words(letter))}
    given_up = [
        one
        for one in known
        if (last := asked_anew.given_up(records, one)) is not None and last.at >= since
    ]
    compared = [one for one in (*asked, *unasked[-_MOST:]) if one not in known]
    same = [*given_up, *(one for one in (*asked, *unasked) if one in known)]
    return sorted([*same, *(one for one in compared if _is(desk, records, one, letter))])


def _unasked(desk: Desk, records: Records, name: GnomeName) -> Iterator[PaperId]:
    """The mails in eir name about which e is yet to be asked, for e was asked often."""
    for one, author in records.unasked(desk.now() - vouching.LOOK_BACK):
        if author == name and asked_later.waits_as(one) is not None:
            yield one.mail


def _is(desk: Desk, records: Records, mail: PaperId, letter: Letter) -> bool:
    """Whether a mail that somebody is asked about says the same in the same place.

    What announces nothing, as a claim of error, may say more than its beginning: that is the same
    only in the same words.  What stands beside an act is heard when e owns it (hear_besides).
    """
    said = mails_on_file.letter_if_any(desk, records, mail)
    if said is None or said.public != letter.public:
        return False
    if not said.public and (said.forum, said.subject) != (letter.forum, letter.subject):
        return False  # to the bot alone the subject may name a draft
    if repeated.words_of(letter) == repeated.words_of(said):
        return True
    announces = listening.read(desk, said).verdict == "acts"
    return announces and repeated.announces_the_same(desk, letter, said)


def hear_besides(desk: Desk, records: Records, mail: PaperId, other: PaperId) -> str:
    """What a mail says beside the act that has counted as another mail, once e owns it.

    A claim of error, or an absence, is heard as its author's, once; what came of it, for the file.
    """
    said = mails_on_file.letter_if_any(desk, records, mail)
    counted = mails_on_file.letter_if_any(desk, records, other)
    if said is None or counted is None or repeated.besides(said) == repeated.besides(counted):
        return ""
    heard = repeated.mark("heard besides", str(mail))
    if records.alike(heard):
        return ""
    records.note_likeness(mail, heard)
    away.note(desk, records, mail, said)
    claimed = claims.hear(desk, records, mail, said, plainly=True)
    return f"; {claimed}" if claimed else ""


def _counts(desk: Desk, records: Records, mail: PaperId, letter: Letter) -> bool:
    """Whether something has come of what a mail announces; a turn that waits will be judged."""
    if not letter.public or listening.read(desk, letter).verdict != "acts":
        return True
    if records.took_effect(mail):
        return True
    now = ongoing(desk, records)
    before = None if now is None else records.pending_turn(now.game.id)
    return before is not None and any(one.mail == mail for one in early.waiting(records, before))
