"""What the mails on file tell: whether each list reaches the bot, and who checks its mail."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from rednov_bot.core.mail.headers import split
from rednov_bot.core.mail.letter import is_own_id
from rednov_bot.core.mail.roster import Roster, folded
from rednov_bot.core.mail.screening import screen
from rednov_bot.doctor.findings import Finding, mind, well, wrong
from rednov_bot.papers import Letter, RawMail
from rednov_bot.ports import Records
from rednov_bot.settings import Settings

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
    letter: Letter | None
    checked_by: tuple[str, ...]  # the names in its Authentication-Results, the topmost first


def newest(known: Settings, records: Records) -> tuple[Fresh, ...]:
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
            letter = screen(raw.octets, roster).letter
        except Exception:  # of a hostile mail anything may be raised; it is held already
            letter = None
        found.append(Fresh(raw, letter, tuple(map(folded, ids))))
    return tuple(found)


def lists(known: Settings, fresh: tuple[Fresh, ...], now: datetime) -> Iterator[Finding]:
    """Whether each list reaches the mailbox, and sends the bot its own posts back."""
    own = known.bot.address
    for key, forum in known.forums.items():
        heard = [one for one in fresh if one.letter is not None and one.letter.forum == key]
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
        ids = [one.letter.message_id for one in heard if one.letter is not None]
        if any(is_own_id(one, own) for one in ids):
            yield well(f"own posts by {key}", "the list sends the bot its own posts back")


def own_posts(known: Settings, records: Records, fresh: tuple[Fresh, ...]) -> Iterator[Finding]:
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
    back = {one.letter.message_id for one in fresh if one.letter is not None}
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
