"""Short ways to say what happens at a table: games begun, turns announced, drafts answered."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Iterable, Mapping
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar

from msgspec.structs import replace

from rednov_bot.bootstrap import open_desk
from rednov_bot.core.models import Attempt, Draft, Filed, Outcome, Page, Posting, QueuedPosting
from rednov_bot.core.render.luck_pages import parted
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.workflow import office, scheduler, starting
from rednov_bot.core.workflow.desk import tables_of
from rednov_bot.games.red_november.rules import events as ev
from rednov_bot.games.red_november.rules.gamestate import Gamestate
from rednov_bot.games.red_november.rules.position import Position
from rednov_bot.games.red_november.rules.words import CardKind, Item, RoomCondition
from tests import builders
from tests.builders import BUSINESS, list_mail, private_mail

MASTER = "Pewterby"
ADDRESS_OF_MASTER = "pewterby@post.example"
NO_TURN = "I take no action."

Postings = tuple[QueuedPosting, ...]
One = TypeVar("One")
_AT_THE_END = re.compile(r"The (?:story|secret of the luck) of")


def start(table: builders.Table, *names: str, **options: Any) -> Draft:
    """The opening of a game is drafted."""
    with table.desk.db.transaction() as records:
        return starting.start(table.desk, records, names or ("Ann", "Bob", "Cat"), options)


def a_table(folder: Path, **settings: Any) -> Table:
    """A desk over a fresh SQLite file in *folder*; no game was begun."""
    made = builders.a_table(folder, **settings)
    return Table(desk=made.desk, clock=made.clock)


def begun(folder: Path, *names: str, options: Mapping[str, Any] = {}, **settings: Any) -> Table:
    """A table at which a game has begun, as `begin` leaves it."""
    table = a_table(folder, **settings)
    begin(table, *names, **options)
    return table


def begin(table: builders.Table, *names: str, **options: Any) -> None:
    """A game begins; everybody stands in room 5, 39 minutes left, with an empty hand.

    The next eight event cards are Respites, and the next item marker is at 30.
    """
    draft = start(table, *names, **options)
    reply(table, draft.code, "approve")
    place = {name: {"at": 5, "minutes": 39} for name in names or ("Ann", "Bob", "Cat")}
    arrange(table, gnomes=place, hands=dict.fromkeys(place, ()), deck=["respite"] * 8)
    table.news()


def present(table: builders.Table) -> Gamestate:
    """The gamestate of the newest game that has begun."""
    return numbered(table)[1]


def numbered(table: builders.Table) -> tuple[int, Gamestate]:
    with table.desk.db.transaction() as records:
        for game in reversed(records.games()):
            found = records.gamestate(game.id)
            if found is not None:
                return found
    raise AssertionError("no game has begun")


def position(table: builders.Table) -> Position:
    return present(table).position


def hand(table: builders.Table, name: str) -> list[Item]:
    state = present(table)
    return sorted(state.secrets.hands[state.position.seat(name)])


def arrange(
    table: builders.Table,
    *,
    gnomes: Mapping[str, Mapping[str, Any]] = {},
    hands: Mapping[str, Iterable[Item]] = {},
    limits: Mapping[str, Any] = {},
    rooms: Mapping[int, RoomCondition] = {},
    deck: Iterable[CardKind] = (),
    **public: Any,
) -> None:
    """The position is put as a test wants it: deck names the cards on top."""
    with table.desk.db.transaction() as records:
        game = records.games()[-1]
        found = records.gamestate(game.id)
        assert found is not None
        number, state = found
        where, secrets = state.position, state.secrets
        placed = [replace(one, **gnomes.get(one.name, {})) for one in where.gnomes]
        flooded = [rooms.get(room, was) for room, was in enumerate(where.rooms)]
        held = list(secrets.hands)
        pending = list(secrets.limits)
        for name, items in hands.items():
            held[where.seat(name)] = tuple(items)
        for name, limit in limits.items():
            pending[where.seat(name)] = limit
        secrets = replace(
            secrets,
            hands=tuple(held),
            limits=tuple(pending),
            deck=_on_top(secrets.deck, deck, tables_of(table.desk, game).deck),
        )
        where = replace(where, gnomes=tuple(placed), rooms=tuple(flooded), **public)
        records.advance(
            game.id,
            number + 1,
            (ev.PositionCorrected(where.turns, where),),
            Gamestate(where, secrets),
            cause="arranged for a test",
            at=table.clock.at,
        )


def _on_top(deck: tuple[int, ...], wanted: Iterable[CardKind], cards: Any) -> tuple[int, ...]:
    top: list[int] = []
    for kind in wanted:
        top.append(next(n for n in deck if n not in top and cards[n].kind == kind))
    return (*top, *[n for n in deck if n not in top])


def say(table: builders.Table, who: str, text: str = NO_TURN, **more: Any) -> Postings:
    """Somebody writes to the list; what the bot queues for it."""
    more.setdefault("message_id", f"<{table.uid + 1}.public@post.example>")
    return table.receive(list_mail(who, text + "\n", date=table.clock.at, **more))


def write(table: builders.Table, who: str, text: str, **more: Any) -> Postings:
    """Somebody writes to the bot alone; what the bot queues for it."""
    more.setdefault("message_id", f"<{table.uid + 1}.private@post.example>")
    return table.receive(private_mail(who, text + "\n", date=table.clock.at, **more))


def reply(table: builders.Table, code: str, text: str, who: str = MASTER, **more: Any) -> Postings:
    """Somebody answers a draft; what the bot queues for it."""
    return write(table, who, text, subject=f"Re: [rednov {code}] something", **more)


def resolve(table: builders.Table, who: str, text: str = NO_TURN, **more: Any) -> Postings:
    """A turn is announced, and its draft approved; what the bot queues for the approval."""
    return reply(table, code_in(say(table, who, text, **more)), "approve")


def do(table: builders.Table, act: Callable[..., One], *given: Any, **more: Any) -> One:
    """Something is done at the desk, in a transaction of its own."""
    with table.desk.db.transaction() as records:
        return act(office.seated(table.desk, records), records, *given, **more)


def carry(table: builders.Table, outcome: Outcome = "accepted", *, to: str = "") -> list[str]:
    """What is due, for one address or for all, is offered to the mail server; to whom that was."""
    with table.desk.db.transaction() as records:
        at, reply = table.desk.now(), f"{outcome} by the server"
        due = [one for one in records.due(at, 1000) if to in ("", one.to)]
        for one in due:
            records.attempted(
                Attempt(message_id=one.message_id, at=at, outcome=outcome, reply=reply)
            )
    return [one.to for one in due]


def served(table: builders.Table, quoted: str) -> None:
    """What is due is taken by the mail server; private notices it refuses, and quotes them."""
    with table.desk.db.transaction() as records:
        for one in records.due(table.clock.at, 1000):
            refused = one.kind == "private"
            came = (
                tried(table, one, "refused", quoted) if refused else tried(table, one, "accepted")
            )
            records.attempted(came)


def opened(posting: QueuedPosting) -> EmailMessage:
    """The mail, parsed; to be read alone."""
    return _parsed(posting.posting.octets)


@lru_cache(512)
def _parsed(octets: bytes) -> EmailMessage:
    mail = message_from_bytes(octets, policy=default)
    assert isinstance(mail, EmailMessage)
    return mail


def text_of(posting: QueuedPosting) -> str:
    return _text(posting.posting.octets)


@lru_cache(512)
def _text(octets: bytes) -> str:
    return str(_parsed(octets).get_content()).replace("\r\n", "\n")


def flat(*news: QueuedPosting | str) -> str:
    """These mails, or texts, on one line."""
    texts = [one if isinstance(one, str) else text_of(one) for one in news]
    return " ".join(" ".join(texts).split())


def missing(text: QueuedPosting | str, *words: str) -> list[str]:
    """Which of these words do not stand in a mail, or text, on one line."""
    return [one for one in words if one not in flat(text)]


def subject_of(posting: QueuedPosting) -> str:
    return str(opened(posting)["Subject"])


def kinds(postings: Postings) -> list[str]:
    """What kinds of mail these are, in their order."""
    return [one.posting.kind for one in postings]


def only(postings: Postings, kind: str) -> QueuedPosting:
    """The one mail of a kind."""
    (found,) = (one for one in postings if one.posting.kind == kind)
    return found


def but_reminders(postings: Postings) -> Postings:
    """What came besides reminders and offers to kill the idle (rules.md 8.3)."""
    by_the_clock = re.compile("[Rr]eminder|may be killed")
    return tuple([one for one in postings if not by_the_clock.search(subject_of(one))])


def code_in(postings: Postings) -> str:
    """The code of the one draft among these mails.

    What comes with it at the end of a game is passed over: the story, and the secret of the luck.
    """
    drafts = [one for one in postings if one.posting.kind == "draft"]
    (subject,) = (it for it in map(subject_of, drafts) if not _AT_THE_END.search(it))
    match = re.search(r"\[rednov ([A-Z2-9]{7})\]", subject)
    assert match, subject
    return match[1]


def draft(table: builders.Table, code: str) -> Draft:
    with table.desk.db.transaction() as records:
        found = records.draft(code)
    assert found is not None
    return found[0]


def words_of(draft: Draft) -> tuple[Page, ...]:
    """What would be posted, but for the count of its drafts."""
    return tuple([dataclasses.replace(one, body=parted(one.body)[0]) for one in draft.pages])


def verdict(table: builders.Table, code: str) -> str | None:
    """What became of a draft, None while it is open."""
    with table.desk.db.transaction() as records:
        found = records.draft(code)
    assert found is not None
    return None if found[1] is None else found[1].verdict


def open_codes(table: builders.Table) -> list[str]:
    with table.desk.db.transaction() as records:
        return [one.code for one in records.open_drafts()]


def jammed(folder: Path, **options: Any) -> tuple[Table, Postings]:
    """Ann's turn draws Blocked Hatch, and they are asked for a hatch; what was queued for it."""
    table = begun(folder, options=options)
    arrange(table, deck=["blocked_hatch"], gnomes={"Ann": {"at": 1, "minutes": 40}})
    return table, say(table, "Ann", "I fix the engine for 10 minutes.")


def offered(question: str) -> list[str]:
    """What a question for a choice offers."""
    return re.findall(r"^  choose ([^:\n]+)", question, re.MULTILINE)


def code_of(table: builders.Table, kind: str = "resolution") -> str:
    """The code of the one open draft of a kind."""
    (found,) = read(table, lambda it: [one for one in it.open_drafts() if one.kind == kind])
    return found.code


def burning(folder: Path) -> Table:
    """By Ann's turn the fire spreads from room 5; they are asked where. Bob sleeps in room 6."""
    table = begun(folder)
    arrange(
        table,
        rooms={5: "fire"},
        deck=["fire_spreads"],
        gnomes={
            "Ann": {"at": 1, "minutes": 40},
            "Bob": {"at": 6, "fainted": True},
            "Cat": {"at": 7},
        },
    )
    say(table, "Ann", "I fix the engine for 10 minutes.")
    return table


def claim(table: builders.Table, who: str, text: str, **more: Any) -> Postings:
    """Somebody answers the last posting on the list, there; what the bot queues for it."""
    with table.desk.db.transaction() as records:
        posting = [one for one in records.outbox() if one.posting.kind == "public"][-1].posting
    mail = list_mail(who, text + "\n", date=table.clock.at, **more)
    return table.receive(f"In-Reply-To: {posting.message_id}\r\n".encode() + mail)


def ended(table: builders.Table) -> Postings:
    """Cat's last turn is resolved, all three win; what its approval queues."""
    arrange(table, gnomes={"Ann": {"minutes": 0}, "Bob": {"minutes": 0}, "Cat": {"minutes": 1}})
    return reply(table, code_in(say(table, "Cat")), "approve")


def restarted(table: builders.Table, **settings: Any) -> None:
    """The host changes the settings and starts the bot again."""
    known = replace(table.desk.settings, **settings)
    table.desk = open_desk(known, clock=table.clock, tokens=table.desk.tokens)


def filed(table: builders.Table) -> Filed:
    """What became of the last mail."""
    with table.desk.db.transaction() as records:
        return records.dispositions()[-1]


def everything_public(postings: Iterable[QueuedPosting]) -> str:
    """All that went to the list: heads and bodies."""
    shown = []
    for one in postings:
        if one.posting.to == BUSINESS:
            shown += [str(value) for value in opened(one).values()] + [text_of(one)]
    return "\n".join(shown)


def read(table: builders.Table, look: Callable[[UnitOfWork], One]) -> One:
    """What is on file."""
    with table.desk.db.transaction() as records:
        return look(records)


def rounds(table: builders.Table, **known: bool) -> Postings:
    """The clock is looked at; what the bot queues for it."""
    scheduler.make_rounds(table.desk, **known)
    return table.news()


def tried(table: builders.Table, one: Posting, outcome: Outcome, reply: str = "") -> Attempt:
    """What came of it when a mail was offered to the server now."""
    return Attempt(message_id=one.message_id, at=table.clock.at, outcome=outcome, reply=reply)


class Table(builders.Table):
    """A table of which its methods tell what happens: `table.say("Ann", "I take no action.")`."""

    start, begin, restarted, ended = start, begin, restarted, ended
    say, write, reply, claim, served = say, write, reply, claim, served
    resolve, do, carry = resolve, do, carry
    present, numbered, position, hand, arrange = present, numbered, position, hand, arrange
    draft, verdict, open_codes, filed = draft, verdict, open_codes, filed
    code_of = code_of
    read, rounds, tried = read, rounds, tried
