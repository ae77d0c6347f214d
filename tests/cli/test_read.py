"""`rednov read`: one JSON object a mail, in the form outside tests rely on."""

from __future__ import annotations

import json
from datetime import timedelta
from pathlib import Path
from typing import Any

from tests.builders import DISCUSSION, MONDAY, list_mail, private_mail
from tests.cli.shell import Shell

TURN = "I use my toolbox, open 5-2 and go in, and fix the oxygen pumps for 5 minutes."
KEYS = {"file", "sender", "forum", "public", "verdict", "acts", "questions"}


def read(shell: Shell, **mails: bytes) -> list[dict[str, Any]]:
    paths = []
    for name, octets in mails.items():
        path = shell.folder / f"{name}.eml"
        path.write_bytes(octets)
        paths.append(str(path))
    said = shell("read", "--json", *paths)
    assert (said.code, said.err) == (0, "")
    return [json.loads(line) for line in said.out.splitlines()]


def test_a_turn_is_told_as_the_interface_says(shell: Shell) -> None:
    (facts,) = read(shell, m01=list_mail("Ann", TURN))
    assert set(facts) >= KEYS
    assert (facts["file"], facts["sender"], facts["forum"]) == ("m01.eml", "Ann", "business")
    assert (facts["public"], facts["verdict"], facts["questions"]) == (True, "acts", [])
    (act,) = facts["acts"]
    assert act["kind"] == "turn"
    assert act["steps"] == [{"use": "toolbox"}, {"open": 2, "enter": True}]
    assert act["action"]["name"] == "fix_oxygen"
    assert act["action"]["minutes"] == 5
    assert act["on_failure"] is None


def test_one_line_a_mail_in_the_order_given(shell: Shell) -> None:
    found = read(
        shell,
        a=list_mail("Ann", TURN),
        b=list_mail("Ann", TURN, forum=DISCUSSION),
        c=private_mail("Ann", TURN),
        d=list_mail("Ann", "A fine day."),
        e=list_mail("Zed", TURN).replace(b"zed@post.example", b"zed@far.example"),
        f=list_mail("Ann", "I take my turn: I fix the thing for 5 minutes."),
    )
    assert [one["file"] for one in found] == [f"{message}.eml" for message in "abcdef"]
    told = [(one["sender"], one["forum"], one["public"], one["verdict"]) for one in found]
    assert told == [
        ("Ann", "business", True, "acts"),
        ("Ann", "discussion", False, "none"),
        ("Ann", "private", False, "none"),
        ("Ann", "business", True, "none"),
        (None, "business", True, "none"),
        ("Ann", "business", True, "ambiguous"),
    ]
    assert all(one["acts"] == [] for one in found[1:])
    assert found[-1]["questions"]


def test_reading_touches_no_database(shell: Shell) -> None:
    read(shell, a=list_mail("Ann", TURN))
    assert not (shell.folder / "rednov.db").exists()


def test_the_contest_is_known_by_its_own_name(shell: Shell) -> None:
    text = shell.config.read_text().replace('name = "Red November"', 'name = "Blue Moon"')
    shell.config.write_text(text)
    (facts,) = read(shell, a=list_mail("Cat", "I leave Blue Moon."))
    assert [act["kind"] for act in facts["acts"]] == ["leave"]


def test_the_live_text_is_shown_without_quotes(shell: Shell, tmp_path: Path) -> None:
    path = tmp_path / "m.eml"
    path.write_bytes(list_mail("Ann", f"On Monday, Bob wrote:\n> hello\n\n{TURN}\n\n-- \nAnn\n"))
    said = shell("read", "--text", str(path))
    assert said.out.strip() == TURN


def test_in_words_a_person_can_read_it(shell: Shell, tmp_path: Path) -> None:
    path = tmp_path / "m.eml"
    path.write_bytes(list_mail("Ann", TURN))
    said = shell("read", str(path))
    assert "m.eml: Ann, on business" in said.out
    assert "fix_oxygen" in said.out


def test_every_stamp_is_told_and_which_of_them_counts(shell: Shell) -> None:
    hop = b"Received: by lists.agora.example; Mon, 23 Nov 2026 10:00:00 +0000\r\n"
    (facts,) = read(shell, a=hop + list_mail("Ann", TURN, date=MONDAY - timedelta(days=2)))
    assert facts["stamps"] == {
        "date": "2026-11-21T10:00:00+00:00",
        "list": "2026-11-23T10:00:00+00:00",
        "hops": [{"host": "lists.agora.example", "at": "2026-11-23T10:00:00+00:00"}],
        "credible": {
            "at": "2026-11-23T10:00:00+00:00",
            "reason": "Its Date lies 2 days before the list's stamp, so that one counts.",
            "odd": True,
        },
    }
