"""Sentences beside a turn that say another number than it does, or keep a tile that it uses."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Final

from rednov_bot.engine.turn import Open, Turn, Use
from rednov_bot.language.announced import turn_of
from rednov_bot.language.doubts import Doubt
from rednov_bot.language.segments import Segment
from rednov_bot.language.words import Word, kinds
from rednov_bot.papers import Act

_MINUTES: Final = "How many minutes do you spend?"
_TILE: Final = "Do you use that item, or keep it?"
_LOW_WATER: Final = 2
_LEAST_SUM: Final = 2
_NUMBERS: Final = frozenset(("NUM", "DUR"))
_NOT: Final = frozenset(("not", "never", "neither", "nor", "isn't", "no"))
_IS: Final = kinds("is are was were seems be isn't aren't makes sounds looks")
_AMISS: Final = kinds(
    "too wrong much many few little short long mistake error typo nonsense silly stupid excessive "
    "overkill wasteful foolish insufficient rubbish misprint slip guess estimate flexible bluff"
)
_EASE: Final = kinds("plenty enough ample better fine sufficient ok okay safer wiser right correct")
_VAGUELY: Final = frozenset(("or so", "ish", "around", "about", "roughly", "thereabouts"))
_WOULD: Final = kinds("settle settling persuaded prefer accept manage content")
_POINTS: Final = kinds("those these")
_WORKING: Final = kinds("FIX PUMP EXTINGUISH KILL HALT UNBLOCK OTHER")
_MAKES: Final = kinds("makes make gives give is are do does suffices suffice yields")
_KEEPS: Final = kinds("keep keeps keeping save saves saving spare sparing retain hoard")
_HOLDS: Final = ("hold to", "hang to", "holding to", "hanging to", "onto", "on to", "hold the")
_STAYS: Final = kinds("stays stay remains remain unused untouched unspent idle")
_WITHOUT: Final = kinds("without minus no not don't never except less")
_IN_ALL: Final = kinds("total altogether all clock sum")
_DRY: Final = kinds("dry surcharge")
_ANOTHER: Final = kinds("MORE LEFT NUM")


def contradictions(acts: Sequence[Act], aside: Iterable[Segment]) -> list[Doubt]:
    """The questions about what was set *aside* and does not agree with the turn."""
    turn = turn_of(acts)
    if turn is None:
        return []
    doubts = []
    tiles = {step.item for step in (*turn.steps, *turn.after) if isinstance(step, Use)}
    minutes = turn.action.minutes if turn.action is not None else None
    said = list(aside)
    dry = any(word.text in _DRY for segment in said for word in segment.words)
    for segment in said:
        words = [
            w for w in segment.words if w.type != "FILL" or w.text in _POINTS | _AMISS | _VAGUELY
        ]
        if _keeps(words, tiles):
            doubts.append(Doubt(segment.start, segment.end, _TILE))
        elif (
            minutes is not None
            and segment.has(*_NUMBERS)
            and _differs(words, minutes, turn, dry=dry)
        ):
            doubts.append(Doubt(segment.start, segment.end, _MINUTES))
    return doubts


def _keeps(words: list[Word], tiles: Collection[str]) -> bool:
    """ "I'd rather keep the grog", "... without the grog"."""
    for at, word in enumerate(words):
        if word.type != "ITEM" or word.name not in tiles or word.number or word.det in ("a", "an"):
            continue
        before = words[max(0, at - 3) : at]
        if any(one.type in _ANOTHER for one in before):
            continue
        texts = {piece for one in before for piece in (one.text, one.text.split(" ")[0])}
        held = " ".join(one.text for one in before if one.type != "FILL")
        if not texts.isdisjoint(_KEEPS) or any(phrase in held for phrase in _HOLDS):
            return True
        if before and before[-1].text in _WITHOUT:
            return True
        if not _STAYS.isdisjoint(one.text.split(" ")[0] for one in words[at + 1 : at + 3]):
            return True  # "the manual stays in my pocket"
    return False


def _differs(words: list[Word], minutes: int, turn: Turn, *, dry: bool) -> bool:
    """Whether a number is denied, or another one is given for the same thing."""
    hatches = sum(isinstance(step, Open) for step in turn.steps)
    for at, word in _numbers(words):
        before = words[at - 1] if at else None
        behind = words[at + 1 : at + 4]
        same = word.number == minutes
        is_ = bool(behind) and behind[0].text in _IS
        texts = {one.text for one in behind}
        if same and before is not None and before.text in _NOT and len(words) < 5:
            return True
        said = {one.text for one in words}
        if same and len(words) < 5 and not said.isdisjoint(_VAGUELY):
            return True
        if not same and not said.isdisjoint(_WOULD) and len(words) < 8:
            return True
        if is_ and same and not texts.isdisjoint(_AMISS):
            return True
        if is_ and not same and not texts.isdisjoint(_EASE) and word.type in _NUMBERS:
            return True
        if _is_another_sum(words, at, minutes, hatches, dry=dry):
            return True
        if word.type != "DUR" or same:
            continue
        if before is not None and before.text in _POINTS and word.number != minutes + hatches:
            return True
        spent = bool(behind) and (behind[0].type == "FOR" or behind[0].text in ("on", "spent"))
        if word.det == "the" and spent and word.number != minutes + hatches:
            return True
        if _is_of_the_work(words, at) or _is_on_the_work(words, at):
            return True
    return False


def _is_another_sum(words: list[Word], at: int, minutes: int, hatches: int, *, dry: bool) -> bool:
    """ "That's 12 on the clock": more than the turn can take even in low water, or less."""
    near = words[max(at - 3, 0) : at + 4]
    if all(word.text not in _IN_ALL for word in near) or words[at].number < _LEAST_SUM:
        return False
    if any(word.type in ("PAST", "LEFT") or word.text in ("left", "had", "at") for word in near):
        return False
    most = minutes + hatches if dry else minutes + _LOW_WATER + 2 * hatches
    return not min(minutes, most) <= words[at].number <= most


def _numbers(words: list[Word]) -> Iterator[tuple[int, Word]]:
    return ((at, word) for at, word in enumerate(words) if word.type in _NUMBERS)


def _is_on_the_work(words: list[Word], at: int) -> bool:
    """ "6 minutes on the engine makes 60%", where another number is spent."""
    behind = words[at + 1 : at + 6]
    things = any(word.type in ("MACHINE", "FIRE", "KRAKEN") for word in behind[:2])
    unreal = any(
        word.type in ("UNREAL", "NEG", "COND", "PAST") and word.text != "will" for word in words
    )
    return things and not unreal and any(word.text in _MAKES for word in behind)


def _is_of_the_work(words: list[Word], at: int) -> bool:
    """ "that's six minutes of fixing"."""
    behind = words[at + 1] if at + 1 < len(words) else None
    before = words[at - 1] if at else None
    return (
        behind is not None
        and behind.type in _WORKING
        and behind.text.endswith("ing")
        and before is not None
        and before.text in ("that's", "that is", "this is", "makes", "i.e", "is")
    )
