"""A real mail server returns a notice: it is read, told of, and its words go elsewhere (§6)."""

from __future__ import annotations

import time
from contextlib import closing
from pathlib import Path

from msgspec.structs import replace

from rednov_bot import service
from rednov_bot.bootstrap import open_desk
from rednov_bot.core.models import QueuedPosting
from rednov_bot.core.settings import BotSettings, ImapSettings, Person, SmtpSettings, imap_password
from rednov_bot.core.transport.imap import Mailbox
from rednov_bot.core.transport.smtp import SmtpClient
from rednov_bot.core.workflow.desk import Desk
from tests.builders import FixedClock, Table, settings_for
from tests.rigs.dovecot import Dovecot
from tests.rigs.postfix import Postfix
from tests.workflow.play import reply, start

# Dovecot has no name with a tilde; Postfix does not know that, takes the mail and returns it.
BOT, GONE, ANN_TOO = "closedloop@game.test", "gone~ann@player.test", "ann.too@player.test"


def between(dovecot: Dovecot, postfix: Postfix, folder: Path) -> Desk:
    """A desk whose mail comes by Dovecot and goes by Postfix; Ann's first mailbox is gone."""
    known = settings_for(f"sqlite:///{folder / 'rednov.db'}", contestmaster="Pewterby")
    people = {
        name: replace(person, addresses=(f"{name.lower()}@player.test",))
        for name, person in known.people.items()
    }
    people["Ann"] = Person(addresses=(GONE, ANN_TOO), contestant=True)
    forums = {
        key: replace(forum, address=f"{key}@player.test") for key, forum in known.forums.items()
    }
    settings = replace(
        known,
        bot=BotSettings(address=BOT, database=known.bot.database),
        people=people,
        forums=forums,
        imap=ImapSettings(
            host=dovecot.host,
            port=dovecot.imap_port,
            user=BOT,
            password=dovecot.password,
            tls="none",
        ),
        smtp=SmtpSettings(host=postfix.host, port=postfix.smtp_port, tls="none"),
    )
    return open_desk(settings)


def every(desk: Desk) -> tuple[QueuedPosting, ...]:
    with desk.db.transaction() as records:
        return records.outbox()


def test_a_notice_that_postfix_returns_is_told_of_and_sent_elsewhere(
    dovecot: Dovecot, postfix: Postfix, tmp_path: Path
) -> None:
    desk = between(dovecot, postfix, tmp_path)
    table = Table(desk, FixedClock(desk.now()))
    opening = start(table)
    reply(table, opening.code, "approve", address="pewterby@player.test", to=BOT)
    with (
        closing(SmtpClient(desk.settings.smtp)) as client,
        Mailbox(desk.settings.imap, imap_password(desk.settings)) as mailbox,
    ):
        until = time.monotonic() + 120
        while not any("came back" in one.posting.octets.decode() for one in every(desk)):
            assert time.monotonic() < until, [(one.posting.to, one.state) for one in every(desk)]
            service.go_round(desk, mailbox, client)
            time.sleep(0.1)
        service.go_round(desk, mailbox, client)
    sent = {one.posting.to: one for one in every(desk) if one.posting.kind == "private"}
    assert sent[GONE].state == "bounced"
    assert sent[ANN_TOO].state == "accepted"
    told = next(one for one in every(desk) if "came back" in one.posting.octets.decode())
    assert told.posting.to == "pewterby@player.test"
    assert "5.1.1" in told.posting.octets.decode()
    assert dovecot.maildir("ann.too").exists()
