"""One table for each paper, named as the paper.

Moments are whole microseconds since 1970 in UTC: they sort and compare alike everywhere.  Columns
of JSON stand beside a `form`, which says how they were written (store/forms.py).  Octets come
last: what stands before them is read without them.
"""

from __future__ import annotations

from typing import Final

from sqlalchemy import BigInteger, Column, Index, Integer, MetaData, Table, Text, UniqueConstraint

from rednov_bot.store import columns as c

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
    c.numbered(),
    c.names("posting", "postings.id"),
    c.names("mail", "raw_mails.id", null=True),  # null: the contestmaster says that it is there
    c.text("forum"),
    Column("public", Integer, nullable=False),  # 1 where announcements count in that forum
    Column("same", Integer, nullable=False),  # 1 where it says what was sent
    c.number("at"),
    UniqueConstraint("posting", "mail"),
    Index(None, "forum"),
)

alarms = Table(
    "alarms",
    metadata,
    c.names("draft", "drafts.code", key=True),
    c.names("posting", "postings.id"),
    c.text("what"),
    c.number("attempts"),  # of the posting, so far
    c.number("at"),
    Index(None, "posting"),
)

list_notices = Table(
    "list_notices",
    metadata,
    c.names("mail", "raw_mails.id", key=True),
    c.names("posting", "postings.id"),
    c.text("what"),  # the list did with it
    c.text("grounds"),
    c.number("attempts"),  # of the posting, so far
    c.number("at"),
    Index(None, "posting"),
)

bounces = Table(
    "bounces",
    metadata,
    c.numbered(),
    c.names("posting", "postings.id"),
    c.names("mail", "raw_mails.id"),
    c.text("kind"),
    c.text("status"),
    c.number("at"),
    UniqueConstraint("posting", "mail"),
    Index(None, "kind", "at"),
)

confirmations = Table(
    "confirmations",
    metadata,
    c.names("posting", "postings.id", key=True),
    c.names("mail", "raw_mails.id"),
    c.number("at"),
)

channels = Table(
    "channels",
    metadata,
    c.numbered(),
    c.text("name"),
    c.text("address"),
    c.text("change"),
    c.names("posting", "postings.id", null=True),
    c.names("mail", "raw_mails.id", null=True),
    c.number("at"),
    Index(None, "change", "posting"),
)


memberships = Table(
    "memberships",
    metadata,
    c.numbered(),
    c.text("name"),
    c.text("change"),  # joined, left
    c.number("at"),
    c.names("mail", "raw_mails.id", null=True),
    Index(None, "mail"),
)

contest_changes = Table(
    "contest_changes",
    metadata,
    c.numbered(),
    c.text("change"),
    c.text("value"),
    c.text("by"),
    c.number("at"),
)

rulings = Table(
    "rulings",
    metadata,
    c.numbered(),
    c.text("clause"),
    c.text("text"),
    c.text("by"),
    c.number("at"),
    c.names("game", "games.id", null=True),
    c.names("turn", "turns.id", null=True),
    c.number("since", null=True),  # the number of a gamestate
    c.number("proposed"),  # 1: it holds only once it is upheld
    c.form(),
    c.text("effect"),
    Index(None, "game"),
)

upheld = Table(
    "upheld",
    metadata,
    c.names("ruling", "rulings.id", key=True),
    c.number("at"),
    c.number("since", null=True),  # the number of a gamestate, instead of that of the ruling
)

absences = Table(
    "absences",
    metadata,
    c.numbered(),
    c.text("name"),
    c.number("said_at"),
    c.text("words"),
    c.number("public"),  # 1: said on a list
    c.number("begins", null=True),
    c.number("ends", null=True),
    c.names("mail", "raw_mails.id", null=True),
)

reminders = Table(
    "reminders",
    metadata,
    Column("duty", Text, primary_key=True),
    Column("stage", Integer, primary_key=True, autoincrement=False),  # hours
    c.text("to"),
    c.number("at"),
)

awards = Table(
    "awards",
    metadata,
    c.names("game", "games.id", key=True),
    Column("place", Integer, primary_key=True, autoincrement=False),
    c.number("at"),
    c.text("by"),
    c.names("draft", "drafts.code", null=True),
)


drafts = Table(
    "drafts",
    metadata,
    c.numbered(),
    c.text("code"),
    c.text("kind"),
    c.names("game", "games.id", null=True),
    c.names("turn", "turns.id", null=True),
    c.number("for_state", null=True),
    c.number("attempt"),
    c.text("about"),
    c.number("made_at"),
    c.number("due_by", null=True),
    c.form(),
    c.text("choice", null=True),
    UniqueConstraint("code"),
    Index(None, "kind", "made_at"),
    Index(None, "turn"),
    Index(None, "game"),
)

draft_pages = Table(
    "draft_pages",
    metadata,
    c.numbered(),
    c.names("draft", "drafts.code"),
    c.number("place"),  # from 0, in the order of posting
    c.text("kind"),
    c.text("to"),
    c.text("to_name"),
    c.text("subject"),
    c.text("in_reply_to", null=True),
    c.form(),
    c.text("references"),
    c.text("body"),
    UniqueConstraint("draft", "place"),
)

draft_pictures = Table(
    "draft_pictures",
    metadata,
    c.names("draft", "drafts.code", key=True),
    Column("place", BigInteger, primary_key=True, autoincrement=False),  # of its page
    c.text("html"),
    c.octets("octets"),
)

draft_happenings = Table(
    "draft_happenings",
    metadata,
    c.names("draft", "drafts.code", key=True),
    c.form(),
    c.text("happenings"),
    c.text("whispers"),
)

draft_matters = Table(
    "draft_matters",
    metadata,
    c.names("draft", "drafts.code", key=True),
    c.names("mail", "raw_mails.id", null=True),
    c.names("amends", "drafts.code", null=True),
    c.form(),
    c.text("effects"),
)

holds = Table(
    "holds",
    metadata,
    c.numbered(),
    c.names("draft", "drafts.code"),
    c.number("until", null=True),
    c.text("why"),
    c.number("at"),
    c.number("released"),  # 1: the hold is over
    Index(None, "draft"),
)

decisions = Table(
    "decisions",
    metadata,
    c.names("draft", "drafts.code", key=True),
    c.text("verdict"),
    c.text("by"),
    c.text("why"),
    c.number("at"),
    Index(None, "verdict", "at"),
)

awaited_openings = Table(
    "awaited_openings",
    metadata,
    c.names("draft", "drafts.code", key=True),
    c.text("by"),
    c.number("at"),
)


game_secrets = Table(
    "game_secrets",
    metadata,
    c.names("game", "games.id", key=True),
    c.octets("secret"),
)

draws = Table(
    "draws",
    metadata,
    c.numbered(),
    c.names("game", "games.id"),
    c.number("number"),  # counts the draws published in a game from 1
    c.text("moment"),
    c.text("link"),
    c.number("tiles"),  # 1: a shuffle of the item pool
    c.form(),
    c.text("drawn"),
    UniqueConstraint("game", "number"),
    UniqueConstraint("game", "link"),
)

luck_seals = Table(
    "luck_seals",
    metadata,
    c.numbered(),
    c.names("game", "games.id"),
    c.number("draws"),  # published up to it
    c.text("seal"),
    c.names("draft", "drafts.code"),
    Index(None, "game"),
)

revealed = Table(
    "revealed",
    metadata,
    c.numbered(),
    c.names("game", "games.id"),
    c.number("tiles"),  # 1: the secret of the tiles too
    c.number("at"),
    c.names("draft", "drafts.code"),
    Index(None, "game"),
)

beacons = Table(
    "beacons",
    metadata,
    c.numbered(),
    c.number("round"),
    c.text("value"),
    c.text("by"),
    c.number("at"),
    c.text("named", null=True),  # which beacon; null: the only one there was
    Index(None, "round"),
)


raw_mails = Table(
    "raw_mails",
    metadata,
    c.numbered(),
    c.text("folder"),
    c.number("uidvalidity"),
    c.number("uid"),
    c.number("arrived_at"),
    c.octets("octets"),
    UniqueConstraint("folder", "uidvalidity", "uid"),
    Index(None, "folder", "id"),
)

dispositions = Table(
    "dispositions",
    metadata,
    c.names("mail", "raw_mails.id", key=True),
    c.text("disposition"),
    c.text("reason"),
    c.text("message_id", null=True),
    c.text("digest", null=True),
    c.text("sender", null=True),
    c.number("at"),
    Index(None, "message_id"),
    Index(None, "digest"),
    Index(None, "disposition", "at"),
)

held_told = Table(
    "held_told",
    metadata,
    c.names("mail", "raw_mails.id", key=True),  # of which whoever decides was told, or need not be
)

reopened = Table(
    "reopened",
    metadata,
    c.numbered(),
    c.names("mail", "raw_mails.id"),
    c.text("by"),
    c.text("why"),
    c.text("digest", null=True),
    c.number("at"),
    Index(None, "mail"),
    Index(None, "digest"),
)

replays = Table(
    "replays",
    metadata,
    c.numbered(),
    c.names("mail", "raw_mails.id"),
    c.text("by"),
    c.text("disposition"),
    c.text("reason"),
    c.text("message_id", null=True),
    c.text("digest", null=True),
    c.number("at"),
    Index(None, "mail"),
    Index(None, "message_id"),
    Index(None, "digest"),
)

likenesses = Table(
    "likenesses",
    metadata,
    c.numbered(),
    c.names("mail", "raw_mails.id"),
    c.text("digest"),  # of its author, its Date and its words
    Index(None, "digest"),
)


postings = Table(
    "postings",
    metadata,
    c.numbered(),
    c.text("message_id"),
    c.text("kind"),
    c.text("to"),
    c.names("draft", "drafts.code", null=True),
    c.text("reason"),
    c.number("queued_at"),
    c.octets("octets"),
    UniqueConstraint("message_id"),
    Index(None, "draft"),
    Index(None, "reason", "queued_at"),
    Index(None, "kind", "queued_at"),
)

posting_waits = Table(
    "posting_waits",
    metadata,
    c.names("posting", "postings.id", key=True),
    c.names("after", "postings.id", key=True),
    Index(None, "after"),
)

posting_waits_ended = Table(
    "posting_waits_ended",
    metadata,
    c.names("posting", "postings.id", key=True),
    c.names("after", "postings.id", key=True),
)

sendings = Table(
    "sendings",
    metadata,
    c.names("posting", "postings.id", key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    c.number("at"),
)

handovers = Table(
    "handovers",
    metadata,
    c.names("posting", "postings.id", key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),  # of the sending
)

attempts = Table(
    "attempts",
    metadata,
    c.numbered(),
    c.names("posting", "postings.id"),
    c.number("number"),  # of the sending that it closes, where one was begun; they go up
    c.number("at"),
    c.text("outcome"),
    c.text("reply"),
    c.number("retry_at", null=True),  # not before; null: never by itself
    UniqueConstraint("posting", "number"),
    Index(None, "outcome", "at"),
)

put_backs = Table(
    "put_backs",
    metadata,
    c.names("posting", "postings.id", key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),  # of the sending
)

reposts = Table(
    "reposts",
    metadata,
    c.numbered(),
    c.names("posting", "postings.id"),
    c.number("number"),  # of the last attempt, which counts no longer
    c.text("by"),
    c.number("at"),
    Index(None, "posting"),
)


games = Table(
    "games",
    metadata,
    c.numbered(),
    c.text("tag"),
    c.form(),
    c.text("gnomes"),
    c.text("options"),
    c.text("data"),
    c.text("data_digest"),
    c.text("rules_version"),
    c.number("at"),
    c.number("luck", null=True),  # its form; null: 1
    c.text("beacon", null=True),  # to which its terms bind it
    c.text("called", null=True),  # as what it begins, where its tag is its place in a row of tries
    UniqueConstraint("tag"),
    Index(None, "called"),
)

data_sets = Table(
    "data_sets",
    metadata,
    Column("digest", Text, primary_key=True),  # of the whole set
    Column("file", Text, primary_key=True),
    c.octets("octets"),
)

gamestates = Table(
    "gamestates",
    metadata,
    c.numbered(),
    c.names("game", "games.id"),
    c.number("number"),
    c.text("cause"),
    c.number("at"),
    c.form(),
    c.text("position"),
    c.text("happenings"),  # public ones
    c.text("secrets"),
    c.text("whispers"),  # private and hidden happenings, each with its place among all
    UniqueConstraint("game", "number"),
)

clarifications = Table(
    "clarifications",
    metadata,
    c.numbered(),
    c.names("mail", "raw_mails.id"),  # the unclear announcement
    c.text("code"),
    c.text("name"),  # who wrote it, and is asked
    c.names("game", "games.id", null=True),
    c.number("turns"),  # taken by then
    c.number("unresolved"),  # 1: the last of them awaited its resolution
    c.form(),
    c.number("at"),
    c.text("matter"),  # the words, what was asked about them, what a yes announces
    UniqueConstraint("code"),
    Index(None, "mail"),
)

clarified = Table(
    "clarified",
    metadata,
    c.names("mail", "raw_mails.id", key=True),  # the announcement
    c.text("verdict"),  # confirmed, denied
    c.names("by", "raw_mails.id"),  # the answer
    c.form(),
    c.number("at"),
    c.text("acts"),
)

turns = Table(
    "turns",
    metadata,
    c.numbered(),
    c.names("game", "games.id"),
    c.number("number"),
    c.text("gnome"),
    c.number("taken_at"),
    c.names("mail", "raw_mails.id"),
    c.text("message_id", null=True),
    c.text("subject"),
    c.text("forum"),
    c.form(),
    c.text("references"),
    c.text("turn"),
    c.text("digest", null=True),  # of the mail, for the luck
    c.number("beacon", null=True),  # a round
    UniqueConstraint("game", "number"),
    Index(None, "mail"),
    Index(None, "beacon"),
)

led_to = Table(
    "led_to",
    metadata,
    c.numbered(),
    c.names("mail", "raw_mails.id"),
    c.names("game", "games.id"),
    c.number("number"),  # of the gamestate to which its discard or gift in return led
    Index(None, "mail"),
)

answers = Table(
    "answers",
    metadata,
    c.numbered(),
    c.names("turn", "turns.id"),
    c.text("key"),
    c.text("label"),
    c.text("by"),
    c.number("at"),
    UniqueConstraint("turn", "key"),
)

item_lists = Table(
    "item_lists",
    metadata,
    c.numbered(),
    c.text("gnome"),
    c.number("at"),
    c.form(),
    c.text("items"),
    Index(None, "at"),
)

standing_orders = Table(
    "standing_orders",
    metadata,
    c.numbered(),
    c.names("game", "games.id"),
    c.text("gnome"),
    c.number("at"),
    c.form(),
    c.text("orders"),
    Index(None, "game"),
)


authentications = Table(
    "authentications",
    metadata,
    c.names("mail", "raw_mails.id", key=True),
    c.text("outcome"),  # pass, nothing known, fail
    c.number("at"),
    c.text("grounds"),
)

doubted = Table(
    "doubted",
    metadata,
    c.numbered(),
    c.names("mail", "raw_mails.id"),
    c.text("code"),
    c.text("name"),  # who is asked whether they wrote it
    c.text("grounds"),
    c.number("at"),
    UniqueConstraint("code"),
    Index(None, "mail"),
    Index(None, "at"),
)

vouched = Table(
    "vouched",
    metadata,
    c.names("doubted", "doubted.id", key=True),
    c.text("verdict"),  # yes, no, closed
    c.names("mail", "raw_mails.id", null=True),  # that says so
    c.number("at"),
)

forgeries = Table(
    "forgeries",
    metadata,
    c.numbered(),
    c.names("mail", "raw_mails.id", null=True),
    c.text("kind"),
    c.text("what"),
    c.number("told"),  # 1: a mail told of it
    c.number("at"),
    Index(None, "kind", "at"),
)


beginnings = Table("beginnings", metadata, c.numbered(), c.number("at"))
"""When the database was made; one of before migration 0019 has no row here."""

heartbeats = Table("heartbeats", metadata, c.numbered(), c.number("at"))

outages = Table(
    "outages",
    metadata,
    c.numbered(),
    c.number("begins"),
    c.number("ends"),
    Index(None, "ends"),
)

backups = Table("backups", metadata, c.numbered(), c.number("at"))

restorations = Table(
    "restorations",
    metadata,
    c.numbered(),
    c.number("reaches", null=True),  # when the service was last at work in the backup
    c.number("at"),
)

programs = Table(
    "programs",
    metadata,
    c.numbered(),
    c.text("version"),  # of the program that took the database over
    c.text("rules"),  # SHA-256 of all by which it reads and plays
    c.number("differing"),  # how much of the games it would make otherwise, knowingly
    c.number("at"),
)
