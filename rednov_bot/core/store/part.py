"""What every part of the records has: questions with their answers, and effects.

An effect is a row that is to be added.  It counts at once for whatever is asked in its transaction,
and is written at the end, together with all others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import partial
from itertools import count
from typing import Any, Final, NamedTuple

from sqlalchemy import (
    Connection,
    Table,
    bindparam,
    func,
    literal,
    select,
    union_all,
)

from rednov_bot.core.errors import AlreadyOnFile
from rednov_bot.core.models import MessageId, PaperId
from rednov_bot.core.store import database, forms
from rednov_bot.core.store.statements import (
    NUMBERED,
    PLACES,
    Among,
    Kind,
    Made,
    Row,
    Statement,
    Values,
    blank,
    bound,
    fields,
    found,
    insert,
    made,
    names_of,
    unique_keys,
)
from rednov_bot.core.store.tables import caused, postings

_KNOWN: Final = 512
"""Answers that are kept in mind: those that were asked for last."""

_SMALL: Final = 20_000
_LARGEST: Final = 300_000
"""Octets of mails in an answer that is not large, and in any that outlives its transaction."""

AT_ONCE: Final = 500
"""Numbers of rows in one question."""

_POSTING = Statement(select(postings.c.id).where(postings.c.message_id == bindparam("message_id")))
_LAST_NUMBERS = Statement(
    union_all(
        *[
            select(literal(name).label("name"), func.max(one.c.id).label("number"))
            for name, one in NUMBERED.items()
        ]
    )
)
"""One look at the end of each index, for every table at once."""


@dataclass(slots=True)
class Marks:
    """The rows up to which nothing is left to do, but for what is noted: work goes on behind them.

    Kept in memory alone and found anew after a start.  They hold whoever writes, because rows are
    never changed and one writer at a time gives out their numbers (database.py).
    """

    mails: int = 0
    drafts: int = 0
    postings: int = 0
    lasting: frozenset[int] = frozenset()  # of those up to it, what may still have to be sent
    reposts: int = 0
    attempts: int = 0  # up to which none is of a mail that its list should have and has not
    looked_since: datetime | None = None  # of those attempts, which were looked at


LED_TO: Final = {
    "turns": "id",
    "led_to": "number",
    "answers": "id",
    "item_lists": "id",
    "standing_orders": "id",
    "gamestates": "id",
    "drafts": "code",
    "decisions": "draft",
    "holds": "draft",
    "awaited_openings": "draft",
    "postings": "message_id",
    "clarifications": "code",
    "clarified": "mail",
    "doubted": "code",
    "vouched": "doubted",
    "memberships": "id",
    "contest_changes": "id",
    "rulings": "id",
    "upheld": "ruling",
    "absences": "id",
    "awards": "place",
    "reopened": "mail",
    "replays": "mail",
    "channels": "id",
    "confirmations": "posting",
    "bounces": "posting",
    "list_notices": "posting",
    "reposts": "posting",
    "games": "tag",
    "beacons": "round",
    "revealed": "game",
    "forgeries": "id",
}
"""What is shown of what a mail led to: tables, and by which column a row of each is known."""

Answer = tuple[tuple[int, ...], tuple[Row, ...]]
"""The versions of the tables that were asked, and the rows found."""

_NOTHING: Final[tuple[tuple[Any, ...], Answer]] = (), ((), ())

_versions = count(1)
"""No version is given out twice: not even of what was undone."""


@dataclass(slots=True)
class Memory:
    """What was read of a database, which holds as long as nobody else writes there.

    An answer holds for the versions of the tables of which it was asked.  What is *hot* is kept up
    to date by whoever adds to it; its values are never changed, but replaced.
    """

    versions: dict[str, int] = field(default_factory=dict)
    numbers: dict[str, int] = field(default_factory=dict)  # the last of each table, once asked
    hot: dict[object, Any] = field(default_factory=dict)
    answers: dict[tuple[Any, ...], Answer] = field(default_factory=dict)
    large: dict[Statement, tuple[tuple[Any, ...], Answer]] = field(default_factory=dict)
    marks: Marks = field(default_factory=Marks)

    def copy(self) -> Memory:
        """For a transaction that may come to nothing; the answers are shared."""
        return Memory(
            versions=dict(self.versions),
            numbers=dict(self.numbers),
            hot=dict(self.hot),
            answers=self.answers,
            large=self.large,
            marks=replace(self.marks),
        )

    def of_another(self) -> Memory:
        """What is left of it when somebody else has written: marks hold whoever writes."""
        return Memory(marks=replace(self.marks))


class Effect(NamedTuple):
    """A row that is to be added, with values as its columns hold them."""

    table: Table
    row: Mapping[str, Any]
    passing_over: bool = False  # where one of the same unique key is there already


@dataclass(slots=True, eq=False)
class _Block:
    """Of what begins here, everything may be undone."""

    begins: int  # how many effects there were
    memory: Memory
    mail: PaperId | None
    savepoint: str = ""  # "" while nothing was written in it


class NotInMind(Exception):
    """What is asked is not known without the database."""


class Part:
    """Some of the records, inside one transaction."""

    def __init__(self, connection: Connection | None, kind: Kind, memory: Memory) -> None:
        """*connection*: on which the transaction has begun; None where nothing may be asked of
        the database, and NotInMind is raised.
        """
        self._connection = connection
        self._kind = kind
        self._memory = memory
        self._effects: list[Effect] = []
        self.has_written = False  # anything, and be it undone
        self._written = 0  # how many of the effects
        self._unwritten: dict[str, list[Effect]] = {}  # the others, by their tables
        self._keys: set[Key] = set()  # of these, as far as they are unique
        self._blocks: list[_Block] = []
        self._large = _NOTHING
        self._mail: PaperId | None = None

    @property
    def _marks(self) -> Marks:
        return self._memory.marks

    # -- reading

    def _rows(self, asked: Statement | Table, /, **where: object) -> tuple[Row, ...]:
        """The rows found.  Of a table: those with these values, in the order of their keys.

        What is not written yet is counted in where a table is asked for rows by their values; any
        other question has it written first.
        """
        statement = found(asked, *where) if isinstance(asked, Table) else asked
        unwritten: list[Effect] = []
        if self._unwritten:
            if statement.table is None:
                if not self._unwritten.keys().isdisjoint(statement.tables):
                    self.write()
            else:
                unwritten = self._unwritten.get(statement.table.name, [])
        values = bound(where)
        if statement.is_unique and unwritten:
            for one in unwritten:
                if all(one.row[name] == value for name, value in values.items()):
                    return (statement.row(one.row),)
        on_file = () if self._names_new(statement, values) else self._on_file(statement, values)
        return _with(on_file, unwritten, statement, values) if unwritten else on_file

    def _new(self, table: Table) -> list[Mapping[str, Any]]:
        """The rows of a table that are not written yet, as its columns hold them."""
        return [effect.row for effect in self._unwritten.get(table.name, ())]

    def _names_new(self, statement: Statement, values: Values) -> bool:
        """Whether a question is about a row that is not written yet: nothing on file names it."""
        for name, other in statement.references:
            unwritten, number = self._unwritten.get(other), values[name]
            if unwritten and isinstance(number, int) and number >= unwritten[0].row["id"]:
                return True
        return False

    def _on_file(self, statement: Statement, values: dict[str, Any]) -> tuple[Row, ...]:
        """What was written and answers a question.

        It is put to the database once, as long as nothing is added to the tables of which it is
        asked.
        """
        memory = self._memory
        question = (statement, *values.items())
        versions = tuple([memory.versions.get(name, 0) for name in statement.tables])
        known = memory.answers.pop(question, None)
        if known is not None:
            memory.answers[question] = known  # the last of all to be forgotten
        elif self._large[0] == question:
            known = self._large[1]
        elif memory.large.get(statement, _NOTHING)[0] == question:
            known = memory.large[statement][1]
        if known is not None and (known[0] == versions or (statement.is_unique and known[1])):
            return known[1]  # a row that is there stays as it is
        rows = statement.rows(self._fetched(statement, values))
        self._keep(statement, question, (versions, rows))
        return rows

    def _keep(self, statement: Statement, question: tuple[Any, ...], answer: Answer) -> None:
        """An answer is kept in mind: of each question to which it is large, the last one."""
        memory = self._memory
        octets = 0
        if not statement.is_brief:
            octets = sum(len(row.octets or b"") for row in answer[1])
        if not statement.is_kept or octets > _LARGEST:
            self._large = question, answer
            return
        if octets > _SMALL:
            memory.large[statement] = question, answer
            return
        if len(memory.answers) >= _KNOWN:
            for old in [*memory.answers][: _KNOWN // 4]:
                del memory.answers[old]
        memory.answers[question] = answer

    def _fetched(self, statement: Statement, values: dict[str, Any]) -> list[Any]:
        if self._connection is None:
            raise NotInMind
        return [*self._connection.execute(statement.clause, values)]

    def _versions_of(self, statement: Statement) -> tuple[int, ...] | None:
        """The versions of the tables on which an answer depends; None while one is changing."""
        if not self._unwritten.keys().isdisjoint(statement.tables):
            return None
        versions = self._memory.versions
        return tuple([versions.get(name, 0) for name in statement.tables])

    def _among(self, asked: Statement, numbers: Iterable[int], /, **where: object) -> list[Row]:
        """The rows found of these postings, some hundreds of them at a time."""
        every = some_at_once(numbers)
        return [row for some in every for row in self._rows(asked, **where, postings=some)]

    def _row(self, asked: Statement | Table, /, **where: object) -> Row:
        """The first row found, None when there is none."""
        rows = self._rows(asked, **where)
        return rows[0] if rows else None

    def _last(self, table: Table, /, **where: object) -> Row:
        """The last row of a table with these values."""
        return self._row(found(table, *where, last=True), **where)

    def _value(self, asked: Statement | Table, /, **where: object) -> Any:
        """The first column of the first row found, None when there is none."""
        rows = self._rows(asked, **where)
        return rows[0][0] if rows else None

    def _count(self, asked: Statement, /, **where: object) -> int:
        """The same of a number; 0 when there is none."""
        return int(self._value(asked, **where) or 0)

    def _when(self, asked: Statement, /, **where: object) -> datetime | None:
        """The same of a moment."""
        found: datetime | None = self._value(asked, **where)
        return found

    def _ids(self, asked: Statement, /, **where: object) -> tuple[PaperId, ...]:
        """The first column of the rows found, which names records."""
        return tuple([PaperId(row[0]) for row in self._rows(asked, **where)])

    def _all(
        self, kind: Callable[..., Made], asked: Statement | Table, /, **where: object
    ) -> tuple[Made, ...]:
        """The rows found, each as *kind* makes it: a function, or a dataclass of the columns."""
        read = partial(made, kind) if isinstance(kind, type) else kind
        return tuple([read(row) for row in self._rows(asked, **where)])

    def _one(
        self, kind: Callable[..., Made], asked: Statement | Table, /, **where: object
    ) -> Made | None:
        """The first of them, None when there is none."""
        return next(iter(self._all(kind, asked, **where)), None)

    def _the(self, kind: Callable[..., Made], asked: Statement | Table, /, **where: object) -> Made:
        """The first of them.  KeyError when there is none."""
        for one in self._all(kind, asked, **where):
            return one
        raise KeyError(*where.values())

    def _since(
        self, asked: Statement, since: datetime, column: str = "at", /, **where: object
    ) -> tuple[Row, ...]:
        """The rows of a question with the parameter `since` whose *column* is not before it."""
        rows = self._rows(asked, **where, since=day_of(since))
        return tuple([row for row in rows if getattr(row, column) >= since])

    def _hot(self, name: object, load: Callable[[], Made]) -> Made:
        """What is kept in mind under a name; it is loaded where it is not."""
        hot = self._memory.hot
        if name not in hot:
            hot[name] = load()
        known: Made = hot[name]
        return known

    def _keep_in_mind(self, name: str, mail: PaperId, held: object | None) -> None:
        """A mail is one of the held ones, or is not any more, where these are in mind at all."""
        known: dict[PaperId, object] | None = self._memory.hot.get(name)
        if known is not None and (held is not None or mail in known):
            others = {it: one for it, one in known.items() if it != mail}
            self._memory.hot[name] = others if held is None else {**others, mail: held}

    def _posting_id(self, message_id: MessageId) -> int:
        """Which row a posting has.  KeyError where the bot has sent no such mail."""
        if (track := self._memory.hot.get(("sending", message_id))) is not None:
            return int(track.id)
        name = forms.plain(message_id)
        for effect in self._unwritten.get(postings.name, ()):
            if effect.row["message_id"] == name:
                return int(effect.row["id"])
        rows = self._on_file(_POSTING, {"message_id": name})
        if not rows:
            raise KeyError(message_id)
        return int(rows[0].id)

    def last_number(self, table: Table) -> int:
        """The number of the last row of a table; 0 of an empty one."""
        numbers = self._memory.numbers
        if not numbers:
            rows = self._fetched(_LAST_NUMBERS, {})
            numbers.update({name: number or 0 for name, number in rows})
        return numbers[table.name]

    # -- effects

    def _add(
        self, table: Table, record: object = None, /, *, passing_over: bool = False, **more: object
    ) -> PaperId:
        """A row is to be added: the fields of a dataclass, and *more* beside or instead of them.

        The number of the row, 0 where it has none.  AlreadyOnFile where this transaction has added
        one of the same unique key; where one is on file, that is found when it is written.  Or a
        row of whose unique key there is one already is *passed over*.
        """
        if self._connection is None:
            raise NotInMind
        row = more if record is None else {**fields(record), **more}
        columns = names_of(table)
        given = {name: one for name, one in row.items() if name in columns}
        values = {**blank(table), **bound(given)}
        keys = _keys_of(table, values)
        if not self._keys.isdisjoint(keys):
            if passing_over:
                return PaperId(0)
            raise AlreadyOnFile("the database holds this paper already") from None
        number = PaperId(0)
        if table.name in NUMBERED:
            asked = ({name: values[name] for name in key.names} for key in keys)
            if passing_over and any(self._rows(table, **where) for where in asked):
                return PaperId(0)
            number = PaperId(self.last_number(table) + 1)
            values["id"] = self._memory.numbers[table.name] = number
        self._keys.update(keys)
        self._note(Effect(table, values, passing_over))
        if self._mail is not None and table.name in LED_TO:
            key = values[LED_TO[table.name]]
            what = {"mail": self._mail, "kind": table.name, "key": str(key)}
            number_of_it = self._memory.numbers[caused.name] = self.last_number(caused) + 1
            self._note(Effect(caused, {**what, "id": number_of_it}))
        return number

    def _note(self, effect: Effect) -> None:
        self._effects.append(effect)
        self._unwritten.setdefault(effect.table.name, []).append(effect)

    @property
    def effects(self) -> tuple[Effect, ...]:
        """What this transaction has brought about so far, in turn."""
        return tuple(self._effects)

    @contextmanager
    def because_of(self, mail: PaperId) -> Iterator[None]:
        """What the block brings about comes of a mail, and is shown as that."""
        before, self._mail = self._mail, mail
        try:
            yield
        finally:
            self._mail = before

    def write(self) -> None:
        """All effects that are not written yet are, table by table."""
        if self._written == len(self._effects):
            return
        for depth, block in enumerate(self._blocks):
            if not block.savepoint:
                self._write_up_to(block.begins)
                block.savepoint = f"block_{depth}"
                block.memory.versions = dict(self._memory.versions)
                self._run(f"SAVEPOINT {block.savepoint}")
        self._write_up_to(len(self._effects))

    def _write_up_to(self, end: int) -> None:
        if end <= self._written or self._connection is None:
            return
        database.refuse_broken_off(self._connection, self._kind)
        self.has_written = True
        groups: dict[tuple[int, bool], list[Effect]] = {}
        for effect in self._effects[self._written : end]:
            place = PLACES[effect.table.name]
            groups.setdefault((place, effect.passing_over), []).append(effect)
        for place, passing_over in sorted(groups):
            some = groups[place, passing_over]
            table = some[0].table
            clause = insert(table, self._kind, passing_over=passing_over)
            self._connection.execute(clause, [one.row for one in some])
            self._memory.versions[table.name] = next(_versions)
        self._written = end
        self._sort_out()

    def _run(self, words: str) -> None:
        assert self._connection is not None
        self._connection.exec_driver_sql(words)

    def end(self) -> Memory:
        """The transaction is over: whoever still holds the records can do nothing with them."""
        del self._connection
        return self._memory

    def _sort_out(self) -> None:
        """What is not written is known by its tables and keys."""
        self._unwritten = {}
        for effect in self._effects[self._written :]:
            self._unwritten.setdefault(effect.table.name, []).append(effect)

    def _cut_back(self, block: _Block) -> None:
        """The effects since a block began are as if they had never been."""
        del self._effects[block.begins :]
        self._written = min(self._written, block.begins)
        self._memory = block.memory
        self._large = _NOTHING
        self._keys = {key for one in self._effects for key in _keys_of(one.table, one.row)}
        self._sort_out()


def some_at_once(numbers: Iterable[int]) -> Iterator[Among]:
    """The numbers of rows in their order, as many at a time as one question may be about."""
    every = sorted(numbers)
    for place in range(0, len(every), AT_ONCE):
        yield Among(every[place : place + AT_ONCE])


def day_of(moment: datetime) -> datetime:
    """When its day began: a question about the whole day is the same until that is over."""
    return moment.replace(hour=0, minute=0, second=0, microsecond=0)


class Key(NamedTuple):
    """By which no two rows of a table are alike."""

    table: str
    names: tuple[str, ...]
    values: tuple[object, ...]


def _keys_of(table: Table, row: Values) -> list[Key]:
    """The unique keys of a row; one that is not whole is none."""
    found = [(names, tuple([row[name] for name in names])) for names in unique_keys(table)]
    return [Key(table.name, names, values) for names, values in found if None not in values]


def _with(
    on_file: tuple[Row, ...], unwritten: list[Effect], statement: Statement, values: Values
) -> tuple[Row, ...]:
    """The rows of a table on file, and those that are not written yet, in the order of keys."""
    wanted = values.items()
    new = [one.row for one in unwritten if all(one.row.get(name) == it for name, it in wanted)]
    if not new:
        return on_file
    assert statement.table is not None
    rows = [*on_file, *map(statement.row, new)]
    if statement.table.name not in NUMBERED:
        keys = [column.name for column in statement.table.primary_key]
        by_key = {tuple([getattr(row, name) for name in keys]): row for row in reversed(rows)}
        rows = [by_key[key] for key in sorted(by_key)]
    return tuple(rows[-1:] if statement.last else rows)
