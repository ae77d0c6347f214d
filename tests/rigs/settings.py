"""The settings file of a bot whose mail servers stand on this machine."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

_SETTINGS: Final = """\
[bot]
address = "{bot}"
database = "{database}"

[imap]
host = "{host}"
port = {imap}
tls = "none"
user = "{user}"
password = "{password}"

[smtp]
host = "127.0.0.1"
port = {smtp}
tls = "none"

[contest]
name = "Red November"
contestmaster = "{contestmaster}"
since = 2000-01-01  # mails lie in the mailbox before the bot runs for the first time
y_pot = 10
"""

_AT_LAST: Final = """
[pictures]
in_mails = false
"""

_FORUM: Final = """
[forums.{key}]
address = "{address}"
list_id = "{list_id}"
"""


def settings(
    bot: str,
    imap: int,
    smtp: int,
    password: str,
    contestmaster: str,
    *,
    host: str = "127.0.0.1",
    database: str = "sqlite:///rednov.db",
    contest: str = "",
) -> str:
    """Servers, database and contest; *host*: of the mailbox; *contest*: more of its section."""
    head = _SETTINGS.format(
        bot=bot,
        user=bot.partition("@")[0],
        database=database,
        host=host,
        imap=imap,
        smtp=smtp,
        password=password,
        contestmaster=contestmaster,
    )
    return head + contest + _AT_LAST


def forum(key: str, address: str, *, posts: bool = False) -> str:
    """A list; a public one where the bot *posts*."""
    said = _FORUM.format(key=key, address=address, list_id=address.replace("@", "."))
    return said + ("public = true\npost = true\n" if posts else "public = false\n")


def people(names: Iterable[str], address_of: Callable[[str], str], contestmaster: str) -> str:
    """Everybody with their address; all but the contestmaster are contestants."""
    text = ""
    for name in names:
        text += f'\n[people.{name}]\naddresses = ["{address_of(name)}"]\n'
        text += "contestant = true\n" if name != contestmaster else ""
    return text
