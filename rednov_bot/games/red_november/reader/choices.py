"""A gnome's answer to a question with known answers (rules 7.1, held choices).

It counts only where the whole text is plainly one of them; polite words may stand around it, and
a reason behind it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from rednov_bot.games.red_november.reader.consent import is_polite, read_consent
from rednov_bot.games.red_november.reader.lexicon import Lexicon, hashed, word_set
from rednov_bot.games.red_november.reader.tokens import ITEM, NAME, PLACE, Text, Token
from rednov_bot.games.red_november.rules.words import place_label

_LONGEST: Final = 2_000  # characters; an answer is short
_NUMBERS: Final = word_set("one two three four five six seven eight nine ten")
_REASONS: Final = word_set("as because since")
_RESUMES: Final = word_set("and but or so then")
_DOUBTFUL: Final = frozenset(
    map(hashed, word_set("UNREAL PLAN COND LOOKUP VAGUE CORRECTION DRAFT JEST FRAMEtest"))
)
"""Classes of words that let no answer count, not even in a reason: "as soon as", "scratch that"."""

_MOVE = (
    r"(?:enter|entering|go|going|move|step|walk|run|flee|escape|climb|crawl|jump|dive|swim"
    r"|in|into|inside|out|through)"
)
_NAMING = (
    r"<\w+>|/|#|rooms?|number|hatch|door|one|and|to|into|in|towards?|from|between|leading|yes|okay|ok"
    r"|i|let it(?: be)?|let(?= (?:room )?<)|make it|pick|take|go (?:for|with)"
)


def _whole(words: str) -> re.Pattern[str]:
    """Any of the words, which stand between blanks."""
    return re.compile(rf"(?<!\S)(?:{words})(?!\S)")


_STAYS: Final = _whole(
    rf"(?:(?:do )?not|don't|without) {_MOVE}(?: {_MOVE})*(?: it)?(?! <\w+> [-/])"
    r"|(?:stay|remain)(?: put| here| where i am)?(?: in| inside)?"
)
_GOES: Final = _whole(rf"{_MOVE}(?: it)?")
_FLEEING: Final = _whole(f"{_NAMING}|open|but")
_BLOCKING: Final = _whole(f"{_NAMING}|block|jam|shut|close|(?:is|be) blocked")
_BURNING: Final = _whole(f"{_NAMING}|fire|burns?|spreads?|goes")
_PLACE: Final = re.compile(r"<(\w+)>")
_JOINED: Final = re.compile(r"> (?:[-/>]|[-=]+>|to|into) (?:the )?(?:room )?<|between ")
_LED_TO: Final = re.compile(r"(?:room|to|into|towards?|enter) <")
"""A number by itself may count the candidates."""


def read_choice(text: str, *, candidates: Sequence[str], people: Sequence[str] = ()) -> str | None:
    """The one candidate that the text means, or None, also where it hesitates or takes it back.

    Candidates are labels: `9`, `sea`, `8-9`, `open 5-7 and enter`, `open 5-7 and stay`, `yes`.  A
    hatch may be named by a room that it alone of them leads to.
    """
    if len(text) > _LONGEST:
        return None
    if set(candidates) <= {"yes", "no"}:
        answer = read_consent(text, people)
        return answer if answer in candidates else None
    tokens = Text(text, _lexicon(tuple(people))).tokens
    if any(not _DOUBTFUL.isdisjoint(token.classes) for token in tokens):
        return None
    said = rest = _said(tokens)
    words = _BLOCKING if any("-" in label for label in candidates) else _BURNING
    done: list[str] = []
    if any(label.startswith("open ") for label in candidates):
        words = _FLEEING
        for manner, way in (("stay", _STAYS), ("enter", _GOES)):
            rest, times = way.subn("", rest)
            done += [manner] if times else []
    if not is_polite(words.sub("", rest), people):
        return None
    meant = {label for label in candidates if _fits(label, said, done)}
    return meant.pop() if len(meant) == 1 else None


@lru_cache(maxsize=8)
def _lexicon(people: tuple[str, ...]) -> Lexicon:
    return Lexicon((), people)


def _said(tokens: Sequence[Token]) -> str:
    """The words between blanks, `<8>` for a place; of a reason nothing, or "?" for a place."""
    words = [""]
    reason = False
    for token in tokens:
        place = _place(token, words[-1])
        reason = token.word in _REASONS or (
            reason and token.word[0].isalnum() and token.word not in _RESUMES
        )
        if not reason:
            words.append(place or token.word)
        elif place:
            words.append("?")
    return " ".join(words)


def _place(token: Token, before: str) -> str:
    """`<8>` of "8", `room <8>` of "the stores", "" of what is no place."""
    if not token.place or token.kind & (ITEM | NAME):
        return ""
    if token.kind & PLACE:
        return f"room <{place_label(token.place)}>"
    if not token.word.isdecimal() and token.word not in _NUMBERS:
        return ""
    counts = token.word == "one" and before in ("the", "that", "this")
    return "" if counts else f"<{place_label(token.place)}>"


def _fits(label: str, said: str, done: list[str]) -> bool:
    """Whether the places named and what is done there can mean this candidate."""
    hatch, *manner = label.removeprefix("open ").split(" and ")
    ends = set(hatch.split("-"))
    named = set(_PLACE.findall(said))
    if manner != done:
        return False
    if named == ends:
        return len(ends) == 1 or _JOINED.search(said) is not None
    leads = _LED_TO.search(said) is not None and " from " not in said
    return leads and len(named) == 1 and named < ends and (done != ["stay"] or " open " in said)


_LONGEST_ANSWER: Final = 2_000  # characters
_LINE: Final = re.compile(r"^[ \t]*((?:i )?choose [^:\n]+):", re.IGNORECASE | re.MULTILINE)
_WORD: Final = re.compile(r"\S+")
_PART: Final = re.compile(r"[^\W_]+|[^\w\s.,;:!()*_\"'/<>-]")  # a picture or "?" is a word, too
_NAMES_IT: Final = ("hatch", "room", "the", "number")
_POINTS: Final = ".,;!"


def read_answer(
    text: str,
    offered: Sequence[tuple[str, str]],
    people: Sequence[str],
    *,
    plainly: bool = False,
) -> str | None:
    """The candidate that an answer to the bot's question means, None where that cannot be told.

    *offered* are the candidates, and what stood behind the colon of each in the mail that asked.
    What a candidate would do may be copied, whole or its beginning.  Anything else behind the
    colon may take the answer back, unless it is polite words or names the same candidate.
    *plainly*: nothing but the candidate and polite words may be said at all.
    """
    if len(text) > _LONGEST_ANSWER:
        return None
    labels = tuple([label for label, _ in offered])

    def read(said: str) -> str | None:
        label = read_choice(said, candidates=labels, people=people)
        if label is None or not plainly or _says_no_more(said, label, people):
            return label
        return None

    line = _LINE.search(text)
    label = read(line[1]) if line is not None else None
    if line is None or label is None:
        return read(text)
    behind = text[line.end() :]
    rest = _beyond(behind, dict(offered)[label])
    if rest is None:
        rest = behind
    if not is_polite(rest, people) and read(rest) != label:
        return None
    return read(f"{text[: line.start()]}{line[1]}\n{rest}")


def _says_no_more(said: str, label: str, people: Sequence[str]) -> bool:
    own = {*_PART.findall(label.casefold()), *_NAMES_IT}
    others = [word for word in _PART.findall(said.casefold()) if word not in own]
    return is_polite(" ".join(others), people)


def _beyond(behind: str, prospect: str) -> str | None:
    """What is left behind a copy of the prospect or of its beginning, None where it is no copy."""
    wanted = prospect.casefold().split()
    end = 0
    for at, word in enumerate(_WORD.finditer(behind)):
        if at == len(wanted):
            return behind[end:]
        said, last = word[0].casefold(), at + 1 == len(wanted)
        if said != wanted[at] and not (last and said.rstrip(_POINTS) == wanted[at]):
            is_last_word = not behind[word.end() :].strip()
            return "" if is_last_word and wanted[at].startswith(said) else None
        end = word.end()
    return ""
