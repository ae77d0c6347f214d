"""What the learnt models look at: features of sentences and of words, as numbers.

A feature is a whole number made from its template and from the words that fill it; its low bits are
its place, under which the models look their weights up.  All is integer arithmetic, so that
training and reading see the same features on every machine.

Most features come from a single word, and the words are few: what each adds is worked out once, and
what no model has learnt anything of is left out of that.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Sequence
from functools import reduce
from itertools import accumulate, chain, pairwise
from operator import or_
from typing import Final, NamedTuple, TypeAlias
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
    others = [*probabilities]
    others[label] = _HARDLY
    second = max(others)
    return Guess(
        label,
        int(best * 4.99),
        others.index(second) if second > _HARDLY else -1,
        int(probabilities[0] * 9.99),
    )


_HARDLY: Final = 0.05
"""A label that is less probable is not the second one."""

FINEST: Final = (1 << 20) - 1
"""The bits of a feature in which a model's table may look for it; small numbers are quick."""


def _constants(name: str, count: int) -> list[int]:
    return [(crc32(f"{name}{number}".encode()) | 1) & FINEST for number in range(count)]


KIND: Final = 0x9E3779 & FINEST
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


Learnt: TypeAlias = bytes | bytearray
"""By its place, whether anything is learnt of a feature."""
EVERY: Final = bytes([1]) * (FINEST + 1)
"""Where everything is still to be learnt."""

MOST_KEPT: Final = 1_000
"""Numbers of which one table remembers what they add."""


class Memo(dict[int, tuple[int, ...]]):
    """The places that a number adds, worked out when it is first asked for."""

    __slots__ = ("_features", "_learnt")

    def __init__(self, features: Callable[[int], Iterable[int]], learnt: Learnt) -> None:
        super().__init__()
        self._features, self._learnt = features, learnt

    def __missing__(self, key: int) -> tuple[int, ...]:
        if len(self) >= MOST_KEPT:
            self.clear()
        found = self[key] = tuple(places(self._features(key), self._learnt))
        return found


def places(features: Iterable[int], learnt: Learnt) -> set[int]:
    """The places of those features of which anything is learnt."""
    return {place for one in features if learnt[place := one & FINEST]}


def _of_words(learnt: Learnt, kind: int, *templates: tuple[int, int]) -> Memo:
    """What a word adds to some templates, each with the factor of its word."""
    rows = [(T[template] + kind, A[factor]) for template, factor in templates]
    return Memo(lambda word: [base + word * factor for base, factor in rows], learnt)


def _bits(number: int) -> list[int]:
    return [at for at in range(number.bit_length()) if number >> at & 1]


class Layout:
    """Where things stand in a text, as the features of its words and sentences need it."""

    __slots__ = (
        "alike", "before", "behind", "class_ends", "classes", "depth", "function", "function_ends",
        "general", "kinds", "label", "order", "own", "quiet", "quiet_ends", "text",
    )  # fmt: skip

    def __init__(self, text: Text) -> None:
        tokens, slots = text.tokens, text.slots
        self.text = text
        self.general = [one.general for one in tokens]
        # What some words have, in a row; of each word, how much of it stands before.
        classes = [one.classes[:2] for one in tokens]
        self.classes = list(chain.from_iterable(classes))
        self.class_ends = list(accumulate(map(len, classes), initial=0))
        self.function = [one.hash for one in tokens if one.word in _FUNCTION]
        self.function_ends = list(accumulate([one.word in _FUNCTION for one in tokens], initial=0))
        self.quiet = [one.hash for one in tokens if not one.kind]
        self.quiet_ends = list(accumulate([not one.kind for one in tokens], initial=0))
        self.depth = list(
            accumulate([(one.word in "([") - (one.word in ")]") for one in tokens], initial=0)
        )
        self.own = [  # the words and marks of each sentence
            [token for token in tokens[first:end] if token.word[0] != "\n"]
            for first, end in text.sentences
        ]
        self.kinds = [reduce(or_, [token.kind for token in own], 0) for own in self.own]
        self.label = [label_of(tokens, first, end) for first, end in text.sentences]
        self.order = {at: order for order, at in enumerate(slots)}
        self.before: list[int] = []  # of each slot: the place that was named last before it
        self.alike: dict[tuple[bool, object], tuple[int, int]] = {}
        """Of tiles and places: the first slot that names one, and the last."""
        place = 0
        for at in slots:
            self.before.append(place)
            place = tokens[at].place or place
            for key in _named(tokens[at]):
                self.alike[key] = (self.alike.get(key, (at, at))[0], at)
        self.behind: list[int] = []  # and the next one behind it
        place = 0
        for at in reversed(slots):
            self.behind.append(place)
            place = tokens[at].place or place
        self.behind.reverse()


def label_of(tokens: Sequence[Token], first: int, end: int) -> tuple[int, int] | None:
    """The words before a colon, bar or arrow at the beginning of a line: first and behind last."""
    while first < end and tokens[first].word in _BULLETS:
        first += 1
    for at in range(first, min(end, first + 7)):
        if tokens[at].word in COLONS:
            return first, at
    return None


def _named(token: Token) -> list[tuple[bool, object]]:
    """The tile that a token names, and the place."""
    sense, kind = token.sense, token.kind
    value = (sense.item, sense.room or sense.machine)
    return [
        (is_tile, value)
        for is_tile, kinds in ((True, ITEM), (False, ROOM | MACHINE))
        if kind & kinds
    ]


def _whole(tokens: Iterable[Token]) -> int:
    """A number for some words in a row."""
    whole = 0
    for token in tokens:
        whole = (whole * 31 + token.hash) & 0xFFFFFF
    return whole


class _OfKinds:
    """What single words around one that can fill a slot add, by the kinds of that one."""

    def __init__(self, kinds: int, learnt: Learnt) -> None:
        kind = self.kind = kinds * KIND

        def memo(*templates: tuple[int, int]) -> Memo:
            return _of_words(learnt, kind, *templates)

        self.left = [*(memo((35 + at, 35), (52, 52)) for at in range(4)), memo((52, 52))]
        self.right = [*(memo((40 + at, 40), (53, 53)) for at in range(4)), memo((53, 53))]
        self.far_left, self.far_right = memo((54, 54)), memo((55, 55))
        # The third and all further ones are alike.
        self.before = [*(memo((56 + at, 56), (63, 63)) for at in range(3)), *[memo((63, 63))] * 21]
        self.behind = [*(memo((60 + at, 60), (64, 64)) for at in range(2)), *[memo((64, 64))] * 14]
        self.label, self.label_class = memo((80, 80)), memo((81, 81))
        self.roles_here = Memo(
            lambda roles: [T[179] + kind + one * A[179] for one in _bits(roles)], learnt
        )


class Features:
    """The places of sentences and of words that can fill a slot, at the first look and again.

    *sentences* and *words*: what any model of theirs has learnt.
    """

    def __init__(self, sentences: Learnt = EVERY, words: Learnt = EVERY) -> None:
        self._sentences, self._words = sentences, words
        self._of_kinds: dict[int, _OfKinds] = {}
        self._inside = _of_words(sentences, 0, (1, 1))
        self._class = _of_words(sentences, 0, (7, 7))
        self._first = _of_words(sentences, 0, (4, 4))
        self._last = _of_words(sentences, 0, (5, 5))
        self._kinds = Memo(
            lambda kinds: [T[10] + kinds * A[10], *(T[11] + bit * A[11] for bit in _bits(kinds))],
            sentences,
        )
        self._beside = {
            template: (
                _of_words(sentences, 0, (template + 1, template)),
                _of_words(sentences, 0, (template + 2, template)),
                _of_words(sentences, 0, (template + 3, template)),
            )
            for template in (14, 18)
        }
        self._above = _of_words(sentences, 0, (22, 22))
        self._label = _of_words(sentences, 0, (23, 23))
        self._roles = Memo(self._which_roles, sentences)
        self._elsewhere = Memo(self._sure_elsewhere, words)
        self._here = Memo(
            lambda key: [
                T[178] + (key >> 24) * A[178] + one * B[178] for one in _bits(key % 2**24)
            ],
            words,
        )

    # -- sentences -----------------------------------------------------------------------------

    def sentence(self, layout: Layout, number: int) -> set[int]:
        """What one sentence looks like, with a little of those around it."""
        text = layout.text
        tokens, sentences = text.tokens, text.sentences
        first, end = sentences[number]
        own, kinds = layout.own[number], layout.kinds[number]
        general = [token.general for token in own]
        classes = layout.classes[layout.class_ends[first] : layout.class_ends[end]]
        out = [T[0]]
        add = out.append
        row = (START, START, *general, END)
        t2, a2, b2, t3, a3, b3, c3 = T[2], A[2], B[2], T[3], A[3], B[3], C[3]
        out += [t2 + before * a2 + word * b2 for before, word in pairwise(row[1:])]
        out += [
            t3 + pair * a3 + before * b3 + word * c3
            for (pair, before), word in zip(pairwise(row), row[2:], strict=False)
        ]
        out += [T[8] + x * A[8] + y * B[8] for x, y in pairwise((START, *classes, END))]
        subject = 0
        if classes:
            for token in own:
                if token.word in _SUBJECTS:
                    subject = token.hash
                elif token.classes:
                    add(T[9] + subject * A[9] + token.classes[0] * B[9])
        add(T[12] + min(len(own) // 4, 6) * A[12])
        last = len(sentences) - 1
        add(T[13] + min(number, 4) * A[13] + min(last - number, 4) * B[13])
        parts = [self._kinds[kinds]]
        if general:
            parts += self._first[general[0]], self._last[general[-1]]
            if len(general) > 1:
                add(T[6] + general[0] * A[6] + general[1] * B[6])
        for beside, template in ((number - 1, 14), (number + 1, 18)):
            if not 0 <= beside <= last:
                add(T[template])
                continue
            near = layout.own[beside]
            of_kinds, of_first, of_last = self._beside[template]
            parts.append(of_kinds[layout.kinds[beside]])
            if near:
                parts += of_first[near[0].hash], of_last[near[-1].hash]
                if template == 14:
                    above = self._above
                    parts += [above[token.hash] for token in near]
        label = layout.label[number]
        if label is not None:
            words = tokens[slice(*label)]
            parts += [self._label[token.hash] for token in words]
            add(T[24] + _whole(words) * A[24])
            add(T[25] + tokens[label[1]].hash * A[25])
        if own and own[0].word in _BULLETS:
            add(T[26])
        inside = self._inside
        return places(out, self._sentences).union(
            *parts, *[inside[token.hash] for token in own], *map(self._class.__getitem__, classes)
        )

    def sentences_again(
        self,
        layout: Layout,
        sentences: Sequence[Guess],
        words: dict[int, Guess],
        wanted: Container[int],
    ) -> dict[int, set[int]]:
        """What those *wanted* look like once all words and sentences have been guessed at."""
        tokens = layout.text.tokens
        inside = [[0] * len(ROLES) for _ in sentences]
        own: list[list[int]] = [[] for _ in sentences]
        total = [0] * len(ROLES)
        for at, word in words.items():
            number = tokens[at].sentence
            inside[number][word.label] += 1
            total[word.label] += 1
            own[number].append(T[127] + word.label * A[127] + word.sure * B[127])
            if word.second >= 0:
                own[number].append(T[128] + word.second * A[128])
        found = {}
        earlier = [0] * len(ROLES)
        for number, mine in enumerate(inside):
            if number not in wanted:
                earlier = list(map(int.__add__, earlier, mine))
                continue
            others = list(map(int.__sub__, total, mine))
            out = own[number]
            out += _context(number, sentences)
            label, nothing = sentences[number].label, sentences[number].nothing
            has = _present(mine)
            elsewhere = _present(others)
            out += [
                T[130] + role * A[130] + min(mine[role], 3) * B[130] + label * C[130]
                for role in _bits(has)
                if role
            ]
            out.append(T[131] + (has & ~1) * A[131])
            core = sum((has >> ROLE[one] & 1) << at for at, one in enumerate(_CORE))
            away = sum((elsewhere >> ROLE[one] & 1) << at for at, one in enumerate(_CORE[:3]))
            out.append(T[132] + away * A[132] + nothing * B[132])
            out.append(T[133] + core * A[133] + away * B[133])
            for at, one in enumerate(("act", "min", "go", "use")):
                role = ROLE[one]
                out.append(T[134 + at] + (earlier[role] > 0) * A[134] + (mine[role] > 0) * B[134])
            roles = self._roles[has | elsewhere << len(ROLES)]
            found[number] = places(out, self._sentences).union(roles)
            earlier = list(map(int.__add__, earlier, mine))
        return found

    @staticmethod
    def _which_roles(key: int) -> list[int]:
        """Which roles there are in a sentence, and which elsewhere."""
        has, elsewhere = key & ((1 << len(ROLES)) - 1), key >> len(ROLES)
        return [
            T[129] + role * A[129] + (has >> role & 1) * B[129] + (elsewhere >> role & 1) * C[129]
            for role in range(1, len(ROLES))
        ]

    # -- words ---------------------------------------------------------------------------------

    def _by_kinds(self, kinds: int) -> _OfKinds:
        found = self._of_kinds.get(kinds)
        if found is None:
            found = self._of_kinds[kinds] = _OfKinds(kinds, self._words)
        return found

    def word(self, layout: Layout, at: int) -> set[int]:
        """What one word that can fill a slot looks like."""
        text, general = layout.text, layout.general
        tokens = text.tokens
        token = tokens[at]
        number = token.sentence
        first, end = text.sentences[number]
        tables = self._by_kinds(token.kind)
        kind, sense, own, place = tables.kind, token.sense, token.hash, token.place
        left = general[max(first, at - 5) : at][::-1]
        left += [START] * (5 - len(left))
        right = general[at + 1 : min(end, at + 6)]
        right += [END] * (5 - len(right))
        l0, l1, l2, *_ = left
        r0, r1, r2, *_ = right
        out = [
            T[30] + kind,
            T[31] + kind + own * A[31],
            T[45] + kind + l1 * A[45] + l0 * B[45],
            T[46] + kind + r0 * A[46] + r1 * B[46],
            T[47] + kind + l0 * A[47] + r0 * B[47],
            T[48] + kind + l2 * A[48] + l1 * B[48] + l0 * C[48],
            T[49] + kind + r0 * A[49] + r1 * B[49] + r2 * C[49],
            T[50] + kind + own * A[50] + l0 * B[50],
            T[51] + kind + own * A[51] + r0 * B[51],
            T[85] + kind + min(at - first, 3) * A[85] + min(end - 1 - at, 2) * B[85],
        ]
        add = out.append
        if sense.item:
            add(T[32] + word_hash(sense.item) * A[32])
        if place:
            add(T[33] + kind + place * A[33])
        if sense.number >= 0:
            add(T[34] + sense.number * A[34])
        parts = [table[word] for table, word in zip(tables.left, left, strict=True)]
        parts += [table[word] for table, word in zip(tables.right, right, strict=True)]
        quiet, ends = layout.quiet, layout.quiet_ends
        far = quiet[ends[max(first, at - 14)] : ends[max(first, at - 5)]]
        parts += map(tables.far_left.__getitem__, far)
        far = quiet[ends[min(end, at + 6)] : ends[min(end, at + 12)]]
        parts += map(tables.far_right.__getitem__, far)
        named, ends = layout.classes, layout.class_ends
        classes = named[ends[max(first, at - 12)] : ends[at]]
        follow = named[ends[at + 1] : ends[min(end, at + 9)]]
        c0 = START
        if classes:
            c0 = classes[-1]
            near_first = zip(tables.before, reversed(classes), strict=False)
            parts += [table[one] for table, one in near_first]
        parts += [table[one] for table, one in zip(tables.behind, follow, strict=False)]
        add(T[65] + kind + c0 * A[65] + (follow[0] if follow else END) * B[65])
        add(T[66] + kind + (classes[-2] if len(classes) > 1 else START) * A[66] + c0 * B[66])
        add(T[67] + kind + c0 * A[67] + l0 * B[67])
        for one in token.classes:
            add(T[68] + kind + one * A[68])
            add(T[69] + kind + one * A[69] + l0 * B[69])
            add(T[70] + kind + one * A[70] + r0 * B[70])
        ends = layout.function_ends
        function = layout.function[ends[max(first, at - 12)] : ends[at]][-2:]
        add(T[71] + kind + sum(word * (one + 1) for one, word in enumerate(function)) * A[71])
        slots, order = text.slots, layout.order[at]
        for beside, template in ((order - 1, 72), (order + 1, 76)):
            if not 0 <= beside < len(slots):
                add(T[template] + kind)
                continue
            near = tokens[slots[beside]]
            base = kind + near.kind * A[template]
            add(T[template + 1] + base + (near.sentence == number) * B[template])
            add(T[template + 2] + base + min(abs(near.index - at), 6) * B[template])
            if near.sense.cue:
                add(T[template + 3] + kind + near.hash * A[template])
        label = layout.label[number]
        if label is not None and label[1] < at:
            words = tokens[slice(*label)]
            parts += [tables.label[near.hash] for near in words]
            parts += [tables.label_class[one] for near in words for one in near.classes[:2]]
            add(T[82] + kind + _whole(words) * A[82])
            between = sum(one.kind != 0 for one in tokens[label[1] : at])
            add(T[83] + kind + between * A[83] + tokens[label[1]].hash * B[83])
        if first < at and tokens[first].word in _BULLETS:
            add(T[84] + kind + tokens[first].hash * A[84])
        if layout.depth[at] > layout.depth[first]:
            add(T[93] + kind)
        if place:
            add(T[94] + kind + _touching(layout.before[order], place, layout.behind[order]) * A[94])
        for key in _named(token):
            earliest, latest = layout.alike[key]
            template = 98 if key[0] else 100
            if earliest < at:
                add(T[template] + kind)
            if latest > at:
                add(T[template + 1] + kind)
        return places(out, self._words).union(*parts)

    def word_in_sentence(self, layout: Layout, at: int, sentences: Sequence[Guess]) -> set[int]:
        """What the sentences seem to be, its own and those around it, for one word."""
        text = layout.text
        token = text.tokens[at]
        number = token.sentence
        kind = token.kind * KIND
        l0 = layout.general[at - 1] if at > text.sentences[number][0] else START
        seems = sentences[number]
        label, nothing = seems.label, seems.nothing
        last = len(sentences) - 1
        others = [one.nothing for place, one in enumerate(sentences) if place != number]
        least = min(others) // 3 if others else 4
        behind = sentences[number + 1].label if number < last else -1
        out = (
            T[86] + kind + label * A[86],
            T[87] + kind + label * A[87] + seems.sure * B[87],
            T[88] + kind + label * A[88] + l0 * B[88],
            T[89] + kind + nothing * A[89],
            T[90] + kind + (sentences[number - 1].label if number else -1) * A[90],
            T[91] + kind + behind * A[91],
            T[92] + kind + nothing // 3 * A[92] + least * B[92],
        )
        return places(out, self._words)

    def word_again(
        self, layout: Layout, at: int, words: dict[int, Guess], loud: Sequence[int]
    ) -> set[int]:
        """What a word looks like once all words have been guessed at; *loud*: see `loud_slots`."""
        text = layout.text
        tokens, slots = text.tokens, text.slots
        token = tokens[at]
        tables = self._by_kinds(token.kind)
        kind, number, place = tables.kind, token.sentence, token.place
        own = words[at]
        role = own.label
        both = role * 32 + own.second
        out = [
            T[140] + role * A[140] + own.sure * B[140],
            T[141] + both * A[141] + own.sure * B[141],
            T[142] + kind + both * A[142],
        ]
        add = out.append
        order = layout.order[at]
        near = []
        for template, distance in ((143, -3), (144, -2), (145, -1), (146, 1), (147, 2), (148, 3)):
            beside = order + distance
            inside = 0 <= beside < len(slots)
            label = words[slots[beside]].label if inside else 30
            same = inside and tokens[slots[beside]].sentence == number
            add(T[template] + kind + label * A[143] + same * B[143])
            add(T[template + 6] + role * A[144] + label * B[144] + same * C[144])
            near.append(label)
        add(T[155] + kind + near[2] * A[155] + near[3] * B[155])
        add(T[156] + both * A[156] + near[2] * B[156] + near[3] * C[156])
        add(T[157] + role * A[157] + near[1] * B[157] + near[2] * C[157])
        add(T[158] + role * A[158] + near[3] * B[158] + near[4] * C[158])
        before = behind = 30
        last = sure = here = 0
        following: int | None = None
        sense = token.sense
        for one in loud:
            word = words[one]
            label = word.label
            if one == at:
                continue
            if word.sure > 2:
                sure |= 1 << label
            other = tokens[one]
            if other.sentence == number:
                here |= 1 << label
            if label not in _QUIET:
                if one < at:
                    before = label
                elif behind == 30:
                    behind = label
            if (sense.item and other.sense.item == sense.item) or (place and other.place == place):
                add(T[180] + kind + both * A[180] + label * B[180] + (one < at) * C[180])
            if one < at and label in _WALKS:
                last = other.place
            elif one > at and following is None and label in _LEADS:
                following = other.place
        add(T[159] + both * A[159] + before * B[159] + behind * C[159])
        add(T[160] + kind + before * A[160])
        add(T[161] + kind + behind * A[161])
        first, end = text.sentences[number]
        if any(first <= one < end and one != at and not words[one].label for one in slots):
            here |= 1
        if place:
            walk = 2 if not last else int(last == place or (last, place) in TOUCHING)
            lead = 2 if not following else int(following == place or (place, following) in TOUCHING)
            add(T[181] + both * A[181] + walk * B[181] + lead * C[181])
        return places(out, self._words).union(
            self._elsewhere[both << len(ROLES) | sure],
            self._here[both << 24 | here],
            tables.roles_here[here],
        )

    @staticmethod
    def _sure_elsewhere(key: int) -> list[int]:
        """Which roles are surely filled by other words."""
        both, sure = key >> len(ROLES), key & ((1 << len(ROLES)) - 1)
        role = (both + 1) // 32
        return [
            T[162 + at] + (both if at < 3 else role) * A[162] + (sure >> one & 1) * B[162]
            for at, one in enumerate(_ELSEWHERE)
        ]


def _touching(before: int, place: int, behind: int) -> int:
    """Whether a room is next to those named before and behind, as bits."""
    return (
        ((before, place) in TOUCHING)
        | ((place, behind) in TOUCHING) << 1
        | (place == before) << 2
        | (place == behind) << 3
    )


def _present(counts: Sequence[int]) -> int:
    """Which of some counts are not 0, as bits."""
    return sum(1 << at for at, count in enumerate(counts) if count)


def _context(number: int, sentences: Sequence[Guess]) -> list[int]:
    """What a sentence seems to be, and those around it."""
    own = sentences[number]
    last = len(sentences) - 1
    out = [
        T[110] + own.label * A[110] + own.sure * B[110],
        T[111] + own.nothing * A[111],
    ]
    add = out.append
    for template, distance in ((112, -2), (115, -1), (118, 1), (121, 2)):
        beside = number + distance
        near = sentences[beside] if 0 <= beside <= last else _OUTSIDE
        add(T[template] + near.label * A[112] + near.sure * B[112])
        add(T[template + 1] + own.nothing * A[113] + near.nothing // 3 * B[113])
        add(T[template + 2] + own.label * A[114] + own.sure * B[114] + near.label * C[114])
    left = sentences[number - 1].label if number else 9
    right = sentences[number + 1].label if number < last else 9
    add(T[124] + left * A[124] + own.label * B[124] + right * C[124])
    others = [one for at, one in enumerate(sentences) if at != number]
    least = min([one.nothing // 3 for one in others], default=4)
    add(T[125] + least * A[125] + own.nothing * B[125])
    turns = sum(one.label == 1 and one.sure > 2 for one in others)
    add(T[126] + min(turns, 4) * A[126] + own.nothing * B[126])
    return out


_OUTSIDE: Final = Guess(9, 0, -1, 9)
_CORE: Final = ("min", "act", "go", "use")
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


def loud_slots(text: Text, words: dict[int, Guess]) -> list[int]:
    """The words that seem to fill a slot."""
    return [at for at in text.slots if words[at].label != NONE]


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
