"""A mail that is not shown to be its author's, and about which e is not asked, is only answered.

What it would bring about decides that, not what it looks like: it is heard, and where anything
came of it but an answer to em in whose name it is, all of it is undone and e is asked first.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, cast

from rednov_bot.core.mail.roster import folded
from rednov_bot.papers import Posting
from rednov_bot.ports import Records

WRITING: Final = frozenset(
    {
        *("joined", "left", "change_contest", "rule", "uphold", "add_draft", "decide", "hold"),
        *("add_game", "advance", "award", "keep", "dispose", "reopen", "led_to", "queue"),
        *("attempted", "wait_no_more", "add_turn", "add_answer", "note_items", "note_orders"),
        *("beat", "note_outage", "remind", "note_absence", "undoable"),
        *("publish_luck", "reveal_luck", "add_beacon", "note_backup", "restore", "keep_data"),
        *("await_channels", "note_channel", "confirm", "note_bounce", "note_sighting"),
        *("begin_sending", "handed_over", "put_back", "interrupted", "post_again"),
        *("note_confidence", "doubt", "vouch", "note_likeness", "note_forgery", "note_alarm"),
        *("replay", "ask_to_clarify", "clarify", "note_told", "note_list_notice"),
    }
)
"""What puts something on file."""

_CHANGES_NOTHING: Final = frozenset({"undoable", "note_forgery", "note_likeness"})
"""An alarm may well be about such a mail; and what it looks like changes nothing by itself."""

_MORE: Final = WRITING - _CHANGES_NOTHING


class MustBeAsked(Exception):
    """Something would come of a mail of which nobody has said that it is eirs."""


class Heard:
    """What is on file while a mail is heard; `more_came` says whether more came of it than answers.

    *readers*: the addresses to which answers and alarms go.  Where nothing may come of it but
    that, MustBeAsked is raised at the first word that would go on file.
    """

    def __init__(self, records: Records, readers: Iterable[str], *, may_file: bool) -> None:
        self._records, self._may_file = records, may_file
        self._readers = frozenset(map(folded, readers))
        self.more_came = False

    @property
    def records(self) -> Records:
        """The same, for whoever hears the mail."""
        return cast(Records, self)

    def __getattr__(self, name: str) -> Any:
        if name in _MORE:
            self._files(name)
        return getattr(self._records, name)

    def queue(self, posting: Posting, **how: Any) -> None:
        """A mail is to be sent: an answer to a reader, or more."""
        if how.get("draft") is not None or folded(posting.to) not in self._readers:
            self._files("queue")
        self._records.queue(posting, **how)

    def _files(self, what: str) -> None:
        self.more_came = True
        if not self._may_file:
            raise MustBeAsked(what)
