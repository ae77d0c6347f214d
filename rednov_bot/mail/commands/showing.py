"""Something is shown, or reported: `status`, `show me the rulings`, `post the weekly report`."""

from __future__ import annotations

import re
from typing import Final

from rednov_bot.mail.commands.said import Said, Unclear
from rednov_bot.mail.commands.wishes import Report, ReportKind, Show, Shown

_LONGEST: Final = 120  # characters; a longer line is about something
_WORD: Final = re.compile(r"[\w'-]+")
_ODD: Final = re.compile(r"[^\w\s'’.,!?:;*–—()-]")
_WORDS: Final[dict[Shown, tuple[str, ...]]] = {
    "status": (
        *("status", "desk", "status of desk", "desk status", "state of desk", "waiting"),
        *("waits", "awaits"),
    ),
    "help": ("help", "commands", "help with commands", "of commands", "help desk"),
    "members": ("members", "contestants", "membership", "member", "of members"),
    "standing": (
        *("standing", "standings", "contest", "points", "scores", "score", "standing of contest"),
        *("state of contest", "contest standing", "contest's standing"),
    ),
    "duties": ("duties", "duty", "due", "owe", "deadlines", "open duties"),
    "rulings": ("rulings", "precedents", "of rulings", "rulings in force"),
    "drafts": ("drafts", "open drafts", "drafts open", "waiting drafts", "of drafts"),
    "idle": ("idle", "idle gnomes", "gnomes idle", "idlers"),
    "hands": (
        *("hands", "everybody's hands", "everyone's hands", "secret hands"),
        *("hands of gnomes", "gnomes' hands"),
    ),
}
_SHOWN: Final[dict[str, Shown]] = {words: shown for shown, ways in _WORDS.items() for words in ways}
_ASKING: Final = frozenset(
    [
        *("please", "kindly", "can", "could", "would", "will", "you", "i'd", "like", "to", "i"),
        *("want", "need", "we", "show", "send", "give", "tell", "me", "us", "let", "see", "know"),
        *("get", "list", "what", "what's", "whats", "which", "is", "are", "do", "does", "the"),
        *("a", "an", "my", "our", "your", "current", "all", "now", "again", "also", "and", "then"),
        *("thanks", "right", "for", "here", "who", "who's"),
    ]
)
_KINDS: Final[dict[str, ReportKind]] = {
    "position": "position",
    "contest": "contest",
    "week": "week",
    "weekly": "week",
    "week's": "week",
    "story": "story",
}
_REPORTING: Final = frozenset(
    [
        *("report", "reports", "of", "about", "on", "it", "game", "this", "that", "post"),
        *("publish", "write", "make", "public", "publicly", "list", "is", "as"),
    ]
)
_POSTS: Final = frozenset(["post", "publish", "publicly", "public"])
_GAME: Final = re.compile(r"RN[1-9]\d{0,5}", re.IGNORECASE)
_WHICH: Final = "it does not say which report: position, contest, week or story"


def read_show(said: Said) -> Show | None:
    """What is to be shown, if that is all that the line says."""
    words = _words_of(said.first)
    plain = [word for word in words if word not in _ASKING] if words else []
    found = _SHOWN.get(" ".join(plain))
    return None if found is None else Show(found)


def read_report(said: Said) -> Report | Unclear | None:
    """Which report is to be written, if that is all that the line says."""
    words = _words_of(said.first)
    plain = [word for word in words if word not in _ASKING] if words else []
    if not {"report", "reports", "story"}.intersection(plain):
        return None
    games = {word.upper() for word in plain if _GAME.fullmatch(word)}
    rest = [word for word in plain if word.upper() not in games and word not in _REPORTING]
    if any(word not in _KINDS for word in rest) or len(games) > 1:
        return None
    kinds = {_KINDS[word] for word in rest}
    post = bool(_POSTS.intersection(plain))
    if len(kinds) != 1:
        return Unclear(_WHICH)
    if post and "?" in said.first:
        return Unclear("it is a question")
    return Report(which=kinds.pop(), game=games.pop() if games else None, post=post)


def _words_of(line: str) -> list[str]:
    """The words of a short plain line; none of another."""
    if len(line) > _LONGEST or _ODD.search(line):
        return []
    return _WORD.findall(line.lower().replace("’", "'"))
