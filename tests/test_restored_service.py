"""A service that was restored from a backup posts nothing twice, whatever it did since."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from pathlib import Path

import pytest

from rednov_bot.core.store import restoring
from tests.games.letters import parsed
from tests.games.service import Port, Service, rednov
from tests.games.world import BOT, BUSINESS, CONTESTMASTER, GNOMES, address_of
from tests.test_service import approve, say

TURNS = ("Brasspot", "Tumbledrum")


@pytest.fixture
def port(tmp_path: Path) -> Iterator[Port]:
    with Port(tmp_path) as made:
        yield made


def take_turn(port: Port, who: str) -> None:
    say(port, who, "I take no action.\n", to=BUSINESS, subject=who)


def on_the_list(port: Port) -> Counter[str]:
    """What a reader of the list has got of the bot, and how often."""
    return Counter(
        str(mail["Subject"])
        for mail in map(parsed, port.mail_server.mailbox(address_of("Fizzlewick")))
        if mail["List-Id"] and BOT in str(mail["From"])
    )


def answered_since(port: Port, draft: EmailMessage) -> str:
    """The contestmaster approves a draft, and is asked whether that is on the list; the code."""
    assert "This may be posted already" in " ".join(draft.get_content().split())
    say(port, CONTESTMASTER, "approve\n", subject=f"Re: {draft['Subject']}")
    about = str(draft["Subject"]).partition("] ")[2]
    return str(port.next_mail(address_of(CONTESTMASTER), f"Not back: {about}")["Subject"])


def test_turns_that_were_resolved_since_the_backup_are_posted_once(port: Port) -> None:
    config = ("--config", str(port.config))
    folder = port.config.parent
    rednov(port, "start", *GNOMES, *config)
    with Service(port) as service:
        approve(port)
        port.next_mail(address_of("Brasspot"), "A new game begins")
        told = rednov(port, "backup", "kept", *config)  # while it runs
        assert "games: 1" in told
        for number, who in enumerate(TURNS, 1):
            take_turn(port, who)
            approve(port)
            port.next_mail(address_of("Fizzlewick"), f"Turn {number}: {who}")
        service.kill()
        service.wait()
    before = on_the_list(port)
    assert len(before) == 3

    for path in folder.glob("rednov.db*"):
        os.unlink(path)
    assert "the database is restored" in rednov(port, "restore", "kept", *config)
    with Service(port) as service:
        first = port.next_mail(address_of(CONTESTMASTER), "Turn 1: Brasspot")
        void = port.next_mail(address_of(CONTESTMASTER), "Without effect")
        mail = port.next_mail(address_of(CONTESTMASTER), "Restored from a backup")
        told = " ".join(mail.get_content().split())
        for number, who in enumerate(TURNS, 1):
            assert f"Turn {number}: {who}" in told
        say(port, CONTESTMASTER, "it is there\n", subject=f"Re: {answered_since(port, first)}")
        ruled = "overrule: it is valid because the list had read turn 1\n"
        say(port, CONTESTMASTER, ruled, subject=f"Re: {void['Subject']}")
        second = port.next_mail(address_of(CONTESTMASTER), "Turn 2: Tumbledrum")
        code = answered_since(port, second)[8:15]
        assert f"--there {code}" in rednov(port, "outbox", *config)
        rednov(port, "outbox", "--there", code, *config)
        take_turn(port, "Fizzlewick")
        draft = port.next_mail(address_of(CONTESTMASTER), "Turn 3: Fizzlewick")
        assert "may be posted already" not in " ".join(draft.get_content().split())
        assert service.stop() == 0
    assert on_the_list(port) == before


def test_an_opening_that_was_on_its_way_reaches_every_gnome_and_is_asked_about(port: Port) -> None:
    config = ("--config", str(port.config))
    folder = port.config.parent
    rednov(port, "start", *GNOMES, *config)
    with Service(port) as service:
        code = str(port.next_mail(address_of(CONTESTMASTER), "[rednov ")["Subject"])[8:15]
        service.stop()
    rednov(port, "approve", code, *config)  # and nothing of it is sent
    rednov(port, "backup", "kept", *config)
    restoring.restore(
        f"sqlite:///{folder / 'rednov.db'}",
        folder / "kept",
        replace=True,
        at=datetime.now(UTC) - timedelta(hours=2),  # longer ago than a list may take
    )
    assert "the contestmaster is asked about it" in rednov(port, "outbox", *config)
    with Service(port) as service:
        told = port.next_mail(address_of(CONTESTMASTER), "Restored from a backup").get_content()
        (line,) = re.findall(r"post again [A-Z2-9]{7}", told)
        assert not on_the_list(port)
        assert f"--there {line[-7:]}" in rednov(port, "outbox", *config)
        say(port, CONTESTMASTER, f"{line}\n", subject="Re: Restored from a backup")
        port.next_mail(address_of("Fizzlewick"), "A new game begins")
        assert service.stop() == 0
    assert set(on_the_list(port).values()) == {1}
    for name in GNOMES:
        told = [
            str(mail["Message-ID"])
            for mail in map(parsed, port.mail_server.mailbox(address_of(name)))
            if "For you alone: the opening" in str(mail["Subject"])
        ]
        assert len(told) == 1, name
