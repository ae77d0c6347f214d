"""What the contestmaster is told whose reply was not understood: what was wrong with it."""

from __future__ import annotations

from pathlib import Path

import pytest

from rednov_bot.desk.due import rounds
from tests.builders import Table
from tests.desk.play import begun, code_in, kinds, open_codes, reply, say, text_of, verdict
from tests.desk.test_answers_to_choices import burning, flat


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return begun(tmp_path)


def refused(table: Table, code: str, text: str) -> str:
    (told,) = reply(table, code, text)
    assert told.posting.kind == "desk"
    assert verdict(table, code) is None
    shown = text_of(told)
    assert max(map(len, shown.splitlines())) <= 72
    return flat(shown)


@pytest.mark.parametrize("text", ["approve, thanks", "approve please", "approved, thank you"])
def test_a_polite_approval_is_one(table: Table, text: str) -> None:
    code = code_in(say(table, "Ann"))
    assert kinds(reply(table, code, text)) == ["public"]


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (
            "approve if Ann agrees",
            'the words behind "approve" may limit it or take it back ("if Ann agrees")',
        ),
        ("approve?", 'a question mark stands behind "approve"'),
        ("do not approve", 'it does not begin with "approve"'),
        ("choose 7", "this draft offers no choice"),
    ],
)
def test_a_doubtful_reply_is_told_what_was_wrong(table: Table, text: str, fault: str) -> None:
    told = refused(table, code_in(say(table, "Ann")), text)
    assert f"The problem: {fault}." in told
    assert 'Reply "approve" and nothing else' in told


def test_two_answers_that_contradict_each_other_are_told_as_such(table: Table) -> None:
    code = code_in(say(table, "Ann"))
    (told,) = reply(table, code, "approve\nreject")
    assert 'the mail says both "approve" and "reject" of the same draft' in flat(text_of(told))
    assert verdict(table, code) is None


def test_where_nothing_can_be_told_the_words_to_reply_are_named(table: Table) -> None:
    told = refused(table, code_in(say(table, "Ann")), "Looks good!")
    assert "What was wrong" not in told
    assert 'Reply "approve"' in told


def test_a_choice_is_neither_approved_nor_chosen_otherwise(tmp_path: Path) -> None:
    table, _ = burning(tmp_path)
    table.clock.forward(hours=24)
    rounds.make_rounds(table.desk)
    code = code_in(table.news())
    assert "The problem: this draft asks for a choice." in refused(table, code, "approve")
    told = refused(table, code, "choose 6-sea")
    assert "The problem: it names none of the candidates, or more than one." in told
    assert 'Reply with one of these: "choose ' in told


def test_a_reason_is_filed_without_because(table: Table) -> None:
    code = code_in(say(table, "Ann"))
    (told,) = reply(table, code, "reject, because I want a bonus")
    assert 'your reason is on file: "I want a bonus"' in flat(text_of(told))
    with table.desk.ledger.transaction() as records:
        found = records.draft(code)
    assert found is not None
    assert found[1] is not None
    assert found[1].why == "I want a bonus"


def test_again_may_be_asked_for_politely(table: Table) -> None:
    code = code_in(say(table, "Ann"))
    reply(table, code, "reject, please")
    assert kinds(reply(table, code, "again, please")) == ["draft"]
    assert len(open_codes(table)) == 1
