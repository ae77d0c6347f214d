"""Papers to file, the smallest that will do."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from rednov_bot.core.models import (
    Attempt,
    Decision,
    Draft,
    Game,
    Message,
    MessageId,
    Outcome,
    Page,
    Posting,
    PostingKind,
    RawMail,
    Verdict,
)
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.games.red_november.rules import events as ev
from rednov_bot.games.red_november.rules.gamestate import Gamestate, Secrets
from rednov_bot.games.red_november.rules.position import Gnome, Position
from rednov_bot.games.red_november.rules.turn import Action, Open, Through, Turn, Use

NOON = datetime(2026, 11, 21, 12, 0, 0, 123456, tzinfo=UTC)
MINUTE = timedelta(minutes=1)
SECRET = bytes(range(32))

TURN = Turn(
    "Ann",
    (Use("grog"), Open(Through(5, near=2), enter=True)),
    Action("give_items", recipient="Bob", give=("coffee", "grog")),
)
BEFORE = Gamestate(
    Position(
        gnomes=(Gnome("Ann", at=3, minutes=60), Gnome("Bob", at=7, minutes=60)),
        blocked=frozenset({(1, 2), (5, 8), (6, 11)}),
        tokens=(("kraken", 12),),
    ),
    Secrets(hands=(("grog",), ("coffee", "toolbox")), limits=(None, None), deck=(3, 1, 2)),
)
STORY: tuple[ev.Event, ...] = (
    ev.ItemPoolShuffled(("grog", "coffee")),
    ev.TurnTaken("Ann", 1),
    ev.ItemsAwarded("Ann", 1, 1, "stores"),
    ev.ItemsReceived("Ann", ("grog",), "stores"),
    ev.LimitPending("Ann", 2, 3, None),
    ev.CurrentRose((2, 3)),
    ev.HandDropped("Bob", True),
)


def a_mail(uid: int, octets: bytes = b"Subject: hm\r\n\r\n\x00\xff", **changes: Any) -> RawMail:
    given = {"folder": "INBOX", "uidvalidity": 7, "arrived_at": NOON, **changes}
    return RawMail(uid=uid, octets=octets, **given)


def a_letter(message_id: str | None = "<turn@post.example>", **changes: Any) -> Message:
    given: dict[str, Any] = {
        "in_reply_to": None,
        "references": (MessageId("<a@b>"), MessageId("<c@d>")),
        "subject": "my turn",
        "sender": "Ann",
        "addresses": ("ann@post.example",),
        "forum": "business",
        "public": True,
        "text": "I open the hatch.",
        "said_at": None,
    }
    return Message(
        message_id=None if message_id is None else MessageId(message_id), **given | changes
    )


def a_game(records: UnitOfWork, at: datetime = NOON) -> Game:
    return records.add_game(
        gnomes=("Ann", "Bob", "Cat"),
        options_json=b'{"crazed": true, "wake": "at_once"}',
        data="standard",
        data_digest="0123",
        rules_version="1",
        secret=SECRET,
        at=at,
    )


PAGE = Page(
    kind="public",
    to="list@lists.example",
    to_name="the list",
    subject="Turn 1 of RN1: Ann’s",
    body="Ann opens a hatch.\n",
    in_reply_to=MessageId("<turn@post.example>"),
    references=(MessageId("<a@b>"), MessageId("<turn@post.example>")),
)
NOTICE = Page(kind="private", to="ann@post.example", to_name="Ann", subject="A grog", body="…\n")


def a_draft(code: str = "ABC2345", **changes: Any) -> Draft:
    given: dict[str, Any] = {
        "kind": "line",
        "game": None,
        "turn": None,
        "for_state": None,
        "attempt": 1,
        "pages": (PAGE, NOTICE),
        "made_at": NOON,
        "due_by": None,
    }
    return Draft(code=code, **given | changes)


def a_decision(code: str = "ABC2345", verdict: Verdict = "approved") -> Decision:
    return Decision(code=code, verdict=verdict, by="Pewterby", why="", at=NOON)


def a_posting(name: str, kind: PostingKind = "public", to: str = "list@lists.example") -> Posting:
    return Posting(
        message_id=MessageId(f"<{name}@bots.example>"),
        kind=kind,
        to=to,
        octets=b"Subject: \xff\x00 " + name.encode(),
    )


def an_attempt(name: str, outcome: Outcome = "accepted", at: datetime = NOON) -> Attempt:
    return Attempt(
        message_id=MessageId(f"<{name}@bots.example>"), at=at, outcome=outcome, reply="250 so be it"
    )
