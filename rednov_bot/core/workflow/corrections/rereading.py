"""The contestmaster says what a stored mail announces: held, asked about or misread (§25).

It is a draft first, for a From alone shows nobody; what comes of it when it is approved is drafted
again wherever the list is told of it.  What a mail has brought about already counts once (§9).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from typing import assert_never

from rednov_bot.core.contest import Precedent, ReadAs, ReadMail, Ruling, Void
from rednov_bot.core.errors import CannotRule
from rednov_bot.core.models import (
    Act,
    AuthorQuestion,
    Decision,
    Draft,
    Filed,
    Message,
    PaperId,
    TurnAct,
)
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.workflow import hidden, listening, mails_on_file, outgoing
from rednov_bot.core.workflow.announcements import announcing
from rednov_bot.core.workflow.corrections import admitting, ruling
from rednov_bot.core.workflow.desk import Desk, ongoing
from rednov_bot.core.workflow.drafts import replacing
from rednov_bot.core.workflow.outgoing import post
from rednov_bot.core.workflow.trust import copies, policy
from rednov_bot.games.red_november.render import planner_pages, reasoning
from rednov_bot.games.red_november.render.wording import listed, when, whose
from rednov_bot.games.red_november.rules.turn import Turn
from rednov_bot.games.red_november.rules.words import GnomeName


@dataclass(frozen=True, slots=True)
class Meant:
    """A stored mail as the contestmaster reads it."""

    mail: PaperId
    message: Message | None  # None: it cannot be taken apart, and announces nothing
    heard_at: datetime
    acts: tuple[Act, ...] = ()
    closed: tuple[str, ...] = ()  # which drafts of it are closed, in sentences
    named: GnomeName | None = None  # whose it was found to be


def held(records: UnitOfWork) -> tuple[Filed, ...]:
    """Mails kept for a human, each with the reason, about which nothing was said yet."""
    return records.held()


def read_mail(
    desk: Desk,
    records: UnitOfWork,
    mail: PaperId,
    name: GnomeName | None = None,
    text: str | None = None,
) -> Draft:
    """A draft: a stored mail announces *text*, said by *name* at its own moment, in its thread.

    Without a *name* it is by whom it was found to be by; without a *text* it is read as it
    stands; with the text "" it announces nothing.  Raises CannotRule, and changes nothing then.
    """
    effect = ReadMail(mail, name, text if text is None else text.strip())
    meant = _meant(desk, records, effect)
    message = meant.message
    by = "" if message is None or message.sender is None else f": {message.sender}"
    draft = Draft(
        code=desk.tokens.code(),
        kind="reading",
        about=f"Mail {mail}{by}",
        made_at=desk.now(),
        mail=mail,
        effects=(effect,),
    )
    records.add_draft(draft)
    page = planner_pages.reading(
        draft.code,
        draft.about,
        _written(records, message),
        meant.acts,
        notes=_minded(records, effect, meant),
        contest=desk.settings.contest.name,
        said_at=meant.heard_at if message is None else message.said_at or meant.heard_at,
        **outgoing.for_desk(desk),
    )
    post(desk, records, page, draft=draft.code, reason=f"draft {draft.code}")
    return draft


def _minded(records: UnitOfWork, effect: ReadMail, meant: Meant) -> tuple[str, ...]:
    message = meant.message
    if effect.text == "" or message is None or message.sender is None:
        return ()
    notes = []
    if meant.named != message.sender:
        bears = f"the name of {meant.named}" if meant.named else "no address that [people] knows"
        notes.append(f"It bears {bears}, and you say that {message.sender} wrote it.")
    shown = records.authentication(meant.mail)
    if shown is not None and shown.outcome != "pass":
        notes.append(f"It is not shown to be {whose(meant.named or message.sender)}: {shown.told}.")
    notes += [_answered(one) for one in records.author_questions_of(meant.mail)[-1:]]
    return tuple(notes)


def _answered(asked: AuthorQuestion) -> str:
    since = f"on {when(asked.at)}"
    match asked.verdict:
        case "no":
            return f"{asked.name} has said that they did not write it."
        case "yes":
            return f"{asked.name} has said that they wrote it."
        case "closed":
            return "You have said before how it is read."
        case None:
            return f"{asked.name} was asked {since} whether they wrote it, and has not answered."
        case _:
            assert_never(asked.verdict)


def _written(records: UnitOfWork, message: Message | None) -> str:
    """What stands in the mail; in a blind game not of one that was mailed to the bot alone."""
    if message is None or message.written is None:
        return ""
    if message.forum == "private" and hidden.is_blind(records):
        return reasoning.WRITTEN_ALONE
    return message.written


def puts_aside(draft: Draft) -> bool:
    """Whether by this draft a mail announces nothing, so that nothing more is heard of it."""
    return any(isinstance(one, ReadMail) and one.text == "" for one in draft.effects)


def carry_out(desk: Desk, records: UnitOfWork, draft: Draft, by: GnomeName) -> str:
    """The draft is approved, and its mail announces what it says; or why it cannot any more."""
    (effect,) = [one for one in draft.effects if isinstance(one, ReadMail)]
    at = desk.now()
    try:
        with records.undoable():
            meant = _meant(desk, records, effect)
            if fault := _said_since(records, draft, meant):
                raise CannotRule(fault)
            records.decide(Decision(code=draft.code, verdict="approved", by=by, why="", at=at))
            closed = replacing.read_anew(records, meant.mail, meant.message, at)
            given = _done(desk, records, replace(meant, closed=closed), by)
            why = "" if given is None else f"ruling {given.number}"
            records.reopen(meant.mail, by, why, at, digest=_identity(desk, records, meant.mail))
            policy.close(records, meant.mail, at)
    except CannotRule as fault:
        return fault.reason
    return ""


def _said_since(records: UnitOfWork, draft: Draft, meant: Meant) -> str:
    """That its author has said since the draft was made that they did not write the mail."""
    for one in () if puts_aside(draft) else records.author_questions_of(meant.mail):
        if one.verdict == "no" and one.settled_at is not None and one.settled_at >= draft.made_at:
            said = f"{one.name} has said meanwhile that they did not write mail {meant.mail}"
            return f"{said}; say once more how it is read, if it is to count all the same"
    return ""


def _meant(desk: Desk, records: UnitOfWork, effect: ReadMail) -> Meant:
    """What the mail would announce now.  Raises CannotRule."""
    mail = PaperId(effect.mail)
    raw = records.raw_mail(mail)
    if raw is None:
        raise CannotRule(f"there is no mail {mail} on file")
    if fault := _counted(desk, records, mail):
        raise CannotRule(fault)
    if effect.text == "":
        return _nothing(desk, records, mail, effect.name, raw.arrived_at)
    message, heard_at = mails_on_file.announcement(desk, records, mail, effect.name)
    found = mails_on_file.letter_if_any(desk, records, mail)
    if fault := _copied(desk, records, mail) or _of_another_game(desk, records, heard_at):
        raise CannotRule(fault)
    message = replace(message, written=message.text)
    if effect.text is not None:
        message = replace(message, text=effect.text, doubt="", other="", places=None)
    named = None if found is None else found.sender
    meant = Meant(mail, message, heard_at, _acts(desk, records, message), named=named)
    if (turn := _turn_alone(meant.acts)) is not None:
        if effect.text is not None:
            hidden.check_tiles(desk, records, turn, message.written or "")
        _admitted(desk, records, meant, ReadAs(turn))
    return meant


def _nothing(
    desk: Desk, records: UnitOfWork, mail: PaperId, name: GnomeName | None, arrived_at: datetime
) -> Meant:
    try:
        message, heard_at = mails_on_file.letter_of(desk, records, mail)
    except CannotRule:
        return Meant(mail, None, arrived_at)
    message = replace(message, sender=name or message.sender, written=message.text)
    return Meant(mail, message, heard_at)


def _done(desk: Desk, records: UnitOfWork, meant: Meant, by: GnomeName) -> Ruling | None:
    """What the mail announces is carried out; the ruling on it names no words, for it is public.

    None of a mail that could announce nothing: nothing would have to be ruled on.
    """
    message = meant.message
    if message is None or message.sender is None or not message.public:
        return None
    wrote = f"What {message.sender} wrote{_when(message)}"
    if not meant.acts:
        text = f"{wrote} announces nothing"
        return ruling.record(desk, records, Void(), text, "§9", by=by)
    text = f"{wrote} announces {listed(announcing.named(meant.acts))}"
    if (turn := _turn_alone(meant.acts)) is not None:
        return _taken(desk, records, meant, turn, text, by)
    given = ruling.record(desk, records, Precedent(), text, "§9", by=by)
    announcing.carry_out(desk, records, meant.mail, message, meant.acts, meant.heard_at)
    return given


def _turn_alone(acts: tuple[Act, ...]) -> Turn | None:
    (act,) = acts if len(acts) == 1 else (None,)
    return act.turn if isinstance(act, TurnAct) else None


def _taken(
    desk: Desk, records: UnitOfWork, meant: Meant, turn: Turn, text: str, by: GnomeName
) -> Ruling:
    effect = ReadAs(turn)
    admitted = _admitted(desk, records, meant, effect)
    given, _ = admitting.admit(
        desk,
        records,
        admitted,
        effect,
        text,
        "§9",
        by=by,
        notes=lambda one: (
            f"Mail {meant.mail} of {turn.gnome} is read as you said, by your ruling {one.number}.",
            *meant.closed,
        ),
    )
    return given


def _admitted(desk: Desk, records: UnitOfWork, meant: Meant, effect: ReadAs) -> admitting.Admitted:
    now = ongoing(desk, records)
    if now is None:
        raise CannotRule("no game is being played, and a turn has no effect (§5)")
    assert meant.message is not None
    return admitting.weighed(
        desk, records, now, meant.mail, meant.message, effect.turn, meant.heard_at, effect
    )


def _acts(desk: Desk, records: UnitOfWork, message: Message) -> tuple[Act, ...]:
    reading = listening.read_in_game(desk, records, message)
    if reading.verdict == "acts":
        return reading.acts
    if not reading.questions:
        raise CannotRule("the words announce nothing; say the whole of it, as its author would")
    raise listening.uncertain(reading)


def _counted(desk: Desk, records: UnitOfWork, mail: PaperId) -> str | None:
    """That something has come of the mail already; what it says counts once (§9)."""
    now = ongoing(desk, records)
    for one in () if now is None else records.turns(now.game.id):
        if one.mail == mail:
            return f"mail {mail} announced turn {one.number} already; overrule its draft, or rewind"
    if records.took_effect(mail):
        return (
            f"mail {mail} took effect when it came, and counts once; ask its author for a new "
            "announcement, or rewind the turn before it"
        )
    return None


def _identity(desk: Desk, records: UnitOfWork, mail: PaperId) -> str | None:
    try:
        message, _ = mails_on_file.letter_of(desk, records, mail)
    except CannotRule:
        return None
    return mails_on_file.identity(message)


def _copied(desk: Desk, records: UnitOfWork, mail: PaperId) -> str | None:
    """That another copy of the mail was read, and counts instead; not of what is no mere copy."""
    other = records.same_before(None, _identity(desk, records, mail))
    if other is None or other == mail:
        return None
    message, _ = mails_on_file.letter_of(desk, records, mail)
    if copies.beside(desk, records, message, other).disposition == "hold":
        return None
    return f"mail {mail} is a copy of mail {other}, which counts; say how that one is read"


def _of_another_game(desk: Desk, records: UnitOfWork, heard_at: datetime) -> str | None:
    now = ongoing(desk, records)
    began = None if now is None else records.chapters(now.game.id)[0].at
    if now is not None and began is not None and heard_at < began:
        return f"the mail came before {now.game.tag} began; ask for a new announcement"
    return None


def _when(message: Message) -> str:
    return "" if message.said_at is None else f" on {message.said_at:%d %b %Y, %H:%M} UTC"
