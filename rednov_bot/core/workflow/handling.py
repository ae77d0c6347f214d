"""What becomes of a mail: a table of handlers, of which the first that applies takes it.

Its parts are PASSED_OVER, DOUBTED and HEARD, and then TO_THE_BOT or TO_A_LIST: from a mail's bytes
being known for what they are to its words taking effect.  A row whose handler finds on a closer
look that the mail is none of its kind has done nothing, and gives None: the next one has it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property
from typing import Final, NamedTuple

from rednov_bot.core import errors
from rednov_bot.core.mail.authentication import authenticate
from rednov_bot.core.mail.message import open_letter
from rednov_bot.core.models import (
    Act,
    Classified,
    Filed,
    Message,
    PaperId,
    Question,
    RawMail,
    Reading,
    Status,
    TurnAct,
)
from rednov_bot.core.render import answers
from rednov_bot.core.render.trust_pages import FAILED
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.workflow import (
    announcements,
    choices,
    confirmations,
    copies,
    held,
    idleness,
    listening,
    mails_on_file,
    moments,
    office,
    outgoing,
    private,
    reach,
    rehearsal,
    resolving,
    returns,
    trust,
)
from rednov_bot.core.workflow.commands import carrying_out
from rednov_bot.core.workflow.commands.asking import is_wondered, said
from rednov_bot.core.workflow.corrections import claims
from rednov_bot.core.workflow.desk import Desk, ongoing, pending
from rednov_bot.core.workflow.outgoing import answer, answer_stranger, on_file
from rednov_bot.core.workflow.resolving import Waiting
from rednov_bot.core.workflow.screening import FORGED, screened
from rednov_bot.games.base import Player

BEFORE: Final = "before this contest"
"""Why a mail is passed over that came before the bot acts on any."""

WITHOUT_TEXT: Final = (
    "the mail server gives no text for it, however often it is asked (UID {} in {}); see with a "
    "mail program what it is, and have its sender write again"
)
"""Why a mail is held of which nothing but its number in the mailbox is known."""

MOST_DIGESTS: Final = 20
"""Digests of one forum that are kept at once."""

_LONGEST_UNDOING: Final = 600  # characters; a longer mail is about something else as well


class Made(NamedTuple):
    """What was made of a mail, before it is stored."""

    disposition: Status
    reason: str
    is_news: bool = False  # whether the contestmaster is yet to hear that it is kept
    message: Message | None = None
    identity: str | None = None


@dataclass
class Mail:
    """A mail that is being handled, with what is found out about it: each thing once."""

    desk: Desk
    records: UnitOfWork
    id: PaperId
    found: Classified
    known: Message | None
    heard_at: datetime
    identity: str = ""
    again: bool = False  # handled once more: nobody is told again of what a list or a server says

    @property
    def message(self) -> Message:
        """The mail as somebody wrote it; only of one that could be understood."""
        assert self.known is not None
        return self.known

    @property
    def private(self) -> bool:
        """Whether it came to the bot alone."""
        return self.message.forum == "private"

    @cached_property
    def reading(self) -> Reading:
        """What it announces, or to the bot alone tries out."""
        if self.private:
            found = listening.read(self.desk, self.message)
        else:
            found = listening.read_in_game(self.desk, self.records, self.message)
        self.records.note_reading(self.id, found)
        return found

    @property
    def announces(self) -> bool:
        """Whether it announces something for certain."""
        return self.reading.verdict == "acts"

    @property
    def unclear(self) -> bool:
        """Whether what it announces is not certain."""
        return self.reading.verdict == "ambiguous"

    @cached_property
    def repetition(self) -> copies.Repeated | None:
        """What it is beside earlier mails."""
        return copies.look(self.desk, self.records, self.id, self.message, self.identity)

    @cached_property
    def waiting(self) -> Waiting | None:
        """The choice that is its author's to make."""
        return choices.waiting_for(self.desk, self.records, self.message.sender or "")

    @property
    def heads(self) -> tuple[Desk, UnitOfWork, Message]:
        """What every handler is given."""
        return self.desk, self.records, self.message

    @property
    def args(self) -> tuple[Desk, UnitOfWork, PaperId, Message]:
        """The same, and its place on file."""
        return self.desk, self.records, self.id, self.message

    @property
    def helps(self) -> bool:
        """Whether it asks how to play."""
        return private.is_help_asked(self.desk, self.message)

    @property
    def orders(self) -> bool:
        """Whether it calls something standing orders."""
        return listening.says_orders(self.message)

    @property
    def undoes(self) -> bool:
        """Whether it takes back, or wants otherwise, what its author has announced."""
        message = self.message
        text = message.text.strip().replace("’", "'")
        if not text or len(text) > _LONGEST_UNDOING or message.doubt:
            return False
        found = said("undone", text) or said("changed", text)
        if found is None or choices.may_choose(message):
            return False
        begins = max(text.rfind(sign, 0, found.start() + 1) for sign in ".!?\n")
        return said("not meant", text[begins + 1 : found.end()]) is None

    @property
    def chooses(self) -> bool:
        """Whether it is as short as an answer to such a choice."""
        return self.waiting is not None and choices.is_brief(self.message)


class Row(NamedTuple):
    """A kind of mail, and what is done with it."""

    name: str
    applies: Callable[[Mail], object]
    handle: Callable[[Mail], Made | str | None]


# -- mails that nobody's words are read of ---------------------------------------------------------


def _is_forged(mail: Mail) -> bool:
    """Whether From would pass for that of who holds the office now, or decides in their place.

    The settings may name another contestmaster: the office may have passed on since (A83, A108).
    """
    message, office_of = mail.known, (mail.desk.contestmaster, mail.desk.decides)
    reads = mail.found.disposition == "read" and message is not None
    return reads and message is not None and message.dressed and message.sender in office_of


def _own(mail: Mail) -> Made | None:
    raw = mail.records.raw_mail(mail.id)
    shown = None if mail.known is None else mail.known.authentication
    if raw is None:
        return None
    note = (raw.octets, mail.found.reason, shown)
    return Made(*returns.hear(mail.desk, mail.records, mail.id, *note), is_news=True)


def _notice(mail: Mail) -> Made | None:
    shown = None if mail.known is None else mail.known.authentication
    assert mail.found.notice is not None
    heard = returns.hear_list(mail.desk, mail.records, mail.id, mail.found.notice, shown)
    return None if heard is None else Made(*heard, is_news=True)


def _digest(mail: Mail) -> Made:
    """A digest of a forum is kept; the contestmaster hears of it if no other of that forum is.

    Of so many that lie there further ones are passed over, so that nobody can fill the tray.
    """
    forum = mail.message.forum
    why = f"{held.DIGEST} {forum}, and a digest does not show who wrote what is in it"
    lying = len(mail.records.held_for(why))
    if lying >= MOST_DIGESTS:
        return Made("ignore", f"{why}; as many of them are kept as may be")
    return Made("hold", why, is_news=not lying)


def _who_are_you(mail: Mail) -> Made:
    desk, message = mail.desk, mail.message
    if message.addresses:
        heads = outgoing.answering(desk, message)
        page = answers.who_are_you(message.addresses[0], **heads)
        answer_stranger(desk, mail.records, page, message.said_at)
    return _as_screened(mail)


def _unread(mail: Mail) -> Made:
    """A person hears that their mail is held, and what could not be read of it."""
    desk, message, why = mail.desk, mail.message, mail.found.reason
    forum = desk.settings.forums.get(message.forum or "")
    page = answers.not_read(
        f"{why[0].lower()}{why[1:].removesuffix('.')}",
        "" if forum is None else forum.address,
        said_at=message.said_at,
        **outgoing.answering(desk, message, message.forum),
    )
    answer(desk, mail.records, page)
    return _as_screened(mail)


def _perhaps(mail: Mail) -> Made:
    if listening.read(mail.desk, mail.message).verdict == "none":
        return Made("ignore", f"{mail.found.reason} It announces nothing.")
    return _as_screened(mail)


def _newcomer(mail: Mail) -> Made | None:
    told = held.hear_newcomer(*mail.args)
    return None if told is None else Made("hold", told, is_news=True)


def _as_screened(mail: Mail) -> Made:
    return Made(mail.found.disposition, mail.found.reason, is_news=True)


# -- mails that may not be their author's ----------------------------------------------------------


def _copy(mail: Mail) -> Made | None:
    known = mail.repetition
    return None if known is None or known.disposition != "ignore" else Made("ignore", known.reason)


def _not_theirs(mail: Mail) -> Made | None:
    """It may be nobody's, or somebody else's, or another copy: then it is kept, or told so."""
    kept = trust.weighed(*mail.args)
    if kept is None and mail.repetition is not None:
        kept = "hold", mail.repetition.reason, True
    if kept is None:
        return None
    copies.note_kept(mail.records, mail.id, mail.message, mail.identity)
    return Made(*kept)


def _second_thoughts(mail: Mail) -> str | None:
    """Somebody takes back, or wants otherwise, what they have announced already (§9, A20).

    Their last turn that waits for another's resolution has not been taken, and is withdrawn; what
    they announce instead is an announcement as any other.  A taken turn stands: who resolves it is
    shown the words and may rule (§25), and their author is told what can be done.
    """
    desk, records, message = mail.heads
    announces = not mail.private and mail.reading.verdict != "none"
    told = announcements.withdraw_early(desk, records, message)
    if told is not None:
        made = on_file("withdraws a turn that waited", told)
        if not announces or not message.public:
            return made
        return f"{made}; {_announced(mail) if mail.announces else _unclear(mail)}"
    taken = pending(desk, records)
    if taken is None or taken.player != message.sender or message.sender == desk.decides:
        return None
    claimed = claims.hear(*mail.args, plainly=True, unclear=announces)
    return claimed or claims.hear_answer(*mail.args, taken)


# -- mails to the bot alone ------------------------------------------------------------------------


def _may_answer(mail: Mail) -> bool:
    asks = mail.private and (private.wanted(mail.desk, mail.message) or mail.helps)
    return not asks and not (mail.private and mail.message.wants_no_answer)


def _what_was_meant(mail: Mail) -> str | None:
    asked = confirmations.question_answered(*mail.heads)
    if asked is None:
        return None
    return confirmations.hear(*mail.args, asked)


def _check(mail: Mail) -> str | None:
    """At the address for checks nothing counts, and the rest is answered as ever."""
    if private.wanted(mail.desk, mail.message):
        return private.tell_wanted(*mail.heads)
    if mail.announces:
        return rehearsal.check(*mail.heads, mail.reading.acts)
    if mail.message.wants_no_answer:
        return _WANTS_NONE
    if mail.helps:
        return private.tell_help(*mail.heads)
    made = rehearsal.turn_wondered(*mail.heads, mail.reading)
    if made is None and mail.unclear:
        made = listening.ask(*mail.heads, mail.reading.questions)
    return made or private.tell_help(*mail.heads, lost=True)


_WANTS_NONE: Final = "announces nothing, and wants no answer"


def _of_receipt(mail: Mail) -> str | None:
    """An answer to the receipt of their own turn that is more than thanks, and nothing else.

    Where it may be a choice, or another turn, plan or question when that turn is resolved, only
    what protests or claims an error.
    """
    desk, records, message = mail.desk, mail.records, mail.message
    if not all(isinstance(act, TurnAct) for act in mail.reading.acts) or message.wants_no_answer:
        return None
    if private.is_thanks(desk, message):
        return None
    taken = claims.turn_answered(desk, records, message)
    if taken is None or private.is_help_asked(desk, message):
        return None
    says_more = mail.announces or "?" in message.text
    if mail.chooses or (says_more and not claims.is_awaited(records, taken)):
        return claims.hear(desk, records, mail.id, message)
    made = None
    if is_wondered(message.text):
        made = rehearsal.turn_wondered(desk, records, message, mail.reading)
    made = made or idleness.confirm_absence(desk, records, message)
    return made or claims.hear_answer(desk, records, mail.id, message, taken)


def _orders(mail: Mail) -> str | None:
    return private.hear_orders(*mail.heads)


def _choice(mail: Mail) -> str | None:
    return choices.hear(*mail.args, mail.waiting)


def _no_choice(mail: Mail) -> str | None:
    if mail.waiting is None or not choices.was_meant(mail.message, mail.reading):
        return None
    return choices.ask_again(*mail.heads, mail.waiting)


def _unclear_to_us(mail: Mail) -> str:
    made = rehearsal.turn_wondered(*mail.heads, mail.reading)
    return made or listening.ask(*mail.heads, mail.reading.questions)


def _nothing_to_us(mail: Mail) -> str:
    """Words to the bot alone that announce nothing: whatever they may be, and last the help."""
    made = idleness.confirm_absence(*mail.heads) or reach.acknowledged(*mail.args)
    decides = mail.message.sender == mail.desk.decides
    if decides:
        made = made or private.told_what_to_do(*mail.heads) or carrying_out.ask(*mail.heads)
    made = made or rehearsal.turn_wondered(*mail.heads, mail.reading)
    if not decides:
        made = made or private.told_what_to_do(*mail.heads)
    return made or private.tell_help(*mail.heads, lost=True)


# -- mails to a list -------------------------------------------------------------------------------


def _claims(mail: Mail, *, plainly: bool) -> str | None:
    """*plainly*: where it may yet be something else, only words that are plain anywhere count."""
    return claims.hear(*mail.args, plainly=plainly, unclear=not mail.private and mail.unclear)


def _claim_beside(mail: Mail) -> str | None:
    """A claim beside an announcement that is not certain, which is asked about as well."""
    assert mail.unclear
    claimed = _claims(mail, plainly=True)
    return None if claimed is None else f"{claimed}; {_unclear(mail)}"


def _nothing(mail: Mail) -> str:
    made = rehearsal.announced_nothing(*mail.heads) if mail.message.public else None
    return made or "announces nothing"


def _unclear(mail: Mail) -> str:
    if not mail.message.public:
        return _unclear_astray(mail)
    if mail.helps or not confirmations.concerns(*mail.heads, mail.reading):
        return "announces nothing certain, and its author does not play"
    if listening.takes_back(mail.reading.questions):
        return listening.ask(*mail.heads, mail.reading.questions)
    return confirmations.ask(*mail.args, mail.reading)


def _announced(mail: Mail) -> str:
    """What is announced takes effect, or is sent back to be announced where it counts."""
    desk, records, message, acts = mail.desk, mail.records, mail.message, mail.reading.acts
    claimed = _claims(mail, plainly=False)
    if not message.public:
        return _misdirected(mail, acts=acts)
    told = announcements.carry_out(desk, records, mail.id, message, acts, mail.heard_at)
    made = f"announces {', '.join(announcements.named(acts))}"
    return on_file(f"{made}; {claimed}" if claimed else made, told)


def _unclear_astray(mail: Mail) -> str:
    """Something doubtful was said on a list that is for talk, where nothing counts (§9).

    There people wonder, joke and plan aloud, and whoever is asked about that stops reading the
    bot's mails.  So a word goes only to a player of the game who plainly announces, and only what
    they announce is unclear: they believe that they have taken a turn.
    """
    now = ongoing(mail.desk, mail.records)
    plays = now is not None and mail.message.sender in now.game.gnomes
    if not mail.reading.announces or not plays:
        return _counts_elsewhere(mail) or "announces nothing certain, and not in public"
    return _misdirected(mail, listening.without_reading(mail.reading.questions))


def _counts_elsewhere(mail: Mail) -> str:
    """Where a public forum has a mail as well, or is about to, that copy counts."""
    if mail.records.same_before(mail.message.message_id, None) is not None:
        return "not in a public forum, but it was read in another one"
    return "not in a public forum, but it went to one as well" if mail.message.also_public else ""


def _misdirected(mail: Mail, asked: tuple[Question, ...] = (), acts: tuple[Act, ...] = ()) -> str:
    """An announcement went where none counts: a private word, with the text to send again (§9).

    It says so if no turn can be taken just now; other acts wait for no resolution.
    """
    if elsewhere := _counts_elsewhere(mail):
        return elsewhere
    desk, records, message = mail.desk, mail.records, mail.message
    forum = desk.settings.forums[message.forum or ""]
    now = ongoing(desk, records)
    turns_meant = not acts or any(isinstance(act, TurnAct) for act in acts)
    waits = resolving.waits(desk, records, now) if now is not None and turns_meant else ""
    page = answers.wrong_forum(
        forum.address, message.text, asked, **outgoing.answering(desk, message), waits=waits
    )
    return on_file("not in a public forum", answer(desk, records, page))


# -- the table -------------------------------------------------------------------------------------


def _says(made: str) -> Callable[[Mail], str]:
    return lambda mail: made


def _always(mail: Mail) -> bool:
    return True


def _private(mail: Mail) -> bool:
    return mail.private


def _by(*rules: str) -> Callable[[Mail], bool]:
    """By which rule of screening it is not read (screening.py)."""
    return lambda mail: mail.known is not None and mail.found.by in rules


PASSED_OVER: Final = (
    Row("forged", _is_forged, lambda mail: Made("hold", FORGED, is_news=True)),
    Row("own posting", lambda mail: mail.found.by == "own", _own),
    Row("notice of a list", lambda mail: mail.found.notice and not mail.again, _notice),
    Row("digest", _by("digest of a forum"), _digest),
    Row("unknown", _by("who are you"), _who_are_you),
    Row("unread", lambda mail: _by("unread", "empty")(mail) and mail.message.sender, _unread),
    Row("perhaps theirs", _by("perhaps"), _perhaps),
    Row("newcomer", _by("stranger"), _newcomer),
    Row("not read", lambda mail: not mail.known or mail.found.disposition != "read", _as_screened),
)
"""Mails of which no words are heard."""

DOUBTED: Final = (
    Row("copy", lambda mail: mail.repetition, _copy),
    Row("not shown to be theirs", _always, _not_theirs),
)
"""Mails that were heard before, or are kept until somebody says whose they are."""

HEARD: Final = (
    Row(
        "nobody's",
        lambda mail: mail.message.sender is None,
        _says("nobody on the roster can be shown to have sent it"),
    ),
    Row("was this you?", _private, lambda mail: trust.answered(*mail.args, hear)),
    Row("not from the office", _private, lambda mail: trust.refused(*mail.args)),
    Row("absence, noted in passing", _always, lambda mail: idleness.note_absence(*mail.args)),
    Row("what was meant", _may_answer, _what_was_meant),
)
"""Mails that are their author's, wherever they were sent: what they say is heard."""

TO_THE_BOT: Final = (
    Row("claim", _always, lambda mail: _claims(mail, plainly=True)),
    Row("check", lambda mail: mail.message.check, _check),
    Row("commands and decisions", _always, lambda mail: carrying_out.hear(*mail.heads)),
    Row(
        "request",
        lambda mail: private.wanted(mail.desk, mail.message),
        lambda mail: private.tell_wanted(*mail.heads),
    ),
    Row("standing orders", lambda mail: mail.orders, _orders),
    Row("choice", _always, _choice),
    Row("standing orders, in other words", lambda mail: not (mail.orders or mail.chooses), _orders),
    Row("second thoughts", lambda mail: mail.undoes, _second_thoughts),
    Row("answer to a receipt", _always, _of_receipt),
    Row(
        "wants no answer",
        lambda mail: mail.message.wants_no_answer and not mail.announces,
        _says(_WANTS_NONE),
    ),
    Row(
        "help",
        lambda mail: mail.helps and not mail.announces,
        lambda mail: private.tell_help(*mail.heads),
    ),
    Row("no choice", lambda mail: mail.waiting, _no_choice),
    Row("unclear", lambda mail: mail.unclear, _unclear_to_us),
    Row("nothing", lambda mail: not mail.announces, _nothing_to_us),
    Row("acts", _always, lambda mail: private.hear_acts(*mail.heads, mail.reading.acts)),
)
"""Those to the bot alone."""

TO_A_LIST: Final = (
    Row("no list", lambda mail: mail.message.forum is None, _says("it reached no list")),
    Row("second thoughts", lambda mail: mail.undoes and not mail.orders, _second_thoughts),
    Row("announcement", lambda mail: mail.announces, _announced),
    Row("claim, and unclear", lambda mail: mail.reading.proposal, _claim_beside),
    Row(
        "claim",
        lambda mail: not mail.reading.proposal,
        lambda mail: _claims(mail, plainly=True),
    ),
    Row("office", _always, lambda mail: carrying_out.overhear(*mail.heads)),
    Row("choice", lambda mail: choices.may_choose(mail.message), _choice),
    Row("standing orders", lambda mail: mail.orders, _orders),
    Row("protest", _always, lambda mail: _claims(mail, plainly=False)),
    Row("unclear", lambda mail: mail.unclear, _unclear),
    Row("nothing", _always, _nothing),
)
"""The others."""


def _first(rows: Sequence[Row], mail: Mail) -> Made | None:
    for row in rows:
        made = row.handle(mail) if row.applies(mail) else None
        if made is not None:
            return made if isinstance(made, Made) else Made("read", made)
    return None


def hear(
    desk: Desk, records: UnitOfWork, mail: PaperId, message: Message, heard_at: datetime
) -> str:
    """A message that is its author's is heard; copies of it are known from now on."""
    found = Classified(disposition="read", reason="", message=message)
    rows = TO_THE_BOT if message.forum == "private" else TO_A_LIST
    made = _first((*HEARD, *rows), Mail(desk, records, mail, found, message, heard_at))
    assert made is not None
    if message.sender is not None:
        copies.note_read(records, mail, message)
    return made.reason


# -- from bytes to the table, and what was made of a mail ------------------------------------------


def opened(desk: Desk, raw: RawMail) -> Classified:
    """What a mail is to the bot, before anything is looked up: needs no transaction."""
    mail = open_letter(raw.octets, desk.roster)
    # A mail that is copied from one mailbox to another bears the moment of its copying there, and
    # the last server's own stamp still.  Whoever forges that one, or sends without any, can only
    # make a mail of theirs older: never one of before count.
    came_at = min([raw.arrived_at, *[hop.at for hop in mail.message.stamps.hops[:1]]])
    if desk.since is not None and came_at < desk.since.replace(microsecond=0):
        return Classified(disposition="ignore", reason=BEFORE)
    if not raw.octets:
        reason = WITHOUT_TEXT.format(raw.uid, raw.folder)
        return Classified(disposition="hold", reason=reason)
    found = screened(mail, desk.words)
    by_list = found.notice is not None
    if found.message is None or not (found.disposition == "read" or found.by == "own" or by_list):
        return found
    shown = authenticate(mail, raw.octets, desk.checks, raw.arrived_at, by_list=by_list)
    return replace(found, message=replace(found.message, authentication=shown))


def handle(
    desk: Desk, records: UnitOfWork, mail: PaperId, arrived_at: datetime, found: Classified
) -> None:
    """Everything that follows from one mail; that it is kept is told later (held.py)."""
    with records.because_of(mail):
        made = taken_in(desk, records, mail, arrived_at, found)
        store(desk, records, mail, made)
        if made.disposition == "hold" and not made.is_news:
            records.note_told((mail,))
        if made.message is not None:
            seated = office.seated(desk, records)
            trust.watch(seated, records, mail, made.message, made.disposition)


def store(
    desk: Desk, records: UnitOfWork, mail: PaperId, made: Made, again_by: Player | None = None
) -> Filed:
    """What was made of a mail is stored; *again_by*: who had it handled again."""
    filed = Filed(mail=mail, disposition=made.disposition, reason=made.reason, at=desk.now())
    records.dispose(
        mail,
        made.disposition,
        made.reason,
        message=made.message,
        digest=made.identity,
        at=filed.at,
        again_by=again_by,
    )
    return filed


def taken_in(
    desk: Desk,
    records: UnitOfWork,
    mail: PaperId,
    arrived_at: datetime,
    found: Classified,
    *,
    again: bool = False,
) -> Made:
    """What a mail brings about is brought about; what was made of it is still to be stored.

    Where it is handled *again*, nobody is told once more of what its list or a server says.
    """
    desk = office.seated(desk, records)
    message, heard_at = found.message, min(arrived_at, desk.now())
    identity = None if message is None else mails_on_file.identity(message)
    if message is not None:
        mails_on_file.keep_in_mind(desk, mail, message)
        message = moments.stamped(message, arrived_at, desk.now())
        message = mails_on_file.without(desk, records, mail, message)
    one = Mail(desk, records, mail, found, message, heard_at, identity or "", again)
    # A person who has written it may have read what it answers, also where no words of theirs can
    # be made out.
    is_a_persons = found.disposition == "read" or found.by in ("unread", "quoted", "empty")
    if message is not None and is_a_persons and not _is_forged(one):
        reach.note(desk, records, mail, message)
    made = _first((*PASSED_OVER, *DOUBTED), one)
    if made is None:
        made = Made("read", hear(desk, records, mail, one.message, heard_at))
    if found.report is not None and not again:
        heard = reach.hear_report(desk, records, mail, found.report, heard_at)
        made = made._replace(reason=heard or made.reason)
    return made._replace(message=message, identity=identity)


def shunt(desk: Desk, records: UnitOfWork, mail: PaperId, fault: Exception) -> None:
    """A mail that could not be handled is held with its fault, and the next goes on.

    On file is the kind of the fault and its place in the program, never its words: they may quote
    what one player alone may know (§6).  The contestmaster is told later (held.py).
    """
    store(desk, records, mail, failed(fault))


def failed(fault: Exception) -> Made:
    """What is made of a mail whose handling failed: it is held, and says why."""
    return Made("hold", f"{FAILED} with {errors.named(fault)}; nothing of it took effect")
