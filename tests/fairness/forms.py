"""The list mails of a recorded game, in every form in which one may get an archive of them."""

from __future__ import annotations

import gzip
import re
from collections.abc import Callable
from email.message import EmailMessage
from email.utils import parseaddr
from pathlib import Path
from random import Random

from tests.fairness.played import archive
from tests.fairness.tampering import Mails, parsed, text_of
from tests.mailfiles import in_mbox

RECORDED = in_mbox(
    Path(__file__).parents[1] / "games" / "0003-whose-luck-can-be-checked" / "mails.mbox"
)
FOOTER = "_______________________________________________\nagora-business mailing list\n"


def recorded() -> Mails:
    """What the list of the game got, in its order."""
    mails = []
    for name, text in RECORDED.items():
        is_posting = name.endswith("-out-public-business")
        if is_posting or ("-in-" in name and "\nList-Id:" in text):
            mails.append(text.encode())
    return mails


Form = Callable[[Mails, Path], Path]
"""Writes the mails into a folder, and tells where the archive is."""


def in_mbox(mails: Mails, folder: Path) -> Path:
    path = folder / "list.mbox"
    path.write_bytes(archive(mails))
    return path


def packed(mails: Mails, folder: Path) -> Path:
    path = folder / "list.mbox.gz"
    path.write_bytes(gzip.compress(archive(mails)))
    return path


def in_maildir(mails: Mails, folder: Path) -> Path:
    box = folder / "Maildir"
    for name in ("cur", "new", "tmp"):
        (box / name).mkdir(parents=True)
    (box / "dovecot-uidlist").write_text("3 V1 N9\n")
    (box / "dovecot.index.log").write_bytes(bytes(range(256)))
    for number, octets in enumerate(mails):
        place = (
            box / "cur" / f"17{number:08d}.host:2,S" if number % 3 else box / "new" / f"{number}"
        )
        place.write_bytes(octets)
    return box


def in_a_folder(mails: Mails, folder: Path) -> Path:
    box = folder / "mails"
    box.mkdir()
    for number, octets in enumerate(mails):
        (box / f"{number:04d}.eml").write_bytes(octets.replace(b"\n", b"\r\n"))
    return box


def by_months(mails: Mails, folder: Path) -> Path:
    """Several packed mboxes, one of which has nothing of the game."""
    box = folder / "months"
    box.mkdir()
    half = len(mails) // 2
    for name, some in (("2026-March", mails[half:]), ("2026-February", mails[:half])):
        (box / f"{name}.txt.gz").write_bytes(gzip.compress(archive(some)))
    other = b"From: Eve <eve@x.test>\nSubject: lunch\nMessage-ID: <l@x.test>\n\nWho is hungry?\n"
    (box / "2025-May.txt.gz").write_bytes(gzip.compress(archive([other])))
    return box


def pipermail(mails: Mails, folder: Path, *, charset: str = "utf-8") -> Path:
    """As Mailman 2 writes it: few fields, no addresses, text in the list's own letters."""
    path = folder / "2026-March.txt"
    path.write_bytes(b"".join([_in_pipermail(one, charset) for one in mails]))
    return path


def _in_pipermail(octets: bytes, charset: str) -> bytes:
    mail = parsed(octets)
    name, address = parseaddr(str(mail["From"]))
    at = address.replace("@", " at ")
    lines = [f"From {at}  Mon Mar  2 10:00:00 2026", f"From: {at} ({name})"]
    lines += [f"{field}: {mail[field]}" for field in ("Date", "Subject")]
    fields = ("In-Reply-To", "References", "Message-ID")
    lines += [f"{field}: {mail[field]}" for field in fields if mail[field]]
    text = re.sub(r"([-+,.\w]+)@([-+.\w]+)", r"\1 at \2", text_of(octets))
    text = re.sub(r"(?m)^From ", ">From ", text)
    return ("\n".join(lines) + f"\n\n{text}\n\n").encode(charset, "replace")


def pipermail_in_ascii(mails: Mails, folder: Path) -> Path:
    return pipermail(mails, folder, charset="ascii")


# -- what a list does to each mail -----------------------------------------------------------------


def each(change: Callable[[EmailMessage], None]) -> Form:
    """Each mail changed so, in an mbox."""

    def form(mails: Mails, folder: Path) -> Path:
        changed = []
        for octets in mails:
            mail = parsed(octets)
            change(mail)
            changed.append(mail.as_bytes())
        return in_mbox(changed, folder)

    return form


def _words(mail: EmailMessage) -> str:
    return str(mail.get_content()).replace("\r\n", "\n")


def _footed(mail: EmailMessage) -> None:
    mail.set_content(f"{_words(mail)}{FOOTER}")


def _footed_apart(mail: EmailMessage) -> None:
    """The footer is a part of its own."""
    words = _words(mail)
    mail.set_content(words)
    mail.make_mixed()
    footer = EmailMessage()
    footer.set_content(FOOTER)
    footer["Content-Disposition"] = "inline"
    mail.attach(footer)


def _tagged(mail: EmailMessage) -> None:
    mail.replace_header("Subject", f"[agora-business] {mail['Subject']}")


def _in_base64(mail: EmailMessage) -> None:
    mail.set_content(_words(mail), cte="base64")


def _with_html(mail: EmailMessage) -> None:
    words = _words(mail)
    mail.set_content(words)
    escaped = words.replace("&", "&amp;").replace("<", "&lt;")
    mail.add_alternative(f"<html><body><pre>{escaped}</pre></body></html>", subtype="html")


def _without_names(mail: EmailMessage) -> None:
    del mail["Message-ID"]


def _without_threads(mail: EmailMessage) -> None:
    del mail["In-Reply-To"]
    del mail["References"]


def _from_the_list(mail: EmailMessage) -> None:
    """DMARC: the list puts its own address into From."""
    name, address = parseaddr(str(mail["From"]))
    mail.replace_header("From", f'"{name} via agora-business" <agora-business@game.test>')
    mail["Reply-To"] = address


def without_dates(mail: EmailMessage) -> None:
    del mail["Date"]


# -- which mails there are -------------------------------------------------------------------------


def twice(mails: Mails, folder: Path) -> Path:
    """Somebody got each by the list, and most in copy too."""
    copies = [one.replace(b"\nList-Id:", b"\nX-List:") for one in mails[::2]]
    path = each(_footed)(mails, folder)
    path.write_bytes(path.read_bytes() + archive(copies))
    return path


def shuffled(mails: Mails, folder: Path) -> Path:
    mixed = list(mails)
    Random(3).shuffle(mixed)
    return in_mbox(mixed, folder)


FORMS: dict[str, Form] = {
    "mbox": in_mbox,
    "mbox, packed": packed,
    "Maildir": in_maildir,
    "folder": in_a_folder,
    "months, packed": by_months,
    "pipermail": pipermail,
    "pipermail in ASCII": pipermail_in_ascii,
    "footers": each(_footed),
    "footers as parts": each(_footed_apart),
    "tags": each(_tagged),
    "base64": each(_in_base64),
    "HTML beside": each(_with_html),
    "no Message-IDs": each(_without_names),
    "no threads": each(_without_threads),
    "From the list": each(_from_the_list),
    "twice": twice,
    "shuffled": shuffled,
}
PACKED = ("mbox, packed", "months, packed")
"""The script wants them unpacked."""
