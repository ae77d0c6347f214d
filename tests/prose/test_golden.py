"""Each mail as it is read, whole.

`RETELL=1 pytest tests/prose/test_golden.py` writes the files anew; read them before you keep them.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from rednov_bot.papers import Page
from rednov_bot.paths import TEMPLATES
from tests.prose.mails import MAILS

GOLDEN = Path(__file__).parent / "golden"


def as_file(page: Page) -> str:
    return f"To: {page.to_name} <{page.to}>\nSubject: {page.subject}\n\n{page.body}"


@pytest.mark.parametrize("name", MAILS)
def test_a_mail_reads_as_it_did(name: str) -> None:
    written = as_file(MAILS[name]())
    path = GOLDEN / f"{name}.txt"
    if os.environ.get("RETELL"):
        path.write_text(written, encoding="utf-8")

    assert written == path.read_text(encoding="utf-8")


def test_no_golden_file_is_left_over() -> None:
    assert {path.stem for path in GOLDEN.glob("*.txt")} == set(MAILS)


def test_every_situation_has_a_mail() -> None:
    situations = {path.name.removesuffix(".txt.j2") for path in TEMPLATES.glob("[!_]*.txt.j2")}
    shown = {name for name in situations if any(_shows(mail, name) for mail in MAILS)}

    assert shown == situations


def _shows(mail: str, situation: str) -> bool:
    other = {
        "acknowledgement": ("discard", "gift_in_return"),
        "desk_answer": ("desk_unclear",),
        "membership": ("joining", "leaving"),
        "refusal": ("refusal_in_public",),
    }
    return mail == situation or mail in other.get(situation, ())


@pytest.mark.parametrize("name", MAILS)
def test_a_mail_is_mannerly(name: str) -> None:
    page = MAILS[name]()
    lines = page.body.split("\n")

    assert page.body.endswith("\n")
    assert not page.body.endswith("\n\n")
    assert "\n\n\n" not in page.body
    assert lines[-3] == "-- "
    assert lines[-4] == ""
    assert [line for line in lines if line != line.rstrip() and line != "-- "] == []
    assert page.subject == page.subject.strip()
    assert "\n" not in page.subject
    assert len(page.subject) <= 72
    assert max(len(line) for line in lines) <= 72
