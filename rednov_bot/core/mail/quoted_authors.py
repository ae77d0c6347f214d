"""Whose a quote is, by what stands above it: only eir own does a gnome repeat (CFJs 3221, 3586).

Where that is not certain the quote is somebody else's.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from rednov_bot.core.mail.attributions import LONGEST_ATTRIBUTION, is_saying, verb_in
from rednov_bot.core.mail.header_blocks import is_from
from rednov_bot.core.mail.roster import folded

_ADDRESS = re.compile(r"(?<![\w.+=-])[\w.+=-]+@[\w-]+\.[\w.-]*\w")
_VIA = re.compile(r"\s+via\s.*$", re.IGNORECASE)
_BRACKETED = re.compile(r"<[^<>]*>|\[mailto:[^\[\]]*\]", re.IGNORECASE)


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_DAYS = _words(
    "mon tue wed thu fri sat sun monday tuesday wednesday thursday friday saturday sunday"
)
_MONTHS = _words(
    "jan feb mar apr may jun jul aug sep sept oct nov dec january april june july august"
)
_BEFORE_A_NAME = _words(
    "am pm uhr gmt utc est edt cst cdt mst mdt pst pdt cet cest bst z on le el op em den il at um"
)
"""With a figure, a day or a month, what may stand before a name: the end of a date."""
_FIGURES = re.compile(r"[\d:./h+-]{1,20}")


@dataclass(frozen=True, slots=True)
class Author:
    """By what an attribution may name the sender: eir addresses and names, the lists' addresses."""

    addresses: frozenset[str]
    names: frozenset[str]  # lower case
    lists: frozenset[str]
    others: frozenset[str] = frozenset()  # the names of everybody else on the roster, lower case

    def is_named(self, attribution: str) -> bool:
        """The attribution names the sender and nobody else.

        By eir address, or, as a list's address is nobody's, by eir whole name beside the verb.
        """
        text = attribution[:LONGEST_ATTRIBUTION]
        named = {folded(found) for found in _ADDRESS.findall(text)} - self.lists
        if not named <= self.addresses or self._names_another(text.lower()):
            return False
        return bool(named) or self._is_by_name(text)

    def is_own(self, words: Iterable[str]) -> bool:
        """Nothing in a quote of the sender's own says that somebody else begins to speak."""
        return not any(
            is_from(line) or is_saying(line) or line.strip("*_:, \t").lower() in self.others
            for line in words
        )

    def _names_another(self, text: str) -> bool:
        for name in sorted(self.names, key=len, reverse=True):
            text = re.sub(_whole(name), " ", text)
        # "May" and "Mon" in a date are nobody.
        return any(re.search(_whole(name), text) for name in self.others - _DAYS - _MONTHS)

    def _is_by_name(self, text: str) -> bool:
        verb = verb_in(text)
        if verb is None:
            return False
        before, after = _bare(text[: verb.start()]), _bare(text[verb.end() :])
        for name in self.names - self.others:
            if before.endswith(name) and not after:
                above = before.removesuffix(name).rstrip("\"'(")
                if not above or (above != before and _ends_a_date(above)):
                    return True
            elif after == name and _ends_a_date(before):
                return True
        return False


def _whole(name: str) -> str:
    return rf"(?<!\w){re.escape(name)}(?!\w)"


def _ends_a_date(text: str) -> bool:
    word = (text.replace(",", " ").replace("(", " ").split() or ["on"])[-1].strip(".,;:()-")
    return word in _BEFORE_A_NAME | _DAYS | _MONTHS or _FIGURES.fullmatch(word) is not None


def _bare(text: str) -> str:
    """A piece of an attribution without addresses, lists, and marks around it, in lower case."""
    text = " ".join(_ADDRESS.sub(" ", _BRACKETED.sub(" ", text)).split())
    return _VIA.sub("", text).strip("\"'()[]<>*_,: ").lower()
