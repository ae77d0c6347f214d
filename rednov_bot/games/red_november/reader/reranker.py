"""Readings are compared as a whole: is the most probable one meant, or the next?"""

from __future__ import annotations

from typing import Final

from rednov_bot.core.models import TurnAct
from rednov_bot.games.red_november.reader.decoder import Decoded
from rednov_bot.games.red_november.reader.features import END, START, A, B, C, T
from rednov_bot.games.red_november.reader.tokens import Text, word_hash
from rednov_bot.games.red_november.rules.turn import Open

OUTCOMES: Final = ("keep", "change")

_AROUND: Final = tuple(one for one in range(-4, 5) if one)


def reranking_features(text: Text, best: Decoded, other: Decoded) -> list[int]:
    """What tells whether *other* is meant instead of *best*: the words whose roles differ."""
    tokens, slots = text.tokens, text.slots
    more = min(int((other.cost - best.cost) * 4), 16)
    out = [T[0], T[1] + more * A[1]]
    add = out.append
    gained = set(other.roles.values()) - set(best.roles.values())
    lost = set(best.roles.values()) - set(other.roles.values())
    for order, at in enumerate(slots):
        old, new = best.roles[at], other.roles[at]
        if old == new:
            continue
        token = tokens[at]
        both = old * 32 + new
        add(T[2] + both * A[2])
        add(T[3] + both * A[3] + token.hash * B[3])
        add(T[4] + both * A[4] + token.kind * B[4])
        add(T[5] + both * A[5] + more * B[5])
        near = [
            tokens[at + one].general if 0 <= at + one < len(tokens) else (START if one < 0 else END)
            for one in _AROUND
        ]
        for number, word in enumerate(near):
            add(T[6 + number] + both * A[6] + word * B[6])
        add(T[14] + both * A[14] + near[2] * B[14] + near[3] * C[14])
        add(T[15] + both * A[15] + near[4] * B[15] + near[5] * C[15])
        first, end = text.sentences[token.sentence]
        for template, beside in (
            (16, tokens[max(first, at - 10) : at]),
            (18, tokens[at + 1 : min(end, at + 8)]),
        ):
            for one in beside:
                add(T[template] + both * A[16] + one.hash * B[16])
                out += [T[template + 1] + both * A[17] + name * B[17] for name in one.classes[:2]]
        for template, further in enumerate((order - 2, order - 1, order + 1, order + 2), 20):
            if 0 <= further < len(slots):
                one_role, other_role = best.roles[slots[further]], other.roles[slots[further]]
                add(T[template] + both * A[20] + one_role * B[20] + other_role * C[20])
        for slot in slots:
            if slot != at and best.roles[slot] and tokens[slot].sentence == token.sentence:
                add(T[24] + both * A[24] + best.roles[slot] * B[24])
        out += [T[25] + both * A[25] + role * B[25] for role in gained]
        out += [T[26] + both * A[26] + role * B[26] for role in lost]
    for fault in {*best.faults, *other.faults}:
        held = (fault in best.faults) + 2 * (fault in other.faults)
        add(T[27] + word_hash(fault) * A[27] + held * B[27])
    add(T[28] + _shape(best) * A[28] + _shape(other) * B[28])
    return out


def _shape(decoded: Decoded) -> int:
    """The acts, their actions, and whether a turn moves, says its minutes, or repeats a step."""
    said = []
    for act in decoded.acts:
        said.append(type(act).__name__)
        if isinstance(act, TurnAct) and act.turn.action is not None:
            steps, action = act.turn.steps, act.turn.action
            moves = any(isinstance(one, Open) for one in steps)
            said += [action.name, str(moves), str(action.minutes is None)]
            said.append(str(len(set(steps)) < len(steps)))
    return word_hash(" ".join(said))
