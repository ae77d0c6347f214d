"""One table for each kind of record, named as the records.

Moments are whole microseconds since 1970 in UTC: they sort and compare alike everywhere.  Columns
of JSON stand beside a `form`, which says how they were written (store/forms.py).  Octets come
last: what stands before them is read without them.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import chain
from typing import Any, Final

from sqlalchemy import (
    BigInteger,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
)
from sqlalchemy.schema import SchemaItem
from sqlalchemy.types import TypeEngine

from rednov_bot.core.store import forms

KEY = BigInteger().with_variant(Integer, "sqlite")  # SQLite numbers INTEGER keys alone by itself

metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
    }
)

FORMER: Final = ("confidences", "seals")
"""Tables that earlier versions had."""

Part = SchemaItem | Sequence[SchemaItem]


class Moment(BigInteger):
    """Microseconds since 1970 in UTC."""


class Flag(BigInteger):
    """1 where it is true."""


class Paper(Text):
    """JSON, which *reader* reads."""

    def __init__(self, reader: forms.Reader[Any]) -> None:
        super().__init__()
        self.reader = reader


def keyed(name: str, *parts: Part) -> Table:
    """The table of records that have a key of their own."""
    every = [[part] if isinstance(part, SchemaItem) else part for part in parts]
    return Table(name, metadata, *chain.from_iterable(every))


def record(name: str, *parts: Part) -> Table:
    """The table of records that are numbered in the order in which they are added."""
    return keyed(name, Column("id", KEY, primary_key=True), *parts)


def columns(kind: TypeEngine[Any], *names: str, null: bool = False) -> list[Column[Any]]:
    """Columns of one kind."""
    return [Column(name, kind, nullable=null) for name in names]


text = partial(columns, Text())
number = partial(columns, BigInteger())
flag = partial(columns, Flag())
moment = partial(columns, Moment())
octets = partial(columns, LargeBinary())  # as they came or will go


def place(name: str) -> Column[Any]:
    """A number that is part of the key."""
    return Column(name, Integer, primary_key=True, autoincrement=False)


def papers(*, null: bool = False, **readers: forms.Reader[Any]) -> list[Column[Any]]:
    """Records as JSON, behind a column that says how they were written."""
    found = [Column(name, Paper(one), nullable=null) for name, one in readers.items()]
    return [Column("form", Integer, nullable=False), *found]


_NAMED: Final = {
    "mail": "raw_mails.id",
    "posting": "postings.id",
    "after": "postings.id",
    "draft": "drafts.code",
    "game": "games.id",
    "turn": "turns.id",
}
"""What a column of this name names."""


def names(*columns: str, null: bool = False, key: bool = False, of: str = "") -> list[Column[Any]]:
    """Each names a record of another table, `table.column`, which must be there."""
    found = [(name, of or _NAMED[name]) for name in columns]
    return [
        Column(
            name,
            Text() if other.endswith(".code") else KEY,
            ForeignKey(other),
            nullable=null,
            primary_key=key,
            autoincrement=False,
        )
        for name, other in found
    ]


def indexes(*columns: str) -> list[Index]:
    """An index for each of these columns."""
    return [Index(None, name) for name in columns]


sightings = record(
    "sightings",
    names("posting"),
    names("mail", null=True),  # null: the contestmaster says that it is there
    text("forum"),
    Column("public", Integer, nullable=False),  # 1 where announcements count in that forum
    Column("same", Integer, nullable=False),  # 1 where it says what was sent
    moment("at"),
    UniqueConstraint("posting", "mail"),
    indexes("forum"),
)

alarms = keyed(
    "alarms",
    names("draft", key=True),
    names("posting"),
    text("what"),
    number("attempts"),  # of the posting, so far
    moment("at"),
    indexes("posting"),
)

list_notices = keyed(
    "list_notices",
    names("mail", key=True),
    names("posting"),
    text("what"),  # the list did with it
    text("grounds"),
    number("attempts"),  # of the posting, so far
    moment("at"),
    indexes("posting"),
)

bounces = record(
    "bounces",
    names("posting", "mail"),
    text("kind", "status"),
    moment("at"),
    UniqueConstraint("posting", "mail"),
    Index(None, "kind", "at"),
)

confirmations = keyed("confirmations", names("posting", key=True), names("mail"), moment("at"))

channels = record(
    "channels",
    text("name", "address", "change"),
    names("posting", "mail", null=True),
    moment("at"),
    Index(None, "change", "posting"),
)


memberships = record(
    "memberships",
    text("name"),
    text("change"),  # joined, left
    moment("at"),
    names("mail", null=True),
    indexes("mail"),
)

contest_changes = record("contest_changes", text("change", "value", "by"), moment("at"))

rulings = record(
    "rulings",
    text("clause", "text", "by"),
    moment("at"),
    names("game", "turn", null=True),
    number("since", null=True),  # the number of a gamestate
    flag("proposed"),  # 1: it holds only once it is upheld
    papers(effect=forms.ruling),
    indexes("game"),
)

upheld = keyed(
    "upheld",
    names("ruling", of="rulings.id", key=True),
    moment("at"),
    number("since", null=True),  # the number of a gamestate, instead of that of the ruling
)

absences = record(
    "absences",
    text("name"),
    moment("said_at"),
    text("words"),
    flag("public"),  # 1: said on a list
    moment("begins", "ends", null=True),
    names("mail", null=True),
)

reminders = keyed(
    "reminders",
    Column("duty", Text, primary_key=True),
    place("stage"),  # hours
    text("to"),
    moment("at"),
)

awards = keyed(
    "awards",
    names("game", key=True),
    place("place"),
    moment("at"),
    text("by"),
    names("draft", null=True),
)


drafts = record(
    "drafts",
    text("code", "kind"),
    names("game", "turn", null=True),
    number("for_state", null=True),
    number("attempt"),
    text("about"),
    moment("made_at"),
    moment("due_by", null=True),
    papers(choice=forms.choice, null=True),
    UniqueConstraint("code"),
    Index(None, "kind", "made_at"),
    indexes("turn", "game"),
)

draft_pages = record(
    "draft_pages",
    names("draft"),
    number("place"),  # from 0, in the order of posting
    text("kind", "to", "to_name", "subject"),
    text("in_reply_to", null=True),
    papers(references=forms.references),
    text("body"),
    UniqueConstraint("draft", "place"),
)

draft_pictures = keyed(
    "draft_pictures",
    names("draft", key=True),
    Column("place", BigInteger, primary_key=True, autoincrement=False),  # of its page
    text("html"),
    octets("octets"),
)

draft_happenings = keyed(
    "draft_happenings",
    names("draft", key=True),
    papers(happenings=forms.public, whispers=forms.whispers),
)

draft_matters = keyed(
    "draft_matters",
    names("draft", key=True),
    names("mail", null=True),
    names("amends", of="drafts.code", null=True),
    papers(effects=forms.effects),
)

holds = record(
    "holds",
    names("draft"),
    moment("until", null=True),
    text("why"),
    moment("at"),
    flag("released"),  # 1: the hold is over
    indexes("draft"),
)

decisions = keyed(
    "decisions",
    names("draft", key=True),
    text("verdict", "by", "why"),
    moment("at"),
    Index(None, "verdict", "at"),
)

awaited_openings = keyed("awaited_openings", names("draft", key=True), text("by"), moment("at"))


game_secrets = keyed("game_secrets", names("game", key=True), octets("secret"))

draws = record(
    "draws",
    names("game"),
    number("number"),  # counts the draws published in a game from 1
    text("moment", "link"),
    flag("tiles"),  # 1: a shuffle of the item pool
    papers(drawn=forms.draw),
    UniqueConstraint("game", "number"),
    UniqueConstraint("game", "link"),
)

luck_seals = record(
    "luck_seals",
    names("game"),
    number("draws"),  # published up to it
    text("seal"),
    names("draft"),
    indexes("game"),
)

revealed = record(
    "revealed",
    names("game"),
    flag("tiles"),  # 1: the secret of the tiles too
    moment("at"),
    names("draft"),
    indexes("game"),
)

beacons = record(
    "beacons",
    number("round"),
    text("value", "by"),
    moment("at"),
    text("named", null=True),  # which beacon; null: the only one there was
    indexes("round"),
)


raw_mails = record(
    "raw_mails",
    text("folder"),
    number("uidvalidity", "uid"),
    moment("arrived_at"),
    octets("octets"),
    UniqueConstraint("folder", "uidvalidity", "uid"),
    Index(None, "folder", "id"),
)

dispositions = keyed(
    "dispositions",
    names("mail", key=True),
    text("disposition", "reason"),
    text("message_id", "digest", "sender", null=True),
    moment("at"),
    indexes("message_id", "digest"),
    Index(None, "disposition", "at"),
)

held_told = keyed(
    "held_told",
    names("mail", key=True),  # of which the contestmaster was told, or need not be
)

reopened = record(
    "reopened",
    names("mail"),
    text("by", "why"),
    text("digest", null=True),
    moment("at"),
    indexes("mail", "digest"),
)

replays = record(
    "replays",
    names("mail"),
    text("by", "disposition", "reason"),
    text("message_id", "digest", null=True),
    moment("at"),
    indexes("mail", "message_id", "digest"),
)

readings = keyed(
    "readings",
    names("mail", key=True),
    text("verdict"),  # acts, none, ambiguous
    papers(acts=forms.acts),
)
"""What was read in a mail, as it was read then: nothing reads it again."""

caused = record(
    "caused",
    names("mail"),
    text("kind"),  # the table of what it led to
    text("key"),  # by which that is known there
    indexes("mail"),
)

likenesses = record(
    "likenesses",
    names("mail"),
    text("digest"),  # of its author, its Date and its words
    indexes("digest"),
)


postings = record(
    "postings",
    text("message_id", "kind", "to"),
    names("draft", null=True),
    text("reason"),
    moment("queued_at"),
    octets("octets"),
    UniqueConstraint("message_id"),
    indexes("draft"),
    Index(None, "reason", "queued_at"),
    Index(None, "kind", "queued_at"),
)

posting_waits = keyed("posting_waits", names("posting", "after", key=True), indexes("after"))

posting_waits_ended = keyed("posting_waits_ended", names("posting", "after", key=True))

sendings = keyed("sendings", names("posting", key=True), place("number"), moment("at"))

handovers = keyed(
    "handovers",
    names("posting", key=True),
    place("number"),  # of the sending
)

attempts = record(
    "attempts",
    names("posting"),
    number("number"),  # of the sending that it closes, where one was begun; they go up
    moment("at"),
    text("outcome", "reply"),
    moment("retry_at", null=True),  # not before; null: never by itself
    UniqueConstraint("posting", "number"),
    Index(None, "outcome", "at"),
)

put_backs = keyed(
    "put_backs",
    names("posting", key=True),
    place("number"),  # of the sending
)

reposts = record(
    "reposts",
    names("posting"),
    number("number"),  # of the last attempt, which counts no longer
    text("by"),
    moment("at"),
    indexes("posting"),
)


games = record(
    "games",
    text("tag"),
    papers(gnomes=forms.gnomes, options=forms.options),
    text("data", "data_digest", "rules_version"),
    moment("at"),
    number("luck", null=True),  # its form; null: 1
    text("beacon", null=True),  # to which its terms bind it
    text("called", null=True),  # as what it begins, where its tag is its place in a row of tries
    UniqueConstraint("tag"),
    indexes("called"),
)

data_sets = keyed(
    "data_sets",
    Column("digest", Text, primary_key=True),  # of the whole set
    Column("file", Text, primary_key=True),
    octets("octets"),
)

gamestates = record(
    "gamestates",
    names("game"),
    number("number"),
    text("cause"),
    moment("at"),
    papers(
        position=forms.position,
        happenings=forms.public,
        secrets=forms.secrets,
        whispers=forms.whispers,
    ),
    UniqueConstraint("game", "number"),
)

clarifications = record(
    "clarifications",
    names("mail"),  # the unclear announcement
    text("code"),
    text("name"),  # who wrote it, and is asked
    names("game", null=True),
    number("turns"),  # taken by then
    flag("unresolved"),  # 1: the last of them awaited its resolution
    papers(matter=forms.matter),  # the words, what was asked about them, what a yes announces
    moment("at"),
    UniqueConstraint("code"),
    indexes("mail"),
)

clarified = keyed(
    "clarified",
    names("mail", key=True),  # the announcement
    text("verdict"),  # confirmed, denied
    names("by", of="raw_mails.id"),  # the answer
    moment("at"),
    papers(acts=forms.acts),
)

turns = record(
    "turns",
    names("game"),
    number("number"),
    text("gnome"),
    moment("taken_at"),
    names("mail", null=True),  # null: nobody announced it, a phase has ended
    text("message_id", null=True),
    text("subject", "forum"),
    papers(references=forms.references, turn=forms.turn),
    text("digest", null=True),  # of the mail, for the luck
    number("beacon", null=True),  # a round
    UniqueConstraint("game", "number"),
    indexes("mail", "beacon"),
)

led_to = record(
    "led_to",
    names("mail", "game"),
    number("number"),  # of the gamestate to which its discard or gift in return led
    indexes("mail"),
)

answers = record(
    "answers",
    names("turn"),
    text("key", "label", "by"),
    moment("at"),
    UniqueConstraint("turn", "key"),
)

item_lists = record(
    "item_lists", text("gnome"), moment("at"), papers(items=forms.items), indexes("at")
)

standing_orders = record(
    "standing_orders",
    names("game"),
    text("gnome"),
    moment("at"),
    papers(orders=forms.orders),
    indexes("game"),
)


authentications = keyed(
    "authentications",
    names("mail", key=True),
    text("outcome"),  # pass, nothing known, fail
    moment("at"),
    text("grounds"),
)

doubted = record(
    "doubted",
    names("mail"),
    text("code"),
    text("name"),  # who is asked whether they wrote it
    text("grounds"),
    moment("at"),
    UniqueConstraint("code"),
    indexes("mail", "at"),
)

vouched = keyed(
    "vouched",
    names("doubted", of="doubted.id", key=True),
    text("verdict"),  # yes, no, closed
    names("mail", null=True),  # that says so
    moment("at"),
)

forgeries = record(
    "forgeries",
    names("mail", null=True),
    text("kind", "what"),
    flag("told"),  # 1: a mail told of it
    moment("at"),
    Index(None, "kind", "at"),
)


beginnings = record("beginnings", moment("at"))
"""When the database was made; one of before migration 0019 has no row here."""

heartbeats = record("heartbeats", moment("at"))

outages = record("outages", moment("begins", "ends"), indexes("ends"))

backups = record("backups", moment("at"))

restorations = record(
    "restorations",
    moment("reaches", null=True),  # when the service was last at work in the backup
    moment("at"),
)

programs = record(
    "programs",
    text("version"),  # of the program that took the database over
    text("rules"),  # SHA-256 of all by which it reads and plays
    number("differing"),  # how much of the games it would make otherwise, knowingly
    moment("at"),
)
