"""The words in which mail servers say that a mail was not delivered, or not yet."""

from __future__ import annotations

import re
from typing import Final

from rednov_bot.papers import BounceKind

_LOST: Final = re.compile(
    r"^(?:\[[^\[\]]{1,40}\]\s*|(?:re|fwd?|aw)\s*:\s*)*(?:"
    r"undeliver(?:able|ed)\b.*|returned mail\b.*|mail delivery (?:failed|failure|problem)\b.*"
    r"|delivery (?:has )?fail(?:ed|ure)\b.*|delivery status notification ?\(fail.*"
    r"|failure notice\b.*|message (?:delivery failure|undeliverable|you sent blocked)\b.*"
    r"|mail could not be delivered\b.*|your (?:e-?mail|message) (?:to .{1,200} )?(?:could not"
    r"|couldn['’]t|was not|cannot) be(?:en)? delivered\b.*|nondeliverable mail\b.*"
    r"|mail system error\b.*"
    r"|unzustellbar\b.*|nicht zugestellt\b.*|non[ -]remis\w*\b.*|échec de (?:la )?remise\b.*"
    r"|no se puede entregar\b.*|impossibile recapitare\b.*|onbestelbaar\b.*)$",
    re.IGNORECASE,
)
"""Subjects of reports that a mail was not delivered."""

_LATE: Final = re.compile(
    r"not yet been delivered|has not been delivered yet|delivery (?:is|has been|was) delayed"
    r"|delivery delay\b|still being (?:re)?tried|will (?:continue to try|keep trying|be retried"
    r"|try again|continue to be (?:re)?tried)|no action is required on your part"
    r"|this is a warning (?:message )?only"
    r"|warning: (?:could not send|message)|do not need to resend"
    r"|noch nicht zugestellt|wird weiter versucht",
    re.IGNORECASE,
)
_NEVER: Final = re.compile(
    r"(?:could|can|was|were|has|have|is)(?: ?n[o'’]t| not|not) (?:be(?:en)? )?(?:\w+ )?deliver"
    r"|undeliver|not deliverable|delivery (?:to .{1,300} )?(?:has )?(?:finally )?fail"
    r"|failed permanently"
    r"|(?:unable|wasn['’]t able|was not able|not possible) to (?:be )?deliver|did not reach"
    r"|permanent(?:ly)? (?:fatal )?(?:error|fail)|returned to (?:the )?sender"
    r"|address(?:\(es\)|es)? fail"
    r"|address not found|no such (?:user|recipient|mailbox|address)|user (?:is )?unknown"
    r"|unknown (?:user|recipient|address)|mailbox (?:is )?(?:unavailable|full|disabled|not found)"
    r"|(?:quota|storage) exceeded|over quota|recipient (?:address )?(?:was )?rejected"
    r"|(?:address|mailbox|account|user|recipient|domain) (?:.{1,200} )?does ?n[o'’]t exist"
    r"|(?:address|mailbox|account|user|recipient|domain) (?:.{1,200} )?does not exist"
    r"|could not be found|gave up|giving up|not listed in|message (?:was )?(?:blocked|rejected)"
    r"|nicht zugestellt|unzustellbar|konnte nicht"
    r"|n['’]a pas (?:pu|été) (?:être )?(?:remis|distribu)"
    r"|no se (?:ha podido|pudo) entregar",
    re.IGNORECASE,
)
_PLAINLY: Final = re.compile(
    r"delivery (?:to .{1,200} )?(?:has )?failed|(?:could|can)(?:n['’]t| ?not) be delivered"
    r"|(?:was|were) not delivered|address not found",
    re.IGNORECASE,
)
"""What a machine says of a delivery that may as well tell that its owner is away."""
_HANDED_ON: Final = re.compile(
    r"(?:was|has been|were) (?:successfully )?(?:delivered|relayed|forwarded) to"
    r"|successfully delivered|delivery to these recipients.{0,80}(?:is|was) complete",
    re.IGNORECASE,
)
_CODE: Final = re.compile(r"(?<![\d.])#?([245]\.\d{1,3}\.\d{1,3})(?![\d.])")
_COPY: Final = re.compile(
    r"^(?:-{1,8} ?(?:this is a copy|below this line|original message|returned message"
    r"|message header|the header|unsent message|begin returned|\s?original(?:nachricht)?\b)"
    r"|\s{0,8}(?:return-path|received|dkim-signature|x-received):\s"
    r"|(?:the )?(?:headers of the|original) message (?:headers|follows|text)).*$",
    re.IGNORECASE | re.MULTILINE,
)
"""The line below which an older report shows the mail itself."""


def said_to_be_lost(subject: str) -> bool:
    """Whether a subject is one of those that report a failed delivery."""
    return _LOST.match(subject[:300]) is not None


def said_plainly(words: str) -> bool:
    """Whether words can mean nothing but that a mail was not delivered."""
    return _PLAINLY.search(words) is not None


def kind_said(words: str) -> BounceKind | None:
    """What is said to have become of the mail; None where nothing is said of it.

    Servers that go on trying say what failed so far as well: so that is looked for first.
    """
    if _LATE.search(words):
        return "delayed"
    if _NEVER.search(words):
        return "failed"
    return "relayed" if _HANDED_ON.search(words) else None


def status_said(words: str) -> str:
    """The first status code of RFC 3463 in the words; "" where there is none."""
    found = _CODE.search(words)
    return found[1] if found else ""


def copied_from(text: str) -> int:
    """Where the copy of the mail begins; the end of the text where there is none."""
    found = _COPY.search(text)
    return found.start() if found else len(text)
