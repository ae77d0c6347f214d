"""Who wrote a mail of an archive, as far as its From tells."""

from __future__ import annotations

from rednov_bot.mail.addresses import addresses, mailboxes
from rednov_bot.mail.headers import words
from rednov_bot.verify.archive import ArchivedMail


def author(mail: ArchivedMail) -> str:
    """Eir address, folded; eir name as well where a list has put its own address in its place.

    Of an archive that shows no addresses, the whole field.
    """
    boxes = [box for value in mail.head.all("from") for box in mailboxes(value)]
    if len(boxes) != 1 or boxes[0].address is None:
        return _plain(mail.head.text("from"))
    address = boxes[0].address
    return f"{_plain(words(boxes[0].name))} <{address}>" if address in _lists(mail) else address


def _lists(mail: ArchivedMail) -> tuple[str, ...]:
    """The addresses to which a mail went; that of a list among them, wherever it stands."""
    posts = [one.replace("mailto:", "") for one in mail.head.all("list-post")]
    return addresses([*mail.head.all("to"), *mail.head.all("cc"), *posts])


def _plain(text: str) -> str:
    return " ".join(text.casefold().split())
