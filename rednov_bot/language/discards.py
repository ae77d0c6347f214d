"""Discards and gifts in return, however they are listed: "Hand limit: coffee, bin. Grog, bin."."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rednov_bot.language.heralds import sentences_of
from rednov_bot.language.words import Sense, Word, kinds

_DROPS: Final = kinds("discard discards discarded discarding bin overboard discarding")
_HINTS: Final = _DROPS | kinds("return exchange back gift reciprocating favour favours")
_WITH_TILES: Final = kinds(
    "ITEM FILL SEP SEPWORD AND NUM PLUS DASH DISCARD SELF OPENING CLOSING COLON BOTH HEADING "
    "BULLET "
    "TIMES ARROW QUOTE NOW TWICE THEREUPON ASIDE ASIDE_END"
)
"""Words that may stand in a sentence with the tiles that are discarded."""
_BESIDE: Final = _WITH_TILES | kinds(
    "OTHER STATE PRONOUN TILEWORD REMARK FOR TO IN FROM VAGUE KRAKEN FIRE HATCH MACHINE THROUGH "
    "MEANS "
    "NOTHING MORE"
)
"""Words that may stand in one without."""
_NO_VERB: Final = kinds(
    "holds contain contains lies lie shows candidates keep keeping kept hold holding own still "
    "left remain remaining need have had got save saving "
    "use using used drink hide want would give gave gives given lend trade sell buy"
)
_GOES: Final = kinds("go goes going gone out away bin in limit pile meet order done over")
_GIVES: Final = kinds(
    "get gets receive receives goes go gift gifts back hand hands hand-back reciprocating "
    "reciprocal under done thanks with"
)
_HERE: Final = frozenset(["here is", "here's", "here are"])
_IN_BRACKETS: Final = frozenset(
    ["hand limit", "limit", "item limit", "friendly fire", "one", "two", "three", "each", "both"]
)
_RETURNING: Final = _WITH_TILES - {"DISCARD"} | kinds("RETURN NAME TO FROM GIVE TILEWORD NOW")
_BACK: Final = frozenset(["goes back", "go back", "hand back", "hands back"])
_BESIDE_GIFT: Final = _GIVES | _BACK | _HERE


def settle_discards(words: list[Word], author: str) -> None:
    """Each becomes "I discard ..." or "In return I give ... to ..."."""
    if not any(w.type in ("DISCARD", "RETURN") or w.text in _HINTS for w in words):
        return
    _pass_over_limits(words)
    spans = list(sentences_of(words))
    changes: list[tuple[int, int, list[Word]]] = []
    for at, (start, end) in enumerate(spans):
        told = words[start:end]
        if end < len(words) and words[end].type == "QUERY":
            continue
        if any(map(_drops, told)):
            if group := _discarded(words, spans, at):
                changes.append(group)
        elif _comes_back(told) and (done := _returned(told, author)):
            changes.append((start, end, done))
    reach = len(words)
    for start, end, done in reversed(changes):
        if end <= reach:
            words[start:end] = done
            reach = start


def _pass_over_limits(words: list[Word]) -> None:
    """ "(item limit 5, I hold 7)": why tiles are discarded."""
    for at, word in enumerate(words):
        if word.type != "OPENING":
            continue
        end = next((n for n in range(at, len(words)) if words[n].type == "CLOSING"), at)
        inside = words[at + 1 : end]
        if any("limit" in w.text for w in inside) and all(
            w.type not in ("ITEM", "TILEWORD", "NEG", "COND", "UNREAL", "DISCARD") for w in inside
        ):
            for blank in inside:
                blank.type, blank.senses, blank.text = "FILL", (), "hand limit"


def _drops(word: Word) -> bool:
    return word.type == "DISCARD" or word.text in _DROPS


def _discarded(
    words: list[Word], spans: list[tuple[int, int]], at: int
) -> tuple[int, int, list[Word]] | None:
    """The stretch in which tiles are listed and discarded, and its plain sentence."""
    first = last = at
    start, end = spans[at]
    if not _has_tiles(words[start:end]):
        while first and _is_list(words, *spans[first - 1]) and not _parted(words, spans, first):
            first -= 1
        while first == at and last + 1 < len(spans) and _goes_on(words, spans, last):
            last += 1
            if _has_tiles(words[slice(*spans[last])]) and not _goes_on(words, spans, last):
                break
    start, end = spans[first][0], spans[last][1]
    told = words[start:end]
    tiles = [word for word in told if word.type == "ITEM"]
    simple = first == last and _is_simple(told)
    count = sum(tile.number or 1 for tile in tiles)
    if any(number != count for number in _counts(told)) or not _brackets_are_plain(told):
        return None
    if not tiles or simple:
        return None
    if not all(_may_stand(words[slice(*span)]) for span in spans[first : last + 1]):
        return None
    return start, end, [*_said(told, "SELF", "i"), *_said(told, "DISCARD", "discard"), *_row(tiles)]


def _brackets_are_plain(told: list[Word]) -> bool:
    """Whether brackets only say again that it is a discard: "(hand limit)", not "(the old one)"."""
    inside = False
    for word in told:
        inside = (inside or word.type == "OPENING") and word.type != "CLOSING"
        plain = word.type in ("OPENING", "ITEM", "NUM", "SEP") or _drops(word)
        if inside and not plain and word.text not in _IN_BRACKETS and not word.text.isdigit():
            return False
    return True


def _counts(told: list[Word]) -> Iterator[int]:
    """How many tiles a discard says it is: "two are discarded", "I discard three items"."""
    for at, word in enumerate(told):
        near = told[max(at - 2, 0) : at + 3]
        counts = word.type == "NUM" and any(map(_drops, near))
        if counts or (word.type == "TILEWORD" and word.number):
            yield word.number


def _is_simple(told: list[Word]) -> bool:
    """ "I discard a grog and a coffee": read as it is."""
    kinds_told = [w.type for w in told if w.type not in ("FILL", "SEP", "SEPWORD", "COLON", "SELF")]
    return kinds_told[:1] == ["DISCARD"] and set(kinds_told[1:]) <= {"ITEM"}


def _has_tiles(told: list[Word]) -> bool:
    return any(word.type == "ITEM" for word in told)


def _is_list(words: list[Word], start: int, end: int) -> bool:
    """Whether a sentence is nothing but tiles."""
    told = words[start:end]
    return _has_tiles(told) and all(w.type in _WITH_TILES or w.text in _GOES for w in told)


def _parted(words: list[Word], spans: list[tuple[int, int]], at: int) -> bool:
    end = spans[at - 1][1]
    return end < len(words) and words[end].type in ("PARAGRAPH", "QUERY")


def _goes_on(words: list[Word], spans: list[tuple[int, int]], at: int) -> bool:
    """Whether what follows a sentence belongs to its list."""
    if at + 1 >= len(spans) or _parted(words, spans, at + 1):
        return False
    start, end = spans[at + 1]
    return (
        start == end
        or _is_list(words, start, end)
        or (
            at < len(spans) - 2
            and not _has_tiles(words[start:end])
            and _may_stand(words[start:end])
            and _is_list(words, *spans[at + 2])
        )
    )


def _may_stand(told: list[Word]) -> bool:
    """Whether nothing in a sentence speaks of anything else than a discard."""
    if any(word.text in _NO_VERB for word in told):
        return False
    if any(w.text == "pile" for w in told) and not any(
        w.type == "TO" or w.text in ("<", "on") for w in told
    ):
        return False  # "the discard pile: three grogs"
    if any(word.type == "VAGUE" and word.text != "many" for word in told):
        return False
    allowed = _WITH_TILES if _has_tiles(told) else _BESIDE
    parts: list[list[Word]] = [[]]
    for word in told:
        if word.type in ("SEP", "COLON", "OPENING", "CLOSING", "DASH", "SEPWORD"):
            parts.append([])
        else:
            parts[-1].append(word)
    for part in parts:
        kinds_allowed = allowed if _has_tiles(part) else _BESIDE
        if any(w.type not in kinds_allowed and not _drops(w) and w.text not in _GOES for w in part):
            return False
    return True


def _comes_back(told: list[Word]) -> bool:
    """Whether a sentence speaks of a gift in return."""
    return any(w.type == "RETURN" or w.text in _BACK or "reciproc" in w.text for w in told) or (
        any(w.text in ("reply", "return") for w in told) and any("gift" in w.text for w in told)
    )


def _returned(told: list[Word], author: str) -> list[Word]:
    """The plain sentence of a gift in return."""
    told = _without_cause(told)
    names = {w.name for w in told if w.type == "NAME" and w.name != author}
    owners = {w.name for w in told if w.type == "OWNER" and w.name != author}
    tiles = [word for word in told if word.type == "ITEM"]
    if len(names) != 1 or not tiles or not owners <= names or _is_given(told):
        return []
    for word in told:
        known = word.type in _RETURNING or word.type == "OWNER" or word.text in _BESIDE_GIFT
        past = any(sense.form == "past" for sense in word.senses) and word.type != "ITEM"
        if word.text in _NO_VERB - {"give", "gives"} or past or not known:
            return []
    whom = next(w for w in told if w.type == "NAME" and w.name in names)
    name = Word("NAME", whom.start, whom.end, whom.text, whom.senses)
    name.name = whom.name
    return [
        *_said(told, "RETURN", "in return"),
        *_said(told, "SELF", "i"),
        *_said(told, "GIVE", "give"),
        *_row(tiles),
        *_said([whom], "TO", "to"),
        name,
    ]


def _without_cause(told: list[Word]) -> list[Word]:
    """ "In return for the two grogs: ...": what was given before is left out."""
    kept: list[Word] = []
    skips = False
    for at, word in enumerate(told):
        if word.type == "FOR" and at and told[at - 1].type == "RETURN":
            skips = True
        elif skips and word.type in ("SEP", "COLON", "SELF", "DASH"):
            skips = False
        if not skips:
            kept.append(word)
    return kept


def _is_given(told: list[Word]) -> bool:
    """ "I give Bob a coffee in return": read as it is."""
    plain = [w.type for w in told if w.type not in ("FILL", "SEP", "SEPWORD", "COLON")]
    return "SELF" in plain and "GIVE" in plain and "RETURN" in plain


def _said(near: list[Word], kind: str, text: str) -> Iterator[Word]:
    yield Word(kind, near[0].start, near[0].end, text, (Sense(kind),))


def _row(tiles: list[Word]) -> Iterator[Word]:
    for at, tile in enumerate(tiles):
        if at:
            yield Word("SEP", tile.start, tile.start + 1, ",")
        yield tile
