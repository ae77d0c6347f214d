"""What becomes of a mail by whether it is its author's; and what only a code can decide (§9).

`pass` acts.  `nothing known` acts or is held, as [trust] says.  `fail` is held: the person in whose
name it came is asked at their first address, "was this you?", and nothing in it counts before they
answer `yes` with the code of that question.  A code is drawn for one person, works once, and for a
week; their answer comes straight to the bot from an address of theirs.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

from rednov_bot.core.errors import CannotRule
from rednov_bot.core.mail.roster import folded
from rednov_bot.core.mail.stamps import SKEW
from rednov_bot.core.models import Authentication, AuthorQuestion, Draft, Message, PaperId, Status
from rednov_bot.core.render import trust_pages
from rednov_bot.core.render.trust_pages import Heard
from rednov_bot.core.render.wording import when
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.workflow import choices, hidden, listening, mails_on_file, outgoing
from rednov_bot.core.workflow.commands.asking import absence, claim, protest, yes_or_no
from rednov_bot.core.workflow.commands.reading import Line, commands
from rednov_bot.core.workflow.commands.saying import code_of, without_codes
from rednov_bot.core.workflow.desk import Desk, ongoing
from rednov_bot.core.workflow.drafts import again, open_drafts
from rednov_bot.core.workflow.outgoing import answer, on_file, post
from rednov_bot.core.workflow.trust import held
from rednov_bot.games.base import Player

A_DAY: Final = 4
"""Questions to one person within 24 hours; of further mails the contestmaster is told."""

VALID: Final = timedelta(days=7)
"""How long a code of such a question works."""

_QUESTION: Final = "was this you"
_WRONG: Final = "wrong code"
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
    asked = _answered_question(records, message)
    is_answer = asked is not None and asked.name == name and is_registered(desk, message)
    if is_answer and shown.outcome == "nothing known":
        return None
    if is_answer and asked is not None:
        return "read", _not_shown(desk, records, mail, message, asked, shown), False
    if not _may_act(desk, message):
        whose, why = _named(records, message, shown)
        made = f"not shown to be by {whose}{why}, and announces nothing"
        return ("read", made, False) if shown.outcome == "fail" else None
    return _hold(desk, records, mail, message, shown)


def _owned(records: UnitOfWork, mail: PaperId) -> Authentication | None:
    said = [one for one in records.author_questions_of(mail) if one.verdict == "yes"]
    if not said or said[0].settled_at is None:
        return None
    grounds = (
        f"{said[0].name} said on {when(said[0].settled_at)} that it is theirs, when asked",
        f"before that it was {said[0].grounds}",
    )
    return Authentication(outcome="pass", grounds=grounds)


def _may_act(desk: Desk, message: Message) -> bool:
    """Whether more than an answer may come of a mail; to the bot alone it always may."""
    if message.forum in (None, "private"):
        return message.forum == "private"
    if code_of(message.subject) or choices.may_choose(message):
        return True
    if claim(message, desk.words) or protest(
        message, desk.words, answers_us=bool(message.in_reply_to)
    ):
        return True
    if "standing order" in message.text.lower():
        return True
    if (
        message.said_at is not None
        and absence(message.text, message.said_at, desk.words) is not None
    ):
        return True
    return listening.read(desk, message).verdict != "none"


def _hold(
    desk: Desk, records: UnitOfWork, mail: PaperId, message: Message, shown: Authentication
) -> tuple[Status, str, bool]:
    """Nothing in it counts before its author, or the contestmaster, has said so."""
    whose, why = _named(records, message, shown)
    to, name, at = desk.address_of(message.sender or ""), message.sender or "", desk.now()
    asked_today = records.answered_since(to or "", at - timedelta(days=1), _QUESTION)
    if to is None or asked_today >= A_DAY:
        made = f"not shown to be by {whose}{why}, who was asked about {asked_today} others today"
        return "hold", made, True
    code = desk.tokens.code()
    page = trust_pages.was_this_you(
        code,
        message.text,
        where_said(desk, message),
        "; ".join(shown.grounds),
        said_at=message.said_at or at,
        until=at + VALID,
        subject=without_codes(message.subject),
        draft=_draft_answered(desk, records, message),
        letterhead=outgoing.letterhead_for(desk, message.forum),
        envelope=outgoing.to_sender(desk, message),
    )
    post(desk, records, page, reason=_QUESTION)
    records.ask_author(mail, code, name, shown.told, at)
    return "hold", f"{whose} is asked by {when(at + VALID)} whether it is theirs{why}", False


def _draft_answered(desk: Desk, records: UnitOfWork, message: Message) -> str:
    """The draft that a message decides by its code, in its public words; "" of none.

    Whoever wrote the message has worded its subject.
    """
    if message.forum != "private" or message.sender not in _office(desk):
        return ""
    code = code_of(message.subject)
    found = None if code is None else records.draft(code)
    return "" if found is None else f"{found[0].about}, of {when(found[0].made_at)}"


def _named(records: UnitOfWork, message: Message, shown: Authentication) -> tuple[str, str]:
    """Who is asked, and why, as is told; in a blind game not who wrote to the bot alone."""
    if message.forum == "private" and hidden.is_blind(records):
        return "its author", ""
    return message.sender or "", f" ({shown.told})"


def where_said(desk: Desk, message: Message) -> str:
    """Where a mail came, to be put behind "a mail in your name"."""
    if message.forum in desk.settings.forums:
        return f"on {desk.settings.forums[message.forum].address}"
    return "to the bot alone"


# -- Answers to "was this you?" --------------------------------------------------------------


def answered(
    desk: Desk, records: UnitOfWork, mail: PaperId, message: Message, handle: Handle
) -> str | None:
    """What was made of an answer under such a code; None of any other message."""
    asked = _answered_question(records, message)
    if asked is None:
        return None
    if asked.name != message.sender or not is_registered(desk, message):
        return _told(desk, records, message, asked, "not yours", "under the code of another")
    if asked.verdict is not None:
        heard: Heard = "closed" if asked.verdict == "closed" else "used"
        return _told(desk, records, message, asked, heard, "under a code that was used")
    if desk.now() > asked.at + VALID:
        return _told(desk, records, message, asked, "expired", "under a code that has expired")
    texts = (message.text, message.other) if message.doubt else (message.text,)
    said = [yes_or_no(one, (message.sender, message.called)) for one in texts]
    verdicts = {None if one is None else one[0] for one in said}
    verdict = verdicts.pop() if len(verdicts) == 1 else None  # its alternatives may differ
    if verdict is None:
        line = next((one.strip() for one in message.text.splitlines() if one.strip()), "")[:_SHOWN]
        return _told(desk, records, message, asked, "unclear", "neither yes nor no", words=line)
    records.settle_author_question(asked.id, verdict, mail, desk.now())
    if verdict == "yes":
        # The mail is handled as its author's, as of its own moment; or why it is not, any more.
        at, made = desk.now(), f"that mail {asked.mail} is theirs"
        try:
            original, heard_at = mails_on_file.message_of(desk, records, asked.mail)
        except CannotRule as fault:
            return f"answers {made}, but {fault.reason}"
        identity = mails_on_file.identity(original)
        if records.same_before(None, identity) is not None:
            return _told(desk, records, message, asked, "counted", f"{made}, which counts already")
        original = replace(original, sender=asked.name)
        records.reopen(asked.mail, asked.name, "theirs, as they say", at, digest=identity)
        now = ongoing(desk, records)
        if now is not None and original.public and heard_at < records.chapters(now.game.id)[0].at:
            return _told(desk, records, message, asked, "over", f"{made}, of an earlier game")
        original = replace(original, authentication=_owned(records, asked.mail))
        return f"answers {made}: {handle(desk, records, asked.mail, original, at)}"
    records.reopen(asked.mail, asked.name, "not theirs", desk.now())
    who, why = asked.name, f" ({asked.grounds})"
    its = mails_on_file.message_if_any(desk, records, asked.mail)
    if hidden.is_blind(records) and (its is None or its.forum == "private"):
        who, why = "The author whom it names", ""
    what = f"{who} says that they did not write mail {asked.mail}{why}. It never counts."
    held.alarm(desk, records, "not theirs", what, asked.mail)
    return _told(desk, records, message, asked, "no", f"that mail {asked.mail} is not theirs")


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
    made = f"answers {made}"
    if heard != "no" and _is_spent(desk, records, message):
        return f"{made}, as often today; not answered"
    page = trust_pages.answered(
        asked.code,
        heard,
        words=words,
        letterhead=outgoing.letterhead_for(desk),
        envelope=outgoing.to_sender(desk, message),
    )
    return on_file(made, answer(desk, records, page))


def _is_spent(desk: Desk, records: UnitOfWork, message: Message) -> bool:
    """Whether somebody was answered as often today as they are under codes that open nothing."""
    kind = f"{_WRONG}: {message.sender}"
    return held.note(desk, records, kind, "", None) > _ANSWERED_A_DAY


def _not_shown(
    desk: Desk,
    records: UnitOfWork,
    mail: PaperId,
    message: Message,
    asked: AuthorQuestion,
    shown: Authentication,
) -> str:
    """A right code, in a mail that is not shown to be theirs: somebody else may have read it."""
    whose, why = _named(records, message, shown)
    what = f"Mail {mail} answers under the right code whether mail {asked.mail} is by {whose}, but "
    what += f"is not shown to be theirs itself{why}. It does not count. If they can answer in no "
    what += f"other way, say yourself how mail {asked.mail} is read."
    held.alarm(desk, records, "another's code", what, mail)
    return _told(desk, records, message, asked, "not shown", "under a code, and is not shown to be")


def close(records: UnitOfWork, mail: PaperId, at: datetime) -> None:
    """The contestmaster has said how a mail is read: nobody is asked about it any longer."""
    for one in records.author_questions_of(mail):
        if one.verdict is None:
            records.settle_author_question(one.id, "closed", None, at)


def is_question(reason: str) -> bool:
    """Whether a mail of the bot's that went for this reason asks whether another is theirs."""
    return reason == _QUESTION


def open_question(desk: Desk, records: UnitOfWork, mail: PaperId) -> AuthorQuestion | None:
    """The question about a mail that can still be answered in time."""
    since = desk.now() - VALID
    every = records.author_questions_of(mail)
    return next((one for one in every if one.verdict is None and one.at >= since), None)


def asked_now(desk: Desk, records: UnitOfWork, name: Player) -> tuple[str, ...]:
    """For them alone, with `status`: about which mails they are asked, and until when."""
    return tuple(
        f"You are asked whether a mail in your name {where_said(desk, message)} is yours: nothing "
        f'in it counts before you answer "Was this you?", by {when(one.at + VALID)}.'
        for one, message in _asked(desk, records, name)
    )


def waiting_for(desk: Desk, records: UnitOfWork, name: Player) -> tuple[str, ...]:
    """For the contestmaster: the newest mails of which nothing comes before somebody answers.

    In a blind game not those to the bot alone: it would be known who has written them.
    """
    blind = hidden.is_blind(records)
    return tuple(
        f"mail {one.mail} {where_said(desk, message)}"
        for one, message in _asked(desk, records, name)
        if message.public or not blind
    )


def _asked(
    desk: Desk, records: UnitOfWork, name: Player
) -> Iterator[tuple[AuthorQuestion, Message]]:
    every = [one for one in records.author_questions(desk.now() - VALID) if one.name == name]
    for one in every[-_MOST_TOLD:]:
        message = mails_on_file.message_if_any(desk, records, one.mail)
        if message is not None:
            yield one, message


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
    codes = _codes(message, lines)
    if (codes or any(line.begins for line in lines)) and not is_registered(desk, message):
        what = f"Mail {mail} commands or decides in the name of {message.sender}, but came from "
        what += f"{message.addresses[0]}, which is not a present address of theirs."
        to_do = "If it was you, send it again from an address that stands in addresses."
        held.alarm(desk, records, "another address", what, mail, to_do=to_do)
        return "decides from an address that is not theirs now"
    for code in codes:
        found = open_drafts.named(records, code)
        if found is None and (
            records.author_question(code) is not None or records.clarification(code) is not None
        ):
            continue
        if found is None or found[1] is not None:
            if _is_spent(desk, records, message):
                return "answers under a code that opens nothing, as often today; not answered"
        elif why := _too_early(desk, message, found[0]):
            what = f"Mail {mail} answers draft {code}, {why}, when nobody can have known its code; "
            what += "if your clock is wrong, answer again when it is right."
            held.alarm(desk, records, "early", what, mail)
            return f"answers a draft, {why}"
    return None


def _codes(message: Message, lines: tuple[Line, ...]) -> tuple[str, ...]:
    named = [code_of(message.subject), *(line.answers for line in lines)]
    return tuple(dict.fromkeys([code for code in named if code]))


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
    who = message.sender or (message.addresses[0] if message.addresses else "nobody known")
    who = "somebody else" if hidden.is_blind(records) else who
    bears = f"Mail {mail}, in the name of {who}, bears the code of"
    for draft in records.open_drafts() if message.sender not in _office(desk) else ():
        if draft.code in codes:
            what = f"{bears} draft {draft.code}, which only {desk.decides} was sent. It has no "
            what += "effect. Somebody else may read that mailbox."
            to_do = f"Answer draft {draft.code} soon, as you would have: its code works once."
            if again.can_be(draft):
                to_do += f' Or reply "reject because {who} has the code", keeping the subject, and '
                to_do += '"again" to what you are answered: then it is made anew, with the same '
                to_do += "luck."
            kind = "another's code"
            held.alarm(desk, records, kind, what, mail, to_do=to_do, code=draft.code)
    for asked in records.author_questions(desk.now() - VALID):
        theirs = message.sender == asked.name and is_registered(desk, message)
        if asked.code in codes and not theirs:
            whose = "its author" if hidden.is_blind(records) else asked.name
            what = f"{bears} the question whether mail {asked.mail} is by {whose}, which only they "
            what += "were sent. It has no effect."
            held.alarm(desk, records, "another's code", what, mail)


def _office(desk: Desk) -> frozenset[Player]:
    contest = desk.settings.contest
    return frozenset(
        {desk.decides, desk.contestmaster, contest.contestmaster, contest.deputy or ""}
    )
