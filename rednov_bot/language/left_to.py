"""Standing orders that leave a choice to the contestmaster, or to the die (rules 7.1, P1).

"If fire spreads, Pewterby decides", "Blocked hatch: 5-6, else at random".  Only what says nothing
else is one; it is cut out of the text, which is then read without it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Final

from msgspec import structs

from rednov_bot.engine.turn import NO_ORDERS, Orders, Otherwise
from rednov_bot.engine.words import GnomeName
from rednov_bot.papers import Question, Reading, TurnAct

_PIECE: Final = re.compile(r"[^.;!?\n]+[.;!]?")
_WHEN: Final = r"(?:if|when|whenever|should|in case|where)"
_GOES: Final = r"[^.,;:\n\d]{0,60}"
_BLOCK: Final = (
    rf"(?:{_WHEN}\b{_GOES}\b(?:(?:a|any|one|some|which) hatch(?:es)?|hatches)\b{_GOES}"
    r"|(?:a )?blocked hatch(?:es)?|(?:block|blocking)(?: of)? (?:a )?hatch(?:es)?)"
)
_SPREAD: Final = rf"(?:{_WHEN}\b{_GOES}\bfires?\b{_GOES}\bspreads?\b{_GOES}|fires? spreads?)"
_ANY: Final = (
    rf"(?:{_WHEN}\b{_GOES}\b(?:choices?|choose)\b{_GOES}"
    r"|(?:for )?(?:any|all|every|other|event) (?:event )?choices?)"
)
_LOT: Final = (
    r"(?:(?:it is |it's )?(?:at random|randomly)"
    r"|(?:choose|pick|decide|draw|roll|chosen|decided)(?: one| it| for it)?(?: at random| randomly)"
    r"|(?:let |by )?(?:the |a )?(?:die|dice|lot)(?: decides?)?|roll for it|random)"
)
_ELSE: Final = (
    r"[,;]? ?(?:or |and )?(?:else|otherwise|failing (?:that|those|them)|if (?:that|none of (?:that"
    r"|those|them)) (?:is (?:im|not )possible|cannot be|can't be|can be)),?:? "
)
_ORDERS: Final = re.compile(rf"{_WHEN}\b|(?:a )?blocked|fires? spreads?|block ")
_CALLED: Final = re.compile(r"^(?:these are |here are )?(?:my |the )?(?:new )?standing orders?: ?")


@dataclass(frozen=True, slots=True)
class LeftTo:
    """To whom choices are left, and the text without the words that say so."""

    text: str
    block: Otherwise = ""
    spread: Otherwise = ""

    def added(self, reading: Reading) -> Reading | None:
        """What the whole text announces, where its rest is read so; None where that is not one
        turn, nor standing orders alone."""
        turns = [act for act in reading.acts if isinstance(act, TurnAct)]
        if len(turns) == 1:
            turn = turns[0].turn
            made = TurnAct(structs.replace(turn, orders=self._behind(turn.orders)))
            acts = [made if act is turns[0] else act for act in reading.acts]
            return replace(reading, acts=tuple(acts))
        if reading.orders != NO_ORDERS:
            return replace(reading, orders=self._behind(reading.orders))
        if any(character.isalnum() for character in self.text):
            return None
        alone = Question("", "Which turn does this belong to?")
        return Reading("ambiguous", questions=(alone,), orders=self._behind(NO_ORDERS))

    def _behind(self, orders: Orders) -> Orders:
        return structs.replace(orders, else_block=self.block, else_spread=self.spread)


def left_to(text: str, master: GnomeName) -> LeftTo | None:
    """The orders that leave a choice to somebody; *master* is who holds the office, "" if unknown.

    None where there are none, or where two contradict each other.
    """
    rest, block, spread = list(text), "", ""
    lowered = text.lower()
    if len(lowered) != len(text):
        return None
    for piece in _PIECE.finditer(lowered):
        found = _whole(piece[0], master) or _tail(piece[0], master)
        if found is None:
            continue
        start, kinds, whom = found
        if ("block" in kinds and block not in ("", whom)) or (
            "spread" in kinds and spread not in ("", whom)
        ):
            return None
        block = whom if "block" in kinds else block
        spread = whom if "spread" in kinds else spread
        at = piece.start() + start
        rest[at : piece.end()] = " " * (piece.end() - at)
    if not block and not spread:
        return None
    return LeftTo("".join(rest), _as_otherwise(block), _as_otherwise(spread))


def _as_otherwise(word: str) -> Otherwise:
    if word == "random":
        return "random"
    return "contestmaster" if word else ""


_Found = tuple[int, frozenset[str], str]
"""From which character on, for which choices, and to whom."""


def _whole(piece: str, master: GnomeName) -> _Found | None:
    """A sentence that leaves a choice to somebody and says no more."""
    said = _CALLED.sub("", piece.strip(" .;!-*\t"))
    for about, kinds in (
        (_SPREAD, frozenset(["spread"])),
        (_BLOCK, frozenset(["block"])),
        (_ANY, frozenset(["block", "spread"])),
    ):
        match = re.fullmatch(rf"{about} ?(?:[,:]|->|-|–|—)? ?(?P<rest>.*)", said)
        if match is not None and (whom := _whom(match["rest"], master, bare=False)):
            return 0, kinds, whom
    return None


def _tail(piece: str, master: GnomeName) -> _Found | None:
    """ "5-6, else at random" at the end of an order about one kind of choice."""
    of_hatch, of_fire = "hatch" in piece or "block" in piece, "fire" in piece or "spread" in piece
    if of_hatch == of_fire or _ORDERS.match(_CALLED.sub("", piece.strip(" -*\t"))) is None:
        return None
    for match in re.finditer(_ELSE, piece):
        if whom := _whom(piece[match.end() :].strip(" .;!"), master, bare=True):
            return match.start(), frozenset(["block" if of_hatch else "spread"]), whom
    return None


def _whom(said: str, master: GnomeName, *, bare: bool) -> str:
    """`contestmaster` or `random`, the empty string of other words; *bare*: a name will do."""
    if re.fullmatch(_LOT, said):
        return "random"
    names = r"(?:the |our |h\. )?contestmaster"
    who = rf"(?:{names}|{re.escape(master.lower())})" if master else names
    ways = (
        rf"(?:i'd |i would |i )?(?:leave|leaves) (?:it|that|this|the choice|them)(?: up)? to {who}"
        rf"|{who} (?:decides|chooses|picks|(?:may|shall|can|will|is to) (?:decide|choose|pick))"
        rf"|let {who} (?:decide|choose|pick)(?: it)?|(?:it is |it's )?up to {who}|ask {who}"
        rf"|{who}'s (?:choice|pick|decision)"
    )
    ways = rf"{ways}|{who}" if bare else ways
    return "contestmaster" if re.fullmatch(ways, said) else ""
