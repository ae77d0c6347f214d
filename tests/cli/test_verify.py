"""`rednov verify`: what it says of an archive, and with which exit code it ends."""

from __future__ import annotations

import json

import pytest

from tests.cli.shell import Shell
from tests.fairness.forms import RECORDED, in_a_folder, in_mbox, packed, recorded
from tests.fairness.tampering import place_of, reworded


def test_it_agrees(shell: Shell) -> None:
    mails = recorded()
    paths = [packed(mails[:30], shell.folder), in_mbox(mails[30:], shell.folder)]
    said = shell.run("verify", *map(str, paths))
    assert (said.code, said.err) == (0, "")
    assert said.out == (
        "RN1 agrees: 50 draws of 50, 25 resolutions of 25, 25 seals of 25 and 24\n"
        "announcements of 24.\n"
    )
    facts = json.loads(shell.run("verify", *map(str, paths), "--json").out)
    (game,) = facts["games"]
    assert (facts["agrees"], game["agrees"]) == (True, True)
    assert game["checked"]["draws"] == {"right": 50, "of": 50}


def test_it_does_not_agree(shell: Shell) -> None:
    def told(mails: list[bytes], words: str) -> None:
        said = shell.run("verify", str(in_mbox(mails, shell.folder)))
        assert (said.code, said.err) == (1, "")
        assert said.out.startswith(words)

    def without(words: bytes) -> list[bytes]:
        return [one for one in recorded() if words not in one]

    differs, place = recorded(), place_of(recorded(), r"\] Turn 3:")
    differs[place] = reworded(differs[place], r"minutes left", "minutes more left 9")
    told(differs, "RN1 DIFFERS in 1 place: right are 50 draws of 50")
    missing = "RN1 CANNOT BE CHECKED wholly by this archive, but nothing differs:"
    told(without(b"Subject: BUS: Wimble's log 1\n"), missing)
    unpublished = "RN1: its secret is not published, so nothing of it can be checked yet.\n"
    told(without(b"of its luck\n"), unpublished)


def test_notices_are_checked_too(shell: Shell) -> None:
    archive = str(in_mbox(recorded(), shell.folder))
    mine = [text for name, text in RECORDED.items() if name.endswith("-out-private-Nettle")]
    box = in_a_folder([text.encode() for text in mine], shell.folder)
    said = shell.run("verify", archive, "--notices", str(box), "--gnome", "nettle")
    assert (said.code, said.err) == (0, "")
    assert "8 private notices of 8 and 15 tiles of 15" in " ".join(said.out.split())
    said = shell.run("verify", archive, "--notices", str(box), "--gnome", "Wimble")
    assert (said.code, said.err) == (1, "")
    assert "No private notice of RN1 to Wimble is among the mails." in said.out
    first = box / "0000.eml"
    first.write_bytes(
        reworded(first.read_bytes(), r"tile 7, \w+:|tile (\d+), \w+:", "tile 1, grog:")
    )
    said = shell.run("verify", archive, "--notices", str(box), "--gnome", "Nettle")
    assert (said.code, said.err) == (1, "")
    assert "this is not what the proof shows" in said.out


def test_what_is_wrong_is_said_in_one_sentence(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    in_mbox(recorded(), shell.folder)
    (shell.folder / "empty").mkdir()
    (shell.folder / "bad.gz").write_bytes(b"\x1f\x8bxx")
    monkeypatch.chdir(shell.folder)
    for words, code, says in (
        ("nowhere.mbox", 1, "nowhere.mbox cannot be read: No such file or directory\n"),
        ("empty", 1, "rednov: no mail is found in empty\n"),
        ("bad.gz", 1, "rednov: bad.gz is no gzip file\n"),
        ("rednov.toml", 1, "no opening of a game whose luck can be checked is among these mails"),
        ("list.mbox --game RN9", 1, "rednov: no opening of RN9 is among these mails; "),
        ("list.mbox --data nowhere", 1, "rednov: nowhere: there is no such folder; "),
        ("list.mbox --notices list.mbox --gnome Zed", 1, "rednov: no gnome called Zed plays in"),
        ("list.mbox --notices empty --gnome Nettle", 1, "rednov: no mail is found in empty\n"),
        ("list.mbox --notices empty", 2, "--notices needs --gnome, and --gnome needs"),
        ("", 2, "Missing argument 'ARCHIVE...'"),
    ):
        said = shell.run("verify", *words.split())
        assert (said.code, said.out) == (code, "")
        assert says in said.err
