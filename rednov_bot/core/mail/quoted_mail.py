"""Where another's mail begins in a text: attributions, header blocks, dividers, quote marks.

They are told by their structure, in any language: an attribution names somebody and a date, a
header block repeats an address beside a date or the subject under labels, a divider stands
between dashes.  Known words only make it surer.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Final

from rednov_bot.core.mail.roster import folded
from rednov_bot.core.patterns import any_case, lazy_re

ATTRIBUTION = "\ue000"
"""Begins a line that the mail program has marked as an attribution."""
DIVIDER = "\ue001"
"""A line below which the mail program has put the mail that is answered."""

LONGEST_ATTRIBUTION = 500
MOST_LINES = 5  # of an attribution
MOST_HEADER_LINES = 20
LONGEST_LINE = 1000

# -- people and dates --------------------------------------------------------------------------

_ADDRESS = lazy_re(r"[\w.+=-]\s?(?:@|\.\.\.@|＠)\s?[\w-]+\.[\w.-]*\w|\[email.protected\]|<mailto:")
_WHOLE_ADDRESS = lazy_re(r"(?<![\w.+=-])[\w.+=-]+@[\w-]+\.[\w.-]*\w")


def _has_address(text: str) -> bool:
    """Whether an address stands in a text; with the quick look before the long one."""
    may_be = "@" in text or "＠" in text or "[email" in text or "<mailto:" in text
    return may_be and _ADDRESS.search(text) is not None


def _addresses_in(text: str) -> set[str]:
    return {folded(found) for found in _WHOLE_ADDRESS.findall(text)} if "@" in text else set()


_MONTH = (
    r"(?=[adfjmnos])(?:jan|feb|fév|mar|mär|apr|avr|abr|mai|may|maj|jun|jui|jul|aug|aoû|ago|sep|oct|okt|out|nov"
    r"|dec|dez|dic|déc)[a-zéûç]*"
)
_DAY = (
    r"(?=\d)(?:(?<!\d)(?:(?:1[349]|2[05])\d\d|[^\x00-\x7f\D]{4})(?!\d)|\d{1,2}[./-]\s?\d{1,2}[./-]\s?\d{2,4}"
    rf"|\d\s?[年月日년월일]|\b\d{{1,2}}\.? ?(?:de )?{_MONTH}\b)|\b{_MONTH} \d{{1,2}}(?!\d)"
)
_FIGURE = lazy_re(r"\d")
_FULL_DATE = any_case(_DAY)
_DATE = any_case(rf"{_DAY}|\d{{1,2}}[:٫h]\d{{2}}(?!\d)")


def word_set(text: str) -> frozenset[str]:
    """The words of a row, parted by blanks."""
    return frozenset(text.split())


_DAYS = word_set(
    "mon tue wed thu fri sat sun monday tuesday wednesday thursday friday saturday sunday"
)
_MONTHS = word_set(
    "jan feb mar apr may jun jul aug sep sept oct nov dec january april june july august"
)
_BEFORE_A_NAME = word_set(
    "am pm uhr gmt utc est edt cst cdt mst mdt pst pdt cet cest bst z on le el op em den il at um"
)
"""With a figure, a day or a month, what may stand before a name: the end of a date."""
_FIGURES = lazy_re(r"[\d:./h+-]{1,20}")
VIA = any_case(r"\s+\(?via\s.*$")
_BRACKETED = any_case(r"<[^<>]*>|\[mailto:[^\[\]]*\]")


@dataclass(frozen=True)
class KnownAs:
    """By what a text may name its sender, everybody else on the roster, and the sender's mail.

    Whose a quote is decides what stands above it: only their own does a gnome repeat (CFJs 3221,
    3586).  Where that is not certain the quote is somebody else's.
    """

    addresses: frozenset[str]
    names: frozenset[str]  # lower case
    lists: frozenset[str]
    others: frozenset[str] = frozenset()  # the names of everybody else on the roster, lower case
    subject: str = ""  # of the mail, without what answers put before it, lower case

    @cached_property
    def _people(self) -> re.Pattern[str]:
        return _any_of(self.names | self.others)

    def names_somebody(self, text: str) -> bool:
        """The text holds an address, or the name of somebody on the roster."""
        return _has_address(text) or self._people.search(text.lower()) is not None

    def without_people(self, text: str) -> str:
        """The text in lower case, without the names of anybody on the roster."""
        return self._people.sub(" ", text.lower())

    def is_named(self, attribution: str) -> bool:
        """The attribution names the sender and nobody else.

        By their address, or, as a list's address is nobody's, by their whole name beside the verb.
        """
        text = attribution[:LONGEST_ATTRIBUTION]
        named = _addresses_in(text) - self.lists
        if not named <= self.addresses or self._names_another(text.lower()):
            return False
        return bool(named) or self._is_by_name(text)

    def names_sender(self, text: str) -> bool:
        """The text names its sender, and nobody else on the roster."""
        named = _addresses_in(text)
        own = named & self.addresses or _any_of(self.names).search(text.lower())
        return bool(own) and not self._names_another(text.lower())

    def is_own(self, lines: Iterable[str]) -> bool:
        """Nothing in a quote of the sender's own says that somebody else begins to speak."""
        return not any(
            _is_from(line) or is_saying(line) or line.strip("*_:, \t").lower() in self.others
            for line in lines
        )

    def _names_another(self, text: str) -> bool:
        return self._people.search(_any_of(self.names).sub(" ", text)) is not None

    def _is_by_name(self, text: str) -> bool:
        verb = _verb_in(text)
        if verb is None:
            return False
        before, after = _bare(text[: verb.start()]), _bare(text[verb.end() :])
        for name in self.names - self.others:
            if before.endswith(name) and not after:
                above = before.removesuffix(name).rstrip("\"'(")
                if not above or (above != before and _ends_a_date(above)):
                    return True
            elif after == name and _ends_a_date(before):
                return True
        return False


@lru_cache(maxsize=64)
def _any_of(names: frozenset[str]) -> re.Pattern[str]:
    # "May" and "Mon" in a date are nobody.
    every = sorted(names - _DAYS - _MONTHS, key=len, reverse=True)
    named = "|".join(map(re.escape, every)) or "(?!)"
    # Korean and Japanese write particles right behind a name.
    return re.compile(rf"(?<![{_LETTERS}])(?:{named})(?![{_LETTERS}])")


_LETTERS = "a-z0-9_à-ɏͰ-ԯ"


def _ends_a_date(text: str) -> bool:
    word = (text.replace(",", " ").replace("(", " ").split() or ["on"])[-1].strip(".,;:()-")
    return word in _BEFORE_A_NAME | _DAYS | _MONTHS or _FIGURES.fullmatch(word) is not None


def _bare(text: str) -> str:
    """A piece of an attribution without addresses, lists, and marks around it, in lower case."""
    text = " ".join(_WHOLE_ADDRESS.sub(" ", _BRACKETED.sub(" ", text)).split())
    return VIA.sub("", text).strip("\"'()[]<>*_,: ").lower()


# -- quote marks -------------------------------------------------------------------------------

_MARK = lazy_re(
    r"\s{0,40}(?:(?:>|&gt;|＞|[│┃▎▏▍▌»›]|[|\]}](?=\s|$)|:(?=\s\S)|\[>\]|[A-ZÀ-Þ]{2,3}>)"
    r"|<[A-Z]\w{1,19}>(?=\s\S)|([^\W\d_][^\W_]{0,11})>(?=\s\S))"
)
_TABLE = lazy_re(r"[^|]*\|[^|>]*\w[^|]*\|")
_MANGLED = lazy_re(r">From ")


def is_quoted(line: str) -> bool:
    """The line bears the mark of a quote, by any habit: `>`, `|`, `]`, `»`, initials (`AB>`)."""
    match = _MARK.match(line)
    if match is None or (line[match.end() - 1] == "|" and _TABLE.match(line) is not None):
        return False
    word = match[1]
    return word is None or len(word) <= 3 or word[1:].islower()


def is_by_a_name(line: str) -> bool:
    """By no other mark than a word before a ">", which may be anybody's name."""
    match = _MARK.match(line)
    return match is not None and match[1] is not None


def is_plainly_quoted(line: str) -> bool:
    """By the mark that everybody knows for one, and not by the habit of a few."""
    return line.lstrip().startswith((">", "&gt;", "＞"))


def unquoted(line: str) -> int:
    """Where the words of a quoted line begin, one level up."""
    match = _MARK.match(line)
    end = match.end() if match else 0
    return end + (line[end : end + 1] == " ")


def is_mangled(lines: Sequence[str], at: int) -> bool:
    """A line that mail servers have marked for beginning with "From " (mbox), and no quote."""
    if _MANGLED.match(lines[at]) is None or (at and is_saying(lines[at - 1])):
        return False
    return not any(
        is_quoted(lines[near]) and not _MANGLED.match(lines[near])
        for near in (at - 1, at + 1)
        if 0 <= near < len(lines)
    )


# -- attributions ------------------------------------------------------------------------------

_VERB = any_case(
    r"\b(?:wrote|writes|a écrit|écrivait|schrieb(?:en)?|schreibt|escribió|escribio|escribe"
    r"|ha scritto|scrisse|scrive|schreef|heeft .{1,80} geschreven|escreveu|skrev|skrifaði"
    r"|napisał(?:a|\(a\))?|pisze|napsal(?:\(a\)|a)?|napísal(?:\(a\)|a)?|kirjoitti|написал(?:\(а\)|а)?|пишет|пише"
    r"|написав(?:\(ла\)|ла)?|написа|напиша"
    r"|yazdı|a scris|írta|έγραψε|menulis|đã viết|va escriure|kirjutas"
    r"|rašė|je napisao|je napisal|نوشت|كتب|כתב)(?![^\W\d_])|写道|寫道|書きました|のメール|작성"
)
_STEM = lazy_re(
    "wr|scr|skr|chr|écri|[ií]sa|psal|isz|kirj|пис|пиш|yaz|rta|γρα|nuli|vi|raš|[\u0600-\u06ff]{3}|כתב|写道|寫道"
    "|書き|のメ|작성"
)
"""One of them stands in each, in small letters: the quick look before the long one."""
_SAID = any_case(
    r"(?:\b(?:said|says|stated|asked|replied)|['’]s?(?: \w+)? (?:mail|message|post)\b.*)\s*:$"
)
_LEADS = any_case(r"\W*(?:to |begin |start )?quote\b[^.!?]{0,60}:\W*")
"""Says that a quote follows, and not whose."""
_ARROWS = lazy_re(r"\s*>{2,4} ?[^>\s].{3,200}(?:>{2,4}|<{2,4})\s*")
_TEMPLATE = lazy_re(r"[$%{]\(?\w")  # a mail program's own, not filled in
_START = lazy_re(
    r"(?:On|At|In|Le|El|Am|Il(?: giorno)?|Op|Em|No dia|Den|Dnia|W dniu|Dne|Dňa|Pe|În data|Pada|Vào"
    r"|Tarihinde|Kuupäeval|Quoting|在|于)\s"
)
_OWN_START = lazy_re(r"(?:As|Like|Since|What|When|After|Because|If|But|Just as)\s")
_GREETING = lazy_re(r"(?:Hello|Hi|Dear|Thanks|Thank you)\s")
_ENDS_IN_ADDRESS = lazy_re(r"[<(\[][^<>\s]{1,80}@[^<>\s]{1,80}[>)\]]\s?[:：]?$")
_MYSELF = lazy_re(r"\b(?:I|[Mm]y|me|myself|mine)\b(?!\.)")
_WROTE = lazy_re(
    r"(?:wrote|writes|schrieb|a écrit|escribió|ha scritto|schreef|escreveu|skrev)\s{0,3}:[*_]*$"
)
_NO_NAMES = word_set("i you we e they it the as who and")
MOST_NAMES = 6
_ALONE = lazy_re(
    r"(?:\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{4})\b.{0,80}"
    r"<[^<>@\s]{1,80}@[^<>@\s]{1,80}>:?"
    r"|\d{4}-\d\d-\d\d \d{1,2}:\d\d GMT[+-]\d\d:\d\d .{1,80}"
    r"|-{2,} ?(?:On|Am|Le|El) .{10,300}\b(?:wrote|schrieb|écrit|escribió)\b.{0,100}-{2,}"
    r"|-{3,} ?[^-]{1,60} wrote ?-{3,}"
    r"|(?:On|Am|Le|El) .{10,300}(?:wrote|schrieb[^:]{0,100}|a écrit|escribió) ?: *>.*"
    r"|On .{10,200}<[^<>\s]+@[^<>\s]+> wrote: +\S.*"
)
"""Attributions that a line is as a whole, whatever stands below."""
_DATE_FIRST = lazy_re(r"\d{4}[-/.]\d{1,2}[-/.]\d{1,2},?\s+([^\d\s<>:][^\d<>:]{0,60})")
_ALONE_STARTS = (*"0123456789-", "On ", "Am ", "Le ", "El ")
_STAMPED = lazy_re(r"\d{4}[-/.]\d{1,2}[-/.]\d{1,2},? \d{1,2}:\d{2}")
_QUOTING = lazy_re(r"(?:Quoting|Quoth|Zitat von|Citando a?|Citat från)\s.{2,120}:")
COLONS = (":", "：", "︰", "՝", "։", "៖")
_ENDS = (*COLONS, " wrote", " writes", "--")
_SENTENCE_END = lazy_re(r"[.!?]\s*$")
_HINT = lazy_re(r"[\d@＠]|mailto:|\[email")
_TAIL = lazy_re(
    r"\s*>\s*(?:wrote|schrieb|a écrit|escribió|ha scritto|schreef|escreveu|skrev|написал\S{0,3})?"
    r"\s?:?\s*"
)
_BEHIND_WORDS = lazy_re(
    r"(?<=\S)(?:\s+|\s*-{2,}\s*)(On (?:Mon|Tue|Wed|Thu|Fri|Sat|Sun|[A-Z][a-z]{2} \d|\d)[^\n]{8,200}"
    r"\b\d{1,2}:\d\d[^\n]{0,200} wrote:)$"
)
LONGEST_SAYING = 200


def _writing_in(text: str) -> re.Match[str] | None:
    """The verb of writing in a text."""
    return _VERB.search(text) if _STEM.search(text.lower()) else None


def _verb_in(text: str) -> re.Match[str] | None:
    """The verb of writing or saying with which an attribution names somebody."""
    return _writing_in(text) or (_SAID.search(text) if ":" in text[-2:] else None)


def is_saying(line: str) -> bool:
    """The line says that what is below are somebody's words."""
    text = line.strip(" \t*_")
    return len(text) <= LONGEST_SAYING and text.endswith(COLONS) and _verb_in(text) is not None


def may_be_saying(text: str) -> bool:
    """Words that end in a colon and name an address or a date, in any language."""
    text = text.rstrip(" \t*_")
    return text.endswith(COLONS) and (_has_address(text) or _FULL_DATE.search(text) is not None)


def is_terse(line: str) -> bool:
    """The line names somebody and says no more: a quote below it may be none."""
    text = line.strip()
    match = _WROTE.search(text)
    if match is None or len(text) > 120:
        return False
    names = [name.strip("*_\"'()[],<>").lower() for name in text[: match.start()].split()]
    return 1 <= len(names) <= MOST_NAMES and _NO_NAMES.isdisjoint(names)


def is_between_arrows(line: str, author: KnownAs) -> bool:
    """An attribution between the marks of a quote, above words without any (GroupWise)."""
    return _ARROWS.fullmatch(line) is not None and author.names_somebody(line)


def is_tail(lines: Sequence[str], at: int) -> bool:
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


def is_indented(line: str) -> bool:
    """By as much as some mail programs indent what they quote, without another mark."""
    return line.startswith(("    ", "\t"))


def may_attribute(line: str) -> bool:
    """An attribution may end in this line: the quick look before the long one."""
    return (
        line.endswith(_ENDS)
        or line.endswith((":*", ":_", "-"))
        or line.startswith(ATTRIBUTION)
        or "wrote: " in line
        or (line[:4].strip("./-").isdigit() and len(line) < 200)
    )


def attribution(
    lines: Sequence[str], end: int, author: KnownAs, *, quoted_below: bool
) -> int | None:
    """The first line of the attribution that ends in line *end*; None where none does.

    What is followed by a quotation may be terse; what is not has to name somebody and a date, or
    an address or a date beside a verb of writing, and no sentence of the sender's own.
    """
    line = lines[end]
    if line.startswith(ATTRIBUTION):
        return end
    if len(line) > LONGEST_ATTRIBUTION:
        return None
    text = line.strip()
    if text.startswith(_ALONE_STARTS) and _ALONE.fullmatch(text):
        return end
    if text[:1] in "QZC" and _QUOTING.fullmatch(text):
        if quoted_below or author.names_somebody(text):
            return end
    elif text[:1].isdigit():
        first = _DATE_FIRST.fullmatch(text)
        if first is not None and (quoted_below or author.names_somebody(first[1])):
            return end
        if _STAMPED.match(text) and _is_anothers_name(text, author):
            return end
    if not text.endswith((*_ENDS, ":*", ":_")) and not quoted_below:
        return None
    return _folded(lines, end, author, quoted_below=quoted_below)


def _folded(lines: Sequence[str], end: int, author: KnownAs, *, quoted_below: bool) -> int | None:
    """The nearest line at or above *end* from which the text is an attribution."""
    text = ""
    above = max(-1, end - MOST_LINES)
    has_colon = lines[end].rstrip(" *_").endswith(COLONS)
    window = " ".join([line[:LONGEST_ATTRIBUTION].strip() for line in lines[above + 1 : end + 1]])
    hinted = window if _HINT.search(window) else ""
    is_dated, has_address = _DATE.search(hinted), _has_address(hinted)
    if not (
        ((is_dated or has_address) and _writing_in(window))
        or (is_dated and author.names_somebody(window))
        or (has_address and has_colon and (quoted_below or _ENDS_IN_ADDRESS.search(window)))
    ):
        above = end  # nothing of it is looked at line by line
    for start in range(end, above, -1):
        line = lines[start].strip()
        if not line and text.startswith("<"):
            continue  # an address that was broken off may stand in a paragraph of its own
        if not line or (start < end and (line.startswith(">") or _SENTENCE_END.search(line))):
            break
        text = f"{line} {text}".strip()
        if len(text) > LONGEST_ATTRIBUTION:
            break
        address = _has_address(text)
        dated = _DATE.search(text) is not None
        verb = (address or dated) and _writing_in(text) is not None
        named = address or (dated and author.names_somebody(text))
        if (
            verb
            or (named and dated and (has_colon or (address and quoted_below)))
            or (address and has_colon and (quoted_below or _ENDS_IN_ADDRESS.search(text)))
        ):
            first = _from_its_start(lines, start, end)
            whole = " ".join(line.strip() for line in lines[first : end + 1])
            if _is_another_speaking(whole, author, quoted_below=quoted_below, verb=verb):
                return first
            return None
    text = lines[end].strip()
    if is_terse(text) or _LEADS.fullmatch(text):
        return end
    if len(text) > 80 or _verb_in(text) is None:
        return None
    is_said = quoted_below or _TEMPLATE.search(text) or _is_anothers_name(text, author)
    return end if is_said else None


def _is_another_speaking(text: str, author: KnownAs, *, quoted_below: bool, verb: bool) -> bool:
    """No sentence of the sender's own that happens to name a date or an address."""
    if quoted_below and verb:
        return True
    if _OWN_START.match(text) or _MYSELF.search(text):
        return False
    return verb or quoted_below or not author.names_sender(text)


def _from_its_start(lines: Sequence[str], start: int, end: int) -> int:
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
        below = " ".join(lines[above + 1 : end + 1]).strip()
        # What begins with an address, or with the end of one, cannot begin an attribution.
        is_broken_off = below.startswith(("<", "(")) or ">" in below.partition("<")[0]
        if _DATE.search(line) and (
            is_broken_off or not _DATE.search(" ".join(lines[start : end + 1]))
        ):
            start = above
    return start


# -- header blocks -----------------------------------------------------------------------------

_LABEL = lazy_re(
    r"[ \t]{0,12}[*_|]{0,3}[ ]?([^\W\d_][^:：\d<>@?!;\"\n]{0,29}?)[*_]{0,3}[ ]{0,2}"
    r"(?:[：՝]|:(?=[\s*_<\"']|$|[^\x00-\x7f]))[*_]{0,3}"
)
_FROM = word_set(
    "from von de da van från fra od от від desde expéditeur mittente remitente afzender 发件人"
    " 寄件者 差出人 lähettäjä nadawca feladó kimden"
)
_SENT = word_set(
    "sent date gesendet datum envoyé enviado fecha inviato data verzonden skickat sendt"
    " wysłano отправлено дата 日時 送信日時 发送时间 日期 enviada dato lähetetty päivämäärä"
)
_SUBJECT = word_set(
    "subject betreff objet asunto oggetto onderwerp ämne emne temat тема assunto 件名 主题 主旨"
    " тақырып předmět predmet tárgy konu aihe"
)
_TO = word_set(
    "to an à a para aan till til do кому pour destinataire 宛先 收件人 per cc newsgroups"
)
_KNOWN = _FROM | _SENT | _SUBJECT | _TO
_SEVERAL = word_set("cc bcc reply-to")
_ANSWERS = any_case(r"(?:re|fwd?|aw|sv|vs|wg|tr|rv|antw?|odp|ynt|回复|答复|转发)\s?[:：]")
_ONE_LINE = lazy_re(
    r"[*_]*(?:From|Date|Sent)[*_]*: ?\S.{3,300}?\b(?:To|From|Date|Sent)[*_]*: ?\S"
    r".{0,300}?(?:\bSubject[*_]*:|@[\w-]+\.\w|\d{1,2}:\d\d(?::\d\d)? [+-]\d{4})"
)
_NEXT_FIELD = lazy_re(r"(?<=\S)[\s*_]+(?:Sent|Date|To|Cc|Subject)[*_]*:")
_LONE_FROM = lazy_re(r"\*{0,2}From:\*{0,2} [^@]{0,60}[<(\[]?[\w.+=-]+@[\w-]+(?:\.[\w-]+)+[>)\]]?")


@dataclass(frozen=True, slots=True)
class Block:
    """A header block: the line below it, and what it says of who wrote the mail."""

    end: int
    sender: str
    is_of_list: bool = False  # a list says in it what it found of the mail itself (Schleuder)
    is_certain: bool = True  # else it may be the sender's own list of labels


def header_block(lines: Sequence[str], start: int, author: KnownAs) -> Block | None:
    """The block of `label: value` lines that begins in line *start* above another's mail.

    Lines such as "Room: 5" and "Minutes: 3" are somebody's words.  A block has an address, or the
    name of somebody on the roster, beside a date or a subject in another of its lines, whatever
    its labels are; known labels may stand for one of them.
    """
    begins = _LABEL.match(lines[start])
    if begins is None:
        return None
    if _first_word(begins[1].strip(" *_").lower()) not in _KNOWN:
        window = "\n".join([line[:LONGEST_LINE] for line in lines[start : start + 6]])
        hinted = window if _HINT.search(window) else ""
        if "@" not in hinted and _FULL_DATE.search(hinted) is None:
            return None  # the quick look before the long one
    if _is_whole(lines, start):
        value = lines[start].partition(":")[2]
        return Block(start + 1, _NEXT_FIELD.split(value, maxsplit=1)[0].strip(" *_"))
    fields, end = _fields(lines, start)
    if len(fields) < 2:
        return None
    words = [_first_word(label) for label, _ in fields]
    values = [value for _, value in fields]
    named = [at for at, value in enumerate(values) if author.names_somebody(value)]
    addressed = {at for at in named if _has_address(values[at])}
    who = addressed | {at for at in named if len(values[at].split()) <= 6}
    when = {at for at, value in enumerate(values) if _FULL_DATE.search(value)}
    subject = {
        at
        for at, value in enumerate(values)
        if words[at] in _SUBJECT
        or _ANSWERS.match(value)
        or (value and author.subject and bare_subject(value) == author.subject)
    }
    senders = [value for label, value in fields if label in _FROM]
    is_plain = 0 in addressed | when | subject or words[0] in _KNOWN
    if not is_plain and (addressed or senders):
        return None  # a name above an address is the sender's own line, above the block
    labels = _KNOWN.intersection(words)
    is_from, is_sent = not labels.isdisjoint(_FROM), not labels.isdisjoint(_SENT)
    is_of_a_mail = (
        any(one != other for one in who for other in when)
        or (who and subject - who and (is_from or addressed))
        or (is_from and when and (is_sent or subject))
        or (is_from and is_sent and subject and len(fields) > 2)
    )
    if not is_of_a_mail:
        return None
    is_known = is_from and (named or is_sent or not labels.isdisjoint(_SUBJECT))
    is_certain = bool(addressed or (is_known and len(labels) > 1))
    senders += [values[at] for at in named if words[at] not in _TO]
    of_list = any(label in ("sig", "enc") for label, _ in fields)
    return Block(end, senders[0] if senders else "", of_list, is_certain)


def _fields(lines: Sequence[str], start: int) -> tuple[list[tuple[str, str]], int]:
    """The labels (lower case) and values of the lines from *start* on, and where they end."""
    fields: list[tuple[str, str]] = []
    end = start
    seen: set[str] = set()
    for at in range(start, min(len(lines), start + MOST_HEADER_LINES)):
        line = lines[at][:LONGEST_LINE]
        match = _LABEL.match(line)
        if match is not None:
            label = match[1].strip(" *_").lower()
            if label in seen and label not in _SEVERAL:
                break  # a block says nothing twice
            seen.add(label)
            fields.append((label, line[match.end() :].strip(" \t*_")))
            end = at + 1
        elif not line.strip():
            if at > end or not (at + 1 < len(lines) and _LABEL.match(lines[at + 1])):
                break
        elif at == end and _goes_on(*fields[-1], line):
            label, value = fields.pop()
            fields.append((label, f"{value} {line.strip()}".strip()))
            end = at + 1
        else:
            break
    return fields, end


def _goes_on(label: str, value: str, line: str) -> bool:
    """The rest of a value: below its label, or of a long list of recipients."""
    if not value:
        is_head = _first_word(label) in _KNOWN or "@" in line or _FULL_DATE.search(line)
        return bool(is_head) or len(line.split()) < 3
    return ("@" in line and "@" in value) or value.endswith((",", ";", "<"))


def _first_word(label: str) -> str:
    return label.split(None, 1)[0] if label else ""


_TAGS = lazy_re(r"(?:\s*(?:[^\W\d_]{2,5}\s?[:：]|\[[^\[\]]{1,60}\]))*\s*")


def bare_subject(subject: str) -> str:
    """A subject without its tags and answer marks, in lower case."""
    match = _TAGS.match(subject)
    return " ".join(subject[match.end() if match else 0 :].lower().split())


def _is_from(line: str) -> bool:
    """The line is a From, and in a text of one author begins what is another's."""
    match = _LABEL.match(line)
    return match is not None and _first_word(match[1].strip(" *_").lower()) in _FROM


def _is_whole(lines: Sequence[str], at: int) -> bool:
    """A block that was run together into one line, or that is nothing but an address."""
    line = lines[at].strip()
    if len(line) > LONGEST_LINE:
        return False
    if _ONE_LINE.match(line):
        return True
    below = lines[at + 1] if at + 1 < len(lines) else ""
    return not below.strip() and _LONE_FROM.fullmatch(line) is not None


# -- dividers ----------------------------------------------------------------------------------

_BETWEEN = lazy_re(r"\s*\*{0,2}([-_=~])\1+[ ]?(?![-_=~])(.{2,120}?)[ ]?(?:\1\1+)?\*{0,2}\s*")
_TWICE = lazy_re(r"--|__|==|~~|\*\*")
_BEGINS = lazy_re(r"\s*[-_=]{3,} ?([^-_=]{4,50}?) ?[-_=]{3,}")
_DIVIDER = any_case(
    r"(?:(?:original|forwarded|reply)[ -]?(?:message|mail|appointment|nachricht)"
    r"|(?:ursprüngliche|antwort|weitergeleitete)[ -]?(?:nachricht|mail|e-mail)"
    r"|message (?:d['’]origine|original|initial|transféré|réexpédié)"
    r"|(?:mensaje|correo) (?:original|reenviado)|messaggio (?:originale|inoltrato)"
    r"|(?:oorspronkelijk|origineel|doorgestuurd) bericht|mensagem (?:original|encaminhada)"
    r"|(?:ursprungligt|vidarebefordrat) meddelande|forwarded by .{1,80}"
    r"|(?:opp?r(?:indelig|inneleg|innelig)|videresendt|originale?) (?:meddelelse|melding|besked)"
    r"|alkuperäinen viesti|välitetty viesti|původní zpráva|pôvodná správa|eredeti üzenet"
    r"|orijinal (?:mesaj|ileti)|mesaj original|αρχικό μήνυμα|оригинално съобщение"
    r"|(?:oryginalna )?wiadomość(?: oryginalna)?|przekazana wiadomość"
    r"|(?:исходное|оригинальное|пересылаемое|пересланное) сообщение"
    r"|原始(?:邮件|郵件|訊息)|转发(?:的)?邮件|轉寄的郵件|元のメッセージ|転送メッセージ"
    r"|원본 ?메[시일]지?)"
    r"(?: from .{0,80}|[ -]+.{0,80})?"
)
_PASSED_ON = any_case(
    r"(?:(?:begin )?forwarded message|anfang der weitergeleiteten (?:nachricht|e-mail)"
    r"|début du message (?:réexpédié|transféré)|inizio (?:del )?messaggio inoltrato"
    r"|inicio del mensaje reenviado|begin doorgestuurd bericht)\s*:"
)
_HEADING: Final = word_set(
    "my our the a turn turns move moves movement action actions act acts vote votes proposal"
    " proposals plan plans note notes part step steps first second third next last other else if"
    " failing failure fails that escape end begin beginning start game contest red november cfj"
    " report summary orders standing items item gnome gnomes and or of for to on in business"
    " snip cut here i then discard discards gift gifts return announcement announcements section"
)
"""English words of headings that people put between dashes themselves."""
LONGEST_HEADING = 11  # letters of one English word; longer ones are compounds of other languages
_FORWARD_ENDS = any_case(
    r"(?:-{3,}|={3,}8<=*)\s*(?:end|ende|fin|fine|fim|einde|slut|koniec|конец|vége|sfârșit)\b.{3,80}[-=]{3,}\s*$"
)
_FORWARDED = any_case(
    r"forward|weitergeleit|transf|réexp|reenvi|inoltrat|doorgestuur|encaminhad|vidarebefordr"
    r"|videresend|välitet|przekaz|пересл|转发|轉寄|転送"
)
_RULE = lazy_re(r"\s*[_=*~-]{8,}\s*")


def divider(lines: Sequence[str], at: int, author: KnownAs) -> bool | None:
    """Whether a line stands above a mail that is answered or passed on; None where it may.

    Known words do, and any above somebody and a date; unknown ones between dashes may, unless they
    are a heading in English.
    """
    line = lines[at]
    if line == DIVIDER:
        return True
    if _TWICE.search(line) is None:
        return line.endswith(":") and _PASSED_ON.fullmatch(line.strip(" *")) is not None
    begins = _BEGINS.match(line[:LONGEST_LINE])
    if begins is not None and (
        _DIVIDER.fullmatch(begins[1])
        or (_has_address(line[begins.end() :]) and _FULL_DATE.search(line[begins.end() :]))
    ):
        return True  # also where the block was run into its line
    if len(line) > 200:
        return False
    if _RULE.fullmatch(line):
        return _is_above_a_mail(lines, at, author)
    match = _BETWEEN.fullmatch(line)
    if match is None:
        return _PASSED_ON.fullmatch(line.strip(" *")) is not None
    words = match[2].strip(" -_=~*")
    said = [word.lower() for word in re.findall(r"[^\W\d_]+", words)]
    if not said:
        return False
    if _DIVIDER.fullmatch(words) or (_has_address(words) and _FULL_DATE.search(words)):
        return True
    if _is_above_a_mail(lines, at, author):
        return True
    both = line.rstrip(" *").endswith(match[1] * 4)
    if match[1] in "=~" or not both or len(said) > 6 or not _HEADING.isdisjoint(said):
        return False
    is_heading = len(said) == 1 and words.isascii() and len(words) < LONGEST_HEADING
    return False if is_heading or author.names_somebody(words) else None


def below_forward(lines: Sequence[str], at: int) -> int:
    """The line below the mail that is passed on from line *at* on, with those inside it."""
    inside = 1
    for end in range(at, len(lines)):
        line = lines[end]
        is_divider = is_forward(line[:120])
        if (is_divider or line.startswith("=")) and _FORWARD_ENDS.match(line):
            inside -= 1
        elif is_divider and line.startswith("---"):
            inside += 1
        else:
            continue
        if inside == 0:
            return end + 1
    return len(lines)


def is_forward(line: str) -> bool:
    """A divider whose words say that the mail below is passed on: nobody answers below it."""
    return _FORWARDED.search(line) is not None


def _is_above_a_mail(lines: Sequence[str], at: int, author: KnownAs) -> bool:
    """Right below stands a header block, or short lines that name an address and a date."""
    below = [one for one in range(at + 1, min(at + 4, len(lines))) if lines[one].strip()][:1]
    if not below:
        return False
    if header_block(lines, below[0], author) is not None:
        return True
    most = 2 if _RULE.fullmatch(lines[at]) else 8
    return unlabelled(lines, below[0], author, most=most) is not None


def unlabelled(lines: Sequence[str], start: int, author: KnownAs, *, most: int = 8) -> int | None:
    """The line below some short lines that name an address and a date, without any labels."""
    named = dated = False
    at = start
    while at < min(start + most, len(lines)) and lines[at].strip():
        line = lines[at]
        if len(line) > LONGEST_ATTRIBUTION or is_quoted(line):
            break
        named = named or _has_address(line) or _is_anothers_name(line, author)
        dated = dated or (len(line) <= 120 and _FULL_DATE.search(line) is not None)
        if not (named or dated):
            break
        at += 1
    return at if named and dated else None


def _is_anothers_name(line: str, author: KnownAs) -> bool:
    """A short line that names somebody else on the roster, and is no sentence of the sender's."""
    return (
        len(line) <= 80
        and author.names_somebody(line)
        and not author.names_sender(line)
        and not _OWN_START.match(line)
        and not _MYSELF.search(line)
    )


_OF_DATES = any_case(
    rf"[\W\d_]+|\b(?:[ap]m|gmt|utc|cet|cest|at|on|{'|'.join(sorted(_DAYS))}|{_MONTH})\b"
)
_STAMP = r"\[?\(?(?:[\d./-]{6,10},? )?\d{1,2}:\d\d(?::\d\d)?(?: [AaPp]\.?[Mm]\.?)?\)?\]?(?: [-–])?"
_IN_A_LOG = lazy_re(
    rf"(?:({_STAMP}|\[[^\[\]\n]{{1,30}}\])\s{{0,3}})?"
    r"(?:<[@+%~&]?([^<>@\s]{1,30})>|([^\s<>:|(][^<>:|(\n]{0,29}?)"
    r"(?: \((\d{1,2}:\d\d)\))?(?:[:>]| \|))\s+\S"
)
_TIME = lazy_re(r"\d:\d\d")
_CITED = lazy_re(r"\s*[\"“„«].{4,}[\"”»]\s*(?:-{1,2}|[—–])\s*([^\"]{1,60})")


def is_logged(line: str, author: KnownAs) -> bool | None:
    """A line of a chat that somebody else said; None where it may be the sender's own."""
    line = line.strip()
    if line[:1] not in "[(<0123456789" and "(" not in line:
        return False
    said = _IN_A_LOG.match(line[:LONGEST_LINE])
    who = (said[2] or said[3]) if said is not None else ""
    if said is None or not (said[1] or said[2] or said[4]) or author.names_sender(who):
        return False
    is_named = _is_anothers_name(who, author)
    is_timed = _TIME.search(said[1] or said[4] or "") is not None
    if is_named or (is_timed and said[2]):
        return True if is_timed or said[2] else None
    return False


def is_cited(line: str, author: KnownAs) -> bool:
    """A sentence in quotation marks, and behind it the name of who else said it."""
    cited = _CITED.fullmatch(line) if line.lstrip()[:1] in ('"', "“", "„", "«") else None
    if cited is None or len(author.without_people(cited[1]).split()) > 1:
        return False
    return _is_anothers_name(cited[1], author)


_TAG = any_case(r"\[(/?)quote\b[^\[\]\n]{0,200}\]")


def bracketed(lines: Sequence[str], at: int) -> tuple[int, int, int] | None:
    """`[quote] ... [/quote]`, with those inside: its first column, the line and column behind it.

    The end of all lines where it is not closed; None where none begins in the line.
    """
    begins = _TAG.search(lines[at]) if "[" in lines[at] else None
    if begins is None or begins[1]:
        return None
    depth = 0
    for number in range(at, len(lines)):
        if "[" not in lines[number]:
            continue
        for tag in _TAG.finditer(lines[number]):
            depth += -1 if tag[1] else 1
            if depth <= 0:
                return begins.start(), number, tag.end()
    return begins.start(), len(lines), 0


_OPENS = lazy_re('["“„«»「]')
_CLOSES = lazy_re('["”“»«」]')
_MOST_OF_A_REACTION = 2_000
_MOST_AROUND = 6


def is_reaction(said: Sequence[str]) -> bool:
    """All that was said is a few words around what is quoted in full, as telephones put it.

    `Loved “I open the hatch to 8.”`, in any language; not `I announce “...”` nor `My turn: “...”`.
    """
    text = "\n".join(said).strip()
    begins = _OPENS.search(text) if len(text) <= _MOST_OF_A_REACTION else None
    if begins is None or _MYSELF.search(text[: begins.start()]):
        return False
    end = max((one.start() for one in _CLOSES.finditer(text)), default=0)
    around = f"{text[: begins.start()]} {text[end + 1 :]}".split()
    return end - begins.start() > 4 and end * 2 > len(text) and len(around) <= _MOST_AROUND


def is_dated_name(lines: Sequence[str], at: int, author: KnownAs) -> bool:
    """Another's name or address, and a date, and no more: in a line, or in two (Notes).

    Below other words a name and the time do, or a name and a colon.
    """
    line = lines[at]
    if len(line) > 80 or line.rstrip().endswith(("!", "?")):
        return False
    has_colon = line.rstrip("* ").endswith(":")
    if not has_colon and not _FIGURE.search(line):
        return False
    is_named = author.names_somebody(line)
    is_anothers = is_named and _is_anothers_name(line, author)
    if is_named and not is_anothers and not _has_address(line):
        return False
    above = next((one for one in reversed(lines[max(0, at - 2) : at]) if one.strip()), "")
    if not is_named and (len(above) > 80 or not author.names_somebody(above)):
        return False
    if not _FULL_DATE.search(line):
        is_said = has_colon or _DATE.search(line) is not None
        if not is_said or not any(one.strip() for one in lines[max(0, at - 3) : at]):
            return False
    rest = author.without_people(_WHOLE_ADDRESS.sub(" ", line) if "@" in line else line)
    others = len(_OF_DATES.sub(" ", rest).split())
    if others > 3:
        return False
    if is_named:
        return is_anothers or others <= 1
    if above.endswith((".", "!", "?")) or _GREETING.match(above):
        return False
    is_address = len(above.split()) <= 4 and _has_address(above)
    return is_address or _is_anothers_name(above, author)
