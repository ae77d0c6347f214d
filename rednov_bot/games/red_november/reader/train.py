"""Fit the reader's weights to the samples: `make train` (numpy; a build-time extra).

The same samples give the same weights of the roles, to the bit, on every machine: features are
integers, sums are taken in a fixed order, and only operations are used that IEEE 754 rounds
exactly.  Reranker and gate learn from readings, whose costs are logarithms: there a C library that
rounds otherwise may move a feature.
"""

from __future__ import annotations

import random
import re
import zlib
from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from itertools import chain, combinations
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Final

import numpy as np

from rednov_bot.games.red_november.reader import samples as S
from rednov_bot.games.red_november.reader.decoder import ACTIONS, facts, fill
from rednov_bot.games.red_november.reader.features import (
    NONE,
    ROLE,
    ROLES,
    SENTENCES,
    Features,
    Guess,
    Layout,
    action_features,
    guess,
    loud_slots,
)
from rednov_bot.games.red_november.reader.gate import ANSWERS, gate_features
from rednov_bot.games.red_november.reader.growing import grow
from rednov_bot.games.red_november.reader.lexicon import (
    ARTICLES,
    NUMBERS,
    PIECE,
    Lexicon,
    Sense,
    english_of,
    plain,
    word_set,
)
from rednov_bot.games.red_november.reader.model import (
    BIAS,
    FINE,
    LIVELY,
    SCALE,
    WEIGHTS,
    Model,
    Weights,
    save,
)
from rednov_bot.games.red_november.reader.reading import Look, Reader, log_odds
from rednov_bot.games.red_november.reader.reranker import OUTCOMES, reranking_features
from rednov_bot.games.red_november.reader.roles import ALLOWED
from rednov_bot.games.red_november.reader.tokens import (
    CUE,
    ITEM,
    MACHINE,
    NAME,
    NUMBER,
    PLACE,
    ROOM,
    YOU_KIND,
    Text,
)
from rednov_bot.games.red_november.reader.trees import Trees

_ITEM_ROLES: Final = frozenset(("use", "after", "give", "drop", "fail_use"))
_PLACE_ROLES: Final = frozenset(("go", "open", "target", "fail", "fail_open", "here"))
_LEADERS: Final = ARTICLES | word_set(
    "our your his her its their eir this that these those some another one of"
)
"""What may stand before the name of a thing."""
_NO_CUES: Final = _LEADERS | word_set(
    "and or to in on at for with from by up out off it them they i we you he she e em is "
    "are be was were did does not no any all get go take have has will shall into as if "
    "then so but minutes minute min mins here there me us him just more"
)
"""Words that stand everywhere, also where an action is named."""


@dataclass(slots=True)
class Row:
    """A sample with its tokens and what each word and sentence of it is."""

    sample: S.Sample
    text: Text
    roles: dict[int, int] = field(default_factory=dict)
    labels: list[int] = field(default_factory=list)
    weight: float = 1.0


def learn(samples: Sequence[S.Sample]) -> list[tuple[str, Sense]]:
    """Words that name actions, and spellings of tiles, places and numbers, from the marks."""
    bare = Lexicon((), S.names_of(list(samples)))
    cues: Counter[str] = Counter()
    total: Counter[str] = Counter()
    free: Counter[str] = Counter()
    taught: Counter[tuple[str, Sense]] = Counter()
    lowered = [plain(one.text) for one in samples]
    for one, low in zip(samples, lowered, strict=True):
        total.update(PIECE.findall(low))
        text = Text(one.text, bare)
        free.update(token.word for token in text.tokens if not token.kind)
        for mark in one.marks:
            words = PIECE.findall(low[mark.start : mark.end])
            if mark.role in ("act", "join", "leave"):
                cues.update(
                    w for w in words if w[0].isalpha() and w not in _NO_CUES and w not in NUMBERS
                )
                continue
            kind = 0
            for token in text.tokens:
                if token.start < mark.end and token.end > mark.start:
                    kind |= token.kind
            spoken = [w for w in words if w[0].isalpha()]
            while spoken and (spoken[0] in _LEADERS or spoken[0] in NUMBERS):
                spoken = spoken[1:]
            if not spoken or len(spoken) > 4:
                continue
            spelling = " ".join(spoken)
            if mark.role in _ITEM_ROLES and not kind & ITEM and len(set(mark.values)) == 1:
                taught[(spelling, Sense(item=mark.values[0]))] += 1
            elif mark.role in _PLACE_ROLES and not kind & (PLACE | NUMBER):
                taught[(spelling, Sense(room=S.place_of(mark.values[0])))] += 1
            elif mark.role == "min" and not kind & (NUMBER | ITEM | PLACE):
                words_ = [w for w in spoken if not w.startswith("min")]
                if len(words_) == 1:
                    taught[(words_[0], Sense(number=int(mark.values[0])))] += 1
    found = [
        (word, Sense(cue=True))
        for word, count in cues.items()
        if (count >= 2 and count >= 0.03 * total[word]) or (count == 1 and total[word] <= 3)
    ]
    for (spelling, sense), count in taught.items():
        first = spelling.split()[0]
        often = free[first] if " " not in spelling else sum(spelling in low for low in lowered)
        if spelling not in _NO_CUES and count >= 0.15 * max(often, 1):
            found.append((spelling, sense))
    return sorted(found)


def english(samples: Sequence[S.Sample]) -> bytes:
    """The words that stand in three samples or more are no typing errors."""
    often: Counter[str] = Counter()
    for one in samples:
        often.update(set(PIECE.findall(plain(one.text))))
    return english_of(word for word, count in often.items() if count > 2)


def label(row: Row) -> None:
    """Give each slot word its role and each sentence its label."""
    tokens = row.text.tokens
    roles = dict.fromkeys(row.text.slots, NONE)
    for mark in row.sample.marks:
        inside = [
            at
            for at in row.text.slots
            if tokens[at].start < mark.end and tokens[at].end > mark.start
        ]
        _mark(row, roles, mark, inside)
    row.roles = roles
    _returns(row)
    _firsts(row)
    _sentences(row)


def _mark(row: Row, roles: dict[int, int], mark: S.Mark, inside: list[int]) -> None:
    tokens, role = row.text.tokens, mark.role
    left = list(mark.values)
    for at in inside:
        token = tokens[at]
        sense = token.sense
        if role in _ITEM_ROLES:
            if sense.item and (sense.item in left or sense.item == "manual"):
                roles[at] = ROLE[role]
                if sense.item in left:
                    alike = len(set(mark.values)) == 1
                    left = [] if alike else [one for one in left if one != sense.item]
            elif token.kind & NUMBER and roles[at] == NONE:
                roles[at] = ROLE["count"]
        elif role in _PLACE_ROLES:
            if token.place == S.place_of(mark.values[0]):
                roles[at] = ROLE[role]
            elif token.place and roles[at] == NONE and token.kind & (NUMBER | ROOM):
                roles[at] = ROLE["here"]
        elif role in ("block", "spread"):
            if token.kind & (NUMBER | ROOM | MACHINE):
                roles[at] = ROLE[role]
        elif role == "min":
            if sense.number == int(mark.values[0]):
                roles[at] = ROLE["min"]
        elif role == "act":
            if token.kind & (CUE | PLACE | ITEM):
                roles[at] = ROLE["act"]
        elif role == "to":
            if token.kind & (NAME | YOU_KIND):
                roles[at] = ROLE["to"]
        elif token.kind & CUE:  # join, leave
            roles[at] = ROLE[role]


def _returns(row: Row) -> None:
    """Tiles given in return are not those that a turn gives."""
    meaning = row.sample.meaning
    if "return to" not in meaning:
        return
    given = [at for at, role in row.roles.items() if role == ROLE["give"]]
    if "give_items" not in meaning:
        for at in given:
            row.roles[at] = ROLE["back"]
        return
    left = [
        one.strip()
        for items in re.findall(r"return to \w+: ([a-z_, ]+)", meaning)
        for one in items.split(",")
    ]
    later = meaning.index("return to") > meaning.index("give_items")
    for at in sorted(given, reverse=later):
        item = row.text.tokens[at].sense.item
        if item in left:
            left.remove(item)
            row.roles[at] = ROLE["back"]


def _firsts(row: Row) -> None:
    """Tiles named behind the step before which they are used."""
    match = re.match(r"([^=&]*)=>", row.sample.meaning)
    if match is None:
        return
    wanted = [one.strip() for one in match[1].split(";") if one.strip()]

    def steps(roles: dict[int, int]) -> list[str]:
        return [S.step_line(step) for step in fill(row.text, roles, row.sample.by).steps]

    uses = [at for at in sorted(row.roles) if row.roles[at] == ROLE["use"]]
    if steps(row.roles) == wanted:
        return
    for count in (1, 2):
        for chosen in combinations(uses, count):
            other = {**row.roles, **dict.fromkeys(chosen, ROLE["first"])}
            if steps(other) == wanted:
                row.roles = other
                return


_CORE: Final = {ROLE[one] for one in ("use", "first", "go", "open", "act", "min")}
_QUIET: Final = {NONE, ROLE["here"], ROLE["count"]}


def _sentences(row: Row) -> None:
    row.labels = []
    for first, end in row.text.sentences:
        here = {row.roles[at] for at in row.text.slots if first <= at < end} - _QUIET
        names = {ROLES[one] for one in here}
        if names & {"join", "leave"}:
            name = "member"
        elif "drop" in names:
            name = "drop"
        elif here & _CORE:
            name = "turn"
        elif names & {"block", "spread"}:
            name = "orders"
        elif names & {"fail", "fail_open", "fail_use"}:
            name = "escape"
        else:
            name = "turn" if names else "none"
        row.labels.append(SENTENCES.index(name))


class Fit:
    """Features -> labels: weights from each feature to each label, and a small hidden layer beside.

    AdaGrad moves the rows, which are found by hashed features; a random part of these is left out
    each time, so that none is relied on alone.  From a third epoch on the mean is taken.
    """

    HIDDEN: Final = 32

    def __init__(self, labels: int, bits: int, rate: float = 0.05, drop: float = 0.5) -> None:
        self.bits, self.labels = bits, labels
        luck = np.random.RandomState(7)
        width = labels + self.HIDDEN
        self.weights = np.zeros((1 << bits, width), np.float32)
        self._sums = np.full((1 << bits, width), 0.1, np.float32)
        self.out = ((luck.random_sample((self.HIDDEN, labels)) - 0.5) * 0.7).astype(np.float32)
        self._out_sums = np.full(self.out.shape, 0.1, np.float32)
        self._rate, self._keep = np.float32(rate), np.float32(1.0 - drop)

    def index(self, features: Iterable[int]) -> Any:
        """The rows of some features, each once."""
        mask = (1 << self.bits) - 1
        return np.fromiter(sorted({one & mask for one in features}), dtype=np.int64)

    def run(self, rows: Sequence[tuple[Any, int, Any, float]], epochs: int) -> Fit:
        """*rows*: indices, the right label, which labels are allowed (a mask), the weight."""
        luck = np.random.RandomState(1)
        order = np.arange(len(rows))
        often = np.zeros(1 << self.bits, np.int64)
        for index, *_ in rows:
            often[index] += 1
        known = often >= RARE
        weights, sums, labels = self.weights, self._sums, self.labels
        rate, keep = self._rate, self._keep
        slope = np.zeros(labels + self.HIDDEN, np.float32)
        late, out_late = np.zeros_like(weights), np.zeros_like(self.out)
        steps = -MEAN_FROM * len(rows)
        for _ in range(epochs):
            luck.shuffle(order)
            for at in order:
                steps += 1
                since = np.float32(max(steps, 0))
                index, right, allowed, weight = rows[int(at)]
                index = index[known[index] & (luck.random_sample(len(index)) < keep)]
                total = weights[index].sum(0) / keep
                hidden = np.maximum(total[labels:] + _LIVELY, np.float32(0))
                scores = total[:labels] + (hidden[:, None] * self.out).sum(0)
                error = softmax(np.where(allowed, scores, np.float32(-30.0)))
                error[right] -= 1
                error = np.where(allowed, error * np.float32(weight), np.float32(0))
                slope[:labels] = error
                slope[labels:] = (self.out.T * error[:, None]).sum(0) * (hidden > 0)
                outer = hidden[:, None] * error[None, :]
                self._out_sums += outer * outer
                move = rate * outer / np.sqrt(self._out_sums)
                self.out -= move
                out_late += since * move
                sums[index] += slope * slope
                move = rate * slope / np.sqrt(sums[index])
                weights[index] -= move
                late[index] += since * move
        if steps > 0:
            weights += late / np.float32(steps)
            self.out += out_late / np.float32(steps)
        return self

    def probabilities(self, index: Any, allowed: Any) -> list[float]:
        """How probable each label is."""
        total = self.weights[index].sum(0)
        hidden = np.maximum(total[self.labels :] + _LIVELY, np.float32(0))
        scores = total[: self.labels] + (hidden[:, None] * self.out).sum(0)
        return [float(one) for one in softmax(np.where(allowed, scores, np.float32(-30.0)))]

    def packed(self) -> Weights:
        """Weights that tell something, as the weights file has them."""
        live = np.flatnonzero(np.abs(self.weights).max(1) >= FAINT)
        whole = np.clip(np.rint(self.weights[live] * SCALE), -127, 127).astype(np.int16) + BIAS
        return Weights(
            self.labels,
            self.bits,
            array("I", live.tolist()),
            zlib.compress(whole.astype(np.uint8).tobytes(), 9),
            (np.rint(self.out * FINE) / FINE).tolist(),
        )

    def model(self) -> Model:
        """The same weights, as the reader uses them."""
        return Model(self.packed())


def untaught(labels: int) -> Fit:
    """A model that finds all labels equally probable."""
    made = Fit(labels, 4)
    made.out[:] = 0
    return made


def softmax(scores: Any) -> Any:
    """Probabilities; the exponential is (1 + x/1024)^1024, which every machine rounds alike."""
    x = np.maximum(scores - scores.max(), np.float32(-30)).astype(np.float64) / 1024.0 + 1.0
    for _ in range(10):
        x = x * x
    return (x / x.sum()).astype(np.float32)


FOLDS: Final = 3
BITS: Final = 20
"""Of the places in the tables, but for the few features of actions."""
MEAN_FROM: Final = 2
"""Epochs before those in whose mean the weights are taken; luck moves that less."""
RARE: Final = 3
"""What is seen less often is not learnt from."""
FAINT: Final = 0.1
"""A feature none of whose weights is larger is left out."""
_LIVELY: Final = np.float32(LIVELY)
_ALL = np.ones(len(SENTENCES), bool)
_MASKS: Final = [np.isin(np.arange(len(ROLES)), allowed) for allowed in ALLOWED]


def _out_of_fold(
    count: int, fit: Callable[[list[int]], Fit], use: Callable[[Fit, int], Any]
) -> list[Any]:
    """For each sample what a model says of it that has not seen it."""
    found: list[Any] = [None] * count
    for fold in range(FOLDS):
        fitted = fit([at for at in range(count) if at % FOLDS != fold])
        for at in range(fold, count, FOLDS):
            found[at] = use(fitted, at)
    return found


def fit(rows: Sequence[Row], log: Callable[[str], None] = lambda _: None) -> dict[str, Fit]:
    """All models of the roles by their names in the weights file, each fitted to what those before
    it say of samples not seen."""
    count, everyone = len(rows), list(range(len(rows)))
    features = Features()
    layouts = [Layout(row.text) for row in rows]
    looks = [[features.sentence(one, at) for at in range(len(one.label))] for one in layouts]
    log("features of sentences")

    def sentences(features: Sequence[Sequence[Any]], chosen: Sequence[int]) -> Fit:
        made = Fit(len(SENTENCES), BITS)
        lines = [
            (index, right, _ALL, rows[at].weight)
            for at in chosen
            for index, right in zip(features[at], rows[at].labels, strict=True)
        ]
        return made.run(lines, 3)

    blank = Fit(1, BITS)
    first = [[blank.index(one) for one in look] for look in looks]
    seems: list[list[Guess]] = _out_of_fold(
        count,
        lambda chosen: sentences(first, chosen),
        lambda made, at: [guess(made.probabilities(one, _ALL)) for one in first[at]],
    )
    one = sentences(first, everyone)
    log("sentences")

    def words(features: Sequence[dict[int, Any]], chosen: Sequence[int], n: int) -> Fit:
        made = Fit(len(ROLES), BITS)
        lines = [
            (index, row.roles[word], _MASKS[row.text.tokens[word].kind], row.weight)
            for row, slots in ((rows[at], features[at]) for at in chosen)
            for word, index in slots.items()
        ]
        return made.run(lines, n)

    def look(at: int, seen: Sequence[Guess]) -> dict[int, set[int]]:
        layout = layouts[at]
        return {
            w: features.word(layout, w) | features.word_in_sentence(layout, w, seen)
            for w in rows[at].text.slots
        }

    near = [{w: blank.index(f) for w, f in look(at, seems[at]).items()} for at in everyone]
    guessed: list[dict[int, Guess]] = _out_of_fold(
        count,
        lambda chosen: words(near, chosen, 3),
        lambda made, at: {
            w: guess(made.probabilities(x, _MASKS[rows[at].text.tokens[w].kind]))
            for w, x in near[at].items()
        },
    )
    two = words(near, everyone, 3)
    log("words")
    wide = [
        [
            blank.index(looks[n][at] | again)
            for at, again in features.sentences_again(
                layouts[n], seems[n], guessed[n], range(len(looks[n]))
            ).items()
        ]
        for n in everyone
    ]
    better: list[list[Guess]] = _out_of_fold(
        count,
        lambda chosen: sentences(wide, chosen),
        lambda made, at: [guess(made.probabilities(x, _ALL)) for x in wide[at]],
    )
    three = sentences(wide, everyone)
    log("sentences again")
    last = [
        {
            w: blank.index(
                f
                | features.word_again(
                    layouts[n], w, guessed[n], loud_slots(rows[n].text, guessed[n])
                )
            )
            for w, f in look(n, better[n]).items()
        }
        for n in everyone
    ]
    four = words(last, everyone, 4)
    log("words again")
    made = {"sentences": one, "words": two, "again": three, "finally": four}
    return made | {"actions": fit_actions(rows)}


def fit_actions(rows: Sequence[Row]) -> Fit:
    """Which action the filled slots mean."""
    made = Fit(len(ACTIONS), 15)
    mask = np.ones(len(ACTIONS), bool)
    lines = []
    for row in rows:
        named = re.findall(r"=> (\w+)", row.sample.meaning)
        if len(named) == 1 and named[0] in ACTIONS:
            filled = fill(row.text, row.roles, row.sample.by)
            index = made.index(action_features(row.text, *facts(filled)))
            lines.append((index, ACTIONS.index(named[0]), mask, row.weight))
    return made.run(lines, 5)


_MACHINE: Final = "machine"
_MANY: Final = {_MACHINE: 0.5, "earlier": 0.6}
"""Files without an author of their own, and how much a sample in them counts; elsewhere 1."""


def _weight(one: S.Sample) -> float:
    """How much a sample counts."""
    return _MANY.get(one.file, 1.0)


@dataclass(slots=True)
class Corpus:
    """The samples of single authors by their files, and those of the other files."""

    files: dict[str, list[S.Sample]]
    others: list[S.Sample]

    @classmethod
    def of(cls, folder: Path) -> Corpus:
        """From the files of a folder."""
        files: dict[str, list[S.Sample]] = {}
        for path in folder.glob("*.jsonl"):
            for one in S.load(path):
                files.setdefault(one.file, []).append(one)
        others = [one for name in _MANY for one in files.pop(name, ())]
        return cls(dict(sorted(files.items())), others)

    @property
    def samples(self) -> list[S.Sample]:
        """All of them."""
        return [*chain.from_iterable(self.files.values()), *self.others]

    def part(self, fold: int, *, left_out: bool) -> Corpus:
        """The third of a fold, or all that it leaves out."""
        files = [
            one for at, one in enumerate(self.files.items()) if (at % FOLDS != fold) is left_out
        ]
        others = [one for at, one in enumerate(self.others) if (at % FOLDS != fold) is left_out]
        return Corpus(dict(files), others)


@dataclass(slots=True)
class Trained:
    """Fitted models and what they know of words."""

    fits: dict[str, Fit]
    learnt: list[tuple[str, Sense]]
    english: bytes
    people: list[str]

    def reader(self, reranker: Fit | None = None, gate: Fit | None = None) -> Reader:
        """A reader with these models; one that is not given has learnt nothing yet."""
        whole = self.models(reranker or untaught(len(OUTCOMES)), gate or untaught(len(ANSWERS)))
        return Reader({name: one.model() for name, one in whole.items()}, self.learnt, self.english)

    def models(self, reranker: Fit, gate: Fit) -> dict[str, Fit]:
        """All of them by the names of the weights file."""
        return self.fits | {"reranker": reranker, "gate": gate}


def train_roles(corpus: Corpus, log: Callable[[str], None]) -> Trained:
    """Everything but the gate."""
    # Where nobody marked what may be announced, no word may be taken for nothing.
    samples = [one for one in corpus.samples if one.marks or one.verdict == "none"]
    learnt = learn(samples)
    words = english([one for one in samples if one.file != _MACHINE])
    names = S.names_of(samples)
    lexicon = Lexicon(learnt, names, words)
    rows = [Row(one, Text(one.text, lexicon), weight=_weight(one)) for one in samples]
    for row in rows:
        label(row)
    random.Random(5).shuffle(rows)
    log(f"{len(rows)} samples, {len(learnt)} words learnt")
    return Trained(fit(rows, log), learnt, words, names)


def gate_row(look: Look, one: S.Sample) -> tuple[list[int], int]:
    """What the gate sees of a sample that the models have not seen, and what is right."""
    right = "ask"
    if one.verdict == "none":
        right = "none"
    elif (
        one.verdict == "acts"
        and S.meaning_of(look.decoded.acts, look.decoded.orders) == one.meaning
    ):
        right = "act"
    features = gate_features(look.text, look.seen, look.decoded, look.plain)
    return features, ANSWERS.index(right)


_Line = tuple[list[int], int, float]
"""Features, the right label, the weight of the sample."""
_Gated = tuple[_Line, list[float], str]
"""What the gate learns of a sample: a line, the signs of its reading, the file of its author."""


def reranker_lines(look: Look, one: S.Sample) -> list[_Line]:
    """What the reranker learns of a sample: where one of two readings is right, which one it is."""
    if one.verdict != "acts":
        return []
    best = look.decoded
    kept = S.meaning_of(best.acts, best.orders) == one.meaning
    lines = []
    for other in best.others:
        changed = S.meaning_of(other.acts, other.orders) == one.meaning
        if kept or changed:
            lines.append((reranking_features(look.text, best, other), int(changed), _weight(one)))
    return lines


def fit_lines(lines: Sequence[_Line], labels: int, epochs: int) -> Fit:
    """A model of a whole text, fitted to such lines."""
    made = Fit(labels, BITS)
    mask = np.ones(labels, bool)
    return made.run(
        [(made.index(features), right, mask, weight) for features, right, weight in lines], epochs
    )


def _fold(folder: Path, fold: int) -> tuple[list[_Line], list[_Gated]]:
    """What reranker and gate learn of a third of the samples, read by what the others taught.

    The gate's are read with a reranker that was taught by two other parts of the third.
    """
    corpus = Corpus.of(folder)
    trained = train_roles(corpus.part(fold, left_out=True), lambda _: None)
    samples = corpus.part(fold, left_out=False).samples
    reader = trained.reader()
    lines = [reranker_lines(reader.look(one.text, one.by, trained.people), one) for one in samples]
    rows = []
    for part in range(FOLDS):
        taught = [line for at, own in enumerate(lines) if at % FOLDS != part for line in own]
        reader = trained.reader(fit_lines(taught, len(OUTCOMES), 4))
        for one in samples[part::FOLDS]:
            look = reader.look(one.text, one.by, trained.people)
            rows.append(((*gate_row(look, one), _weight(one)), look.signs, one.file))
    return [line for own in lines for line in own], rows


_PARTS: Final = 5


def _trees(rows: Sequence[_Gated]) -> Trees:
    """How sure a reading is: by its signs, and by a gate that has not seen its author."""
    files = sorted({file for _, _, file in rows})
    part = {file: random.Random(file).randrange(_PARTS) for file in files}
    mask = np.ones(len(ANSWERS), bool)
    signs, holds, weights = [], [], []
    for at in range(_PARTS):
        gate = fit_lines([line for line, _, file in rows if part[file] != at], len(ANSWERS), 2)
        for (features, right, weight), own, file in rows:
            if part[file] == at and own:
                act, _, nothing = gate.probabilities(gate.index(features), mask)
                signs.append([*own, log_odds(float(act)), log_odds(float(nothing))])
                holds.append(float(right == ANSWERS.index("act")))
                weights.append(weight)
    return grow(np.array(signs), np.array(holds), np.array(weights))


def train(folder: Path, log: Callable[[str], None]) -> tuple[Trained, Fit, Fit, Trees]:
    """All models, from the samples of a folder; on as many processors as there are."""
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as others:
        folds = [others.submit(_fold, folder, fold) for fold in range(FOLDS)]
        trained = train_roles(Corpus.of(folder), log)
        lines, rows = map(list, zip(*[fold.result() for fold in folds], strict=True))
    log("all samples read by what was learnt from others")
    reranker = fit_lines(list(chain.from_iterable(lines)), len(OUTCOMES), 4)
    gated = list(chain.from_iterable(rows))
    gate = fit_lines([line for line, _, _ in gated], len(ANSWERS), 2)
    return trained, reranker, gate, _trees(gated)


def write(folder: Path, log: Callable[[str], None]) -> None:
    """Train on the samples of a folder and write the weights file; *log* is told of each step."""
    trained, reranker, gate, trees = train(folder, log)
    learnt = [
        (
            spelling,
            {key: one for key, one in sense._asdict().items() if one not in ("", 0, -1, False, ())},
        )
        for spelling, sense in trained.learnt
    ]
    save(
        WEIGHTS,
        {name: one.packed() for name, one in trained.models(reranker, gate).items()},
        learnt=learnt,
        english=trained.english.hex(),
        trees=trees.told,
    )
    log(f"{WEIGHTS.name}: {WEIGHTS.stat().st_size:,} bytes")
