"""The contestmaster says what a stored mail announces: held, asked about or misread (§25).

It is a draft first, for a From alone shows nobody; what comes of it when it is approved is drafted
again wherever the list is told of it.  What a mail has brought about already counts once (§9).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from typing import assert_never

from rednov_bot.core.contest import Precedent, ReadAs, ReadMail, Ruling, Void
from rednov_bot.core.errors import CannotRule
from rednov_bot.core.models import Act, Decision, Draft, Message, PaperId, TurnAct
from rednov_bot.core.render import corrections, draft_pages
from rednov_bot.core.render.wording import listed, when, whose
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.workflow import (
    announcements,
    copies,
    hidden,
    listening,
    mails_on_file,
    outgoing,
    resolving,
    trust,
)
from rednov_bot.core.workflow.corrections import overruling, ruling
from rednov_bot.core.workflow.desk import Desk, ongoing
from rednov_bot.core.workflow.drafts import open_drafts
from rednov_bot.core.workflow.outgoing import post
from rednov_bot.games.base import Player


@dataclass(frozen=True, slots=True)
class Meant:
    """A stored mail as the contestmaster reads it."""

    mail: PaperId
    message: Message | None  # None: it cannot be taken apart, and announces nothing
    heard_at: datetime
    acts: tuple[Act, ...] = ()
    named: Player | None = None  # whose it was found to be
    admitted: overruling.Admitted | None = None  # the turn that it is, if it is that alone


def read_mail(desk: Desk, records: UnitOfWork, said: ReadMail) -> Draft:
    """A draft: a stored mail announces what is *said*, at its own moment, in its thread.

    Raises CannotRule, and changes nothing then.
    """
    effect = ReadMail(said.mail, said.name, said.text if said.text is None else said.text.strip())
    meant = _meant(desk, records, effect)
    mail, message = meant.mail, meant.message
    by = "" if message is None or message.sender is None else f": {message.sender}"
    draft = desk.draft("reading", f"Mail {mail}{by}", mail=mail, effects=(effect,))
    records.add_draft(draft)
    written = "" if message is None else message.written or ""
    if message is not None and message.forum == "private" and hidden.is_blind(records):
        written = draft_pages.WRITTEN_ALONE if message.written is not None else ""
    contest = desk.settings.contest.name
    page = corrections.reading(
        draft.code,
        draft.about,
        [text for _, text in draft_pages.own_words(written)],
        [line for act in meant.acts for line in desk.game.said(act, contest)],
        notes=tuple(_minded(records, effect, meant)),
        said_at=meant.heard_at if message is None else message.said_at or meant.heard_at,
        **outgoing.for_desk(desk),
    )
    post(desk, records, page, draft=draft.code, reason=f"draft {draft.code}")
    return draft


def _minded(records: UnitOfWork, effect: ReadMail, meant: Meant) -> Iterator[str]:
    message = meant.message
    if effect.text == "" or message is None or message.sender is None:
        return
    if meant.named != message.sender:
        bears = f"the name of {meant.named}" if meant.named else "no address that [people] knows"
        yield f"It bears {bears}, and you say that {message.sender} wrote it."
    shown = records.authentication(meant.mail)
    if shown is not None and shown.outcome != "pass":
        yield f"It is not shown to be {whose(meant.named or message.sender)}: {shown.told}."
    for asked in records.author_questions_of(meant.mail)[-1:]:
        match asked.verdict:
            case "no":
                yield f"{asked.name} has said that they did not write it."
            case "yes":
                yield f"{asked.name} has said that they wrote it."
            case "closed":
                yield "You have said before how it is read."
            case None:
                since = f"{asked.name} was asked on {when(asked.at)}"
                yield f"{since} whether they wrote it, and has not answered."
            case _:
                assert_never(asked.verdict)


def puts_aside(draft: Draft) -> bool:
    """Whether by this draft a mail announces nothing, so that nothing more is heard of it."""
    return any(isinstance(one, ReadMail) and one.text == "" for one in draft.effects)


def carry_out(desk: Desk, records: UnitOfWork, draft: Draft, by: Player) -> str:
    """The draft is approved, and its mail announces what it says; or why it cannot any more."""
    (effect,) = [one for one in draft.effects if isinstance(one, ReadMail)]
    at = desk.now()
    try:
        meant = _meant(desk, records, effect)
    except CannotRule as fault:
        return fault.reason
    for one in () if puts_aside(draft) else records.author_questions_of(meant.mail):
        settled = one.settled_at
        if one.verdict == "no" and settled is not None and settled >= draft.made_at:
            return (
                f"{one.name} has said meanwhile that they did not write mail {meant.mail}; "
                "say once more how it is read, if it is to count all the same"
            )
    records.decide(Decision(code=draft.code, verdict="approved", by=by, why="", at=at))
    closed = open_drafts.read_anew(records, meant.mail, meant.message, at)
    given = _done(desk, records, meant, closed)
    why = "" if given is None else f"ruling {given.number}"
    found = mails_on_file.message_if_any(desk, records, meant.mail)
    digest = None if found is None else mails_on_file.identity(found)
    records.reopen(meant.mail, by, why, at, digest=digest)
    trust.close(records, meant.mail, at)
    return ""


def _meant(desk: Desk, records: UnitOfWork, effect: ReadMail) -> Meant:
    """What the mail would announce now.  Raises CannotRule."""
    mail = PaperId(effect.mail)
    raw = records.raw_mail(mail)
    if raw is None:
        raise CannotRule(f"there is no mail {mail} on file")
    now = ongoing(desk, records)
    for one in () if now is None else records.turns(now.game.id):
        if one.mail == mail:
            raise CannotRule(
                f"mail {mail} announced turn {one.number} already; overrule its draft, or rewind"
            )
    if records.took_effect(mail):  # what it says counts once (§9)
        raise CannotRule(
            f"mail {mail} took effect when it came, and counts once; ask its author for a new "
            "announcement, or rewind the turn before it"
        )
    found = mails_on_file.message_if_any(desk, records, mail)
    if effect.text == "":
        if found is None:
            return Meant(mail, None, raw.arrived_at)
        message = replace(found, sender=effect.name or found.sender, written=found.text)
        return Meant(mail, message, min(raw.arrived_at, desk.now()))
    message, heard_at = mails_on_file.announcement(desk, records, mail, effect.name)
    assert found is not None
    _check_copies(desk, records, mail, found)
    if now is not None and heard_at < records.chapters(now.game.id)[0].at:
        raise CannotRule(f"the mail came before {now.game.tag} began; ask for a new announcement")
    message = replace(message, written=message.text)
    if effect.text is not None:
        message = replace(message, text=effect.text, doubt="", other="", places=None)
    heard = listening.read_in_game(desk, records, message)
    if heard.verdict != "acts" and heard.questions:
        raise listening.uncertain(heard)
    if heard.verdict != "acts":
        raise CannotRule("the words announce nothing; say the whole of it, as its author would")
    meant = Meant(mail, message, heard_at, heard.acts, named=found.sender)
    (act,) = heard.acts if len(heard.acts) == 1 else (None,)
    if not isinstance(act, TurnAct):
        return meant
    if effect.text is not None:
        hidden.check_tiles(desk, records, act.turn, message.written or "")
    if now is None:
        raise CannotRule("no game is being played, and a turn has no effect (§5)")
    read = ReadAs(act.turn)
    admitted = overruling.weighed(desk, records, now, mail, message, act.turn, heard_at, read)
    return replace(meant, admitted=admitted)


def _done(desk: Desk, records: UnitOfWork, meant: Meant, closed: tuple[str, ...]) -> Ruling | None:
    """What the mail announces is carried out; the ruling on it names no words, for it is public.

    None of a mail that could announce nothing: nothing would have to be ruled on.  *closed* tells
    which drafts of it are closed.
    """
    message = meant.message
    if message is None or message.sender is None or not message.public:
        return None
    wrote = f"What {message.sender} wrote"
    if message.said_at is not None:
        wrote += f" on {message.said_at:%d %b %Y, %H:%M} UTC"
    if not meant.acts:
        return ruling.record(desk, records, Void(), f"{wrote} announces nothing", "§9")
    text = f"{wrote} announces {listed(announcements.named(meant.acts))}"
    if meant.admitted is None:
        given = ruling.record(desk, records, Precedent(), text, "§9")
        announcements.carry_out(desk, records, meant.mail, message, meant.acts, meant.heard_at)
        return given
    read = ReadAs(meant.admitted.turn)
    taken, given = overruling.admit(desk, records, meant.admitted, read, text, "§9")
    whose_it_is = f"Mail {meant.mail} of {taken.player}"
    note = f"{whose_it_is} is read as you said, by your ruling {given.number}."
    resolving.draft_resolution(desk, records, taken, notes=(note, *closed))
    return given


def _check_copies(desk: Desk, records: UnitOfWork, mail: PaperId, message: Message) -> None:
    """Another copy of the mail that was read counts instead; not of what is no mere copy."""
    other = records.same_before(None, mails_on_file.identity(message))
    if other is None or other == mail:
        return
    if copies.beside(desk, records, message, other).disposition != "hold":
        raise CannotRule(
            f"mail {mail} is a copy of mail {other}, which counts; say how that one is read"
        )
