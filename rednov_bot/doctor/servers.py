"""The servers that the settings name: whether they answer, and a test mail's way round."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import datetime
from urllib.parse import urlsplit

from rednov_bot.core.errors import (
    MailboxUnreachable,
    SettingsError,
    SmtpUnreachable,
    said_to_the_host,
)
from rednov_bot.core.mail.authentication import is_ours
from rednov_bot.core.mail.composing import new_message_id, seal
from rednov_bot.core.mail.dkim import NoAnswer
from rednov_bot.core.mail.message import open_letter
from rednov_bot.core.mail.roster import Roster
from rednov_bot.core.models import Attempt, Page, Posting, RawMail
from rednov_bot.core.settings import Settings, Tls, imap_password, smtp_password
from rednov_bot.core.transport.completions import Completions
from rednov_bot.core.transport.idle import is_local
from rednov_bot.core.transport.imap import Mailbox
from rednov_bot.core.transport.names import SYSTEM, asked_of
from rednov_bot.core.transport.smtp import SmtpClient
from rednov_bot.doctor.findings import Finding, mind, spoken, well, wrong
from rednov_bot.doctor.mails import AHEAD
from rednov_bot.games.red_november.reader.assistant import prompt, understood
from rednov_bot.games.red_november.reader.gate import same

SECONDS = 15.0  # for a connection
CHECK_SMTP = "check host, port, tls and user of [smtp]"
LONGEST_MAIL = 1_000_000  # octets: a story or a report with all its pictures is a tenth of it


def imap(known: Settings, bookmark: tuple[int, int] | None) -> Iterator[Finding]:
    """The mailbox: login, folder, numbering, IDLE."""
    where = f"{known.imap.host}:{known.imap.port}"
    try:
        mailbox = Mailbox(known.imap, imap_password(known), connect_seconds=SECONDS)
    except MailboxUnreachable as error:
        said = str(error)
        remedy = said_to_the_host(error.remedy) or (
            "check host, port and tls of [imap], and whether the server runs"
        )
        if "refuses the login" in said:
            remedy = "check user and password of [imap]"
        elif "folder" in said:
            remedy = "make the folder at the mail server, or mend imap.folder"
        yield wrong("IMAP", _without_login(said, known.imap.user), remedy)
        return
    with mailbox:
        yield well("IMAP", f"{where} takes the login and opens {known.imap.folder}")
        if not mailbox.can_idle:
            said = f"{where} cannot tell of new mail by itself (IDLE)"
            yield mind("IMAP IDLE", said, "nothing: the bot looks every minute instead")
        if bookmark is not None and bookmark[0] != mailbox.uidvalidity:
            yield mind(
                "IMAP numbering",
                "the server has numbered the mailbox anew since the last sweep",
                "nothing: what was read is known again by its content; but ask your provider why",
            )
        elif bookmark is None:
            yield well("IMAP numbering", "nothing was fetched yet")
        else:
            behind = mailbox.uidnext - 1 - bookmark[1] if mailbox.uidnext else 0
            said = "everything is fetched" if behind <= 0 else f"at most {behind} mails to fetch"
            yield well("IMAP numbering", f"UIDVALIDITY {bookmark[0]} is known; {said}")
    yield from _in_clear("IMAP", known.imap.host, known.imap.tls)


def smtp(known: Settings) -> Iterator[Finding]:
    """The server that takes mail: login, size, encryption."""
    where = f"{known.smtp.host}:{known.smtp.port}"
    with closing(SmtpClient(known.smtp, smtp_password(known), connect_seconds=SECONDS)) as client:
        try:
            client.knock(known.bot.address)
            largest = client.largest()
        except SmtpUnreachable as error:
            said = _without_login(str(error), known.smtp.user)
            later = "nothing: try again later" if "cannot take the login" in said else ""
            remedy = said_to_the_host(error.remedy) or later or CHECK_SMTP
            yield wrong("SMTP", said, _without_login(remedy, known.smtp.user))
            return
    takes = "takes the login" if known.smtp.user else "asks for no login"
    yield well("SMTP", f"{where} {takes}")
    if largest is not None and largest < LONGEST_MAIL:
        said = f"{where} takes mails of {spoken(largest)} at most"
        yield mind("SMTP size", said, "ask for more: a long report may be refused")
    yield from _in_clear("SMTP", known.smtp.host, known.smtp.tls)


def names(known: Settings) -> Iterator[Finding]:
    """The name server that is asked for keys: one question, which tells it nothing of anybody."""
    where = known.trust.resolver
    if not where:
        return
    domain = known.bot.address.rpartition("@")[2]
    try:
        asked_of(where)(f"rednov._domainkey.{domain}")
    except SettingsError as error:
        yield wrong("name server", str(error), "mend [trust] resolver")
    except NoAnswer:
        said = f"{where} gives no answer, so that no signature can be checked"
        if where == SYSTEM:
            said = "the name servers of the machine give no answer; no signature can be checked"
        remedy = 'name one that answers in [trust] resolver, or "system", or leave it out'
        yield wrong("name server", said, remedy)
    else:
        yield well("name server", f"{where} answers")


TRIAL = "Over to room 8 with me, and there 3 items are drawn."
PLAINLY = "I open the hatch to room 8 and go in. I draw 3 items."
"""What the reading assistant is to rewrite, and what that means."""


def assistant(known: Settings) -> Iterator[Finding]:
    """The language model, if one is named: a turn that it has to put into plain words."""
    given, check = known.reading, "reading assistant"
    if not given.assistant:
        return
    began = time.monotonic()
    answer, why = Completions(given, prompt).answered(TRIAL, lambda: None)
    took = f"{time.monotonic() - began:.1f} s"
    acts, meant = (
        understood(one, TRIAL, "", tuple(known.people), known.contest.name)
        for one in (answer, PLAINLY)
    )
    if why:
        where = urlsplit(given.assistant).netloc
        remedy = "see that it runs, and check assistant, model, key and seconds of [reading]"
        yield mind(check, f"{where} gives no answer: {why}", f"{remedy}; {_WITHOUT}")
    elif not same(acts, meant):
        said = f"{given.model} answered in {took}, but its answer is not the turn it was given"
        yield mind(check, said, f"name a larger model in [reading]; {_WITHOUT}")
    else:
        yield well(check, f"{given.model} put a turn into plain words in {took}")


_WITHOUT = "until then the bot asks without its help"


def _without_login(said: str, user: str) -> str:
    """The login may be an address."""
    return said.replace(user, "the user") if user else said


def _in_clear(what: str, host: str, tls: Tls) -> Iterator[Finding]:
    if tls == "none" and not is_local(host):
        said = "the password and every mail travel in clear"
        yield wrong(f"{what} encryption", said, f'set [{what.lower()}] tls to "implicit"')


PATIENCE = 120.0  # seconds for the mail to arrive
_GLANCE = 0.2
_SLOW = 30.0


def trial(known: Settings, token: str, now: datetime) -> Posting:
    """The mail: without a code, an answer to nothing, marked as a machine's."""
    page = Page(
        kind="desk",
        to=known.bot.address,
        to_name="",
        subject="Test mail of rednov doctor",
        body="Nothing is to be done about this mail: `rednov doctor --send` measures its way.\n",
    )
    return seal(
        page,
        bot=known.bot.address,
        bot_name="Red November bot",
        message_id=new_message_id(known.bot.address, f"doctor.{token}"),
        at=now,
        auto="generated",
    )


def sent_and_met(
    known: Settings, token: str, clock: Callable[[], datetime], patience: float = PATIENCE
) -> Iterator[Finding]:
    """The mail is sent, and waited for."""
    posting = trial(known, token, clock())
    if not is_ours(open_letter(posting.octets, Roster.of(known))):
        raise AssertionError("a test mail must be known for what it is")
    try:
        with Mailbox(known.imap, imap_password(known)) as mailbox:
            before = mailbox.uidnext - 1 if mailbox.uidnext else 0
            after = (mailbox.uidvalidity, before)
            began = time.monotonic()
            made: list[Attempt] = []
            with closing(SmtpClient(known.smtp, smtp_password(known))) as client:
                client.send([posting], known.bot.address, made.append, clock)
            handed = time.monotonic() - began
            outcome = made[-1].outcome if made else "not taken"
            if outcome != "accepted":
                said = f"the test mail was {outcome}"
                yield wrong("round trip", said, "see what the SMTP server's own log says of it")
                return
            met = _met(mailbox, after, posting, patience)
    except (MailboxUnreachable, SmtpUnreachable) as error:
        yield wrong("round trip", str(error), "mend that server first, as said above")
        return
    if met is None:
        said = f"the test mail was taken, and did not arrive within {patience:.0f} seconds"
        where = known.imap.folder
        remedy = f"see that mail to the bot's address is delivered to {where}, not to spam"
        yield wrong("round trip", said, remedy)
        return
    size, seconds = spoken(len(met.octets)), time.monotonic() - began
    said = f"a mail of {size} took {handed:.2f} s to send, {seconds:.2f} s to come"
    if seconds > _SLOW:
        yield mind("round trip", said, "look where the mail lies that long (its Received fields)")
    else:
        yield well("round trip", said)
    off = met.arrived_at - clock()
    if abs(off) > AHEAD:
        minutes = int(abs(off).total_seconds()) // 60
        said = f"the clocks here and at the mail server differ by {minutes} minutes"
        yield wrong("clock", said, "set the one that is wrong, and have it kept right (NTP)")
    else:
        yield well("clock", "it agrees with the mail server's")


def _met(
    mailbox: Mailbox, after: tuple[int, int], posting: Posting, patience: float
) -> RawMail | None:
    """The mail as it lies in the mailbox; others that come meanwhile are left alone."""
    until = time.monotonic() + patience
    while time.monotonic() < until:
        for batch in mailbox.sweep(after):
            for raw in batch:
                if posting.message_id.encode() in raw.octets:
                    return raw
                after = (after[0], max(after[1], raw.uid))
        time.sleep(_GLANCE)
    return None
