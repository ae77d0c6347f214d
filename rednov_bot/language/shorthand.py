"""Shorthand in clear: "ext.", "5: open, enter", "toolbox -> used", "Grog: yes", "1/3"."""

from __future__ import annotations

import re
from typing import Final

from rednov_bot.language.sheet import Sheet

_FULL: Final = {
    "exting": "extinguish", "extg": "extinguish", "esc": "if it fails", "rep": "repair",
    "react": "reactor", "unbl": "unblock", "oxy": "oxygen", "eng": "engine", "ent": "enter",
    "htch": "hatch", "rm": "room", "deact": "deactivation", "krkn": "kraken", "itms": "items",
    "itm": "item", "bef": "before", "min": "min", "mins": "mins", "wtr": "water", "pmp": "pump",
    "capt": "captain's", "mssl": "missile", "toolb": "toolbox", "coff": "coffee",
}  # fmt: skip
_SHORT: Final = re.compile(
    rf"(?<![\w.])(?i:{'|'.join(sorted(_FULL, key=len, reverse=True))})\.(?=[ \t]*[a-z0-9,;:()])"
)
_GOES_ON: Final = re.compile(r"\.(?<=\w.)[ \t]*+[a-z0-9,;:()]")
_INNER: Final = re.compile(r"\.(?<=\w.)[a-z]")
"""Full stops that end no sentence."""
_BEFORE_NUMBER: Final = re.compile(r"(?<![\w.])(?i:hat|op|opn)\.(?=[ ]*\d)")
_MANUAL: Final = re.compile(r"\b((?:pump|engine|reactor|oxygen)s?) man\.", re.IGNORECASE)
_EXT: Final = re.compile(
    r"(?<!fire )(?<![\w.])ext\.(?=[ ]+(?:the )?(?:fire|blaze|"
    r"flames))",
    re.IGNORECASE,
)
_INITIALS: Final = re.compile(
    r"(?<![\w.])(?i:f\.e|cr\.bar|l\.c|d\.g|w\.p|d\.c|t\.b|c\.b|"
    r"a\.l)\b\.?"
)
_TILES: Final = {
    "f.e": "fire extinguisher", "cr.bar": "crowbar", "l.c": "lucky charm", "d.g": "diving gun",
    "w.p": "water pump", "d.c": "deactivation code", "t.b": "toolbox", "c.b": "crowbar",
    "a.l": "aqualung",
}  # fmt: skip
_NO_VOWELS: Final = re.compile(r"(?<![\w.])(?:krkn|itms|itm|htch|mssl)(?![\w.])", re.IGNORECASE)
_ROOM_FIRST: Final = re.compile(
    r"^(?P<mark>[ \t*+\-]*)(?:room |rm )?(?P<room>\d{1,2}|sea)[ ]*[:=][ ]*"
    r"(?P<how>(?:open(?:ed)?|enter(?:ed)?|peek|passed|through)\b[^\n]*|in[ .,;]*)$",
    re.MULTILINE | re.IGNORECASE,
)
_DONE: Final = re.compile(
    r"[ \t]*(?:[-=]+>+|[\u2192\u21d2])[ \t]*(?=(?:used|opened|open|entered|enter|in|out|passed|"
    r"through|"
    r"fixed|repaired|pump|pumped|fight|fought|drunk|consumed|go in|go through|use|done|not entered|"
    r"stay|don't)\b)",
    re.IGNORECASE,
)
_PARTS: Final = re.compile(
    r"(?:^[ \t]*|(?<=[.;!])[ \t]+)(?:(?:move|step|part|turn|line)[ ]+)?(?P<at>\d)/(?P<of>\d)"
    r"[ ]*(?:[:.)\u2013-]+[ ]*|[ ]+)(?=\S)",
    re.MULTILINE | re.IGNORECASE,
)
_ITEM: Final = (
    r"grog|toolbox|engine manual|pump manual|reactor manual|deactivation code|code|crowbar|"
    r"fire extinguisher|extinguisher|water pump|coffee|aqualung|diving gun|lucky charm|charm"
)
_TILE: Final = re.compile(
    rf"(?:^[ \t*+\-]*|(?<=[.;!])[ \t]+)(?P<tile>{_ITEM})s?[ ]*[:=][ ]*"
    r"(?P<how>yes|y|aye|used|use|one|1|x|drunk|consumed|no|none|0|not used|unused|kept|"
    r"for later|later|saved|spare|in reserve|held|next turn|next time|two|2)[ ]*"
    r"(?P<end>[.;,]|$)",
    re.MULTILINE | re.IGNORECASE,
)
_TILE_SIGN: Final = re.compile(r"[:=][ ]*(?:[yu1xk02]|ay|on|dr|co|n[oe]|tw|fo|la|s[ap]|in|he)")
_STEP_LINE: Final = re.compile(r"^[ \t>*\-]*(?:step|stage|phase) ", re.MULTILINE)
_STEPPED: Final = re.compile(
    r"(?:(?<=[.!?;][ \n])|^)[ \t]*(?:step|stage|phase) (?:one|two|three|four|five|six|[1-9])"
    r"(?:,| is:?| -+|:)\s+",
    re.IGNORECASE | re.MULTILINE,
)
""" "Step two, I open 5": the count of a step, no step into 2."""
_UNUSED: Final = frozenset(
    [
        *("no", "none", "0", "not used", "unused", "kept", "for later", "later", "saved", "spare"),
        *("in reserve", "held", "next turn", "next time"),
    ]
)
_TWO: Final = frozenset(["two", "2"])
_ORDERS: Final = re.compile(
    r"\b(?:standing orders?|orders?,?[ ]+standing|orders?)[ ]*:[ ]*"
    r"(?=(?:the )?(?:blocked|jammed|block|hatch to block|fire spread|spread)\b)",
    re.IGNORECASE,
)
_TWICE: Final = re.compile(
    r"\b(?P<hatch>(?:hatch|door) (?:to )?\d{1,2})[ ]*\([ ]*open(?:ed)?\)[ ,;.\n\-*]+(?:then |"
    r"and )?"
    r"(?P=hatch)[ ]*\([ ]*(?P<how>enter(?:ed)?|in|pass(?:ed)?|through)\)",
    re.IGNORECASE,
)
_IN_BRACKETS: Final = re.compile(
    r"\b(hatch|door)[ ]+\((\d{1,2}[ ]*[-/\u2013][ ]*\d{1,2})\)", re.IGNORECASE
)
_STRESSED: Final = re.compile(
    r"^([ \t*+\-]*)(?P<mark>[_*]{1,2})(?P<key>[A-Za-z][A-Za-z ]{1,24}?)"
    r"(?:(?P=mark)[ ]*:|:(?P=mark))",
    re.MULTILINE,
)
_GO_ARROW: Final = re.compile(
    r"\b(go|move|walk|run|head|climb)[ ]*(?:[-=]+>|\u2192)[ ]*"
    r"(?P<way>\d{1,2}(?:[ ]*(?:[-=]+>|\u2192)[ ]*\d{1,2})*)\b",
    re.IGNORECASE,
)
_MAP: Final = re.compile(
    r"^[ \t]*(?:\(?\d{1,2}\)?[ ]*[-=~.]{2,}[ ]*)+\(?\d{1,2}\)?[ \t]*$", re.MULTILINE
)
_TAG: Final = re.compile(r"^[ \t]*[<(\[{]/?turn[>)\]}][ \t]*$\n?|</?turn>|\(/?turn\)", re.M | re.I)
_ON_UNBLOCKING: Final = re.compile(
    r"((?:^|(?<=[.;]))[ \t*\-]*)"
    r"(?:hatch(?:es)? to (?:be )?(?:unblock|unjam|clear|free)(?:ed)?|(?:to )?unblock(?:ing)?)"
    r"[ ]*[:=.]+[ ]*(?:hatch[ ]+)?(?=\d)",
    re.MULTILINE | re.IGNORECASE,
)


def write_out(sheet: Sheet) -> None:
    """Each becomes the words that it is short for."""
    text = sheet.text
    lowered = text.lower()
    if "_" in text or "*" in text:
        sheet.sub(_STRESSED, lambda match: f"{match[1]}{match['key']}:")
    if "(" in text and ("hatch" in lowered or "door" in lowered):
        if "open" in lowered:
            sheet.sub(_TWICE, lambda match: f"{match['hatch']} (open, {match['how']})")
        sheet.sub(_IN_BRACKETS, lambda match: f"{match[1]} {match[2]}")
    counted = "step " in lowered or "stage " in lowered or "phase " in lowered
    if counted and len(_STEP_LINE.findall(lowered)) < len("ab"):
        sheet.sub(_STEPPED, "")
    if "--" in text or "==" in text or "~~" in text:
        sheet.sub(_MAP, "")
    if "." in text and _GOES_ON.search(text):
        sheet.sub(_SHORT, lambda match: _FULL[match[0][:-1].lower()])
        sheet.sub(_BEFORE_NUMBER, lambda m: "hatch" if m[0][0] in "hH" else "open")
    if "man." in lowered:
        sheet.sub(_MANUAL, lambda match: f"{match[1]} manual")
    if "ext." in lowered:
        sheet.sub(_EXT, "extinguish")
    if "." in text and _INNER.search(lowered):
        sheet.sub(_INITIALS, lambda match: _TILES[match[0].rstrip(".").lower()])
    if any(short in lowered for short in ("krkn", "itm", "htch", "mssl")):
        sheet.sub(_NO_VOWELS, lambda match: _FULL[match[0].lower()])
    if ">" in text or not text.isascii():
        sheet.sub(_DONE, ", ")
        sheet.sub(_GO_ARROW, _walked)
    if "turn" in lowered and ("<" in text or "(" in text or "[" in text or "{" in text):
        sheet.sub(_TAG, lambda match: "" if "/" in match[0] else "my turn: ")
    if "/" in text:
        _take_off_parts(sheet)
    if ":" in text or "=" in text:
        sheet.sub(_ROOM_FIRST, lambda m: f"{m['mark']}hatch to {m['room']}, {m['how']}")
        if _TILE_SIGN.search(lowered):
            sheet.sub(_TILE, _used)
        if "unblock" in lowered:
            sheet.sub(_ON_UNBLOCKING, lambda match: f"{match[1]}action: unblock hatch ")
        if "order" in lowered:
            sheet.sub(_ORDERS, "")


def _take_off_parts(sheet: Sheet) -> None:
    """ "1/3 ... 2/3 ... 3/3 ...": which part it is."""
    found = list(_PARTS.finditer(sheet.text))
    of = {match["of"] for match in found}
    if (
        len(found) > 1
        and len(of) == 1
        and [int(m["at"]) for m in found] == [*range(1, int(found[0]["of"]) + 1)]
    ):
        sheet.put((*match.span(), " " if match.start() else "") for match in found)


def _walked(match: re.Match[str]) -> str:
    """ "I go -> 5 -> 7"."""
    return ", ".join(f"go to {room}" for room in re.findall(r"\d+", match["way"]))


def _used(match: re.Match[str]) -> str:
    """ "Grog: yes" is used, "Toolbox: no" is not."""
    how = match["how"].lower()
    if how in _UNUSED:
        return " "
    return f" use {'2 ' if how in _TWO else ''}{match['tile']}{match['end'] or '.'}"
