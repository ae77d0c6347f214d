"""Workings beside a turn: "(37 - 1 = 36)", "(+3, so 70%)", "Total: 1 + 4 = 5 minutes."."""

from __future__ import annotations

import re
from typing import Final

from rednov_bot.language.lexicon import NUMBERS
from rednov_bot.language.reckonings import BREAKDOWN, tells_again
from rednov_bot.language.scanner import plain, words_in
from rednov_bot.language.sheet import Sheet
from rednov_bot.language.words import kinds

_BRACKET: Final = re.compile(r"(?<![ \t])[ \t]*\((?P<said>[^()]{1,160})\)")
_PART: Final = r"\d{1,6}%?(?:[ \t]*\([^()\d]*\))?"
_SUM: Final = re.compile(
    rf"(?<!\d)(?P<left>{_PART}(?:\s*(?:[+\-\u2212\u2013x\u00d7*])\s*{_PART}){{1,30}})"
    r"\s*(?:=|is|makes|gives|equals)\s*(?P<right>\d{1,9})"
)
_EQUATION: Final = re.compile(
    r"(?:(?<=[.;:!?\n,])|\A|(?<=\b(?:so|as|is)\b)|(?<=\bsince\b))[ \t]*"
    r"(?P<said>\d{1,2}(?:[ \t]*[+\-\u2212\u2013][ \t]*\d{1,2}){1,6}[ \t]*=[ \t]*\d{1,2})"
    r"(?=[ \t]*(?:[.,;)!?\n%]|\Z))"
)
"""A working that stands for itself, and is no number of anything."""
_COSTS: Final = re.compile(
    r"(?:(?<=[.;!?\n])|\A)[ ]*(?:that|this|it|which|all that|the whole)[ ]+"
    r"(?:costs?|takes?|makes?|comes to|is)(?: me)?[ ]+"
    r"(?P<said>\d{1,2}(?:[ ]*\+[ ]*\d{1,2}){1,6}[ ]*=[ ]*\d{1,2})(?:[ ]*min\w*)?"
    r"(?=[ ]*[.!;\n]|[ ]*\Z)",
    re.IGNORECASE,
)
_LOOSE: Final = re.compile(
    r"^\s*(?:[+\-\u2212\u00b1]\s*\d|(?:another|now|leaving|leaves|makes|still|down to)\s+\d"
    r"|\d{1,2}\s+(?:minutes?\s+)?(?:left|to go|remaining)|\d+\s*%|.*\d+\s*%|.*\d\s*=\s*\d"
    r"|.*[+\u2212]\s*\d)",
    re.DOTALL,
)
_WORDS: Final = kinds(
    "so that is makes it gives total minutes minute min mins left m for hatch the of a and another "
    "one to on at bonus base chance odds with plus minus thus hence low water i now have am each "
    "per sure thing certain success in all from manual my me leaves leaving remaining down then "
    "two three extra more as toolbox grog crowbar pump extinguisher code charm gun enough "
    "than equals "
    "sum cost costs room wet surcharge x by entering opening walk walking hatches movement work "
    "action item items still good"
)
_TOTAL: Final = re.compile(
    r"(?:(?<=[.!?;\n])|^)[ \t]*(?:(?:in|grand|sub|my|the|running|minute)[ -]?)*"
    r"(?:total|sum|altogether|adds up to|bill|tally|check ?sum|arithmetic|maths?|reckoning|"
    r"all told|cost)\b"
    r"[^.!?\n\d]*+\d[^.!?\n]{0,300}+(?:[.!?](?=\s|$)|$)",
    re.IGNORECASE | re.MULTILINE,
)
_ENDS_ON: Final = re.compile(
    r"(?:\A|(?<=[.!?;(,:)\]])|(?<=\n\n))\s{0,40}+(?:and |so )?"
    r"(?:(?:i(?:'m| am)?|that|this|which|it) )?(?:then |now )?(?:will )?"
    r"(?:end|ends|ending|finish|finishes|land|lands|am|stand|come out|"
    r"comes out|be|drops?|leaves?|puts?|takes?|brings?|left|down)(?: me| up| out| down)*"
    r"(?: (?:on|at|with|to|from \d{1,2} to|of))*[ \t]+(?:minute |space |exactly )?\d{1,2}"
    r"(?: minutes?| mins?)?(?: left| remaining| to go| to spare| on the (?:clock|track))*"
    r"[ \t]*(?P<end>[.!;)]|$)",
    re.IGNORECASE | re.MULTILINE,
)
_ENDING: Final = kinds(
    "end ends ending finish finishes land lands am i'm stand come comes be drop drops leave leaves "
    "put puts take takes bring brings left down"
)
_CLOCK: Final = re.compile(
    r"(?P<lead>(?:\A|(?<=[.!?;\n]))\s*(?:(?:so|now|well|right|and|but),? )?)"
    r"(?P<said>(?:with |at |having |only |just |still |down to |there are |there's )*"
    rf"(?:my |the )?(?:last )?(?:\d{{1,2}}|{'|'.join(NUMBERS)}) min(?:ute|s\b)?s?"
    r"(?: left| remaining)?"
    r"(?: to go| on (?:the|my) clock| on (?:the|my) (?:time )?(?:track|keeper)| left| remaining"
    r"| to (?:my name|spare|play with))(?: for me| to me)?)"
    r"(?=[,.:;!]| I\b|,? so\b| and I\b)",
    re.IGNORECASE,
)
"""What is left on the clock, said before anything is done."""
_ON_THE_CLOCK: Final = re.compile(r" (?:to go|left|remaining|clock|track|spare|name|with|keeper)\b")
_SUMS_UP: Final = re.compile(
    r"total|sum|altogether|adds|bill|tally|check|arith|math|reckon|all told|cost"
)
_LAST_NUMBER: Final = re.compile(
    r"\d(?: minutes?| mins?)?(?: left| remaining| to go| to spare| on the (?:clock|track))*"
    r"[ \t]*(?:[.!;)]|$)",
    re.MULTILINE,
)
_BEFORE: Final = re.compile(r"(\d{1,2})\s*(?:m|min|mins|minutes?)\W*$", re.IGNORECASE)
_TOLD: Final = re.compile(r"\b(\d{1,2})\s*(?:m|min|mins|minutes?)\b", re.IGNORECASE)
_TIMED: Final = re.compile(r"\d+\s*(?:m|min|minutes)\b")
_TURN: Final = 240
"""So many characters before a breakdown its minutes are looked for."""
_NUMBER: Final = re.compile(r"\d+")


def set_aside(sheet: Sheet) -> None:
    """Workings are comments, as long as they are right and agree with what they stand beside."""
    if "min" in sheet.text and _ON_THE_CLOCK.search(sheet.text):
        sheet.sub(_CLOCK, lambda match: f"{match['lead']}[{match['said']}]")
    if _NUMBER.search(sheet.text) is None:
        return
    if "(" in sheet.text:
        sheet.sub(_BRACKET, _within)
    if "=" in sheet.text:
        sheet.sub(_COSTS, _equation)
        sheet.sub(_EQUATION, _equation)
    lowered = sheet.text.lower()
    if " for the " in lowered or " on the " in lowered:
        sheet.sub(BREAKDOWN, _broken_down)
    if _SUMS_UP.search(lowered):
        sheet.sub(_TOTAL, _whole)
    if not _ENDING.isdisjoint(words_in(plain(sheet.text))) and _LAST_NUMBER.search(lowered):
        sheet.sub(
            _ENDS_ON, lambda match: match[0] if match["end"] in (";", ")") else _comment(match)
        )


def _comment(match: re.Match[str]) -> str:
    return f" [{match[0].strip().replace('(', ' ').replace(')', ' ')}]"


def _equation(match: re.Match[str]) -> str:
    """ "6 + 4 = 10": a comment, where the minutes told before are one of its numbers."""
    said = match["said"]
    minutes = _TOLD.findall(match.string, max(0, match.start() - 90), match.start())
    agrees = not minutes or "+" not in said or minutes[-1] in _NUMBER.findall(said)
    return f" [{said}]" if holds(said) and agrees else match[0]


def _broken_down(match: re.Match[str]) -> str:
    """ "That's 1 for the hatch and 4 for the engine", behind the 4 minutes themselves."""
    before = match.string[max(0, match.start() - _TURN) : match.start()]
    if not tells_again(match["said"], before):
        return match[0]
    return f"{match['before']}[{match['said']}]"


def _whole(match: re.Match[str]) -> str:
    """ "Total: 1 + 4 = 5 minutes." """
    return _comment(match) if holds(match[0]) and _adds(match[0]) else match[0]


def _within(match: re.Match[str]) -> str:
    """A bracket of workings becomes a comment."""
    said = match["said"]
    if not any(char.isdigit() for char in said) or not _LOOSE.match(said):
        return match[0]
    words = re.findall(r"[^\W\d_]+", said.lower())
    if sum(word not in _WORDS for word in words) > 1:
        return match[0]
    before = _BEFORE.search(match.string, max(0, match.start() - 24), match.start())
    if not holds(said) or (before and _denies(said, int(before[1]))):
        return match[0]
    return f" [{said}]"


def holds(said: str) -> bool:
    """Whether every sum in it is right."""
    for match in _SUM.finditer(said):
        parts = re.findall(r"([+\-\u2212\u2013x\u00d7*]?)\s*(\d+)", match["left"])
        value = int(parts[0][1])
        for sign, number in parts[1:]:
            value = (
                value + int(number)
                if sign == "+"
                else (value * int(number) if sign in "x\u00d7*" else value - int(number))
            )
        if value != int(match["right"]):
            return False
    return True


def _adds(said: str) -> bool:
    return len(_NUMBER.findall(said)) > 1 or "=" in said or bool(_TIMED.search(said))


def _denies(said: str, minutes: int) -> bool:
    """Whether a sum tells other minutes than those it stands behind."""
    if _SUM.search(said) is None:
        return False
    numbers = {int(number) for number in _NUMBER.findall(said)}
    return minutes not in numbers
