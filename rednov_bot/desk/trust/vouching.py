"""Whoever is said to have written a mail is asked whether e has, where that is not certain.

The question goes to eir first address, and nothing in the mail counts before it is answered.
"""

from __future__ import annotations

import hashlib
from dataclasses import replace
from datetime import timedelta
from hmac import compare_digest
from typing import Final

from rednov_bot.core.commands.codes import code_of, without_codes
from rednov_bot.core.mail.screening import digest
from rednov_bot.desk import listening, stationery
from rednov_bot.desk.announcements import choosing
from rednov_bot.desk.desk import Desk
from rednov_bot.desk.hidden import sight
from rednov_bot.desk.outgoing import post
from rednov_bot.desk.trust import alarming, answered_draft, habits, repeated, warrants
from rednov_bot.engine.words import GnomeName
from rednov_bot.kinds import Trust
from rednov_bot.papers import Confidence, Disposition, Doubted, Letter, PaperId
from rednov_bot.ports import Records
from rednov_bot.prose import trust_pages
from rednov_bot.prose.wording import when

A_DAY: Final = 4
"""Questions of this kind to one person within 24 hours, about what is contradicted, and as many
about anything else; of more mails e is asked when the day is over (asked_later.py)."""

WAITS: Final = "they were asked often today, and are asked about it another day"
"""Why a mail lies on the desk about which nobody is asked yet."""

IS_ASKED: Final = "is asked whether it is theirs"
"""Why a mail lies on the desk about which somebody is asked."""

_ASKED: Final = "was this you"
_OFTEN: Final = "asked often"
LOOK_BACK: Final = timedelta(days=60)


def doubted(
    desk: Desk, records: Records, mail: PaperId, letter: Letter, identity: str
) -> tuple[Disposition, str] | None:
    """What becomes of a mail that is not certain to be its author's; None where it is handled.

    Its confidence is on file from then on.
    """
    if (before := repeated.fetched_before(records, mail)) is not None:
        return "ignore", _fetched(records, letter, before)
    shown, name = letter.confidence, letter.sender
    if shown is None or name is None:
        return None
    words = _words(letter)
    alike = () if words is None else records.read_with_words(words)
    copy = next(
        (one for one in alike if one != mail and repeated.stands_for(records, one, letter)), None
    )
    records.note_confidence(
        mail,
        shown,
        address=letter.addresses[0],
        way=habits.way_of(letter),
        words=words,
        at=desk.now(),
    )
    if copy is not None:
        return "ignore", f"repeats mail {copy}: the same words under the same Date"
    policy = desk.settings.trust.of(shown.trust)
    if policy == "act" or answers(desk, records, letter) or not _matters(desk, records, letter):
        return None
    return kept(desk, records, mail, letter, identity)


def kept(
    desk: Desk, records: Records, mail: PaperId, letter: Letter, identity: str
) -> tuple[Disposition, str]:
    """What becomes of a mail of which something would come, and that is not shown to be eirs."""
    shown = letter.confidence
    assert shown is not None
    whose, _ = _named(records, letter, shown)
    before = repeated.kept_copy(records, mail, letter, identity)
    repeated.note_in_doubt(records, mail)
    if before is not None:
        return "ignore", f"a copy of mail {before}, about which {whose} is asked"
    repeated.note_kept(records, mail, letter, identity)
    repeated.note_waiting(records, mail, letter)
    return "hold", _held(desk, records, mail, letter, shown)


def _fetched(records: Records, letter: Letter, before: PaperId) -> str:
    """Why a mail that was in doubt when it was fetched before is passed over, for the file."""
    hidden = letter.forum == "private" and sight.is_blind(records)
    whose = "its author" if hidden else letter.sender or "its author"
    if repeated.is_disowned(records, before):
        return f"fetched before as mail {before}; {whose} said that it is not theirs"
    return f"fetched before as mail {before}, which was not shown to be by {whose}"


def is_unshown(letter: Letter) -> bool:
    """Whether something speaks against a letter's being its author's."""
    shown = letter.confidence
    return shown is not None and shown.is_unshown


def counts(desk: Desk, letter: Letter) -> bool:
    """Whether a letter is shown to be its author's as well as it must be to count by itself."""
    return letter.confidence is None or desk.settings.trust.of(letter.confidence.trust) == "act"


def _held(desk: Desk, records: Records, mail: PaperId, letter: Letter, shown: Confidence) -> str:
    """A mail has no effect before its author or whoever decides has said so: why, for the file."""
    whose, why = _named(records, letter, shown)
    if desk.settings.trust.of(shown.trust) == "hold":
        _ask(desk, records, letter, shown, code="")
        what = f"Mail {mail}, {where_said(desk, letter)}, is kept: nothing shows that it is by "
        what += f"{whose}{why}."
        to_do = f'If they wrote it, mail the bot "read mail {mail} as NAME", with their name: '
        to_do += "it then counts as of the time it was sent. If not, mail the "
        to_do += f'bot "mail {mail} announces nothing".'
        if letter.sender is not None and not sight.is_blind(records):
            to_do = to_do.replace('NAME", with their name', f'{letter.sender}"')
        alarming.alarm(desk, records, "kept", what, mail, to_do=to_do)
        return f"not shown to be by {whose}{why}"
    if not ask(desk, records, mail, letter):
        _tell_of_many(desk, records, letter)
        return f"{shown.trust}, not shown to be by {whose}: {WAITS}{why}"
    return f"{whose} {IS_ASKED}{why}"


def ask(desk: Desk, records: Records, mail: PaperId, letter: Letter) -> bool:
    """Its author is asked whether a mail is eirs, if e may be today.  Whether e is."""
    shown, name = letter.confidence, letter.sender
    if shown is None or name is None:
        return False
    code = desk.tokens.code()
    if not _ask(desk, records, letter, shown, code=code):
        return False
    records.doubt(mail, code, name, shown.told, desk.now())
    return True


def may_ask(desk: Desk, records: Records, name: GnomeName, trust: Trust) -> bool:
    """Whether somebody may be asked today about one more mail of this class.

    What is contradicted is counted apart: it must not use up what a mail needs that may be eirs.
    """
    to, since = desk.address_of(name), desk.now() - timedelta(days=1)
    return to is None or records.answered_since(to, since, _asked(trust)) < A_DAY


def is_question(reason: str) -> bool:
    """Whether a mail of the bot's that went for this reason asks whether another is eirs."""
    return reason.startswith(_ASKED)


def _asked(trust: Trust) -> str:
    return f"{_ASKED}: contradicted" if trust == "contradicted" else _ASKED


def _tell_of_many(desk: Desk, records: Records, letter: Letter) -> None:
    """Whoever decides hears that mails in a person's name wait; once a day for each person."""
    envelope, reason = stationery.to_contestmaster(desk), f"{_OFTEN}: {letter.sender}"
    if records.answered_since(envelope.to, desk.now() - timedelta(days=1), reason):
        return
    hidden = letter.forum == "private" and sight.is_blind(records)
    page = trust_pages.asked_often(
        None if hidden else letter.sender,
        A_DAY,
        letterhead=stationery.letterhead(desk),
        envelope=envelope,
    )
    post(desk, records, page, reason=reason)


def _named(records: Records, letter: Letter, shown: Confidence) -> tuple[str, str]:
    """Who is asked, and why, as is told; in a blind game not who wrote to the bot alone."""
    if letter.forum == "private" and sight.is_blind(records):
        return "its author", ""
    return letter.sender or "", f" ({shown.told})"


def _words(letter: Letter) -> str | None:
    """What a letter has in common with one that is sent again under another Message-ID.

    None without a Date: the same few words are announced again and again.
    """
    if letter.stamps.date is None or not letter.text.strip():
        return None
    where = "public" if letter.public else letter.forum or "nowhere"
    said = digest(replace(letter, said_at=letter.stamps.date))
    subject = letter.subject if letter.forum == "private" else ""
    return hashlib.sha256(f"{where} {said} {subject}".encode("utf-8", "replace")).hexdigest()


def _matters(desk: Desk, records: Records, letter: Letter) -> bool:
    """Whether e is asked of a letter before it is known what would come of it.

    Of what is written to the bot alone that is tried (intake.py): of a reply to a draft it matters
    whatever it says, for whoever decides waits for what comes of it.
    """
    if letter.check or letter.forum is None:
        return False
    if letter.forum == "private":
        return _is_on_a_draft(desk, records, letter)
    if choosing.may_choose(letter) or "standing order" in letter.text.lower():
        return True
    return letter.public and listening.read(desk, letter).verdict == "acts"


def _is_on_a_draft(desk: Desk, records: Records, letter: Letter) -> bool:
    """Whether a letter of whoever decides, from a present address, is a reply to a draft."""
    code = code_of(letter.subject)
    by_whom = letter.sender in (desk.decides, desk.contestmaster)
    if code is None or not by_whom or not warrants.is_registered(desk, letter):
        return False
    return records.draft(code) is not None


def _ask(desk: Desk, records: Records, letter: Letter, shown: Confidence, *, code: str) -> bool:
    """The mail to eir first address, if one more may go today.  Whether it goes."""
    if not may_ask(desk, records, letter.sender or "", shown.trust):
        return False
    page = trust_pages.was_this_you(
        code,
        letter.text,
        where_said(desk, letter),
        "; ".join(shown.grounds),
        said_at=letter.said_at or desk.now(),
        until=desk.now() + timedelta(hours=desk.settings.trust.within),
        subject=without_codes(letter.subject),
        draft=answered_draft.told(desk, records, letter),
        letterhead=stationery.letterhead(desk, letter.forum),
        envelope=stationery.to_sender(desk, letter),
    )
    post(desk, records, page, reason=_asked(shown.trust))
    return True


def where_said(desk: Desk, letter: Letter) -> str:
    """Where a mail came, to be put behind "a mail in your name"."""
    if letter.forum in desk.settings.forums:
        return f"on {desk.settings.forums[letter.forum].address}"
    return "to the bot alone"


def answers(desk: Desk, records: Records, letter: Letter) -> Doubted | None:
    """The question to its author that a letter answers: by its code, from eir own address.

    Only eir mailbox had that code, so that such a letter needs no other proof: one that somebody
    else has written is used up (burning.py); of a letter that is contradicted see `vouched`.
    """
    if letter.forum != "private" or not warrants.is_registered(desk, letter):
        return None
    asked = asked_under(desk, records, code_of(letter.subject))
    return asked if asked is not None and asked.name == letter.sender else None


def asked_under(desk: Desk, records: Records, code: str | None) -> Doubted | None:
    """The open question that a code answers; it is compared with each, in constant time."""
    found = None
    for one in records.doubts(desk.now() - LOOK_BACK) if code is not None else ():
        if compare_digest(one.code.encode(), (code or "").encode()):
            found = one
    return found


def owned(records: Records, mail: PaperId) -> Confidence | None:
    """That a mail is its author's, for e has said so when e was asked; None where e has not."""
    said = next((one for one in records.asked_of(mail) if one.verdict == "yes"), None)
    if said is None or said.at is None:
        return None
    grounds = (
        f"{said.question.name} said on {when(said.at)} that it is theirs, when they were asked",
        f"before that it was {said.question.grounds}",
        "announcements that came before that answer stand before it, even if they were sent later",
    )
    return Confidence(trust="proved", grounds=grounds)


def asked_about(desk: Desk, records: Records, mail: PaperId) -> Doubted | None:
    """The question whether a mail is eirs that somebody can still answer in time."""
    since = desk.now() - timedelta(hours=desk.settings.trust.within)
    return next((one for one in records.doubts(since) if one.mail == mail), None)


def owned_late(asked: Doubted) -> str:
    """Why the mail to whoever decides is queued that tells of a yes after the time."""
    return f"owned late: mail {asked.mail}"
