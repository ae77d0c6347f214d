"""Standing orders said apart from a turn, taken back, and wishes for a hand limit (rules 7.1)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from msgspec import structs

from rednov_bot.engine.turn import NO_ORDERS, Orders
from rednov_bot.engine.words import ITEMS, GnomeName, Item
from rednov_bot.games.red_november.reader.consent import is_polite, read_consent
from rednov_bot.language.letters import read_letter
from rednov_bot.language.marks import join
from rednov_bot.language.scanner import plain, scan
from rednov_bot.language.words import kinds
from rednov_bot.papers import Letter, Reading

_LONGEST: Final = 2_000  # characters; orders are short
_PIECE: Final = re.compile(r"[^.;!?\n]+")
_CALLED: Final = r"(?:these are |here are )?(?:my |the )?(?:new )?standing orders?"
_HEADING: Final = re.compile(rf"{_CALLED}:?")
"""What only says that they come."""
_LEAD: Final = re.compile(rf"^{_CALLED}: ?")
_WITHDRAWN: Final = re.compile(
    r"(?:please |kindly )?(?:(?:i |i want to )?(?:forget|cancel|withdraw|revoke|drop|delete|clear"
    r"|remove|rescind|take back|scrap)|i (?:have|give)(?= no)|(?=no\b))"
    r"(?: ?no)?(?: (?:all|any|of|more))*(?: (?:my|the|these|those))?(?: (?:old|earlier|present))?"
    r" ?standing orders?(?:,? (?:any ?more|for now|from now on|please|thanks))*"
    r"|(?:my )?standing orders?: ?none"
)
_DEFENCE: Final = re.compile(r"\b(?:defend|fight back)\b")
_EVER: Final = re.compile(r"\b(?:always|certainly|of course|(?:if|when(?:ever)?) attacked)\b,? ?")
_LIMIT: Final = re.compile(
    r"(?:(?:for|at|under|on|with|if|in case of|should|when|whenever)\b[^,:]*?)?\bhand[- ]limits?\b"
    r"(?: (?:comes?|strikes?|hits?|is (?:set|drawn|imposed)|asks?|for me|on me))*[,:]?"
    r"|(?:if|when|whenever) i (?:must|have to|need to) discard(?: (?:something|items?|tiles?))?[,:]"
)
_DROPPING: Final = frozenset(
    ("drop", "discard", "let go", "let go of", "throw away", "throw out", "give up", "lose", "shed")
)
_KEEPING: Final = frozenset(("keep", "hold", "save", "retain", "hold on"))
_BESIDE: Final = kinds(
    "i i'd i'll would will shall want wish like rather prefer to on of please first last then and "
    "but next before after finally , : -"
) | {"on to"}
"""What may stand between the tiles of a wish for a hand limit, and changes nothing."""


@dataclass(frozen=True, slots=True)
class Standing:
    """What a gnome says of eir standing orders: new ones, or none any more."""

    orders: Orders
    withdrawn: bool = False


def read_standing(
    letter: Letter,
    *,
    people: Sequence[str],
    contest: str,
    master: GnomeName = "",
    known: Reading | None = None,
) -> Standing | None:
    """The standing orders of a letter that says nothing else; None where that is in any doubt.

    *known* is how the whole letter is read, where that has been looked up.
    """
    if len(letter.text) > _LONGEST or letter.doubt:
        return None
    text, orders, withdrawn, of_limit = plain(letter.text), NO_ORDERS, False, False
    rest = list(letter.text)
    for piece in _PIECE.finditer(text):
        said = piece[0].strip(" -*,\t")
        order = _LEAD.sub("", said)
        wish = _of_hand_limit(order, goes_on=of_limit)
        defends = _defends(order, people)
        of_limit = wish is not None
        found = wish or defends
        withdraws = _WITHDRAWN.fullmatch(said) is not None
        if not (found or withdraws or _HEADING.fullmatch(said)):
            continue
        withdrawn |= withdraws
        orders = _both(orders, found or NO_ORDERS)
        rest[piece.start() : piece.end()] = " " * (piece.end() - piece.start())
    left = "".join(rest)
    if not is_polite(re.sub(r"[.;!]", " ", left), people):
        reading = known if left == letter.text else None
        if reading is None:
            reading = read_letter(
                replace(letter, text=left), people=people, contest=contest, master=master
            )
        told = reading.orders
        if told == NO_ORDERS:
            return None
        orders = _both(orders, told)
    if withdrawn == (orders != NO_ORDERS):
        return None  # neither, or both
    return Standing(orders, withdrawn)


def _both(one: Orders, more: Orders) -> Orders:
    """Two parts of the same letter."""
    joined = one.replaced_by(more)
    return structs.replace(joined, drop=one.drop + more.drop, keep=one.keep + more.keep)


def _defends(said: str, people: Sequence[str]) -> Orders | None:
    """`I always defend myself`: whether e does; None where it is not about that."""
    if _DEFENCE.search(said) is None:
        return None
    consent = read_consent(_EVER.sub("", said), people)
    return None if consent is None else Orders(defend=consent == "yes")


def _of_hand_limit(said: str, *, goes_on: bool) -> Orders | None:
    """`for a hand limit drop grog first, keep the aqualung`: a wish, carried out by nobody (A78).

    *goes_on*: the piece before was one, so that this need not say again what it is about.
    """
    head = _LIMIT.match(said)
    if head is None and not goes_on:
        return None
    drop: list[Item] = []
    keep: list[Item] = []
    into: list[Item] | None = None
    for word in join(scan(said[head.end() if head else 0 :], (), "")):
        if word.text in _DROPPING:
            into = drop
        elif word.text in _KEEPING:
            into = keep
        elif word.type == "ITEM" and word.name in ITEMS and into is not None:
            into.append(word.name)
        elif word.text not in _BESIDE:
            return None
    if not (drop or keep) or not set(drop).isdisjoint(keep):
        return None
    return Orders(drop=tuple(dict.fromkeys(drop)), keep=tuple(dict.fromkeys(keep)))
