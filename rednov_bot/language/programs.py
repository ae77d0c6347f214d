"""Turns written as if they were a program: `hatch(2).open().enter(); use("toolbox");`."""

from __future__ import annotations

import re
from typing import Final

from rednov_bot.language.sheet import Sheet

_CALL: Final = re.compile(
    r"[A-Za-z_]\w{0,40}\([^()\n]*\)[ \t]*(?:;|\.[a-z]|$|//|#|&|with\b|and\b)", re.MULTILINE
)
_ENDED: Final = re.compile(r"\S;[ \t]*(?:$|//|/\*|#)", re.MULTILINE)
_COMMENT: Final = re.compile(
    r"(?://+|(?<=[;)\s])#+|/\*+|(?<=;)[ \t]*--)[ \t]*(?P<said>[^\n]*?)(?:\*+/|$)", re.M
)
_ENTER_TOO: Final = re.compile(
    r"[,(][ \t]*(?:and_?)?(?:enter|go_?in|pass|step_?in|entering)[ \t]*[=:][ \t]*['\"]?"
    r"(?:(?P<yes>true|yes|1)|(?P<no>false|no|0))\b['\"]?",
    re.IGNORECASE,
)
_NAMED: Final = re.compile(r"\b(?:minutes?|mins?|time|duration|for)_?[ \t]*[=:][ \t]*(?=\w)", re.I)
_ARGUMENT: Final = re.compile(
    r"\b(?:hatch|room|item|target|to|number|n|count|what|recipient|items|id|door|from|into|tile)"
    r"[ \t]*=[ \t]*(?=[\w'\"\[])",
    re.IGNORECASE,
)
_OWNER: Final = re.compile(
    r"\b(?:me|self|this|gnome|i|sub|game|turn|player|red_?november|rn)\.(?=[a-z])", re.I
)
_NEW: Final = re.compile(r"\bnew[ ]+(?=[A-Z])")
_FRAME: Final = re.compile(
    r"^[ \t]*(?:(?:return|end|begin|commit|exit|pass|done|fin|break|halt|quit|eof)[ \t]*(?:\(\))?"
    r"[;.]?|[{}()\[\];]+)[ \t]*$",
    re.MULTILINE | re.IGNORECASE,
)
_EMPTY: Final = re.compile(r"\([ \t]*\)")
_JOINED: Final = re.compile(r"(?<=[a-z])_(?=[a-z])", re.IGNORECASE)
_HUMPED: Final = re.compile(r"(?<=[a-z])(?=[A-Z])")
_LINE: Final = re.compile(r"^[^\n]*[();][^\n]*$", re.MULTILINE)
_ODD: Final = re.compile(
    r"\b(?:if|else|while|for|unless|try|catch|when|switch|case|loop|until)\b[ \t]*[({:]"
    r"|^[ \t}]*(?:if|else|elif|elsif|while|unless|when|case|until|repeat|otherwise)\b",
    re.MULTILINE | re.IGNORECASE,
)
_TRY: Final = re.compile(r"^[ \t]*try[ \t]*[:{][ \t]*$", re.MULTILINE)
_FAILS: Final = re.compile(
    r"^[ \t}]*(?:except|rescue|catch|on_?fail(?:ure)?|on_?error|onfail)\b[^:{;\n]*[:{]",
    re.MULTILINE | re.IGNORECASE,
)
_ITEM: Final = re.compile(r"\b(use|consume|spend|drink|expend)[ ]?(?:item|tile)\b", re.IGNORECASE)
_COUNTED: Final = re.compile(r"\b(grogs?|items?|tiles?)[ ,]+(\d)\b(?![ ]*min)", re.IGNORECASE)
_TWO: Final = 2


def run(sheet: Sheet) -> None:
    """The lines of a program become sentences, and what it comments a comment."""
    text = sheet.text
    calls = len(_CALL.findall(text))
    if calls < _TWO and not (calls and len(_ENDED.findall(text)) >= _TWO):
        return
    if _ODD.search(_TRY.sub("", _FAILS.sub("", text))):
        return  # a condition or a loop is no announcement
    sheet.sub(_COMMENT, lambda match: f" [{match['said'].strip(' *')}]" if match["said"] else "")
    sheet.sub(_TRY, "")
    sheet.sub(_FAILS, "if it fails:")
    sheet.sub(_FRAME, "")
    sheet.sub(_LINE, lambda match: _sentence(match[0]))


def _sentence(line: str) -> str:
    """One line of a program in words."""
    line, bracket, comment = line.partition(" [")
    line = _ENTER_TOO.sub(lambda m: ", go in" if m["yes"] else ", do not go in", line)
    line = _ARGUMENT.sub("", _NAMED.sub(" for ", line))
    line = _EMPTY.sub("", _OWNER.sub("", _NEW.sub("", line)))
    line = _HUMPED.sub(" ", _JOINED.sub(" ", line))
    line = _ITEM.sub(r"\1", re.sub(r"['\"`{}]", "", line))
    line = re.sub(r"\)[ \t]*\.[ \t]*|(?<=[a-z0-9])\.(?=[a-z])", ", ", line)
    line = re.sub(r"\([ \t]*", " ", re.sub(r"[ \t]*\)", " ", line))
    line = re.sub(r",[ \t]*for\b", " for", line)
    line = re.sub(r",[ \t]*(\d{1,2})[ \t]*(?=;|$)", r", \1 minutes", line)
    return _COUNTED.sub(r"\2 \1", line) + bracket + comment
