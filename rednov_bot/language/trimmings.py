"""What only dresses a tile: "toolbox unpacked", "coffee stains", "with a sigh and a crowbar"."""

from __future__ import annotations

from typing import Final

from rednov_bot.language.inflection import is_past
from rednov_bot.language.neighbours import BREAKS, kind_at, past_fill, stretch_end, stretch_start
from rednov_bot.language.words import Word, kinds

_HARD: Final = kinds("ITEM HATCH PATH EXTERIOR DUR ROOM BARREL NAME NUM SEA DOOR NOTHING CONTEST")
_WORKED_ON: Final = kinds("MACHINE FIRE KRAKEN")
_DOUBTS: Final = kinds("NAME OWNER YOU ODD PLAN COND JEST CORRECTION LOOKUP UNREAL HEDGE")
_ATTRIBUTES: Final = kinds(
    "stain stains ring rings fumes breath smell break breaks machine table spill spills lid handle "
    "belt belts mark marks haze crumbs cloud clouds bean beans addict supplies fund pot"
)
"""Behind a tile, these are no tile: "coffee stains"."""
_TOOLS: Final = kinds(
    "toolbox engine_manual pump_manual reactor_manual manual deactivation_code crowbar "
    "fire_extinguisher water_pump aqualung diving_gun"
)
_GONE: Final = kinds(
    "missing gone lost stolen broken finished spilled spilt leaking forgotten wanted needed kept "
    "saved left remaining untouched unused unopened held given refused wasted reserved stowed "
    "packed discarded dropped thrown empty misplaced rusted jammed stuck borrowed lent retained "
    "staying standing sitting waiting sleeping lying hidden locked safe away drawn offered traded "
    "destroyed burnt burned ruined rusting going coming used please returned received owed won "
    "promised requested required welcome notwithstanding allowing permitting including"
)
_ANOTHER: Final = ("another", "second", "more", "third")
TRIMMED: Final = frozenset(("ITEM", "MORE", "have", "having", *_ANOTHER))
"""Without a word of these no tile is trimmed."""
_ADDS: Final = kinds("STOP SEP SEPWORD AND PLUS DASH")
_READY: Final = kinds("ready handy open aloft out up raised high low running")


def settle_trimmings(words: list[Word]) -> None:
    """Every tile stands without its trimmings."""
    at = 0
    while at < len(words):
        word = words[at]
        if word.type == "ITEM":
            at = _with_more(words, at)
            _slung_on(words, at)
            _named_again(words, at)
            _tile(words, at)
        elif word.type == "MORE" and word.text in _ANOTHER:
            _another(words, at)
        elif word.text in ("having", "have") and kind_at(words, at - 1) == "SELF":
            _having(words, at)
        at += 1


def _named_again(words: list[Word], at: int) -> None:
    """ "Manual under arm (the engine manual, used)": the brackets say which one it is."""
    if words[at].name != "manual":
        return
    end = at + 1
    while end < len(words) and end < at + 6 and words[end].type in ("FILL", "OTHER", "IN", "USED"):
        end += 1
    if kind_at(words, end) != "OPENING":
        return
    inside = past_fill(words, end + 1)
    if kind_at(words, inside) == "ITEM" and words[inside].name.endswith("_manual"):
        words[at].type, words[at].senses, words[at].name = "FILL", (), ""


def _another(words: list[Word], at: int) -> None:
    """ "I drink a grog, and then another", "... and one more for luck": of the tile before."""
    start = at - (kind_at(words, at - 1) == "NUM" and words[at - 1].number == 1)
    end = at + 1 + (kind_at(words, at + 1) == "NUM" and words[at + 1].number == 1)
    alone = start and words[start - 1].type in _ADDS
    if words[at].text in ("second", "third") and not words[at].det:
        return  # "I discard a grog.  Second, my turn."
    if alone and start > 1 and words[start - 2].text in ("yes", "aye", "indeed", "that's"):
        return  # "water pump (yes, a second one)": told already
    if not alone or (end < len(words) and words[end].type not in BREAKS | {"FOR"}):
        return
    for before in reversed(words[max(start - 12, 0) : start]):
        if before.type in _HARD - {"NUM"}:
            if before.type == "ITEM" and before.number < 2 and not before.plural:
                tile = Word("ITEM", words[start].start, words[end - 1].end, words[at].text)
                tile.name, tile.number = before.name, 1
                words[start:end] = [tile]
            elif before.type in ("HATCH", "PATH", "EXTERIOR", "DOOR"):
                words[at].type, words[at].senses = "VAGUE", ()
            return


def _having(words: list[Word], at: int) -> None:
    """ "I'm having the grog": it is drunk; "I have a coffee, then ...": perhaps it is."""
    tile = past_fill(words, at + 1)
    if kind_at(words, tile) != "ITEM" or words[tile].name not in ("grog", "coffee"):
        return
    progressive = words[at].text == "having" and words[at - 1].text in ("i'm", "i am")
    ahead = past_fill(words, tile + 1)
    ahead += kind_at(words, ahead) == "SEP"
    first = words[at].text == "have" and kind_at(words, ahead) in ("SEPWORD", "AFTER")
    if progressive or (first and words[ahead].text in ("then", "and then")):
        words[at].type, words[at].senses = "USE" if progressive else "ODD", ()
        words[at].form = "ing"


def _with_more(words: list[Word], at: int) -> int:
    """ "With a heavy heart and a light crowbar": with the crowbar; returns where it stands."""
    link = at - 1
    while link > 0 and words[link].type in ("OTHER", "FILL") and words[link].name != "verb":
        link -= 1
    if kind_at(words, link) != "SEPWORD" or words[link].text != "and":
        return at
    first = link - 1
    while first > 0 and words[first].type in ("OTHER", "FILL", "IN", "ON") and link - first < 8:
        first -= 1
    manner = any(word.name == "manner" for word in words[first + 1 : link])
    if kind_at(words, first) != "MEANS" or not manner:
        return at
    del words[first + 1 : at]
    return first + 1


def _slung_on(words: list[Word], at: int) -> None:
    """ "I sling an aqualung on"."""
    if words[at].name != "aqualung" or not at or words[at + 1 : at + 2] == []:
        return
    verb = words[at - 1]
    thrown = verb.can_be("DISCARD") or verb.can_be("GIVE")
    if words[at + 1].text == "on" and thrown and kind_at(words, at - 2) == "SELF":
        verb.type, verb.senses = "USE", ()


def _tile(words: list[Word], at: int) -> None:
    """ "Coffee stains" are no coffee; a tool "unpacked" is put to use."""
    ahead = at + 1
    if ahead < len(words) and words[ahead].text in _ATTRIBUTES and not words[ahead].det:
        words[at].type, words[at].senses, words[at].name = "OTHER", (), ""
        return
    ahead = past_fill(words, ahead)
    handled = ahead < len(words) and _is_handled(words[ahead], words[at])
    if ahead >= len(words) or not (handled or words[at].name in _TOOLS):
        return
    first = stretch_start(words, at)
    before = [w for w in words[first:at] if w.type not in ("FILL", "MEANS", "MORE", "NOW")]
    end = stretch_end(words, ahead)
    told = words[at + 1 : end]
    if before or not told or not (handled or any(_is_readied(word) for word in told[:3])):
        return
    if any(w.type in _HARD | _DOUBTS | _WORKED_ON | {"SELF", "WHO", "NEG", "PAST"} for w in told):
        return
    if not _GONE.isdisjoint(word.text for word in told):
        return
    del words[at + 1 : end]


def _is_handled(word: Word, tile: Word) -> bool:
    """ "Grog uncorked": what one does with this tile to use it has been done."""
    fits = (sense.kind == "HANDLE" and sense.name in (tile.name, "manual") for sense in word.senses)
    return is_past(word.text) and any(fits)


def _is_readied(word: Word) -> bool:
    """Whether a word behind a tool says that it is put to use."""
    if word.text in _READY:
        return True
    return word.type in ("OTHER", "STATE") and (is_past(word.text) or word.text.endswith("ing"))
