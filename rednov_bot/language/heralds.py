"""The words that herald a turn, "Red November, my turn", and how far what they head reaches."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rednov_bot.language.doings import VERBS
from rednov_bot.language.words import Sense, Word, kinds

_HERALD: Final = kinds("CONTEST HEADING FILL OWNER IN FOR NAME SEP TO FROM OUT BETWEEN DASH")
_ENDS: Final = kinds("STOP PARAGRAPH QUERY")
_TURN: Final = frozenset(["turn", "turns", "go", "move", "moves", "orders", "action stations"])
_NOT_NOW: Final = kinds("UNREAL PLAN DRAFT NEG COND PAST WHO YOU JEST ODD LOOKUP CORRECTION")
_REPORTS: Final = frozenset(
    [
        *("resolved", "resolution", "summary", "report", "recap", "story", "result", "results"),
        *("review", "history", "record", "log", "minutes", "events", "chronicle", "tale", "news"),
    ]
)
_TALK: Final = _NOT_NOW | kinds("SELF NAME OWNER STATE REMARK CONTEST QUERY PLEASE HEADING SEPWORD")
_HEREBY: Final = frozenset(["hereby", "herewith", "announced", "announce", "effective", "posting"])
"""Who says so performs what e tells in participles."""
_BY_MAIL: Final = kinds("STATE REMARK QUERY UNREAL PLAN DRAFT COND PAST WHO YOU JEST")
_ACTS: Final = kinds("ITEM HATCH PATH ROOM MACHINE DOOR FIRE KRAKEN DUR NUM NOACT")
_SHORT: Final = 8
"""Words of a step, at most."""
_DOES: Final = VERBS | {"HANDLE"}


def sentences_of(words: list[Word]) -> Iterator[tuple[int, int]]:
    """Where each sentence begins, and where its point stands."""
    start = 0
    for at, word in enumerate(words):
        if word.type in _ENDS:
            yield start, at
            start = at + 1
    yield start, len(words)


def part_from_turns(words: list[Word], author: str) -> None:
    """ "red november turn for pip open 5 ...": a point parts the herald from the turn."""
    for at, word in enumerate(words):
        if word.text in ("go", "move") and word.type != "HEADING" and _is_named(words, at):
            word.become(Sense("HEADING"))
            word.senses = ()
    added: list[tuple[int, Word]] = []
    for start, end in sentences_of(words):
        at = start
        while at < end and words[at].type in _HERALD and not _is_verb(words, at, start):
            at += 1
        if not start < at < end or not _is_act(words[at]) or not _heralds(words[start:at]):
            continue
        before = words[at - 1]
        if before.type in ("COLON", "SEP", "DASH", "TO", "FROM", "IN", "BETWEEN"):
            continue
        named = any(w.type in ("NAME", "OWNER") and w.name != author for w in words[start:at])
        for word in words[start:at] if not named else ():
            if word.type in ("NAME", "TO", "FOR"):
                word.type, word.senses = "FILL", ()  # "turn for ann"
        kind, text = ("COLON", ":") if named else ("STOP", ".")
        added.append((at, Word(kind, before.end - 1, before.end, text)))
    for at, stop in reversed(added):
        words.insert(at, stop)


def _is_named(words: list[Word], at: int) -> bool:
    """ "My go:", "Ann's go": not what one does."""
    if words[at].can_be("HEADING") is None:
        return False
    after = words[at + 1].type if at + 1 < len(words) else "STOP"
    owned = words[at].det == "my" or (at and words[at - 1].text.endswith("'s"))
    return bool(owned) and (after in _ENDS or after in ("COLON", "SEP", "DASH", "IN", "HEADING"))


def _is_verb(words: list[Word], at: int, start: int) -> bool:
    """ "go" and "move" herald only at a sentence's beginning."""
    word = words[at]
    return at > start and word.type != "HEADING" and any(s.kind in VERBS for s in word.senses)


def _is_act(word: Word) -> bool:
    """A verb in its plain form, or a slot."""
    if word.type in ("ITEM", "HATCH", "PATH", "NOACT"):
        return True
    return any(s.form == "" and s.kind in _DOES for s in word.senses) and word.type != "FILL"


def _heralds(words: list[Word]) -> bool:
    """Whether words name a turn, and more than that one word."""
    turn = any(w.type == "HEADING" and "turn" in w.text for w in words)
    contest = any(w.type == "CONTEST" or w.text == "rn" for w in words)
    return (turn and (contest or len(words) > 1)) or (contest and len(words) == 1)


def headed(words: list[Word], author: str) -> Iterator[tuple[int, int]]:
    """Where the sentences stand that a heading says to be the author's own turn."""
    if _is_telegraphic(words):
        yield from sentences_of(words)
        return
    hereby = _said_hereby(words, author)
    governs = opens = False
    for start, end in sentences_of(words):
        told = words[start:end]
        if any(first <= start < last for first, last in hereby):
            yield start, end
            continue
        if told:
            colon = next((n for n, w in enumerate(told) if w.type == "COLON"), len(told))
            if _is_own(told[:colon], author):
                governs, opens = True, True
            elif governs:
                opens = False
            if governs:
                yield start, end
        if end < len(words) and words[end].type == "PARAGRAPH":
            governs = governs and (opens or _lists(words, end + 1))
            opens = False


def _said_hereby(words: list[Word], author: str) -> list[tuple[int, int]]:
    """The paragraphs that say of themselves that they do what they tell: "all hereby done"."""
    if not any(map(_performs, words)):
        return []
    found: list[tuple[int, int]] = []
    start = 0
    for at in range(len(words) + 1):
        if at < len(words) and words[at].type != "PARAGRAPH":
            continue
        told = words[start:at]
        others = any(
            _is_about_others(told[first:last], author) for first, last in sentences_of(told)
        )
        if not others and any(map(_performs, told)) and _BY_MAIL.isdisjoint(w.type for w in told):
            found.append((start, at))
        start = at + 1
    return found


def _is_about_others(told: list[Word], author: str) -> bool:
    """ "Quill opened 5"; not "To Quill and all hands", which only addresses them."""
    named = any(
        w.type in ("NAME", "OWNER") and w.name != author and (not n or told[n - 1].type != "TO")
        for n, w in enumerate(told)
    )
    acts = any(w.type in _ACTS or any(s.kind in VERBS for s in w.senses) for w in told)
    return named and acts


def _performs(word: Word) -> bool:
    """ "That is my turn", "hereby", "so announced"."""
    if word.type not in ("HEADING", "FILL"):
        return False
    said = word.text.split()
    return not _HEREBY.isdisjoint(said) or (said[-2:] == ["my", "turn"] and "is" in said)


def _lists(words: list[Word], at: int) -> bool:
    """Whether a paragraph is a list."""
    return at < len(words) and words[at].type in ("DASH", "FILL") and words[at].text in "-*"


def _is_own(told: list[Word], author: str) -> bool:
    """ "My turn in Red November", "I take a turn as follows"."""
    if not any(_is_turn(word) for word in told):
        return False
    if any(w.type in _NOT_NOW or w.text in _REPORTS for w in told):
        takes = any(w.type == "SELF" for w in told) and any("take" in w.text for w in told)
        return takes and all(w.type not in _NOT_NOW for w in told)
    if any(w.type in ("NAME", "OWNER") and w.name != author for w in told):
        return False
    return not any(w.type == "OTHER" and w.text.endswith("ed") for w in told)


def _is_turn(word: Word) -> bool:
    """ "turn", "my go"; not "I go"."""
    return word.type == "HEADING" and not _TURN.isdisjoint(word.text.split())


def _is_present(word: Word) -> bool:
    """ "No action", "pump": not told as something that was."""
    return word.type == "NOACT" or (word.type in VERBS and word.form == "" and bool(word.senses))


def _is_telegraphic(words: list[Word]) -> bool:
    """Whether a letter is nothing but short steps: "Hatch to 6 opened; not entered. No action."."""
    kinds_told = {word.type for word in words}
    if not kinds_told.isdisjoint(_TALK) or not any(_is_present(word) for word in words):
        return False
    if sum(word.type == "OTHER" for word in words) > 1:
        return False
    return all(end - start <= _SHORT for start, end in sentences_of(words))
