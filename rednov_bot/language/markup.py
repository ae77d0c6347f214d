"""Turns in the marks of data and of a shell: `<hatch to="2" enter="yes"/>`, `$ use grog`."""

from __future__ import annotations

import re
from typing import Final

from rednov_bot.language.fields import field_of
from rednov_bot.language.sheet import Sheet
from rednov_bot.language.words import kinds

_ELEMENT: Final = re.compile(
    r"[ \t]*<(?P<tag>[a-z][\w\-]*)(?P<more>(?:[ \t\n]+[\w\-]+[ ]*=[ ]*(?:\"[^\"<>]*\"|'[^'<>]*'))*)"
    r"[ ]*(?:/>|>(?:(?P<said>[^<>\n]*)</(?P=tag)>)?)[ \t]*\n?",
    re.IGNORECASE,
)
_CLOSES: Final = re.compile(r"^[ \t]*</[\w\-]+>[ \t]*$|</[\w\-]+>|<\?[^<>]*\?>|<!--[^<>]*-->", re.M)
_VALUE: Final = re.compile(r"(?P<key>[\w\-]+)[ ]*=[ ]*(?:\"(?P<a>[^\"]*)\"|'(?P<b>[^']*)')")
_WAYS: Final = kinds("open hatch door go move enter step walk leg pass through way room")
_TILES: Final = kinds("use item tile spend drink tool consume items tools uses used")
_FLEES: Final = kinds("fail failure escape retreat flee fallback onfail on-fail on-failure else")
_FRAMES: Final = kinds(
    "turn red-november rednovember redndov game root moves steps items hatches uses route "
    "announcement "
    "movement turns body message red_november rn announce actions contest"
)
_ENTERS: Final = kinds("enter in pass entered go inside through enters")
_TIMES: Final = kinds("minutes minute min mins time duration for")
_NO: Final = kinds("no false 0 n never")
_SAYS: Final = _NO | kinds("yes true y 1")
_OWNERS: Final = kinds("gnome player by of who name author")
_TAGS: Final = 2
_NAMELESS: Final = kinds("item items tile tiles what")
_DOES: Final = kinds(
    "use open enter fix repair pump extinguish unblock stop kill draw gain give discard drink"
)

_PROMPT: Final = re.compile(r"^[ \t]*(?:\$|%|>>>|[\w.~]+[@:][\w.~]+[$#])[ \t]+(?=\S)", re.MULTILINE)
_SHEBANG: Final = re.compile(r"^#![^\n]*$", re.MULTILINE)
_COMMENT: Final = re.compile(r"(?<=\S)[ \t]{1,}#+[ \t]*(?P<said>[^\n]+)$", re.MULTILINE)
_LINE_COMMENT: Final = re.compile(r"^[ \t]*#+[ \t]+(?=\S)", re.MULTILINE)
_CD: Final = re.compile(
    r"^[ \t]*cd[ ]+[./~\w]*?(?:room|rm)[ _\-]?(?P<room>\d{1,2}|"
    r"sea)/?",
    re.M | re.I,
)
_ENDS: Final = re.compile(
    r"^[ \t]*(?:exit(?: 0)?|logout|quit|eof|done|commit|:wq|sync|fi|end|begin|start)[ \t]*;?[ "
    r"\t]*$",
    re.MULTILINE | re.IGNORECASE,
)
_LASTS: Final = re.compile(
    r"[ ]+--?(?:minutes?|mins?|m|time|for|duration|t)[ =]+(?P<n>\d{1,2})\b", re.IGNORECASE
)
_FLEEING: Final = re.compile(
    r"[ ]+--(?:on-?)?(?:fail(?:ure)?|fallback|escape|retreat)(?:-to)?[ =]+(?P<to>[\w ]+)", re.I
)
_FLAG: Final = re.compile(r"[ ]+--(?P<flag>[a-z][\w-]*)(?P<given>[ =](?=[\w\"']))?", re.IGNORECASE)
_JOINED: Final = re.compile(r"(?<=[a-z0-9])_(?=[a-z0-9])", re.IGNORECASE)


def read(sheet: Sheet) -> None:
    """Elements become the lines of a form, commands become sentences."""
    text = sheet.text
    if "/>" in text or "</" in text:
        _elements(sheet)
    if "\n" in text and (_SHEBANG.search(text) or len(_PROMPT.findall(text)) > 1):
        sheet.sub(_SHEBANG, "")
        sheet.sub(_PROMPT, "")
        sheet.sub(_ENDS, "")
        sheet.sub(_COMMENT, lambda match: f" [{match['said']}]")
        sheet.sub(_LINE_COMMENT, "")
        sheet.sub(_CD, lambda match: f"go to {match['room']}")
    if " --" in text or " -m" in text or " -t" in text:
        sheet.sub(_LASTS, lambda match: f" for {match['n']} minutes")
        sheet.sub(_FLEEING, lambda match: f"; if it fails: {match['to']}")
        sheet.sub(_FLAG, _flag)
    if "_" in text:
        sheet.sub(_JOINED, " ")


def _flag(match: re.Match[str]) -> str:
    said = match["flag"].replace("-", " ").lower()
    if said in _NAMELESS:
        return " "
    if match["given"] and said not in _DOES:
        return f" {said} "
    return f", {said}" + (" " if match["given"] else "")


def _elements(sheet: Sheet) -> None:
    found = [(match, _told(match)) for match in _ELEMENT.finditer(sheet.text)]
    if sum(told is not None and bool(told.strip()) for _, told in found) < _TAGS:
        return
    sheet.put((*match.span(), told) for match, told in found if told is not None)
    sheet.sub(_CLOSES, "")


def _told(match: re.Match[str]) -> str | None:
    """The lines that one element is; None where it is none of ours."""
    tag = match["tag"].lower()
    values = {v["key"].lower(): v["a"] or v["b"] or "" for v in _VALUE.finditer(match["more"])}
    owner = next((values.pop(key) for key in list(values) if key in _OWNERS and _names(tag)), "")
    if tag in _FRAMES:
        return f"gnome: {owner}\n" if owner else "\n"
    lasts = next((values.pop(key) for key in list(values) if key in _TIMES), "")
    enters = next((values.pop(key) for key in list(values) if key in _ENTERS), None)
    said = " ".join([*values.values(), (match["said"] or "").strip()]).strip().replace("_", " ")
    time = f"\nminutes: {lasts}" if lasts else ""
    if tag in _ENTERS and said.lower() in _SAYS:
        return f"{tag}: {said}\n"
    if tag in _WAYS:
        mark = "" if enters is None else " (open only)" if enters.lower() in _NO else " (enter)"
        return f"hatch: {said}{mark}\n" if said else None
    if tag in _TILES:
        return f"items: {said}\n" if said else None
    if tag in _FLEES:
        return f"if it fails: {said}\n" if said else None
    if (field := field_of(tag)) is not None:
        return f"{tag}: {said or ('yes' if field == 'enter' else '')}{time}\n"
    if not values and not said and not lasts:
        return None
    return f"action: {tag.replace('-', ' ').replace('_', ' ')} {said}{time}\n"


def _names(tag: str) -> bool:
    """Whether an element's "name" is that of a gnome."""
    return tag in _FRAMES or tag in _OWNERS
