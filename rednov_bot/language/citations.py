"""Actions told by their clause of the contract: "action 11a on the hatch to 4", "I do 11d"."""

from __future__ import annotations

import re
from typing import Final

from rednov_bot.language.sheet import Sheet

_ACTIONS: Final = {
    "a": "unblock", "b": "extinguish the fire", "c": "pump", "d": "fix the engine",
    "e": "fix the oxygen pumps", "f": "fix the reactor", "g": "stop the missiles",
    "h": "kill the kraken", "i": "draw items", "j": "draw captain's grog", "l": "no action",
}  # fmt: skip
_CITED: Final = re.compile(
    r"(?P<lead>(?:^|(?<=[.:;!\n])|(?<=, )|(?<=and )|(?<=then ))[ \t]*+(?:[*-][ \t]+)?"
    r"(?P<who>my action (?:is|will be|this turn is) |(?:I (?:hereby |now )?)?"
    r"(?P<verb>take|do|perform|choose|carry out|go for|use|opt for|invoke) )?)"
    r"(?P<named>(?:the |that )?(?:action|one)\b[ ]*:?[ ]*)?(?:(?:of|from|under|per|in) )?"
    r"(?:(?:clause|section|sec\.|sect\.|paragraph|para\.?|\u00a7+|rule)[ ]*)?"
    r"\(?11(?:[ ]*\()?(?P<letter>[a-jl])\)?(?![\w'])\)?(?:[ ]action\b)?"
    r"(?:(?P<hatch>[ ]*[,:]?[ ]*(?:on |at |for |upon |against )?"
    r"(?=(?:the |that )?(?:(?:blocked|jammed|stuck) )?(?:hatch|door|\d{1,2}-\d)))"
    r"|(?=[ ]*(?:[,.:;(\n]|$|\d)|[ ]+(?:for|on|with|there|here|spending|using|and|in|by)\b))",
    re.IGNORECASE | re.MULTILINE,
)
_TOLD: Final = re.compile(
    r"[?]|\b(?:unblock|clear|free|force|extinguish|fight|douse|pump|bail|fix|repair|stop|kill|slay|"
    r"attack|draw|gain|give|hand|take|is|are|was|were|has|have|says?|costs?|needs?|means?|"
    r"allows?)(?:s|es|ing)?\b",
    re.IGNORECASE,
)
"""The sentence says itself what is done, or it speaks about the clause."""
_ENDS: Final = re.compile(r"[.;!?](?:\s|$)|\n\s*\n")


def write_out(sheet: Sheet) -> None:
    """The clause becomes the action."""
    text = sheet.text
    edits = []
    for match in _CITED.finditer(text):
        if (letter := match["letter"].lower()) == "a" and match["hatch"] is None:
            continue
        end = _ENDS.search(text, match.end())
        bare = not match["who"] and not match["named"]
        if bare and match["lead"].strip() == "" and text[match.start() - 1 : match.start()] != ":":
            continue
        if _TOLD.search(text, match.end(), end.end() if end else len(text)):
            continue
        action = _ACTIONS[letter]
        if match["verb"]:
            start, action = match.start("verb"), f"take {action}" if letter == "l" else action
        else:
            named = match["named"] and not match["who"]
            start = match.end("named" if named else "lead")
            action = f": {action}" if named else action
        edits.append((start, match.end(), action + " " * (match["hatch"] is not None)))
    sheet.put(edits)
