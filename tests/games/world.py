"""Who plays the recorded games, where they live, and the settings of their bot."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any

import msgspec

from rednov_bot.core.settings import (
    BotSettings,
    ContestSettings,
    Forum,
    ImapSettings,
    Person,
    PictureSettings,
    ReminderSettings,
    Settings,
    SmtpSettings,
)
from rednov_bot.testing.mailserver.lists import MailingList

BOT = "rednov@game.test"
BUSINESS = "agora-business@game.test"
DISCUSSION = "agora-discussion@game.test"
FOOTER = "_______________________________________________\nagora-discussion mailing list\n"
NOWHERE = ("127.0.0.1", 1)

MONDAY = datetime(2026, 3, 2, 10, 0, tzinfo=UTC)
"""When the games begin: in the past, so that a real server's own stamps are always later, and the
bot's clock is what counts."""


def address_of(name: str) -> str:
    return f"{name.lower()}@player.test"


@dataclass(frozen=True, slots=True, kw_only=True)
class Cast:
    """The people of a recorded game, and what its host set."""

    contestmasters: tuple[str, ...]  # the first holds the office at the beginning
    contestants: tuple[str, ...]  # in the settings; whoever else plays, joins by mail
    others: tuple[str, ...] = ()
    strict: tuple[str, ...] = ()
    """Whose providers forbid others to send in their name: lists put their address into From."""
    settings: Mapping[str, Any] = field(default_factory=dict)
    """More of the settings file: [contest], [game], [reminders]."""

    @property
    def people(self) -> tuple[str, ...]:
        return (*self.contestants, *self.others, *self.contestmasters)

    @property
    def readers(self) -> tuple[str, ...]:
        """All the mailboxes; everybody reads every list."""
        return (*map(address_of, self.people), BOT)

    @property
    def lists(self) -> tuple[MailingList, ...]:
        """The fora, with everybody on them."""
        return (
            MailingList(
                address=BUSINESS,
                subscribers=self.readers,
                title="Agora business",
                subject_prefix="BUS: ",
            ),
            MailingList(
                address=DISCUSSION,
                subscribers=self.readers,
                title="Agora discussion",
                subject_prefix="DIS: ",
                footer=FOOTER,
            ),
        )

    def list_at(self, address: str, author: str) -> MailingList | None:
        """The list with this address, as it treats mail of *author*; None where it is no list."""
        for each in self.lists:
            if each.address == address:
                return replace(each, munge_from=author in self.strict)
        return None


THREE = Cast(
    contestmasters=("Pewterby",),
    contestants=("Tumbledrum", "Fizzlewick"),
    others=("Brasspot",),  # joins by a mail of their own
    strict=("Brasspot",),
    settings={"contest": {"y_pot": 10}},
)
"""The cast of the first recorded game."""

CONTESTMASTER = THREE.contestmasters[0]
GNOMES = (*THREE.contestants, *THREE.others)
PEOPLE = THREE.people
LISTS = THREE.lists
READERS = THREE.readers


def settings_for(
    database: str,
    cast: Cast = THREE,
    *,
    imap: tuple[str, int] = NOWHERE,
    smtp: tuple[str, int] = NOWHERE,
    password: str = "secret",
) -> Settings:
    """The settings of the bot of these people."""
    contest = {"contestmaster": cast.contestmasters[0], **cast.settings.get("contest", {})}
    settings = Settings(
        bot=BotSettings(address=BOT, database=database),
        imap=ImapSettings(host=imap[0], port=imap[1], tls="none", user="rednov", password=password),
        smtp=SmtpSettings(host=smtp[0], port=smtp[1], tls="none"),
        contest=msgspec.convert(contest, ContestSettings),
        reminders=ReminderSettings(outage=1000),  # the clock leaps from mail to mail
        forums={
            "business": Forum(
                address=BUSINESS, list_id="agora-business.game.test", public=True, post=True
            ),
            "discussion": Forum(
                address=DISCUSSION, list_id="agora-discussion.game.test", public=False
            ),
        },
        people={
            name: Person(addresses=(address_of(name),), contestant=name in cast.contestants)
            for name in cast.people
        },
        pictures=PictureSettings(in_mails=False),  # what is recorded is told in words
    )
    more = {key: said for key, said in cast.settings.items() if key != "contest"}
    kinds = {field.name: field.type for field in msgspec.structs.fields(Settings)}
    sections = {key: msgspec.convert(said, kinds[key]) for key, said in more.items()}
    return msgspec.structs.replace(settings, **sections)
