"""`rednov read`: one JSON object a mail, as outside tests rely on; --explain: how it came about."""

from __future__ import annotations

import json
import re
from datetime import timedelta
from typing import Any

from tests.builders import DISCUSSION, MONDAY, list_mail, private_mail
from tests.cli.shell import Shell

TURN = "I use my toolbox, open 5-2 and go in, and fix the oxygen pumps for 5 minutes."
TEXT = """\
On Monday, Bob wrote:
> I pump nine.

I use my toolbox, open 5-2 and go in,
and fix the oxygen pumps for 5 minutes.

--\x20
Ann, Scorekeepor
"""


def read(shell: Shell, *more: str, **mails: bytes) -> str:
    """What is said of these mails, each in a file by its name."""
    paths = []
    for name, octets in mails.items():
        path = shell.folder / f"{name}.eml"
        path.write_bytes(octets)
        paths.append(str(path))
    said = shell("read", *more, *paths)
    assert (said.code, said.err) == (0, "")
    return said.out


def facts(shell: Shell, *more: str, **mails: bytes) -> list[dict[str, Any]]:
    return [json.loads(line) for line in read(shell, "--json", *more, **mails).splitlines()]


def test_a_turn_is_told_as_the_interface_says(shell: Shell) -> None:
    hop = b"Received: by lists.agora.example; Mon, 23 Nov 2026 10:00:00 +0000\r\n"
    (told,) = facts(shell, m01=hop + list_mail("Ann", TURN, date=MONDAY - timedelta(days=2)))
    assert (told["file"], told["sender"], told["forum"]) == ("m01.eml", "Ann", "business")
    assert (told["public"], told["verdict"], told["questions"]) == (True, "acts", [])
    (act,) = told["acts"]
    assert act["kind"] == "turn"
    assert act["steps"] == [{"use": "toolbox"}, {"open": 2, "enter": True}]
    assert (act["action"]["name"], act["action"]["minutes"]) == ("fix_oxygen", 5)
    assert act["on_failure"] is None
    assert told["stamps"] == {
        "date": "2026-11-21T10:00:00+00:00",
        "list": "2026-11-23T10:00:00+00:00",
        "hops": [{"host": "lists.agora.example", "at": "2026-11-23T10:00:00+00:00"}],
        "credible": {
            "at": "2026-11-23T10:00:00+00:00",
            "reason": "Its Date lies 2 days before the list's stamp, so that one counts.",
            "odd": True,
        },
    }
    assert not (shell.folder / "rednov.db").exists()


def test_one_line_a_mail_in_the_order_given(shell: Shell) -> None:
    found = facts(
        shell,
        a=list_mail("Ann", TURN),
        b=list_mail("Ann", TURN, forum=DISCUSSION),
        c=private_mail("Ann", TURN),
        d=list_mail("Ann", "A fine day."),
        e=list_mail("Zed", TURN).replace(b"zed@post.example", b"zed@far.example"),
        f=list_mail("Ann", "I take my turn: I fix the thing for 5 minutes."),
    )
    assert [one["file"] for one in found] == [f"{letter}.eml" for letter in "abcdef"]
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
    shell.config.write_text(shell.config.read_text().replace('"Red November"', '"Blue Moon"'))
    (told_,) = facts(shell, a=list_mail("Cat", "I leave Blue Moon."))
    assert [act["kind"] for act in told_["acts"]] == ["leave"]


def test_it_says_what_shows_the_sender_which_words_are_theirs_and_what_each_became(
    shell: Shell,
) -> None:
    said = read(shell, "--explain", m=list_mail("Ann", TEXT))
    assert all(len(line) <= 100 for line in said.splitlines())
    for line in (
        "Sender   Ann: From has ann@post.example, an address of theirs",
        "Forum    business, public: List-Id is",
        "Stamp    * Mon 23 Nov 2026, 10:00 UTC: Date, as the sender's program wrote it",
        "Time     Its Date counts",
        "    4 | I use my toolbox, open 5-2 and go in,\n",
        '    1    says who is quoted: "On Monday, Bob wrote:"\n',
        '    2    quoted: "> I pump nine."\n',
        ' 6-9    signature: "--"\n',
    ):
        assert line in said
    became = " ".join(said.partition("What became of it")[2].split())
    assert re.search(r"4 toolbox uses toolbox \(0\.\d\d\)", became)
    assert re.search(r"5 5 minutes of the action: 5 \(0\.\d\d\)", became)
    assert "The plain grammar knows 2 of 2 sentences." in became
    assert re.search(r"Announced just so 0\.\d\d, nothing 0\.\d\d\.", became)
    assert said.endswith(
        "This is announced:\n\n  I use a toolbox.\n  I open hatch 5-2 and go in.\n"
        "  I spend 5 minutes fixing the oxygen pumps.\n"
    )
    (told,) = facts(shell, "--explain", m=list_mail("Ann", TEXT))
    live = read(shell, "--text", m=list_mail("Ann", TEXT))
    (tile,) = (one for one in told["accounts"] if one["became"].startswith("uses toolbox"))
    assert live[tile["start"] : tile["end"]] == tile["words"] == "toolbox"
    assert (tile["part"], tile["line"], tile["column"]) == (1, 4, 10)


def test_a_mail_that_announces_nothing_says_why(shell: Shell) -> None:
    unsure = "I use my toolbox and give something to Bob."
    for octets, why in (
        (list_mail("Ann", unsure), "Nothing counts before this is answered:"),
        (private_mail("Ann", "I give a grog."), "is a rehearsal, and announces nothing"),
        (list_mail("Zed", TEXT).replace(b"zed@", b"z@far."), "Not read: ignored: Nobody on the"),
        (b"", "Not read: ignored: It names no author."),
        (list_mail("Ann", "> I pump nine.\n"), "Not read: ignored: Its sender has written nothing"),
        (list_mail("Ann", "Ahoy, shipmates."), "Nothing is announced."),
    ):
        assert why in read(shell, "--explain", m=octets)


def test_whether_a_mail_is_its_authors_is_told_with_what_follows(shell: Shell) -> None:
    known = shell.config.read_text(encoding="utf-8")
    shell.config.write_text(known.replace("[bot]\n", '[bot]\nauthserv_id = "mx.bots.example"\n', 1))
    results = b"Authentication-Results: mx.bots.example; dkim=fail header.d=agora.example\r\n"
    mail = results + list_mail("Ann", "I join Red November.")
    said = " ".join(read(shell, "--explain", m=mail).split())
    assert "Trust fail: it bears a list's marks, but the signature of agora.example" in said
    assert "So its author is asked first." in said
