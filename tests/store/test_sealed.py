"""What is sealed opens in its own place with its own key, and nowhere else."""

from __future__ import annotations

import importlib
import pkgutil
import sqlite3
import subprocess
import sys
import tracemalloc
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import LargeBinary, Text, bindparam, func, select

from rednov_bot import keys, store
from rednov_bot.contest import Absence
from rednov_bot.errors import CannotUnseal, Mendable, WrongKey
from rednov_bot.papers import Game, MessageId
from rednov_bot.store import exporting, sealing, upgrading
from rednov_bot.store.covers import cover
from rednov_bot.store.hidden import KEPT
from rednov_bot.store.ledger import Ledger
from rednov_bot.store.statements import Statement
from rednov_bot.store.tables import dispositions, draft_pages, metadata, postings, reopened
from tests.store.conftest import SEALED
from tests.store.samples import (
    BEFORE,
    KEY,
    MINUTE,
    NOON,
    STORY,
    a_draft,
    a_game,
    a_letter,
    a_mail,
    a_posting,
)

OLD_PAPERS = Path(__file__).parent / "old_papers"
OTHER = keys.Key(bytes(range(16, 32)))
PARTS = [
    importlib.import_module(f"{store.__name__}.{one.name}")
    for one in pkgutil.iter_modules(store.__path__)
]
STATEMENTS = {
    part.__name__.rpartition(".")[2] + name: one
    for part in PARTS
    for name, one in vars(part).items()
    if isinstance(one, Statement)
}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A sealed SQLite file with two of many papers."""
    made = tmp_path / "rednov.db"
    upgrading.upgrade(f"sqlite:///{made}", key=KEY)
    with Ledger(f"sqlite:///{made}", key=KEY) as ledger, ledger.transaction() as records:
        records.keep([a_mail(1), a_mail(2)])
        for number in (1, 2):
            game = a_game(records)
            records.advance(game.id, 1, STORY, BEFORE, cause="opening", at=NOON)
            records.add_draft(a_draft(f"ABC234{number}"))
            to, kind = f"reader{number}@post.example", ("private", "receipt")[number - 1]
            posting = a_posting(f"mail {number}", kind, to)
            records.queue(posting, draft=None, reason=f"reason {number}", at=NOON)
    return made


def read(path: Path, key: keys.Key | None = KEY) -> None:
    """Everything in it is read."""
    with Ledger(f"sqlite:///{path}", key=key) as ledger, ledger.transaction() as records:
        records.undisposed(9)
        records.open_drafts()
        records.outbox()
        for game in records.games():
            records.secret(game.id)
            records.gamestate(game.id)
            records.history(game.id)


def change(path: Path, statement: str) -> None:
    with closing(sqlite3.connect(path)) as file, file:
        file.execute(statement)


# -- decisions -------------------------------------------------------------------------------


@pytest.mark.parametrize("name", metadata.tables)
def test_of_every_column_it_is_decided_whether_it_is_hidden(name: str) -> None:
    kept = KEPT[name]
    decided = [*kept.sealed, *kept.looked_up, *" ".join(kept.open).split()]
    assert sorted(decided) == sorted(column.name for column in metadata.tables[name].columns)
    assert all([*kept.sealed.values(), *kept.looked_up.values(), *kept.open.values()])


def test_no_decision_is_about_a_table_that_is_not_there() -> None:
    assert sorted(KEPT) == sorted(metadata.tables)


@pytest.mark.parametrize("name", KEPT)
def test_what_is_sealed_is_text_or_octets_in_a_row_that_columns_name(name: str) -> None:
    table, kept = metadata.tables[name], KEPT[name]
    assert not set(kept.place) & set(kept.sealed)
    assert bool(kept.place) == bool(kept.sealed)
    for column in (*kept.sealed, *kept.looked_up):
        assert isinstance(table.c[column].type, Text | LargeBinary)
    for column in kept.looked_up:
        assert isinstance(table.c[column].type, Text)


@pytest.mark.parametrize("name", STATEMENTS)
def test_a_sealed_database_can_answer(name: str) -> None:
    STATEMENTS[name].cover()


@pytest.mark.parametrize(
    "asked",
    [
        select(draft_pages.c.id).where(draft_pages.c.body == bindparam("body")),
        select(draft_pages.c.id).order_by(draft_pages.c.subject),
        select(draft_pages.c.id).group_by(draft_pages.c.to),
        select(draft_pages.c.body),
        select(func.length(draft_pages.c.body)),
        select(postings.c.id).where(postings.c.reason.like(bindparam("like"))),
        select(postings.c.id).where(postings.c.reason == "reminder"),
        select(postings.c.id).where(postings.c.to == bindparam("to")),
        select(dispositions.c.mail)
        .where(dispositions.c.digest == bindparam("digest"))
        .union_all(select(reopened.c.mail).where(reopened.c.digest == bindparam("digest"))),
        select(postings.c.id).where(postings.c.reason == postings.c.to),
        select(postings.c.id).order_by(postings.c.to),
    ],
    ids=str,
)
def test_what_no_sealed_database_can_answer_is_refused(asked: object) -> None:
    with pytest.raises(TypeError):
        cover(asked)  # type: ignore[arg-type]


# -- another place, another key ----------------------------------------------------------------


HIDDEN = [
    (name, column)
    for name, columns in {
        "raw_mails": ("octets",),
        "game_secrets": ("secret",),
        "gamestates": ("secrets", "whispers"),
        "draft_pages": ("body", "to", "subject"),
        "postings": ("octets", "to"),
    }.items()
    for column in columns
]


@pytest.mark.parametrize(("table", "column"), HIDDEN)
def test_what_is_moved_to_another_row_does_not_open(path: Path, table: str, column: str) -> None:
    read(path)
    change(path, f'UPDATE {table} SET "{column}" = (SELECT "{column}" FROM {table} LIMIT 1)')
    with pytest.raises(CannotUnseal, match=f"in {table}.{column}: it was changed from outside"):
        read(path)


def test_what_is_moved_to_another_column_does_not_open(path: Path) -> None:
    change(path, "UPDATE gamestates SET secrets = whispers")
    with pytest.raises(CannotUnseal, match=r"gamestates\.secrets"):
        read(path)


@pytest.mark.parametrize(
    "changed",
    ["'{}'", "''", "'=='", "substr(secrets, 1, 100)", "'AAAA' || substr(secrets, 5)", "x'00'"],
)
def test_what_was_changed_from_outside_does_not_open(path: Path, changed: str) -> None:
    change(path, f"UPDATE gamestates SET secrets = {changed}")
    with pytest.raises(CannotUnseal, match=r"restore a backup"):
        read(path)


def test_what_is_looked_up_does_not_open_after_a_change(path: Path) -> None:
    change(path, "UPDATE postings SET reason = 'bm90aGluZw=='")
    with pytest.raises(CannotUnseal):
        read(path)


def test_what_is_looked_up_does_not_open_in_another_table(path: Path) -> None:
    with Ledger(f"sqlite:///{path}", key=KEY) as ledger, ledger.transaction() as records:
        for id, _ in records.undisposed(9):
            records.dispose(id, "read", "a turn", letter=None, digest=None, at=NOON)
            records.reopen(id, "Pewterby", "so", NOON, digest=f"digest {id}")
        assert records.same_before(None, "digest 1") == 1
    change(path, "DELETE FROM reopened WHERE id = 2")
    change(path, "UPDATE dispositions SET digest = (SELECT digest FROM reopened)")
    change(path, "DELETE FROM reopened")
    with Ledger(f"sqlite:///{path}", key=KEY) as ledger, ledger.transaction() as records:
        assert records.same_before(None, "digest 1") is None
        with pytest.raises(CannotUnseal, match=r"in dispositions\.reason"):
            records.dispositions()


@pytest.mark.parametrize(
    "exchanged",
    ["to", "reason", '"to", "reason"', '"to", octets', "kind", '"to", reason, octets, kind, draft'],
)
def test_no_mail_goes_to_the_reader_or_for_the_reason_of_another(
    path: Path, exchanged: str
) -> None:
    names = [name.strip().strip('"') for name in exchanged.split(",")]
    put = ", ".join(
        f'"{name}" = (SELECT "{name}" FROM postings AS other WHERE other.id = 3 - postings.id)'
        for name in names
    )
    change(path, f"UPDATE postings SET {put}")
    with pytest.raises(CannotUnseal, match=r"in postings\."):
        read(path)


def test_large_mails_are_sealed_and_exported_one_at_a_time(tmp_path: Path) -> None:
    url, large = f"sqlite:///{tmp_path / 'large.db'}", 2 * 2**20
    upgrading.upgrade(url)
    with Ledger(url) as ledger:
        for uid in range(1, 21):
            with ledger.transaction() as records:
                records.keep([a_mail(uid, bytes(large))])
    tracemalloc.start()
    try:
        sealing.reseal(url, None, KEY, at=NOON)
        with exporting.opened(url, KEY) as found:
            assert all(len(row["octets"]) == large for row in found.rows("raw_mails"))
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert most < 8 * large


def test_equal_readers_gnomes_and_reasons_look_unlike_on_file(path: Path) -> None:
    with Ledger(f"sqlite:///{path}", key=KEY) as ledger, ledger.transaction() as records:
        for number in range(3):
            posting = a_posting(f"notice {number}", "private", "ann@post.example")
            records.queue(posting, draft=None, reason="reminder", at=NOON)
            records.note_items("Ann", ("grog",), NOON)
            records.note_absence(Absence(name="Ann", said_at=NOON, words="away"), None)
        records.keep([a_mail(3)])
        for id, _ in records.undisposed(9):
            records.dispose(id, "read", "a private list", letter=None, digest=None, at=NOON)
    with closing(sqlite3.connect(path)) as file:
        for column, table in (
            ("to", "postings"),
            ("gnome", "item_lists"),
            ("name", "absences"),
            ("reason", "dispositions"),
        ):
            found = [one for (one,) in file.execute(f'SELECT "{column}" FROM {table}')]
            assert len(set(found)) == len(found) >= 3
            assert len({*map(len, found)}) == 1


def test_how_long_a_reason_is_does_not_tell_which_it_is(path: Path) -> None:
    with Ledger(f"sqlite:///{path}", key=KEY) as ledger, ledger.transaction() as records:
        for number, reason in enumerate(("reply", "announcement", "choice 12 event 37 room")):
            records.queue(a_posting(f"{number}"), draft=None, reason=reason, at=NOON)
    with closing(sqlite3.connect(path)) as file:
        asked = "SELECT length(reason) FROM postings WHERE reason <> ''"
        assert len(set(file.execute(asked))) == 1


@pytest.mark.parametrize(
    ("key", "told"),
    [
        (None, "is sealed with key {0}, and the settings give none; name its file as secrets.key"),
        (OTHER, "is sealed with key {0}, and the settings give key {1}; name the file of {0}"),
    ],
    ids=["none", "another"],
)
def test_without_its_key_a_database_is_not_used(
    path: Path, key: keys.Key | None, told: str
) -> None:
    with pytest.raises(WrongKey) as caught:
        read(path, key)
    assert told.format(KEY.name, OTHER.name) in str(caught.value)
    read(path)


def test_a_database_that_is_not_sealed_is_not_used_with_a_key(tmp_path: Path) -> None:
    path = tmp_path / "rednov.db"
    upgrading.upgrade(f"sqlite:///{path}")
    with pytest.raises(WrongKey, match=r"is not sealed, and .* run `rednov key seal`, or take"):
        read(path, KEY)
    upgrading.upgrade(f"sqlite:///{path}", key=KEY)  # was there before: left as it is
    assert sealing.name_of_key(f"sqlite:///{path}") == ""


@pytest.mark.parametrize("url", SEALED, indirect=True)
def test_a_database_is_upgraded_whether_its_key_is_given_or_not(url: str) -> None:
    upgrading.upgrade(url)
    upgrading.upgrade(url, key=KEY)
    assert sealing.name_of_key(url) == KEY.name


# -- in place ----------------------------------------------------------------------------------


def test_another_key_is_given_to_all_of_it(path: Path) -> None:
    url = f"sqlite:///{path}"
    with pytest.raises(WrongKey):
        sealing.reseal(url, OTHER, KEY, at=NOON)
    count = sealing.reseal(url, KEY, OTHER, at=NOON)
    assert sealing.name_of_key(url) == OTHER.name
    read(path, OTHER)
    with pytest.raises(WrongKey):
        read(path)
    assert sealing.reseal(url, OTHER, KEY, at=NOON) == count
    read(path)


def test_a_database_that_something_is_wrong_with_is_left_as_it_is(path: Path) -> None:
    change(path, "UPDATE postings SET octets = x'00' WHERE id = 2")
    with closing(sqlite3.connect(path)) as file:
        before = list(file.iterdump())
    with pytest.raises(CannotUnseal):
        sealing.reseal(f"sqlite:///{path}", KEY, OTHER, at=NOON)
    with closing(sqlite3.connect(path)) as file:
        assert list(file.iterdump()) == before


# -- the first form ----------------------------------------------------------------------------


@pytest.fixture
def former(tmp_path: Path) -> Path:
    """A database as an earlier version has sealed it, with KEY."""
    made = tmp_path / "former.db"
    with closing(sqlite3.connect(made)) as file:
        file.executescript((OLD_PAPERS / "sealed-1.sql").read_text(encoding="utf-8"))
    return made


def read_former(path: Path, key: keys.Key | None = KEY) -> None:
    """Everything in it is as it was."""
    with Ledger(f"sqlite:///{path}", key=key) as ledger, ledger.transaction() as records:
        read, held = records.dispositions()
        assert (read.reason, held.reason) == ("a private list", "not understood")
        assert records.same_before(None, "0123") == read.mail
        assert records.same_before(None, "4567") == held.mail
        assert records.noted_items("Ann", NOON) == ("grog",)
        assert records.noted_items("Bob", NOON) == ("toolbox", "coffee")
        assert [one.words for one in records.absences("Ann")] == ["away till Monday"]
        assert [one.to for one in records.reminders("RN1 limit Bob 3")] == ["Bob"]
        assert records.answered_since("ann@post.example", NOON, "announcement") == 1
        assert [one.posting.to for one in records.outbox()] == [
            "ann@post.example",
            "bob@post.example",
            "bob@post.example",
        ]


def test_what_an_earlier_version_sealed_is_sealed_anew(former: Path) -> None:
    url = f"sqlite:///{former}"
    upgrading.upgrade(url, key=KEY, at=NOON)
    read_former(former)
    with closing(sqlite3.connect(former)) as file:
        every = [one for (one,) in file.execute('SELECT "to" FROM postings')]
        assert len(set(every)) == 3
        assert "turn@post.example" not in "".join(file.iterdump())
        seals = list(file.execute("SELECT name, form FROM seals ORDER BY id"))
    assert seals == [(KEY.name, None), (KEY.name, 2)]
    upgrading.upgrade(url, key=KEY, at=NOON)  # nothing is left to do
    with closing(sqlite3.connect(former)) as file:
        assert list(file.execute("SELECT count(*) FROM seals")) == [(2,)]


def test_without_its_key_it_stays_as_it_is(former: Path) -> None:
    url = f"sqlite:///{former}"
    for key in (None, OTHER):
        upgrading.upgrade(url, key=key)
        with pytest.raises(WrongKey):
            read_former(former, key)
    with pytest.raises(Mendable, match="as an earlier version did it; run `rednov db upgrade`"):
        read_former(former)
    upgrading.upgrade(url, key=KEY)
    read_former(former)


def test_it_can_be_given_another_key_or_be_unsealed(former: Path) -> None:
    url = f"sqlite:///{former}"
    upgrading.upgrade(url)
    sealing.reseal(url, KEY, OTHER, at=NOON)
    read_former(former, OTHER)
    sealing.reseal(url, OTHER, None, at=NOON)
    read_former(former, None)


def test_one_with_something_wrong_in_it_is_left_as_it_is(former: Path) -> None:
    change(former, "UPDATE item_lists SET gnome = 'AAAA' WHERE id = 2")
    with pytest.raises(CannotUnseal, match="item_lists"):
        upgrading.upgrade(f"sqlite:///{former}", key=KEY)
    with closing(sqlite3.connect(former)) as file:
        assert list(file.execute("SELECT version_num FROM alembic_version")) == [("0006",)]


def test_a_service_that_is_at_work_writes_nothing_open_into_what_was_sealed(
    tmp_path: Path,
) -> None:
    path = tmp_path / "rednov.db"
    url = f"sqlite:///{path}"
    upgrading.upgrade(url)
    with Ledger(url) as ledger:
        with ledger.transaction() as records:
            a_game(records)
        sealing.reseal(url, None, KEY, at=NOON)
        with pytest.raises(WrongKey), ledger.transaction() as records:
            a_game(records)
    with Ledger(url, key=KEY) as ledger, ledger.transaction() as records:
        assert len(records.games()) == 1


@pytest.mark.parametrize("url", SEALED, indirect=True)
def test_what_is_looked_up_is_found_in_a_sealed_database(ledger: Ledger, game: Game) -> None:
    with ledger.transaction() as records:
        records.keep([a_mail(1)])
        ((mail, _),) = records.undisposed(9)
        letter = a_letter("<list@ann.example>")
        records.dispose(mail, "read", "a private list", letter=letter, digest="0123", at=NOON)
        assert records.same_before(MessageId("<list@ann.example>"), None) == mail
        assert records.filed_since("read", "a private list", NOON)
        assert not records.filed_since("read", "a private list", NOON + MINUTE)
        assert not records.filed_since("read", "a list", NOON)
        assert records.same_before(None, "0123") == mail
        records.note_items("Ann", ("grog",), NOON)
        assert records.noted_items("Ann", NOON) == ("grog",)
        assert records.noted_items("Bob", NOON) is None
        for name in ("ann@a.example", "bob@a.example"):
            posting = a_posting(name.replace("@", "."), "receipt", name)
            records.queue(posting, draft=None, reason="reply", at=NOON)
        assert records.answered_since("ann@a.example", NOON, "reply") == 1
        assert records.last_answered("bob@a.example", "reply") == NOON
        assert records.last_answered("cat@a.example", "reply") is None
        for name in ("Ann", "Bob"):
            records.note_absence(Absence(name=name, said_at=NOON, words=f"{name} is away"), None)
        assert [one.words for one in records.absences("Bob")] == ["Bob is away"]


def test_no_library_for_sealing_is_loaded_where_nothing_is_sealed(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'rednov.db'}"
    upgrading.upgrade(url)
    look = (
        "import sys\n"
        "from rednov_bot.store.ledger import Ledger\n"
        f"with Ledger({url!r}) as ledger, ledger.transaction() as records:\n"
        "    records.outbox()\n"
        "sys.exit(bool({'cryptography', 'Crypto', 'pysequoia'} & set(sys.modules)))\n"
    )
    assert subprocess.run([sys.executable, "-c", look]).returncode == 0


def test_a_database_may_be_sealed_from_its_first_paper_on(
    postgres_url: Callable[[], str],
) -> None:
    url = postgres_url()
    upgrading.upgrade(url, key=KEY, at=NOON)
    assert sealing.name_of_key(url) == KEY.name
