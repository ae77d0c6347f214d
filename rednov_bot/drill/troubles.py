"""The season: one turn after another, each taken amid a trouble of its own."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Final

from rednov_bot.bootstrap import open_desk
from rednov_bot.demo import script
from rednov_bot.desk.contest import starting
from rednov_bot.drill import hostile
from rednov_bot.drill.sandbox import Failed, Sandbox
from rednov_bot.mail.replies import code_of

KILLS: Final = 9
_LATE: Final = timedelta(hours=40)
_ROOM: Final = 128 * 1024  # octets that fit into a file on a full disk


@dataclass(frozen=True, slots=True)
class Trouble:
    """What befalls the service, and what then happens, in words for the sheet."""

    name: str
    play: Callable[[Sandbox], str]


def opening(box: Sandbox) -> str:
    """A game begins; the server refuses the notice to one gnome, and the opening waits for em."""
    lost = script.GNOMES[-1]
    box.harbour.refuse(script.address_of(lost), 550)
    desk = open_desk(box.config, clock=box.wall)
    with desk.ledger.transaction() as records:
        starting.start(desk, records, script.GNOMES, {})
    desk.ledger.close()
    box.serve()

    def is_told() -> bool:
        box.approve()
        mails = [one for one in box.private(script.CONTESTMASTER) if not code_of(one["Subject"])]
        return any(script.address_of(lost) in mail.as_string() for mail in mails)

    box.until(is_told, "a word to the contestmaster about the refused notice")
    if box.posts():
        raise Failed(f"the opening was posted, though {lost} knows nothing of their items")
    box.harbour.behave()
    box.rednov("outbox", "--go-on", lost)
    box.until(lambda: bool(box.posts()), "the opening on the list")
    return "the contestmaster was told, and the opening waited for their answer"


def plain(box: Sandbox) -> str:
    """Nothing befalls it."""
    begun = time.monotonic()
    box.announce()
    box.until_resolved()
    return f"from the announcement to the list in {time.monotonic() - begun:.1f} s"


def duplicates(box: Sandbox) -> str:
    """The announcement comes again and again: by the list, straight to the bot, and late."""
    who = box.announce()
    octets = box.last_of(who)
    box.harbour.deliver(script.BOT, octets)
    box.harbour.deliver(script.BOT, octets.replace(b"Subject: BUS: ", b"Subject: BUS: BUS: ", 1))
    box.until_resolved()
    box.harbour.deliver(script.BOT, octets)
    return "four copies of one announcement, one turn"


def killed(box: Sandbox) -> str:
    """It is killed again and again in the midst of its work."""
    chance = random.Random(KILLS)  # the moments: anything will do, as long as they differ
    box.kill()
    box.announce()
    for _ in range(KILLS):
        box.serve()
        time.sleep(0.6 + 0.8 * chance.random())
        box.kill()
        box.approve()
    box.serve()
    box.until_resolved()
    return f"killed {KILLS} times, one turn"


def frozen(box: Sandbox) -> str:
    """It stands still for a while."""
    who = box.whose_turn()
    with box.frozen():
        box.announce(who)
        time.sleep(3)
    box.until_resolved()
    return "it went on"


def renumbered(box: Sandbox) -> str:
    """The mailbox loses its index, and numbers every mail anew."""
    mails = len(box.harbour.mailbox(script.BOT))
    box.announce()
    box.harbour.renumber(script.BOT)
    box.until_resolved()
    box.harbour.renumber(script.BOT)
    return f"{mails} old mails were fetched again, and none counted again"


def without_servers(box: Sandbox) -> str:
    """The mail servers are away for a while."""
    box.announce()
    with box.without_mail_servers():
        time.sleep(2)
    begun = time.monotonic()
    box.until_resolved()
    return f"it came back by itself, within {time.monotonic() - begun:.1f} s"


def lost_behind_the_dot(box: Sandbox) -> str:
    """The list's server takes a mail, and the connection breaks before it can say so."""
    box.announce()
    box.harbour.drop_after_dot(script.BUSINESS)
    box.until_resolved()
    box.harbour.behave()
    return "the posting is on the list once"


def put_off(box: Sandbox) -> str:
    """The list's server puts every mail off for some minutes."""
    box.announce()
    box.harbour.refuse(script.BUSINESS, 451)
    number = box.announced

    def is_tried() -> bool:
        box.approve()
        found = box.on_file(lambda records: records.unsent())
        return any(one.posting.kind == "public" and one.state == "deferred" for one in found)

    box.until(is_tried, f"an attempt to post the resolution of turn {number}")
    box.harbour.behave()
    box.wall.jump(timedelta(minutes=5))
    box.until_resolved()
    return "it was sent later, once"


def full_disk(box: Sandbox) -> str:
    """The disk of the database is full."""
    if not box.database.startswith("sqlite"):
        return "not tried: the database is not in the sandbox"
    box.stop()
    box.mark_log()
    box.serve(_ROOM)
    box.announce()
    for _ in range(8):  # until there is no room left
        box.people[script.GNOMES[0]].send(script.DISCUSSION, "Chatter", "A fine day.\n" * 2000)
    box.until_logged("the database", "a word in the log that the disk is full")
    box.approve()
    box.kill()  # whoever makes room may as well start it again
    box.serve()
    box.until_resolved()
    return "nothing was lost; it went on when there was room"


def clock_jumps(box: Sandbox) -> str:
    """The clock jumps forty hours ahead while a turn waits for the contestmaster, and back."""
    box.announce()
    master = script.CONTESTMASTER
    box.until(lambda: not box.facts().resolved, "the turn")

    def told() -> int:
        """How many reminders e has got."""
        return sum("Reminder: " in mail["Subject"] for mail in box.private(master))

    known = told()
    box.wall.jump(_LATE)
    box.until(lambda: told() > known, "a reminder to the contestmaster")
    time.sleep(3)
    reminders = told() - known
    box.wall.jump(-_LATE)
    time.sleep(2)
    again = told() - known - reminders
    if reminders > 2 or again:
        raise Failed(f"the contestmaster got {reminders} reminders, {again} when it went back")
    box.until_resolved()
    return "the contestmaster was reminded, and not again when it went back"


def hostile_mails(box: Sandbox) -> str:
    """Broken and hostile mails come, forged approvals among them."""
    before = box.facts().turns
    mails = hostile.mails()
    for octets in mails:
        box.harbour.deliver(script.BOT, octets)
    box.announce()
    box.until_resolved()
    if box.facts().turns != before + 1:
        raise Failed("a hostile mail took effect")
    return f"{len(mails)} of them, and none took effect"


def restored(box: Sandbox) -> str:
    """The database is lost while a turn waits, and a backup of before is put in its place."""
    if not box.database.startswith("sqlite"):
        return "not tried: the database is not in the sandbox"
    backup = box.folder / "drill.backup"
    backup.unlink(missing_ok=True)
    box.announce()
    box.rednov("backup", str(backup))
    box.until(lambda: not box.facts().resolved, "the turn")
    box.kill()
    for end in ("", "-wal", "-shm"):
        with suppress(FileNotFoundError):
            Path(f"{box.folder / 'rednov.db'}{end}").unlink()
    box.rednov("restore", str(backup))
    known = len(box.private(script.CONTESTMASTER))
    box.serve()

    def is_told() -> bool:
        mails = box.private(script.CONTESTMASTER)[known:]
        return any("restored" in str(mail["Subject"]).lower() for mail in mails)

    box.until(is_told, "a word to the contestmaster about the restore")
    box.until_resolved()
    return "the turn was found again in the mailbox, and resolved once"


SEASON: Final = (
    Trouble("a notice is refused", opening),
    Trouble("no trouble", plain),
    Trouble("the same mail four times", duplicates),
    Trouble("killed, again and again", killed),
    Trouble("frozen", frozen),
    Trouble("the mailbox is numbered anew", renumbered),
    Trouble("no mail servers", without_servers),
    Trouble("lost behind the final dot", lost_behind_the_dot),
    Trouble("the list puts mail off", put_off),
    Trouble("the disk is full", full_disk),
    Trouble("the clock jumps", clock_jumps),
    Trouble("hostile mails", hostile_mails),
    Trouble("the database is lost", restored),
    Trouble("no trouble, at the end", plain),
)
