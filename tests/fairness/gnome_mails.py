"""The mails of an archive, and the digests that each may have, by docs/luck.md, "The mail", alone.

So it is tried that the page says enough.  Rare forms are not known here: where the rules do not
fit, each beginning of a mail's text may have been its words, and it is said which.
"""

import email.policy
import hashlib
import re
from calendar import timegm
from contextlib import suppress
from html import unescape
from time import gmtime, strftime

FORM = "rednov luck 2\n"
HEAD = ("Message-ID", "In-Reply-To", "Subject", "From", "To")
GONE = (
    r"[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e"
    r"\u200b-\u200f\u202a-\u202c\u2060-\u206f\ufe00-\ufe0f\ufeff\ufff9-\ufffb\ue000-\ue00f"
    r"\U000e0000-\U000e007f]"
)
UNSEEN = re.compile(r"(?is)<!--.*?-->|<(head|style|script|title)\b.*?</\1\s*>")
TAG = re.compile(r"<(/?)(\w+)[^<>]*>([^<]*)")
LINE = re.compile("blockquote|body|br|d[dlt]|div|h[1-6r]|li|[ou]l|p|pre|table|t[dhr]")
QUOTE = r"(?:(?:On (?:.*[^.!?\n]\n){0,4})?.*\bwrote:\s*\n)?(?:[ ]{0,8}>.*\n?)+"
PHONE = (
    r"(?i:[ *_<>()]*(?:Sent (?:from|with|via|using|by) (?:an? |my |the )?(?:mobile|cell|phone"
    r"|tablet|iphone|ipad|android|samsung|galaxy|blackberry|windows|pixel|outlook|mail|yahoo|gmail"
    r"|aol|proton|protonmail|k-9|fairemail)\b[^:\n]{0,80}|Get Outlook for .{0,60})$)"
)
SIGNED = r"-----BEGIN PGP SIGNED MESSAGE-----\n(?:\w+: .*\n)*"
BELOW = (
    r"-{2,} ?Original Message ?-{2,}$",
    r"(?:_{8,}\n+)?From: .+\n(?:(?:Sent|Date|To|Cc|Subject): .*\n)+",
    r"[_=*#~-]{12,}\n+.*(?:mailing list|listinfo|unsubscribe|\blists?[.@]|https?://|\w@\w)",
    r"-----BEGIN PGP SIGNATURE",
)
OTHERS = re.compile(f"(?m)^(?:{QUOTE}|{PHONE}|{SIGNED})")
REST = re.compile(
    f"(?m)^(?:{QUOTE}|{PHONE}|{SIGNED}|--$(?:\\n(?! *>).*)*|(?:{'|'.join(BELOW)})[\\s\\S]*)"
)


def sha(text):
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def letters(part):
    """The text of a part; of HTML, with `>` before each quoted line."""
    octets, text = part.get_payload(decode=True) or b"", ""
    said = part.get_content_charset("utf-8").replace("iso-8859-1", "cp1252")
    for kind, strict in (("cp1252", "replace"), ("utf-8", "strict"), (said, "strict")):
        with suppress(LookupError, ValueError):
            text = octets.decode(kind, strict).replace("\r\n", "\n").replace("\r", "\n")
    text = re.sub("[\v\f\x85\u2028\u2029]", "\n", re.sub("[\u202d\u202e]", "\ufffd", text))
    if part.get_content_type() == "text/html":
        text = page(text)
    elif str(part.get_param("delsp")).lower() == "yes":
        text = re.sub(r"(?m)(?<!^--) \n", "", text)
    return "\n".join(line.rstrip() for line in re.sub(GONE, "", text).split("\n"))


def page(text):
    lines, depth = "", 0
    for end, tag, words in TAG.findall("<p>" + UNSEEN.sub("", text)):
        depth += (-1 if end else 1) * (tag.lower() == "blockquote")
        lines += "\n" + "> " * depth if LINE.fullmatch(tag.lower()) else ""
        lines += words.replace("\n", " ")
    return unescape(lines)


def digests(head, texts):
    """Those by the rules; then those by a beginning of the text, and by which."""
    texts = list(dict.fromkeys(filter(str.strip, texts)))
    for text in texts:
        yield sha(f"{head}{' '.join(REST.sub('', text).split())}\n"), ""
    for sent in texts:
        for text in (sent, OTHERS.sub("", sent)):
            lines = [" ".join(line.split()) for line in text[: 2**17].split("\n")]
            lines = list(filter(None, lines))[:300]
            for n in range(1, len(lines) + 1):
                by = f"the first {n} of {len(lines)} lines"
                yield sha(f"{head}{' '.join(lines[:n])}\n"), by


def mails(path):
    """The mails of an mbox file, or of the files of a folder, by their dates."""
    found = {}
    for file in sorted(path.rglob("*")) if path.is_dir() else [path]:
        octets = file.read_bytes().replace(b"\r\n", b"\n") if file.is_file() else b""
        for one in filter(None, re.split(rb"(?:\A|\n\n)From [^\n]*\n(?=[\w-]+:)", octets)):
            with suppress(Exception):  # what cannot be read as a mail is as if it were missing
                mail = read(email.message_from_bytes(one, policy=email.policy.default))
                found.setdefault((mail.name, mail.at, *mail.text.split()), mail)
    return sorted(found.values(), key=lambda mail: mail.at)


def read(mail):
    date = mail["Date"] and mail["Date"].datetime
    parts = [one for one in mail.walk() if one.get_content_maintype() == "text"]
    parts = [one for one in parts if not (one.get_filename() or one.is_attachment())] or [mail]
    plain = [letters(one) for one in parts if one.get_content_subtype() == "plain"]
    texts = ["\n\n".join(plain), *plain, *(letters(one) for one in parts)]
    text = next(filter(str.strip, texts), "")
    mail.text = re.sub(r"(?m)^>(?=>*From )", "", text)
    mail.name, mail.answers, mail.subject, by, to = (str(mail[of] or "") for of in HEAD)
    mail.by = by if (address := by.rpartition("<")[2].rstrip(">")) in to else address
    mail.at = timegm(date.utctimetuple()) if date else 0
    is_dated = date and 1980 <= date.year < 2100
    at = strftime("%Y-%m-%dT%H:%M:%SZ", gmtime(mail.at)) if is_dated else "-"
    name = re.fullmatch(r"\s*<([!-;=?A-~]+@[!-;=?A-~]+)>\s*", mail.name)
    head = f"{FORM}mail\nid {name[1] if name else '-'}\ndate {at}\nwords "
    mail.digests = list(digests(head, (mail.text, *texts)))
    return mail
