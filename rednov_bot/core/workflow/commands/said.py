"""One command as it stands in a mail, and why it is not understood where it is not."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from rednov_bot.core.patterns import lazy_re
from rednov_bot.core.workflow.commands.polite import is_polite

_IN_SUBJECT: Final = lazy_re(r"\[rednov ([A-Z2-9]{6,8})\]", re.IGNORECASE)
_MARKED: Final = lazy_re(r"\[rednov\b[^\]]*\]?", re.IGNORECASE)
_BARE: Final = lazy_re(r"[\s:#]*([A-Z2-9]{6,8})(?=$|[\s.,;:!?)—–-])", re.IGNORECASE)
_BRACKETED: Final = lazy_re(r"[\s:#]*\[(?:rednov )?([A-Z2-9]{6,8})\]", re.IGNORECASE)
_ALL_LETTERS: Final = 7  # a code without a digit is as long as the bot makes them
_NO_CODE: Final = frozenset(["BECAUSE", "UNLESS", "THURSDAY", "TUESDAY", "EVERYTHING"])


def code_of(subject: str) -> str | None:
    """The code in a subject, `[rednov CODE]`; None where there is none, or two that differ."""
    codes = {found.upper() for found in _IN_SUBJECT.findall(subject)}
    return codes.pop() if len(codes) == 1 else None


def without_codes(subject: str) -> str:
    """A subject without whatever stands in it where codes do: not everybody may read those."""
    return " ".join(_MARKED.sub("", subject).split())


def take_code(behind: str) -> tuple[str | None, str]:
    """The code that the words behind a command begin with, and what stands behind it.

    In brackets it may be anything; bare it has a digit, or is written in capitals throughout and
    is no polite word.
    """
    if found := _BRACKETED.match(behind):
        return found[1].upper(), behind[found.end() :]
    if (found := _BARE.match(behind)) and is_bare_code(found[1]):
        return found[1].upper(), behind[found.end() :]
    return None, behind


def is_bare_code(word: str) -> bool:
    """Whether a word behind a command is a code, without its brackets."""
    if any(sign.isdigit() for sign in word):
        return any(sign.isalpha() for sign in word)
    return (
        word.isupper()
        and len(word) == _ALL_LETTERS
        and word not in _NO_CODE
        and not is_polite(word, None)
    )


POINTS: Final = " \t\r\n.!;,:–—-"
_LONGEST_QUOTE: Final = 60  # characters of what was wrong with it
_QUOTED_WITHIN: Final = lazy_re(r"[\"“”«»]|(?:^|\s)'|'\s")
_LISTED: Final = lazy_re(r"^(?:[-*•]|\(?\d{1,2}[.)])\s+(?=\S)")
_GREETED: Final = lazy_re(
    r"^(?:hi|hello|hey|dear)(?: (?:there|bot|dear bot|rednov))?\s?[,.!:–—-]+\s+(?=\w)",
    re.IGNORECASE,
)
_DOUBT: Final = lazy_re(
    r"\?|\b(?:if|unless|until|when|whenever|once|after|before|whether|whatever|whoever|either|or"
    r"|should|shall|would|could|may|might|will|maybe|perhaps|possibly|probably|apparently|seems"
    r"|think|thinks|guess|suppose|believe|hope|wonder|but|except|wait|never|not|no|cannot"
    r"|\w+n['’]t|later|tomorrow|claims?|says?|said|wants?|asks?|asked|insists?|between)\b",
    re.IGNORECASE,
)
_CLAUSE: Final = lazy_re(r"(?:§§?|\bsection)\s{0,2}(\d{1,2}[a-m]?)\b", re.IGNORECASE)
_BECAUSE: Final = lazy_re(r"because(?:\s+of)?\b[\s,:]*", re.IGNORECASE)
_TO_WHY: Final = lazy_re(r"\bbecause\b|:(?=\s|$)|;|[—–]|(?<=\s)-(?=\s)|\n", re.IGNORECASE)
LIMITED: Final = lazy_re(r"[\s,]*(?:\?|(?:only )?(?:if|unless|until|when|once)\b)", re.IGNORECASE)
"""What may limit a command, right behind it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """The line of a command without its ornaments, and the lines below that go with it."""

    first: str
    rest: str
    code: str  # of the subject; "" where it has none
    sender: str | None
    names: tuple[str, ...]  # of everybody on the roster
    addresses: Mapping[str, str]  # folded, each with whose it is


@dataclass(frozen=True, slots=True)
class Unclear:
    """A command that is not certain, and why: half a sentence."""

    why: str
    below: bool = False  # whether the lines below it take part in that


def behind(command: str, words: str, said: Said) -> Unclear | None:
    """What is wrong with the words on the command's own line; nothing if they are only polite."""
    if is_polite(words, said.sender):
        return None
    if "?" in words:
        return Unclear(f'a question mark stands behind "{command}"', below=True)
    return _may_limit(command, "behind", words)


def below(command: str, said: Said) -> Unclear | None:
    """What is wrong with the lines below the command; nothing if they are only polite."""
    if is_polite(said.rest, said.sender):
        return None
    return _may_limit(command, "below", said.rest)


def around(command: str, words: str, said: Said) -> Unclear | None:
    """What is wrong with the words behind a command or below it."""
    return behind(command, words, said) or below(command, said)


def _may_limit(command: str, where: str, words: str) -> Unclear:
    quoted = " ".join(words.split())[:_LONGEST_QUOTE].strip(POINTS)
    return Unclear(
        f'the words {where} "{command}" may limit it or take it back ("{quoted}")', below=True
    )


def reason(words: str, said: Said) -> str:
    """Why something is done, without the word "because"; "" where only polite words are said."""
    why = words.lstrip(POINTS).rstrip()
    why = why[found.end() :] if (found := _BECAUSE.match(why)) else why
    if is_polite(why, said.sender):
        return ""
    lines = why.strip().split("\n")
    while is_polite(lines[-1], said.sender):
        lines.pop()
    return "\n".join(lines).rstrip()


def parted(words: str) -> tuple[str, str]:
    """What stands before a reason, and the reason with the mark or word that leads to it."""
    found = _TO_WHY.search(words)
    return (words, "") if found is None else (words[: found.start()], words[found.start() :])


def clause_in(*texts: str) -> str:
    """The first clause of the contract that is named, "16b"; "" where none is."""
    for text in texts:
        if found := _CLAUSE.search(text):
            return found[1].lower()
    return ""


def doubtful(words: str) -> bool:
    """Whether words hold a condition, a question, a doubt or somebody else's opinion."""
    return _DOUBT.search(words) is not None


def unadorned(line: str) -> str:
    """A line without the marks around it, and without quotes that stand around all of it.

    Nor has it the number or point of a list, or a greeting of the bot before what it says.
    """
    line = _GREETED.sub("", _LISTED.sub("", line.strip()))
    plain = line.strip("*_\"'“”`").strip()
    return line.strip("*_`").strip() if _QUOTED_WITHIN.search(plain) else plain


_BETWEEN: Final = lazy_re(r"[\s,;&+]*(?:\band\b[\s,]*)?", re.IGNORECASE)
_WORD: Final = lazy_re(r"[^\s,;&+]{1,60}")


def name_at(text: str, at: int, names: Sequence[str]) -> tuple[str, int] | None:
    """The name that stands there, and where it ends; in any case unless two differ by it alone."""
    here = text[at : at + 1 + max(map(len, names), default=0)]
    for fold in (str, str.lower):
        found = [
            name
            for name in sorted(names, key=len, reverse=True)
            if fold(here[: len(name)]) == fold(name) and not re.match(r"\w", here[len(name) :])
        ]
        if found:
            longest = [name for name in found if len(name) == len(found[0])]
            return (longest[0], at + len(longest[0])) if len(longest) == 1 else None
    return None


def names_in(text: str, names: Sequence[str]) -> tuple[str, ...] | Unclear:
    """The names of a list, "Ann, Bob and Cid", in its order; each once."""
    found: list[str] = []
    lead = _BETWEEN.match(text)
    at = 0 if lead is None else lead.end()
    while at < len(text):
        here = name_at(text, at, names)
        if here is None:
            if found and is_polite(text[at:], None):
                break
            return unknown(text, at)
        if here[0] in found:
            return Unclear(f"it names {here[0]} twice")
        found.append(here[0])
        between = _BETWEEN.match(text, here[1])
        at = here[1] if between is None else between.end()
    return tuple(found)


def only_name(text: str, names: Sequence[str]) -> str | Unclear:
    """The one name that a text is."""
    found = names_in(text, names)
    if isinstance(found, Unclear):
        return found
    if len(found) != 1:
        return Unclear("it names nobody" if not found else "it names more than one")
    return found[0]


def unknown(text: str, at: int) -> Unclear:
    """Somebody is named who is not on the roster."""
    word = _WORD.match(text, at)
    said = word[0].strip(".:!?\"'()") if word else ""
    return Unclear(f'"{said}" is nobody on the roster' if said else "it names nobody")
