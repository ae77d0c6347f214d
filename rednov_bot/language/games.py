"""Other games, by name: "In Galaxy Truckers my turn is this:", "Turnips: I harvest ..."."""

from __future__ import annotations

from typing import Final

from rednov_bot.language.fields import field_of
from rednov_bot.language.lexicon import DETERMINERS
from rednov_bot.language.segments import Segment, Sentence
from rednov_bot.language.words import Word, kinds

_LEADS: Final = kinds("IN FOR FROM")
_PARTS: Final = kinds("SEA KRAKEN FIRE WATER MACHINE ITEM DOOR")
"""What may be a part of another game's name: "Sea Chess"."""
_CALLED: Final = kinds("HEADING")
_KNOWN: Final = kinds("CONTEST NAME OWNER SELF")
_NO_GAMES: Final = frozenset(
    [
        *("agora", "agoran", "english", "latin", "german", "french", "norwegian", "addition"),
        *("short", "brief", "summary", "particular", "general", "response", "reply", "accordance"),
        *("january", "february", "march", "april", "may", "june", "july", "august", "september"),
        *("october", "november", "december", "spring", "summer", "autumn", "winter", "detail"),
        *("haste", "rule", "rules", "section", "article", "proposal", "cfj", "case", "unison"),
        *("honour", "honor", "memory", "light", "view", "fear", "god", "heaven", "christmas"),
    ]
)
"""Capital words behind "in" that are no games."""
_AGORAN: Final = frozenset(["agora", "agoran", "great", "grand"])
"""What may stand before the name of one."""
_WHICH: Final = frozenset(["week's", "today's", "month's", "current", "ongoing", "latest", "this"])
_ROUNDS: Final = frozenset(
    ["week", "round", "move", "match", "matchday", "season", "day", "deal", "heat", "leg", "match"]
)
_NO_HEADS: Final = frozenset(
    [
        *("loadout", "kit", "inventory", "equipment", "consumables", "preamble", "note", "notes"),
        *("hello", "hi", "hey", "dear", "greetings", "all", "gnomes", "everyone", "friends"),
        *("ps", "nb", "re", "subject", "from", "to", "date", "cc", "goal", "aim", "result"),
        *("summary", "total", "cost", "odds", "warning", "caution", "disclaimer", "comment"),
        *("comments", "reason", "reasons", "reasoning", "rationale", "why", "how", "what", "where"),
        *("location", "start", "begin", "finish", "end", "bonus", "bonuses", "details", "status"),
        *("game", "contest", "gnome", "player", "name", "who", "round", "day", "log", "entry"),
        *("so", "thus", "therefore", "hence", "well", "ok", "okay", "right", "attention", "all"),
        *("oh", "ah", "hm", "hmm", "sigh", "alas", "alright", "fine", "anyway", "aye", "yes", "no"),
        *("gah", "argh", "ugh", "welp", "righto", "very", "now", "again", "still", "seriously"),
        *("movement", "walk", "travel", "way", "deed", "work", "job", "task", "effort", "dice"),
        *("drink", "drinks", "booze", "prelude", "overture", "intermezzo", "finale", "epilogue"),
        *(
            "prologue",
            "act",
            "scene",
            "part",
            "phase",
            "stage",
            "then",
            "after",
            "before",
            "lastly",
        ),
        *("signed", "yours", "sincerely", "regards", "cheers", "thanks", "sorry", "correction"),
        *("announcement", "declaration", "statement", "fallback", "contingency", "danger", "risk"),
        *("used", "using", "spent", "opened", "entered", "destination", "target", "tool", "bring"),
    ]
)
"""Words before a colon that head a part of a turn or a letter."""


class Games:
    """Knows the names of other games in a letter."""

    def __init__(self, text: str, told: list[Sentence]) -> None:
        self._text = text
        heads = {_head(text, sentence) for sentence in told} - {""}
        ours = any("CONTEST" in s.segments[0].kinds for s in told)
        self._sure = len(heads) > 1 or (ours and bool(heads))

    def opened(self, sentence: Sentence) -> bool:
        """Whether another game is named at a sentence's beginning, and nothing speaks for ours."""
        if self._is_title(sentence):
            return True
        if _head(self._text, sentence):
            return self._sure or _is_alien(sentence.segments[1:])
        named = self._named(sentence)
        if not named:
            return False
        called = any(not one.kinds.isdisjoint(_CALLED) for one in sentence.segments)
        heads = sentence.segments[-1].labels and not sentence.segments[-1].hard
        return called or heads or _is_alien(sentence.segments, named)

    def _is_title(self, sentence: Sentence) -> bool:
        """ "Kraken Bowl, week 5": a game, and how far it has gone."""
        if len(sentence.segments) < 2 or not sentence.segments[1].words:
            return False
        first, second = sentence.segments[:2]
        named = first.content
        counts = second.words[0].text in _ROUNDS and len(second.words) > 1
        counts = counts and second.words[1].type in ("NUM", "BIG")
        written = self._text[first.start : first.end].split()
        return (
            bool(counts)
            and len(written) > 1
            and all(one[:1].isupper() for one in written)
            and any(word.type == "OTHER" and word.text not in _NO_HEADS for word in named)
            and "CONTEST" not in first.kinds
        )

    def _named(self, sentence: Sentence) -> int:
        """How many unknown words the name in "in Galaxy Truckers" has, before anything is done."""
        for segment in sentence.segments[:3]:
            for at, before in enumerate(segment.words):
                behind = segment.words[at + 1 :]
                while behind and behind[0].text in _WHICH:
                    behind = behind[1:]
                if before.type in _LEADS and (named := self._name(behind)):
                    return named
            if segment.doing:
                return 0
        return 0

    def _name(self, words: list[Word]) -> int:
        """How many unknown words are among the capital words at the beginning of these."""
        unknown = 0
        for word in words:
            written = self._text[word.start : word.end]
            if not written[:1].isupper() or written.isupper() or word.type in _KNOWN:
                break
            if word.text in _NO_GAMES and not unknown and word.text not in _AGORAN:
                return 0
            unknown += word.type == "OTHER" and word.text not in _NO_GAMES
        return unknown


def _head(text: str, sentence: Sentence) -> str:
    """The unknown capital words before a colon, or alone on a line in capitals, else ""."""
    first = sentence.segments[0]
    names = sentence.segments[: _until_colon(sentence.segments)]
    words = [word for segment in names for word in segment.words]
    if not names or len(words) > 4 or not _is_unknown(words):
        return ""
    before = text[: first.start].rpartition("\n")[2].strip().lower()
    if before and before not in DETERMINERS:
        return ""
    line = text[first.start : words[-1].end]
    if field_of(line):
        return ""
    if not names[-1].labels and not (line.isupper() and len(names) == len(sentence.segments)):
        return ""
    capital = all(text[word.start].isupper() for word in words if word.type != "FILL")
    return line if capital else ""


def _until_colon(segments: list[Segment]) -> int:
    for at, segment in enumerate(segments[:3], 1):
        if segment.labels:
            return at
    return len(segments) if len(segments) < 3 else 0


def _is_unknown(words: list[Word]) -> bool:
    known = any(word.type not in ("OTHER", "FILL", "SEP", *_PARTS) for word in words)
    strange = [word for word in words if word.type == "OTHER"]
    return (
        not known
        and bool(strange)
        and all(word.name == "" and word.text not in _NO_HEADS for word in strange)
    )


def _is_alien(segments: list[Segment], known: int = 0) -> bool:
    """Whether more than the *known* words of these are not of this game."""
    unknown = [w for s in segments for w in s.words if w.type == "OTHER" and w.name != "manner"]
    return len(unknown) > known
