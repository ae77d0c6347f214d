"""Where the demo is played: mailboxes and lists on loopback, and the settings of the bot there."""

from __future__ import annotations

import email
import email.policy
from collections.abc import Callable
from datetime import UTC, datetime
from email.message import EmailMessage
from functools import partial
from pathlib import Path
from typing import Final

from rednov_bot.demo import script
from rednov_bot.harbour.harbour import Harbour
from rednov_bot.harbour.lists import MailingList
from rednov_bot.harbour.smtp import Delivery

PEOPLE: Final = (*script.GNOMES, script.CONTESTMASTER)
READERS: Final = (*map(script.address_of, PEOPLE), script.BOT)
"""All the mailboxes; everybody reads every list."""

_SETTINGS: Final = """\
[bot]
address = "{bot}"
answers_a_day = {answers_a_day}
database = "{database}"

[imap]
host = "127.0.0.1"
port = {imap}
tls = "none"
user = "{bot}"
password = "{password}"

[smtp]
host = "127.0.0.1"
port = {smtp}
tls = "none"

[contest]
name = "Red November"
contestmaster = "{contestmaster}"
y_pot = 12

[forums.business]
address = "{business}"
list_id = "{business_id}"
public = true
post = true

[forums.discussion]
address = "{discussion}"
list_id = "{discussion_id}"
public = false
"""


CARDS_BY_LOT: Final = '\n[game.options]\nevent_choice = "orders+random"\n'
"""What an event card leaves open is drawn: nobody is asked, so no turn waits for an answer."""

_NOW: Final = partial(datetime.now, UTC)


def harbour(
    imap: int = 0,
    smtp: int = 0,
    clock: Callable[[], datetime] = _NOW,
    on_delivery: Callable[[Delivery], None] = lambda _: None,
) -> Harbour:
    """The mail servers, on these ports, or on any that are free."""
    return Harbour(
        script.DOMAIN,
        users=dict.fromkeys(READERS, script.PASSWORD),
        lists=[
            MailingList(address=address, subscribers=READERS, subject_prefix=prefix)
            for address, prefix in ((script.BUSINESS, "BUS: "), (script.DISCUSSION, "DIS: "))
        ],
        imap_port=imap,
        smtp_port=smtp,
        clock=clock,
        on_delivery=on_delivery,
    )


def settings(
    imap: int, smtp: int, database: str = "sqlite:///rednov.db", answers_a_day: int = 50
) -> str:
    """The settings file of the bot."""
    text = _SETTINGS.format(
        bot=script.BOT,
        database=database,
        answers_a_day=answers_a_day,
        imap=imap,
        smtp=smtp,
        password=script.PASSWORD,
        contestmaster=script.CONTESTMASTER,
        business=script.BUSINESS,
        business_id=script.BUSINESS.replace("@", "."),
        discussion=script.DISCUSSION,
        discussion_id=script.DISCUSSION.replace("@", "."),
    )
    for name in PEOPLE:
        text += f'\n[people.{name}]\naddresses = ["{script.address_of(name)}"]\n'
        text += "contestant = true\n" if name in script.GNOMES else ""
    return text


def keep_mails(harbour: Harbour, folder: Path) -> None:
    """Every mail of every mailbox is written into a folder, one below it for each."""
    for address in READERS:
        box = folder / address.partition("@")[0]
        box.mkdir(parents=True, exist_ok=True)
        for number, octets in enumerate(harbour.mailbox(address), 1):
            (box / f"{number:02d}.eml").write_bytes(octets)


def parsed(octets: bytes) -> EmailMessage:
    """A mail as its reader's program shows it."""
    mail = email.message_from_bytes(octets, policy=email.policy.default)
    assert isinstance(mail, EmailMessage)
    return mail
