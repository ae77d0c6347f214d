"""A complete settings file, and ways to spoil it."""

from __future__ import annotations

from pathlib import Path

GOOD = """\
[bot]
address = "rednov@bots.example"
database = "sqlite:///rednov.db"
authserv_id = "mx.bots.example"

[imap]
host = "127.0.0.1"
port = 1143
tls = "none"
user = "rednov"
password = "kept-in-the-bilge"
folder = "INBOX"

[smtp]
host = "127.0.0.1"
port = 1025
tls = "none"
user = ""
password = ""

[contest]
name = "Red November"
contestmaster = "Pewterby"
y_pot = 10

[forums.business]
address = "business@lists.example"
list_id = "business.lists.example"
public = true
post = true

[forums.discussion]
address = "discussion@lists.example"
list_id = "discussion.lists.example"
public = false

[people.Pewterby]
addresses = ["pewterby@sub.example"]

[people.Tumbledrum]
addresses = ["tdrum@post.example", "tumbledrum@work.example"]
contestant = true

[game]
data = "standard"
[game.options]
event_choice = "orders+ask"
"""


def spoiled(old: str, new: str) -> str:
    """GOOD with the first `old` replaced, which must be there."""
    assert old in GOOD
    return GOOD.replace(old, new, 1)


def written(folder: Path, text: str) -> Path:
    """The path of a settings file with this text."""
    path = folder / "rednov.toml"
    path.write_text(text, encoding="utf-8")
    return path
