"""What the learnt models look at: features of sentences and of words, as numbers.

A feature is a whole number made from its template and from the words that fill it; the models look
their weights up under its low bits.  All is integer arithmetic, so that training and reading see
the same features on every machine.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from operator import or_
from typing import Final, NamedTuple
from zlib import crc32

from rednov_bot.games.red_november.reader.board import TOUCHING
from rednov_bot.games.red_november.reader.lexicon import word_set
from rednov_bot.games.red_november.reader.tokens import (
    ITEM,
    MACHINE,
    NUMBER,
    ROOM,
    Text,
    Token,
    word_hash,
)

SENTENCES: Final = ("none", "turn", "escape", "orders", "member", "drop")
"""What a sentence is: nothing of the game, part of a turn, of an escape, of standing orders, a
joining or leaving, a discard."""

ROLES: Final = (
    "none", "use", "first", "after", "give", "back", "drop", "fail_use", "go", "open", "here",
    "target", "fail", "fail_open", "block", "spread", "min", "count", "act", "to", "join", "leave",
)  # fmt: skip
"""What a word is in an announcement; interfaces.md section 3 has what they become.

`first` is used before the steps that the text names earlier, `back` is a gift in return, `here` is
where the gnome stands, `count` the number of tiles."""

ROLE: Final = {role: number for number, role in enumerate(ROLES)}
NONE: Final = ROLE["none"]


class Guess(NamedTuple):
    """The most probable label, how sure it is (0-4), the second one or -1."""

    label: int
    sure: int
    second: int
    nothing: int  # how probable it is that it is nothing, 0-9


def guess(probabilities: Sequence[float]) -> Guess:
    """A distribution over labels in a few numbers."""
    best = max(probabilities)
    label = probabilities.index(best)
    second = -1
    rest = 0.05
    for at, one in enumerate(probabilities):
        if at != label and one > rest:
            second, rest = at, one
    return Guess(label, int(best * 4.99), second, int(probabilities[0] * 9.99))


def _constants(name: str, count: int) -> list[int]:
    return [crc32(f"{name}{number}".encode()) | 1 for number in range(count)]


T: Final = _constants("template", 200)
A: Final = _constants("first", 200)
B: Final = _constants("second", 200)
C: Final = _constants("third", 200)

START: Final = word_hash("<start>")
END: Final = word_hash("<end>")
COLONS: Final = frozenset((":", "=", "|", "->", "=>", "-->"))
_BULLETS: Final = frozenset(("|", "#", "-", "*", "+", "(", "["))
_SUBJECTS: Final = word_set("i you he she we they it e if when i'll i'd i'm i've let you're")
_FUNCTION: Final = word_set(
    "i you he she it we they e em me my your not no never don't won't can't couldn't "
    "wouldn't would could should might may will shall i'll i'd we'll if when unless until "
    "while was were had has have been did done am is are be then after before first last "
    "next tomorrow yesterday later tonight now today let want wanted think thought maybe "
    "perhaps probably instead rather either or but"
)


def label_of(tokens: Sequence[Token], first: int, end: int) -> tuple[int, int] | None:
    """The words before a colon, bar or arrow at the beginning of a line: first and behind last."""
    while first < end and tokens[first].word in _BULLETS:
        first += 1
    for at in range(first, min(end, first + 7)):
        if tokens[at].word in COLONS:
            return first, at
    return None


def sentence_features(text: Text, number: int) -> list[int]:
    """What one sentence looks like, with a little of those around it."""
    tokens, sentences = text.tokens, text.sentences
    first, end = sentences[number]
    own = [token for token in tokens[first:end] if token.word[0] != "\n"]
    general = [token.general for token in own]
    out = [T[0]]
    add = out.append
    out += [T[1] + word * A[1] for word in {token.hash for token in own}]
    a2, b2 = A[2], B[2]
    before = pair = START
    for word in general:
        add(T[2] + before * a2 + word * b2)
        add(T[3] + pair * A[3] + before * B[3] + word * C[3])
        pair, before = before, word
    add(T[2] + before * a2 + END * b2)
    add(T[3] + pair * A[3] + before * B[3] + END * C[3])
    if general:
        add(T[4] + general[0] * A[4])
        add(T[5] + general[-1] * A[5])
        if len(general) > 1:
            add(T[6] + general[0] * A[6] + general[1] * B[6])
    classes = [one for token in own for one in token.classes[:2]]
    out += [T[7] + one * A[7] for one in set(classes)]
    before = START
    for one in classes:
        add(T[8] + before * A[8] + one * B[8])
        before = one
    add(T[8] + before * A[8] + END * B[8])
    subject = 0
    for token in own:
        if token.word in _SUBJECTS:
            subject = token.hash
        elif token.classes:
            add(T[9] + subject * A[9] + token.classes[0] * B[9])
    kinds = reduce(or_, [token.kind for token in own], 0)
    add(T[10] + kinds * A[10])
    out += [T[11] + bit * A[11] for bit in range(8) if kinds & (1 << bit)]
    add(T[12] + min(len(own) // 4, 6) * A[12])
    last = len(sentences) - 1
    add(T[13] + min(number, 4) * A[13] + min(last - number, 4) * B[13])
    for beside, template in ((number - 1, 14), (number + 1, 18)):
        if not 0 <= beside <= last:
            add(T[template])
            continue
        near = [token for token in tokens[slice(*sentences[beside])] if token.word[0] != "\n"]
        kinds = reduce(or_, [token.kind for token in near], 0)
        add(T[template + 1] + kinds * A[template])
        if near:
            add(T[template + 2] + near[0].hash * A[template])
            add(T[template + 3] + near[-1].hash * A[template])
            if template == 14:
                out += [T[22] + word * A[22] for word in {token.hash for token in near}]
    label = label_of(tokens, first, end)
    if label is not None:
        words = tokens[slice(*label)]
        whole = 0
        for token in words:
            add(T[23] + token.hash * A[23])
            whole = (whole * 31 + token.hash) & 0xFFFFFF
        add(T[24] + whole * A[24])
        add(T[25] + tokens[label[1]].hash * A[25])
    if own and own[0].word in _BULLETS:
        add(T[26])
    return out


def word_features(text: Text, at: int) -> list[int]:
    """What one word that can fill a slot looks like."""
    tokens = text.tokens
    token = tokens[at]
    number = token.sentence
    first, end = text.sentences[number]
    kind = token.kind * 0x9E3779
    sense = token.sense
    out = [T[30] + kind, T[31] + kind + token.hash * A[31]]
    add = out.append
    if sense.item:
        add(T[32] + word_hash(sense.item) * A[32])
    place = token.place
    if place:
        add(T[33] + kind + place * A[33])
    if sense.number >= 0:
        add(T[34] + sense.number * A[34])
    left = [tokens[one].general if one >= first else START for one in range(at - 1, at - 6, -1)]
    right = [tokens[one].general if one < end else END for one in range(at + 1, at + 6)]
    l0, l1, l2 = left[:3]
    r0, r1, r2 = right[:3]
    for distance in range(4):
        add(T[35 + distance] + kind + left[distance] * A[35])
        add(T[40 + distance] + kind + right[distance] * A[40])
    add(T[45] + kind + l1 * A[45] + l0 * B[45])
    add(T[46] + kind + r0 * A[46] + r1 * B[46])
    add(T[47] + kind + l0 * A[47] + r0 * B[47])
    add(T[48] + kind + l2 * A[48] + l1 * B[48] + l0 * C[48])
    add(T[49] + kind + r0 * A[49] + r1 * B[49] + r2 * C[49])
    add(T[50] + kind + token.hash * A[50] + l0 * B[50])
    add(T[51] + kind + token.hash * A[51] + r0 * B[51])
    out += [T[52] + kind + word * A[52] for word in set(left)]
    out += [T[53] + kind + word * A[53] for word in set(right)]
    out += [
        T[54] + kind + one.hash * A[54]
        for one in tokens[max(first, at - 14) : max(first, at - 5)]
        if not one.kind
    ]
    out += [
        T[55] + kind + one.hash * A[55]
        for one in tokens[at + 6 : min(end, at + 12)]
        if not one.kind
    ]
    before = tokens[max(first, at - 12) : at]
    behind = tokens[at + 1 : min(end, at + 9)]
    classes = [one for near in before for one in near.classes[:2]]
    follow = [one for near in behind for one in near.classes[:2]]
    for distance, one in enumerate(classes[:-4:-1]):
        add(T[56 + distance] + kind + one * A[56])
    for distance, one in enumerate(follow[:2]):
        add(T[60 + distance] + kind + one * A[60])
    out += [T[63] + kind + one * A[63] for one in set(classes)]
    out += [T[64] + kind + one * A[64] for one in set(follow)]
    c0 = classes[-1] if classes else START
    add(T[65] + kind + c0 * A[65] + (follow[0] if follow else END) * B[65])
    add(T[66] + kind + (classes[-2] if len(classes) > 1 else START) * A[66] + c0 * B[66])
    add(T[67] + kind + c0 * A[67] + l0 * B[67])
    for one in token.classes:
        add(T[68] + kind + one * A[68])
        add(T[69] + kind + one * A[69] + l0 * B[69])
        add(T[70] + kind + one * A[70] + r0 * B[70])
    function = [near.hash for near in before if near.word in _FUNCTION][-2:]
    add(T[71] + kind + sum(word * (one + 1) for one, word in enumerate(function)) * A[71])
    slots = text.slots
    order = slots.index(at)
    for beside, template in ((order - 1, 72), (order + 1, 76)):
        if not 0 <= beside < len(slots):
            add(T[template] + kind)
            continue
        near_one = tokens[slots[beside]]
        same = near_one.sentence == number
        distance = min(abs(near_one.index - at), 6)
        add(T[template + 1] + kind + near_one.kind * A[template] + same * B[template])
        add(T[template + 2] + kind + near_one.kind * A[template] + distance * B[template])
        if near_one.sense.cue:
            add(T[template + 3] + kind + near_one.hash * A[template])
    label = label_of(tokens, first, at)
    if label is not None:
        whole = 0
        for near in tokens[slice(*label)]:
            add(T[80] + kind + near.hash * A[80])
            for one in near.classes[:2]:
                add(T[81] + kind + one * A[81])
            whole = (whole * 31 + near.hash) & 0xFFFFFF
        add(T[82] + kind + whole * A[82])
        between = sum(one.kind != 0 for one in tokens[label[1] : at])
        add(T[83] + kind + between * A[83] + tokens[label[1]].hash * B[83])
    if first < at and tokens[first].word in _BULLETS:
        add(T[84] + kind + tokens[first].hash * A[84])
    add(T[85] + kind + min(at - first, 3) * A[85] + min(end - 1 - at, 2) * B[85])
    if sum((one.word in "([") - (one.word in ")]") for one in tokens[first:at]) > 0:
        add(T[93] + kind)
    if place:
        _board(text, order, place, kind, out)
    for template, same_kind in ((98, ITEM), (100, ROOM | MACHINE)):
        if token.kind & same_kind:
            value = (sense.item, sense.room or sense.machine)
            alike = [
                one
                for one in slots
                if one != at
                and tokens[one].kind & same_kind
                and (tokens[one].sense.item, tokens[one].sense.room or tokens[one].sense.machine)
                == value
            ]
            if any(one < at for one in alike):
                add(T[template] + kind)
            if any(one > at for one in alike):
                add(T[template + 1] + kind)
    return out


def word_in_sentence(text: Text, at: int, sentences: Sequence[Guess]) -> list[int]:
    """What the sentences seem to be, its own and those around it, for one word."""
    token = text.tokens[at]
    number = token.sentence
    kind = token.kind * 0x9E3779
    l0 = text.tokens[at - 1].general if at > text.sentences[number][0] else START
    seems = sentences[number]
    last = len(sentences) - 1
    others = [one.nothing for place, one in enumerate(sentences) if place != number]
    least = min(others) // 3 if others else 4
    return [
        T[86] + kind + seems.label * A[86],
        T[87] + kind + seems.label * A[87] + seems.sure * B[87],
        T[88] + kind + seems.label * A[88] + l0 * B[88],
        T[89] + kind + seems.nothing * A[89],
        T[90] + kind + (sentences[number - 1].label if number else -1) * A[90],
        T[91] + kind + (sentences[number + 1].label if number < last else -1) * A[91],
        T[92] + kind + seems.nothing // 3 * A[92] + least * B[92],
    ]


def _board(text: Text, order: int, place: int, kind: int, out: list[int]) -> None:
    """Whether the room is next to those named before and behind."""
    tokens, slots = text.tokens, text.slots
    before = (
        next((p for one in slots[order - 1 :: -1] if (p := tokens[one].place)), 0) if order else 0
    )
    behind = next((p for one in slots[order + 1 :] if (p := tokens[one].place)), 0)
    facts = (
        ((before, place) in TOUCHING)
        | ((place, behind) in TOUCHING) << 1
        | (place == before) << 2
        | (place == behind) << 3
    )
    out.append(T[94] + kind + facts * A[94])


def sentence_again(
    number: int, text: Text, sentences: Sequence[Guess], words: dict[int, Guess]
) -> list[int]:
    """What a sentence looks like once all words and sentences have been guessed at."""
    out: list[int] = []
    add = out.append
    own = sentences[number]
    last = len(sentences) - 1
    add(T[110] + own.label * A[110] + own.sure * B[110])
    add(T[111] + own.nothing * A[111])
    for template, distance in ((112, -2), (115, -1), (118, 1), (121, 2)):
        beside = number + distance
        near = sentences[beside] if 0 <= beside <= last else Guess(9, 0, -1, 9)
        add(T[template] + near.label * A[112] + near.sure * B[112])
        add(T[template + 1] + own.nothing * A[113] + near.nothing // 3 * B[113])
        add(T[template + 2] + own.label * A[114] + own.sure * B[114] + near.label * C[114])
    left = sentences[number - 1].label if number else 9
    right = sentences[number + 1].label if number < last else 9
    add(T[124] + left * A[124] + own.label * B[124] + right * C[124])
    least = min((one.nothing // 3 for at, one in enumerate(sentences) if at != number), default=4)
    add(T[125] + least * A[125] + own.nothing * B[125])
    turns = sum(one.label == 1 and one.sure > 2 for at, one in enumerate(sentences) if at != number)
    add(T[126] + min(turns, 4) * A[126] + own.nothing * B[126])
    mine = [0] * len(ROLES)
    others = [0] * len(ROLES)
    earlier = [0] * len(ROLES)
    for at, word in words.items():
        where = text.tokens[at].sentence
        if where == number:
            mine[word.label] += 1
            add(T[127] + word.label * A[127] + word.sure * B[127])
            if word.second >= 0:
                add(T[128] + word.second * A[128])
        else:
            others[word.label] += 1
            if where < number:
                earlier[word.label] += 1
    bits = 0
    for role in range(1, len(ROLES)):
        add(T[129] + role * A[129] + (mine[role] > 0) * B[129] + (others[role] > 0) * C[129])
        if mine[role]:
            bits |= 1 << role
            add(T[130] + role * A[130] + min(mine[role], 3) * B[130] + own.label * C[130])
    add(T[131] + bits * A[131])
    core = [(mine[ROLE[one]] > 0, others[ROLE[one]] > 0) for one in ("min", "act", "go", "use")]
    has = sum(pair[0] << at for at, pair in enumerate(core))
    elsewhere = sum(pair[1] << at for at, pair in enumerate(core[:3]))
    add(T[132] + elsewhere * A[132] + own.nothing * B[132])
    add(T[133] + has * A[133] + elsewhere * B[133])
    for at, one in enumerate(("act", "min", "go", "use")):
        add(T[134 + at] + (earlier[ROLE[one]] > 0) * A[134] + (mine[ROLE[one]] > 0) * B[134])
    return out


_ELSEWHERE: Final = [
    ROLE[role]
    for role in (
        *("min", "act", "go", "use", "fail", "target", "give", "back", "drop", "to", "here"),
        *("block", "join", "leave"),
    )
]
_WALKS: Final = frozenset((ROLE["go"], ROLE["here"]))
_LEADS: Final = frozenset((ROLE["go"], ROLE["target"], ROLE["fail"]))
_QUIET: Final = frozenset((NONE, ROLE["count"]))


def word_again(text: Text, at: int, words: dict[int, Guess]) -> list[int]:
    """What a word looks like once all words have been guessed at."""
    tokens, slots = text.tokens, text.slots
    token = tokens[at]
    kind = token.kind * 0x9E3779
    own = words[at]
    role, other = own.label, own.second
    both = role * 32 + other
    out = [
        T[140] + role * A[140] + own.sure * B[140],
        T[141] + both * A[141] + own.sure * B[141],
        T[142] + kind + both * A[142],
    ]
    add = out.append
    order = slots.index(at)
    near = []
    for template, distance in ((143, -3), (144, -2), (145, -1), (146, 1), (147, 2), (148, 3)):
        beside = order + distance
        inside = 0 <= beside < len(slots)
        label = words[slots[beside]].label if inside else 30
        same = inside and tokens[slots[beside]].sentence == token.sentence
        add(T[template] + kind + label * A[143] + same * B[143])
        add(T[template + 6] + role * A[144] + label * B[144] + same * C[144])
        near.append(label)
    add(T[155] + kind + near[2] * A[155] + near[3] * B[155])
    add(T[156] + both * A[156] + near[2] * B[156] + near[3] * C[156])
    add(T[157] + role * A[157] + near[1] * B[157] + near[2] * C[157])
    add(T[158] + role * A[158] + near[3] * B[158] + near[4] * C[158])
    loud = [words[one].label for one in slots[:order] if words[one].label not in _QUIET]
    later = [words[one].label for one in slots[order + 1 :] if words[one].label not in _QUIET]
    before, behind = (loud[-1] if loud else 30), (later[0] if later else 30)
    add(T[159] + both * A[159] + before * B[159] + behind * C[159])
    add(T[160] + kind + before * A[160])
    add(T[161] + kind + behind * A[161])
    surest = [0] * len(ROLES)
    here = 0
    for one in slots:
        if one == at:
            continue
        word = words[one]
        surest[word.label] = max(surest[word.label], word.sure)
        if tokens[one].sentence == token.sentence:
            here |= 1 << word.label
    for count, one in enumerate(_ELSEWHERE):
        sure = surest[one] > 2
        key = both if count < 3 else role
        add(T[162 + count] + key * A[162] + sure * B[162])
    for one in range(len(ROLES)):
        if here & (1 << one):
            add(T[178] + both * A[178] + one * B[178])
            add(T[179] + kind + one * A[179])
    sense = token.sense
    for one in slots:
        label = words[one].label
        if one != at and label != NONE:
            like = tokens[one].sense
            if (sense.item and like.item == sense.item) or (
                token.place and tokens[one].place == token.place
            ):
                add(T[180] + kind + both * A[180] + label * B[180] + (one < at) * C[180])
    place = token.place
    if place:
        last = next(
            (tokens[one].place for one in slots[:order][::-1] if words[one].label in _WALKS), 0
        )
        following = next(
            (tokens[one].place for one in slots[order + 1 :] if words[one].label in _LEADS), 0
        )
        walk = 2 if not last else int(last == place or (last, place) in TOUCHING)
        lead = 2 if not following else int(following == place or (place, following) in TOUCHING)
        add(T[181] + both * A[181] + walk * B[181] + lead * C[181])
    return out


def action_features(
    text: Text, facts: int, cues: Sequence[Token], items: Sequence[str], position: int
) -> list[int]:
    """What tells which action a turn takes: its cues, its tiles, where it is."""
    out = [T[190], T[191] + position * A[191], T[192] + facts * A[192]]
    for cue in cues:
        out.append(T[193] + cue.hash * A[193])
        if cue.sense.machine:
            out.append(T[194] + cue.sense.machine * A[194])
        if cue.sense.item:
            out.append(T[195] + word_hash(cue.sense.item) * A[195])
    hashes = sorted({cue.hash for cue in cues})
    out += [T[196] + x * A[196] + y * B[196] for x in hashes for y in hashes if x < y]
    out += [T[197] + word_hash(item) * A[197] for item in items]
    where = {cue.sentence for cue in cues}
    for number in where:
        for token in text.tokens[slice(*text.sentences[number])]:
            if not token.kind & NUMBER and token.word[0].isalpha():
                out.append(T[198] + token.hash * A[198])
            if token.sense.machine:
                out.append(T[199] + token.sense.machine * A[199])
    return out
