"""What came of a stretch with faults, compared with what comes of it without any (README.md)."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

from rednov_bot.core.store.tables import metadata
from tests.reliability.voyage import DIGEST, SAYS, Outcome

_ASIDE = frozenset(
    # how often a mail came and was looked at, and how often one was offered, is what faults change
    "raw_mails dispositions attempts sendings handovers put_backs sightings alarms reposts"
    " alembic_version sqlite_sequence".split()
)
_COPIED = re.compile(
    "not in a public forum, but it (?:went to one as well|was read in another one)"
)
"""On file for a mail that went through two lists: the copy of the other one counts."""

_TOLD = re.compile("(?:unknown|deferred) <")
"""For what the contestmaster is told that the fate of a notice is not known: on file."""

_OWED = "notice <"
"""Begins the name of a duty of the contestmaster's: to see that a notice arrives."""

KEPT = "mail kept"
"""For which reason the contestmaster is told of a digest."""

_MESSAGE_ID = re.compile(rb"^message-id:\s*(<[^>]*>)", re.IGNORECASE | re.MULTILINE)
_NUMBER = re.compile(r"mail \d+", re.IGNORECASE)
_SERIAL = re.compile(r'"mail":\d+,')
_LOSES = frozenset({"lost after", "lost before", "swallowed"})

Row = tuple[Any, ...]


def differences(expected: Outcome, got: Outcome) -> list[str]:
    """Everything that is not as it should be; empty where the promise was kept."""
    return [
        *got.complaints,
        *_of_tables(expected, got),
        *_of_dispositions(expected, got),
        *_of_mails(expected, got),
    ]


def _of_tables(expected: Outcome, got: Outcome) -> Iterator[str]:
    """The papers are the same: games, gamestates, turns, luck, drafts, decisions, postings."""
    until = max([dict(row)["at"] for row in _plain(expected, "heartbeats")], default=0)
    for table in sorted(expected.tables.keys() | got.tables.keys()):
        if table in _ASIDE:
            continue
        before, after = (Counter(_papers(each, table, until)) for each in (expected, got))
        if table == "readings":  # each copy of a mail may be read, in the same way
            before, after = (Counter(set(each)) for each in (before, after))
        for what, rows in (("lost", before - after), ("new", after - before)):
            for row, often in rows.items():
                yield f"{table}: {what} x{often}: {_short(row)}"


def _papers(outcome: Outcome, table: str, until: int) -> Iterator[Row]:
    """The rows of a table, but what a human is asked and says about what is in doubt.

    Who is asked a second time answers later than *until* when the run without faults went on.
    """
    asked = _asked(outcome)
    for row in _named(outcome, table):
        facts = dict(row)
        if table == "heartbeats" and facts["at"] > until:
            continue
        if table == "held_told" and facts["mail"] == DIGEST:
            continue
        if table in ("readings", "caused") and SAYS.decode() in facts["mail"]:
            continue
        if table == "caused" and facts["key"].isdigit():  # a serial number
            row = tuple((name, value) for name, value in row if name != "key")
        if table == "answers":  # another one in an early turn: which copy of its mail was read
            row = tuple((name, _SERIAL.sub("", str(value))) for name, value in row)
        if table == "reminders" and _is_owed(asked, facts["duty"]):
            continue
        if table == "postings" and _is_told(outcome, facts):
            continue
        if asked.isdisjoint({facts.get("draft"), facts.get("code")}):
            yield row


def _asked(outcome: Outcome) -> set[str]:
    """The codes of the drafts that ask what became of a posting."""
    return {row["code"] for row in map(dict, _plain(outcome, "drafts")) if row["kind"] == "return"}


def _is_owed(asked: set[str], duty: str) -> bool:
    """Whether something is a duty of the contestmaster's only because of a doubt."""
    return duty.startswith(_OWED) or duty.removeprefix("draft ") in asked


def _is_told(outcome: Outcome, posting: dict[str, Any]) -> bool:
    """Whether a mail may be about what is in doubt: it asks, reminds or answers them."""
    asked = _asked(outcome)
    if posting["reason"] == "reminder":
        duties = [dict(row)["duty"] for row in _plain(outcome, "reminders")]
        return any(_is_owed(asked, duty) for duty in duties)
    about = posting["draft"] in asked or SAYS in posting["octets"] or posting["reason"] == KEPT
    return about or _TOLD.match(posting["reason"]) is not None


def _of_dispositions(expected: Outcome, got: Outcome) -> Iterator[str]:
    """Each mail is filed; of its copies one has an effect, and the same as without faults."""
    mails = {row[0] for row in got.tables["raw_mails"][1:]}
    filed = {row[0] for row in got.tables["dispositions"][1:]}
    if mails != filed:
        yield f"mails were never filed: {sorted(mails - filed)}"
    before, after = (Counter(_effects(each)) for each in (expected, got))
    for what, some in (("lost", before - after), ("new", after - before)):
        for one, often in some.items():
            yield f"filed: {what} x{often}: {_short(one)}"


def _effects(outcome: Outcome) -> Iterator[Row]:
    for row in _named(outcome, "dispositions"):
        facts = dict(row)
        if SAYS.decode() in facts["mail"] or facts["mail"] == DIGEST:
            continue
        if facts["disposition"] != "ignore" and not _COPIED.fullmatch(facts["reason"]):
            yield facts["mail"], facts["disposition"], facts["reason"]


def _of_mails(expected: Outcome, got: Outcome) -> Iterator[str]:
    """Public mails arrived once; private ones once, or more often as is on file; nothing else.

    A private one that lost connections took away is offered again: it is missing only where that
    is due after the end.
    """
    blows = {blow for _, _, blow in got.struck}
    lossy = "cut" in blows or not _LOSES.isdisjoint(got.moods)
    hard = bool(blows) or lossy
    if not hard and len(got.tables["alarms"]) > len(expected.tables["alarms"]):
        yield "somebody was asked what became of a mail, and nothing was lost"
    sealed = {row["message_id"]: row for row in map(dict, _plain(got, "postings"))}
    wanted = Counter(_identity(one.octets) for one in expected.taken)
    arrived = Counter(_identity(one.octets) for one in got.taken)
    doubtful = _doubtful(got) if lossy else set()
    doubtful |= {row["posting"] for row in _attempts(got) if row["outcome"] == "withdrawn"}
    lost = Counter(row["posting"] for row in _attempts(got) if row["outcome"] == "unknown")
    traceless = int("power" in blows)  # the first handing over that a loss of power may undo
    for one in got.taken:
        posting = sealed.get(_identity(one.octets))
        if posting is None:
            yield f"nobody has sealed {_identity(one.octets)} to {one.to}"
        elif posting["to"] != one.to or _crlf(posting["octets"]) != _crlf(one.octets):
            sent = f"{posting['message_id']} to {posting['to']}"
            yield f"{sent} reached {one.to}, or with other words"
    for name in wanted.keys() | arrived.keys():
        posting = sealed.get(name)
        if posting is None:
            continue  # told above
        kind = posting["kind"]
        most = 1 if kind == "public" else 1 + lost[name] + traceless
        if arrived[name] < min(wanted[name], 1) and name not in doubtful:
            yield f"the {kind} mail {name} did not arrive"
        elif not wanted[name] and not (
            (hard or posting["reason"] == KEPT) and _is_told(got, posting)
        ):
            yield f"the {kind} mail {name} arrived, and should not have"
        elif arrived[name] > most:
            yield f"the {kind} mail {name} arrived {arrived[name]} times"


def _doubtful(outcome: Outcome) -> set[str]:
    """Private mails that are to be offered again after the end, and those that wait for them."""
    end = max(dict(row)["at"] for row in _plain(outcome, "heartbeats"))
    last: dict[str, Row] = {}
    for row in _attempts(outcome):
        again = math.inf if row["retry_at"] is None else row["retry_at"]
        last[row["posting"]] = max(
            last.get(row["posting"], ()), (row["number"], row["outcome"], again)
        )
    kinds = {row["message_id"]: row["kind"] for row in map(dict, _plain(outcome, "postings"))}
    unknown = {name for name, (_, what, again) in last.items() if what == "unknown" and again > end}
    doubtful = {name for name in unknown if kinds[name] != "public"}
    waits = [dict(row) for row in _named(outcome, "posting_waits")]
    while more := {r["posting"] for r in waits if r["after"] in doubtful} - doubtful:
        doubtful |= more
    return doubtful


def _attempts(outcome: Outcome) -> list[dict[str, Any]]:
    """Every attempt on file, its posting called by its Message-ID."""
    return [dict(row) for row in _named(outcome, "attempts")]


def _named(outcome: Outcome, table: str) -> list[Row]:
    """The rows of a table; papers they name are called by what does not depend on their number."""
    keys = {
        column.name: next(iter(column.foreign_keys)).column.table.name
        for column in metadata.tables[table].columns
        if column.foreign_keys
    }
    names = {
        other: _names(outcome, other) for other in set(keys.values()) & {"raw_mails", "postings"}
    }
    found = []
    for row in _plain(outcome, table):
        found.append(
            tuple(
                (key, names[keys[key]].get(value, value))
                if keys.get(key) in names
                else (key, _numberless(key, value))
                for key, value in row
                if key != "id"
            )
        )
    return found


def _numberless(key: str, value: Any) -> Any:
    """Words on file without the numbers of the mails that they name."""
    return _NUMBER.sub("mail", value) if key == "what" else value


def _names(outcome: Outcome, table: str) -> dict[Any, Any]:
    rows = [dict(row) for row in _plain(outcome, table)]
    if table == "postings":
        return {row["id"]: row["message_id"] for row in rows}
    return {row["id"]: _identity(row["octets"]) for row in rows}


def _plain(outcome: Outcome, table: str) -> list[Row]:
    columns, *rows = outcome.tables[table]
    return [tuple(zip(columns, row, strict=True)) for row in rows]


def _identity(octets: bytes) -> str:
    found = _MESSAGE_ID.search(octets)
    return found[1].decode("ascii", "replace") if found else f"{hash(octets):x}"


def _crlf(octets: bytes) -> bytes:
    return octets.replace(b"\r\n", b"\n").rstrip(b"\n")


def _short(row: Row) -> str:
    return " ".join(str(row).split())[:300]
