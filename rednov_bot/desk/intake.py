"""A mail comes in: screened, read, judged, drafted."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import assert_never

from rednov_bot import faults
from rednov_bot.desk import (
    announcing,
    away,
    bounced,
    burning,
    choosing,
    claims,
    commanding,
    digested,
    habits,
    kept,
    listening,
    mails_on_file,
    moments,
    musing,
    newcomers,
    office,
    private,
    reached,
    rehearsing,
    repeated,
    returning,
    standing_orders,
    stationery,
    vouched,
    vouching,
    warrants,
)
from rednov_bot.desk.desk import Desk, ongoing
from rednov_bot.desk.outgoing import STRANGERS, answer, on_file, on_file_of_unshown
from rednov_bot.errors import stops_all
from rednov_bot.mail.authentication import confidence
from rednov_bot.mail.letter import open_letter
from rednov_bot.mail.screening import (
    FORGED,
    is_of_others,
    is_own,
    is_unknown,
    screened,
    shows_a_reader,
)
from rednov_bot.papers import (
    Act,
    Disposition,
    Letter,
    PaperId,
    Question,
    RawMail,
    Reading,
    Screened,
    TurnAct,
)
from rednov_bot.ports import Records
from rednov_bot.prose import answers
from rednov_bot.prose.kept_pages import FAILED


def opened(desk: Desk, raw: RawMail) -> Screened:
    """What a mail is to the bot, before anything is looked up: needs no transaction."""
    mail = open_letter(raw.octets, desk.roster)
    found = screened(mail)
    if found.letter is None or not (found.disposition == "read" or is_own(found)):
        return found
    shown = confidence(mail, raw.octets, desk.checks, raw.arrived_at)
    return replace(found, letter=replace(found.letter, confidence=shown))


@dataclass(frozen=True, slots=True, kw_only=True)
class Made:
    """What was made of a mail, before it is filed."""

    disposition: Disposition
    reason: str
    letter: Letter | None
    identity: str | None


def handle(
    desk: Desk, records: Records, mail: PaperId, arrived_at: datetime, found: Screened
) -> None:
    """Everything that follows from one mail."""
    made = taken_in(desk, records, mail, arrived_at, found)
    records.dispose(
        mail,
        made.disposition,
        made.reason,
        letter=made.letter,
        digest=made.identity,
        at=desk.now(),
    )
    if made.letter is not None:
        desk = office.seated(desk, records)
        burning.look(desk, records, mail, made.letter, made.disposition)
        digested.came(desk, records, mail, made.letter)


def taken_in(
    desk: Desk,
    records: Records,
    mail: PaperId,
    arrived_at: datetime,
    found: Screened,
    *,
    again: bool = False,
) -> Made:
    """What a mail brings about is brought about; what was made of it is still to be filed.

    Where it is handled *again* and still held, nobody is told once more.
    """
    desk = office.seated(desk, records)
    letter = found.letter
    heard_at = min(arrived_at, desk.now())
    identity = None if letter is None else mails_on_file.identity(letter)
    disposition, reason, asked = found.disposition, found.reason, False
    if letter is not None:
        letter = moments.stamped(letter, arrived_at, desk.now())
    if disposition == "read" and _is_forged(desk, letter):
        disposition, reason = "hold", FORGED
    if letter is not None and reason != FORGED and shows_a_reader(found):
        reached.note(desk, records, mail, letter)
    judged: tuple[Disposition, str] | None = None
    if letter is not None and disposition == "read":
        letter = habits.weighed(desk, records, letter)
        repetition = repeated.look(desk, records, mail, letter, identity)
        if repetition is None or repetition.disposition == "hold":
            judged = vouching.doubted(desk, records, mail, letter, identity or "")
        if judged is not None:
            disposition, reason = judged
        elif repetition is not None and (
            repetition.disposition == "ignore" or vouching.counts(desk, letter)
        ):
            disposition, reason = judged = repetition.disposition, repetition.reason
            asked = disposition == "hold" and _is_asked(records, mail, letter, identity or "")
        else:
            reason = _heard(desk, records, mail, letter, heard_at)
    elif letter is not None and disposition == "answer":
        _answer_stranger(desk, records, letter)
    elif is_own(found) and (raw := records.raw_mail(mail)) is not None:
        shown = None if letter is None else letter.confidence
        disposition, reason = returning.note(desk, records, mail, raw.octets, reason, shown)
    elif is_of_others(found) and (raw := records.raw_mail(mail)) is not None:
        disposition, reason = digested.note(desk, records, mail, raw.octets, reason, arrived_at)
        return Made(disposition=disposition, reason=reason, letter=letter, identity=identity)
    elif letter is not None and is_unknown(found):
        told = newcomers.hear(desk, records, mail, letter)
        if told is not None:
            return Made(disposition="hold", reason=told, letter=letter, identity=identity)
    if found.report is not None and not again:
        reason = bounced.hear(desk, records, mail, found.report, heard_at) or reason
    told_of = asked or (_may_announce(letter) and judged is None)
    if disposition == "hold" and not again and told_of:
        kept.tell(desk, records, mail, letter, reason, arrived_at)
    return Made(disposition=disposition, reason=reason, letter=letter, identity=identity)


def _may_announce(letter: Letter | None) -> bool:
    """Somebody on the roster said it in a public forum: e may believe to have taken a turn (§9)."""
    return letter is not None and letter.public and letter.sender is not None


def _is_asked(records: Records, mail: PaperId, letter: Letter, identity: str) -> bool:
    """Whether whoever decides is told of a mail that is like another: of the first that is.

    Others of that name, or of the same words and Date, lie beside it on the desk, or anybody could
    use up what is told in a day.
    """
    repeated.note_kept(records, mail, letter, identity)
    known = records.same_before(None, identity) is not None
    name = identity if known else repeated.likeness(letter) or identity
    return repeated.is_first_kept(records, mail, name)


def _is_forged(desk: Desk, letter: Letter | None) -> bool:
    """Whether From would pass for that of who holds the office now, or decides in eir place.

    The settings may name another contestmaster: the office may have passed on since (A83, A108).
    """
    office_of = (desk.contestmaster, desk.decides)
    return letter is not None and letter.dressed and letter.sender in office_of


def _answer_stranger(desk: Desk, records: Records, letter: Letter) -> None:
    """Somebody unknown wrote to the bot: told who may, once a day.

    A mail older than the last answer, met again in a renumbered mailbox, is not answered again.
    """
    if not letter.addresses:
        return
    to = letter.addresses[0]
    since = desk.now() - timedelta(days=1)
    if letter.said_at is not None:
        since = min(since, letter.said_at)
    if records.answered_since(to, since, "stranger") >= STRANGERS:
        return
    page = answers.who_are_you(
        to,
        letterhead=stationery.letterhead(desk),
        envelope=stationery.to_sender(desk, letter),
    )
    answer(desk, records, page, reason="stranger")


def _heard(desk: Desk, records: Records, mail: PaperId, letter: Letter, heard_at: datetime) -> str:
    """A letter that is its author's is read; copies of it are known from now on.

    Also one that may not be: whatever comes of that is an answer to em in whose name it came.
    """
    desk = replace(desk, unshown=vouching.is_unshown(letter))
    made = _read(desk, records, mail, letter, heard_at)
    repeated.note(records, mail, letter)
    return on_file_of_unshown(made) if desk.unshown else made


def _read(desk: Desk, records: Records, mail: PaperId, letter: Letter, heard_at: datetime) -> str:
    """A letter of somebody on the roster; what was made of it, for the file."""
    name = letter.sender
    if name is None:
        return "nobody on the roster can be shown to have sent it"
    if letter.forum == "private":
        answered = vouched.hear(desk, records, mail, letter, _heard)
        answered = answered or warrants.refused(desk, records, mail, letter)
        if answered is not None:
            return answered
    away.note(desk, records, mail, letter)
    if letter.forum == "private":
        claimed = claims.hear(desk, records, mail, letter, plainly=True)
        return claimed or private.hear(desk, records, mail, letter)
    if letter.forum is None:
        return "it reached no list"
    reading = listening.read(desk, letter)
    unclear = reading.verdict == "ambiguous"
    plainly = reading.verdict != "acts"
    claimed = claims.hear(desk, records, mail, letter, plainly=plainly, unclear=unclear)
    if claimed is not None and reading.verdict != "acts":
        return claimed
    if reading.verdict != "acts":
        made = (
            commanding.overhear(desk, records, letter)
            or choosing.take_in_public(desk, records, letter)
            or standing_orders.hear_by_name(desk, records, letter)
            or claims.hear(desk, records, mail, letter, unclear=unclear)
        )
        if made is not None:
            return made
    match reading.verdict:
        case "none":
            said = musing.told(desk, records, letter) if letter.public else None
            return said or "announces nothing"
        case "ambiguous":
            if not letter.public:
                return _unclear_astray(desk, records, letter, reading)
            return listening.ask(desk, records, letter, reading.questions)
        case "acts":
            if not letter.public:
                return _misdirected(desk, records, letter, acts=reading.acts)
            told = announcing.carry_out(desk, records, mail, letter, reading.acts, heard_at)
            made = f"announces {', '.join(announcing.named(reading.acts))}"
            made += f"; {claimed}" if claimed else ""
            return on_file(made, told)
        case _:
            assert_never(reading.verdict)


def _unclear_astray(desk: Desk, records: Records, letter: Letter, reading: Reading) -> str:
    """Something doubtful was said on a list that is for talk, where nothing counts (§9).

    There people wonder, joke and plan aloud, and whoever is asked about that, stops reading the
    bot's mails.  So a word goes only to a gnome of the game who plainly announces, and only what
    e announces is unclear: e believes to have taken a turn.
    """
    now = ongoing(desk, records)
    if not reading.announces or now is None or letter.sender not in now.game.gnomes:
        return "announces nothing certain, and not in public"
    return _misdirected(desk, records, letter, reading.questions)


def _misdirected(
    desk: Desk,
    records: Records,
    letter: Letter,
    asked: tuple[Question, ...] = (),
    acts: tuple[Act, ...] = (),
) -> str:
    """An announcement went where none counts: a private word, with the text to send again (§9).

    It says so if no turn can be taken just now; other acts wait for no resolution.
    Not where a public forum has it as well, or is about to: that copy counts.
    """
    if records.same_before(letter.message_id, None) is not None:
        return "not in a public forum, but it was read in another one"
    if letter.also_public:
        return "not in a public forum, but it went to one as well"
    forum = desk.settings.forums[letter.forum or ""]
    now = ongoing(desk, records)
    turns_meant = not acts or any(isinstance(act, TurnAct) for act in acts)
    waits = rehearsing.waits(desk, records, now) if now is not None and turns_meant else ""
    page = answers.wrong_forum(
        forum.address,
        letter.text,
        asked,
        letterhead=stationery.letterhead(desk),
        envelope=stationery.to_sender(desk, letter),
        waits=waits,
    )
    return on_file("not in a public forum", answer(desk, records, page))


def shunt(
    desk: Desk,
    records: Records,
    mail: PaperId,
    fault: Exception,
    arrived_at: datetime | None = None,
    letter: Letter | None = None,
) -> None:
    """A mail that could not be handled is held with its fault, and the next goes on.

    On file is the kind of the fault and its place in the program, never its words: they may quote
    what one gnome alone may know (§6).  The contestmaster is told, and a code that got out in it
    is used up, unless that fails as well.
    """
    reason, came_at = failed(fault), arrived_at or desk.now()
    records.dispose(mail, "hold", reason, letter=None, digest=None, at=desk.now())

    def tell(seated: Desk) -> None:
        kept.tell(seated, records, mail, letter, reason, came_at)

    def look(seated: Desk) -> None:
        if letter is not None:
            burning.look(seated, records, mail, letter, "hold")

    _unless_it_fails(desk, records, tell)
    _unless_it_fails(desk, records, look)


def _unless_it_fails(desk: Desk, records: Records, act: Callable[[Desk], None]) -> None:
    try:
        with records.undoable():
            act(office.seated(desk, records))
    except Exception as another:
        if stops_all(another):
            raise


def failed(fault: Exception) -> str:
    """Why a mail is held whose handling failed, for the file."""
    return f"{FAILED} with {faults.named(fault)}; nothing of it took effect"
