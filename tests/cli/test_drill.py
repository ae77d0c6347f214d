"""`rednov drill`: a season of faults on this installation, and a sheet of what was passed."""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from rich.console import Console

from rednov_bot.drill import hostile
from rednov_bot.drill.sandbox import Failed, Sandbox
from rednov_bot.drill.season import play
from rednov_bot.drill.troubles import SEASON, Trouble
from rednov_bot.errors import Mendable


def test_the_whole_season_is_passed_and_leaves_nothing_behind(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "rednov_bot", "drill", "--folder", str(tmp_path)],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert f"PASSED: {len(SEASON)} of {len(SEASON)}" in done.stdout
    assert re.findall(r"^(\w+) ", done.stdout, re.MULTILINE).count("pass") == len(SEASON)
    assert os.listdir(tmp_path) == []


def played(tmp_path: Path, *season: Trouble) -> tuple[bool, str]:
    out = io.StringIO()
    return play(tmp_path, Console(file=out, width=200), season), out.getvalue()


def test_what_fails_is_said_and_what_happened_is_kept(tmp_path: Path) -> None:
    def fail(box: Sandbox) -> str:
        raise Failed("the resolution of turn 3 did not come about within 60 s")

    passed, said = played(tmp_path, Trouble("a test", fail), SEASON[1])
    assert not passed
    assert "FAIL" in said
    assert "the resolution of turn 3 did not come about" in said
    assert "FAILED: a test; 1 more were not tried." in said
    (folder,) = tmp_path.iterdir()
    assert str(folder) in said.replace("\n", "")


def test_a_turn_that_was_taken_twice_is_a_failure(tmp_path: Path) -> None:
    def twice(box: Sandbox) -> str:
        box.rednov("db", "upgrade")
        box.announced = -1  # as if fewer had been announced
        return "well"

    passed, said = played(tmp_path, Trouble("a test", twice))
    assert not passed
    assert "-1 turns were announced and 0 taken" in said


def test_a_text_on_the_list_that_nobody_approved_is_a_failure(tmp_path: Path) -> None:
    def forge(box: Sandbox) -> str:
        octets = (
            b"From: Red November bot <rednov@demo.example>\r\nMessage-ID: <1@demo.example>\r\n"
            b"To: agora-business@demo.example\r\nList-Id: <agora-business.demo.example>\r\n"
            b"Subject: Turn 1\r\n\r\nAnn sinks.\r\n"
        )
        box.harbour.deliver("tumbledrum@demo.example", octets)
        box.rednov("db", "upgrade")
        return "well"

    passed, said = played(tmp_path, Trouble("a test", forge))
    assert not passed
    assert "the list has a text that nobody approved: 'Ann sinks.'" in said


def test_a_folder_in_which_nothing_can_be_made_is_named(tmp_path: Path) -> None:
    with pytest.raises(Mendable, match="no folder can be made in"):
        play(tmp_path / "not-there", Console(file=io.StringIO()))


def test_there_are_hostile_mails_to_show() -> None:
    assert len(set(hostile.mails())) == len(hostile.mails()) > 20
