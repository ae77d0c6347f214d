"""What is fuzzed: bytes to disposition and reading, text to reading.  A fault is an exception."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import Final

from rednov_bot import language, settings
from rednov_bot.cli.read import reading_of
from rednov_bot.mail.roster import Roster
from rednov_bot.paths import GRAMMAR
from rednov_bot.settings import Settings

MAILS: Final = Path(__file__).parents[1] / "mails"


@lru_cache(maxsize=1)
def _house() -> tuple[Settings, Roster]:
    known = settings.load(MAILS / "rednov.toml")
    return known, Roster.of(known)


def read_mail(octets: bytes) -> None:
    """Any bytes have a disposition and a reading."""
    known, roster = _house()
    found = reading_of("", octets, roster, known)
    json.dumps(found)
    assert found["disposition"] in ("read", "ignore", "answer", "hold")
    assert bool(found["acts"]) == (found["verdict"] == "acts")
    assert bool(found["questions"]) == (found["verdict"] == "ambiguous")


def read_text(octets: bytes) -> None:
    """Any text has a reading, to the list or to the bot alone."""
    known, _ = _house()
    text = octets.decode("utf-8", "ignore")
    private = len(text) % 8 == 7
    reading = language.read(
        text,
        author="Pip",
        people=tuple(known.people),
        reader="private" if private else "public",
    )
    json.dumps(language.as_json(reading))
    for question in reading.questions:
        if question.start is not None:
            assert question.end is not None
            assert 0 <= question.start <= question.end <= len(text)


def mail_seeds() -> Iterator[bytes]:
    """The mails on file."""
    for path in sorted(MAILS.rglob("*.eml")):
        yield path.read_bytes()


def text_seeds() -> Iterator[bytes]:
    """The texts on file, one by one and by the dozen."""
    for path in sorted(MAILS.rglob("*.jsonl")):
        lines = path.read_text(encoding="utf-8").splitlines()
        texts = [json.loads(line)["text"].encode() for line in lines]
        yield from texts
        for at in range(0, len(texts), 12):
            yield b"\n\n".join(texts[at : at + 12])


def _words() -> list[str]:
    """The phrases of the grammar's tables."""
    lines = GRAMMAR.with_name("vocabulary.txt").read_text(encoding="utf-8").splitlines()
    rows = " ".join(line for line in lines if not line.startswith(("#", "[")))
    return sorted({f" {phrase.strip().rstrip('!')} " for phrase in rows.split(",")})


MARKS: Final = (
    *("\r\n", "\n\n", "\n> ", "\n-- \n", "\n--b\n", "\n--b--\n", "=\n", "=20", "&nbsp;", "<br>"),
    *("<div>", "</div>", "<blockquote>", "<table>", "<style>", " wrote:\n", "\nFrom: ", "\nSent: "),
    *("\nContent-Type: text/html\n", "\nContent-Type: multipart/mixed; boundary=b\n"),
    *("\nContent-Transfer-Encoding: base64\n", "; format=flowed; delsp=yes", "; charset=utf-7"),
    *("-----BEGIN PGP SIGNED MESSAGE-----\n", "begin 644 a\n", "TTttPF\n", "________________\n"),
)

TARGETS: Final[dict[str, Callable[[bytes], None]]] = {"mails": read_mail, "texts": read_text}
SEEDS: Final = {"mails": mail_seeds, "texts": text_seeds}
WORDS: Final[dict[str, Callable[[], list[str]]]] = {"mails": lambda: list(MARKS), "texts": _words}
