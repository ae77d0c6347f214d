"""A test mail from the bot to its own mailbox: sent by SMTP, met by IMAP, and measured.

It is a mail of the bot's own, with a Message-ID as only its own have: whoever meets it, this
service or another one, files it as that and does nothing.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import datetime

from rednov_bot.core.mail.authentication import is_ours
from rednov_bot.core.mail.letter import open_letter
from rednov_bot.core.mail.roster import Roster
from rednov_bot.core.mail.sealing import new_message_id, seal
from rednov_bot.core.transport.imap import Mailbox
from rednov_bot.core.transport.smtp import SmtpClient
from rednov_bot.doctor.findings import Finding, mind, spoken, well, wrong
from rednov_bot.doctor.mails import AHEAD
from rednov_bot.errors import MailboxUnreachable, SmtpUnreachable
from rednov_bot.papers import Attempt, Page, Posting, RawMail
from rednov_bot.settings import Settings, imap_password, smtp_password

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
    known: Settings,
    token: str,
    clock: Callable[[], datetime],
    patience: float = PATIENCE,
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
            attempt = _sent(known, posting, clock)
            handed = time.monotonic() - began
            if attempt is None or attempt.outcome != "accepted":
                outcome = "not taken" if attempt is None else attempt.outcome
                said = f"the test mail was {outcome}"
                yield wrong("round trip", said, "see what the SMTP server's own log says of it")
                return
            met = _met(mailbox, after, posting, patience)
    except (MailboxUnreachable, SmtpUnreachable) as error:
        yield wrong("round trip", str(error), "mend that server first, as said above")
        return
    if met is None:
        said = f"the test mail was taken, and did not arrive within {patience:.0f} seconds"
        remedy = (
            f"see that mail to the bot's address is delivered to {known.imap.folder}, not to spam"
        )
        yield wrong("round trip", said, remedy)
        return
    seconds = time.monotonic() - began
    said = (
        f"a mail of {spoken(len(met.octets))} took {handed:.2f} s to send, {seconds:.2f} s to come"
    )
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


def _sent(known: Settings, posting: Posting, clock: Callable[[], datetime]) -> Attempt | None:
    made: list[Attempt] = []
    with closing(SmtpClient(known.smtp, smtp_password(known))) as client:
        client.send([posting], known.bot.address, made.append, clock)
    return made[-1] if made else None


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
