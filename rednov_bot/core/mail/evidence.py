"""What shows who wrote a mail, and where: the fields that decided, for people to read."""

from __future__ import annotations

from rednov_bot.core.mail.addresses import addresses
from rednov_bot.core.mail.letter import Opened
from rednov_bot.core.mail.roster import folded

_LISTS = (("x-beenthere", "X-BeenThere"), ("x-mailing-list", "X-Mailing-List"))
_SERVANTS = (("sender", "Sender"), ("errors-to", "Errors-To"), ("return-path", "Return-Path"))
_AUTHORS = (("from", "From"), ("reply-to", "Reply-To"), ("cc", "Cc"))
_LONGEST = 120
"""Characters of a field that are shown."""


def of_the_sender(mail: Opened) -> str:
    """Why the sender is who e is, or nobody is."""
    author = mail.author
    if author.doubt == "forged":
        return "From is dressed up as if a list had rewritten it"
    if author.doubt == "two authors":
        return f"From names several authors: {_shown(mail.head.get('from'))}"
    if not author.addresses:
        return "no field names an author"
    address = author.addresses[0]
    field = next((name for key, name in _AUTHORS if address in _in(mail, key)), "From")
    whose = "an address of theirs" if mail.letter.sender else "nobody's on the roster"
    rewritten = "" if field == "From" else "From is the list's own address; "
    others = f" and {len(author.addresses) - 1} more" if len(author.addresses) > 1 else ""
    return f"{rewritten}{field} has {address}{others}, {whose}"


def of_the_forum(mail: Opened) -> str:
    """Why the mail counts as said there."""
    forum, head = mail.forum, mail.head
    if forum.disputed:
        return "the marks of two lists contradict each other"
    if ids := head.all("list-id"):
        return f"List-Id is {_shown(ids[0])}{'' if forum.key else ', of no known forum'}"
    if forum.listed:
        for key, name in (*_LISTS, ("list-post", "List-Post"), *_SERVANTS):
            if value := head.get(key):
                of = "" if forum.key else ", of no known forum"
                return f"{name} is {_shown(value)}{of}"
        return "its list fields name no known forum"
    if forum.direct:
        return "it is addressed to a forum, but came straight from its sender"
    if forum.key is not None:
        return "no list passed it on, and it is addressed to the bot"
    return "no list passed it on, and it is not addressed to the bot"


def _in(mail: Opened, field: str) -> frozenset[str]:
    return frozenset(folded(one) for one in addresses(mail.head.all(field)))


def _shown(value: str) -> str:
    """A field in one line, not too long."""
    text = " ".join(value.split())
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"
