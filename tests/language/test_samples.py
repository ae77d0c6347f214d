from __future__ import annotations

import pytest

from rednov_bot.language import read
from tests.language.compact import compact
from tests.language.samples import AUTHOR, PEOPLE, Sample, samples

ALL = [
    pytest.param(sample, id=f"{file}: {sample.name}")
    for file in (
        "good.turns",
        "bad.turns",
        "still.turns",
        "patterns.turns",
        "styles.turns",
        "tiles.turns",
        "frames.turns",
        "layout.turns",
        "sheets.turns",
        "corrections.turns",
        "misreadings.turns",
        "plain.turns",
        "voices.turns",
        "exam.turns",
        "prose.turns",
        "sweeps_items.turns",
        "sweeps_moves.turns",
        "sweeps_actions.turns",
    )
    for sample in samples(file)
]


@pytest.mark.parametrize("sample", ALL)
def test_a_sample_means_what_it_says_and_questions_quote_the_letter(sample: Sample) -> None:
    reader = "private" if sample.private else "public"
    reading = read(sample.text, author=AUTHOR, people=PEOPLE, reader=reader)
    assert compact(reading) == sample.meaning
    quoted = " / ".join(question.words for question in reading.questions)
    assert [words for words in sample.asked if words not in quoted] == []
    if sample.private:
        reading = read(sample.text, author=AUTHOR, people=PEOPLE)
    letter = " ".join(sample.text.split())
    assert [q.words for q in reading.questions if q.words not in letter] == []


def test_samples_mean_the_same_in_any_order() -> None:
    every = [sample for file in ("good.turns", "bad.turns") for sample in samples(file)]
    there = [read(sample.text, author=AUTHOR, people=PEOPLE) for sample in every]
    back = [read(sample.text, author=AUTHOR, people=PEOPLE) for sample in reversed(every)]
    assert there == back[::-1]


def test_every_known_pattern_has_a_sample() -> None:
    numbers = {int(sample.name.split()[0]) for sample in samples("patterns.turns")}
    assert numbers == set(range(1, 89))
