"""Lines with which mail programs introduce what they quote, in the languages they speak.

An attribution names who wrote the quoted text; a header block repeats its From, Sent, To and
Subject; a divider stands above it.
"""

from __future__ import annotations

import re

from rednov_bot.mail.html import ATTRIBUTION, DIVIDER

LONGEST_ATTRIBUTION = 500
MOST_LINES = 4
MOST_HEADER_LINES = 16

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
_NO_NAMES = frozenset(("i", "you", "we", "e", "they", "it", "the", "as", "who", "and"))
MOST_NAMES = 6
_ONE_LINE = re.compile(
    r"(?:On|Am|Le|El) .{10,300}(?:wrote|schrieb[^:]{0,100}|a écrit|escribió) ?: *>"
    r"|On .{10,200}<[^<>\s]+@[^<>\s]+> wrote: +\S"
)
_QUOTING = re.compile(r"(?:Quoting|Quoth|Zitat von|Citando a?|Citat från)\s.{2,120}:")
_DASHED = re.compile(
    r"-{2,} ?(?:On|Am|Le|El) .{10,300}\b(?:wrote|schrieb|écrit|escribió)\b.{0,100}-{2,}"
)
_ENDS = (":", "：", ":*", ":_", " wrote")
_SENTENCE_END = re.compile(r"[.!?]\s*$")

_DIVIDER = re.compile(
    r"(?:original[ -]?(?:message|mail|appointment|nachricht)"
    r"|ursprüngliche (?:nachricht|mail|e-mail)|message (?:d['’]origine|original|initial)"
    r"|(?:mensaje|correo) original|messaggio originale|oorspronkelijk bericht|mensagem original"
    r"|ursprungligt meddelande|opr(?:indelig|inneleg) (?:meddelelse|melding)|reply message"
    r"|wiadomość oryginalna|исходное сообщение|forwarded (?:message|by .{1,80})"
    r"|weitergeleitete (?:nachricht|e-mail)|message (?:transféré|réexpédié)"
    r"|mensaje reenviado|messaggio inoltrato|doorgestuurd bericht|mensagem encaminhada"
    r"|vidarebefordrat meddelande|videresendt (?:meddelelse|melding)|пересылаемое сообщение)"
    r"(?: from .{0,80}|[ -]+.{0,80})?",
    re.IGNORECASE,
)
_PASSED_ON = re.compile(
    r"(?:begin forwarded message|anfang der weitergeleiteten (?:nachricht|e-mail)"
    r"|début du message (?:réexpédié|transféré)|inizio (?:del )?messaggio inoltrato"
    r"|inicio del mensaje reenviado|begin doorgestuurd bericht)\s*:",
    re.IGNORECASE,
)

_KINDS = {
    "from": "from von de da van från fra od от desde expéditeur mittente remitente afzender 发件人"
    " 差出人",
    "sent": "sent date gesendet datum envoyé enviado fecha inviato data verzonden skickat sendt"
    " wysłano отправлено дата 日時 发送时间 enviada dato",
    "to": "to an à a para aan till til do кому pour destinataire 宛先 收件人 per",
    "subject": "subject betreff objet asunto oggetto onderwerp ämne emne temat тема assunto"
    " 件名 主题",
    "cc": "cc kopie copie kopia копия 抄送 bcc",
    "other": "reply-to organization importance priority newsgroups attachments",
}
_KIND_OF = {word: kind for kind, words in _KINDS.items() for word in words.split()}
_HEADER = re.compile(r"\s{0,4}[*_]{0,2}([^\W\d_][\w-]{0,14})[*_]{0,2}\s?[:：][*_]{0,2}(?:\s|$)")
_DAY = re.compile(r"\b(?:19|20)\d\d\b|\b\d{1,2}[./]\d{1,2}[./]\d{2,4}\b")


def is_divider(line: str) -> bool:
    """The line stands above a mail that is answered or passed on."""
    if line == DIVIDER:
        return True
    if len(line) > 200:
        return False
    if "--" in line or "__" in line or "==" in line:
        return _DIVIDER.fullmatch(line.strip(" -_=*")) is not None
    return _PASSED_ON.fullmatch(line.strip(" *")) is not None


def may_end_here(line: str) -> bool:
    """An attribution may end in this line: the quick look before the long one."""
    return line.endswith((*_ENDS, "--")) or line.startswith(ATTRIBUTION) or "wrote: " in line


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
    if _DASHED.fullmatch(text) or _ONE_LINE.match(text) or _QUOTING.fullmatch(text):
        return end
    if not text.endswith(_ENDS):
        return None
    return _folded(lines, end, quoted_below)


def _folded(lines: list[str], end: int, quoted_below: bool) -> int | None:
    """The nearest line at or above *end* from which the text is an attribution."""
    text = ""
    for start in range(end, max(-1, end - MOST_LINES), -1):
        line = lines[start].strip()
        if not line or line.startswith(">") or len(text) > LONGEST_ATTRIBUTION:
            break
        text = f"{line} {text}".strip()
        address = _ADDRESS.search(text)
        dated = _DATE.search(text)
        if (address and dated) or ((address or dated) and _VERB.search(text)):
            return _from_its_start(lines, start, end)
    text = lines[end].strip()
    if _is_a_name_and_wrote(text) or (
        quoted_below and len(text) <= 80 and (_VERB.search(text) or _SAID.search(text))
    ):
        return end
    return None


def _is_a_name_and_wrote(text: str) -> bool:
    """The line is "Somebody Or Other wrote:", and no sentence that ends so."""
    match = _WROTE.search(text)
    if match is None or len(text) > 120:
        return False
    names = [name.strip("*_\"'()[],<>").lower() for name in text[: match.start()].split()]
    return 1 <= len(names) <= MOST_NAMES and _NO_NAMES.isdisjoint(names)


def _from_its_start(lines: list[str], start: int, end: int) -> int:
    """The line above belongs to it, too, where a date was folded after its first words."""
    if _START.match(lines[start].strip()):
        return start
    for above in range(start - 1, max(-1, end - MOST_LINES), -1):
        line = lines[above].strip()
        if not line or line.startswith(">") or _SENTENCE_END.search(line):
            break
        if _START.match(line) and (_DATE.search(line) or len(line) < 30):
            return above
    return start


def header_block(lines: list[str], start: int) -> int | None:
    """The line below the From, Sent, To, Subject that begin in line *start*; None without them.

    One line such as "From: engine room" is somebody's words.  A block has two kinds of lines in
    a row, and an address or a date; where it does not begin with From, three kinds.
    """
    first = _kind(lines[start])
    if first is None:
        return None
    kinds, end = {first}, start + 1
    for at in range(start + 1, min(len(lines), start + MOST_HEADER_LINES)):
        kind = _kind(lines[at])
        if kind is not None:
            kinds.add(kind)
            end = at + 1
        elif at > end or not _goes_on(lines[at - 1], lines[at]):
            break
    if "from" not in kinds or len(kinds) < (2 if first == "from" else 3):
        return None
    block = " ".join(lines[start:end])
    sure = "@" in block or _DAY.search(block) or kinds >= {"from", "sent", "subject"}
    return end if sure else None


def _goes_on(before: str, line: str) -> bool:
    """A blank line between two headers, or the rest of a long list of recipients."""
    return not line.strip() or "@" in line or before.rstrip().endswith((",", ";"))


def _kind(line: str) -> str | None:
    match = _HEADER.match(line)
    return _KIND_OF.get(match[1].lower()) if match else None
