"""Mail programs that people answer with: what each makes of the mail it quotes."""

from __future__ import annotations

import html
from collections.abc import Callable
from datetime import datetime
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime

from rednov_bot.core.models import QueuedPosting
from tests.builders import BOT, BUSINESS, address_of
from tests.workflow.play import opened, text_of

Body = tuple[str, str]
"""What the program writes as plain text, and as HTML; "" where it writes none."""


def _quoted(text: str) -> str:
    return "\n".join(f"> {line}".rstrip() for line in text.splitlines())


def _as_html(text: str) -> str:
    return "<br>\n".join(html.escape(line) for line in text.splitlines())


def gmail(said: str, quoted: str, at: datetime, _: str) -> Body:
    """Above the quote, an attribution folded where it is long, and the same as HTML."""
    who = f"On Mon, {at.day} Nov {at.year} at {at:%H:%M}, Red November bot"
    plain = f"{said}\n\n{who} <{BOT}>\nwrote:\n\n{_quoted(quoted)}\n"
    quote = (
        '<div class="gmail_quote gmail_quote_container"><div dir="ltr" class="gmail_attr">'
        f'{who} &lt;<a href="mailto:{BOT}">{BOT}</a>&gt; wrote:<br></div><blockquote '
        'class="gmail_quote" style="margin:0px 0px 0px 0.8ex;border-left:1px solid">'
        f"{_as_html(quoted)}</blockquote></div>"
    )
    return plain, f'<div dir="ltr">{_as_html(said)}</div><br>{quote}'


def outlook(said: str, quoted: str, at: datetime, subject: str) -> Body:
    """Above a block of header lines; what is quoted bears no marks."""
    head = {
        "From": f"Red November bot <{BOT}>",
        "Sent": f"{at:%A, %B} {at.day}, {at.year} {at:%I:%M %p}",
        "To": "me",
        "Subject": subject,
    }
    lines = "\n".join(f"{name}: {value}" for name, value in head.items())
    bold = "<br>\n".join(f"<b>{name}:</b> {html.escape(value)}" for name, value in head.items())
    plain = f"{said}\n\n{'_' * 32}\n{lines}\n\n{quoted}\n"
    shown = (
        f"<html><body><div>{_as_html(said)}</div>\n<hr style='display:inline-block;width:98%'>"
        f'<div id="divRplyFwdMsg" dir="ltr">{bold}</div>\n<div>{_as_html(quoted)}</div>'
        "</body></html>"
    )
    return plain, shown


def thunderbird(said: str, quoted: str, at: datetime, _: str) -> Body:
    """Below the quote."""
    return f"On {at:%m/%d/%y %H:%M}, Red November bot wrote:\n{_quoted(quoted)}\n\n{said}\n", ""


def apple(said: str, quoted: str, at: datetime, _: str) -> Body:
    """Above the quote, whose attribution is quoted with it."""
    who = f"On {at.day} Nov {at.year}, at {at:%H:%M}, Red November bot <{BOT}> wrote:"
    plain = f"{said}\n\n{_quoted(who)}\n>\n{_quoted(quoted)}\n"
    shown = (
        f"<html><body>{_as_html(said)}<br><div><br><blockquote type='cite'><div>"
        f"{html.escape(who)}</div><br><div>{_as_html(quoted)}</div></blockquote></div></body></html>"
    )
    return plain, shown


def phone(said: str, quoted: str, at: datetime, _: str) -> Body:
    """Above the telephone's own signature and the quote."""
    who = f"On Nov {at.day}, {at.year}, at {at:%H:%M}, Red November bot <{BOT}> wrote:"
    return f"{said}\n\nSent from my iPhone\n\n> {who}\n>\n> \ufeff{_quoted(quoted)[2:]}\n", ""


def bare(said: str, _quoted: str, _at: datetime, _subject: str) -> Body:
    """Nothing is quoted."""
    return f"{said}\n", ""


Client = Callable[[str, str, datetime, str], Body]


def answering(
    posting: QueuedPosting,
    said: str,
    client: Client,
    *,
    by: str,
    at: datetime,
    to_list: bool = False,
    subject: str = "",
    address: str = "",
) -> bytes:
    """Somebody answers a mail of the bot's: to the bot, or by mistake or purpose to the list."""
    answered = opened(posting)
    mail = EmailMessage(policy=SMTP)
    mail["From"] = f"{by} <{address or address_of(by)}>"
    mail["To"] = BUSINESS if to_list else BOT
    mail["Subject"] = subject or f"Re: {answered['Subject']}"
    mail["Date"] = format_datetime(at)
    mail["Message-ID"] = f"<{client.__name__}.answers@post.example>"
    mail["In-Reply-To"] = answered["Message-ID"]
    chain = [*str(answered["References"] or "").split(), str(answered["Message-ID"])]
    mail["References"] = " ".join(chain)
    if to_list:
        mail["List-Id"] = f"<{BUSINESS.replace('@', '.')}>"
        mail["Sender"] = BUSINESS.replace("@", "-bounces@")
    plain, shown = client(said, text_of(posting), at, str(answered["Subject"]))
    mail.set_content(plain)
    if shown:
        mail.add_alternative(shown, subtype="html")
        mail.set_boundary("=====boundary=====")
    return mail.as_bytes()
