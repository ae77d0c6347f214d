"""Where the reader asks, a language model of the host's own may say what the question proposes.

Nothing here speaks to it.  What it is told is made here of a mail's own words; its answer is read
by the grammar alone, and each part of it must stand in those words.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Final

from msgspec.structs import replace as replaced

from rednov_bot.core.models import Act, Message, Question, Reading, TurnAct
from rednov_bot.games.base import AGAIN, MEANT, WHICH
from rednov_bot.games.red_november.reader.answers import actions_in, meant_by, values_of
from rednov_bot.games.red_november.reader.board import MOST_MINUTES, ROOM_OF
from rednov_bot.games.red_november.reader.decoder import MANUALS
from rednov_bot.games.red_november.reader.gate import same
from rednov_bot.games.red_november.reader.lexicon import hashed
from rednov_bot.games.red_november.reader.plain import plain
from rednov_bot.games.red_november.reader.questions import NEW, missing
from rednov_bot.games.red_november.reader.reading import Look, Reader
from rednov_bot.games.red_november.rules.deeds import Discard, GiveBack
from rednov_bot.games.red_november.rules.turn import NO_ORDERS
from rednov_bot.games.red_november.rules.words import GnomeName

_OF_MEANING: Final = frozenset((*NEW, AGAIN, MEANT))
"""Questions of what is announced, and not of whose words they are, whether they stand, or which of
two readings is meant."""


@lru_cache(maxsize=1)
def _told() -> list[dict[str, str]]:
    text = Path(__file__).with_suffix(".txt").read_text(encoding="utf-8")
    parts = re.split(r"^\[(\w+)\]\n", text, flags=re.MULTILINE)[1:]
    rows = zip(parts[::2], parts[1::2], strict=True)
    return [{"role": role, "content": said.strip()} for role, said in rows]


def prompt(words: str) -> list[dict[str, str]]:
    """What it is told: the task, examples of our own, and a mail's own words; nothing else."""
    return [*_told(), {"role": "user", "content": words}]


def may_help(reading: Reading) -> bool:
    """Whether another proposal could help: what is asked is what a mail means.

    Standing orders are left to the reader: the assistant is not told how they are said.
    """
    asks = {one.ask for one in reading.questions}
    return bool(asks) and asks <= _OF_MEANING and not _has_orders(reading.proposal)


def helped(
    reading: Reading, message: Message, answer: str, people: Sequence[str], contest: str
) -> Reading:
    """The question with what the assistant answered as its proposal, where that holds.

    Where the reader has a whole proposal of its own, it is asked which of the two is meant.
    """
    if not answer or not may_help(reading):
        return reading
    acts = understood(answer, message.text, message.sender or "", people, contest)
    if not acts or same(acts, reading.proposal):
        return reading
    second = () if missing(reading.proposal) else reading.proposal
    asked = Question("", WHICH if second else MEANT)
    return replace(reading, questions=(asked,), proposal=acts, second=second)


def understood(
    answer: str, words: str, author: GnomeName, people: Sequence[str], contest: str
) -> tuple[Act, ...]:
    """What an answer announces; empty unless the grammar knows all of it, it is whole, and each
    part of it stands in the words of the mail."""
    reader = Reader.trained()
    answer = answer.rpartition("</think>")[2].strip()  # some models think aloud first
    tokens = reader.tokens(answer, people, contest)
    said = plain(tokens, author)
    if len(said.known) < len(tokens.sentences) or missing(said.acts) or _has_orders(said.acts):
        return ()
    look = reader.look(words, author, people, contest)
    return said.acts if _stand(said.acts, look) else ()


def _has_orders(acts: Iterable[Act]) -> bool:
    return any(isinstance(act, TurnAct) and act.turn.orders != NO_ORDERS for act in acts)


_NAMED_BY: Final = {
    "unblock_hatch": "UNBLOCK", "extinguish_fire": "FIRE", "pump_water": "WATER PUMP",
    "fix_engine": "FIX", "fix_oxygen": "FIX", "fix_reactor": "FIX", "stop_missile": "HALT",
    "kill_kraken": "KRAKEN", "gain_items": "DRAW", "give_items": "GIVE", "attack": "ATTACK",
    "no_action": "NOACTION NOACT", "abandon": "ABANDON ABANDONSHIP", "Discard": "DISCARD",
    "GiveBack": "GIVE RETURN", "Join": "JOIN", "Leave": "QUIT",
}  # fmt: skip
"""The classes of words that name an action (words.txt), any of which will do; grog is gained where
it is named, or the barrel."""
_ENDS: Final = ("", "ing", "past")


def _stand(acts: tuple[Act, ...], look: Look) -> bool:
    """Whether the words of a text name all that is in acts; no number stands for two things."""
    named = Counter(value for token in look.text.tokens for value in values_of(token))
    said, actions = meant_by(acts, chosen=True), actions_in(acts)
    numbers = Counter(number for act in acts for number in _numbers(act))
    for name, manual in MANUALS.items():
        named["item", manual] += name in actions and named["item", "manual"]  # the work tells which
    return (
        all(named[one] for one in said if one[0] != "number")
        and all(
            named["number", one] >= times + (("place", one) in said)
            for one, times in numbers.items()
        )
        and all(
            named["place", room] > numbers[room]
            for name, room in ROOM_OF.items()
            if name in actions and (name in MANUALS or name == "stop_missile")
        )
        and all(_is_named(name, look) for name in actions)
    )


def _numbers(act: Act) -> list[object]:
    """The numbers in an act, each as often as it must be said: "a tile" says none."""
    if isinstance(act, Discard | GiveBack):
        return [act.count] if (act.count or 0) > 1 else []
    if not isinstance(act, TurnAct) or act.turn.action is None:
        return []
    action = act.turn.action
    untimed = TurnAct(replaced(act.turn, action=replaced(action, minutes=None)))
    tiles = {one for kind, one in meant_by([untimed], chosen=True) if kind == "number"}
    timed = [action.minutes] if action.name in MOST_MINUTES else []
    return [*timed, *tiles.union([action.give_count]) - {None, 1}]


def _is_named(name: str, look: Look) -> bool:
    """Whether words name an action, or the reader has taken some for it."""
    tokens, best = look.text.tokens, look.decoded
    if name == "gain_grog":
        spoken = any(token.sense.barrel or token.sense.item == "grog" for token in tokens)
    else:
        forms = {hashed(one + end) for one in _NAMED_BY[name].split() for end in _ENDS}
        spoken = any(not forms.isdisjoint(token.classes) for token in tokens)
    taken = [one.acts for one in (best, *best.others) if "no cue" not in one.faults]
    return spoken or any(name in actions_in(acts) for acts in taken)
