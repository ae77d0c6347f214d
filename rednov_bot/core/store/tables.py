"""One table for each kind of record, named as the records.

Moments are whole microseconds since 1970 in UTC: they sort and compare alike everywhere.  Columns
of JSON stand beside a `form`, which says how they were written (store/forms.py).  Octets come
last: what stands before them is read without them.
"""

from __future__ import annotations

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

KEY = BigInteger().with_variant(Integer, "sqlite")  # SQLite numbers INTEGER keys alone by itself


def numbered() -> Column[Any]:
    """The number of a record, in the order in which they were added."""
    return Column("id", KEY, primary_key=True)


def text(name: str, *, null: bool = False) -> Column[Any]:
    """A text."""
    return Column(name, Text, nullable=null)


def number(name: str, *, null: bool = False) -> Column[Any]:
    """A whole number."""
    return Column(name, BigInteger, nullable=null)


class Moment(BigInteger):
    """Microseconds since 1970 in UTC."""


def moment(name: str, *, null: bool = False) -> Column[Any]:
    """When something was or will be."""
    return Column(name, Moment, nullable=null)


def octets(name: str) -> Column[Any]:
    """Octets as they came or will go."""
    return Column(name, LargeBinary, nullable=False)


def form() -> Column[Any]:
    """How the JSON beside it was written."""
    return Column("form", Integer, nullable=False)


def names(name: str, other: str, *, null: bool = False, key: bool = False) -> Column[Any]:
    """Names a record of another table, `table.column`, which must be there."""
    kind = Text() if other.endswith(".code") else KEY
    return Column(
        name, kind, ForeignKey(other), nullable=null, primary_key=key, autoincrement=False
    )


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


sightings = Table(
    "sightings",
    metadata,
    numbered(),
    names("posting", "postings.id"),
    names("mail", "raw_mails.id", null=True),  # null: the contestmaster says that it is there
    text("forum"),
    Column("public", Integer, nullable=False),  # 1 where announcements count in that forum
    Column("same", Integer, nullable=False),  # 1 where it says what was sent
    moment("at"),
    UniqueConstraint("posting", "mail"),
    Index(None, "forum"),
)

alarms = Table(
    "alarms",
    metadata,
    names("draft", "drafts.code", key=True),
    names("posting", "postings.id"),
    text("what"),
    number("attempts"),  # of the posting, so far
    moment("at"),
    Index(None, "posting"),
)

list_notices = Table(
    "list_notices",
    metadata,
    names("mail", "raw_mails.id", key=True),
    names("posting", "postings.id"),
    text("what"),  # the list did with it
    text("grounds"),
    number("attempts"),  # of the posting, so far
    moment("at"),
    Index(None, "posting"),
)

bounces = Table(
    "bounces",
    metadata,
    numbered(),
    names("posting", "postings.id"),
    names("mail", "raw_mails.id"),
    text("kind"),
    text("status"),
    moment("at"),
    UniqueConstraint("posting", "mail"),
    Index(None, "kind", "at"),
)

confirmations = Table(
    "confirmations",
    metadata,
    names("posting", "postings.id", key=True),
    names("mail", "raw_mails.id"),
    moment("at"),
)

channels = Table(
    "channels",
    metadata,
    numbered(),
    text("name"),
    text("address"),
    text("change"),
    names("posting", "postings.id", null=True),
    names("mail", "raw_mails.id", null=True),
    moment("at"),
    Index(None, "change", "posting"),
)


memberships = Table(
    "memberships",
    metadata,
    numbered(),
    text("name"),
    text("change"),  # joined, left
    moment("at"),
    names("mail", "raw_mails.id", null=True),
    Index(None, "mail"),
)

contest_changes = Table(
    "contest_changes",
    metadata,
    numbered(),
    text("change"),
    text("value"),
    text("by"),
    moment("at"),
)

rulings = Table(
    "rulings",
    metadata,
    numbered(),
    text("clause"),
    text("text"),
    text("by"),
    moment("at"),
    names("game", "games.id", null=True),
    names("turn", "turns.id", null=True),
    number("since", null=True),  # the number of a gamestate
    number("proposed"),  # 1: it holds only once it is upheld
    form(),
    text("effect"),
    Index(None, "game"),
)

upheld = Table(
    "upheld",
    metadata,
    names("ruling", "rulings.id", key=True),
    moment("at"),
    number("since", null=True),  # the number of a gamestate, instead of that of the ruling
)

absences = Table(
    "absences",
    metadata,
    numbered(),
    text("name"),
    moment("said_at"),
    text("words"),
    number("public"),  # 1: said on a list
    moment("begins", null=True),
    moment("ends", null=True),
    names("mail", "raw_mails.id", null=True),
)

reminders = Table(
    "reminders",
    metadata,
    Column("duty", Text, primary_key=True),
    Column("stage", Integer, primary_key=True, autoincrement=False),  # hours
    text("to"),
    moment("at"),
)

awards = Table(
    "awards",
    metadata,
    names("game", "games.id", key=True),
    Column("place", Integer, primary_key=True, autoincrement=False),
    moment("at"),
    text("by"),
    names("draft", "drafts.code", null=True),
)


drafts = Table(
    "drafts",
    metadata,
    numbered(),
    text("code"),
    text("kind"),
    names("game", "games.id", null=True),
    names("turn", "turns.id", null=True),
    number("for_state", null=True),
    number("attempt"),
    text("about"),
    moment("made_at"),
    moment("due_by", null=True),
    form(),
    text("choice", null=True),
    UniqueConstraint("code"),
    Index(None, "kind", "made_at"),
    Index(None, "turn"),
    Index(None, "game"),
)

draft_pages = Table(
    "draft_pages",
    metadata,
    numbered(),
    names("draft", "drafts.code"),
    number("place"),  # from 0, in the order of posting
    text("kind"),
    text("to"),
    text("to_name"),
    text("subject"),
    text("in_reply_to", null=True),
    form(),
    text("references"),
    text("body"),
    UniqueConstraint("draft", "place"),
)

draft_pictures = Table(
    "draft_pictures",
    metadata,
    names("draft", "drafts.code", key=True),
    Column("place", BigInteger, primary_key=True, autoincrement=False),  # of its page
    text("html"),
    octets("octets"),
)

draft_happenings = Table(
    "draft_happenings",
    metadata,
    names("draft", "drafts.code", key=True),
    form(),
    text("happenings"),
    text("whispers"),
)

draft_matters = Table(
    "draft_matters",
    metadata,
    names("draft", "drafts.code", key=True),
    names("mail", "raw_mails.id", null=True),
    names("amends", "drafts.code", null=True),
    form(),
    text("effects"),
)

holds = Table(
    "holds",
    metadata,
    numbered(),
    names("draft", "drafts.code"),
    moment("until", null=True),
    text("why"),
    moment("at"),
    number("released"),  # 1: the hold is over
    Index(None, "draft"),
)

decisions = Table(
    "decisions",
    metadata,
    names("draft", "drafts.code", key=True),
    text("verdict"),
    text("by"),
    text("why"),
    moment("at"),
    Index(None, "verdict", "at"),
)

awaited_openings = Table(
    "awaited_openings",
    metadata,
    names("draft", "drafts.code", key=True),
    text("by"),
    moment("at"),
)


game_secrets = Table(
    "game_secrets",
    metadata,
    names("game", "games.id", key=True),
    octets("secret"),
)

draws = Table(
    "draws",
    metadata,
    numbered(),
    names("game", "games.id"),
    number("number"),  # counts the draws published in a game from 1
    text("moment"),
    text("link"),
    number("tiles"),  # 1: a shuffle of the item pool
    form(),
    text("drawn"),
    UniqueConstraint("game", "number"),
    UniqueConstraint("game", "link"),
)

luck_seals = Table(
    "luck_seals",
    metadata,
    numbered(),
    names("game", "games.id"),
    number("draws"),  # published up to it
    text("seal"),
    names("draft", "drafts.code"),
    Index(None, "game"),
)

revealed = Table(
    "revealed",
    metadata,
    numbered(),
    names("game", "games.id"),
    number("tiles"),  # 1: the secret of the tiles too
    moment("at"),
    names("draft", "drafts.code"),
    Index(None, "game"),
)

beacons = Table(
    "beacons",
    metadata,
    numbered(),
    number("round"),
    text("value"),
    text("by"),
    moment("at"),
    text("named", null=True),  # which beacon; null: the only one there was
    Index(None, "round"),
)


raw_mails = Table(
    "raw_mails",
    metadata,
    numbered(),
    text("folder"),
    number("uidvalidity"),
    number("uid"),
    moment("arrived_at"),
    octets("octets"),
    UniqueConstraint("folder", "uidvalidity", "uid"),
    Index(None, "folder", "id"),
)

dispositions = Table(
    "dispositions",
    metadata,
    names("mail", "raw_mails.id", key=True),
    text("disposition"),
    text("reason"),
    text("message_id", null=True),
    text("digest", null=True),
    text("sender", null=True),
    moment("at"),
    Index(None, "message_id"),
    Index(None, "digest"),
    Index(None, "disposition", "at"),
)

held_told = Table(
    "held_told",
    metadata,
    names("mail", "raw_mails.id", key=True),  # of which the contestmaster was told, or need not be
)

reopened = Table(
    "reopened",
    metadata,
    numbered(),
    names("mail", "raw_mails.id"),
    text("by"),
    text("why"),
    text("digest", null=True),
    moment("at"),
    Index(None, "mail"),
    Index(None, "digest"),
)

replays = Table(
    "replays",
    metadata,
    numbered(),
    names("mail", "raw_mails.id"),
    text("by"),
    text("disposition"),
    text("reason"),
    text("message_id", null=True),
    text("digest", null=True),
    moment("at"),
    Index(None, "mail"),
    Index(None, "message_id"),
    Index(None, "digest"),
)

likenesses = Table(
    "likenesses",
    metadata,
    numbered(),
    names("mail", "raw_mails.id"),
    text("digest"),  # of its author, its Date and its words
    Index(None, "digest"),
)


postings = Table(
    "postings",
    metadata,
    numbered(),
    text("message_id"),
    text("kind"),
    text("to"),
    names("draft", "drafts.code", null=True),
    text("reason"),
    moment("queued_at"),
    octets("octets"),
    UniqueConstraint("message_id"),
    Index(None, "draft"),
    Index(None, "reason", "queued_at"),
    Index(None, "kind", "queued_at"),
)

posting_waits = Table(
    "posting_waits",
    metadata,
    names("posting", "postings.id", key=True),
    names("after", "postings.id", key=True),
    Index(None, "after"),
)

posting_waits_ended = Table(
    "posting_waits_ended",
    metadata,
    names("posting", "postings.id", key=True),
    names("after", "postings.id", key=True),
)

sendings = Table(
    "sendings",
    metadata,
    names("posting", "postings.id", key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    moment("at"),
)

handovers = Table(
    "handovers",
    metadata,
    names("posting", "postings.id", key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),  # of the sending
)

attempts = Table(
    "attempts",
    metadata,
    numbered(),
    names("posting", "postings.id"),
    number("number"),  # of the sending that it closes, where one was begun; they go up
    moment("at"),
    text("outcome"),
    text("reply"),
    moment("retry_at", null=True),  # not before; null: never by itself
    UniqueConstraint("posting", "number"),
    Index(None, "outcome", "at"),
)

put_backs = Table(
    "put_backs",
    metadata,
    names("posting", "postings.id", key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),  # of the sending
)

reposts = Table(
    "reposts",
    metadata,
    numbered(),
    names("posting", "postings.id"),
    number("number"),  # of the last attempt, which counts no longer
    text("by"),
    moment("at"),
    Index(None, "posting"),
)


games = Table(
    "games",
    metadata,
    numbered(),
    text("tag"),
    form(),
    text("gnomes"),
    text("options"),
    text("data"),
    text("data_digest"),
    text("rules_version"),
    moment("at"),
    number("luck", null=True),  # its form; null: 1
    text("beacon", null=True),  # to which its terms bind it
    text("called", null=True),  # as what it begins, where its tag is its place in a row of tries
    UniqueConstraint("tag"),
    Index(None, "called"),
)

data_sets = Table(
    "data_sets",
    metadata,
    Column("digest", Text, primary_key=True),  # of the whole set
    Column("file", Text, primary_key=True),
    octets("octets"),
)

gamestates = Table(
    "gamestates",
    metadata,
    numbered(),
    names("game", "games.id"),
    number("number"),
    text("cause"),
    moment("at"),
    form(),
    text("position"),
    text("happenings"),  # public ones
    text("secrets"),
    text("whispers"),  # private and hidden events, each with its place among all
    UniqueConstraint("game", "number"),
)

clarifications = Table(
    "clarifications",
    metadata,
    numbered(),
    names("mail", "raw_mails.id"),  # the unclear announcement
    text("code"),
    text("name"),  # who wrote it, and is asked
    names("game", "games.id", null=True),
    number("turns"),  # taken by then
    number("unresolved"),  # 1: the last of them awaited its resolution
    form(),
    moment("at"),
    text("matter"),  # the words, what was asked about them, what a yes announces
    UniqueConstraint("code"),
    Index(None, "mail"),
)

clarified = Table(
    "clarified",
    metadata,
    names("mail", "raw_mails.id", key=True),  # the announcement
    text("verdict"),  # confirmed, denied
    names("by", "raw_mails.id"),  # the answer
    form(),
    moment("at"),
    text("acts"),
)

turns = Table(
    "turns",
    metadata,
    numbered(),
    names("game", "games.id"),
    number("number"),
    text("gnome"),
    moment("taken_at"),
    names("mail", "raw_mails.id"),
    text("message_id", null=True),
    text("subject"),
    text("forum"),
    form(),
    text("references"),
    text("turn"),
    text("digest", null=True),  # of the mail, for the luck
    number("beacon", null=True),  # a round
    UniqueConstraint("game", "number"),
    Index(None, "mail"),
    Index(None, "beacon"),
)

led_to = Table(
    "led_to",
    metadata,
    numbered(),
    names("mail", "raw_mails.id"),
    names("game", "games.id"),
    number("number"),  # of the gamestate to which its discard or gift in return led
    Index(None, "mail"),
)

answers = Table(
    "answers",
    metadata,
    numbered(),
    names("turn", "turns.id"),
    text("key"),
    text("label"),
    text("by"),
    moment("at"),
    UniqueConstraint("turn", "key"),
)

item_lists = Table(
    "item_lists",
    metadata,
    numbered(),
    text("gnome"),
    moment("at"),
    form(),
    text("items"),
    Index(None, "at"),
)

standing_orders = Table(
    "standing_orders",
    metadata,
    numbered(),
    names("game", "games.id"),
    text("gnome"),
    moment("at"),
    form(),
    text("orders"),
    Index(None, "game"),
)


authentications = Table(
    "authentications",
    metadata,
    names("mail", "raw_mails.id", key=True),
    text("outcome"),  # pass, nothing known, fail
    moment("at"),
    text("grounds"),
)

doubted = Table(
    "doubted",
    metadata,
    numbered(),
    names("mail", "raw_mails.id"),
    text("code"),
    text("name"),  # who is asked whether they wrote it
    text("grounds"),
    moment("at"),
    UniqueConstraint("code"),
    Index(None, "mail"),
    Index(None, "at"),
)

vouched = Table(
    "vouched",
    metadata,
    names("doubted", "doubted.id", key=True),
    text("verdict"),  # yes, no, closed
    names("mail", "raw_mails.id", null=True),  # that says so
    moment("at"),
)

forgeries = Table(
    "forgeries",
    metadata,
    numbered(),
    names("mail", "raw_mails.id", null=True),
    text("kind"),
    text("what"),
    number("told"),  # 1: a mail told of it
    moment("at"),
    Index(None, "kind", "at"),
)


beginnings = Table("beginnings", metadata, numbered(), moment("at"))
"""When the database was made; one of before migration 0019 has no row here."""

heartbeats = Table("heartbeats", metadata, numbered(), moment("at"))

outages = Table(
    "outages",
    metadata,
    numbered(),
    moment("begins"),
    moment("ends"),
    Index(None, "ends"),
)

backups = Table("backups", metadata, numbered(), moment("at"))

restorations = Table(
    "restorations",
    metadata,
    numbered(),
    moment("reaches", null=True),  # when the service was last at work in the backup
    moment("at"),
)

programs = Table(
    "programs",
    metadata,
    numbered(),
    text("version"),  # of the program that took the database over
    text("rules"),  # SHA-256 of all by which it reads and plays
    number("differing"),  # how much of the games it would make otherwise, knowingly
    moment("at"),
)
