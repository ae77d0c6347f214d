"""A service that was restored from a backup posts nothing twice, whatever it did since."""

from __future__ import annotations

import re
import time
from collections import Counter
from contextlib import closing
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage

from rednov_bot import service
from rednov_bot.bootstrap import open_desk
from rednov_bot.core.store import backups
from tests.games.letters import parsed
from tests.games.service import Port
from tests.games.world import BOT, CONTESTMASTER, GNOMES, address_of
from tests.test_doctor import command
from tests.test_service import approve, say, take_turn

TURNS = ("Brasspot", "Tumbledrum")


def serve(port: Port) -> None:
    """The bot is started, does all there is to do, and what its list sends back, and ends."""
    desk = open_desk(port.config)
    with closing(desk.db):
        for _ in range(2):
            service.serve_once(desk)


def next_to(port: Port, who: str, about: str) -> EmailMessage:
    serve(port)
    return port.next_mail(address_of(who), about)


def on_the_list(port: Port) -> Counter[str]:
    """What a reader of the list has got of the bot, and how often."""
    return Counter(
        str(mail["Subject"])
        for mail in map(parsed, port.mail_server.mailbox(address_of("Fizzlewick")))
        if mail["List-Id"] and BOT in str(mail["From"])
    )


def let_pass(moment: datetime) -> None:
    """From now on a mail is dated later than that, in whole seconds."""
    while datetime.now(UTC).replace(microsecond=0) <= moment:
        time.sleep(0.01)


def answered_since(port: Port, draft: EmailMessage) -> str:
    """The contestmaster approves a draft, and is asked whether that is on the list; the code."""
    assert "This may be posted already" in " ".join(draft.get_content().split())
    say(port, CONTESTMASTER, "approve\n", subject=f"Re: {draft['Subject']}")
    about = str(draft["Subject"]).partition("] ")[2]
    return str(next_to(port, CONTESTMASTER, f"Not back: {about}")["Subject"])


def test_turns_that_were_resolved_since_the_backup_are_posted_once(port: Port) -> None:
    kept = str(port.config.parent / "kept")
    command(port, "start", *GNOMES)
    serve(port)
    approve(port)
    serve(port)
    assert "games: 1" in command(port, "backup", kept)
    for who in TURNS:
        take_turn(port, who)
        serve(port)
        approve(port, f": {who}")
        serve(port)
    before = on_the_list(port)
    assert len(before) == 3
    while not port.deliveries.empty():
        port.deliveries.get()

    for path in port.config.parent.glob("rednov.db*"):
        path.unlink()
    assert "the database is restored" in command(port, "restore", kept)
    restored = datetime.now(UTC)
    first = next_to(port, CONTESTMASTER, "Turn 1: Brasspot")
    void = port.next_mail(address_of(CONTESTMASTER), "Without effect")
    told = port.next_mail(address_of(CONTESTMASTER), "Restored from a backup").get_content()
    for number, who in enumerate(TURNS, 1):
        assert f"Turn {number}: {who}" in " ".join(told.split())
    say(port, CONTESTMASTER, "it is there\n", subject=f"Re: {answered_since(port, first)}")
    ruled = "overrule: it is valid because the list had read turn 1\n"
    say(port, CONTESTMASTER, ruled, subject=f"Re: {void['Subject']}")
    code = answered_since(port, next_to(port, CONTESTMASTER, "Turn 2: Tumbledrum"))[8:15]
    assert f"--there {code}" in command(port, "outbox")
    command(port, "outbox", "--there", code)
    let_pass(restored)
    take_turn(port, "Fizzlewick")
    draft = next_to(port, CONTESTMASTER, "Turn 3: Fizzlewick")
    assert "may be posted already" not in " ".join(draft.get_content().split())
    assert on_the_list(port) == before


def test_an_opening_that_was_on_its_way_reaches_every_gnome_and_is_asked_about(port: Port) -> None:
    url, kept = f"sqlite:///{port.config.parent / 'rednov.db'}", port.config.parent / "kept"
    command(port, "start", *GNOMES)
    code = str(next_to(port, CONTESTMASTER, "[rednov ")["Subject"])[8:15]
    command(port, "approve", code)  # and nothing of it is sent
    command(port, "backup", str(kept))
    backups.restore(
        url,
        kept,
        replace=True,
        at=datetime.now(UTC) - timedelta(hours=2),  # longer ago than a list may take
    )
    told = next_to(port, CONTESTMASTER, "Restored from a backup").get_content()
    (line,) = re.findall(r"post again [A-Z2-9]{7}", told)
    assert not on_the_list(port)
    assert f"--there {line[-7:]}" in command(port, "outbox")
    say(port, CONTESTMASTER, f"{line}\n", subject="Re: Restored from a backup")
    next_to(port, "Fizzlewick", "A new game begins")
    assert set(on_the_list(port).values()) == {1}
    for name in GNOMES:
        mails = map(parsed, port.mail_server.mailbox(address_of(name)))
        told = [mail for mail in mails if "For you alone: the opening" in str(mail["Subject"])]
        assert len({str(mail["Message-ID"]) for mail in told}) == len(told) == 1, name
