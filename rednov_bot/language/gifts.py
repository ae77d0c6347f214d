"""Who is given something: "em" after a name was said, "Bob gets", "you get" after it was called."""

from __future__ import annotations

from itertools import pairwise
from typing import Final

from rednov_bot.language.neighbours import COUNTED, kind_at, past_fill
from rednov_bot.language.words import Sense, Word, kinds

_STOPS: Final = kinds("STOP PARAGRAPH QUERY")
_CALLS: Final = frozenset(
    ["thank you", "thanks", "dear", "oh", "o", "hello", "hi", "hey", "cheers", "ta", "generous"]
)
_EM: Final = frozenset(["em", "him", "her", "them", "hir", "it"])
_GETS: Final = kinds("get gets getting receive receives receiving obtain obtains")
_HAS_SAID: Final = kinds("FILL RETURN SEP NOW FROM")
_BESIDE: Final = kinds("FILL NOW MORE")
_NO_BESIDE: Final = (
    kinds("HATCH PATH DUR EXTERIOR STOP PARAGRAPH QUERY COLON BARREL")
    | COUNTED
    | {"UNREAL", "COND"}
)
_ANNOUNCES: Final = frozenset(["action", "turn", "main action"])


def settle_gifts(words: list[Word], author: str) -> None:
    """Every "you", "em" and "Bob gets" with one plain meaning becomes the name after the verb."""
    kinds_ = {word.type for word in words}
    if kinds_.isdisjoint(("NAME", "OWNER")) and not any(map(_was_owner, words)):
        return
    if "YOU" in kinds_:
        _resolve_you(words, author)
    for at, word in enumerate(words):
        if (word.type == "GIVE" or word.can_be("GIVE")) and word.form != "past":
            _settle_giving(words, at, author)
        elif word.text in _GETS and kind_at(words, at - 1) == "NAME":
            _settle_getting(words, at, author)
        elif word.type == "THEREUPON" and word.text == "where":
            _settle_where(words, at)
        elif word.text == "as":
            _settle_as(words, at)


def _resolve_you(words: list[Word], author: str) -> None:
    """ "Thank you Bob!  I give you ...": the one who alone was called by name."""
    called = {word.name for at, word in enumerate(words) if _is_called(words, at, author)}
    if len(called) != 1:
        return
    name = called.pop()
    ours = any(word.text in _ANNOUNCES or word.type == "RETURN" for word in words)
    for at, word in enumerate(words):
        if word.type != "YOU" or word.text in ("your", "yours"):
            continue
        before = words[at - 1] if at else None
        gets = at + 1 < len(words) and words[at + 1].text in ("get", "receive")
        led = ours and before is not None and before.type == "FOR"
        if led and before is not None:
            before.become(Sense("TO"))
        if gets or led:
            word.type, word.name, word.senses = "NAME", name, ()


def _is_called(words: list[Word], at: int, author: str) -> bool:
    """Whether a name stands for itself, as one calls somebody."""
    word = words[at]
    if word.type != "NAME" or word.name == author:
        return False
    before = words[at - 1] if at else None
    after = kind_at(words, at + 1)
    if before is not None and (before.text in _CALLS or before.type == "YOU"):
        return after in ("", "SEP", "STOP", "PARAGRAPH", "DASH", "QUERY")
    opens = before is None or before.type in (*_STOPS, "SEP") or before.type == "FILL"
    closes = after in ("SEP", "STOP", "PARAGRAPH", "", "QUERY", "COLON")
    return opens and closes and kind_at(words, at + 2) != "NAME"


def _settle_giving(words: list[Word], at: int, author: str) -> None:
    """ "I give em a crowbar", "I hand Bob, who is in here, a toolbox"."""
    verb = words[at]
    ahead = at + 1
    while kind_at(words, ahead) in _BESIDE and words[ahead].text not in _EM:
        ahead += 1
    if ahead >= len(words):
        return
    if kind_at(words, ahead) == "TO" and kind_at(words, ahead + 1) == "NAME":
        ahead += 1
    whom = words[ahead]
    if whom.text in ("it", "them") and kind_at(words, ahead + 1) == "TO":
        _say_again(words, at)
        return
    tiles = kind_at(words, ahead + 1) in (*COUNTED, "FILL", "BOTH", "NUM")
    if tiles and whom.text in _EM and (name := _named_before(words, at, author)):
        whom.type, whom.name, whom.senses = "NAME", name, ()
    if whom.type == "NAME" and whom.name != author:
        _skip_beside(words, ahead)
        if kind_at(words, past_fill(words, ahead + 1)) in COUNTED:
            verb.become(Sense("GIVE", form=verb.form))
            verb.senses = (Sense("GIVE", form=verb.form),)


def _say_again(words: list[Word], at: int) -> None:
    """ "You get my charm: I hereby give it to you": it was given before, and to whom."""
    start = end = at
    while start and words[start - 1].type not in _STOPS:
        start -= 1
    while end < len(words) and words[end].type not in (*_STOPS, "SEP", "SEPWORD"):
        end += 1
    before = words[start:at]
    given = next((n for n, word in enumerate(before) if word.type == "GIVE"), len(before))
    said = {word.type for word in before[given:]}
    if "NAME" in said and not said.isdisjoint(COUNTED):
        for blank in words[at:end]:
            blank.type, blank.senses = "FILL", ()


def _was_owner(word: Word) -> bool:
    """ "For Bob's kindness": passed over, and yet it names somebody."""
    return word.type == "FILL" and word.name != "" and word.text.endswith("'s")


def _named_before(words: list[Word], at: int, author: str) -> str:
    """The one other name in this sentence and the one before, if there is but one."""
    names: set[str] = set()
    stops = 0
    for word in reversed(words[:at]):
        if word.type in _STOPS:
            stops += 1
            if stops == 2 or word.type == "PARAGRAPH":
                break
        if (word.type in ("NAME", "OWNER") or _was_owner(word)) and word.name != author:
            names.add(word.name)
    return names.pop() if len(names) == 1 else ""


def _skip_beside(words: list[Word], name: int) -> None:
    """What is said of somebody between commas means nothing; so does a colon before the tiles."""
    at = name + 1
    if kind_at(words, at) in ("COLON", "DASH") and kind_at(words, at + 1) in COUNTED:
        words[at].type = "FILL"
        return
    if kind_at(words, at) != "SEP":
        return
    end = at + 1
    while end < len(words) and words[end].type != "SEP":
        if words[end].type in _NO_BESIDE or end - at > 12:
            return
        end += 1
    if kind_at(words, end) == "SEP" and kind_at(words, end + 1) in COUNTED and end > at + 1:
        for blank in words[at : end + 1]:
            blank.type, blank.senses = "FILL", ()


def _settle_getting(words: list[Word], at: int, author: str) -> None:
    """ "Bob gets my crowbar", "in return for the grog, Bob gets a coffee from me"."""
    name, verb = words[at - 1], words[at]
    if name.name == author:
        return
    ahead = at + 1
    while kind_at(words, ahead) in _HAS_SAID:
        ahead += 1
    if kind_at(words, ahead) not in COUNTED:
        return
    start, end = at, ahead
    while start and words[start - 1].type not in _STOPS:
        start -= 1
    while end < len(words) and words[end].type not in _STOPS:
        end += 1
    said = words[start:end]
    mine = any(a.type == "FROM" and b.text == "me" for a, b in pairwise(said))
    back = any(word.type == "RETURN" for word in said)
    if not _gives_it(words, ahead, end):
        return
    ours = any(word.text in _ANNOUNCES for word in words[max(start - 6, 0) : end + 6])
    if not (mine or ours or words[ahead].det == "my" or (back and words[ahead].det != "the")):
        return
    for n, word in enumerate(words[at + 1 : end], at + 1):
        if word.type == "FROM" and n + 1 < end and words[n + 1].text == "me":
            word.type, word.senses = "FILL", ()
    for blank in words[at + 1 : ahead]:
        if blank.type == "SEP":
            blank.type = "FILL"
    _clear_reason(words, start, at - 1)
    whom = Word("NAME", name.start, name.end, name.text, (), name.name)
    verb.become(Sense("GIVE"))
    verb.senses, verb.form = (), ""
    name.type, name.senses, name.text = "SELF", (), "i"
    words.insert(at + 1, whom)


def _gives_it(words: list[Word], tile: int, end: int) -> bool:
    """Whether no more is given in this sentence: "..., I hereby give it to you" says it again."""
    for at in range(tile, end):
        if words[at].can_be("GIVE") is None:
            continue
        if at + 1 == end or words[at + 1].text not in _EM:
            return False
        for blank in words[at:end]:
            if blank.type in ("STOP", "SEP", "SEPWORD"):
                break
            blank.type, blank.senses = "FILL", ()
    return True


def _clear_reason(words: list[Word], start: int, end: int) -> None:
    """ "In return for the extinguisher, ...": what was given is not what is given back."""
    for n in range(start, end):
        if words[n].type == "RETURN" and kind_at(words, n + 1) in ("FOR", "TO"):
            for blank in words[n + 1 : end]:
                blank.type, blank.senses = "FILL", ()
            return
    if words[start:end] and kind_at(words, start) in ("FOR",):
        for blank in words[start:end]:
            blank.type, blank.senses = "FILL", ()


def _settle_where(words: list[Word], at: int) -> None:
    """ "... into 5, where you are, and ..."."""
    if kind_at(words, at + 1) not in ("YOU", "WHO", "NAME", "SELF"):
        return
    end = at + 2
    while kind_at(words, end) in ("STATE", "FILL", "OTHER"):
        end += 1
    if kind_at(words, end) in ("SEP", "SEPWORD", "STOP", "") and end < at + 6:
        for blank in words[at:end]:
            blank.type, blank.senses = "FILL", ()


def _settle_as(words: list[Word], at: int) -> None:
    """ "... as my one minute", "as my action this turn"."""
    end = at + 1
    while end < len(words) and end < at + 5:
        word = words[end]
        if (
            word.text in _ANNOUNCES
            or word.text == "turn's"
            or (word.type == "DUR" and word.number == 1)
        ):
            for blank in words[at : end + 1]:
                blank.type, blank.senses = "FILL", ()
            return
        if word.type not in ("FILL", "NOW", "OTHER", "NUM") and word.det != "my":
            return
        end += 1
