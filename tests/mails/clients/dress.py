"""Puts a turn into any mail client's reply or forward dress, in 67 languages.

`dressed(seed)` is one whole mail to the forum "business": its sender's own turn (or none) above,
below or between somebody else's, which is quoted or forwarded as a real client does it. The same
seed always gives the same octets. clients.toml has the clients' forms, labels.toml their words.
"""

from __future__ import annotations

import base64
import binascii
import html
import random
import re
import textwrap
import tomllib
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import lru_cache, partial
from pathlib import Path
from typing import Any, Literal

from babel import Locale
from babel.dates import format_date, format_datetime, format_time

Where = Literal["above", "below", "between", "none"]
LIST = "agora-business@agoranomic.nomic"
HERE = Path(__file__).parent


@dataclass(frozen=True)
class Person:
    """Somebody of rednov.toml; only contestants send, anybody may be quoted."""

    name: str
    address: str
    contestant: bool = True


PEOPLE = (
    Person("Tumbledrum", "tdrum@post.nomic"),
    Person("Pip", "pip@engine.nomic"),
    Person("Nettlewick", "nettle@garden.nomic"),
    Person("Brasspot", "brasspot@kettle.nomic"),
    Person("Quill", "quill@feather.nomic"),
    Person("Rusty", "rusty@hinge.nomic"),
    Person("Ørjan", "orjan@fjord.nomic", False),
    Person("Marrow", "marrow@bone.nomic", False),
    Person("Pewterby", "pewterby@sub.nomic", False),
)


@dataclass(frozen=True)
class Client:
    """A row of clients.toml: how one client quotes (the fields are explained there)."""

    name: str
    kinds: list[str]
    marks: list[str]
    plain: str
    html: str = ""
    on: list[str] = field(default_factory=list)
    labels: str = ""
    order: str = "from sent to cc subject"
    when: str = ""
    address: str = "{who}"
    label: str = "{label} {value}<br>"
    open: str = ""
    close: str = ""
    after: str = ""
    after_plain: str = ""
    p: str = "<p>{}</p>"
    own: str = "<p>{}</p>"
    page: str = (
        '<html><head><meta http-equiv="Content-Type" content="text/html; charset={charset}">'
        "</head><body>{body}</body></html>"
    )
    langs: list[str] = field(default_factory=list)
    wrap: int = 0
    flowed: bool = False
    legacy: bool = False
    anchor: bool = False
    inside: bool = False
    bordered: bool = False
    tagline: bool = False
    english: bool = False
    bare: bool = False
    pre: bool = False


def facts(name: str) -> dict[str, Any]:
    """The table of that name beside this file."""
    return tomllib.loads((HERE / f"{name}.toml").read_text(encoding="utf-8"))


LANGUAGES: dict[str, dict[str, Any]] = facts("labels")
CLIENTS = [Client(**row) for row in facts("clients")["client"]]
TURNS: list[str] = facts("turns")["turns"]


def speaks(client: Client, code: str) -> bool:
    """Whether labels.toml has all the words of the language that this client writes."""
    language = LANGUAGES[code]
    text = client.plain + client.html + client.after_plain + client.when
    return (
        (not client.langs or code in client.langs)
        and (not client.labels or client.english or client.labels in language.get("labels", {}))
        and (not client.on or any(on in language.get("on", {}) for on in client.on))
        and ("{words}" not in text or "original" in language)
        and all(
            one[1] in language.get(one[0], {})
            for one in re.findall(r"\{(original|forwarded|end|on)\.(\w+)\}", text)
        )
    )


SPOKEN = {c.name: [code for code in LANGUAGES if speaks(c, code)] for c in CLIENTS}
SHARES = [len(SPOKEN[client.name]) ** 0.5 for client in CLIENTS]  # more languages, more mails


@dataclass(frozen=True)
class Dressed:
    """One mail and what is true of it."""

    octets: bytes
    own: str
    theirs: str
    where: Where
    dress: str
    settled: bool


@lru_cache(maxsize=20_000)
def shown(code: str, form: str, when: datetime, native: bool) -> str:
    """The date in a Babel length, or as "=" and a CLDR pattern says, in the language's locale."""
    locale = Locale.parse(LANGUAGES[code]["locale"])
    if form.startswith("="):
        text = format_datetime(when, form[1:], locale=locale)
    elif form.startswith("time"):
        text = format_time(when, "medium" if form == "times" else "short", locale=locale)
    else:
        text = format_date(when, form, locale=locale)
    if code == "th":  # Thai clients count the years of the Buddhist era
        text = text.replace("2026", "2569")
    if native and "digits" in LANGUAGES[code]:
        text = text.translate(str.maketrans("0123456789", LANGUAGES[code]["digits"]))
    return str(text)


@dataclass(frozen=True)
class Said:
    """One quoted mail and the dress in which the next one quotes it."""

    person: Person
    when: datetime
    turns: list[str]
    client: Client
    code: str
    mark: str
    on: str
    words: str
    cc: str
    native: bool
    below: bool  # the older mail is quoted above the words of this dress's writer

    def fill(self, template: str, markup: bool) -> str:
        """The template with names, dates and labels in place, escaped where it is HTML."""
        return re.sub(r"\{([>1|]?)([^{}]+)\}", lambda found: self._one(found, markup), template)

    def _one(self, found: re.Match[str], markup: bool) -> str:
        style, key = found.groups()
        words, safe = LANGUAGES[self.code], partial(html.escape, quote=False) if markup else str
        table, _, column = key.partition(".")
        if key == "on":
            return self.fill(safe(words["on"][self.on]), markup)
        if key in ("head", "tabhead"):
            return self._head(style, "\t" if key == "tabhead" else " ", markup)
        if key == "who" and markup and self.client.anchor:
            address = self.person.address
            return f'{self.person.name} &lt;<a href="mailto:{address}">{address}</a>&gt;'
        if key == "who":
            return safe(f"{self.person.name} <{self.person.address}>")
        if column and table in words:
            return self.fill(safe(words[table][column]), markup)
        values = {
            "name": self.person.name,
            "addr": self.person.address,
            "initials": self.person.name[:2].upper(),
            "mid": f"{self.when:%H%M%S%d}@{self.person.address.partition('@')[2]}",
            "words": self.words,
        }
        value = values.get(key)
        return safe(value if value is not None else shown(self.code, key, self.when, self.native))

    def _head(self, style: str, gap: str, markup: bool) -> str:
        client = self.client
        labels = LANGUAGES["en" if client.english else self.code]["labels"][client.labels]
        values = {
            "from": self.fill(
                html.escape(client.address, False) if markup else client.address, markup
            ),
            "date": self.fill(client.when, markup),
            "to": LIST,
            "cc": self.cc,
            "subject": "BUS: [Red November] turn",
        }
        lines = []
        for name in client.order.replace("sent", "date").split():
            label = labels[list(values).index(name)]
            label = label.rstrip(" :：") if client.bare else label
            if markup and values[name]:
                line = client.label.replace("{label}", label).replace("{value}", values[name])
                lines.append(line)
            elif values[name] and style == "|":
                lines.append(f"| {label.rstrip(':：')} | {values[name]} |")
            elif values[name]:
                lines.append(("> " if style == ">" else "") + label + gap + values[name])
        return "".join(lines) if markup or style == "1" else "\n".join([*lines, ""])


def wrapped(text: str, width: int, flowed: bool) -> str:
    """The text in lines of at most so many characters; in format=flowed their ends are soft."""
    if not width or "\t" in text:
        return text
    soft = " \n" if flowed else "\n"
    lines = text.split("\n")
    return "\n".join(
        soft.join(textwrap.wrap(line, width, break_long_words=False, break_on_hyphens=False))
        if len(line) > width
        else line
        for line in lines
    )


def above_quote(said: Said) -> str:
    """The plain attribution or block; Gmail breaks a long one behind the "<"."""
    text = said.fill(said.client.plain, False)
    if said.client.name.startswith("Gmail") and " <" in text and len(text) > 78:
        return text.replace(" <", " <\n", 1)
    return wrapped(text, 0 if said.client.labels else said.client.wrap, said.client.flowed)


def marked(said: Said, text: str) -> str:
    """The text with the client's quote mark in front of every line."""
    mark = said.fill(said.mark, False)
    if not mark:
        return text
    bare = mark.rstrip()
    tight = said.client.flowed and mark == "> "  # RFC 3676: ">> twice quoted"
    return "\n".join(
        bare + line if not line or (tight and line.startswith(">")) else mark + line
        for line in text.split("\n")
    )


def plain_blocks(chain: list[Said]) -> list[str]:
    """The first mail of the chain as plain paragraphs, the mails it quotes among them."""
    said = chain[0]
    blocks = [wrapped(turn, said.client.wrap, said.client.flowed) for turn in said.turns]
    if len(chain) > 1:
        older = chain[1]
        quote = above_quote(older) + marked(older, "\n\n".join(plain_blocks(chain[1:])))
        quote += older.fill(older.client.after_plain, False)
        blocks = [quote, *blocks] if older.below else [*blocks, quote]
    return blocks


def html_blocks(chain: list[Said]) -> list[str]:
    """The same in HTML, in the paragraphs of the client that quotes it."""
    said = chain[0]
    if said.client.pre:
        return [html.escape("\n\n".join(plain_blocks(chain)) + "\n")]
    blocks = [said.client.p.replace("{}", as_html(turn)) for turn in said.turns]
    if len(chain) > 1 and (chain[1].client.html or chain[1].client.open):
        older = chain[1]
        parts = [older.client.html, older.client.open, "{}", older.client.close, older.client.after]
        before, opens, _, closes, after = (older.fill(part, True) for part in parts)
        quote = before + opens + "\r\n".join(html_blocks(chain[1:])) + closes + after
        blocks = [quote, *blocks] if older.below else [*blocks, quote]
    elif len(chain) > 1:  # quoted as plain text by a client that writes no HTML
        quote = above_quote(chain[1]) + marked(chain[1], "\n\n".join(plain_blocks(chain[1:])))
        quote = f"<pre>{html.escape(quote)}</pre>"
        blocks = [quote, *blocks] if chain[1].below else [*blocks, quote]
    return blocks


def as_html(text: str) -> str:
    """One paragraph as HTML, its line ends as <br>."""
    return html.escape(text, quote=False).replace("\n", "<br>\r\n")


def able(text: str, charset: str) -> bool:
    """Whether the charset has all the letters of the text."""
    try:
        text.encode(charset)
    except UnicodeEncodeError:
        return False
    return True


def encoded(text: str, subtype: str, charset: str, flowed: bool, rng: random.Random) -> bytes:
    """One MIME part with its header, in an encoding that carries it over any server."""
    octets = text.replace("\r\n", "\n").rstrip("\n").encode(charset) + b"\n"
    long = max(map(len, octets.split(b"\n"))) > 990
    how = rng.choice(["quoted-printable", "base64"] if long else ["quoted-printable", "base64", ""])
    if how == "base64":
        octets = base64.encodebytes(octets.replace(b"\n", b"\r\n"))
    elif how:
        octets = binascii.b2a_qp(octets, istext=True)
    how = how or ("7bit" if octets.isascii() else "8bit")
    format_ = "; format=flowed" if flowed and subtype == "plain" else ""
    header = f'Content-Type: text/{subtype}; charset="{charset}"{format_}\n'
    header += f"Content-Transfer-Encoding: {how}\n\n"
    return header.encode() + octets


def multipart(subtype: str, parts: list[bytes], rng: random.Random) -> bytes:
    """The parts one behind the other between boundaries."""
    edge = f"----=_Part_{rng.getrandbits(48):x}".encode()
    head = b'Content-Type: multipart/%s; boundary="%s"\n\n' % (subtype.encode(), edge)
    return head + b"".join(b"--%s\n%s\n" % (edge, part) for part in parts) + b"--%s--\n" % edge


def chained(rng: random.Random, sender: Person, now: datetime) -> list[Said]:
    """One to three mails of other people, newest first, each with the dress that quotes it."""
    depth = rng.choices([1, 2, 3], [70, 20, 10])[0]
    people = rng.sample([one for one in PEOPLE if one != sender], depth + 1)
    pool, chain = rng.sample(TURNS, 2 * depth), []
    for level in range(depth):
        now -= timedelta(minutes=rng.randrange(20, 4000))
        client = rng.choices(CLIENTS, SHARES)[0]
        code = rng.choice(SPOKEN[client.name])
        language, person = LANGUAGES[code], people[level]
        mark, quotes = rng.choice(client.marks), "<blockquote" in client.open
        if rng.random() < 0.15:  # as Mailman rewrites it
            person = Person(f"{person.name} via agora-business", LIST)
        words = rng.choice(list(language.get("original", {"": ""}).values())).strip("- ")
        said = Said(
            person=person,
            when=now,
            turns=[pool.pop() for _ in range(rng.choice([1, 2, 2]))],
            client=client,
            code=code,
            mark=mark,
            on=rng.choice([on for on in client.on if on in language.get("on", {})] or [""]),
            words=words,
            cc=people[-1].address if rng.random() < 0.3 else "",
            native=rng.random() < 0.5,
            below=bool(mark) and (quotes or not client.html) and rng.random() < 0.3,
        )
        chain.append(said)
    return chain


def dressed(seed: int) -> Dressed:
    """The mail of this seed: always the same octets, and whose words they hold."""
    rng = random.Random(seed)
    now = datetime(2026, 11, 1) + timedelta(seconds=rng.randrange(28 * 86_400))
    sender = rng.choice([one for one in PEOPLE if one.contestant])
    chain = chained(rng, sender, now)
    said, client = chain[0], chain[0].client
    quoted = [turn for one in chain for turn in one.turns]
    own = rng.choice([turn for turn in TURNS if turn not in quoted])
    kind = rng.choice(client.kinds)
    in_plain, in_html = said.mark != "", "<blockquote" in client.open or client.bordered
    clear = {"plain": in_plain, "html": in_html, "both": in_plain and in_html}[kind]
    where: Where = rng.choices(("above", "below", "between", "none"), (55, 20, 12, 13))[0]
    if not clear and (where == "between" or (where == "below" and rng.random() < 0.6)):
        where = "above"
    if where == "between" and (len(said.turns) < 2 or client.pre):
        where = "below"
    own = "" if where == "none" else own

    language = LANGUAGES[said.code]
    signature = ""
    if rng.random() < (0.6 if client.tagline else 0.08):
        signature = str(language.get("tagline", "Sent from my phone"))
    elif rng.random() < 0.25:
        signature = f"-- \n{sender.name}\nGnome, {rng.choice(['Stoker', 'Purser', 'Cook'])}"
    footer = f"{'_' * 47}\nagora-business mailing list\n{LIST}\n" if rng.random() < 0.4 else ""

    gap = "\n" if said.mark.strip() and rng.random() < 0.25 else "\n\n"
    plain = plain_mail(chain, where, wrapped(own, client.wrap, client.flowed), signature, gap)
    shape = kind
    if kind == "plain" and rng.random() < 0.1:  # webmail that shows plain text as HTML
        shape = rng.choice(["pre", "pre-wrap"])
    charset = str(language.get("legacy", "utf-8"))
    charset = charset if client.legacy and rng.random() < 0.5 and able(plain, charset) else "utf-8"
    parts = []
    if shape in ("plain", "both"):
        text = plain + ("\n" + footer if footer and shape == "plain" else "")
        parts.append(encoded(text, "plain", charset, client.flowed, rng))
    if shape in ("html", "both"):
        page = client.page.replace("{lang}", said.code).replace("{charset}", charset)
        text = page.replace("{body}", html_mail(chain, where, own, signature))
        parts.append(encoded(text, "html", charset, False, rng))
    elif shape != "plain":
        text = html.escape(plain.replace(" \n", "\n") if client.flowed else plain, quote=False)
        style = rng.choice(['style="white-space: pre-wrap"', 'style="white-space:pre-line"'])
        tag = "pre" if shape == "pre" else "div"
        style = "" if tag == "pre" else " " + style
        text = f"<html><body><{tag}{style}>{text}</{tag}></body></html>"
        parts.append(encoded(text, "html", charset, False, rng))
    body = parts[0] if len(parts) == 1 else multipart("alternative", parts, rng)
    if footer and shape != "plain":
        body = multipart("mixed", [body, encoded(footer, "plain", "us-ascii", False, rng)], rng)
    forward = "forward" in client.name
    prefix = str(language.get("fw" if forward else "re", "Fwd: " if forward else "Re: "))
    octets = envelope(sender, now, prefix, seed) + body
    return Dressed(
        octets=octets.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n"),
        own=own,
        theirs="\n\n".join(quoted),
        where=where,
        dress=f"{client.name}, {said.code}, {shape}, {where}, depth {len(chain)}, {charset}",
        settled=clear or where in ("above", "none"),
    )


def plain_mail(chain: list[Said], where: Where, own: str, signature: str, gap: str) -> str:
    """The whole text/plain body; the gap is between quoted and own words that follow."""
    said, blocks = chain[0], plain_blocks(chain)
    before, tail = above_quote(said), said.fill(said.client.after_plain, False)
    end = f"\n\n{signature}\n" if signature else "\n"
    if where == "between":
        first, rest = marked(said, blocks[0]), marked(said, "\n\n".join(blocks[1:]))
        return f"{before}{first}{gap}{own}{gap}{rest}{tail}{end}"
    quote = before + marked(said, "\n\n".join(blocks)) + tail
    if where == "below":
        return f"{quote}{gap}{own}{end}"
    return f"{own}{end}\n{quote}\n" if own or signature else f"{quote}\n"


def html_mail(chain: list[Said], where: Where, own: str, signature: str) -> str:
    """The whole text/html body."""
    said, client, blocks = chain[0], chain[0].client, html_blocks(chain)
    before, opens, closes, after = (
        said.fill(part, True) for part in (client.html, client.open, client.close, client.after)
    )
    mine = client.own.replace("{}", as_html(own)) if own else ""
    end = f"<div>{as_html(signature)}</div>\r\n" if signature else ""
    if where == "between":
        first, rest = opens + blocks[0] + closes, opens + "\r\n".join(blocks[1:]) + closes
        return f"{before}{first}\r\n{mine}\r\n{rest}{after}{end}"
    quote = before + "\r\n" + opens + "\r\n".join(blocks) + closes
    if where == "below":
        return quote + (mine + after if client.inside else after + mine) + end
    return f"{mine}{end}\r\n{quote}{after}"


def envelope(sender: Person, now: datetime, prefix: str, seed: int) -> bytes:
    """The header of a mail that the list has sent on."""
    word = base64.b64encode(prefix.encode()).decode()
    subject = prefix if prefix.isascii() else f"=?utf-8?B?{word}?= "
    date = f"{now:%a, %d %b %Y %H:%M:%S} +0000"
    return (
        f"Received: from lists.agoranomic.nomic by mx.bots.nomic; {date}\n"
        f"From: {sender.name} <{sender.address}>\nTo: {LIST}\n"
        f"Subject: BUS: {subject}[Red November] turn\nDate: {date}\n"
        f"Message-ID: <dress-{seed}@{sender.address.partition('@')[2]}>\nPrecedence: list\n"
        f"List-Id: <agora-business.agoranomic.nomic>\nList-Post: <mailto:{LIST}>\n"
        "MIME-Version: 1.0\n"
    ).encode()
