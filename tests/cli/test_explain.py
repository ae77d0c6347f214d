"""`rednov read --explain`: a reading shows how it came about."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.builders import list_mail, private_mail
from tests.cli.shell import Shell

TEXT = """\
On Monday, Bob wrote:
> I pump nine.

I use my toolbox, open 5-2 and go in,
and fix the oxygen pumps for 5 minutes.

-- 
Ann, Scorekeepor
"""


@pytest.fixture
def mail(tmp_path: Path) -> Path:
    path = tmp_path / "turn.eml"
    path.write_bytes(list_mail("Ann", TEXT))
    return path


def explained(shell: Shell, path: Path) -> str:
    said = shell("read", "--explain", str(path))
    assert (said.code, said.err) == (0, "")
    assert all(len(line) <= 100 for line in said.out.splitlines())
    return said.out


def test_it_says_what_shows_the_sender_the_forum_and_the_time(shell: Shell, mail: Path) -> None:
    said = explained(shell, mail)
    assert "Sender   Ann: From has ann@post.example, an address of theirs" in said
    assert "Forum    business, public: List-Id is" in said
    assert "Stamp    * Mon 23 Nov 2026, 10:00 UTC: Date, as the sender's program wrote it" in said
    assert "Time     Its Date counts" in said


def test_it_says_which_lines_are_the_senders_own_and_why_others_are_not(
    shell: Shell, mail: Path
) -> None:
    said = explained(shell, mail)
    assert "    4 | I use my toolbox, open 5-2 and go in,\n" in said
    assert '    1    says who is quoted: "On Monday, Bob wrote:"\n' in said
    assert '    2    quoted: "> I pump nine."\n' in said
    assert ' 6-9    signature: "--"\n' in said
    assert "8 |" not in said


def test_it_says_what_each_word_became_and_how_surely(shell: Shell, mail: Path) -> None:
    said = " ".join(explained(shell, mail).partition("What became of it")[2].split())
    assert re.search(r"4 toolbox uses toolbox \(0\.\d\d\)", said)
    assert re.search(r"5 5 minutes of the action: 5 \(0\.\d\d\)", said)
    assert "The plain grammar knows 2 of 2 sentences." in said
    assert re.search(r"Announced just so 0\.\d\d, nothing 0\.\d\d\.", said)


def test_it_says_the_acts_in_plain_sentences(shell: Shell, mail: Path) -> None:
    said = explained(shell, mail)
    assert said.endswith(
        "This is announced:\n"
        "\n"
        "  I use a toolbox.\n"
        "  I open hatch 5-2 and go in.\n"
        "  I spend 5 minutes fixing the oxygen pumps.\n"
    )


def test_a_question_stands_where_acts_would(shell: Shell, tmp_path: Path) -> None:
    path = tmp_path / "m.eml"
    path.write_bytes(list_mail("Ann", "I use my toolbox and give something to Bob."))
    said = explained(shell, path)
    assert "Nothing counts before this is answered:" in said
    assert "? Which items are these?" in said


@pytest.mark.parametrize(
    ("octets", "why"),
    [
        (private_mail("Ann", "I give a grog."), "a rehearsal, and announces nothing"),
        (list_mail("Zed", TEXT).replace(b"zed@", b"z@far."), "ignore: Nobody on the roster"),
        (b"", "ignore: It names no author."),
        (
            list_mail("Ann", "> I pump nine.\n"),
            "ignore: Its sender has written nothing beside what",
        ),
    ],
    ids=["private", "stranger", "nothing", "a quote alone"],
)
def test_a_mail_that_is_not_read_says_why(
    shell: Shell, tmp_path: Path, octets: bytes, why: str
) -> None:
    path = tmp_path / "m.eml"
    path.write_bytes(octets)
    assert f"Not read: {why}" in explained(shell, path).replace(
        "what is mailed to the bot alone is ", ""
    )


def test_a_mail_without_words_of_the_game_says_so(shell: Shell, tmp_path: Path) -> None:
    path = tmp_path / "m.eml"
    path.write_bytes(list_mail("Ann", "Ahoy, shipmates."))
    assert "Nothing is announced." in explained(shell, path)


def test_for_programs_the_accounts_have_offsets_and_places(shell: Shell, mail: Path) -> None:
    facts = json.loads(shell("read", "--json", "--explain", str(mail)).out)
    live = shell("read", "--text", str(mail)).out
    assert facts["verdict"] == "acts"
    (tile,) = (one for one in facts["accounts"] if one["became"].startswith("uses toolbox"))
    assert live[tile["start"] : tile["end"]] == tile["words"] == "toolbox"
    assert (tile["part"], tile["line"], tile["column"]) == (1, 4, 10)
    assert facts["decided"]
    assert "accounts" not in json.loads(shell("read", "--json", str(mail)).out)


def test_a_correction_is_told_where_it_is_made(shell: Shell, tmp_path: Path) -> None:
    path = tmp_path / "m.eml"
    path.write_bytes(list_mail("Ann", "I fix the engine for 4 minutes.\n\ns/4/6/\n"))
    facts = json.loads(shell("read", "--json", "--explain", str(path)).out)
    assert facts["acts"][0]["action"]["minutes"] == 6
    (change,) = (one for one in facts["accounts"] if one["became"] == "changes 4 to 6")
    assert (change["line"], change["words"]) == (3, "s/4/6/")


def test_whether_a_mail_is_its_authors_is_told_with_what_follows(shell: Shell) -> None:
    path = shell.config
    known = path.read_text(encoding="utf-8")
    path.write_text(known.replace("[bot]\n", '[bot]\nauthserv_id = "mx.bots.example"\n', 1))
    mail = shell.folder / "mail.eml"
    results = b"Authentication-Results: mx.bots.example; dkim=fail header.d=agora.example\r\n"
    mail.write_bytes(results + list_mail("Ann", "I join Red November."))
    said = " ".join(explained(shell, mail).split())
    assert "Trust fail: it bears a list's marks, but the signature of agora.example" in said
    assert "So its author is asked first." in said
