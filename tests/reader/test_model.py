"""Weights say the same packed and unpacked, and the same samples give the same weights."""

from __future__ import annotations

from math import exp
from pathlib import Path
from random import Random

import pytest

from rednov_bot.games.red_november.reader.features import sentence_features, word_features
from rednov_bot.games.red_november.reader.lexicon import Lexicon
from rednov_bot.games.red_november.reader.machine import machine_samples
from rednov_bot.games.red_november.reader.model import BIAS, SCALE, Model, load, save
from rednov_bot.games.red_november.reader.samples import WRITERS
from rednov_bot.games.red_november.reader.tokens import Text
from rednov_bot.games.red_november.reader.train import Fit, Row, fit, label

FEATURES = (111, 856190)


def test_packed_rows_add_up_like_the_weights_they_hold() -> None:
    luck = Random(4)
    rows = [[luck.randint(-127, 127) for _ in range(5)] for _ in range(16)]
    out = [[luck.random() - 0.5 for _ in range(3)] for _ in range(2)]
    model = Model(3, bytes(one + BIAS for row in rows for one in row), out)
    places = {1, 5, 7, 12}
    sums = [sum(rows[at][column] for at in places) / SCALE for column in range(5)]
    hidden = [max(one, 0.0) for one in sums[3:]]
    scores = [sums[k] + sum(h * row[k] for h, row in zip(hidden, out, strict=True)) for k in (0, 2)]
    whole = sum(map(exp, scores))
    wanted = [exp(scores[0]) / whole, 0.0, exp(scores[1]) / whole]
    for _ in range(2):  # the rows are unpacked the first time
        assert model.probabilities(places, (0, 2)) == pytest.approx(wanted)


def test_a_weights_file_holds_what_was_saved(tmp_path: Path) -> None:
    path = tmp_path / "weights.bin"
    table = bytes([BIAS, BIAS + 32, BIAS, BIAS - 32])
    save(path, {"one": (2, table, [])}, learnt=[["grog", {"item": "grog"}]])
    models, about = load(path)
    assert about == {"learnt": [["grog", {"item": "grog"}]]}
    assert models["one"].probabilities({0}, (0, 1)) == pytest.approx([0.2689, 0.7311], abs=1e-4)


def test_the_same_samples_give_the_same_weights_to_the_bit() -> None:
    def fitted() -> list[bytes]:
        samples = machine_samples(40, WRITERS, ["Nice weather in the bay today."])
        lexicon = Lexicon((), WRITERS)
        rows = [Row(one, Text(one.text, lexicon)) for one in samples]
        for row in rows:
            label(row)
        made = fit(rows)
        return [one.packed()[1] for one in (made.sentences, made.words, made.last, made.actions)]

    assert fitted() == fitted()


def test_training_learns_what_it_is_shown() -> None:
    made = Fit(2, 4, drop=0.0)
    rows = [(made.index([at % 2]), at % 2, [True, True], 1.0) for at in range(40)]
    made.run(rows, 20)
    assert made.probabilities(made.index([0]), [True, True])[0] > 0.9
    assert made.probabilities(made.index([1]), [True, True])[1] > 0.9


def test_features_are_the_same_on_every_machine() -> None:
    text = Text("I open the hatch to 5 and go in.", Lexicon((), WRITERS))
    found = sentence_features(text, 0)
    for at in text.slots:
        found += word_features(text, at)
    assert (len(found), sum(found) % 1_000_003) == FEATURES
