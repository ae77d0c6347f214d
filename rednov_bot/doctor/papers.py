"""What lies about: mails that did not go, mails that were kept, a restore that is not over."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import datetime, timedelta

from rednov_bot.core.mail.roster import folded
from rednov_bot.desk.reaching import list_notices
from rednov_bot.desk.restoring import lost_time
from rednov_bot.doctor.findings import Finding, mind, well, wrong
from rednov_bot.invocation import program
from rednov_bot.ports import Records
from rednov_bot.settings import Settings

LATE = timedelta(hours=1)
LOOK_BACK = timedelta(days=14)
"""How long ago a mail may have come back that is worth a word."""


def withheld(known: Settings, records: Records) -> Iterator[Finding]:
    """Postings that are not on their lists, because those hold or have refused them."""
    keys = {folded(forum.address): key for key, forum in known.forums.items()}
    for one in records.withheld():
        forum = keys.get(one.posting.to, one.posting.to)
        for said, remedy in [list_notices.why(records, one, forum, known.bot.address)]:
            yield wrong(f"posts to {forum}", f"a posting is {said}", remedy)


def outgoing(records: Records, now: datetime) -> Iterator[Finding]:
    """Mails that are not accepted; how many, never to whom or about what (§6)."""
    states: Counter[str] = Counter([one.state for one in records.unsent()])
    back = {sent.message_id for _, sent in records.bounces(now - LOOK_BACK)}
    states["bounced"] = len(back)
    waiting = [
        one
        for one in records.unsent()
        if one.state == "queued" and one.queued_at is not None and now - one.queued_at > LATE
    ]
    if waiting:
        said = f"{_mails(len(waiting))} not been tried for more than an hour"
        yield wrong("mails out", said, "see that the service runs and reaches its SMTP server")
    for state, words in (
        ("deferred", "been put off"),
        ("refused", "been refused"),
        ("unknown", "an unknown fate"),
        ("bounced", "come back"),
    ):
        if states[state]:
            said = f"{_mails(states[state])} {words}"
            yield mind("mails out", said, f"`{program()} outbox` says which, and why")
    if not waiting and not states.total():
        yield well("mails out", "every mail of the bot's was accepted")


def incoming(records: Records) -> Iterator[Finding]:
    """Mails that wait for a human, or for the service."""
    held = len(records.held())
    if held:
        said = f"{_mails(held)} been kept for the contestmaster"
        yield mind("mails in", said, f"`{program()} mails --held` lists them with the reasons")
    left = records.waiting(1000)
    if left:
        yield mind("mails in", f"{_mails(left)} not been handled yet", "start the service")
    if not held and not left:
        yield well("mails in", "every mail is handled")


def restored(records: Records) -> Iterator[Finding]:
    """A restore after which the mailbox was not read to its end."""
    since = lost_time.catching_up(records)
    if since is not None:
        said = f"the database was restored on {since.at:%Y-%m-%d %H:%M} UTC, and not swept since"
        yield mind("restore", said, "start the service: it reads again what has come since")


def since(begins: datetime | None, now: datetime) -> Iterator[Finding]:
    """From when on mail counts: a moment to come, of a clock that was ahead say, silences all."""
    if begins is None:
        return
    said = f"mail that came before {begins:%Y-%m-%d %H:%M} UTC is passed over"
    if begins > now:
        yield wrong("mails in", said, "set contest.since to the day on which the contest begins")
    else:
        yield well("mails in", said)


def _mails(count: int) -> str:
    return "1 mail has" if count == 1 else f"{count} mails have"
