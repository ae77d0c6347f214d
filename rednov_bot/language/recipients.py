"""To whom: "To Pip I give a grog"; "Thank you, Pip! In return I give you a coffee"."""

from __future__ import annotations

from typing import Final

from rednov_bot.language.words import Sense, Word, kinds

_ENDS: Final = kinds("STOP PARAGRAPH QUERY COLON")
_PAUSES: Final = kinds("SEP STOP PARAGRAPH COLON DASH SEPWORD QUERY")
_THEM: Final = frozenset(("em", "him", "her"))
_YOU_GET: Final = frozenset(("get", "receive", "have", "shall have", "gain"))
_GETS: Final = frozenset(("gets", "receives", "takes", "has"))
_REACH: Final = 16
"""Words that may stand between "To Pip, who ..., " and "I give"."""


def settle_recipients(words: list[Word], author: str) -> None:
    """A recipient named before the gift stands behind its verb."""
    at = 0
    while at + 2 < len(words):
        if words[at].type == "TO" and words[at + 1].type == "NAME" and _begins(words, at):
            verb = _gift_after(words, at + 2)
            if verb:
                name = words[at + 1]
                words[at] = _fill(words[at])
                words[at + 1] = _fill(name)
                words.insert(verb + 1, name)
        at += 1
    _settle_getting(words, author)
    _settle_you(words, author)


def _settle_getting(words: list[Word], author: str) -> None:
    """ "In return Pip gets my coffee": e is given it."""
    called = {word.name for word in words if word.type == "NAME" and word.name != author}
    for at in range(len(words) - 2):
        name, verb = words[at], words[at + 1]
        if (
            name.text == "you"
            and len(called) == 1
            and verb.text in _YOU_GET
            and _settle_your_gain(words, at, next(iter(called)))
        ):
            return
        if name.type != "NAME" or name.name == author or verb.text not in _GETS:
            continue
        tile = next((w for w in words[at + 2 : at + 5] if w.type != "FILL"), verb)
        back = any(word.type == "RETURN" for word in words[max(at - 10, 0) : at])
        if tile.type == "ITEM" and (tile.det == "my" or back):
            words[at : at + 2] = [
                Word("SELF", name.start, name.start, ""),
                Word("GIVE", verb.start, verb.end, verb.text, (Sense("GIVE"),)),
                name,
            ]


def _settle_your_gain(words: list[Word], at: int, called: str) -> bool:
    """ "You get from me, in return, my coffee": what one gets back is given back."""
    ahead = at + 2
    while ahead < len(words) and (
        words[ahead].type in ("FROM", "FILL", "SEP", "RETURN", "NOW") or words[ahead].text == "me"
    ):
        ahead += 1
    back = any(word.type == "RETURN" for word in words[max(at - 8, 0) : ahead])
    if not back or ahead == len(words) or words[ahead].type not in ("ITEM", "TILEWORD"):
        return False
    you, verb = words[at], words[at + 1]
    words[at:ahead] = [
        Word("SELF", you.start, you.start, ""),
        Word("RETURN", you.start, you.start, ""),
        Word("GIVE", verb.start, verb.end, verb.text, (Sense("GIVE"),)),
        Word("NAME", you.start, you.end, you.text, name=called),
    ]
    return True


def _begins(words: list[Word], at: int) -> bool:
    """Whether a sentence or a clause begins here."""
    return not at or words[at - 1].type in _PAUSES | {"FILL"}


def _gift_after(words: list[Word], at: int) -> int:
    """Where the verb of "I give" stands, in the same sentence; 0 if it does not."""
    for ahead in range(at, min(at + _REACH, len(words) - 1)):
        if words[ahead].type in _ENDS:
            return 0
        if words[ahead].type == "SELF":
            verb = ahead + 1
            while verb < len(words) and words[verb].type == "FILL":
                verb += 1
            gives = verb < len(words) and words[verb].can_be("GIVE") is not None
            return verb if gives else 0
    return 0


def _settle_you(words: list[Word], author: str) -> None:
    """ "you" behind "I give" is the one gnome that a letter calls by name."""
    called: set[str] = set()
    plainly = False
    for at, word in enumerate(words):
        if word.type == "NAME" and word.name != author:
            called.add(word.name)
            plainly = plainly or _is_called(words, at)
        elif word.text in _THEM and at and len(called) == 1:
            if words[at - 1].can_be("GIVE") is not None and _has_tiles(words, at + 1):
                word.type, word.name, word.senses = "NAME", next(iter(called)), ()
        elif word.text == "you" and at and len(called) == 1 and plainly:
            verb = at - 1
            while verb and words[verb].type == "FILL":
                verb -= 1
            to = words[verb].type == "TO"
            gives = words[verb].can_be("GIVE") is not None and _has_tiles(words, at + 1)
            if gives or (to and _given_before(words, verb)):
                word.type, word.name, word.senses = "NAME", next(iter(called)), ()


def _is_called(words: list[Word], at: int) -> bool:
    """Whether a name stands between pauses, or behind "thanks": nobody is told of."""
    after = words[at + 1].type if at + 1 < len(words) else "STOP"
    before = words[at - 1] if at else None
    if after not in _PAUSES:
        return False
    return before is None or before.type in _PAUSES or before.text in (
        "thank you", "thanks", "dear", "you", "thank", "for you", "hey", "cheers", "here", "ok"
    )  # fmt: skip


def _has_tiles(words: list[Word], at: int) -> bool:
    for word in words[at : at + 6]:
        if word.type in ("ITEM", "TILEWORD"):
            return True
        if word.type in _ENDS:
            return False
    return False


def _given_before(words: list[Word], to: int) -> bool:
    """ "I give two grogs to you"."""
    for word in reversed(words[max(to - 12, 0) : to]):
        if word.type in _ENDS:
            return False
        if word.can_be("GIVE") is not None:
            return True
    return False


def _fill(word: Word) -> Word:
    return Word("FILL", word.start, word.end, word.text)
