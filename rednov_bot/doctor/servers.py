"""The servers that the settings name: whether they answer, the logins, what they can do."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import closing
from urllib.parse import urlsplit

from rednov_bot.core.mail.dkim import NoAnswer
from rednov_bot.core.transport.completions import Completions
from rednov_bot.core.transport.idle import is_local
from rednov_bot.core.transport.imap import Mailbox
from rednov_bot.core.transport.names import SYSTEM, asked_of
from rednov_bot.core.transport.smtp import SmtpClient
from rednov_bot.doctor.findings import Finding, mind, spoken, well, wrong
from rednov_bot.errors import (
    MailboxUnreachable,
    SettingsError,
    SmtpUnreachable,
    said_to_the_host,
)
from rednov_bot.games.red_november.reader.assistant import prompt, understood
from rednov_bot.games.red_november.reader.gate import same
from rednov_bot.settings import Settings, Tls, imap_password, smtp_password

SECONDS = 15.0  # for a connection
CHECK_SMTP = "check host, port, tls and user of [smtp]"
LONGEST_MAIL = 1_000_000  # octets: a story or a report with all its pictures is a tenth of it


def imap(known: Settings, bookmark: tuple[int, int] | None) -> Iterator[Finding]:
    """The mailbox: login, folder, numbering, IDLE."""
    where = f"{known.imap.host}:{known.imap.port}"
    try:
        mailbox = Mailbox(known.imap, imap_password(known), connect_seconds=SECONDS)
    except MailboxUnreachable as error:
        yield wrong("IMAP", _without_login(str(error), known.imap.user), _of_imap(error))
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


def _of_imap(error: MailboxUnreachable) -> str:
    said = str(error)
    if "refuses the login" in said:
        return "check user and password of [imap]"
    if "folder" in said:
        return "make the folder at the mail server, or mend imap.folder"
    otherwise = "check host, port and tls of [imap], and whether the server runs"
    return said_to_the_host(error.remedy) or otherwise


def _without_login(said: str, user: str) -> str:
    """The login may be an address."""
    return said.replace(user, "the user") if user else said


def _in_clear(what: str, host: str, tls: Tls) -> Iterator[Finding]:
    if tls == "none" and not is_local(host):
        said = "the password and every mail travel in clear"
        yield wrong(f"{what} encryption", said, f'set [{what.lower()}] tls to "implicit"')
