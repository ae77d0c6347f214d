"""The chain over everything drawn in a game, hidden draws included (docs/luck.md, The chain).

A link depends on a secret: without it, it cannot be told from a random number, so the seal says
nothing about an order that nobody may know.
"""

from __future__ import annotations

import hashlib
import hmac

from rednov_bot.engine.draws import Drawn, Scope
from rednov_bot.engine.luck import octets
from rednov_bot.proof.commitments import ABSENT


def shown_result(drawn: Drawn) -> str:
    """`7 of 10`; of a shuffle `sealed`."""
    return f"{drawn.result[0] + 1} of {drawn.count}" if drawn.of == "number" else "sealed"


def draw_link(dice: bytes, scope: Scope, drawn: Drawn) -> str:
    """The link of a number or a shuffle of cards, in hex; that of tiles is their root."""
    result = shown_result(drawn) if drawn.of == "number" else " ".join(map(str, drawn.result))
    return result_link(dice, scope, drawn.purpose, result)


def result_link(dice: bytes, scope: Scope, purpose: str, result: str) -> str:
    """The same, of a result in words."""
    return _link(dice, f"{scope.text('link')}purpose {purpose}\nresult {result}\n")


def posting_link(dice: bytes, scope: Scope, drafts: int, read: str) -> str:
    """The link of a posting, in hex: how many drafts there were of it, and what was *read*."""
    words = " ".join(read.split()) or ABSENT
    return _link(dice, f"{scope.text('posting')}drafts {drafts}\nread {words}\n")


def next_seal(seal: str, link: str) -> str:
    """The chain, a link longer."""
    return hashlib.sha256(f"seal {seal}\nlink {link}\n".encode()).hexdigest()


def told_seal(tile: bytes, game: str, gnome: str, moment: str, hand: tuple[str, ...]) -> str:
    """`told` in a private notice, in hex: that this is the hand of which e was told."""
    held = " ".join(sorted(hand)) or ABSENT
    text = f"rednov luck 2\nnotice\ngame {game}\ngnome {gnome}\nmoment {moment}\nhand {held}\n"
    return hmac.digest(tile, octets(text), "sha256")[:16].hex()


def _link(dice: bytes, text: str) -> str:
    return hmac.digest(dice, octets(text), "sha256").hex()
