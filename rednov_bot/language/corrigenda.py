"""How a correction is worded: "no, sorry, six", "for 5 read 6", "not five, six"."""

from __future__ import annotations

import re
from typing import Final

from rednov_bot.language.words import kinds

MARKS: Final = (
    r"no|nope|nay|sorry|oops|whoops|wait|er|erm|um|uh|hm|hmm|argh|damn|ah|oh|well|actually|pardon|"
    r"apologies|hang on|hold on|strike that|scratch that|on second thoughts?|on reflection|"
    r"correction|erratum|corrigendum|typo|i meant?|make that|make it|rather|or rather|instead|"
    r"change (?:that|it) to|amend (?:that|it) to|(?:that|it|this) should (?:be|read|say|have been|"
    r"have read|have said)|(?:that|it) was (?:meant|supposed) to be|i take that back|better|"
    r"typo for|correction (?:to|of|in|for) (?:the )?(?:line|step|point|item|part) \w+|edit|"
    r"edit(?:ed)? before sending|recte|errata|scrap that|strike that out|let me see|"
    r"i should say|should i say|let's say|let us say|that's|typing too fast|wrong key|and|then"
)
FILLERS: Final = kinds("hm hmm ah oh well damn argh and then better that's um uh er erm instead")
"""They only stand beside what corrects."""
FIRM: Final = kinds("make mean meant correction rather typo erratum should")
"""With one of these a name is a correction, no address: "sorry, Bob"."""
LEFT: Final = re.compile(
    rf"(?:\A|(?<=[.!?;,:()\n\[-]))\s*((?:{MARKS})(?:[\s,:;.!?*_-]+(?:{MARKS}))*)"
    r"(?P<why>[,:;.!?\u2013-]+[ ]+[^.!?;:()\d\n]{4,60}?[:;,\u2013-]+)?"
    r"[\s,:;*_\"'-]*(?P<tail>(?:(?:the|an?|my|for|in|to|into|room|hatch|door) )*)[\"'*_]*\Z"
)
SAID_AGAIN: Final = re.compile(
    rf"(?:\A|(?<=[.!?;,:()\n\[-]))\s*(?P<mark>(?:{MARKS})(?:[\s,:;.!?*_-]+(?:{MARKS}))*)"
    r"[ ]*[:;,.!\u2013-]+\s*(?P<tail>(?:[a-z'-]+[ ]){1,3})\Z"
)
PAUSED: Final = re.compile(r"\b(?:no|nope|nay|wait|hold on|hang on|oh|ah|well|damn|wrong key)\s+\Z")
"""Without a pause behind it this is no correction: "no crowbar", "wait 1 minute"."""
INLINE: Final = re.compile(
    r"(?<!\bi )\b(or rather|i meant?|make that|make it)[\s,:]+(?:(?:the|an?|my) )?\Z"
)
RIGHT: Final = re.compile(
    r"\A[\s,\"'*_-]*(?:i meant?|it is|it'll be|even|rather|that is|make that|is right|"
    r"is correct|is what i mean(?:t)?|was meant|stands)"
    r"(?=\s*(?:[.!;)\n,-]|\Z))"
)
STARTS: Final = re.compile(
    r"(?:\A|[.!?;()\n\[:-])\s*(?:(?:the|an?|my) )?[\"'*_]*\Z"
    r"|[.!?;(]\s*no,?\s+(?:(?:in)?to |from |for |in )?\Z"
    r"|,\s*(?:sorry|no|pardon|oops),?\s+(?:(?:in)?to |from |for |in )?\Z"
)
SORRY: Final = re.compile(r"(?:sorry|no|pardon|oops),?\s+(?:(?:in)?to |from |for |in )?\Z")
LAST: Final = tuple(
    kinds(
        "no nope nay sorry oops whoops wait er erm um uh hm hmm argh damn ah oh well actually "
        "pardon apologies on that thought thoughts reflection correction erratum corrigendum typo "
        "mean meant it rather instead to be read say been said back better that's fast key and "
        "then "
        "edit sending recte errata see again out"
    )
)
"""With what the text before a new value ends, if a mark stands there."""
SIGNS: Final = " \t\n,:;*_\"'-"
SMALL: Final = kinds("the a an my for in to into room hatch door")
HINT: Final = re.compile(
    r"\b(?:no|nope|sorry|oops|wait|actually|hang on|hold on|scratch|strike|correction|erratum|typo|"
    r"mean|meant|make (?:that|it)|rather|should|read|not|second thoughts?|reflection|it is|even|"
    r"change|amend|replace|er|erm|pardon|apologies|above|edit|recte|errata|stands|argh|hmm?|"
    r"scrap)\b"
)

_VALUE: Final = r"[\"'*_]?(?:(?:the|an?|my) )?({}[\w'-]+(?: [\w'-]+){{0,2}}?)[\"'*_]?"
_OLD: Final = _VALUE.format("?P<old>")
_NEW: Final = _VALUE.format("?P<new>")
_END: Final = r"(?=\s*(?:[.!;,)\n-]|\Z))"
PAIRS: Final = tuple(
    (tuple(hints.split("|")), re.compile(guard), re.compile(pattern + _END))
    for hints, guard, pattern in (
        ("read", "", rf"\bfor {_OLD},? (?:please )?read {_NEW}"),
        ("read", "", rf"\bread {_NEW} (?:for|instead of|in place of) {_OLD}"),
        (
            "amend|change|correct",
            "",
            rf"\b(?:change|correct|amend) {_OLD} (?:above )?(?:to|into) {_NEW}",
        ),
        ("replace", "", rf"\breplace {_OLD} (?:above )?(?:by|with) {_NEW}"),
        (
            "not ",
            "",
            rf"(?:\A|(?<=[.!?;()\n:]))\s*(?:sorry,? |no,? )?not {_OLD}"
            rf"(?:,|:|;| but|,? -+|\.)\s+{_NEW}",
        ),
        (
            ", not | and not ",
            "",
            rf"(?:\A|(?<=[.!?;()\n:]))\s*(?:sorry,? |no,? )?{_NEW}(?:,| and) not {_OLD}",
        ),
        (
            " is | was | should ",
            rf" (?:is|was|should be|should read|should have been) (?:a typo for |meant to be |"
            rf"supposed to be |really )?{_NEW}{_END}",
            rf"{_OLD} (?:above )?(?:is|was|should be|should read|should have been) "
            rf"(?:a typo for |meant to be |supposed to be |really )?{_NEW}",
        ),
        ("i mean ", "", rf"\bi mean {_NEW}(?:,| and)? not {_OLD}"),
    )
)
"""What a text holds one of, what it must hold, and the pattern."""
