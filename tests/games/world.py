"""Who plays the recorded games, where they live, and the settings of their bot."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

from rednov_bot.harbour.lists import MailingList
from rednov_bot.settings import (
    BotSettings,
    ContestSettings,
    Forum,
    ImapSettings,
    Person,
    Settings,
    SmtpSettings,
)

BOT = "rednov@game.test"
BUSINESS = "agora-business@game.test"
DISCUSSION = "agora-discussion@game.test"
CONTESTMASTER = "Pewterby"
GNOMES = ("Tumbledrum", "Fizzlewick", "Brasspot")
PEOPLE = (*GNOMES, CONTESTMASTER)
STRICT = "Brasspot"
"""Eir provider forbids others to send in eir name, so lists put their own address into From."""

FOOTER = "_______________________________________________\nagora-discussion mailing list\n"


def address_of(name: str) -> str:
    return f"{name.lower()}@player.test"


READERS = (*map(address_of, PEOPLE), BOT)
"""All the mailboxes; everybody reads every list."""

LISTS = (
    MailingList(
        address=BUSINESS, subscribers=READERS, title="Agora business", subject_prefix="BUS: "
    ),
    MailingList(
        address=DISCUSSION,
        subscribers=READERS,
        title="Agora discussion",
        subject_prefix="DIS: ",
        footer=FOOTER,
    ),
)
NOWHERE = ("127.0.0.1", 1)

MONDAY = datetime(2026, 3, 2, 10, 0, tzinfo=UTC)
"""When the games begin: in the past, so that a real server's own stamps are always later, and the
bot's clock is what counts."""


def list_at(address: str, author: str) -> MailingList | None:
    """The list with this address, as it treats mail of *author*; None where it is no list."""
    for each in LISTS:
        if each.address == address:
            return replace(each, munge_from=author == STRICT)
    return None


def settings_for(
    database: str,
    *,
    imap: tuple[str, int] = NOWHERE,
    smtp: tuple[str, int] = NOWHERE,
    password: str = "secret",
) -> Settings:
    """The settings of the bot of these games."""
    return Settings(
        bot=BotSettings(address=BOT, database=database),
        imap=ImapSettings(host=imap[0], port=imap[1], tls="none", user="rednov", password=password),
        smtp=SmtpSettings(host=smtp[0], port=smtp[1], tls="none"),
        contest=ContestSettings(contestmaster=CONTESTMASTER, y_pot=10),
        forums={
            "business": Forum(
                address=BUSINESS, list_id="agora-business.game.test", public=True, post=True
            ),
            "discussion": Forum(
                address=DISCUSSION, list_id="agora-discussion.game.test", public=False
            ),
        },
        people={
            # Brasspot joins by a mail of eir own.
            name: Person(
                addresses=(address_of(name),), contestant=name in ("Tumbledrum", "Fizzlewick")
            )
            for name in PEOPLE
        },
    )
