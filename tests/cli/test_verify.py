"""`rednov verify`: what it says of an archive, and with which exit code it ends."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.shell import Shell
from tests.fairness.forms import RECORDED, in_a_folder, in_mbox, packed, recorded
from tests.fairness.tampering import place_of, reworded

RIGHT = """\
RN1 agrees: 50 draws of 50, 25 resolutions of 25, 25 seals of 25 and 24
announcements of 24.
"""


@pytest.fixture
def archive(shell: Shell) -> Path:
    return in_mbox(recorded(), shell.folder)


def notices(folder: Path, gnome: str) -> Path:
    mine = [text for name, text in RECORDED.items() if name.endswith(f"-out-private-{gnome}")]
    return in_a_folder([text.encode() for text in mine], folder)


def test_it_agrees(shell: Shell, archive: Path) -> None:
    said = shell.run("verify", str(archive))
    assert (said.code, said.out, said.err) == (0, RIGHT, "")


def test_several_files_are_one_archive(shell: Shell) -> None:
    mails = recorded()
    paths = [packed(mails[:30], shell.folder), in_mbox(mails[30:], shell.folder)]
    assert shell.run("verify", *map(str, paths)).out == RIGHT


def test_it_differs(shell: Shell) -> None:
    mails = recorded()
    place = place_of(mails, r"\] Turn 3:")
    mails[place] = reworded(mails[place], r"minutes left", "minutes more left 9")
    said = shell.run("verify", str(in_mbox(mails, shell.folder)))
    assert (said.code, said.err) == (1, "")
    assert said.out.startswith("RN1 DIFFERS in 1 place: right are 50 draws of 50")
    assert '"[Red November] Turn 3: Sprocket"' in said.out


def test_something_is_missing(shell: Shell) -> None:
    mails = [mail for mail in recorded() if b"Subject: BUS: Wimble's log 1\n" not in mail]
    said = shell.run("verify", str(in_mbox(mails, shell.folder)))
    assert (said.code, said.err) == (1, "")
    assert said.out.startswith("RN1 CANNOT BE CHECKED wholly by this archive, but nothing differs:")
    assert 'What cannot be checked by this archive:\n\n"[Red November] Turn 1: Wimble"' in said.out


def test_the_secret_is_not_told_yet(shell: Shell) -> None:
    mails = [mail for mail in recorded() if b"of its luck\n" not in mail]
    said = shell.run("verify", str(in_mbox(mails, shell.folder)))
    assert (said.code, said.err) == (1, "")
    assert said.out == "RN1: its secret is not published, so nothing of it can be checked yet.\n"


def test_programs_are_told_the_same(shell: Shell, archive: Path) -> None:
    said = shell.run("verify", str(archive), "--json")
    facts = json.loads(said.out)
    (game,) = facts["games"]
    assert (said.code, facts["agrees"], game["agrees"]) == (0, True, True)
    assert game["checked"]["draws"] == {"right": 50, "of": 50}
    assert (game["differences"], game["unchecked"], game["notes"]) == ([], [], [])


def test_notices_are_checked_too(shell: Shell, archive: Path) -> None:
    own = str(notices(shell.folder, "Nettle"))
    said = shell.run("verify", str(archive), "--notices", own, "--gnome", "nettle")
    assert (said.code, said.err) == (0, "")
    assert "8 private notices of 8 and 15 tiles of 15" in " ".join(said.out.split())


def test_notices_of_several_places_count_together(shell: Shell, archive: Path) -> None:
    box = notices(shell.folder, "Nettle")
    first = (box / "0000.eml").rename(shell.folder / "first.eml")
    of = ["--notices", str(first), "--notices", str(box), "--gnome", "nettle"]
    said = shell.run("verify", str(archive), *of)
    assert "8 private notices of 8 and 15 tiles of 15" in " ".join(said.out.split())


def test_a_changed_notice_differs(shell: Shell, archive: Path) -> None:
    box = notices(shell.folder, "Nettle")
    first = box / "0000.eml"
    first.write_bytes(
        reworded(first.read_bytes(), r"tile 7, \w+:|tile (\d+), \w+:", "tile 1, grog:")
    )
    said = shell.run("verify", str(archive), "--notices", str(box), "--gnome", "Nettle")
    assert (said.code, said.err) == (1, "")
    assert "this is not what the proof shows" in said.out


def test_notices_of_another_are_none(shell: Shell, archive: Path) -> None:
    own = str(notices(shell.folder, "Nettle"))
    said = shell.run("verify", str(archive), "--notices", own, "--gnome", "Wimble")
    assert (said.code, said.err) == (1, "")
    assert "No private notice of RN1 to Wimble is among the mails." in said.out
    assert "0 private notices of 0" in " ".join(said.out.split())


NOTHING = "no opening of a game whose luck can be checked is among these mails; it shows a section "


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        (["nowhere.mbox"], 1, "rednov: nowhere.mbox cannot be read: No such file or directory\n"),
        (["empty"], 1, "rednov: no mail is found in empty\n"),
        (["bad.gz"], 1, "rednov: bad.gz is no gzip file\n"),
        (["rednov.toml"], 1, f"rednov: {NOTHING}THE LUCK, form 2\n"),
        (["list.mbox", "--game", "RN9"], 1, "rednov: no opening of RN9 is among these mails; "),
        (["list.mbox", "--data", "nowhere"], 1, "rednov: nowhere: there is no such folder; "),
        (
            ["list.mbox", "--notices", "list.mbox", "--gnome", "Zed"],
            1,
            "rednov: no gnome called Zed plays in these games (RN1: Sprocket, Wimble, Nettle)\n",
        ),
        (
            ["list.mbox", "--notices", "empty", "--gnome", "Nettle"],
            1,
            "rednov: no mail is found in empty\n",
        ),
        (["list.mbox", "--notices", "empty"], 2, "--notices needs --gnome, and --gnome needs"),
        ([], 2, "Missing argument 'ARCHIVE...'"),
    ],
)
def test_what_is_wrong_is_said_in_one_sentence(
    shell: Shell,
    archive: Path,
    monkeypatch: pytest.MonkeyPatch,
    words: list[str],
    code: int,
    says: str,
) -> None:
    (shell.folder / "empty").mkdir()
    (shell.folder / "bad.gz").write_bytes(b"\x1f\x8bxx")
    monkeypatch.chdir(shell.folder)
    said = shell.run("verify", *words)
    assert (said.code, said.out) == (code, "")
    assert says in said.err
