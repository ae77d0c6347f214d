"""Each mail as it is read, whole.

`RETELL=1 pytest tests/render/test_golden.py` writes the files anew; read them before you keep them.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

import pytest

from rednov_bot.core.models import Page
from rednov_bot.core.paths import TEMPLATES
from rednov_bot.core.render import letterhead
from rednov_bot.core.render.environment import render
from tests.mailfiles import in_mbox, keep
from tests.render.mails import MAILS

GOLDEN = Path(__file__).parent / "golden"
READERS = {"business": "list", "Pewterby": "contestmaster"}
"""Whose mails have a file of their own; the other file is `gnomes`."""


def as_file(page: Page) -> str:
    return f"To: {page.to_name} <{page.to}>\nSubject: {page.subject}\n\n{page.body}"


def file_of(page: Page) -> Path:
    return GOLDEN / f"{READERS.get(page.to_name, 'gnomes')}.mbox"


@pytest.fixture(scope="module", autouse=True)
def retold() -> None:
    if os.environ.get("RETELL"):
        told = {name: MAILS[name]() for name in sorted(MAILS)}
        for path in set(map(file_of, told.values())):
            keep(
                path, {name: as_file(page) for name, page in told.items() if file_of(page) == path}
            )


@pytest.mark.parametrize("name", MAILS)
def test_a_mail_reads_as_it_did_and_is_mannerly(name: str) -> None:
    page = MAILS[name]()
    assert as_file(page) == in_mbox(file_of(page))[name]
    lines = page.body.split("\n")
    assert page.body.endswith("\n")
    assert not page.body.endswith("\n\n")
    assert "\n\n\n" not in page.body
    assert lines[-4:-2] == ["", "-- "]
    assert [line for line in lines if line != line.rstrip() and line != "-- "] == []
    assert page.subject == page.subject.strip()
    assert "\n" not in page.subject
    assert not re.search("crowbar|coffee|grog|pump|manual", page.subject)
    assert max(map(len, (page.subject, *lines))) <= 72


def test_no_golden_mail_is_left_over() -> None:
    found = [name for path in GOLDEN.iterdir() for name in in_mbox(path)]
    assert sorted(found) == sorted(MAILS)


def test_every_situation_has_a_mail(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = set()

    def noted(situation: str, /, **facts: Any) -> tuple[str, str]:
        shown.add(situation)
        return render(situation, **facts)

    monkeypatch.setattr(letterhead, "render", noted)
    for mail in MAILS.values():
        mail()
    assert shown == {path.name.removesuffix(".txt.j2") for path in TEMPLATES.rglob("[!_]*.txt.j2")}
