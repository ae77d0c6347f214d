"""How something is said around a command: polite words, codes, names, reasons, moments, doubt."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache
from pathlib import Path
from typing import Final

from rednov_bot.core.patterns import any_case, lazy_re
from rednov_bot.games.base import GameWords

LEAD: Final = any_case(
    r"(?:please|kindly|yes|okay|ok|sure|fine|good|great|perfect|all right|alright|thanks"
    r"|thank you|(?:(?:it|this|that) )?looks (?:good|fine|great|right)|go ahead and|let['’]s"
    r"|(?:it|this|that) is (?:very )?(?:good|fine|great|right|correct|perfect)|very good|well done"
    r"|(?:good|nice|great|lovely) (?:work|job)|i am happy with (?:it|this|that)"
    r"|(?:d|would) like to(?! (?:approve|reject|post|publish|send)\b)|hereby|do|i)\b"
    r"[^\w?\"“«\ue000-\uf8ff]*"
)
"""One of the phrases that may stand before a command."""
_MOST_LEADS: Final = 8
_GLAD: Final = r"[\s.,;:!)*_\"'“”’–—👍🙂😀😊🎉-]*"
"""Points and glad pictures; another picture may mean anything."""
_POLITE: Final = (
    r"thank(?:s| you) for (?:spotting|finding|noticing|catching|telling|saying) (?:it|this|that|so)"
    r"|(?:many )?thanks(?: again)?(?: (?:very|so) much| a lot)?|thank you(?: (?:very|so) much)?"
    r"|please|kindly|thx|ty|cheers|indeed|of course|gladly|with pleasure|well done|lgtm"
    r"|for (?:the|your|this|all the) (?:good |nice |great )?(?:drafts?|work|help|job)"
    r"|(?:good|nice|great|lovely) (?:work|job)|(?:dear )?bot|as it (?:stands|is)|as is"
    r"|(?:(?:it|this|that|all) )?(?:looks|is) (?:very )?(?:all )?"
    r"(?:good|fine|great|right|correct|okay|ok|perfect|well)"
    r"|this one|this draft|the draft|it|this|that|good|fine|great|nice|perfect|okay|ok|yes"
    r"|(?:best |kind )?regards|best wishes|best"
)
_ARRIVED: Final = (
    r"(?:i )?(?:have |['’]ve )?(?:received|got|gotten|read|seen|can read|am reading)"
    r"(?: (?:it|this|that|them|(?:the|your) (?:mail|message|notice|e-mail|question)))?"
    r"|(?:(?:it|this|that|your mail|the mail|your message|the message) )?(?:has )?"
    r"(?:arrived|came through|works|is here|reached me)|confirmed|i confirm(?: it| this)?"
    r"|ack(?:nowledged)?|roger(?: that)?|copy that|loud and clear|yep|yup|aye(?: aye)?|sure|here"
    r"|i am here|i['’]m here|present|pong|noted|understood|mail|message|safe and sound"
    r"|(?:all )?clear|well read"
)
"""Words that say that a mail has arrived."""
_WORDLESS: Final = lazy_re(_GLAD)


def is_polite(text: str, sender: str | None, besides: str = "") -> bool:
    """Whether a text is but polite words, points, pictures, and its author's name or initial.

    *besides* is a pattern of further words that it may hold.
    """
    if _WORDLESS.fullmatch(text):
        return True
    own = [re.escape(sender), re.escape(sender[0])] if sender else []
    known = "|".join([*filter(None, [besides]), _POLITE, *own])
    phrase = re.compile(rf"{_GLAD}(?:and )?(?:{known})(?!\w)", re.IGNORECASE)
    at = 0
    while found := phrase.match(text, at):
        at = found.end()
    return _WORDLESS.fullmatch(text, at) is not None


def acknowledges(text: str, sender: str) -> bool:
    """Whether a text says no more than that a mail has arrived, or is but polite."""
    return bool(text.strip()) and is_polite(text, sender, _ARRIVED)


def starts(text: str) -> list[int]:
    """Where a command may begin: at once, or behind each polite phrase before it."""
    found = [0]
    while len(found) <= _MOST_LEADS and (lead := LEAD.match(text, found[-1])):
        found.append(lead.end())
    return found


# -- ways to word something ----------------------------------------------------------------------

_TOKEN: Final = re.compile(r"[\[\]()|*]|[^\s\[\]()|*]+")
_BRACKETS: Final = {"[": "(?:", "]": ")?", "(": "(?:", ")": ")", "|": "|", "*": "*"}
_SLOT: Final = re.compile(r"([A-Z@]+) (=|~~?) (.+)")


class Wordings:
    """A table of wordings; how they are written stands above grammar/commands.txt.

    What may stand *between* two words is passed over behind each.  *given* are slots that have no
    line in the table, as patterns.
    """

    def __init__(self, table: Path, between: str, given: Mapping[str, str]) -> None:
        self._ends = rf"(?!(?<=\w)\w){between}*+"  # no word goes on
        self._raw = {slot: f"(?:{pattern})" for slot, pattern in given.items()}
        self._slots = {slot: pattern + self._ends for slot, pattern in self._raw.items()}
        self.blocks: dict[str, list[str]] = {}  # heading -> the lines below it
        lines: list[str] = []
        for line in table.read_text(encoding="utf-8").splitlines():
            if line.startswith("    "):
                lines.append(line.strip())
            elif slot := _SLOT.fullmatch(line):
                self._define(*slot.groups())
            elif line and not line.startswith("#"):
                lines = self.blocks[line] = []

    def _define(self, slot: str, sign: str, way: str) -> None:
        if sign == "=":
            self._raw[slot] = self._slots[slot] = f"(?:{self._worded(way)})"
            return
        self._raw[slot] = re.sub("<([A-Z]+)>", lambda found: self._raw[found[1]], way)
        self._slots[slot] = self._raw[slot] + (self._ends if sign == "~" else "")

    def _worded(self, way: str) -> str:
        return "".join(
            _BRACKETS.get(one) or self._slots.get(one) or one.replace("'", "['’]") + self._ends
            for one in _TOKEN.findall(way)
        )

    def pattern(self, way: str, before: str = "") -> re.Pattern[str]:
        """A way to word something, as a pattern in any case; a pattern may stand *before* it."""
        return any_case(before + self._worded(way))


# -- codes ---------------------------------------------------------------------------------------

BARE: Final = (
    r"(?!(?:because|tuesday|perfect|regards)(?!\w))(?:(?=[2-9]*[A-Z])(?=[A-Z]*[2-9])[A-Z2-9]{6,8}"
    r"|(?-i:[A-Z]{7}))(?=$|[\s.,;:!?)–—-])"
)
"""Without brackets a code has a digit, or is seven capitals that are no other word."""
CODE: Final = rf"(?:\[(?:rednov )?[A-Z2-9]{{6,8}}\]|{BARE})"
_BARE: Final = any_case(BARE)
_EACH_CODE: Final = any_case(rf"(?<!\w){CODE}")
_CODE_FIRST: Final = any_case(rf"[\s:#]*({CODE})")
_IN_SUBJECT: Final = any_case(r"\[rednov ([A-Z2-9]{6,8})\]")
_MARKED: Final = any_case(r"\[rednov\b[^\]]*\]?")


def code_of(subject: str) -> str | None:
    """The code in a subject, `[rednov CODE]`; None where there is none, or two that differ."""
    codes = {found.upper() for found in _IN_SUBJECT.findall(subject)}
    return codes.pop() if len(codes) == 1 else None


def without_codes(subject: str) -> str:
    """A subject without whatever stands in it where codes do: not everybody may read those."""
    return " ".join(_MARKED.sub("", subject).split())


def is_bare_code(word: str) -> bool:
    """Whether a word is a code as it stands, without brackets."""
    return _BARE.fullmatch(word) is not None


def codes_in(words: str) -> list[str]:
    """The codes that stand in a list of them."""
    found = [one[0] for one in _EACH_CODE.finditer(words)]
    return [re.sub(r"[\[\]]|rednov ", "", one, flags=re.I).upper() for one in found]


def take_code(words: str) -> tuple[str, str]:
    """The code that words begin with, "" where they begin with none, and what stands behind it."""
    found = _CODE_FIRST.match(words)
    return ("", words) if found is None else (codes_in(found[1])[0], words[found.end() :])


# -- one command as it stands in a mail ----------------------------------------------------------

POINTS: Final = " \t\r\n.!;,:–—-"
_FIRST_NAMED: Final = 0xE000  # private characters stand for names, so that a pattern knows them
NAME: Final = "[\ue000-\uf8fe]"
TITLE: Final = "\uf8ff"  # stands for what the game is called
_MOST_NAMES: Final = 200


@dataclass(frozen=True, slots=True)
class Unclear:
    """A command that is not certain, and why: half a sentence."""

    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """A command with the lines below that go with it; a character stands for each name in it."""

    text: str
    code: str  # before the command, or in the subject; "" where there is none
    sender: str | None
    names: tuple[str, ...]  # of everybody on the roster
    words: GameWords
    named: Mapping[int, tuple[str, str]]  # character -> the name, and how it is written
    within: bool = False  # it is looked for within the reason of another command

    def name(self, mark: str) -> str:
        """The name that a character stands for."""
        return self.named[ord(mark)][0]

    def plain(self, text: str) -> str:
        """Words as they were written."""
        return text.translate({mark: written for mark, (_, written) in self.named.items()})


Callers = tuple[tuple[str, str], ...]


@lru_cache(maxsize=8)
def _called(
    names: tuple[str, ...], addresses: Callers, title: str
) -> tuple[re.Pattern[str], dict[str, set[str]]]:
    """What finds a name or an address, and whom each may stand for."""
    calls: dict[str, set[str]] = {title.casefold(): {title}}
    for said, name in (*((one, one) for one in names), *addresses):
        calls.setdefault(said.casefold(), set()).add(name)
    every = "|".join(sorted(map(re.escape, calls), key=len, reverse=True))
    return re.compile(rf"<?(?<![\w@.-])(?P<said>{every})(?![\w@])>?", re.IGNORECASE), calls


def with_names(
    text: str, names: tuple[str, ...], addresses: Callers, title: str, known: frozenset[str]
) -> tuple[str, dict[int, tuple[str, str]]]:
    """A text with a character for each name or address, in any case unless two differ by it alone.

    A name that is a *known* word of commands is none at the beginning.  *title*: of the game.
    """
    pattern, calls = _called(names, addresses, title)
    marks: dict[int, tuple[str, str]] = {}

    def mark(found: re.Match[str]) -> str:
        said = found["said"]
        whose = {said} if said in names else calls.get(said.casefold(), set())
        if len(whose) != 1 or (not found.start() and said.lower() in known):
            return found[0]
        sign = ord(TITLE) if whose == {title} else _FIRST_NAMED + len(marks)
        marks[sign] = (next(iter(whose)), found[0])
        return chr(sign)

    return pattern.sub(mark, text, count=_MOST_NAMES), marks


# -- what limits a command, and reasons ----------------------------------------------------------

LIMITED: Final = any_case(r"[\s,]*(?:\?|(?:only )?(?:if|unless|until|when|once)\b)")
"""What may limit a command, right behind it."""
_DOUBT: Final = any_case(
    r"\?|\b(?:if|unless|until|when|whenever|once|after|before|whether|whatever|whoever|either|or"
    r"|should|shall|would|could|may|might|will|maybe|perhaps|possibly|probably|apparently|seems"
    r"|think|thinks|guess|suppose|believe|hope|wonder|but|except|wait|never|not|no|cannot"
    r"|\w+n['’]t|later|tomorrow|claims?|says?|said|wants?|asks?|asked|insists?|between)\b"
)
TAKES_BACK: Final = any_case(
    r"\b(?:it|this|that|these|those|them|they|both|neither|none|all|any|others?|each|every|above"
    r"|everything|nothing|first|former|previous|earlier|second|last|stop|forget|undo|undone|cancel"
    r"|ignore|instead|rather|actually|only|mind|wrong|mistake|error|sorry|oops|provided|over|again"
    r"|withdraw|revoke|retract|repeal|rewind|reject|hold|release|deny)\b"
)
"""Words of a line that is not understood which may be about what stands above it."""
OF_OTHERS: Final = any_case(
    r"\b(?:both|neither|either|none|all|any|them|those|these|others?|each|every|everything|nothing"
    r"|above|first|former|previous|earlier|wait|stop|forget|undo|cancel)\b"
)
"""Words of an answer that is not understood which may be about another draft as well."""
_BECAUSE: Final = any_case(r"(?:because|since)(?:\s+of)?\b[\s,:]*")
_TO_WHY: Final = any_case(r"\bbecause\b|:(?=\s|$)|;|[—–]|(?<=\s)-(?=\s)")
_SINCE: Final = any_case(r"^[\s,]*since\b")
_ANOTHER_REASON: Final = any_case(r"\s*,\s*(?!and\b|then\b)[^\W\d_]+ \w|\s+(?:by|under) ruling \d")
"""What can be nothing but a reason, though no "because" leads to it, unless it is in doubt."""
_CLAUSE_ALONE: Final = any_case(r"[\s,(\[]*§\s?\d{1,2}[a-m]?[\s,)\]]*")
_CLAUSE: Final = any_case(r"(?:§§?|\bsection)\s{0,2}(\d{1,2}[a-m]?)\b")
_LONGEST_QUOTE: Final = 60  # characters of what was wrong with it


def doubtful(words: str) -> bool:
    """Whether words hold a condition, a question, a doubt or somebody else's opinion."""
    return _DOUBT.search(words) is not None


def limits(words: str) -> bool:
    """Whether words that are not understood may limit or take back what stands beside them."""
    return doubtful(words) or TAKES_BACK.search(words) is not None


def around(command: str, words: str, said: Said) -> Unclear | None:
    """What is wrong with the words behind a command or below it; nothing where they are polite.

    This is the rule: a mail's line is the command and polite words, or it is asked about.
    """
    words = said.plain(words)
    if is_polite(words, said.sender):
        return None
    first, _, below = words.partition("\n")
    where, wrong = ("below", below) if is_polite(first, said.sender) else ("behind", first)
    if "?" in wrong and where == "behind":
        return Unclear(f'a question mark stands behind "{command}"')
    quoted = " ".join(wrong.split())[:_LONGEST_QUOTE].strip(POINTS)
    return Unclear(f'the words {where} "{command}" may limit it or take it back ("{quoted}")')


def reason(words: str, said: Said) -> str:
    """Why something is done, without the word "because"; "" where only polite words are said."""
    why = said.plain(words).lstrip(POINTS).rstrip()
    why = why[found.end() :] if (found := _BECAUSE.match(why)) else why
    if is_polite(why, said.sender):
        return ""
    lines = why.strip().split("\n")
    while is_polite(lines[-1], said.sender):
        lines.pop()
    return "\n".join(lines).rstrip()


def marked_reason(command: str, tail: str, said: Said) -> str | Unclear:
    """The reason behind a command; it must be marked as one, for it may be a condition."""
    tail = _SINCE.sub(" because ", tail, count=1)
    found = _TO_WHY.search(tail)
    plain, why = (tail, "") if found is None else (tail[: found.start()], tail[found.start() :])
    if _ANOTHER_REASON.match(said.plain(plain)) and not doubtful(tail):
        plain, why = "", f"because {tail.lstrip(POINTS)}"
    plain = plain[clause.end() :] if (clause := _CLAUSE_ALONE.match(plain)) else plain
    if unclear := around(command, plain, said):
        return unclear
    if LIMITED.match(why.lstrip(POINTS)):
        return around(command, why, said) or Unclear("")
    return reason(why, said)


def clause_in(*texts: str) -> str:
    """The first clause of the contract that is named, "16b"; "" where none is."""
    found = next((found for text in texts if (found := _CLAUSE.search(text))), None)
    return "" if found is None else found[1].lower()


# -- moments -------------------------------------------------------------------------------------

DAYS: Final = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_MONTH_NAMES: Final = (
    "january/jan february/feb march/mar april/apr may june/jun july/jul august/aug "
    "september/sept/sep october/oct november/nov december/dec"
)
MONTHS: Final = {
    name: number
    for number, names in enumerate(_MONTH_NAMES.split(), 1)
    for name in names.split("/")
}
"""The names of months, each with its number."""
MONTH: Final = "|".join(sorted(MONTHS, key=len, reverse=True))
NUMBERS: Final = {
    name: number
    for number, names in enumerate(["a/an/one", "two", "three", "four", "five", "six", "seven"], 1)
    for name in names.split("/")
}
_DAY: Final = (
    r"(?:(?P<iso>\d{4}-\d{2}-\d{2})"
    rf"|(?P<day>\d{{1,2}})(?:st|nd|rd|th)?(?:\s+of)?\s+(?P<month>{MONTH})\.?(?:,?\s+(?P<year>\d{{4}}))?"
    rf"|(?P<month2>{MONTH})\.?\s+(?P<day2>\d{{1,2}})(?:st|nd|rd|th)?(?:,?\s+(?P<year2>\d{{4}}))?"
    rf"|(?P<weekday>{'|'.join(DAYS)})|(?P<near>today|tonight|tomorrow)"
    r"|(?P<week>next week))"
)
_PARTS: Final = {
    "morning": 9,
    "noon": 12,
    "midday": 12,
    "afternoon": 15,
    "evening": 18,
    "night": 21,
}
"""Hours of a day in UTC, where it is named by its part; the answer tells which was meant."""
_TIME: Final = (
    r"(?:(?:\s+at\s+|,\s*|\s+|T)"
    r"(?:(?P<hour>\d{1,2}):(?P<minute>\d{2})(?:\s?(?P<half>[ap]m))?(?:\s?(?:UTC|GMT|Z))?"
    r"|(?P<hour2>\d{1,2})\s?(?P<half2>[ap]m)(?:\s?(?:UTC|GMT))?"
    rf"|(?:in the\s+)?(?P<part>{'|'.join(_PARTS)})))?"
)
_DAY_SAID: Final = any_case(
    rf"(?:until|till|til)\s+(?P<ends>the end of\s+)?(?:on\s+)?{_DAY}{_TIME}"
)
_SPAN_SAID: Final = any_case(
    rf"for\s+(?:the next\s+)?(?P<count>\d{{1,3}}|{'|'.join(NUMBERS)})\s+(?P<unit>hour|day|week)s?"
)
MOMENT: Final = "|".join(
    re.sub("[?]P<[a-z0-9]+>", "?:", one.pattern) for one in (_DAY_SAID, _SPAN_SAID)
)
"""Words that say until when, as a pattern."""
_FARTHEST: Final = timedelta(days=200)  # a date without a year that is farther off is in doubt


def moment_of(words: str, now: datetime) -> datetime | None:
    """When what is said to last until then ends, in UTC; None where that is past or not certain.

    It ends when a day begins that is to come, unless "the end of" it is said; today lasts to its
    end.  A weekday is the next one: today's own name is in doubt.
    """
    said, now = " ".join(words.split()), now.astimezone(UTC)
    if found := _SPAN_SAID.fullmatch(said):
        number = found["count"].lower()
        count = int(number) if number.isdigit() else NUMBERS[number]
        return now + timedelta(**{f"{found['unit'].lower()}s": count})
    if (found := _DAY_SAID.fullmatch(said)) is None:
        return None
    try:
        if (day := _day(found, now.date())) is None:
            return None
        at_its_end = day == now.date() or found["ends"] is not None
        until = _at(day, found) or datetime.combine(day + timedelta(at_its_end), time(), UTC)
    except (ValueError, OverflowError):
        return None
    return until if until > now else None


def _day(found: re.Match[str], today: date) -> date | None:
    """The day that is named; None where it may be another.  Raises ValueError for 31 June."""
    if found["iso"]:
        return date.fromisoformat(found["iso"])
    if near := found["near"]:
        return today + timedelta(days=near.lower() == "tomorrow")
    if found["week"]:
        return today + timedelta(days=7 - today.weekday())
    if weekday := found["weekday"]:
        ahead = (DAYS.index(weekday.lower()) - today.weekday()) % 7
        return today + timedelta(days=ahead) if ahead else None
    month, day = MONTHS[(found["month"] or found["month2"]).lower()], found["day"] or found["day2"]
    if year := found["year"] or found["year2"]:
        return date(int(year), month, int(day))
    named = date(today.year, month, int(day))
    if named < today:
        named = date(today.year + 1, month, int(day))
    return named if named - today <= _FARTHEST else None


def _at(day: date, found: re.Match[str]) -> datetime | None:
    """The time of the day, where one is named.  Raises ValueError for 25:00 and 13pm."""
    if part := found["part"]:
        return datetime.combine(day, time(_PARTS[part.lower()]), UTC)
    said = found["hour"] or found["hour2"]
    if said is None:
        return None
    hour, half = int(said), (found["half"] or found["half2"] or "").lower()
    if half:
        if not 1 <= hour <= 12:
            raise ValueError(half)
        hour = hour % 12 + (12 if half == "pm" else 0)
    return datetime.combine(day, time(hour, int(found["minute"] or 0)), UTC)
