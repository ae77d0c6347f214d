"""Corrections that name the old value with the new one: "for 5 read 6", "not five, six"."""

from __future__ import annotations

import re
from typing import Final

_VALUE: Final = r"[\"'*_]?(?:(?:the|an?|my) )?({}[\w'-]+(?: [\w'-]+){{0,2}}?)[\"'*_]?"
_OLD: Final = _VALUE.format("?P<old>")
_NEW: Final = _VALUE.format("?P<new>")
_END: Final = r"(?=\s*(?:[.!;,)\n-]|\Z))"
PAIRS: Final = tuple(
    (re.compile(guard), re.compile(pattern + _END))
    for guard, pattern in (
        ("read", rf"\bfor {_OLD},? (?:please )?read {_NEW}"),
        ("read", rf"\bread {_NEW} (?:for|instead of|in place of) {_OLD}"),
        (
            "amend|c(?:hange|orrect)",
            rf"\b(?:change|correct|amend) {_OLD} (?:above )?(?:to|into) {_NEW}",
        ),
        ("replace", rf"\breplace {_OLD} (?:above )?(?:by|with) {_NEW}"),
        (
            "not ",
            rf"(?:\A|(?<=[.!?;()\n:]))\s*(?:sorry,? |no,? )?not {_OLD}"
            rf"(?:,|:|;| but|,? -+|\.)\s+{_NEW}",
        ),
        (
            "not ",
            rf"(?:\A|(?<=[.!?;()\n:]))\s*(?:sorry,? |no,? )?{_NEW}(?:,| and) not {_OLD}",
        ),
        (
            rf" (?:is|was|should be|should read|should have been) (?:a typo for |meant to be |"
            rf"supposed to be |really )?{_NEW}{_END}",
            rf"{_OLD} (?:above )?(?:is|was|should be|should read|should have been) "
            rf"(?:a typo for |meant to be |supposed to be |really )?{_NEW}",
        ),
        ("i mean ", rf"\bi mean {_NEW}(?:,| and)? not {_OLD}"),
    )
)
"""What a text must hold, and the pattern."""
