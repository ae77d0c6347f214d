"""Nothing goes on file of a mail that is only answered, but the answer."""

from __future__ import annotations

import ast
import inspect
import textwrap
from pathlib import Path

import pytest

from rednov_bot.desk.trust.only_answered import WRITING, Heard, MustBeAsked
from rednov_bot.ports import Records
from rednov_bot.store.ledger import SqlRecords
from tests.builders import address_of
from tests.desk.play import begun

ALARMS = {"undoable", "note_forgery", "note_likeness", "queue"}


def test_whatever_would_go_on_file_is_refused(tmp_path: Path) -> None:
    table = begun(tmp_path)
    with table.desk.ledger.transaction() as records:
        for name in WRITING - ALARMS:
            heard = Heard(records, [address_of("Ann")], may_file=False)
            with pytest.raises(MustBeAsked):
                getattr(heard.records, name)
            assert heard.more_came


def test_it_hides_nothing_of_what_is_on_file(tmp_path: Path) -> None:
    table = begun(tmp_path)
    with table.desk.ledger.transaction() as records:
        heard = Heard(records, [address_of("Ann")], may_file=True)
        own = {name for name in [*vars(heard), *vars(Heard)] if not name.startswith("_")}
        assert own == {"records", "more_came", "queue"}
        assert [name for name in own if hasattr(records, name)] == ["queue"]  # which passes it on


def test_where_it_may_be_filed_it_is_known_that_it_was(tmp_path: Path) -> None:
    table = begun(tmp_path)
    with table.desk.ledger.transaction() as records:
        heard = Heard(records, [address_of("Ann")], may_file=True)
        heard.records.dispositions()
        assert not heard.more_came
        assert heard.records.note_absence is not None  # that it is asked for is enough
        assert heard.more_came


def test_it_is_known_what_files_something() -> None:
    calls = {
        name: {
            node.attr
            for node in ast.walk(ast.parse(textwrap.dedent(inspect.getsource(method))))
            if isinstance(node, ast.Attribute)
            and isinstance(node.value, ast.Name)
            and node.value.id == "self"
        }
        for name, method in inspect.getmembers(SqlRecords, inspect.isfunction)
    }
    filing = {"_add", "_add_numbered", "_add_all", "_undo"}
    while more := {name for name, inner in calls.items() if inner & filing} - filing:
        filing |= more
    port = {name for name, _ in inspect.getmembers(Records, inspect.isfunction)}
    assert port & filing == WRITING
