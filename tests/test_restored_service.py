"""A service that was restored from a backup posts nothing twice, whatever it did since."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from rednov_bot.store import restoring, upgrading
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
        for mail in map(parsed, port.harbour.mailbox(address_of("Fizzlewick")))
        if mail["List-Id"] and BOT in str(mail["From"])
    )


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
        # The first turn is drafted again, and its words are on the list already.
        draft = port.next_mail(address_of(CONTESTMASTER), "Turn 1: Brasspot")
        assert "The list has just these words already" in " ".join(draft.get_content().split())
        say(port, CONTESTMASTER, "approve\n", subject=f"Re: {draft['Subject']}")
        port.next_mail(address_of(CONTESTMASTER), "Restored from a backup")
        # The second came behind it, and is taken up when it is decided.
        draft = port.next_mail(address_of(CONTESTMASTER), "Turn 2: Tumbledrum")
        assert "The list has just these words already" in " ".join(draft.get_content().split())
        say(port, CONTESTMASTER, "approve\n", subject=f"Re: {draft['Subject']}")
        take_turn(port, "Fizzlewick")
        draft = port.next_mail(address_of(CONTESTMASTER), "Turn 3: Fizzlewick")
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
        upgrade=lambda url: upgrading.upgrade(url, restoring=True),
    )
    ways = rednov(port, "outbox", *config)
    assert "when the mailbox is read again, the contestmaster is asked about it" in ways
    with Service(port) as service:
        question = port.next_mail(address_of(CONTESTMASTER), "Not back: A new game begins")
        assert "was posted before" in " ".join(question.get_content().split())
        assert not on_the_list(port)
        assert f"--there {str(question['Subject'])[8:15]}" in rednov(port, "outbox", *config)
        say(port, CONTESTMASTER, "post again\n", subject=f"Re: {question['Subject']}")
        port.next_mail(address_of("Fizzlewick"), "A new game begins")
        assert service.stop() == 0
    assert set(on_the_list(port).values()) == {1}
    for name in GNOMES:
        told = [
            str(mail["Message-ID"])
            for mail in map(parsed, port.harbour.mailbox(address_of(name)))
            if "For you alone: the opening" in str(mail["Subject"])
        ]
        assert len(told) == 1, name
