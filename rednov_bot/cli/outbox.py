"""`rednov outbox`: what became of the mails the bot wrote."""

from __future__ import annotations

import json
from datetime import datetime, timedelta
from email.parser import BytesHeaderParser
from email.policy import default
from pathlib import Path
from typing import Final, NamedTuple

import click

from rednov_bot.cli.desks import DRAFT_CODE, open_desk_on_file, somebody, usual
from rednov_bot.core.models import QueuedPosting
from rednov_bot.core.store.outbox import CODE, GIVE_UP
from rednov_bot.core.workflow import hidden, office, reach, returns


@click.command()
@usual
@click.option("--all", "every", is_flag=True, help="Also those that were accepted.")
@click.option("--go-on", "without", metavar="NAME", help="Wait for NAME's notices no longer.")
@click.option("--told", metavar="NAME", help="NAME knows what their private notices say.")
@click.option(
    "--post-again", "again", type=DRAFT_CODE, metavar="CODE", help="Send the posting once more."
)
@click.option(
    "--there", type=DRAFT_CODE, metavar="CODE", help="The posting is on the list: you have seen it."
)
@click.option(
    "--post-to",
    "to",
    type=(DRAFT_CODE, str),
    metavar="CODE FORUM",
    help="Send it to another public forum.",
)
def outbox(
    config: Path,
    as_json: bool,
    every: bool,
    without: str | None,
    told: str | None,
    again: str | None,
    there: str | None,
    to: tuple[str, str] | None,
) -> None:
    """Mails that have not arrived: not tried yet, deferred, refused, of unknown fate, or come back.

    Oldest first; of a posting of unknown fate with the way out of that.  With them the latest
    notice to each gnome who has answered none in time, and postings that no list has sent back, as
    long as the contestmaster is asked about them: CODE is that of the draft which asks, and
    --post-again, --there and --post-to answer it.
    Subjects hold nothing private.  An opening waits until the notice to each gnome was accepted;
    --go-on posts it without that of one who was told their items in another way, or without their
    word that private mail reaches them.  --told says that somebody knows what their notices say,
    for you told them yourself: none of them waits for an answer any more, on your desk or here.

    --json leaves out mails to one gnome but those in trouble, and of these to whom and about what:
    that somebody is told something alone may say of what (§6).  In a blind game the list for people
    leaves out the same, but for whom to mend the address of.

    \b
    Example:
      rednov outbox
      rednov outbox --all
      rednov outbox --go-on Ann
      rednov outbox --told Ann
      rednov outbox --post-again K7M2QXA
      rednov outbox --post-to K7M2QXA backup
    """
    desk = open_desk_on_file(config)
    if without is not None:
        with desk.db.transaction() as records:
            reach.go_on(desk, records, without)
    if told is not None:
        with desk.db.transaction() as records:
            click.echo(reach.told_otherwise(desk, records, somebody(desk, told)))
    with desk.db.transaction() as records:
        by = office.seated(desk, records)
        if again is not None:
            returns.post_again(by, records, again, by.decides)
        if there is not None:
            returns.is_there(by, records, there, by.decides)
        if to is not None:
            returns.post_to(by, records, to[0], by.decides, to[1])
    with desk.db.transaction() as records:
        if every:
            found = records.outbox()
        else:
            several = reach.unreached(desk, records) + returns.asked_about(records)
            once = {one.posting.message_id: one for one in several}
            found = tuple(sorted(once.values(), key=lambda one: one.queued_at or _written(one).at))
        blind = hidden.is_blind(records)
        ways = {one.posting.message_id: returns.way_out(by, records, one) for one in found}
    if as_json or blind:
        found = tuple(one for one in found if _may_be_listed(one))
    if as_json:
        click.echo(json.dumps([_facts(one) for one in found]))
        return
    if not found:
        click.echo("nothing waits to be sent")
    for one in found:
        way = ways.get(one.posting.message_id, "")
        click.echo(_told(one, way, desk.now(), blind=blind and not _is_of_the_office(one)))


_IN_TROUBLE: Final = ("deferred", "refused", "unknown", "bounced")


def _may_be_listed(one: QueuedPosting) -> bool:
    return _is_of_the_office(one) or one.state in _IN_TROUBLE


def _is_of_the_office(one: QueuedPosting) -> bool:
    """Whether it is for the list, or for the contestmaster."""
    return one.posting.kind in ("public", "draft", "desk")


def _facts(one: QueuedPosting) -> dict[str, object]:
    """What may be published of it; of a server's reply to a private mail, which might quote it,
    only the code."""
    written, openly = _written(one), _is_of_the_office(one)
    code = CODE.match(one.reply)
    return {
        "message_id": one.posting.message_id,
        "kind": one.posting.kind if openly else "private",
        "to": one.posting.to if openly else None,
        "subject": written.subject if openly else None,
        "draft": one.draft if openly else None,
        "state": one.state,
        "attempts": one.attempts,
        "reply": one.reply if openly else code[0] if code else "",
        "written_at": written.at.isoformat(),
    }


def _told(one: QueuedPosting, way: str, now: datetime, *, blind: bool) -> str:
    """To whom and what came of it; what it is about; the last reply; the *way* out.

    *blind*: only to whom and what came of it.
    """
    written = _written(one)
    old = now - written.at
    came = fate(one.state, one.attempts, one.tried_for, again=one.again_at is not None)
    if one.posting.kind == "public" and one.state == "accepted":
        came += ", not seen on the list"
    if blind:
        return f"private   {one.posting.to}  {came}, {age(old)}"
    first = f"{one.posting.kind:<8}  {one.posting.to}  {came}"
    names_it = one.posting.kind == "draft"  # in its subject
    draft = f", of draft {one.draft}" if one.draft and not names_it else ""
    said = "".join(character if character.isprintable() else "?" for character in one.reply)
    lines = [f"{first}, {age(old)}{draft}", written.subject, said and f"last reply: {said}", way]
    return f"\n{'':10}".join([line for line in lines if line])


class _Written(NamedTuple):
    """What the head of a sealed mail says."""

    subject: str
    at: datetime  # whole seconds, UTC


def _written(one: QueuedPosting) -> _Written:
    """Only the head is read: the body may hold what only one gnome may know."""
    head = BytesHeaderParser(policy=default).parsebytes(one.posting.octets)
    return _Written(str(head["Subject"]), head["Date"].datetime)


_FATES: Final = {
    "queued": "not tried yet",
    "sending": "being handed to the mail server",
    "deferred": "deferred {after} and tried again later",
    "given up": "given up {after}",
    "refused": "refused {after} and not tried again",
    "unknown": "of unknown fate {after}: it may have arrived, and is not tried again",
    "offered again": "of unknown fate {after}: it may have arrived, and is offered again",
    "withdrawn": "withdrawn: it was overtaken before it was sent",
    "accepted": "accepted {after}",
    "bounced": "accepted {after}, but it came back",
    "confirmed": "accepted {after}, and answered since",
    "held by the list": "held by the list, {after}",
    "refused by the list": "refused by the list, {after}",
    "published": "published: it is on the list",
}


def fate(state: str, attempts: int, tried_for: timedelta, *, again: bool = False) -> str:
    """What came of a mail so far; what is deferred too long is tried no more (RFC 5321, 4.5.4)."""
    if state == "deferred" and tried_for >= GIVE_UP:
        state = "given up"
    if state == "unknown" and again:
        state = "offered again"
    after = f"after {attempts} {'attempt' if attempts == 1 else 'attempts'}"
    return _FATES[state].format(after=after)


def age(old: timedelta) -> str:
    """How long ago a mail was written: `3 minutes old`."""
    minutes = int(old.total_seconds()) // 60
    if minutes < 1:
        return "less than a minute old"
    if minutes < 120:
        return f"{minutes} {'minute' if minutes == 1 else 'minutes'} old"
    return f"{minutes // 60} hours old" if minutes < 48 * 60 else f"{minutes // 1440} days old"
