"""Announced, not announced, or to be asked about: how sure a reading is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from rednov_bot.core.models import Act, TurnAct
from rednov_bot.games.red_november.reader.decoder import ACTIONS, Decoded
from rednov_bot.games.red_november.reader.features import (
    COLONS,
    END,
    ROLE,
    SENTENCES,
    START,
    A,
    B,
    C,
    T,
)
from rednov_bot.games.red_november.reader.plain import Plain
from rednov_bot.games.red_november.reader.roles import Seen
from rednov_bot.games.red_november.reader.tokens import ITEM, NAME, NUMBER, PLACE, Text, word_hash
from rednov_bot.games.red_november.rules.turn import Open, Through, Turn

ANSWERS: Final = ("act", "ask", "none")
"""The reading is right and meant; something may be announced; nothing is."""


def same(acts: Sequence[Act], others: Sequence[Act]) -> bool:
    """Whether two readings say the same; one may name the near end of a hatch as well."""
    return list(map(_far, acts)) == list(map(_far, others))


def _far(act: Act) -> Act:
    """An act with hatches by their far ends alone."""
    return TurnAct(by_far_ends(act.turn)) if isinstance(act, TurnAct) else act


def by_far_ends(turn: Turn) -> Turn:
    """A turn with hatches by their far ends alone."""
    action, escape = turn.action, turn.escape
    if action is not None and action.hatch is not None:
        action = replace(action, hatch=Through(action.hatch.to))
    if escape is not None:
        escape = replace(escape, move=_step(escape.move))
    steps = tuple([_step(one) if isinstance(one, Open) else one for one in turn.steps])
    return replace(turn, steps=steps, action=action, escape=escape)


def _step(one: Open) -> Open:
    return Open(Through(one.hatch.to), enter=one.enter)


_TOGETHER: Final = (
    ("use", "first", "after", "fail_use"), ("give", "back", "drop", "to"), ("go", "open"),
    ("here",), ("target",), ("fail", "fail_open"), ("block", "spread"), ("min",), ("count",),
    ("act",), ("join", "leave"),
)  # fmt: skip
"""Roles that are told of as one."""
_GROUP: Final = {ROLE[name]: at for at, names in enumerate(_TOGETHER) for name in names}
_KINDS: Final = (ITEM, PLACE, NUMBER, NAME)
_FAULTS: Final = ("walk", "no minutes", "minutes", "no cue", "room", "block", "count", "to")
_NO_OTHER: Final = [99.0] * 8


def gate_signs(
    text: Text, seen: Seen, decoded: Decoded, plain: Plain, chances: Sequence[float]
) -> list[float]:
    """How sure each part of a reading is; *chances* are those of the actions, the best first."""
    tokens, roles = text.tokens, decoded.roles
    used = decoded.used(text)
    filled: list[float] = []
    passed_over: list[float] = []
    least, often = [1.0] * len(_TOGETHER), [0.0] * len(_TOGETHER)
    most, beside = [0.0] * len(_KINDS), [0.0] * 3
    changed = weak = 0
    for at, probable in seen.words.items():
        role, token, first = roles[at], tokens[at], seen.first[at]
        changed += first.label != role
        weak += first.sure <= 1
        if role:
            group = _GROUP[role]
            filled.append(probable[role])
            least[group] = min(least[group], probable[role])
            often[group] += 1
            continue
        missed = 1 - probable[0]
        passed_over.append(missed)
        for number, kind in enumerate(_KINDS):
            if token.kind & kind:
                most[number] = max(most[number], missed)
                if token.sentence in used and number < len(beside):
                    beside[number] += 1
    count = max(len(text.sentences), 1)
    meant = [1 - one[0] for one in seen.sentences]
    inside = sorted(meant[at] for at in used)
    outside = sorted((one for at, one in enumerate(meant) if at not in used), reverse=True)
    agrees = 0 if not plain.acts else 2 if same(plain.acts, decoded.acts) else 1
    asked = [token.sentence in used for token in tokens if token.word == "?"]
    out = [
        decoded.cost, decoded.margin, decoded.sure, len(decoded.faults),
        len(decoded.acts), *_measures(decoded), len(tokens), count, len(used),
        *_first(sorted(filled), 5, 1.0), *_first(sorted(passed_over, reverse=True), 4, 0.0),
        len(filled) - sum(filled), sum(passed_over), len(passed_over),
        *_first(inside, 2, 1.0), *_first(outside, 2, 0.0),
        *least, *most, *beside, *often, changed, weak,
        agrees, len(plain.known) / count, len(used - plain.known),
        len(asked), sum(asked), sum('"' in token.word for token in tokens),
        min(used, default=-1) / count, max(used, default=-1) / count,
        sum(end - first for at, (first, end) in enumerate(text.sentences) if at in used),
    ]  # fmt: skip
    for label in range(len(SENTENCES)):
        for there in (True, False):
            known = [one[label] for at, one in enumerate(seen.sentences) if (at in used) is there]
            out.append(max(known, default=0.0))
    out += _first(chances, 2, 0.0)
    for other in decoded.others[:2]:
        out += [other.cost - decoded.cost, len(other.faults), *_differences(decoded, other)]
    out += _NO_OTHER * (2 - len(decoded.others[:2]))
    out += [fault in decoded.faults for fault in _FAULTS]
    out.append(len(text.text))
    return [float(one) for one in out]


def _first(values: Sequence[float], count: int, rest: float) -> list[float]:
    return [*values, *[rest] * count][:count]


def _measures(decoded: Decoded) -> list[float]:
    """Action, hatches, tiles, minutes and escape of the last turn of a reading."""
    found: list[float] = [-1, 0, 0, 0, 0]
    for act in decoded.acts:
        if isinstance(act, TurnAct) and act.turn.action is not None:
            steps, action = act.turn.steps, act.turn.action
            ways = sum(isinstance(step, Open) for step in steps)
            found = [
                ACTIONS.index(action.name),
                ways,
                len(steps) - ways,
                action.minutes or 0,
                act.turn.escape is not None,
            ]
    return found


def _differences(decoded: Decoded, other: Decoded) -> list[float]:
    one, two = _measures(decoded), _measures(other)
    return [
        len(decoded.acts) - len(other.acts),
        one[0] != two[0],
        one[1] - two[1],
        one[2] - two[2],
        one[3] != two[3],
        one[4] != two[4],
    ]


_QUIET: Final = frozenset((ROLE["none"], ROLE["here"], ROLE["count"]))


def gate_features(
    text: Text,
    seen: Seen,
    decoded: Decoded,
    plain: Plain,
) -> list[int]:
    """What tells how far a reading can be trusted."""
    out = [T[0]]
    add = out.append
    cost, margin = decoded.cost, decoded.margin
    agrees = 0 if not plain.acts else 2 if same(plain.acts, decoded.acts) else 1
    add(T[1] + min(int(cost * 2), 12) * A[1])
    add(T[2] + min(int(margin * 2), 12) * A[2])
    add(T[3] + min(int(cost), 8) * A[3] + min(int(margin), 8) * B[3])
    add(T[4] + decoded.empty * A[4] + bool(decoded.others) * B[4] + len(decoded.acts) * C[4])
    out += [T[5] + at * A[5] for at in range(1, 13) if cost > at * 0.5]
    out += [T[6] + at * A[6] for at in range(1, 13) if margin > at * 0.5]
    out += [T[7] + word_hash(fault) * A[7] for fault in set(decoded.faults)]
    add(T[8] + min(len(decoded.faults), 3) * A[8])
    for act in decoded.acts or (None,):
        name = type(act).__name__
        if isinstance(act, TurnAct) and act.turn.action is not None:
            name = act.turn.action.name
        one = word_hash(name)
        add(T[9] + one * A[9])
        add(T[10] + one * A[10] + min(int(cost), 8) * B[10])
        add(T[11] + one * A[11] + min(int(margin), 8) * B[11])
    low = changed = 0
    tokens = text.tokens
    for at, chances in seen.words.items():
        role = decoded.roles[at]
        chance = chances[role]
        first = seen.first[at].label
        changed += first != role
        if first != role:
            add(T[30] + role * A[30] + first * B[30])
        if role or chance < 0.98:
            key = role * 8 + min(int(chance * 8), 7)
            before = tokens[at - 1].general if at else START
            behind = tokens[at + 1].general if at + 1 < len(tokens) else END
            add(T[31] + role * A[31] + before * B[31])
            add(T[32] + role * A[32] + behind * B[32])
            add(T[33] + role * A[33] + tokens[at].hash * B[33])
            add(T[34] + key * A[34] + tokens[at].kind * B[34])
            add(T[35] + role * A[35] + before * B[35] + behind * C[35])
            for near in tokens[max(0, at - 6) : at]:
                out += [T[36] + role * A[36] + name * B[36] for name in near.classes[:2]]
        if chance < 0.9:
            low += 1
            add(T[12] + role * A[12])
        if chance < 0.6:
            add(T[13] + role * A[13])
        if role == 0:
            missed = max(range(1, len(chances)), key=chances.__getitem__)
            if chances[missed] > 0.1:
                add(T[14] + missed * A[14])
            if chances[missed] > 0.3:
                add(T[15] + missed * A[15])
    add(T[16] + min(low, 6) * A[16])
    add(T[37] + min(changed, 6) * A[37])
    add(T[38] + int(decoded.sure * 19.9) * A[38] + (margin < 0) * B[38])
    meant = [1.0 - one[0] for one in seen.sentences]
    add(T[17] + int(max(meant, default=0) * 9.99) * A[17])
    add(T[18] + min(sum(one > 0.5 for one in meant), 6) * A[18])
    add(T[19] + min(sum(0.2 < one < 0.8 for one in meant), 4) * A[19])
    used = {text.tokens[at].sentence for at, role in decoded.roles.items() if role not in _QUIET}
    latest = max(used, default=-1)
    unknown = len(used - plain.known)
    add(T[27] + agrees * A[27] + min(unknown, 3) * B[27])
    add(T[28] + min(unknown, 3) * A[28] + min(len(used), 4) * B[28])
    left = [0, 0]
    for at, role in decoded.roles.items():
        token = text.tokens[at]
        if not role and token.sentence in used:
            left[0] += bool(token.kind & ITEM)
            left[1] += bool(token.kind & PLACE)
    add(T[29] + min(left[0], 3) * A[29] + min(left[1], 3) * B[29])
    for number, (first, end) in enumerate(text.sentences):
        place = 0 if number in used else 1 if meant[number] > 0.1 else 2
        after = used and place == 2 and number > latest
        words_ = [t.general for t in text.tokens[first:end] if t.word[0] != "\n"]
        out += [T[20] + place * A[20] + word * B[20] for word in set(words_)]
        pair = before = START
        for word in (*words_, END):
            add(T[21] + place * A[21] + before * B[21] + word * C[21])
            if place < 2:
                add(T[22] + pair * A[22] + before * B[22] + word * C[22])
            if after:
                add(T[23] + before * A[23] + word * B[23])
            pair, before = before, word
        for token in text.tokens[first:end]:
            out += [T[24] + place * A[24] + one * B[24] for one in token.classes]
    add(T[25] + min(len(text.tokens) // 20, 8) * A[25])
    marks = [token.word for token in text.tokens if token.word == "?" or token.word in COLONS]
    add(T[26] + min(marks.count("?"), 3) * A[26])
    return out
