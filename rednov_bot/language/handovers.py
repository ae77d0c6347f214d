"""Gifts in other orders of words: "I give you, Bob, a crowbar", "In return have my grog"."""

from __future__ import annotations

from typing import Final

from rednov_bot.language.neighbours import COUNTED, kind_at, past_fill, stretch_end, stretch_start
from rednov_bot.language.words import Sense, Word, kinds

_ENDS: Final = kinds("STOP PARAGRAPH QUERY")
_NAMED: Final = kinds("NAME OWNER")
_PAUSES: Final = kinds("SEP COLON DASH")
_BESIDE: Final = kinds("FILL OTHER STATE NOW MEANS IN RETURN FOR WHO TO YOU MORE CONTEST PLEASE")
_TAKE: Final = frozenset(("have", "take", "accept", "here's", "here is", "here are", "catch"))
_REACHES: Final = COUNTED | kinds("SEPWORD FILL OTHER THROUGH USED ROOMWORD ON")
_AT: Final = frozenset(("at", "towards", "toward", "over to", "across to"))
_LOADS: Final = kinds(
    "entrust entrusts load loads provide provides supply supplies equip equips burden burdens "
    "furnish furnishes reward rewards honour honours honor honors saddle saddles bless blesses "
    "favour favours"
)
_TREATS: Final = kinds("treat treats help helps")
_HOLDS: Final = kinds("hand hands paw paws lap pocket pockets arms keeping care possession fist")
_FOR_WHAT: Final = frozenset(("for", "against", "in exchange for", "in return for"))
_ANNOUNCES: Final = frozenset(("action", "turn"))
_GOES: Final = frozenset(("goes", "go", "passes", "travels", "wanders"))


def settle_handovers(words: list[Word], author: str) -> None:
    """Every such gift becomes the plain "I give Bob a crowbar"."""
    named = {word.name for word in words if word.type in _NAMED and word.name != author}
    if not named or not any(word.type in COUNTED for word in words):
        return
    for at, word in enumerate(words):
        gives = word.can_be("GIVE") is not None
        if gives or word.can_be("DISCARD") is not None:
            _thrown(words, at)
            gives = word.can_be("GIVE") is not None
        if gives and kind_at(words, at - 1) != "TO":
            _called_behind(words, at, author)
            if len(named) == 1:
                _it_to_em(words, at, next(iter(named)))
        elif word.type == "RETURN" and len(named) == 1:
            _taken(words, at, next(iter(named)))
        elif word.type == "NAME" and word.name != author:
            _loaded(words, at)
        elif word.type in COUNTED and word.det == "my":
            _goes_to(words, at)


def _thrown(words: list[Word], at: int) -> None:
    """ "I lob a grog at Bob", "I press it into Bob's hands", "... across the floor to Bob"."""
    tile = past_fill(words, at + 1)
    if kind_at(words, tile) not in COUNTED or words[at].text.endswith(" up"):
        return
    end = tile + 1
    while kind_at(words, end) in _REACHES:
        if words[end].text in _AT:
            break
        end += 1
    if end >= len(words):
        return
    to = words[end]
    if (to.type == "OTHER" and to.text in _AT) or (to.type == "FILL" and to.text in _AT):
        if kind_at(words, end + 1) != "NAME":
            return
        to.type, to.senses = "TO", ()
    elif to.type in ("TO", "IN") and kind_at(words, end + 1) == "OWNER":
        if end + 2 >= len(words) or words[end + 2].text not in _HOLDS:
            return
        owner = words[end + 1]
        to.type, to.senses = "TO", ()
        owner.type, owner.text, owner.senses = "NAME", owner.text.removesuffix("'s"), ()
        del words[end + 2]
    if to.type == "TO" and kind_at(words, end + 1) == "NAME":
        words[at].become(Sense("GIVE", form=words[at].form))
        words[at].senses = (Sense("GIVE", form=words[at].form),)
        for blank in words[tile:end]:
            if blank.type not in COUNTED | {"SEPWORD"}:
                blank.type, blank.senses = "FILL", ()


def _called_behind(words: list[Word], at: int, author: str) -> None:
    """ "I give you, Bob, in return, a crowbar": what stands between commas goes first."""
    whom = past_fill(words, at + 1)
    if kind_at(words, whom) != "YOU" or words[whom].text != "you":
        return
    end, called, back = whom + 1, "", False
    while kind_at(words, end) in _PAUSES | _BESIDE | {"NAME"}:
        if words[end].type == "NAME":
            called = words[end].name
        back = back or words[end].type == "RETURN"
        end += 1
    pauses = [w.type for w in words[whom + 1 : end] if w.type in _PAUSES]
    if kind_at(words, end) not in COUNTED or not pauses or called == author:
        return
    if back:
        start = at
        while start and words[start - 1].type in ("SELF", "FILL"):
            start -= 1
        words.insert(start, Word("RETURN", words[start].start, words[start].start, "in return"))
        at, whom, end = at + 1, whom + 1, end + 1
    if called:
        words[whom].type, words[whom].name, words[whom].senses = "NAME", called, ()
    del words[whom + 1 : end]
    _received(words, at)


def _it_to_em(words: list[Word], at: int, name: str) -> None:
    """ "The toolbox is Bob's by rights.  I give it to em": the tile takes its place."""
    it = past_fill(words, at + 1)
    to = it + 1
    if kind_at(words, to) != "TO" or words[it].text != "it" or to + 1 >= len(words):
        return
    whom = words[to + 1]
    if whom.text not in ("em", "him", "her", "you") and whom.type != "NAME":
        return
    tile = None
    stop = max((n for n in range(at) if words[n].type == "STOP"), default=0)
    if any(word.type in COUNTED for word in words[stop:at]):
        return
    for before in words[:stop]:
        if before.can_be("GIVE") is not None or before.type in ("DISCARD", "RETURN"):
            return
        if before.text in ("get", "gets", "receives", "take"):
            return
        tile = before if before.type == "ITEM" else tile
    if tile is None or tile.number > 1 or kind_at(words, past_fill(words, at - 1)) in ("NEG", "TO"):
        return
    place = words[it]
    words[it] = Word("ITEM", place.start, place.end, tile.text, (), tile.name)
    whom.type, whom.name, whom.senses = "NAME", name, ()


def _received(words: list[Word], at: int) -> None:
    """ "For that lovely aqualung I give you ...": what one got is not what one gives."""
    start = stretch_start(words, at, _ENDS)
    head = next((n for n in range(start, at) if words[n].text in _FOR_WHAT), at)
    if any(word.type in COUNTED for word in words[head:at]):
        for blank in words[head:at]:
            if blank.type not in ("SELF", "RETURN"):
                blank.type, blank.senses = "FILL", ()


def _taken(words: list[Word], at: int, name: str) -> None:
    """ "In return have this charm", "Have my crowbar in return", "In return, here's my grog"."""
    start = stretch_start(words, at, _ENDS | {"COLON"})
    end = stretch_end(words, at, _ENDS)
    said = words[start:end]
    if any(word.type in ("SELF", "NEG", "COND") or word.can_be("GIVE") for word in said):
        return
    verb = next((n for n in range(start, end) if words[n].text in _TAKE), end)
    before = [w for w in words[start:verb] if w.type not in ("RETURN", "SEP", "FILL", "PLEASE")]
    tile = past_fill(words, verb + 1)
    if any(w.name != name for w in before) or kind_at(words, tile) not in COUNTED or tile > end:
        return
    place = words[verb].start
    told = [Word("GIVE", place, place, "give", (Sense("GIVE"),))]
    told.append(Word("NAME", place, place, name.lower(), name=name))
    back = words[at] if at < verb else Word("RETURN", place, place, "in return")
    if at > verb:
        words[at].type, words[at].senses = "FILL", ()
    words[start : verb + 1] = [back, Word("SELF", place, place, "i"), *told]


def _goes_to(words: list[Word], at: int) -> None:
    """ "My toolbox goes to Bob"."""
    if kind_at(words, at - 1) not in ("", "STOP", "PARAGRAPH", "COLON", "SEP", "FILL"):
        return
    end = at + 1
    while kind_at(words, end) in COUNTED or kind_at(words, end) in ("SEPWORD", "FILL"):
        end += 1
    goes = end + 2 < len(words) and words[end].text in _GOES
    if not goes or words[end + 1].type != "TO" or words[end + 2].type != "NAME":
        return
    near = (*words[max(at - 6, 0) : at], *words[end + 3 : end + 11])
    if all(_ANNOUNCES.isdisjoint(word.text.split()) for word in near):
        return
    place, name = words[at].start, words[end + 2]
    told = [Word("SELF", place, place, "i"), Word("GIVE", place, place, "give", (Sense("GIVE"),))]
    words[at : end + 3] = [*told, name, *words[at:end]]


def _loaded(words: list[Word], at: int) -> None:
    """ "I entrust Bob with my manual", "I treat Bob to a coffee"."""
    verb = words[at - 1] if at else words[at]
    ahead = at + 1
    if ahead < len(words) and words[ahead].text in ("up", "down", "out"):
        ahead += 1
    link = words[ahead].text if ahead < len(words) else ""
    tile = past_fill(words, ahead + 1)
    fits = (verb.text in _LOADS and link == "with") or (verb.text in _TREATS and link == "to")
    if not fits or kind_at(words, tile) not in COUNTED:
        return
    if kind_at(words, past_fill(words, at - 2)) == "SELF" or kind_at(words, at - 2) == "SELF":
        verb.type, verb.senses, verb.name, verb.form = "GIVE", (Sense("GIVE"),), "", ""
        del words[at + 1 : ahead + 1]
