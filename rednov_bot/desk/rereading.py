"""The contestmaster says what a mail on file announces: held, asked about or misread (§25)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from rednov_bot.contest import Precedent, ReadAs, Ruling, Void
from rednov_bot.desk import admitting, intake, listening, mails_on_file, ruling
from rednov_bot.desk.desk import Desk, ongoing
from rednov_bot.engine.turn import Turn
from rednov_bot.engine.words import GnomeName
from rednov_bot.errors import CannotRule
from rednov_bot.papers import Act, Draft, Filed, Letter, PaperId, TurnAct
from rednov_bot.ports import Records
from rednov_bot.prose.ruling_words import said


@dataclass(frozen=True, slots=True)
class Reread:
    """What was ruled about a mail, and what came of it."""

    mail: PaperId
    ruling: Ruling | None  # None: it was held, and announces nothing that would have to be ruled on
    draft: Draft | None = None  # of the turn that it announces


def held(records: Records) -> tuple[Filed, ...]:
    """Mails kept for a human, each with the reason, about which nothing was said yet."""
    return records.held()


def read_mail(
    desk: Desk,
    records: Records,
    mail: PaperId,
    name: GnomeName | None = None,
    text: str | None = None,
    *,
    by: GnomeName,
) -> Reread:
    """A mail on file announces *text*, said by *name* at its own moment, in its own thread.

    Without a *name* it is by whom it was found to be by; without a *text* it is read as it
    stands; with the text "" it announces nothing.  Raises CannotRule, and changes nothing then.
    """
    with records.undoable():
        if text is not None and not text.strip():
            done = _nothing(desk, records, mail, name, by)
        else:
            done = _announces(desk, records, mail, name, text, by)
        why = "" if done.ruling is None else f"ruling {done.ruling.number}"
        records.reopen(mail, by, why, desk.now(), digest=_identity(desk, records, mail))
        return done


def _identity(desk: Desk, records: Records, mail: PaperId) -> str | None:
    """What its copies are known by, should the mailbox be numbered anew; None of what is none."""
    try:
        letter, _ = mails_on_file.letter_of(desk, records, mail)
    except CannotRule:
        return None
    return mails_on_file.identity(letter)


def _nothing(
    desk: Desk, records: Records, mail: PaperId, name: GnomeName | None, by: GnomeName
) -> Reread:
    """Nothing in the mail counts; somebody's mail to a public forum is ruled on for the record."""
    if records.raw_mail(mail) is None:
        raise CannotRule(f"there is no mail {mail} on file")
    if fault := _taken(desk, records, mail):
        raise CannotRule(fault)
    try:
        letter, _ = mails_on_file.announcement(desk, records, mail, name)
    except CannotRule:
        return Reread(mail, None)
    text = f"What {letter.sender} wrote{_when(letter)} announces nothing"
    return Reread(mail, ruling.record(desk, records, Void(), text, "§9", by=by))


def _announces(
    desk: Desk,
    records: Records,
    mail: PaperId,
    name: GnomeName | None,
    text: str | None,
    by: GnomeName,
) -> Reread:
    letter, heard_at = mails_on_file.announcement(desk, records, mail, name)
    if text is not None:
        letter = replace(letter, text=text, doubt="", other="", places=None)
    if fault := _taken(desk, records, mail) or _of_another_game(desk, records, heard_at):
        raise CannotRule(fault)
    acts = _acts(desk, letter)
    match acts:
        case (TurnAct(turn=turn),):
            return _turn(desk, records, mail, letter, turn, heard_at, by)
        case _:
            words = " ".join(letter.text.split())
            given = ruling.record(
                desk,
                records,
                Precedent(),
                f'What {letter.sender} wrote{_when(letter)} is read as: "{words}"',
                "§9",
                by=by,
            )
            intake.carry_out(desk, records, mail, letter, acts, heard_at)
            return Reread(mail, given)


def _turn(
    desk: Desk,
    records: Records,
    mail: PaperId,
    letter: Letter,
    turn: Turn,
    heard_at: datetime,
    by: GnomeName,
) -> Reread:
    now = ongoing(desk, records)
    if now is None:
        raise CannotRule("no game is being played, and a turn has no effect (§5)")
    effect = ReadAs(turn)
    admitted = admitting.weighed(desk, records, now, mail, letter, turn, heard_at, effect)
    text = said(effect, turn.gnome, now.gamestate.position.turns + 1)
    given, draft = admitting.admit(
        desk,
        records,
        admitted,
        effect,
        text,
        "§9",
        by=by,
        notes=lambda one: (
            f"Mail {mail} of {turn.gnome} is read as you said, by your ruling {one.number}.",
        ),
    )
    return Reread(mail, given, draft)


def _acts(desk: Desk, letter: Letter) -> tuple[Act, ...]:
    reading = listening.read(desk, letter)
    if reading.verdict == "acts":
        return reading.acts
    if not reading.questions:
        raise CannotRule("the words announce nothing; say the whole of it, as its author would")
    asked = reading.questions[0]
    quoted = f'"{asked.words}": ' if asked.words else ""
    raise CannotRule(f"the words are not certain; {quoted}{asked.ask}")


def _taken(desk: Desk, records: Records, mail: PaperId) -> str | None:
    """That the mail has announced a turn already; what it says counts once (§9)."""
    now = ongoing(desk, records)
    for one in () if now is None else records.turns(now.game.id):
        if one.mail == mail:
            return f"mail {mail} announced turn {one.number} already; overrule its draft, or rewind"
    return None


def _of_another_game(desk: Desk, records: Records, heard_at: datetime) -> str | None:
    now = ongoing(desk, records)
    began = None if now is None else records.chapters(now.game.id)[0].at
    if now is not None and began is not None and heard_at < began:
        return f"the mail came before {now.game.tag} began; ask for a new announcement"
    return None


def _when(letter: Letter) -> str:
    return "" if letter.said_at is None else f" on {letter.said_at:%d %b %Y, %H:%M} UTC"
