"""What the mails on file tell: which list reaches the bot, what did not go, what was kept."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from rednov_bot.core.invocation import program
from rednov_bot.core.mail.headers import split
from rednov_bot.core.mail.message import is_own_id, open_letter
from rednov_bot.core.mail.roster import Roster, folded
from rednov_bot.core.models import Message, RawMail
from rednov_bot.core.settings import Settings
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.workflow import returns
from rednov_bot.core.workflow.restoring import lost_time
from rednov_bot.doctor.findings import Finding, mind, well, wrong

LOOKED_AT = 200
"""How many mails, the newest of those on file."""

QUIET = timedelta(days=14)
"""How long a list may be silent before that is worth a thought."""

AHEAD = timedelta(minutes=5)
"""How far the clocks of two servers may differ."""


@dataclass(frozen=True, slots=True)
class Fresh:
    """One of the newest mails on file."""

    raw: RawMail
    message: Message | None
    checked_by: tuple[str, ...]  # the names in its Authentication-Results, the topmost first


def newest(known: Settings, records: UnitOfWork) -> tuple[Fresh, ...]:
    """The newest mails on file, oldest first."""
    roster = Roster.of(known)
    found = []
    for filed in records.dispositions()[-LOOKED_AT:]:
        raw = records.raw_mail(filed.mail)
        if raw is None:
            continue
        head, _ = split(raw.octets[: 256 * 1024].replace(b"\r\n", b"\n"))
        fields = head.all("authentication-results")
        ids = [words[0] for one in fields if (words := one.partition(";")[0].split())]
        try:
            message = open_letter(raw.octets, roster).message
        except Exception:  # of a hostile mail anything may be raised; it is held already
            message = None
        found.append(Fresh(raw, message, tuple(map(folded, ids))))
    return tuple(found)


def lists(known: Settings, fresh: tuple[Fresh, ...], now: datetime) -> Iterator[Finding]:
    """Whether each list reaches the mailbox, and sends the bot its own posts back."""
    own = known.bot.address
    for key, forum in known.forums.items():
        heard = [one for one in fresh if one.message is not None and one.message.forum == key]
        if not heard:
            said = f"none of the newest {len(fresh)} mails on file came by {key}"
            remedy = f"see that {own} is subscribed to {forum.address}, and that list_id is right"
            yield mind(f"list {key}", said, remedy)
            continue
        last = max(one.raw.arrived_at for one in heard)
        said = f"its last mail came on {last:%Y-%m-%d %H:%M} UTC"
        if now - last > QUIET:
            yield mind(f"list {key}", said, "if the list is not that quiet, see its subscription")
        else:
            yield well(f"list {key}", said)
        if not forum.post:
            continue
        ids = [one.message.message_id for one in heard if one.message is not None]
        if any(is_own_id(one, own) for one in ids):
            yield well(f"own posts by {key}", "the list sends the bot its own posts back")


def own_posts(known: Settings, records: UnitOfWork, fresh: tuple[Fresh, ...]) -> Iterator[Finding]:
    """Whether posts that were accepted have come back at all."""
    accepted = [
        one
        for one in records.outbox()
        if one.posting.kind == "public" and one.state not in ("queued", "deferred", "refused")
    ]
    for key, forum in known.forums.items():
        if forum.post and records.sends_back(key) is None and not accepted:
            said = "nothing of the bot's has ever come back from it"
            remedy = (
                f"with the first posting, see that {known.bot.address} is subscribed to "
                f'{forum.address}, and that it sends members their own mails ("receive own posts")'
            )
            yield mind(f"own posts by {key}", said, remedy)
    back = {one.message.message_id for one in fresh if one.message is not None}
    lately = [one for one in accepted[-5:] if one.posting.message_id not in back]
    if accepted and len(lately) == len(accepted[-5:]) and len(fresh) < LOOKED_AT:
        yield mind(
            "own posts",
            "none of the last posts of the bot's came back from its list",
            f'have the list send {known.bot.address} its own posts ("receive own posts")',
        )


def authserv_id(known: Settings, fresh: tuple[Fresh, ...]) -> Iterator[Finding]:
    """Whether the mail server whose word is believed is the one that speaks."""
    given = known.bot.authserv_id
    topmost = Counter(one.checked_by[0] for one in fresh if one.checked_by)
    usual = topmost.most_common(1)
    if given is None:
        if usual and usual[0][1] >= max(3, len(fresh) // 2):
            name, count = usual[0]
            said = f"{count} of the newest {len(fresh)} mails were checked by {name}"
            remedy = (
                f'if that is your own mail server, set bot.authserv_id = "{name}": forged mail is '
                "found out then"
            )
            yield mind("authserv_id", said, remedy)
        return
    bearing = sum(folded(given) in one.checked_by for one in fresh)
    if not fresh:
        yield well("authserv_id", f"{given}; no mail is on file yet")
    elif bearing == 0:
        seen = ", ".join(name for name, _ in topmost.most_common(3)) or "no name at all"
        said = f"no mail on file bears {given} in Authentication-Results, but {seen}"
        yield wrong("authserv_id", said, "put the name there that your own mail server writes")
    elif usual and usual[0][0] != folded(given):
        said = f"{given} stands on {bearing} mails, but on top most often {usual[0][0]}"
        yield mind("authserv_id", said, "only the server that writes last can be believed: which?")
    else:
        yield well("authserv_id", f"{given} stands on {bearing} of the newest {len(fresh)} mails")


def clock(fresh: tuple[Fresh, ...], now: datetime) -> Iterator[Finding]:
    """Whether mails came later than now."""
    ahead = [one.raw.arrived_at - now for one in fresh if one.raw.arrived_at - now > AHEAD]
    if ahead:
        minutes = int(max(ahead).total_seconds()) // 60
        said = f"a mail on file came {minutes} minutes from now, by the mail server's clock"
        yield wrong("clock", said, "set the clock, and have it kept right (NTP)")


LATE = timedelta(hours=1)
LOOK_BACK = timedelta(days=14)
"""How long ago a mail may have come back that is worth a word."""


def withheld(known: Settings, records: UnitOfWork) -> Iterator[Finding]:
    """Postings that are not on their lists, because those hold or have refused them."""
    keys = {folded(forum.address): key for key, forum in known.forums.items()}
    for one in records.withheld():
        forum = keys.get(one.posting.to, one.posting.to)
        said, remedy = returns.why(records, one, forum, known.bot.address)
        yield wrong(f"posts to {forum}", f"a posting is {said}", remedy)


def outgoing(records: UnitOfWork, now: datetime) -> Iterator[Finding]:
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


def incoming(records: UnitOfWork) -> Iterator[Finding]:
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


def restored(records: UnitOfWork) -> Iterator[Finding]:
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
