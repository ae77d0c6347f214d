"""What is done with a tile in the hand: verbs that use one kind of tile, "put to use", "use it"."""

from __future__ import annotations

from typing import Final

from rednov_bot.language.neighbours import kind_at, past_fill
from rednov_bot.language.words import Sense, Word, kinds, phrases

_MANUALS: Final = frozenset(("engine_manual", "pump_manual", "reactor_manual", "manual"))
_LINKS: Final = kinds("SEP SEPWORD SELF FILL PLUS")
_COSTS: Final = frozenset(("at cost of", "cost of", "thanks to", "costing me", "costing"))
_USES_IT: Final = frozenset(("use it", "uses it", "using it"))
_CUES: Final = kinds("SPEND REMARK NUM BOTH have") | _USES_IT
"""Only words of these kinds or spellings are looked at."""
_TAKES: Final = phrases(
    "take, takes, taking, grab, grabs, grabbing, fetch, fetches, fetching, pick up, picks up, get, "
    "gets, pull out, pulls out"
)
_NEXT: Final = frozenset(("then", "and then", "finally", "and finally", "next", "and next"))
_DRINKS: Final = frozenset(("grog", "coffee"))
_WHOLE: Final = frozenset(
    ("them", "these", "those", "two", "three", "lot", "latter", "it", "2", "3")
)
_UNSAID: Final = kinds("HATCH EXTERIOR DOOR PATH")


def settle_handling(words: list[Word]) -> None:
    """Every verb that uses the tile behind it is one of using; elsewhere it is not known."""
    for at, word in enumerate(words):
        if (word.type == "HANDLE" or len(word.senses) > 1) and word.can_be("HANDLE"):
            senses = [sense for sense in word.senses if sense.kind == "HANDLE"]
            _settle_handle(words, at, senses)
        elif word.type not in _CUES and word.text not in _CUES:
            continue
        elif word.type == "SPEND" and word.text.startswith("put"):
            _settle_put(words, at)
        elif word.text in _USES_IT:
            _settle_it(words, at)
        elif word.text == "have" and at and words[at - 1].text in _NEXT:
            _settle_have(words, at)
        elif word.type == "REMARK" and word.text.replace(" the ", " ") in _COSTS:
            _settle_cost(words, at)
        elif word.type in ("NUM", "BOTH"):
            _settle_some(words, at)


def _settle_handle(words: list[Word], at: int, senses: list[Sense]) -> None:
    """ "I discharge an extinguisher": only this kind of tile is so used."""
    word, ahead = words[at], past_fill(words, at + 1)
    if kind_at(words, ahead) == "ITEM" and not (word.det and word.form == ""):
        item = words[ahead].name
        for sense in senses:
            if item == sense.name or (sense.name == "manual" and item in _MANUALS):
                word.become(Sense("USE", form=sense.form))
                word.senses = ()
                return
    if word.text.startswith("go") and word.text.endswith(" by"):
        by = Word("THROUGH", word.end - 2, word.end, "by")  # "going by hatch to 2"
        words[at : at + 1] = [Word("GO", word.start, word.end - 3, "go", form=word.form), by]
        return
    word.senses = tuple(sense for sense in word.senses if sense.kind != "HANDLE")
    if word.type == "HANDLE" and word.senses:
        word.become(word.senses[0])
    elif word.type == "HANDLE":
        word.type, word.form, word.name = "OTHER", "", ""


def _settle_have(words: list[Word], at: int) -> None:
    """ "... and then have a coffee": what is done next is no state."""
    if kind_at(words, at + 1) == "ITEM" and words[at + 1].name in _DRINKS:
        words[at].become(Sense("USE"))
        words[at].senses = ()


def _settle_cost(words: list[Word], at: int) -> None:
    """ "... at the cost of a water pump"."""
    ahead = at + 1
    while kind_at(words, ahead) == "FILL":
        ahead += 1
    if kind_at(words, ahead) == "ITEM":
        words[at].become(Sense("MEANS"))
        words[at].senses = ()


def _settle_put(words: list[Word], at: int) -> None:
    """ "I put my manual to use"."""
    ahead = past_fill(words, at + 1)
    if kind_at(words, ahead) != "ITEM":
        return
    tail = [w for w in words[ahead + 1 : ahead + 4] if w.type != "FILL" or w.text == "on"]
    if tail and tail[0].text == "on" and words[ahead].name == "aqualung":
        words[at].become(Sense("USE", form=words[at].form))
        words[at].senses = tail[0].senses = ()
        tail[0].type = "FILL"
    elif [w.text for w in tail[:2]] == ["to", "use"]:
        words[at].become(Sense("USE", form=words[at].form))
        words[at].senses = ()
        for word in tail[:2]:
            word.type, word.senses = "FILL", ()


def _settle_it(words: list[Word], at: int) -> None:
    """ "I take a crowbar, use it": the tile, where no hatch was named since."""
    back = at - 1
    while back >= 0 and words[back].type in _LINKS:
        back -= 1
    if (
        back < 1
        or words[back].type != "ITEM"
        or any(word.type in _UNSAID for word in words[back:at])
    ):
        return
    verb = next((w for w in reversed(words[:back]) if w.type not in ("FILL", "MORE")), None)
    if verb is not None and verb.text in _TAKES and words[back].name not in _DRINKS:
        verb.become(Sense("USE"))
        verb.senses = ()
    it = words[at]
    words[at : at + 1] = [
        Word("USE", it.start, it.start + 3, "use"),
        Word("PRONOUN", it.end - 2, it.end, "it"),
    ]


def _settle_some(words: list[Word], at: int) -> None:
    """ "... and drink one of them": of the tiles named last."""
    before = words[at - 1] if at else None
    if before is None or before.can_be("USE") is None or before.form == "past":
        return
    ahead = at + 1
    while kind_at(words, ahead) == "FILL" and words[ahead].text in ("of", "right", "straight"):
        ahead += 1
    whole = ahead < len(words) and words[ahead].text in _WHOLE
    drinks = before.text.startswith(("drink", "quaff", "swig", "down", "neck"))
    if not whole:
        return
    named = _named_last(words[: at - 1])
    if named is None or (drinks and named not in _DRINKS):
        return
    some = words[at]
    some.number = 2 if some.type == "BOTH" else some.number
    some.type, some.name, some.text, some.senses = "ITEM", named, f"{some.text} {named}", ()
    del words[at + 1 : ahead + whole]


def _named_last(before: list[Word]) -> str | None:
    """The kind of tile that was named last, with the barrel for its grog."""
    for word in reversed(before):
        if word.type == "ITEM":
            return word.name
        if word.type == "BARREL":
            return "grog"
        if word.type in ("TILEWORD", "PARAGRAPH"):
            return None
    return None
