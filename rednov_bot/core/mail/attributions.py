"""Lines with which mail programs introduce what they quote, in the languages they speak.

An attribution names who wrote the quoted text, and mostly when.
"""

from __future__ import annotations

import re

from rednov_bot.core.mail.page_marks import ATTRIBUTION

LONGEST_ATTRIBUTION = 500
LONGEST_SAYING = 200
MOST_LINES = 5

_VERB = re.compile(
    r"\b(?:wrote|writes|a écrit|écrivait|schrieb(?:en)?|schreibt|escribió|escribio|escribe"
    r"|ha scritto|scrisse|scrive|schreef|heeft .{1,80} geschreven|escreveu|skrev"
    r"|napisał(?:a|\(a\))?|pisze|napsal(?:\(a\)|a)?|napísal(?:\(a\)|a)?|kirjoitti|написал(?:\(а\)|а)?|пишет|пише"
    r"|написа|yazdı|şunları yazdı|a scris|írta|έγραψε|menulis|đã viết|va escriure|kirjutas"
    r"|rašė|je napisao|je napisal)(?![^\W\d_])|写道|寫道|書きました|のメール|작성",
    re.IGNORECASE,
)
_SAID = re.compile(r"\b(?:said|says|stated|asked|replied)\s*:$", re.IGNORECASE)
_DATE = re.compile(
    r"\d{1,2}[:h.]\d{2}|\b(?:19|20)\d\d\b|\d{1,2}[./-]\d{1,2}[./-]\d{2,4}"
    r"|\b\d{1,2}\.? ?(?:de )?(?:jan|feb|fév|mar|mär|apr|avr|abr|mai|may|maj|jun|juin|jui|jul|aug"
    r"|août|ago|sep|oct|okt|out|nov|dec|dez|dic|déc)[a-zéûç]*"
    r"|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]* \d{1,2}",
    re.IGNORECASE,
)
_ADDRESS = re.compile(r"\w(?:@|\.\.\.@| at )[\w-]+\.[\w.-]+|\[email[\s\xa0]protected\]|<mailto:")
_START = re.compile(
    r"(?:On|At|In|Le|El|Am|Il(?: giorno)?|Op|Em|No dia|Den|Dnia|W dniu|Dne|Dňa|Pe|În data|Pada|Vào"
    r"|Tarihinde|Kuupäeval|Quoting|在|于)\s",
)
_WROTE = re.compile(
    r"(?:wrote|writes|schrieb|a écrit|escribió|ha scritto|schreef|escreveu|skrev)\s{0,3}:[*_]*$"
)
_OWN_START = re.compile(r"(?:As|Like|Since|What|When|After|Because|If|But|Just as)\s")
_ENDS_IN_ADDRESS = re.compile(r"<[^<>\s]{1,80}@[^<>\s]{1,80}>\s?:$")
_MYSELF = re.compile(r"\b(?:I|[Mm]y|me|myself|mine)\b(?!\.)")
_NO_NAMES = frozenset(("i", "you", "we", "e", "they", "it", "the", "as", "who", "and"))
MOST_NAMES = 6
_ONE_LINE = re.compile(
    r"(?:On|Am|Le|El) .{10,300}(?:wrote|schrieb[^:]{0,100}|a écrit|escribió) ?: *>"
    r"|On .{10,200}<[^<>\s]+@[^<>\s]+> wrote: +\S"
)
_QUOTING = re.compile(r"(?:Quoting|Quoth|Zitat von|Citando a?|Citat från)\s.{2,120}:")
_DASHED = re.compile(
    r"-{2,} ?(?:On|Am|Le|El) .{10,300}\b(?:wrote|schrieb|écrit|escribió)\b.{0,100}-{2,}"
    r"|-{3,} ?[^-]{1,60} wrote ?-{3,}"
)
_ENDS = (":", "：", ":*", ":_", " wrote")
_SENTENCE_END = re.compile(r"[.!?]\s*$")
_TAIL = re.compile(
    r"\s*>\s*(?:wrote|schrieb|a écrit|escribió|ha scritto|schreef|escreveu|skrev|написал\S{0,3})?"
    r"\s?:?\s*"
)
_DATE_FIRST = re.compile(
    r"(?:\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{4})\b.{0,80}"
    r"<[^<>@\s]{1,80}@[^<>@\s]{1,80}>"
    r"|\d{4}-\d\d-\d\d \d{1,2}:\d\d GMT[+-]\d\d:\d\d .{1,80}"
)
_BEHIND_WORDS = re.compile(
    r"(?<=\S)(?:\s+|\s*-{2,}\s*)(On (?:Mon|Tue|Wed|Thu|Fri|Sat|Sun|[A-Z][a-z]{2} \d|\d)[^\n]{8,200}"
    r"\b\d{1,2}:\d\d[^\n]{0,200} wrote:)$"
)


def verb_in(text: str) -> re.Match[str] | None:
    """The verb of writing or saying with which an attribution names somebody."""
    return _VERB.search(text) or _SAID.search(text)


def is_saying(line: str) -> bool:
    """The line says that what is below are somebody's words."""
    text = line.strip(" \t*_")
    return len(text) <= LONGEST_SAYING and text.endswith((":", "：")) and verb_in(text) is not None


def is_tail(lines: list[str], at: int) -> bool:
    """The line closes the bracket of an address that was folded before it, and quotes nothing."""
    if len(lines[at]) > 40 or not at or not _TAIL.fullmatch(lines[at]):
        return False
    above = " ".join(line[:LONGEST_ATTRIBUTION] for line in lines[max(0, at - 3) : at])
    return above.count("<") > above.count(">")


def words_before(line: str) -> int:
    """Where the words end that stand before an attribution in its line; 0 where none do."""
    if not line.endswith("wrote:") or len(line) > LONGEST_ATTRIBUTION:
        return 0
    match = _BEHIND_WORDS.search(line)
    return match.start() if match else 0


def may_end_here(line: str) -> bool:
    """An attribution may end in this line: the quick look before the long one."""
    return (
        line.endswith((*_ENDS, "--"))
        or line.startswith(ATTRIBUTION)
        or "wrote: " in line
        or (line[:4].strip("./-").isdigit() and (line.endswith(">") or " GMT" in line[:24]))
    )


def attribution(lines: list[str], end: int, quoted_below: bool) -> int | None:
    """The first line of the attribution that ends in line *end*; None where none does.

    What is followed by a quotation may be terse; what is not has to name a date or an address.
    """
    line = lines[end]
    if line.startswith(ATTRIBUTION):
        return end
    if len(line) > LONGEST_ATTRIBUTION:
        return None
    text = line.strip()
    if _DASHED.fullmatch(text) or _DATE_FIRST.fullmatch(text):
        return end
    if _QUOTING.fullmatch(text) and (quoted_below or "@" in text):
        return end
    if _ONE_LINE.match(text):
        return end
    if not text.endswith(_ENDS):
        return None
    return _folded(lines, end, quoted_below)


def _folded(lines: list[str], end: int, quoted_below: bool) -> int | None:
    """The nearest line at or above *end* from which the text is an attribution."""
    text = ""
    for start in range(end, _highest(lines, end), -1):
        line = lines[start].strip()
        if not line and text.startswith("<"):
            continue  # an address that was broken off may stand in a paragraph of its own
        if not line or (line.startswith(">") and start < end) or len(text) > LONGEST_ATTRIBUTION:
            break
        text = f"{line} {text}".strip()
        address = _ADDRESS.search(text)
        dated = _DATE.search(text)
        if (address and dated) or ((address or dated) and _VERB.search(text)):
            first = _from_its_start(lines, start, end)
            whole = " ".join(line.strip() for line in lines[first : end + 1])
            return first if quoted_below or _is_another_speaking(whole) else None
    text = lines[end].strip()
    if _is_a_name_and_wrote(text) or (
        quoted_below and len(text) <= 80 and (_VERB.search(text) or _SAID.search(text))
    ):
        return end
    return None


def _is_another_speaking(text: str) -> bool:
    """No sentence of the sender's own that happens to name a date or an address."""
    if _OWN_START.match(text) or _MYSELF.search(text):
        return False
    return _VERB.search(text) is not None or _ENDS_IN_ADDRESS.search(text) is not None


def is_terse(line: str) -> bool:
    """The line names somebody and says no more: a quote below it may be none."""
    return _is_a_name_and_wrote(line.strip())


def _highest(lines: list[str], end: int) -> int:
    """Above which line an attribution that ends here can begin; *end* itself where none can.

    Looks once at all lines together, before each is looked at on its own.
    """
    above = max(-1, end - MOST_LINES)
    text = " ".join(line[:LONGEST_ATTRIBUTION] for line in lines[above + 1 : end + 1])
    dated = any(figure in text for figure in "0123456789") and _DATE.search(text)
    address = _ADDRESS.search(text)
    is_one = (address and dated) or ((address or dated) and _VERB.search(text))
    return above if is_one else end


def _is_a_name_and_wrote(text: str) -> bool:
    """The line is "Somebody Or Other wrote:", and no sentence that ends so."""
    match = _WROTE.search(text)
    if match is None or len(text) > 120:
        return False
    names = [name.strip("*_\"'()[],<>").lower() for name in text[: match.start()].split()]
    return 1 <= len(names) <= MOST_NAMES and _NO_NAMES.isdisjoint(names)


def _from_its_start(lines: list[str], start: int, end: int) -> int:
    """The line above belongs to it, too, where a date or an address was folded."""
    if _START.match(lines[start].strip()):
        return start
    for above in range(start - 1, max(-1, end - MOST_LINES), -1):
        line = lines[above].strip()
        if not line and lines[above + 1].lstrip().startswith("<"):
            continue
        if not line or line.startswith(">") or _SENTENCE_END.search(line):
            break
        if _START.match(line) and (_DATE.search(line) or len(line) < 30):
            return above
        if _DATE.search(line) and _is_broken_off(lines, above + 1, end):
            start = above
    return start


def _is_broken_off(lines: list[str], at: int, end: int) -> bool:
    """Lines that cannot begin an attribution: with an address, or with the end of one."""
    text = " ".join(lines[at : end + 1]).strip()
    return text.startswith(("<", "(")) or ">" in text.partition("<")[0]
