"""The forms of a verb: uses, using, used."""

from __future__ import annotations

import re
from typing import Final, Literal, TypeAlias

Form: TypeAlias = Literal["", "s", "ing", "past"]

IRREGULAR_PAST: Final[dict[str, str]] = {
    "drink": "drank drunk",
    "go": "went gone",
    "run": "ran",
    "swim": "swam swum",
    "take": "took taken",
    "give": "gave given",
    "draw": "drew drawn",
    "get": "got gotten",
    "throw": "threw thrown",
    "leave": "left",
    "come": "came",
    "fight": "fought",
    "beat": "beaten",
    "kill": "killed",
    "slay": "slew slain",
    "shoot": "shot",
    "spend": "spent",
    "swing": "swung",
    "break": "broke broken",
    "wear": "wore worn",
    "pay": "paid",
    "find": "found",
    "lose": "lost",
    "steal": "stole stolen",
    "become": "became",
    "send": "sent",
    "lend": "lent",
    "creep": "crept",
    "let": "",
    "put": "",
    "shut": "",
    "quit": "",
    "bid": "",
    "bet": "",
    "cast": "",
    "fall": "fell fallen",
    "make": "made",
    "do": "did done",
    "sit": "sat",
    "keep": "kept",
    "stand": "stood",
    "bring": "brought",
    "set": "",
    "rebuild": "rebuilt",
    "have": "had",
    "hold": "held",
    "stick": "stuck",
    "unstick": "unstuck",
    "dig": "dug",
    "say": "said",
    "tell": "told",
    "see": "saw seen",
    "know": "knew known",
    "think": "thought",
    "feel": "felt",
    "begin": "began begun",
    "overhaul": "overhauled",
    "fling": "flung",
    "wade": "waded",
    "leap": "leapt leaped",
    "forgo": "forwent forgone",
    "strike": "struck",
    "stride": "strode",
    "spin": "spun",
    "sink": "sank sunk",
    "free": "freed",
    "flee": "fled",
    "agree": "agreed",
    "sling": "slung",
    "snort": "snorted",
}

_ENDS_DOUBLED = re.compile(r"^(?:un)?(?:qu|[^aeiou])*[aeiou][^aeiouwxy]$")
_ENDS_HISSING = re.compile(r"(?:s|x|z|ch|sh|[^aeou]o)$")


def forms(phrase: str) -> dict[str, Form]:
    """All spellings of a verb phrase; its first word is inflected."""
    head, _, tail = phrase.partition(" ")
    tail = f" {tail}" if tail else ""
    soft_y = head.endswith("y") and head[-2:-1] not in "aeiou"
    stem = head[:-1] if head.endswith("e") and not head.endswith("ee") else head
    if _ENDS_DOUBLED.match(head):
        stem = head + head[-1]
    third = head[:-1] + "ies" if soft_y else head + ("es" if _ENDS_HISSING.search(head) else "s")
    pasts = IRREGULAR_PAST.get(head, (head[:-1] + "ied") if soft_y else stem + "ed").split()
    spellings: dict[str, Form] = {past + tail: "past" for past in pasts}
    spellings[third + tail] = "s"
    spellings[stem + "ing" + tail] = "ing"
    spellings[head + tail] = ""
    return spellings
