"""The text of a posting beside what should stand there, line by line.

How lines are folded does not matter.  The contestmaster may word a posting otherwise: where the
numbers, names and outcomes are the same and stand in the same order, that is no difference.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from difflib import SequenceMatcher
from typing import Final, NamedTuple

POSITION: Final = "THE POSITION"
_BELOW: Final = ("To take a turn, announce it", "The game is over; ")
_HANGING: Final = " " * 6  # how the second line of an entry begins
_FOR_NEWCOMERS: Final = re.compile(
    r"^(?:New to the game\?|The winners share the Y points )(?:.+\n)+\n", re.MULTILINE
)
"""Where the rules can be read, which hangs on the host, and how points are shared (§24): older
openings lack both, and neither says what happened.
"""

_ADDRESS: Final = re.compile(r"([\w.+-]+)@([\w.-]+\w)")
_HAPPENED: Final = (
    "success failure certain faints awake asleep killed drowns slain abandons wins win lose loses",
    "lost won fire burning burns out dry low high water blocked free prevented placed passed heat",
    "pressure asphyxiation grog toolbox manual engine pump reactor deactivation code crowbar gun",
    "extinguisher coffee aqualung charm no not nobody nothing instead choice die rises falls draws",
    "discards opens shuts into from leaves flees stays more fewer ignored force gains loses",
)
_FACTS: Final = frozenset([word for words in _HAPPENED for word in words.split()])
"""Words that say what happened, however a sentence puts them."""

_STATED: Final = (
    "hatch hatches room rooms door doors item items tile tiles hand minute minutes stores cabin",
    "missile missiles oxygen pumps reactors engines kraken card cards event events drunk sober",
    "dead dies died kills killed holds held has had gives gave gets got takes took moves moved",
    "goes went enters entered swims climbs attacks attacked fights drinks drank uses used acts",
    "acted point points order orders rank track turn turns idle abandoned left is was",
)
_OF_THE_GAME: Final = frozenset([word for words in _STATED for word in words.split()])
"""Words beside which a gnome's name in an added line says more than a greeting."""


class Differing(NamedTuple):
    """Lines that are others than they should be."""

    stands: str
    should: str
    in_facts: bool  # else it is only worded otherwise


def compared(stands: str, should: str, names: Iterable[str]) -> tuple[Differing, ...]:
    """Where a body differs from what it should be; *names* of gnomes and cards are facts."""
    if _as_they_are(stands) == _as_they_are(should):
        return ()
    here, there = _lines(stands), _lines(should)
    if here == there:
        return ()
    if _lossy(stands):
        there = [_as_ascii(line) for line in there]
        here = [_as_ascii(line) for line in here]
        names = [_as_ascii(name) for name in names]
    return tuple(_hunks(here, there, frozenset(names)))


def _as_they_are(text: str) -> list[str]:
    return [line.rstrip() for line in text.strip("\n").split("\n")]


def _lines(text: str) -> list[str]:
    """Sentences and entries in one line each, whatever they are folded to; map and tables as such.

    An address may stand as ` at `, as some archives write it.
    """
    text = _FOR_NEWCOMERS.sub("", text)
    head, heading, below = _ADDRESS.sub(r"\1 at \2", text).partition(f"\n{POSITION}\n")
    tables = without_foot(below)
    board = [line.rstrip() for line in tables.split("\n") if line.strip()]
    foot = _unfolded(below[len(tables) :])
    return [*_unfolded(head), *([POSITION] if heading else []), *board, *foot]


def without_foot(below: str) -> str:
    """What stands below THE POSITION, as far as it is the position."""
    for first in _BELOW:
        if f"\n{first}" in below:
            return below.partition(f"\n{first}")[0]
    return below


def _unfolded(text: str) -> list[str]:
    found: list[str] = []
    goes_on = False
    for line in text.split("\n"):
        if not line.strip():
            goes_on = False
        elif goes_on and (line.startswith(_HANGING) or not line.startswith(" ")):
            found[-1] += f" {line.strip()}"
        else:
            found.append(" ".join(line.split()))
            goes_on = not line.isupper() or line.startswith(" ")
    return found


def _lossy(text: str) -> bool:
    """Whether an archive has put question marks for what is no ASCII."""
    return "?" in text or "\ufffd" in text


def _as_ascii(line: str) -> str:
    return re.sub(r"[^\x00-\x7f]|\?+", "?", line)


def _hunks(here: list[str], there: list[str], known: frozenset[str]) -> Iterator[Differing]:
    tables, should = (
        lines.index(POSITION) if POSITION in lines else len(lines) for lines in (here, there)
    )
    matcher = SequenceMatcher(None, here, there, autojunk=False)
    for tag, i1, i2, j1, j2 in matcher.get_opcodes():
        if tag == "equal":
            continue
        one, other = "\n".join(here[i1:i2]), "\n".join(there[j1:j2])
        if one.split() == other.split():
            continue
        in_tables = i2 > tables or j2 > should
        is_remark = not other.strip() and _greets(one, known)
        in_facts = in_tables or (not is_remark and _facts(one, known) != _facts(other, known))
        yield Differing(one, other, in_facts)


def _greets(added: str, known: frozenset[str]) -> bool:
    """Whether a line that is added says nothing of the game: names, and no fact beside them."""
    words = {word.lower() for word in re.findall(r"\w+", added)}
    facts = _facts(added, known)
    return all(one in known for one in facts) and words.isdisjoint(_OF_THE_GAME)


def _facts(text: str, known: frozenset[str]) -> list[str]:
    """Numbers, names, and words that say what happened, in their order: who gives is not who gets,
    and a chance is not a die.
    """
    names = "|".join(re.escape(name) for name in sorted(known, key=len, reverse=True))
    fact = re.compile(rf"(?<!\w)(?:{names})(?!\w)|\d+|[^\W\d_]+" if names else r"\d+|[^\W\d_]+")
    found = fact.findall(" ".join(text.split()))
    return [
        one if one in known else one.lower()
        for one in found
        if one in known or one.isdigit() or one.lower() in _FACTS
    ]
