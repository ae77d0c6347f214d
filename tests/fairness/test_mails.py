"""The words of a mail, on which the luck of a turn hangs: the same for the bot and for others."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rednov_bot.core.mail.message import digest_of, open_letter
from rednov_bot.core.mail.roster import Roster
from tests.builders import settings_for
from tests.fairness import gnome_mails, mails_to_digest

VECTORS: list[dict[str, str]] = json.loads(
    (Path(__file__).parent / "vectors.json").read_text("utf-8")
)["mails"]
NAMES = [one["what"] for one in VECTORS]


def in_mbox(folder: Path, sent: str) -> Path:
    """A mailbox file with one mail, whose lines with From are marked as is usual there."""
    lines = sent.encode("utf-8", "surrogatepass").split(b"\n")
    marked = [b">" + line if line.lstrip(b">").startswith(b"From ") else line for line in lines]
    path = folder / "archive.mbox"
    path.write_bytes(b"From ann Mon Mar  2 13:00:00 2026\n" + b"\n".join(marked) + b"\n")
    return path


def by_what(path: Path, digest: str) -> str | None:
    """How the one mail of an archive comes to this digest: "" by the rules; None if not at all."""
    (mail,) = gnome_mails.mails(path)
    found = [by for one, by in mail.digests if one == digest]
    return min(found) if found else None


@pytest.mark.parametrize("vector", VECTORS, ids=NAMES)
def test_the_bot_finds_the_words_of_the_vectors(vector: dict[str, str]) -> None:
    message = open_letter(vector["mail"].encode(), Roster.of(settings_for("x"))).message
    assert " ".join(message.text.split()) == vector["words"]
    assert digest_of(message) == vector["digest"]


@pytest.mark.parametrize("vector", VECTORS, ids=NAMES)
def test_the_script_finds_them_in_a_mailbox_and_alone(
    vector: dict[str, str], tmp_path: Path
) -> None:
    assert by_what(in_mbox(tmp_path, vector["mail"]), vector["digest"]) == ""
    alone = tmp_path / "one.eml"
    alone.write_bytes(vector["mail"].encode().replace(b"\n", b"\r\n"))
    assert by_what(alone, vector["digest"]) == ""


RARE = {
    "a name below a rule": ("I open 9-8.\nI go in.\n\n-----\nAnn\n", "the first 2 of 4 lines"),
    "an earlier mail without marks": (
        "I open 9-8.\n\nAm 2. März 2026 um 9:00 schrieb Bob:\n\nI bail 4.\nSo there.\n",
        "the first 1 of 4 lines",
    ),
    "another language": ("I go in.\n\nVon meinem iPhone gesendet\n", "the first 1 of 2 lines"),
}


@pytest.mark.parametrize(("text", "by"), RARE.values(), ids=list(RARE))
def test_what_the_script_does_not_know_is_found_by_a_beginning(
    text: str, by: str, tmp_path: Path
) -> None:
    sent = f"{mails_to_digest.HEAD}Content-Type: text/plain; charset=utf-8\n\n{text}"
    digest = digest_of(open_letter(sent.encode(), Roster.of(settings_for("x"))).message)
    assert by_what(in_mbox(tmp_path, sent), digest) == by


@pytest.mark.parametrize("charset", ["iso-8859-1", "us-ascii", "windows-1252", "no-such-charset"])
def test_undecodable_letters_are_read_alike(charset: str, tmp_path: Path) -> None:
    head = f"{mails_to_digest.HEAD}Content-Type: text/plain; charset={charset}\n\n"
    octets = head.encode() + b"I\x92m Zo\xeb. I open 9-8 \xfe.\n"
    path = tmp_path / "one.eml"
    path.write_bytes(octets)
    digest = digest_of(open_letter(octets, Roster.of(settings_for("x"))).message)
    assert by_what(path, digest) == ""
