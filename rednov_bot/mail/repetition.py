"""TTttPF, This Time to the Public Forum: what is quoted below is done now (CFJs 3221, 3586)."""

from __future__ import annotations

import re

_NO_LETTER = re.compile(r"[^a-z ]+")
_MARK = re.compile(
    r"t{2,5}pf|this time (?:sent )?to (?:the |a )?(?:right |correct |proper |actual )?"
    r"(?:public forum|pf|forum|list)|this time in public|this time publicly"
    r"|this time where it counts|this time to business"
)
_BESIDE_A_MARK = re.compile(
    r"(?: |oops|whoops|sorry|argh|gah|ugh|ah|oh|and|again|this|the|above|below|hereby|i|it"
    r"|quoted|following|message|once|more|ok|okay|all|of|so|here|goes|then|now|hm+"
    r"|my|turn|sent|from|at|earlier|for|noise|trouble|mess|spam|double|post|posting|apologies"
    r"|wrong|list|address|forum|reply|button|pressed|hit|to|in|on|a|an|everyone|everybody|folks)*"
)
_LONGEST_MARK = 120


def is_repetition_mark(line: str) -> bool:
    """The line says TTttPF, This Time to the Public Forum, however spelt, and nothing else."""
    if len(line) > _LONGEST_MARK or "?" in line:
        return False
    text = " ".join(_NO_LETTER.sub(" ", line.lower().replace(".", "")).split())
    match = re.search(rf"(?<![a-z])(?:{_MARK.pattern})(?![a-z])", text)
    return match is not None and bool(
        _BESIDE_A_MARK.fullmatch(text[: match.start()])
        and _BESIDE_A_MARK.fullmatch(text[match.end() :])
    )
