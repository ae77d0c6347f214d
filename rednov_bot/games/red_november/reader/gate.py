"""Announced, not announced, or to be asked about: how sure a reading is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rednov_bot.games.red_november.reader.decoder import Decoded
from rednov_bot.games.red_november.reader.features import COLONS, END, ROLE, START, A, B, C, T
from rednov_bot.games.red_november.reader.tokens import Text, word_hash
from rednov_bot.papers import TurnAct

ANSWERS: Final = ("act", "ask", "none")
"""The reading is right and meant; something may be announced; nothing is."""

_QUIET: Final = frozenset((ROLE["none"], ROLE["here"], ROLE["count"]))


def gate_features(
    text: Text,
    sentences: Sequence[Sequence[float]],
    words: dict[int, list[float]],
    decoded: Decoded,
) -> list[int]:
    """What tells how far a reading can be trusted."""
    out = [T[0]]
    add = out.append
    cost, margin = decoded.cost, decoded.margin
    add(T[1] + min(int(cost * 2), 12) * A[1])
    add(T[2] + min(int(margin * 2), 12) * A[2])
    add(T[3] + min(int(cost), 8) * A[3] + min(int(margin), 8) * B[3])
    add(T[4] + decoded.empty * A[4] + bool(decoded.second) * B[4] + len(decoded.acts) * C[4])
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
    low = 0
    for at, chances in words.items():
        role = decoded.roles[at]
        chance = chances[role]
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
    meant = [1.0 - one[0] for one in sentences]
    add(T[17] + int(max(meant, default=0) * 9.99) * A[17])
    add(T[18] + min(sum(one > 0.5 for one in meant), 6) * A[18])
    add(T[19] + min(sum(0.2 < one < 0.8 for one in meant), 4) * A[19])
    used = {text.tokens[at].sentence for at, role in decoded.roles.items() if role not in _QUIET}
    latest = max(used, default=-1)
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
