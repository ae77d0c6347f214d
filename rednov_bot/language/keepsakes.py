"""What becomes of tiles just taken: "it stays corked", "I keep it for a rainy day"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from rednov_bot.language.scanner import words_in
from rednov_bot.language.words import kinds

_TAKEN: Final = re.compile(
    r"\b(?:takes?|taking|gains?|gaining|draws?|drawing|fetch(?:es|ing)?|gets?|getting|tap(?:ping)?|"
    r"pour(?:ing)?|help(?:ing)? myself|fill(?:ing)?|collect(?:ing)?|grab(?:bing)?|tiles?|loot)\b"
    r"[^.!?]{0,60}?\b(?:grogs?|mugs?|bottles?|items?|tiles?|things?|tankards?|cups?)\b"
)
_TAKES: Final = kinds(
    "take takes taking gain gains gaining draw draws drawing fetch fetches fetching get gets "
    "getting tap tapping pour pouring help helping fill filling collect collecting grab grabbing "
    "tile tiles loot"
)
"""Without one of these nothing is taken."""
_SENTENCE: Final = re.compile(r"[^.!?;:()\[\]]+")
_IT: Final = (
    r"(?:it|them|that|those|that one|this one|both|both of them|all of it|the lot|the grogs?|"
    r"the bottles?|the drinks?|the mugs?|the drinking(?: of (?:it|them|that))?|whatever it is)"
)
_ONE: Final = rf"(?:(?!it |that |those |whatever){_IT})"
_SOON: Final = (
    r"(?:'ll| will| shall| may| might| intend to| mean to| hope to| plan to| am going to|"
    r"'m going to| want to| shan't| won't| do not| don't| shall not| will not)"
)
_PAUSE: Final = r"(?: (?:just|then|still|only|not|now|rather|surely|probably|certainly|better))*"
_PUTS: Final = (
    r"(?:keep|save|store|stow|pocket|put|set|hoard|hide|stash|cork|reserve|lay|tuck|treasure)"
)
_NEEDS: Final = r"(?:drink|need|share|use|open|touch|taste|sip|miss|want|enjoy|finish|empty|uncork)"
_LATER: Final = (
    r"(?:later|tomorrow|yet|until|till|when(?:ever)?|where|another|some other|next|rainy|harder|"
    r"hard times|worse|one day|some day|someday|soon enough|before long|in time|for|with)"
)
_KEEPS: Final = re.compile(
    rf"(?:and |but |so |no, |of course )*(?:"
    rf"i{_PAUSE} {_PUTS} {_IT}(?: (?:away|by|aside|down|back|up|in|inside))?"
    rf"(?: (?:for|in|under|behind|to|until|till|next to|where|well)\b.*)?"
    rf"|i leave the drinking\b.*"
    rf"|i{_SOON}{_PAUSE} (?:be )?(?:{_PUTS}|{_NEEDS}) {_IT}\b.*\b{_LATER}\b.*"
    rf"|i{_SOON}{_PAUSE} {_PUTS} {_IT}"
    rf"|{_IT} (?:stays?|goes|go|remains?|keeps?) "
    r"(?:in|into|under|behind|corked|shut|closed|sealed|for|with|unopened)\b.*"
    rf"|{_ONE} (?:can|must|may|will|will have to|shall have to|has to|have to) wait\b.*"
    rf"|{_ONE} (?:is|are) (?:for|to be (?:drunk|shared|kept|used))\b.*"
    rf"|{_IT} (?:will|may|might|should) (?:yet )?(?:come in|be) (?:handy|useful)\b.*"
    rf"|drinking {_IT}? ?(?:is for|can wait|will have to wait|must wait|comes later)\b.*"
    r")"
)
_OTHER: Final = re.compile(
    r"\d|\b(?:hatch(?:es)?|doors?|minutes?|instead|afterwards|pips?|fix|pump|enter|give|now|room|"
    r"turn'?s|discard)\b(?<!for now)"
)
"""What is said of anything else than what is kept."""


def keepsakes(lowered: str) -> Iterator[tuple[int, int]]:
    """Where a plain text only says what shall become of what it has taken."""
    if _TAKES.isdisjoint(words_in(lowered)):
        return
    taken = _TAKEN.search(lowered)
    if taken is None:
        return
    for match in _SENTENCE.finditer(lowered, taken.end()):
        said = " ".join(match[0].split())
        if _KEEPS.fullmatch(said.strip(" ,-")) and not _OTHER.search(said):
            yield match.span()
