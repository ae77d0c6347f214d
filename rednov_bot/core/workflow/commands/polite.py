"""Words that change nothing of what they stand beside: thanks, points, glad pictures."""

from __future__ import annotations

import re
from typing import Final

from rednov_bot.core.patterns import lazy_re

LEAD: Final = (
    r"(?:(?:please|kindly|yes|okay|ok|sure|fine|good|great|perfect|all right|alright|thanks"
    r"|thank you|(?:(?:it|this|that) )?looks (?:good|fine|great|right)|go ahead and|let['’]s"
    r"|(?:it|this|that) is (?:very )?(?:good|fine|great|right|correct|perfect)|very good|well done"
    r"|(?:good|nice|great|lovely) (?:work|job)|i am happy with (?:it|this|that)"
    r"|(?:d|would) like to(?! (?:approve|reject|post|publish|send)\b)|hereby|do|i)\b[^\w?]*)*"
)
"""What may stand before a command."""
GLAD: Final = r"[\s.,;:!)*_\"'“”’–—👍🙂😀😊🎉-]*"
"""Points and glad pictures; another picture may mean anything."""
POLITE: Final = (
    r"thank(?:s| you) for (?:spotting|finding|noticing|catching|telling|saying) (?:it|this|that|so)"
    r"|(?:many )?thanks(?: again)?(?: (?:very|so) much| a lot)?|thank you(?: (?:very|so) much)?"
    r"|please|kindly|thx|ty|cheers|indeed|of course|gladly|with pleasure|well done|lgtm"
    r"|for (?:the|your|this|all the) (?:good |nice |great )?(?:drafts?|work|help|job)"
    r"|(?:good|nice|great|lovely) (?:work|job)|(?:dear )?bot|as it (?:stands|is)|as is"
    r"|(?:(?:it|this|that|all) )?(?:looks|is) (?:very )?(?:all )?"
    r"(?:good|fine|great|right|correct|okay|ok|perfect|well)"
    r"|this one|this draft|the draft|it|this|that|good|fine|great|nice|perfect|okay|ok|yes"
    r"|(?:best |kind )?regards|best wishes|best"
)
_WORDLESS = lazy_re(GLAD)


def is_polite(text: str, sender: str | None, besides: str = "") -> bool:
    """Whether a text is but polite words, points, pictures, and its author's name or initial.

    *besides* is a pattern of further words that it may hold.
    """
    if _WORDLESS.fullmatch(text):
        return True
    own = [re.escape(sender), re.escape(sender[0])] if sender else []
    known = "|".join([*filter(None, [besides]), POLITE, *own])
    phrase = re.compile(rf"{GLAD}(?:and )?(?:{known})(?!\w)", re.IGNORECASE)
    at = 0
    while found := phrase.match(text, at):
        at = found.end()
    return _WORDLESS.fullmatch(text, at) is not None


_ARRIVED: Final = (
    r"(?:i )?(?:have |['’]ve )?(?:received|got|gotten|read|seen|can read|am reading)"
    r"(?: (?:it|this|that|them|your (?:mail|message|notice|e-mail|question)"
    r"|the (?:mail|message|notice|e-mail|question)))?"
    r"|(?:(?:it|this|that|your mail|the mail|your message|the message) )?(?:has )?"
    r"(?:arrived|came through|works|is here|reached me)|confirmed|i confirm(?: it| this)?"
    r"|ack(?:nowledged)?|roger(?: that)?|copy that|loud and clear|yep|yup|aye(?: aye)?|sure|here"
    r"|i am here|i['’]m here|present|pong|noted|understood|mail|message|safe and sound"
    r"|(?:all )?clear|well read"
)
"""Words that say that a mail has arrived."""


def acknowledges(text: str, sender: str) -> bool:
    """Whether a text says no more than that a mail has arrived, or is but polite."""
    return bool(text.strip()) and is_polite(text, sender, _ARRIVED)
