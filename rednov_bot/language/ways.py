"""Ways in signs: "->2->5->8 (all entered)", "5/in/7/in", "hatches 5 and 2, both entered"."""

from __future__ import annotations

import re
from typing import Final

from rednov_bot.language.entries import ALL, ENTERED_ALL, PLACE, hatches_told
from rednov_bot.language.sheet import Sheet

_ARROW: Final = r"(?:[-=]+>+|[>\u2192\u21d2\u2794\u27a1\u00bb])"
_ONWARD: Final = re.compile(
    rf"(?:^|(?<=[:;,()/.\n]))[ \t]*{_ARROW}[ \t]*(?:(?:rm\.?|room) )?"
    rf"(?P<way>\d{{1,2}}(?:\s*{_ARROW}\s*\d{{1,2}}){{0,12}})\b"
    r"(?![ \t]*(?:items?|grogs?|tiles?|m\b|min|x\b|\d|[-/]\d))",
    re.MULTILINE,
)
_FROM: Final = re.compile(
    rf"\b(?:i(?:'m| am)|i stand|standing|start(?:ing)?|now|currently)[ ]+"
    rf"(?:in|at|from)[ ]+(?:room )?"
    rf"(?P<room>\d{{1,2}})[ ]*(?:,[ ]*)?(?:so[ ]*[:,]?|:|(?=[,; ]*{_ARROW}))[ ]*",
    re.IGNORECASE,
)
_SAID: Final = re.compile(
    rf"(?P<way>\d{{1,2}}(?:\s*(?:{_ARROW}|-|/)\s*\d{{1,2}}){{1,12}}|"
    r"(?:go to \d{1,2}(?:, )?){2,12})"
    r"[ \t]*(?:\((?P<inside>[^()\n]{2,40})\)|,[ \t]*(?P<behind>[^.,;:()\n]{2,30})(?=[.,;\n]|$))"
)
_ROOMS: Final = re.compile(r"\d+")
_TWO: Final = 2
_ROW: Final = re.compile(r"enter|through|in(?:side|(?<=\bin)\b)")
_LISTED: Final = re.compile(
    rf"\b(?:hatch(?:es)?|doors?)[:\s]\s*"
    rf"(?P<list>{PLACE}(?:(?:[\s,&]|\band\b|\bthen\b){{1,9}}{PLACE}){{1,12}}{ALL})"
    r"(?=\s*(?:[.,;)]|$))",
    re.IGNORECASE,
)
_WALKED: Final = re.compile(
    r"(?<![\d\-/>.])(?:hatch[ ]+)?\b(?P<room>\d{1,2})[ ]*/[ ]*"
    r"(?P<how>in|enter|go in|open only|peek)(?=[\s/,;.]|$)",
    re.IGNORECASE | re.MULTILINE,
)
_NUMBERED: Final = re.compile(
    r"\b(hatch(?:way)?|door|room|hatches|rm|compartment)[ \t]+"
    r"(?:no\b\.?|nr\b\.?|number|num\b\.?|#)[ \t]*"
    r"(?=\d|one\b|two\b|three\b|four\b|five\b|six\b|seven\b|eight\b|nine\b|ten\b)",
    re.IGNORECASE,
)
_HASH: Final = re.compile(r"\b(hatch(?:way)?|door|room)[ ]*#(?=\d)", re.IGNORECASE)
_ROMAN: Final = {
    "I": 1, "II": 2, "III": 3, "IV": 4, "V": 5, "VI": 6, "VII": 7, "VIII": 8, "IX": 9, "X": 10,
}  # fmt: skip
_NUMERAL: Final = re.compile(
    r"(?:(?<=[Hh]atch )|(?<=[Rr]oom )|(?<=[Dd]oor )|(?<=\bto ))(?P<a>[IVX]{2,4}|V|X)\b(?!['\w])"
    r"|\b(?P<b>[IVX]{1,4})(?P<link>\s*[-\u2013/>\u2192]+\s*)(?P<c>[IVX]{1,4})\b(?!')"
    r"|\b(?P<d>[IVX]{2,4}|V|X)(?= (?:minutes?|mins?)\b)"
)
_NUMBER_WORD: Final = re.compile(r"[hymrst][ \t]+(?:n(?:o\b|r\b|um)|#)")
_ONE_LINKED: Final = re.compile(r"I\s*[-\u2013/>\u2192]")
_TIMES: Final = re.compile(
    r"(?<=[a-z)])[ \t]+[x\u00d7*][ \t]*(?=\d{1,2}[ \t]*(?:m\b|min))", re.IGNORECASE
)
_ALL_OF_THEM: Final = ("all", "both", "each", "every", "opening and", "opened and")
_EACH: Final = re.compile(r"\b(?:all|both|each|every|opening and|opened and)\b", re.IGNORECASE)
_WITH: Final = re.compile(r"\bw/(?!o\b)[ ]?", re.IGNORECASE)
_WITHOUT: Final = re.compile(r"\bw/o\b", re.IGNORECASE)


_VIA: Final = re.compile(
    r"\bfrom (?:room )?(?P<room>\d{1,2}),? (?:via|through|over|by way of) "
    r"(?P<way>\d{1,2}(?:[ ]*(?:/|,|->|>|\u2192|then|and)[ ]*\d{1,2}){1,12})(?![\d-])",
    re.IGNORECASE,
)
_SAME: Final = re.compile(
    r"(?<=[\w)])(?P<gap>[ ,:(\u2013-]+)(?:likewise|ditto|the same|same|idem)"
    r"(?=\)?[ ]*(?:[.,;!\n)]|\Z))",
    re.IGNORECASE,
)
_HOW: Final = re.compile(
    r"\b(?:opened|open|opening|opnd)\b[^.;\n()\d]{0,28}\b(?:enter(?:ed|ing)?|ent'd|passed|pass|"
    r"in|through)"
    r"(?!\w)|\b(?:entered|passed|entering|enter|gone through)\b",
    re.IGNORECASE,
)
_CLAUSE: Final = re.compile(r"(?:[^.;\n,()]|\([^()]*\))*\(?\Z")
_PLACED: Final = re.compile(
    r"\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten)\b", re.IGNORECASE
)
_POINTED: Final = re.compile(
    rf"\b(?P<door>hatch|door|open|mv|move|go)[ ]*{_ARROW}[ ]*(?P<far>\d{{1,2}}|sea|outside)\b",
    re.IGNORECASE,
)
_OUTWARD: Final = re.compile(
    rf"\b(?:hatch|door|room)?[ ]*\b(?P<room>\d)[ ]*{_ARROW}[ ]*(?:the )?(?:sea|outside|out)\b", re.I
)
_INWARD: Final = re.compile(
    rf"\b(?:sea|outside)[ ]*{_ARROW}[ ]*(?:hatch |door |room )?(?P<room>\d)\b(?:[ ]*,[ "
    rf"]*in\b)?",
    re.I,
)
_PLACE_AGAIN: Final = re.compile(
    r"\b(?P<here>(?:this|same|current) (?:room|compartment)|in here)[ ]*"
    r"\((?:room |in )?\d{1,2}\)",
    re.IGNORECASE,
)
_STUCK: Final = re.compile(r"(?:blocked|jammed|stuck) hatch")
_UNBLOCKED: Final = re.compile(
    r"\b(?:the )?(?:blocked|jammed|stuck) "
    r"(?P<hatch>hatch (?:to |from )?\d{1,2}(?:[ ]*[-\u2013/][ ]*\d{1,2})?+)"
    r"(?:[ ]*[:,]|[ ]+[\u2013-]+)[ ]*"
    r"(?P<said>[^.\n]*?\b(?:unblock|clear|free|unjam|open)(?:ing|ed|s)?) it\b",
    re.IGNORECASE,
)
_SHORT: Final = re.compile(r"\d(?<=\b[hr]\d)")
_SHORTER: Final = re.compile(r"o(?<=\bo)[ ]?[/+,&][ ]?e\b")
_INITIALS: Final = re.compile(
    r"\b(?:hatch |htch |h)(?P<far>\d{1,2})[,:]?[ ]*o[ ]?[/+,&][ ]?e\b", re.IGNORECASE
)
_SHORT_DOOR: Final = re.compile(r"\bh(?P<far>\d{1,2})(?=[ ,:]*(?:opn|open|in\b|ent))", re.I)
_SHORT_ROOM: Final = re.compile(r"\b(?P<to>enter|to|into|go|mv) r(?P<room>\d{1,2})\b", re.I)
_YES_OR_NO: Final = re.compile(
    r"\bhatch(?:way)?[ ]*[:=][ ]*(?:to )?(?P<far>\d{1,2})[ ]*[,;/|]?[ ]*\(?"
    r"(?:enter(?:ed|ing|s)?|in|pass(?:ed)?|go in|through)[ ]*[:=?][ ]*(?P<how>yes|y|no|n)\b\)?",
    re.IGNORECASE,
)
_ONE: Final = re.compile(r"\b(?:1|one|a single)[ ]+(?=hatch[ ]*[(:,][ ]*(?:hatch[ ]*)?\d)", re.I)


_HATCHES: Final = r"(?:each|every|all)(?: of)?(?: the| these| those)?(?: hatch| door)(?:es|s)?"
_GAIT: Final = r"(?:going|walking|stepping|passing|climbing|moving|heading|squeezing)"
_PASSING: Final = rf"(?:{_GAIT} (?:through|in|inside)|entering|passing)"
_EACH_TIME: Final = (
    r"(?: it| them| each(?: one| of them)?| every one| every time| each time| as I go)*"
)
_ALL_PASSED: Final = re.compile(
    (
        rf"(?:,?[ ])?(?<!not )(?<!out )(?<!never )(?:always |duly |and )?"
        rf"(?:opening {_HATCHES}(?: on the way| in turn| as I go)?,? and {_PASSING}{_EACH_TIME}"
        rf"|opening and {_PASSING}(?: {_HATCHES})?{_EACH_TIME}"
        rf"|{_PASSING}(?: it| them)? (?:each|every) time(?=:))(?=[ ]*[:,.;\n])"
    ).replace(" ", r"\s"),
    re.IGNORECASE,
)
"""Said of hatches that are told one by one as "10 to 8": each is a way that is gone."""
_GO: Final = r"(?:go|walk|step|climb|pass|head|move)"
_THEM: Final = r"(?: (?:(?:each|every one|all)(?: of them)?|them(?: all)?|each one))?"
_THESE: Final = re.compile(
    (
        rf"\b(?:open(?: all| each of)? (?:these|the following) (?:hatches|doors)"
        rf"(?:,? (?:and|then) {_GO}(?: through)?{_THEM}"
        r"|,? entering (?:each|every|all)(?: time| one)?)"
        rf"|{_GO} through (?:these|the following|two|three|four|five) (?:hatches|doors))"
        r"(?:,? in turn|,? in (?:this|that) order|,? one (?:after|by) (?:the other|another|one))?"
        r"(?=[ ]*:)"
    ).replace(" ", r"\s"),
    re.IGNORECASE,
)


def spell_out(sheet: Sheet) -> None:
    """Ways in signs become words."""
    text = sheet.text
    lowered = text.lower()
    if "hatches" in lowered or "doors" in lowered:
        sheet.sub(_THESE, "walk")
    if "ing" in lowered and ("each" in lowered or "every" in lowered or " as i go" in lowered):
        sheet.sub(_ALL_PASSED, "")
    if "w/" in lowered:
        sheet.sub(_WITHOUT, "without")
        sheet.sub(_WITH, "with ")
    if _NUMBER_WORD.search(lowered):
        sheet.sub(_NUMBERED, lambda match: f"{match[1]} ")
    if "#" in text:
        sheet.sub(_HASH, lambda match: f"{match[1]} ")
    if "V" in text or "X" in text or "II" in text or _ONE_LINKED.search(text):
        sheet.sub(_NUMERAL, _figure)
    if " x" in lowered or "\u00d7" in text or " *" in text:
        sheet.sub(_TIMES, " for ")
    if ">" in text or not text.isascii():
        sheet.sub(_FROM, lambda match: f"from {match['room']}, ")
        sheet.sub(_POINTED, _pointed)
        sheet.sub(_OUTWARD, lambda match: f"hatch from {match['room']} to the sea, go out")
        sheet.sub(_INWARD, lambda match: f"from the sea into {match['room']}")
        sheet.sub(_ONWARD, lambda match: " " + _onward(match["way"]))
    if "(" in text:
        sheet.sub(_PLACE_AGAIN, lambda match: match["here"])
    if "hatch" in lowered and " it" in lowered and _STUCK.search(lowered):
        sheet.sub(_UNBLOCKED, lambda match: f"{match['said']} {match['hatch']}")
    if "hatch" in lowered and ("one " in lowered or "1 " in lowered or "single " in lowered):
        sheet.sub(_ONE, "")
    if _SHORT.search(lowered) or _SHORTER.search(lowered):
        sheet.sub(_INITIALS, lambda match: f"hatch {match['far']}, go in")
        sheet.sub(_SHORT_DOOR, lambda match: f"hatch {match['far']}")
        sheet.sub(_SHORT_ROOM, lambda match: f"{match['to']} room {match['room']}")
    if "hatch:" in lowered or "hatch =" in lowered:
        sheet.sub(_YES_OR_NO, _told_by_yes)
    if "from " in lowered:
        sheet.sub(_VIA, lambda match: f"from {match['room']}, {_onward(match['way'])}")
    if "/" in text:
        sheet.sub(_WALKED, lambda match: f"hatch {match['room']}, {match['how']}")
    if "ditto" in lowered or "likewise" in lowered or "same" in lowered or "idem" in lowered:
        sheet.sub(_SAME, _again)
    if ("(" in text or "," in text) and any(map(lowered.__contains__, _ALL_OF_THEM)):
        sheet.sub(_SAID, _entered)
    if ("hatch" in lowered or "door" in lowered) and _ROW.search(lowered):
        sheet.sub(_LISTED, lambda match: hatches_told(match["list"]) or match[0])


def _onward(way: str) -> str:
    """ "2->5->8" behind an arrow: through three hatches."""
    return ", ".join(f"go to {room}" for room in re.findall(r"\d+", way))


def _pointed(match: re.Match[str]) -> str:
    """ "Hatch -> 8", "Open -> 8"."""
    link = "" if match["door"].lower() == "open" else "to "
    return f"{match['door']} {link}{match['far']}"


def _told_by_yes(match: re.Match[str]) -> str:
    """ "Hatch: 2, enter: yes"."""
    goes = match["how"].lower().startswith("y")
    return f"open hatch to {match['far']}, {'go in' if goes else 'do not go in'}"


def _again(match: re.Match[str]) -> str:
    """ "Hatch 5 opened and passed; hatch 2 likewise": as with the hatch before."""
    before = match.string[max(0, match.start() - 160) : match.start()]
    here = _CLAUSE.search(before)
    told = list(_HOW.finditer(before))
    if here is None or not told or not _PLACED.search(here[0]) or _HOW.search(here[0]):
        return match[0]
    return match["gap"] + told[-1][0]


def _entered(match: re.Match[str]) -> str:
    """What only says that every hatch of a way is opened and entered is left out."""
    said = match["inside"] or match["behind"]
    rooms = len(_ROOMS.findall(match["way"]))
    if "/" in match["way"] or ("both" in said.lower() and rooms == _TWO):
        return match[0]  # each of these rooms is entered, the first too
    entered = _EACH.search(said) and ENTERED_ALL.fullmatch(said.strip())
    return match["way"] if entered else match[0]


def _figure(match: re.Match[str]) -> str:
    """A Roman numeral in figures."""
    if match["b"]:
        ends = (_ROMAN.get(match["b"]), _ROMAN.get(match["c"]))
        return f"{ends[0]}{match['link']}{ends[1]}" if all(ends) else match[0]
    numeral = next(match[key] for key in "ad" if match[key])
    value = _ROMAN.get(numeral)
    return match[0].replace(numeral, str(value)) if value else match[0]
