"""A handful of hostile mails: the whole collection is the tests', this is what a host is shown."""

from __future__ import annotations

import base64

from rednov_bot.demo import script

_BOT = script.BOT.encode()
_GNOME = script.address_of(script.GNOMES[0]).encode()
_MASTER = script.address_of(script.CONTESTMASTER).encode()
_LIST = script.BUSINESS.encode()


def _mail(*fields: bytes, body: bytes = b"I take no action.\r\n") -> bytes:
    return b"\r\n".join((*fields, b"", body))


def mails() -> tuple[bytes, ...]:
    """Mails of which none may take effect, and none may stop the bot."""
    to, mine = b"To: " + _BOT, b"From: " + _GNOME
    deep = b"".join(
        b"Content-Type: multipart/mixed; boundary=b%d\r\n\r\n--b%d\r\n" % (n, n) for n in range(200)
    )
    return (
        b"",
        b"\0" * 4096,
        bytes(range(256)) * 64,
        b"\r\n\r\n",
        b"From: " + b"(" * 3000 + _GNOME,
        _mail(mine, b"From: " + _MASTER, to, b"Subject: two authors"),
        _mail(b"From: <a b>, " + _GNOME, to),
        _mail(mine, to, b"Message-ID: <>", b"Content-Type: text/plain; charset=no-such-charset"),
        _mail(mine, to, b"Content-Type: text/plain; charset=utf-7", body=b"+ADw-script+AD4-"),
        _mail(mine, to, deep),
        _mail(mine, to, b"Subject: " + b"=?utf-8?q?" + b"=0D=0ABcc:_x@x.example" + b"?="),
        _mail(mine, to, b"Subject: {{ 7 * 7 }} {% for x in y %}", body=b"{{ config }}\r\n"),
        _mail(mine, to, b"References: " + b"<a@b> " * 20_000),
        _mail(mine, to, b"Date: Mon, 99 Feb 99999 99:99:99 +9999"),
        _mail(mine, to, b"Content-Transfer-Encoding: base64", body=base64.b64encode(bytes(99_999))),
        _mail(mine, to, b"Content-Type: text/html", body=b"<div>" * 20_000 + b"I take no action."),
        _mail(mine, to, body=b"I open 1-2 and then " * 4_000),
        _mail(mine, to, body=b"> I take no action.\r\n" * 5_000),
        _mail(b"From: Pewterby <someone@elsewhere.example>", to,
              b"Subject: Re: [rednov AAAAAAA]", body=b"approve\r\n"),
        _mail(b"From: " + _MASTER, to, b"Subject: Re: [rednov AAAAAAA]", body=b"approve\r\n"),
        _mail(b"From: " + _MASTER + b" via list <" + _LIST + b">", b"To: " + _LIST,
              b"Subject: Re: [rednov AAAAAAA]", body=b"approve\r\n"),
        _mail(b"From: " + script.GNOMES[0].encode() + b" via business <x@elsewhere.example>",
              b"To: " + _LIST),
        _mail(mine, b"To: " + _LIST, b"List-Id: <no.such.list.example>"),
    )  # fmt: skip
