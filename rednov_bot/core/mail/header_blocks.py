"""Header blocks and dividers: what mail programs put above a mail that is answered or passed on.

A header block repeats its From, Sent, To and Subject; a divider stands above it, or alone.
"""

from __future__ import annotations

import re

from rednov_bot.core.mail.page_marks import DIVIDER

MOST_HEADER_LINES = 16
LONGEST_LINE = 1000

_DIVIDER = re.compile(
    r"(?:(?:original|forwarded|reply)[ -]?(?:message|mail|appointment|nachricht)"
    r"|(?:ursprüngliche|antwort|weitergeleitete)[ -]?(?:nachricht|mail|e-mail)"
    r"|message (?:d['’]origine|original|initial|transféré|réexpédié)"
    r"|(?:mensaje|correo) (?:original|reenviado)|messaggio (?:originale|inoltrato)"
    r"|(?:oorspronkelijk|origineel|doorgestuurd) bericht|mensagem (?:original|encaminhada)"
    r"|(?:ursprungligt|vidarebefordrat) meddelande|forwarded by .{1,80}"
    r"|(?:opr(?:indelig|inneleg)|videresendt|originale?) (?:meddelelse|melding|besked)"
    r"|alkuperäinen viesti|välitetty viesti|původní zpráva|pôvodná správa|eredeti üzenet"
    r"|orijinal (?:mesaj|ileti)|mesaj original|αρχικό μήνυμα"
    r"|(?:oryginalna )?wiadomość(?: oryginalna)?|przekazana wiadomość"
    r"|(?:исходное|оригинальное|пересылаемое|пересланное) сообщение"
    r"|原始(?:邮件|郵件|訊息)|转发(?:的)?邮件|轉寄的郵件|元のメッセージ|転送メッセージ"
    r"|원본 ?메[시일]지?)"
    r"(?: from .{0,80}|[ -]+.{0,80})?",
    re.IGNORECASE,
)
_PASSED_ON = re.compile(
    r"(?:(?:begin )?forwarded message|anfang der weitergeleiteten (?:nachricht|e-mail)"
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
    " 件名 主题 主旨 тақырып předmět predmet tárgy konu aihe",
    "cc": "cc kopie copie kopia копия 抄送 bcc",
    "other": "reply-to reply répondre responder antwort organization importance priority"
    " newsgroups attachments message-id",
}
_KIND_OF = {word: kind for kind, words in _KINDS.items() for word in words.split()}
_HEADER = re.compile(
    r"\s{0,4}[*_]{0,2}([^\W\d_][\w-]{0,14})(?: (?:em|el|il|am|on|at|le|op|den|à|a|to|de|an))?"
    r"[*_]{0,2}\s?[:：][*_]{0,2}(?:[\s<]|$)"
)
_ONE_LINE = re.compile(
    r"[*_]*(?:From|Date|Sent)[*_]*: ?\S.{3,300}?\b(?:To|From|Date|Sent)[*_]*: ?\S"
    r".{0,300}?(?:\bSubject[*_]*:|@[\w-]+\.\w|\d{1,2}:\d\d(?::\d\d)? [+-]\d{4})"
)
_NEXT_FIELD = re.compile(r"(?<=\S)[\s*_]+(?:Sent|Date|To|Cc|Subject)[*_]*:")
_LONE_FROM = re.compile(
    r"\*{0,2}From:\*{0,2} [^@]{0,60}[<(\[]?[\w.+=-]+@[\w-]+(?:\.[\w-]+)+[>)\]]?"
)
_RULE = re.compile(r"[_=-]{8,}\s*")
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


def is_ruled(lines: list[str], at: int) -> bool:
    """The line is the rule that a mail program draws over a header block."""
    if not lines[at].startswith(("____", "----", "====")) or not _RULE.fullmatch(lines[at]):
        return False
    below = next((one for one in range(at + 1, min(at + 4, len(lines))) if lines[one].strip()), at)
    return header_block(lines, below) is not None


def header_block(lines: list[str], start: int) -> int | None:
    """The line below the From, Sent, To, Subject that begin in line *start*; None without them.

    One line such as "From: engine room" is somebody's words.  A block has two kinds of lines in
    a row, and an address or a date; where it does not begin with From, three kinds, or an address
    beside a date.  An address alone behind From is one, too, where nothing follows it.
    """
    first = _kind(lines[start])
    if first is None:
        return None
    if _is_whole(lines, start):
        return start + 1
    kinds, end = {first}, start + 1
    for at in range(start + 1, min(len(lines), start + MOST_HEADER_LINES)):
        kind = _kind(lines[at])
        if kind is not None:
            if kind in kinds and kind != "other":
                break  # a block says nothing twice
            kinds.add(kind)
            end = at + 1
        elif at > end or not _goes_on(lines[at - 1], lines[at]):
            break
    block = " ".join(lines[start:end])
    dated, addressed = _DAY.search(block), "@" in block
    if kinds == {"sent", "to"} and dated and addressed:
        return end
    if "from" not in kinds or len(kinds) < (2 if first == "from" else 3):
        return None
    return end if dated or addressed or kinds >= {"from", "sent", "subject"} else None


def is_from(line: str) -> bool:
    """The line is a From, and in a text of one author begins what is another's."""
    return _kind(line) == "from"


def sender_of(block: list[str]) -> str:
    """What the From of a header block says, "" without one; nobody wrote what e was sent."""
    for at, line in enumerate(block):
        if is_from(line):
            words = " ".join([line, *(one for one in block[at + 1 : at + 2] if _kind(one) is None)])
            return _NEXT_FIELD.split(words, maxsplit=1)[0].partition(":")[2].strip(" *_")
    return ""


def _is_whole(lines: list[str], at: int) -> bool:
    """A block that was run together into one line, or that is nothing but an address."""
    line = lines[at].strip()
    if len(line) > LONGEST_LINE:
        return False
    if _ONE_LINE.match(line):
        return True
    below = lines[at + 1] if at + 1 < len(lines) else ""
    return not below.strip() and _LONE_FROM.fullmatch(line) is not None


def _goes_on(before: str, line: str) -> bool:
    """A blank line between two headers, or the rest of a long list of recipients."""
    return not line.strip() or "@" in line or before.rstrip().endswith((",", ";", "<"))


def _kind(line: str) -> str | None:
    match = _HEADER.match(line)
    return _KIND_OF.get(match[1].lower()) if match else None
