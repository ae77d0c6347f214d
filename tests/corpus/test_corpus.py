"""The samples are well formed, and their marks give their readings."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rednov_bot.games.red_november.reader.board import MOST_MINUTES, TOUCHING
from rednov_bot.games.red_november.reader.decoder import ACTIONS, fill, finish
from rednov_bot.games.red_november.reader.lexicon import Lexicon
from rednov_bot.games.red_november.reader.reading import Reader
from rednov_bot.games.red_november.reader.samples import (
    Sample,
    load,
    meaning_of,
    names_of,
    place_of,
)
from rednov_bot.games.red_november.reader.tokens import Text
from rednov_bot.games.red_november.reader.train import Corpus, Row, label
from rednov_bot.games.red_november.rules.words import ITEMS, ActionName
from tests.corpus.score import HERE, LOCKED, samples_of
from tests.rigs.scale import some

FILES = sorted(HERE.glob("*.jsonl")) + sorted(LOCKED.glob("*.jsonl"))
_ITEM_ROLES = ("use", "after", "give", "drop", "fail_use")
_PLACE_ROLES = ("go", "open", "here", "target", "fail", "fail_open", "spread")


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_mark_stands_for_something_of_the_game(path: Path) -> None:
    for one in load(path):
        for mark in one.marks:
            said = f"{one.file}: {one.text[mark.start : mark.end]!r} {mark.role} {mark.values}"
            if mark.role in _ITEM_ROLES:
                assert set(mark.values) <= {*ITEMS, "manual"}, said
            elif mark.role in _PLACE_ROLES:
                assert all(1 <= place_of(value) <= 11 for value in mark.values), said
            elif mark.role == "block":
                for value in mark.values:
                    near, far = value.split("-")
                    assert (place_of(near), place_of(far)) in TOUCHING, said


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_walk_uses_hatches_and_every_time_is_in_range(path: Path) -> None:
    for one in load(path):
        if one.verdict == "acts":
            for act in one.meaning.split(" & "):
                _check(one, act)


def _check(one: Sample, act: str) -> None:
    here = 0
    steps = act.partition("=>")[0] if "=>" in act else ""
    for step in steps.split(";"):
        found = re.fullmatch(r"\s*(go|open) (\w+)\s*", step)
        if found is not None:
            to = place_of(found[2])
            assert not here or (here, to) in TOUCHING, (one.text, act)
            here = to if found[1] == "go" else here
    found = re.search(r"=> (\w+) (\d+)", act)
    if found is not None and found[1] in MOST_MINUTES:
        most = next(most for name, most in MOST_MINUTES.items() if name == found[1])
        assert 1 <= int(found[2]) <= most, (one.text, act)


def test_no_text_stands_in_training_and_in_the_locked_samples() -> None:
    known = {one.text for path in sorted(HERE.glob("*.jsonl")) for one in load(path)}
    locked = {one.text for path in sorted(LOCKED.glob("*.jsonl")) for one in load(path)}
    assert not known & locked


def test_the_marked_words_give_the_reading() -> None:
    corpus = Corpus.of(HERE)
    samples = [one for file in corpus.files.values() for one in file]
    lexicon = Reader.trained()._lexicon_of(names_of(samples))  # with what was learnt of them
    right: dict[bool, list[bool]] = {True: [], False: []}
    for one in some(samples, 4):
        if one.verdict == "acts":
            right[one.file in _LATEST].append(_given(one, lexicon) == one.meaning)
    assert sum(right[False]) > 0.96 * len(right[False])
    assert sum(right[True]) > 0.90 * len(right[True])


_LATEST = {f"mails_{number}" for number in range(119, 133)}
"""Mostly harsh mails, whose steps are told in more ways than the decoder knows."""


def _given(one: Sample, lexicon: Lexicon) -> str:
    row = Row(one, Text(one.text, lexicon))
    label(row)
    named = re.search(r"=> (\w+)", one.meaning)
    default: ActionName = "no_action"
    action = next((name for name in ACTIONS if named and name == named[1]), default)
    filled = fill(row.text, row.roles, one.by)
    acts, orders, *_ = finish(filled, one.by, lambda _: [(action, 1.0)])
    return meaning_of(acts, orders)


def test_there_are_as_many_samples_as_were_asked_for() -> None:
    count = {
        (folder.name, kind): len(samples_of(folder, kind))
        for folder in (HERE, LOCKED)
        for kind in ("mails", "shorts")
    }
    earlier = sum(1 for _ in load(HERE / "earlier.jsonl"))
    assert count["corpus", "mails"] >= 3_000
    assert count["corpus", "shorts"] + count["locked", "shorts"] + earlier >= 10_000
    assert count["locked", "mails"] + count["locked", "shorts"] >= 2_000
