"""Who wrote a mail of an archive, as far as its From tells."""

from __future__ import annotations

import re
from typing import Final

from rednov_bot.mail.addresses import addresses, mailboxes
from rednov_bot.mail.headers import Head, words

_VIA: Final = re.compile(r" via .*")


def author(head: Head) -> str:
    """Eir address, folded; eir name as well where a list has put its own address in its place.

    Of an archive that shows no addresses, the whole field.
    """
    boxes = [box for value in head.all("from") for box in mailboxes(value)]
    if len(boxes) != 1 or boxes[0].address is None:
        return _plain(head.text("from"))
    address = boxes[0].address
    return f"{_plain(words(boxes[0].name))} <{address}>" if address in _lists(head) else address


def called(head: Head) -> str:
    """The name that stands before eir address, folded; without what a list put behind it."""
    boxes = [box for value in head.all("from") for box in mailboxes(value)]
    name = _plain(words(boxes[0].name)) if len(boxes) == 1 else ""
    return _VIA.sub("", name)


def _lists(head: Head) -> tuple[str, ...]:
    """The addresses to which a mail went; that of a list among them, wherever it stands."""
    posts = [one.replace("mailto:", "") for one in head.all("list-post")]
    return addresses([*head.all("to"), *head.all("cc"), *posts])


def _plain(text: str) -> str:
    return " ".join(text.casefold().split())
