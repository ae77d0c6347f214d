"""What is no work at a thing, whatever the verb: "I light the fire", "a photo of the reactor"."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from rednov_bot.games.red_november.reader.verbs import forms
from rednov_bot.language.neighbours import kind_at
from rednov_bot.language.words import Word, kinds
from rednov_bot.language.works import BREAKS, DOING, LAUNCH, MOST, WAY, doing

_NO_FIRE: Final = kinds(
    "alarm alarms drill drills door doors escape brigade station exit hose insurance"
)
_CONTRARY: Final = kinds("HANDLE FILL OTHER OPEN USE GO DRAW STATE SEPWORD SPEND MACHINE")
_HARPOONS: Final = ("harpoon", "harpoons")
_PUMPS: Final = ("pump", "pumps", "pumping")
_OXYGEN: Final = 2
_TURNS: Final = ("turn", "turns", "turning")
_NO_WORK: Final = kinds(
    "kiss hug berth photograph photo picture pictures portrait drawing painting dirty biscuit "
    "cuddle selfie"
)
_NO_WORK_AT: Final = {
    "KILL": kinds("love hand"),
    "EXTINGUISH": kinds("oil petrol fuel kerosene started"),
    "HALT": kinds("forward started underway"),
}
"""What one gives a thing or makes of it that is no work at it."""
_STARTED: Final = {
    "FIRE": "start light stoke fan feed kindle ignite rekindle nourish",
    "KRAKEN": "feed pet hug kiss befriend stroke tickle love cuddle",
    "MACHINE": "start launch fire trigger initiate arm",
}
"""What one does for a fire, a kraken or a launch, not against it."""


def settle_contrary(words: list[Word]) -> None:
    """Every word that says so is marked as odd."""
    for at, word in enumerate(words):
        if word.type in DOING:
            _doubt(words, at)
        if word.text in _HARPOONS and not word.det and kind_at(words, at + 1) == "KRAKEN":
            word.type, word.senses, word.name = "ODD", (), ""  # with a tile, or without?
        elif word.text in _PUMPS and word.can_be("PUMP") and _is_air(words, at):
            word.type, word.senses, word.name = "ODD", (), ""  # "I pump more oxygen"


def _is_air(words: list[Word], at: int) -> bool:
    ahead = at + 1
    while ahead < len(words) and words[ahead].type in ("FILL", "MORE"):
        ahead += 1
    return ahead < len(words) and words[ahead].type == "MACHINE" and words[ahead].number == _OXYGEN


def _doubt(words: list[Word], thing: int) -> None:
    """What is no work at a thing, whatever the verb: "light the fire", "a photo of the reactor"."""
    word = words[thing]
    if word.type == "FIRE" and thing + 1 < len(words) and words[thing + 1].text in _NO_FIRE:
        word.type, word.senses = "OTHER", ()  # "the fire alarm"
        return
    start = thing
    while start and words[start - 1].type not in BREAKS and thing - start < MOST:
        start -= 1
    for at in range(start, min(thing + 5, len(words))):
        near = words[at]
        if at > thing and near.type in BREAKS:
            break
        contrary = at < thing and near.type in _CONTRARY and _is_contrary(words, at)
        away = near.text in _TURNS and [w.text for w in words[at + 1 : at + 3]] == ["back", "on"]
        of_it = near.text in _NO_WORK and near.type in _CONTRARY | {"PAST"}
        if contrary or away or of_it or near.text in _NO_WORK_AT.get(doing(word), ()):
            near.type, near.senses, near.name = "ODD", (), ""


@lru_cache(maxsize=1)
def _friendly() -> dict[str, frozenset[str]]:
    return {
        kind: frozenset(spelling for verb in verbs.split() for spelling in forms(verb))
        for kind, verbs in _STARTED.items()
    }


def _is_contrary(words: list[Word], at: int) -> bool:
    """ "I light the fire", "I launch the missiles"."""
    thing = at + 1
    while thing < len(words) and thing - at < WAY and words[thing].type == "FILL":
        thing += 1
    if thing >= len(words) or words[at].text not in _friendly().get(words[thing].type, ()):
        return False
    if words[thing].type == "MACHINE" and words[thing].number != LAUNCH:
        return False
    before = words[at - 1] if at else None
    return before is None or (before.type not in ("MACHINE", "TO", "FROM") and not words[at].det)
