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
    ],
)
def test_a_phrase_is_one_token_with_the_tile_it_names(text: str, item: str) -> None:
    assert [one.sense.item for one in tokens(text) if one.sense.item] == [item]


@pytest.mark.parametrize(
    ("text", "place"),
    [("the captain's cabin", 10), ("room 0", 10), ("room seven", 7), ("the sea", SEA), ("99", 0)],
)
def test_a_place_is_known_by_its_name_and_by_its_number(text: str, place: int) -> None:
    assert tokens(text)[-1].place == place


def test_a_verb_before_a_tile_is_no_part_of_its_name() -> None:
    assert "hand pump" not in [one.word for one in tokens("I hand a pump to Ninepenny")]


@pytest.mark.parametrize(
    ("word", "name"),
    [
        *[(word, "Fizzlewick") for word in ("fizz", "Fizzy", "Fizzlewick", "fizzlewick's")],
        *[(word, "Ørjan") for word in ("Orjan", "ørjan")],
    ],
)
def test_a_short_name_and_one_without_its_accents_mean_the_same_person(
    word: str, name: str
) -> None:
    assert tokens(word)[0].sense.name == name


@pytest.mark.parametrize("word", ["tumbler", "fizzling"])
def test_a_word_that_only_begins_like_a_name_is_nobody(word: str) -> None:
    assert tokens(word)[0].sense.name == ""


@pytest.mark.parametrize("people", [("Åke", "Ake"), ("Ake", "Åke")])
def test_an_exact_name_goes_before_one_without_its_accents(people: tuple[str, ...]) -> None:
    assert Text("ake åke", Lexicon((), people)).tokens[0].sense.name == "Ake"
    assert Text("ake åke", Lexicon((), people)).tokens[1].sense.name == "Åke"


@pytest.mark.parametrize("name", ["", " ", "-", "\u00ad", "\u0301", "O'Neil", "R2 D2"])
def test_no_name_makes_a_mail_unreadable(name: str) -> None:
    assert Text("I pass.", Lexicon((), (name,))).tokens


def test_a_number_is_not_the_short_name_of_somebody() -> None:
    assert tokens("nine")[0].sense.name == ""


@pytest.mark.parametrize("word", ["toolbxo", "toolbx", "tooolbox"])
def test_a_slip_of_the_fingers_is_mended(word: str) -> None:
    assert tokens(word)[0].sense.item == "toolbox"


@pytest.mark.parametrize("word", ["groom", "stool", "manure"])
def test_another_word_is_no_slip_of_the_fingers(word: str) -> None:
    (token,) = tokens(word)
    assert (token.word, token.kind) == (word, 0)


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
