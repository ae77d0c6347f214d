"""Short ways to say what happens at a table: games begun, turns announced, drafts answered."""

from __future__ import annotations

import dataclasses
import re
import sqlite3
from collections.abc import Iterable, Mapping
from contextlib import closing
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from rednov_bot.desk.contest import starting
from rednov_bot.desk.desk import tables_of
from rednov_bot.engine import happenings as h
from rednov_bot.engine.gamestate import Gamestate
from rednov_bot.engine.position import Position
from rednov_bot.engine.words import CardKind, Item, RoomCondition
from rednov_bot.papers import Attempt, Draft, Filed, Page, QueuedPosting
from rednov_bot.prose.luck_text import parted
from tests.builders import BUSINESS, Table, a_table, list_mail, private_mail

MASTER = "Pewterby"
ADDRESS_OF_MASTER = "pewterby@post.example"
NO_TURN = "I take no action."

Postings = tuple[QueuedPosting, ...]
_AT_THE_END = re.compile(r"The (?:story|secret of the luck) of")


def start(table: Table, *names: str, **options: Any) -> Draft:
    """The opening of a game is drafted."""
    with table.desk.ledger.transaction() as records:
        return starting.start(table.desk, records, names or ("Ann", "Bob", "Cat"), options)


def begun(folder: Path, *names: str, options: Mapping[str, Any] = {}, **settings: Any) -> Table:
    """A table at which a game has begun, as `begin` leaves it."""
    table = a_table(folder, **settings)
    begin(table, *names, **options)
    return table


def begin(table: Table, *names: str, **options: Any) -> None:
    """A game begins; everybody stands in room 5, 39 minutes left, with an empty hand.

    The next eight event cards are Respites, and the next item marker is at 30.
    """
    draft = start(table, *names, **options)
    reply(table, draft.code, "approve")
    place = {name: {"at": 5, "minutes": 39} for name in names or ("Ann", "Bob", "Cat")}
    arrange(table, gnomes=place, hands=dict.fromkeys(place, ()), deck=["respite"] * 8)
    table.news()


def present(table: Table) -> Gamestate:
    """The gamestate of the newest game that has begun."""
    return numbered(table)[1]


def numbered(table: Table) -> tuple[int, Gamestate]:
    with table.desk.ledger.transaction() as records:
        for game in reversed(records.games()):
            found = records.gamestate(game.id)
            if found is not None:
                return found
    raise AssertionError("no game has begun")


def position(table: Table) -> Position:
    return present(table).position


def hand(table: Table, name: str) -> list[Item]:
    state = present(table)
    return sorted(state.secrets.hands[state.position.seat(name)])


def arrange(
    table: Table,
    *,
    gnomes: Mapping[str, Mapping[str, Any]] = {},
    hands: Mapping[str, Iterable[Item]] = {},
    limits: Mapping[str, Any] = {},
    rooms: Mapping[int, RoomCondition] = {},
    deck: Iterable[CardKind] = (),
    **public: Any,
) -> None:
    """The position is put as a test wants it: deck names the cards on top."""
    with table.desk.ledger.transaction() as records:
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
            (h.PositionCorrected(where.turns, where),),
            Gamestate(where, secrets),
            cause="arranged for a test",
            at=table.clock.at,
        )


def _on_top(deck: tuple[int, ...], wanted: Iterable[CardKind], cards: Any) -> tuple[int, ...]:
    top: list[int] = []
    for kind in wanted:
        top.append(next(n for n in deck if n not in top and cards[n].kind == kind))
    return (*top, *[n for n in deck if n not in top])


def say(table: Table, who: str, text: str = NO_TURN, **more: Any) -> Postings:
    """Somebody writes to the list; what the bot queues for it."""
    more.setdefault("message_id", f"<{table.uid + 1}.public@post.example>")
    return table.receive(list_mail(who, text + "\n", date=table.clock.at, **more))


def write(table: Table, who: str, text: str, **more: Any) -> Postings:
    """Somebody writes to the bot alone; what the bot queues for it."""
    more.setdefault("message_id", f"<{table.uid + 1}.private@post.example>")
    return table.receive(private_mail(who, text + "\n", date=table.clock.at, **more))


def reply(table: Table, code: str, text: str, who: str = MASTER, **more: Any) -> Postings:
    """Somebody answers a draft; what the bot queues for it."""
    return write(table, who, text, subject=f"Re: [rednov {code}] something", **more)


def served(table: Table, quoted: str) -> None:
    """What is due is taken by the mail server; private notices it refuses, and quotes them."""
    with table.desk.ledger.transaction() as records:
        for one in records.due(table.clock.at, 1000):
            refused = one.kind == "private"
            records.attempted(
                Attempt(
                    message_id=one.message_id,
                    at=table.clock.at,
                    outcome="refused" if refused else "accepted",
                    reply=quoted if refused else "250 ok",
                )
            )


def opened(posting: QueuedPosting) -> EmailMessage:
    """The mail, parsed."""
    mail = message_from_bytes(posting.posting.octets, policy=default)
    assert isinstance(mail, EmailMessage)
    return mail


def text_of(posting: QueuedPosting) -> str:
    return str(opened(posting).get_content()).replace("\r\n", "\n")


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


def draft(table: Table, code: str) -> Draft:
    with table.desk.ledger.transaction() as records:
        found = records.draft(code)
    assert found is not None
    return found[0]


def words_of(draft: Draft) -> tuple[Page, ...]:
    """What would be posted, but for the count of its drafts."""
    return tuple([dataclasses.replace(one, body=parted(one.body)[0]) for one in draft.pages])


def verdict(table: Table, code: str) -> str | None:
    """What became of a draft, None while it is open."""
    with table.desk.ledger.transaction() as records:
        found = records.draft(code)
    assert found is not None
    return None if found[1] is None else found[1].verdict


def open_codes(table: Table) -> list[str]:
    with table.desk.ledger.transaction() as records:
        return [one.code for one in records.open_drafts()]


def forget_which_drafts_were_shown(folder: Path) -> None:
    """Of no mail in the database in *folder* it is known any more which draft it shows."""
    (path,) = folder.rglob("*.db")
    with closing(sqlite3.connect(path)) as file, file:
        file.execute("UPDATE postings SET draft = NULL WHERE kind = 'draft'")


def filed(table: Table) -> Filed:
    """What became of the last mail."""
    with table.desk.ledger.transaction() as records:
        return records.dispositions()[-1]


def everything_public(postings: Iterable[QueuedPosting]) -> str:
    """All that went to the list: heads and bodies."""
    shown = []
    for one in postings:
        if one.posting.to == BUSINESS:
            shown += [str(value) for value in opened(one).values()] + [text_of(one)]
    return "\n".join(shown)
