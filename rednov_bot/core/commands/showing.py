"""Something is shown, or reported: `status`, `show me the rulings`, `post the weekly report`."""

from __future__ import annotations

import re
from typing import Final

from rednov_bot.core.commands.said import Said, Unclear
from rednov_bot.core.commands.wishes import Report, ReportKind, Show, Shown
from rednov_bot.papers import TAG

_LONGEST: Final = 120  # characters; a longer line is about something
_WORD: Final = re.compile(r"[\w'-]+")
_ODD: Final = re.compile(r"[^\w\s'’.,!?:;*–—()-]")
_WORDS: Final[dict[Shown, tuple[str, ...]]] = {
    "status": (
        *("status", "desk", "status of desk", "desk status", "state of desk", "waiting"),
        "on desk",
        *("waits", "awaits", "open", "left open", "anything open", "there anything open"),
        *("anything waiting", "there anything waiting"),
    ),
    "help": ("help", "commands", "help with commands", "of commands", "help desk"),
    "members": ("members", "contestants", "membership", "member", "of members", "in contest"),
    "standing": (
        *("standing", "standings", "contest", "points", "scores", "score", "standing of contest"),
        *("state of contest", "contest standing", "contest's standing"),
    ),
    "duties": ("duties", "duty", "due", "owe", "still owe", "deadlines", "open duties"),
    "rulings": (
        *(
            "rulings",
            "precedents",
            "of rulings",
            "rulings in force",
            "rulings there",
            "rulings hold",
        ),
        *("rulings so far", "rulings there so far"),
    ),
    "drafts": (
        "drafts",
        "open drafts",
        "drafts open",
        "waiting drafts",
        "of drafts",
        "drafts waiting",
    ),
    "idle": (
        *(
            "idle",
            "idle gnomes",
            "gnomes idle",
            "idlers",
            "has been idle",
            "has everybody been idle",
        ),
        *("has everyone been idle", "have been idle", "been idle"),
        *("has not played", "has not moved", "has not acted", "hasn't played", "hasn't moved"),
    ),
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
        *("thanks", "right", "for", "here", "who", "who's", "how", "long"),
    ]
)
_WHOSE: Final = (
    r"(?:NAME|everybody|everyone|all|they|each(?: gnome| one)?|(?:all )?the (?:gnomes|others)|who)"
)
_HOLDING: Final = re.compile(
    r"(?:please |can you |could you |show me |tell me |list |give me )*(?:"
    r"(?:what|which)(?: items?| tiles?| cards?)? (?:is|are|does|do|has|have|did) "
    rf"{_WHOSE} (?:now |still |currently )?(?:hold|holding|have|got|carry|carrying|own)"
    r"|who (?:holds|has)(?: got)? what|(?:the )?(?:hands?|items|tiles|cards) of NAME"
    r"|(?:NAME|everybody|everyone|each gnome)'s (?:hands?|items|tiles|cards)|what(?: is"
    r"|'s) in NAME's hand"
    r"|what (?:NAME|everybody|everyone) (?:holds|has|is holding|is carrying)"
    r")(?: (?:please|now|at the moment|right now))*[ ?!.]*",
    re.IGNORECASE,
)
"""A gnome's hand is asked for; e who decides sees every hand."""
_OF_HANDS: Final = re.compile(
    r"\b(?:h[oe]ld|hand|items|tiles|cards|ha[sv]e?|got|carry|own)", re.IGNORECASE
)
_TO_DO: Final = re.compile(
    r"what do you need(?: from me)?[ ?!.]*|what(?:(?: is|'s)(?: there)?| else| do (?:i|we) have"
    r"| have (?:i|we)(?: got)?| must (?:i|we))?"
    r"(?: (?:left|still|now))*(?: to)?(?: do| needs doing| needs to be done)[ ?!.]*",
    re.IGNORECASE,
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
_GAME: Final = re.compile(TAG, re.IGNORECASE)
_WHICH: Final = "it does not say which report: position, contest, week or story"


def read_show(said: Said) -> Show | None:
    """What is to be shown, if that is all that the line says."""
    words = _words_of(said.first)
    if words and _OF_HANDS.search(said.first) and _HOLDING.fullmatch(_named(said)):
        return Show("hands")
    if words and _TO_DO.fullmatch(said.first):
        return Show("status")
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


def _named(said: Said) -> str:
    """The line with NAME where a gnome may be named."""
    line = " ".join(said.first.replace("’", "'").replace(",", " ").split())
    for name in sorted(said.names, key=len, reverse=True):
        line = re.sub(rf"\b{re.escape(name)}\b", "NAME", line, flags=re.IGNORECASE)
    return line


def _words_of(line: str) -> list[str]:
    """The words of a short plain line; none of another."""
    if len(line) > _LONGEST or _ODD.search(line):
        return []
    return _WORD.findall(line.lower().replace("’", "'"))
