"""Weights say the same packed and unpacked, and the same samples give the same weights."""

from __future__ import annotations

import json
from array import array
from math import exp
from pathlib import Path
from random import Random
from zlib import compress

import numpy as np
import pytest

from rednov_bot.games.red_november.reader import train
from rednov_bot.games.red_november.reader.features import (
    FINEST,
    Features,
    Guess,
    Layout,
    loud_slots,
)
from rednov_bot.games.red_november.reader.growing import grow
from rednov_bot.games.red_november.reader.lexicon import Lexicon
from rednov_bot.games.red_november.reader.model import (
    BIAS,
    LIVELY,
    SCALE,
    Model,
    Weights,
    load,
    save,
)
from rednov_bot.games.red_november.reader.samples import WRITERS
from rednov_bot.games.red_november.reader.tokens import Text
from rednov_bot.games.red_november.reader.train import Fit, Row, fit, label
from rednov_bot.games.red_november.reader.trees import Trees
from tests.corpus.score import HERE, samples_of

FEATURES = (369, 867688)


def test_packed_rows_add_up_like_the_weights_they_hold() -> None:
    luck = Random(4)
    rows = [[luck.randint(-127, 127) for _ in range(5)] for _ in range(16)]
    out = [[round(luck.random() - 0.5, 4) for _ in range(3)] for _ in range(2)]
    known = range(100, 1700, 100)
    table = bytes(one + BIAS for row in rows for one in row)
    model = Model(Weights(3, 12, array("I", known), compress(table), out))
    places = {known[1], known[5], known[7], known[12], 1234}  # of the last nothing is learnt
    sums = [sum(rows[at][column] for at in (1, 5, 7, 12)) / SCALE for column in range(5)]
    hidden = [max(one + LIVELY, 0.0) for one in sums[3:]]
    scores = [sums[k] + sum(h * row[k] for h, row in zip(hidden, out, strict=True)) for k in (0, 2)]
    whole = sum(map(exp, scores))
    wanted = [exp(scores[0]) / whole, 0.0, exp(scores[1]) / whole]
    for _ in range(2):  # the rows are unpacked the first time
        assert model.probabilities(places, (0, 2)) == pytest.approx(wanted)


def test_hidden_units_add_up_over_any_number_of_rows() -> None:
    count = 400
    places = array("I", range(count))
    table = bytes([BIAS, BIAS, BIAS + 1, BIAS - 1]) * count
    model = Model(
        Weights(2, 16, places, compress(table), [[0.1, 0.3], [9.0, -9.0]])
    )  # the second one sleeps
    apart = 0.2 * (count / SCALE + LIVELY)
    found = model.probabilities(set(range(1 << 16)), (0, 1))
    assert found[1] == pytest.approx(1 / (1 + exp(-apart)))


def test_a_weights_file_holds_what_was_saved(tmp_path: Path) -> None:
    path = tmp_path / "weights.bin"
    weights = Weights(2, 4, array("I", [7]), compress(bytes([BIAS, BIAS + 32])), [])
    save(path, {"one": weights}, learnt=[["grog", {"item": "grog"}]])
    models, about = load(path)
    assert about == {"learnt": [["grog", {"item": "grog"}]]}
    assert models["one"].probabilities({7}, (0, 1)) == pytest.approx([0.2689, 0.7311], abs=1e-4)


def test_the_same_samples_give_the_same_weights_to_the_bit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(train, "BITS", 10)  # small models are fitted in the same way

    def fitted() -> list[bytes]:
        lexicon = Lexicon((), WRITERS)
        rows = [Row(one, Text(one.text, lexicon)) for one in samples_of(HERE, "shorts")[:8]]
        for row in rows:
            label(row)
        made = fit(rows)
        models = ("sentences", "words", "finally", "actions")
        return [made[one].packed().rows for one in models]

    assert fitted() == fitted()


def test_training_learns_what_it_is_shown() -> None:
    made = Fit(2, 4, drop=0.0)
    rows = [(made.index([at % 2]), at % 2, [True, True], 1.0) for at in range(40)]
    made.run(rows, 20)
    assert made.probabilities(made.index([0]), [True, True])[0] > 0.9
    assert made.probabilities(made.index([1]), [True, True])[1] > 0.9


def test_features_are_the_same_on_every_machine() -> None:
    said = (
        "Grog turn: (grog) from the stores.\n"
        "I use a grog, open the hatch to 5, the stores, and go in."
    )
    text = Text(said, Lexicon((), WRITERS))
    features, layout = Features(), Layout(text)
    found = [*features.sentence(layout, 0)]
    for at in text.slots:
        found += features.word(layout, at)
    assert (len(found), sum(found) % 1_000_003) == FEATURES


def test_what_no_model_has_learnt_is_left_out_and_nothing_else() -> None:
    text = Text("Hi. Ann, I open 5-8, go in and draw 2 items (room 8).", Lexicon((), WRITERS))
    layout = Layout(text)
    luck = Random(6)
    learnt = bytearray(luck.randint(0, 1) for _ in range(FINEST + 1))
    sure = [Guess(luck.randrange(6), 3, -1, 2) for _ in text.sentences]
    words = {at: Guess(luck.randrange(22), luck.randrange(5), 4, 1) for at in text.slots}
    loud = loud_slots(text, words)

    def places_of(features: Features) -> list[set[int]]:
        numbers = range(len(text.sentences))
        found = [features.sentence(layout, number) for number in numbers]
        found += features.sentences_again(layout, sure, words, numbers).values()
        for at in text.slots:
            found.append(features.word(layout, at))
            found.append(features.word_in_sentence(layout, at, sure))
            found.append(features.word_again(layout, at, words, loud))
        return found

    every, some = places_of(Features()), places_of(Features(learnt, learnt))
    assert some == [{place for place in found if learnt[place]} for found in every]


def test_trees_learn_what_two_signs_say_together_and_grow_alike() -> None:
    luck = Random(3)
    signs = [[luck.random() for _ in range(5)] for _ in range(1_900)]
    holds = [float((one[0] > 0.5) != (one[1] > 0.3)) for one in signs]
    table = np.array(signs[:1_500]), np.array(holds[:1_500]), np.ones(1_500)
    grown = grow(*table)
    again = Trees(**json.loads(json.dumps(grow(*table).told)))  # as the weights file has them
    guesses = [grown.probability(one) for one in signs[1_500:]]
    assert guesses == [again.probability(one) for one in signs[1_500:]]
    right = [(one > 0.5) == bool(held) for one, held in zip(guesses, holds[1_500:], strict=True)]
    assert sum(right) > 0.95 * len(right)
