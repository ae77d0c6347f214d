"""What mail programs, mail servers and lists put around a text: signatures, footers, banners."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rednov_bot.core.patterns import any_case, lazy_re

_RULER = lazy_re(r"[_=*#~-]{12,}|(?:-=){6,}-?")
_SHORT_RULER = lazy_re(r"_{2,11}")
_LIST = any_case(
    r"mailing list|listinfo|unsubscribe|mailman|groups\.io|yahoo! groups|google groups"
)
_FOOTER = any_case(rf"{_LIST.pattern}|\blists?[.@]|https?://|\w@\w")
_UNSUBSCRIBE = any_case(
    r"(?:to unsubscribe(?: from this (?:list|group)|,? (?:e-?mail|send|visit|go))"
    r"|you (?:are receiving|received) this (?:e-?mail|message) because you)"
)
_PHONE = any_case(
    r"(?:sent (?:from|with|via|using|by) (?:an? |my |the )?(?:mobile|cell|phone|"
    r"tablet|iphone|ipad|ipod|android|samsung|galaxy|blackberry|windows|htc|nokia|pixel|huawei|"
    r"xiaomi|oneplus|motorola|alcatel|outlook|mail|mailbox|yahoo|gmail|aol|proton|protonmail|k-9|"
    r"fairemail|spark|sparrow|airmail|tutanota|boxer|verizon|t-mobile|nine|newton|mailspring|ios|"
    r"ti-\d\d)\b.{0,80}"
    r"|(?:\w{1,20} )?from (?:my )?(?:iphone|ipad|ipod|android|blackberry|mobile)(?: \d{1,2}\w?)?"
    r"|(?:get|télécharger|obtenir|obtener|descargar|scarica) outlook (?:for|pour|para|per) .{0,60}"
    r"|sent with (?:proton|shift|mailtrack).{0,60}|sender notified by(?: mailtrack.{0,40})?"
    r"|mailtrack(?: [\d/.,: apm]{6,30})?"
    r"|(?:diese nachricht wurde )?von meinem .{2,60} gesendet|gesendet (?:von|mit|über) .{2,60}"
    r"|envoyé (?:de|depuis|avec) .{2,60}|enviado (?:desde|do|de) .{2,60}|inviato da .{2,60}"
    r"|verstuurd vanaf .{2,60}|verzonden (?:vanaf|met) .{2,60}|skickat från .{2,60}"
    r"|sendt fra .{2,60}|отправлено (?:с|из) .{2,60}|wysłane? z .{2,60}|lähetetty .{2,40}"
    r"|[從从]我的 ?.{2,30}(?:傳送|發送|发送|寄出)|发自我的.{2,30})"
)
_ADVERT = any_case(
    r"https?://|www\.|[®™©]|hotmail|msn|windows live|yahoo|aol|join the world|free (?:e-?)?mail"
    r"|express yourself|download"
)
_BANNER = any_case(
    r"(?:e-?mails?|mail|message|sender) (?:has |was |is )?(?:originat(?:ed|es)|came|comes|sent"
    r"|received|is|was) from (?:an? |the )?(?:\w+ )?(?:outside|external)"
    r"|external (?:sender|e-?mail|source|message|address)"
    r"|(?:mail|message|sender).{0,60} outside (?:of )?(?:the|your|our) (?:\w+ ){0,6}"
    r"(?:organi[sz]ation|network|company|institution|university|domain|city|agency|school)"
    r"|(?:do not|don['’]t|never) (?:click|open|respond|reply).{0,40}(?:links?|attachments?)"
    r"|you don['’]t often get e-?mail from|learn why this is important"
    r"|(?:mail|message).{0,40}(?:scanned|checked|swept).{0,60}(?:virus|malware|spam)|virus-free"
    r"|no virus(?:es)? found|(?:mail|message|communication).{0,120}(?:confidential|privileged)"
    r"|(?:mail|message|communication).{0,80}intended (?:solely |only )?for|intended recipient"
    r"|consider the environment before printing|(?:report|block) (?:this )?(?:sender|suspicious)"
    r"|externe[rn]? (?:e-?mail|absender|nachricht)|(?:mail|nachricht).{0,60} von extern"
    r"|expéditeur externe|(?:e-?mail|courriel|message).{0,60} (?:externe|l['’]extérieur)"
    r"|remitente externo|correo.{0,40} extern[oa]|mittente esterno"
    r"|(?:e-?mail|bericht).{0,60} externe?\b"
    r"|extern avsändare|^\W*\[?(?:external|extern|externe|externo|esterno)\]?\W*$"
)
"""What is said in the warnings and notices of mail servers; never of a game."""
_OF_BANNERS = lazy_re(
    "mail|message|sender|extern|virus|attach|recipient|nachricht|often get|important|links"
    "|printing|esterno|suspicious|communication|courriel"
)
"""One of them stands in each: the quick look before the long one."""
LONGEST_BANNER = 600
_NAME = lazy_re(r"[^\W\d_][\w'’.-]*(?: [^\W\d_][\w'’.-]*){0,3}")
_DASHES = lazy_re(r"-{3,}|_{3,}")
_MOST_NAME_LINES = 3


def is_phone_line(line: str) -> bool:
    """A line that a phone or a mail program has put there."""
    text = line.strip(" *_<>[](").removesuffix(")").rstrip(".")
    return len(text) <= 120 and ": " not in text and _PHONE.fullmatch(text) is not None


def is_footer(lines: Sequence[str], at: int) -> bool:
    """A list's footer begins here: a ruler over the list's name or page."""
    line = lines[at].strip()
    if _UNSUBSCRIBE.match(line):
        return True
    if not _RULER.fullmatch(line):
        # Two or three underscores are one where the list's name stands right below.
        name = lines[at + 1].strip() if at + 1 < len(lines) else ""
        return name.endswith("mailing list") and _SHORT_RULER.fullmatch(lines[at]) is not None
    below = [text[:300] for text in lines[at + 1 : at + 8] if text.strip()]
    if not below:
        return False
    if _FOOTER.search(below[0]) or any(_LIST.search(text) for text in below[:2]):
        return True
    # What free mail services wrote below a long ruler, to the end of the text.
    is_last = not any(text.strip() for text in lines[at + 8 :])
    return is_last and line[0] == "_" and len(line) >= 30 and _ADVERT.search(below[0]) is not None


def without_banners(paragraphs: Sequence[str]) -> tuple[int, int]:
    """Which paragraphs of a text are left between the banners of mail servers: first, and end.

    A banner warns of an external sender, or says what the mail is for its reader, above the text
    or below it.
    """
    first, end = 0, len(paragraphs)
    while first < end and is_banner(paragraphs[first]):
        first += 1
    while end > first:
        last = end
        while last > first and not re.search(r"[^\W_]", paragraphs[last - 1]):
            last -= 1  # a rule around it
        if last > first and is_banner(paragraphs[last - 1]):
            end = last - 1
        else:
            break
    if end < len(paragraphs):
        while end > first and not re.search(r"[^\W_]", paragraphs[end - 1]):
            end -= 1
    return first, end


def is_banner(paragraph: str) -> bool:
    """Whether a line or paragraph is what a mail server warns of, or says of a mail's readers."""
    if len(paragraph) > LONGEST_BANNER:
        return False
    low = paragraph.lower()
    return _OF_BANNERS.search(low) is not None and _BANNER.search(low) is not None


def without_name_block(lines: list[str]) -> list[str]:
    """The text without a last "-----" over a name and a call sign.

    Dashes also underline headings, so what stands below has to look like names: words that
    begin with a capital, no figures, no full stop.
    """
    end = len(lines)
    while end and (not lines[end - 1].strip() or _DASHES.fullmatch(lines[end - 1].strip())):
        end -= 1
    at = end
    while at and end - at <= _MOST_NAME_LINES and _looks_like_a_name(lines[at - 1].strip()):
        at -= 1
    if not 0 < at < end or not _DASHES.fullmatch(lines[at - 1].strip()):
        return lines
    if at >= 2 and lines[at - 2].strip():
        return lines  # the dashes underline what stands above them
    return lines[: at - 1]


def _looks_like_a_name(line: str) -> bool:
    if not _NAME.fullmatch(line) or line.endswith("."):
        return False
    return all(word[0].isupper() for word in line.split())
