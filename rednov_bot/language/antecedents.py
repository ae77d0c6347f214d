"""What "it" is where somebody works at it: the last thing named that one can work at.

"The reactor hums.  I spend six minutes calming it": the reactor takes the place of the pronoun.
"""

from __future__ import annotations

from typing import Final

import msgspec

from rednov_bot.language.neighbours import kind_at, stretch_end, stretch_start
from rednov_bot.language.words import Word, kinds, phrases

PRONOUNS: Final = frozenset(("it", "them"))
_ENDS: Final = kinds(
    "STOP PARAGRAPH QUERY SEP SEPWORD COLON DASH OPENING CLOSING ASIDE ASIDE_END QUOTE THEREUPON "
    "AFTER ONFAIL COND"
)
_DONE_TO: Final = {
    "FIRE": ("EXTINGUISH",),
    "KRAKEN": ("KILL",),
    "MACHINE": ("FIX", "HALT"),
    "DOOR": ("UNBLOCK",),
    "HATCH": ("UNBLOCK",),
}
_SLOTS: Final = kinds(
    "ITEM TILEWORD HATCH PATH DOOR EXTERIOR ROOM NAME YOU MACHINE FIRE KRAKEN BARREL CONTEST NEG "
    "PAST UNREAL PLAN JEST ORDER_BLOCK ORDER_SPREAD ORDER_DEFEND"
)
"""With one of these beside it, the pronoun may be something else."""
_OTHERWISE: Final = kinds("OPEN ENTER GIVE DISCARD DRAW TAP THROUGH")
_STUCK: Final = phrases("stuck, blocked, jammed, wedged, barred, seized, shut, won't, refuses")
_DOOR_WAY: Final = kinds("TO NUM ROOM FROM BETWEEN AND ROOMWORD")
_LAST: Final = 60
"""Words back to the thing that is meant."""
IDLE: Final = kinds(
    "admiring ignoring avoiding watching photographing sketching hiding fleeing observing "
    "contemplating discussing describing guarding studying inspecting examining counting staring "
    "gazing looking listening dreaming thinking worrying mourning missing blaming cursing feeding "
    "riding naming waving greeting singing praising thanking mocking insulting teasing sleeping "
    "sitting enjoying leaving considering pondering eyeing glaring smiling laughing crying weeping "
    "yelling shouting talking reading running walking swimming standing waiting resting napping "
    "dozing snoring sulking brooding hoping praying wishing planning painting drawing filming "
    "remembering forgetting fearing loving hating liking chasing following circling visiting "
    "measuring timing judging reporting telling asking wondering debating arguing sniffing "
    "smelling tasting licking kissing hugging stroking petting dodging escaping evading thanking"
)
"""What one may do beside a thing for minutes without any work at it."""
STAYS: Final = kinds(
    "shout wave look peer listen whistle sing yell call stare glare gaze spit sniff point swear "
    "curse knock lean reach wink nod talk speak mutter grumble squint bellow holler scream cough "
    "sneeze sigh laugh cry weep stick whisper smile grin frown gesture gesticulate aim hum bark "
    "sneer glance see hear smell feel think dream belch burp"
)
"""What one may do into a room or through a hatch without going there."""


def settle_antecedents(words: list[Word]) -> None:
    """Every such pronoun becomes what it stands for."""
    at = 0
    while at < len(words):
        if words[at].text in PRONOUNS and words[at].type != "NOTHING":
            _settle(words, at)
        at += 1


def _settle(words: list[Word], at: int) -> None:
    start = stretch_start(words, at, _ENDS)
    end = stretch_end(words, at + 1, _ENDS)
    said = words[start:end]
    if any(word.type in _SLOTS for word in said):
        return
    timed = any(word.type == "DUR" for word in said)
    before = words[at - 1] if at > start else None
    if before is None:
        gets = timed and at + 1 < end and words[at + 1].text in ("gets", "receives", "get")
        if not gets:
            return
    elif before.type in _OTHERWISE or before.type == "DUR":
        return
    if not IDLE.isdisjoint(word.text for word in said):
        return
    thing = _thing(words, at)
    if not thing:
        return
    known = before is not None and any(before.can_be(kind) for kind in _DONE_TO[thing[0].type])
    if known or timed:
        place = words[at]
        words[at : at + 1] = [_copy(word, place) for word in thing]


def _thing(words: list[Word], at: int) -> list[Word]:
    """The last thing named that can be worked at; a hatch only if it is said to be stuck."""
    for back in range(at - 1, max(at - _LAST, -1), -1):
        word = words[back]
        if word.type in ("PARAGRAPH", "ITEM", "ROOM", "PATH", "BARREL"):
            return []
        if word.type in ("DOOR", "HATCH"):
            if stuck := _stuck_door(words, back, at):
                return stuck
            continue
        if word.type in _DONE_TO:
            return [word]
    return []


def _stuck_door(words: list[Word], back: int, at: int) -> list[Word]:
    end = back + 1
    while kind_at(words, end) in _DOOR_WAY:
        end += 1
    near = [word.text for word in words[max(back - 2, 0) : min(end + 5, at)]]
    if _STUCK.isdisjoint(near) and not words[back].text.startswith(tuple(_STUCK)):
        return []
    door = msgspec.structs.replace(words[back], text="blocked hatch")
    return [door, *words[back + 1 : end]]


def _copy(word: Word, place: Word) -> Word:
    return msgspec.structs.replace(word, start=place.start, end=place.end)
