"""A key in shares: enough of them put it together, and it is said which one is wrong or missing."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest

from rednov_bot import keys, shares
from rednov_bot.errors import CannotRecover, Mendable
from rednov_bot.shares import Share, letter, read, split, together

KEY = keys.Key(bytes(range(16)))


@pytest.fixture(scope="module")
def five() -> tuple[Share, ...]:
    """Five shares, of which three are needed."""
    return split(KEY, 3, 5)


def other_part(share: Share) -> Share:
    """A share with other letters, and a check that agrees with them."""
    return replace(share, part=bytes(octet ^ 1 for octet in share.part))


@pytest.mark.parametrize("some", list(combinations(range(5), 3)), ids=str)
def test_any_three_put_the_key_together(five: tuple[Share, ...], some: tuple[int, ...]) -> None:
    assert together([five[at] for at in some]).key == KEY


def test_more_than_enough_and_the_same_twice_do_no_harm(five: tuple[Share, ...]) -> None:
    assert together([*five, *five]) == shares.Recovered(KEY)


def test_fewer_shares_fit_every_key_alike(five: tuple[Share, ...]) -> None:
    """Two shares and any third part give some key: each key is as likely as the other."""
    one, other, third = five[:3]
    parts = [bytes([number] * 16) for number in (1, 2, 3)]
    given = {shares._put_together((one, other, replace(third, part=it))) for it in parts}
    assert len(given) == 3
    assert KEY not in given
    assert not any(KEY.octets[:4] in share.part for share in five)


def test_no_two_batches_are_alike() -> None:
    one, other = split(KEY, 2, 3), split(KEY, 2, 3)
    assert {share.part for share in one}.isdisjoint({share.part for share in other})


@pytest.mark.parametrize(
    ("some", "told"),
    [
        ((0,), "3 shares are needed and 1 is there: 2 more of 2, 3, 4 and 5"),
        ((1, 3), "3 shares are needed and 2 are there: 1 more of 1, 3 and 5"),
        ((1, 1, 3), "3 shares are needed and 2 are there: 1 more of 1, 3 and 5"),
        ((), "no share was named"),
    ],
)
def test_it_is_said_how_many_are_missing(
    five: tuple[Share, ...], some: tuple[int, ...], told: str
) -> None:
    with pytest.raises(CannotRecover) as caught:
        together([five[at] for at in some])
    assert told in str(caught.value)


def test_with_one_more_it_is_said_which_is_wrong(five: tuple[Share, ...]) -> None:
    wrong = other_part(five[1])
    with pytest.raises(CannotRecover, match=r"shares 1, 2 and 3 do not give key .* one share more"):
        together([five[0], wrong, five[2]])
    assert together([five[0], wrong, five[2], five[3]]) == shares.Recovered(KEY, (2,))
    assert together([*five[2:], wrong]) == shares.Recovered(KEY, (2,))


def test_shares_that_do_not_belong_together_are_told_apart(five: tuple[Share, ...]) -> None:
    again, strange = split(KEY, 3, 5), split(keys.new(), 3, 5)
    with pytest.raises(CannotRecover, match="the key was shared twice"):
        together([five[0], five[1], again[2]])
    with pytest.raises(CannotRecover, match=r"share 3 is of key .*, and share 1 of"):
        together([five[0], five[1], strange[2]])
    with pytest.raises(CannotRecover, match="there are two shares 1, and they differ"):
        together([five[0], other_part(five[0]), five[2]])


@pytest.mark.parametrize(("needed", "count"), [(1, 3), (0, 0), (4, 3), (2, 17), (-2, 2)])
def test_a_key_is_not_shared_among_too_few_or_too_many(needed: int, count: int) -> None:
    with pytest.raises(Mendable, match="is shared among 2 to 16 people"):
        split(KEY, needed, count)


def test_as_many_as_may_be_put_it_together() -> None:
    assert together(split(KEY, 16, 16)).key == KEY


# -- in writing --------------------------------------------------------------------------------


def test_a_share_is_a_letter_that_any_mail_program_bears(five: tuple[Share, ...]) -> None:
    text = letter(five[1], "Red November")
    assert text.isascii()
    assert max(map(len, text.splitlines())) <= 72
    assert "Share 2 of 5" in text
    assert "Any 3" in text
    assert read(text) == five[1]


@pytest.mark.parametrize(
    "worn",
    [
        lambda text: text.replace("\n", "\r\n"),
        lambda text: "".join(f"> {line}\n" for line in text.splitlines()),
        lambda text: "".join(f"> > {line}  \n" for line in text.splitlines()),
        lambda text: f"From: Ann\n\nHere it is:\n\n{text}\n-- \nAnn\n",
        lambda text: "".join(
            line.lower() if line.startswith("part: ") else line
            for line in text.splitlines(keepends=True)
        ),
    ],
    ids=["CRLF", "quoted", "quoted twice", "in a mail", "in small letters"],
)
def test_a_share_is_found_in_whatever_stands_around_it(
    five: tuple[Share, ...], worn: object
) -> None:
    assert callable(worn)
    assert read(worn(letter(five[3], "Red November"))) == five[3]


@pytest.mark.parametrize("field", ["key", "set", "share", "part", "check"])
def test_a_share_that_was_mistyped_is_known(five: tuple[Share, ...], field: str) -> None:
    lines = five[2].written().splitlines()
    at = next(at for at, line in enumerate(lines) if line.startswith(f"{field}: "))
    for place, character in enumerate(lines[at].partition(": ")[2]):
        if not character.isalnum() or (field == "share" and not character.isdigit()):
            continue
        begin = len(field) + 2 + place
        wrong = "4" if character != "4" else "6"
        changed = lines[at][:begin] + wrong + lines[at][begin + 1 :]
        assert isinstance(read("\n".join([*lines[:at], changed, *lines[at + 1 :]])), str)


@pytest.mark.parametrize("text", ["", "Dear Ann", KEY.written(), "-----BEGIN REDNOV SHARE-----\n"])
def test_what_holds_no_share_is_said_to(text: str) -> None:
    assert read(text) == "holds no whole share of a key"


def test_a_share_without_its_end_is_none(five: tuple[Share, ...]) -> None:
    text = five[0].written()
    assert isinstance(read(text[: text.index("check")]), str)
    assert isinstance(read(text.replace("part: ", "prat: ")), str)


def test_a_share_tells_its_number_alone_where_it_is_shown(five: tuple[Share, ...]) -> None:
    assert keys.letters(five[0].part)[:5] not in repr(five[0])
    assert repr(five[0].part) not in repr(five[0])
