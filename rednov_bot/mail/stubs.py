"""Stubs: plain texts that say nothing but that the mail is elsewhere, in HTML."""

from __future__ import annotations

import re

LONGEST = 240

_SENDS_ON = re.compile(r"\b(?:html|multi|multipart|mime)\b")
_WORD = re.compile(r"[^\W_]+(?:['’][a-z]+)?")
_SAYINGS = (
    "this is a an the multi part multipart message mail e email in mime html format formatted",
    "and contains has content text only plain it was sent as web internet version part parts",
    "please view see read use using switch to enable an capable compatible mail mailer client",
    "clients reader viewer program software that if you your are reading viewing seeing because",
    "does doesn't not can can't cannot unable support supports supporting supported display",
    "displays displaying displayed show shown viewed properly or but for of be seems",
)
"""Of these words alone a stub is made; in them nobody says anything about a game or emself."""
_WORDS = frozenset(word for saying in _SAYINGS for word in saying.split())


def is_stub(text: str) -> bool:
    """The whole of a text says that the mail is elsewhere, in HTML, or nothing."""
    text = text.strip().lower()
    if len(text) > LONGEST:
        return False
    return not text or (
        "?" not in text
        and _SENDS_ON.search(text) is not None
        and _WORDS.issuperset(_WORD.findall(text))
    )
