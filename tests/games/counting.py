"""What a recorded script costs its contestmasters: mails and words written, minutes of reading.

`python -m tests.games.counting` prints it.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from typing import Final

from rednov_bot.core.mail.message import open_letter
from rednov_bot.core.mail.roster import Roster
from tests.games.letters import parsed
from tests.games.script import GAMES, Script
from tests.games.world import settings_for

WORDS_A_MINUTE: Final = 200  # of a plain text, read in full

_TURN: Final = re.compile(r"\[Red November\] (?:\w+ )?Turn (\d+): ")
_ABOUT: Final = (
    (re.compile(r".*\[rednov \w+\] Turn \d+: \w+: your choice"), "choices in turns"),
    (re.compile(r".*\[rednov \w+\] Turn \d+: "), "turns"),
    (re.compile(r".*\[rednov \w+\] Without effect"), "void announcements"),
    (re.compile(r".*\[rednov \w+\] \w+: (?:discard|gift)"), "discards and gifts in return"),
    (re.compile(r".*\[rednov \w+\] \w+ (?:joins|leaves)"), "joining and leaving"),
    (re.compile(r".*\[rednov \w+\] (?:Weekly report|The story)"), "reports and stories"),
    (re.compile(r".*\[rednov \w+\]"), "other drafts"),
    (re.compile(r""), "commands of eir own"),
)


@dataclass(frozen=True, slots=True)
class Written:
    """A mail of a contestmaster's: what it was about, and how many words they wrote themselves."""

    about: str
    words: int


@dataclass(frozen=True, slots=True)
class Count:
    """What a script cost its contestmasters, all of them together."""

    turns: int  # resolved in public
    written: tuple[Written, ...]
    received: int  # mails to them alone
    read: int  # words in them
    sent: Counter[str]  # what the bot sent, by its kind: draft, receipt, private, ...

    @property
    def words(self) -> int:
        """What they wrote themselves, without what mail programs quote."""
        return sum(one.words for one in self.written)

    @property
    def minutes(self) -> float:
        """Of reading every word that the bot mailed to them alone."""
        return self.read / WORDS_A_MINUTE


def count(script: Script) -> Count:
    """The recorded mails of a script, counted."""
    masters = script.cast.contestmasters
    roster = Roster.of(settings_for("sqlite:///none", script.cast))
    written: list[Written] = []
    sent: Counter[str] = Counter()
    received = read = turns = 0
    for name, octets in script.mails().items():
        way, who = name.split("-")[1], name.split("-")[-1]
        mail = parsed(octets)
        if way == "out":
            sent[name.split("-")[2]] += 1
        if way == "out" and who == "business":
            turns += _TURN.match(str(mail["Subject"])) is not None
        if who not in masters:
            continue
        if way == "out":
            received += 1
            read += len(mail.get_content().split())
        else:
            message = open_letter(octets, roster).message
            written.append(Written(_about(message.subject), len(message.text.split())))
    return Count(turns, tuple(written), received, read, sent)


def _about(subject: str) -> str:
    return next(what for pattern, what in _ABOUT if pattern.match(subject))


def report(script: Script) -> str:
    """The count as a table."""
    found = count(script)
    lines = [
        f"{script}: {found.turns} turns resolved",
        f"  wrote     {len(found.written):4} mails {found.words:6} words"
        f"   {found.words / found.turns:6.2f} words a turn",
        f"  received  {found.received:4} mails {found.read:6} words"
        f"   {found.minutes / found.turns:6.2f} minutes a turn at {WORDS_A_MINUTE} words a minute",
        "  sent a turn: "
        + ", ".join([f"{kind} {mails / found.turns:.2f}" for kind, mails in found.sent.items()]),
        "  written about",
    ]
    for _, what in _ABOUT:
        words = [one.words for one in found.written if one.about == what]
        if words:
            lines.append(f"    {what:30} {len(words):4} mails {sum(words):6} words")
    return "\n".join(lines)


if __name__ == "__main__":
    print("\n\n".join(map(report, GAMES)))
