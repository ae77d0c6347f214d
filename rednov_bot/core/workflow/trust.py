"""What becomes of a mail by whether it is its author's; and what only a code can decide (§9).

`pass` acts.  `nothing known` acts or is held, as [trust] says.  `fail` is held: the person in whose
name it came is asked at their first address, "was this you?", and nothing in it counts before they
answer `yes` with the code of that question.  A code is drawn for one person, works once, and for a
week; their answer comes straight to the bot from an address of theirs.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

from rednov_bot.core.errors import CannotRule
from rednov_bot.core.mail.roster import folded
from rednov_bot.core.mail.stamps import SKEW
from rednov_bot.core.models import (
    Authentication,
    AuthorQuestion,
    Draft,
    Forgery,
    Message,
    PaperId,
    Status,
)
from rednov_bot.core.render import trust_pages
from rednov_bot.core.render.trust_pages import Heard
from rednov_bot.core.render.wording import when
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.workflow import choices, hidden, listening, mails_on_file, outgoing
from rednov_bot.core.workflow.commands.asking import absence, claim, protest, yes_or_no
from rednov_bot.core.workflow.commands.reading import commands
from rednov_bot.core.workflow.commands.saying import code_of, without_codes
from rednov_bot.core.workflow.desk import Desk, ongoing
from rednov_bot.core.workflow.drafts import open_drafts
from rednov_bot.core.workflow.outgoing import answer, on_file, post
from rednov_bot.core.workflow.reach import DOUBT
from rednov_bot.games.base import Player

A_DAY: Final = 4
"""Questions to one person within 24 hours; of further mails the contestmaster is told."""

VALID: Final = timedelta(days=7)
"""How long a code of such a question works."""

_ANSWERED_A_DAY: Final = 5  # answers to codes that open nothing
_MOST_TOLD: Final = 3  # questions that `status` tells one by one
_WORD: Final = re.compile(r"[A-Z0-9]+")
_SHOWN: Final = 60  # characters of a line that was not understood

Handle = Callable[[Desk, UnitOfWork, PaperId, Message, datetime], str]
"""How a message that is somebody's is carried out (hearing.py)."""


# -- Mails that are held ---------------------------------------------------------------------


def weighed(
    desk: Desk, records: UnitOfWork, mail: PaperId, message: Message
) -> tuple[Status, str, bool] | None:
    """What becomes of a mail that may not be its author's; None where it is heard.

    With whether the contestmaster is yet to be told of it: who wrote it can be asked no more today.
    """
    shown, name = message.authentication, message.sender
    if shown is None or name is None:
        return None
    records.note_authentication(mail, shown, desk.now())
    if desk.settings.trust.lets_act(shown.outcome):
        return None
    whose, why = name, f" ({shown.told})"
    if message.forum == "private" and hidden.is_blind(records):
        whose, why = "its author", ""
    asked = _answered_question(records, message)
    if asked is not None and asked.name == name and is_registered(desk, message):
        if shown.outcome == "nothing known":
            return None
        what = f"Mail {mail} answers under the right code whether mail {asked.mail} is by {whose}, "
        what += f"but is not shown to be theirs itself{why}. It does not count. If they can answer "
        what += f"in no other way, say yourself how mail {asked.mail} is read."
        _alarm(desk, records, what, mail)
        made = "under a code, and is not shown to be"
        return "read", _told(desk, records, message, asked, "not shown", made), False
    if not _may_act(desk, message):
        made = f"not shown to be by {whose}{why}, and announces nothing"
        return ("read", made, False) if shown.outcome == "fail" else None
    return _hold(desk, records, mail, message, shown, whose, why)


def _may_act(desk: Desk, message: Message) -> bool:
    """Whether more than an answer may come of a mail; to the bot alone it always may."""
    if message.forum in (None, "private"):
        return message.forum == "private"
    text, words, said_at = message.text, desk.words, message.said_at
    return bool(
        code_of(message.subject)
        or choices.may_choose(message)
        or claim(message, words)
        or protest(message, words, answers_us=bool(message.in_reply_to))
        or listening.says_orders(message)
        or (said_at is not None and absence(text, said_at, words) is not None)
        or listening.read(desk, message).verdict != "none"
    )


def _hold(
    desk: Desk,
    records: UnitOfWork,
    mail: PaperId,
    message: Message,
    shown: Authentication,
    whose: str,
    why: str,
) -> tuple[Status, str, bool]:
    """Nothing in it counts before its author, or the contestmaster, has said so."""
    name, at = message.sender or "", desk.now()
    to = desk.address_of(name)
    asked_today = records.answered_since(to or "", at - timedelta(days=1), DOUBT)
    if to is None or asked_today >= A_DAY:
        made = f"not shown to be by {whose}{why}, who was asked about {asked_today} others today"
        return "hold", made, True
    code, draft = desk.tokens.code(), None
    if message.forum == "private" and name in _office(desk):  # who wrote it has worded its subject
        draft = records.draft(code_of(message.subject) or "")
    page = trust_pages.was_this_you(
        code,
        message.text,
        _where_said(desk, message),
        "; ".join(shown.grounds),
        said_at=message.said_at or at,
        until=at + VALID,
        subject=without_codes(message.subject),
        draft="" if draft is None else f"{draft[0].about}, of {when(draft[0].made_at)}",
        **outgoing.answering(desk, message, message.forum),
    )
    post(desk, records, page, reason=DOUBT)
    records.ask_author(mail, code, name, shown.told, at)
    return "hold", f"{whose} is asked by {when(at + VALID)} whether it is theirs{why}", False


def _where_said(desk: Desk, message: Message) -> str:
    """Where a mail came, to be put behind "a mail in your name"."""
    forum = desk.settings.forums.get(message.forum or "")
    return "to the bot alone" if forum is None else f"on {forum.address}"


def _alarm(desk: Desk, records: UnitOfWork, what: str, mail: PaperId) -> None:
    """Something that only a forger does: the contestmaster hears of it (held.py)."""
    records.note_forgery(Forgery(kind="alarm", what=what, mail=mail, at=desk.now()))


# -- Answers to "was this you?" --------------------------------------------------------------


def answered(
    desk: Desk, records: UnitOfWork, mail: PaperId, message: Message, handle: Handle
) -> str | None:
    """What was made of an answer under such a code; None of any other message."""
    asked, at = _answered_question(records, message), desk.now()
    if asked is None:
        return None
    if asked.name != message.sender or not is_registered(desk, message):
        return _told(desk, records, message, asked, "not yours", "under the code of another")
    if asked.verdict is not None:
        heard: Heard = "closed" if asked.verdict == "closed" else "used"
        return _told(desk, records, message, asked, heard, "under a code that was used")
    if at > asked.at + VALID:
        return _told(desk, records, message, asked, "expired", "under a code that has expired")
    texts = (message.text, message.other) if message.doubt else (message.text,)
    said = [yes_or_no(one, (message.sender or "", message.called)) for one in texts]
    verdicts = {None if one is None else one[0] for one in said}
    verdict = verdicts.pop() if len(verdicts) == 1 else None  # its alternatives may differ
    if verdict is None:
        line = next((one.strip() for one in message.text.splitlines() if one.strip()), "")[:_SHOWN]
        return _told(desk, records, message, asked, "unclear", "neither yes nor no", words=line)
    records.settle_author_question(asked.id, verdict, mail, at)
    if verdict == "yes":
        return _owned(desk, records, message, asked, handle)
    records.reopen(asked.mail, asked.name, "not theirs", at)
    who, why = asked.name, f" ({asked.grounds})"
    its = mails_on_file.message_if_any(desk, records, asked.mail)
    if hidden.is_blind(records) and (its is None or its.forum == "private"):
        who, why = "The author whom it names", ""
    what = f"{who} says that they did not write mail {asked.mail}{why}. It never counts."
    _alarm(desk, records, what, asked.mail)
    return _told(desk, records, message, asked, "no", f"that mail {asked.mail} is not theirs")


def _owned(
    desk: Desk, records: UnitOfWork, message: Message, asked: AuthorQuestion, handle: Handle
) -> str:
    """The mail is handled as its author's, as of its own moment; or why it is not, any more."""
    at, made = desk.now(), f"that mail {asked.mail} is theirs"
    try:
        original, heard_at = mails_on_file.message_of(desk, records, asked.mail)
    except CannotRule as fault:
        return f"answers {made}, but {fault.reason}"
    identity = mails_on_file.identity(original)
    if records.same_before(None, identity) is not None:
        return _told(desk, records, message, asked, "counted", f"{made}, which counts already")
    records.reopen(asked.mail, asked.name, "theirs, as they say", at, digest=identity)
    now = ongoing(desk, records)
    if now is not None and original.public and heard_at < records.chapters(now.game.id)[0].at:
        return _told(desk, records, message, asked, "over", f"{made}, of an earlier game")
    grounds = (
        f"{asked.name} said on {when(at)} that it is theirs, when asked",
        f"before that it was {asked.grounds}",
    )
    shown = Authentication(outcome="pass", grounds=grounds)
    original = replace(original, sender=asked.name, authentication=shown)
    return f"answers {made}: {handle(desk, records, asked.mail, original, at)}"


def _answered_question(records: UnitOfWork, message: Message) -> AuthorQuestion | None:
    """The question that a message to the bot alone answers, by the code in its text or subject."""
    if message.forum != "private":
        return None
    said = yes_or_no(message.text, (message.sender or "", message.called))
    codes = (None if said is None else said[1], code_of(message.subject))
    found = [records.author_question(code) for code in codes if code is not None]
    return next((one for one in found if one is not None), None)


def _told(
    desk: Desk,
    records: UnitOfWork,
    message: Message,
    asked: AuthorQuestion,
    heard: Heard,
    made: str,
    *,
    words: str = "",
) -> str:
    if heard != "no" and _is_spent(desk, records, message):
        return f"answers {made}, as often today; not answered"
    page = trust_pages.answered(asked.code, heard, words=words, **outgoing.answering(desk, message))
    return on_file(f"answers {made}", answer(desk, records, page, asked=heard != "no"))


def _is_spent(desk: Desk, records: UnitOfWork, message: Message) -> bool:
    """Whether somebody was answered as often today as they are under codes that open nothing."""
    kind, at = f"wrong code: {message.sender}", desk.now()
    records.note_forgery(Forgery(kind=kind, what="", mail=None, at=at), told=True)
    return records.forgeries_within_a_day(kind, at) > _ANSWERED_A_DAY


def close(records: UnitOfWork, mail: PaperId, at: datetime) -> None:
    """The contestmaster has said how a mail is read: nobody is asked about it any longer."""
    for one in records.author_questions_of(mail):
        if one.verdict is None:
            records.settle_author_question(one.id, "closed", None, at)


def open_question(desk: Desk, records: UnitOfWork, mail: PaperId) -> AuthorQuestion | None:
    """The question about a mail that can still be answered in time."""
    since = desk.now() - VALID
    every = records.author_questions_of(mail)
    return next((one for one in every if one.verdict is None and one.at >= since), None)


def asked_now(desk: Desk, records: UnitOfWork, name: Player) -> tuple[str, ...]:
    """For them alone, with `status`: about which mails they are asked, and until when."""
    every = [one for one in records.author_questions(desk.now() - VALID) if one.name == name]
    found = [(one, mails_on_file.message_if_any(desk, records, one.mail)) for one in every]
    return tuple(
        f"You are asked whether a mail in your name {_where_said(desk, message)} is yours: nothing "
        f'in it counts before you answer "Was this you?", by {when(one.at + VALID)}.'
        for one, message in found[-_MOST_TOLD:]
        if message is not None
    )


# -- Codes of drafts -------------------------------------------------------------------------


def is_registered(desk: Desk, message: Message) -> bool:
    """Whether a message came from an address that its author has now, and no list wrote for
    them."""
    person = desk.settings.people.get(message.sender or "")
    if person is None or len(message.addresses) != 1:
        return False
    return message.addresses[0] in [folded(one) for one in person.addresses]


def refused(desk: Desk, records: UnitOfWork, mail: PaperId, message: Message) -> str | None:
    """Why a mail of somebody in office decides nothing, for the database; None where it may.

    A code is drawn when its draft is made and mailed to the contestmaster alone, so that nobody can
    have written it before, or know it who did not see that mail.
    """
    if message.sender not in (desk.decides, desk.contestmaster):
        return None
    lines = commands(message, desk.words, tuple(desk.settings.people), desk.roster.people)
    codes = {code_of(message.subject), *(line.answers for line in lines)} - {None}
    if (codes or any(line.begins for line in lines)) and not is_registered(desk, message):
        what = f"Mail {mail} commands or decides in the name of {message.sender}, but came from "
        what += f"{message.addresses[0]}, which is not a present address of theirs. If it was you, "
        what += "send it again from an address that stands in addresses."
        _alarm(desk, records, what, mail)
        return "decides from an address that is not theirs now"
    invented = bool(codes)
    for code in sorted(filter(None, codes)):
        found = open_drafts.named(records, code)
        if found or records.author_question(code) or records.clarification(code):
            invented = False
        if found is not None and found[1] is None and (why := _too_early(desk, message, found[0])):
            what = f"Mail {mail} answers draft {code}, {why}, when nobody can have known its code; "
            what += "if your clock is wrong, answer again when it is right."
            _alarm(desk, records, what, mail)
            return f"answers a draft, {why}"
    if invented and _is_spent(desk, records, message):
        return "answers under codes that never were, as often today; not answered"
    return None


def _too_early(desk: Desk, message: Message, draft: Draft) -> str:
    """That a message was there before the draft that it answers was made; or nothing.

    A Date proves nothing; so only where both the Date and the mailbox say so is a mail too early.
    Where mails are checked, the mailbox alone is enough, and so is a Date that its author's domain
    vouches for: then somebody else has sent an old mail again, under a new subject.
    """
    stamps, shown = message.stamps, message.authentication
    earliest = draft.made_at - SKEW
    written = stamps.date is not None and stamps.date < earliest
    came = stamps.arrived is not None and stamps.arrived < earliest
    if came and (written or stamps.date is None or desk.checks.are_made):
        return "but came before it was made"
    if written and shown is not None and shown.outcome == "pass":
        return "but was written before it was made"
    return ""


def watch(
    desk: Desk, records: UnitOfWork, mail: PaperId, message: Message, disposition: Status
) -> None:
    """A right code in a mail to the bot alone by somebody whom it was not sent to is an alarm."""
    if message.forum != "private" or disposition == "ignore":
        return
    codes = {code_of(message.subject), *_WORD.findall(message.text.upper())}
    open_ = records.open_drafts() if message.sender not in _office(desk) else ()
    drafts = [one for one in open_ if one.code in codes]
    asked = [one for one in records.author_questions(desk.now() - VALID) if one.code in codes]
    asked = [one for one in asked if one.name != message.sender or not is_registered(desk, message)]
    if not drafts and not asked:
        return
    blind = hidden.is_blind(records)
    who = message.sender or next(iter(message.addresses), "nobody known")
    bears = f"Mail {mail}, in the name of {'somebody else' if blind else who}, bears the code of"
    for draft in drafts:
        what = f"{bears} draft {draft.code}, which only {desk.decides} was sent. It has no effect. "
        what += (
            f"Somebody else may read that mailbox. Answer draft {draft.code} soon, as you would "
        )
        what += f'have: its code works once. Or mail the bot "reject {draft.code} because somebody '
        what += 'else has the code", and reply "again" to what you are answered: then it is made '
        what += "anew, with the same luck."
        _alarm(desk, records, what, mail)
    for one in asked:
        whose = "its author" if blind else one.name
        what = f"{bears} the question whether mail {one.mail} is by {whose}, which only they were "
        _alarm(desk, records, f"{what}sent. It has no effect.", mail)


def _office(desk: Desk) -> frozenset[Player]:
    contest = desk.settings.contest
    return frozenset(
        {desk.decides, desk.contestmaster, contest.contestmaster, contest.deputy or ""}
    )
