"""A text becomes tokens: phrases, numbers, names, sentences."""

from __future__ import annotations

import pytest

from rednov_bot.games.red_november.reader.lexicon import Lexicon, english_of
from rednov_bot.games.red_november.reader.tokens import Text, Token
from rednov_bot.games.red_november.rules.words import SEA

PEOPLE = ("Tumbledrum", "Fizzlewick", "Ørjan", "Ninepenny")


def tokens(text: str) -> list[Token]:
    return Text(text, Lexicon((), PEOPLE, english_of(("manure",)))).tokens


@pytest.mark.parametrize(
    ("text", "item"),
    [
        ("the manual for the engine", "engine_manual"),
        ("two mugs of grog", "grog"),
        ("my toolboxes", "toolbox"),
        ("the manual", "manual"),
        *((slip, "toolbox") for slip in ("toolbxo", "toolbx", "tooolbox")),
        *((word, "") for word in ("groom", "stool", "manure", "I hand a lift to Ninepenny")),
    ],
)
def test_a_tile_is_known_by_a_phrase_and_with_a_slip_of_the_fingers(text: str, item: str) -> None:
    assert [one.sense.item for one in tokens(text) if one.sense.item] == [item] * bool(item)


@pytest.mark.parametrize(
    ("text", "place"),
    [("the captain's cabin", 10), ("room 0", 10), ("room seven", 7), ("the sea", SEA), ("99", 0)],
)
def test_a_place_is_known_by_its_name_and_by_its_number(text: str, place: int) -> None:
    assert tokens(text)[-1].place == place


@pytest.mark.parametrize(
    ("word", "name"),
    [
        *((word, "Fizzlewick") for word in ("fizz", "Fizzy", "Fizzlewick", "fizzlewick's")),
        *((word, "Ørjan") for word in ("Orjan", "ørjan")),
        *((word, "") for word in ("tumbler", "fizzling", "nine")),
    ],
)
def test_a_short_name_and_one_without_its_accents_mean_the_same_person(
    word: str, name: str
) -> None:
    assert tokens(word)[0].sense.name == name


def test_any_name_may_be_known() -> None:
    for people in (("Åke", "Ake"), ("Ake", "Åke")):  # an exact name goes first
        seen = Text("ake åke", Lexicon((), people)).tokens
        assert [one.sense.name for one in seen] == ["Ake", "Åke"]
    for name in ("", " ", "-", "\u00ad", "\u0301", "O'Neil", "R2 D2"):
        assert Text("I pass.", Lexicon((), (name,))).tokens


def test_the_number_of_a_line_is_no_number_of_the_game() -> None:
    assert [one.sense.number for one in tokens("1. hatch 5\n2) pump 3\n(c) pass")] == [
        *(-1, -1, -1, 5, -1),
        *(-1, -1, -1, 3, -1),
        *(-1, -1, -1, -1),
    ]


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("I pass. Good luck!", 2),
        ("I pump for 5 min. and wait", 1),
        ("Turn:\n- hatch 5\n- pump 3", 3),
        ("I pass.\n\nGood luck", 2),
        (f"{'words of a long line ' * 3}that\nis wrapped", 1),
    ],
)
def test_sentences_end_at_stops_and_at_lines_that_were_not_merely_full(
    text: str, count: int
) -> None:
    assert len(Text(text, Lexicon((), PEOPLE)).sentences) == count


def test_every_token_belongs_to_the_sentence_in_which_it_stands() -> None:
    text = Text("One.\n\n\nTwo!  (Three.) Four\n", Lexicon((), PEOPLE))
    for number, (first, end) in enumerate(text.sentences):
        assert {one.sentence for one in text.tokens[first:end]} == {number}
    assert sum(end - first for first, end in text.sentences) == len(text.tokens)
