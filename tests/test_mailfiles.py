"""What is kept of mails is what was given, to the byte."""

from __future__ import annotations

import json
from pathlib import Path

from hypothesis import given, strategies as st

from tests.mailfiles import Kept, in_lines, in_mbox, keep, kept, line, sent

MAIL = b"From: \xff\n\r\n>From \x00\xe2\x80\xa8\xed\xb2\x80\r\r\n"


@given(st.binary() | st.text().map(str.encode))
def test_a_line_keeps_any_bytes(octets: bytes) -> None:
    said = line(Kept("one", octets, {"why": "so"}))
    assert said.rstrip("\n").isprintable()
    assert json.loads(said)["mail"].encode("utf-8", "surrogateescape") == octets


def test_a_file_gives_back_its_mails(tmp_path: Path) -> None:
    mails = (Kept("one", MAIL, {"why": "so"}), Kept("two", b"", {}))
    path = tmp_path / "some.jsonl"
    path.write_text("".join(map(line, mails)), encoding="utf-8")
    assert kept(path) == mails


def test_an_mbox_gives_back_its_mails(tmp_path: Path) -> None:
    mails = {"one": "From x\n>From Y\n\n>>From é\n\n", "two": "\n"}
    keep(tmp_path / "some.mbox", mails)
    assert in_mbox(tmp_path / "some.mbox") == mails
    assert {name: in_lines(sent(text)) for name, text in mails.items()} == mails
