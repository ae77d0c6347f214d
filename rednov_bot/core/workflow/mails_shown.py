"""What a mail led to, one thing after the other, for whoever looks after the contest (§6).

What is told of each thing is public, or says nothing of hands and tiles.  Words of private mails
and what was read in them are told apart.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from email import policy
from email.parser import BytesHeaderParser
from typing import Final

from rednov_bot.core.errors import CannotReplay
from rednov_bot.core.invocation import program
from rednov_bot.core.models import Act, Filed, MessageId, PaperId, QueuedPosting
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.workflow import hidden, mails_on_file
from rednov_bot.core.workflow.desk import Desk


@dataclass(frozen=True, slots=True, kw_only=True)
class LedTo:
    """One thing that came of a mail."""

    kind: str
    what: str  # half a sentence that tells no hand and no tile
    key: str  # a code, a Message-ID or a number


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """A mail, and what became of it."""

    mail: PaperId
    arrived_at: datetime
    sender: str | None
    forum: str | None
    filed: Filed | None
    verdict: str  # of the reader, "" where nobody read it
    acts: tuple[Act, ...] = field(repr=False)
    led_to: tuple[LedTo, ...]


def show(desk: Desk, records: UnitOfWork, mail: PaperId) -> Shown:
    """Everything that a mail led to.  CannotReplay where there is no such mail."""
    raw = records.raw_mail(mail)
    if raw is None:
        raise CannotReplay(f"there is no mail {mail} on file; `{program()} mails` lists them")
    message = mails_on_file.message_if_sound(desk, records, mail)
    is_apart = message is None or (hidden.is_blind(records) and not message.public)
    verdict, acts = records.reading(mail) or ("", ())
    return Shown(
        mail=mail,
        arrived_at=raw.arrived_at,
        sender=None if message is None or is_apart else message.sender,
        forum=None if message is None else message.forum,
        filed=records.filed(mail),
        verdict=verdict,
        acts=acts,
        led_to=tuple(_led_to(records, mail)),
    )


def _led_to(records: UnitOfWork, mail: PaperId) -> Iterator[LedTo]:
    for kind, key in records.led_to_by(mail):
        if kind == "turns":
            taken = records.turn(PaperId(int(key)))
            what = f"turn {taken.number} of {records.game(taken.game).tag} taken by {taken.player}"
            yield LedTo(kind="turn", what=what, key=key)
        elif kind == "drafts":
            yield from _draft(records, key)
        elif kind == "postings":
            if (posting := records.posting(MessageId(key))) is not None:
                yield _posting(posting)
        elif kind == "decisions":
            found = records.draft(key)
            if found is not None and found[1] is not None:
                yield LedTo(kind="decision", what=f"draft {key} {found[1].verdict}", key=key)
        elif kind == "gamestates":
            game, number, cause = records.gamestate_known_as(PaperId(int(key)))
            what = f"{records.game(game).tag} moves on to gamestate {number}: {cause}"
            yield LedTo(kind="gamestate", what=what, key=key)
        elif kind in _OTHERS:
            called, what = _OTHERS[kind]
            yield LedTo(kind=called, what=what.format(key), key=key)


def _draft(records: UnitOfWork, code: str) -> Iterator[LedTo]:
    found = records.draft(code)
    if found is None:
        return
    draft, decision = found
    became = "open" if decision is None else f"{decision.verdict} by {decision.by}"
    yield LedTo(kind="draft", what=f"{draft.kind}: {draft.about}; {became}", key=code)
    if decision is not None and decision.verdict == "approved":
        for one in records.outbox(code):
            if one.posting.kind in ("public", "private"):
                yield _posting(one)


def _posting(one: QueuedPosting) -> LedTo:
    head = BytesHeaderParser(policy=policy.default).parsebytes(one.posting.octets)
    kind = _OF_POSTINGS.get(one.posting.kind, one.posting.kind)
    what = f"{kind} to {one.posting.to}, {head['Subject'] or 'no subject'}: {one.state}"
    return LedTo(kind="mail", what=what, key=one.posting.message_id)


_OF_POSTINGS: Final = {
    "public": "posting",
    "private": "private notice",
    "receipt": "answer",
    "question": "question",
    "draft": "draft",
    "desk": "word for the desk",
}
_OTHERS: Final = {
    "led_to": (
        "discard or gift",
        "a discard or gift in return, by which a game got to gamestate {}",
    ),
    "item_lists": ("item list", "a private list of items was noted"),
    "standing_orders": ("orders", "standing orders were noted"),
    "answers": ("choice", "a choice was answered"),
    "holds": ("hold", "draft {} was held or released"),
    "clarifications": ("question", "its author is asked under {} what it means"),
    "clarified": ("answer", "it settles what mail {} announces"),
    "doubted": ("question", "its author is asked under {} whether they wrote it"),
    "vouched": ("answer", "it answers whether somebody wrote a mail"),
    "memberships": ("membership", "somebody joined or left"),
    "contest_changes": ("contest", "the contest changed"),
    "rulings": ("ruling", "ruling {}"),
    "absences": ("absence", "an absence was noted"),
    "reopened": ("reading", "it is said how mail {} is read"),
    "games": ("game", "game {} was put on file"),
    "forgeries": ("alarm", "something alarming was noted"),
    "confirmations": ("arrival", "it shows that a mail of the bot's arrived"),
    "bounces": ("bounce", "a mail server reports on a mail of the bot's"),
    "list_notices": ("list notice", "a list tells of a posting of the bot's"),
}
"""How what stands in each of the other tables is called, and what is told of it with its key."""
