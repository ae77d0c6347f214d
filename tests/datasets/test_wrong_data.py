"""Every kind of wrong data set is refused in one sentence: the file, the key, what to do."""

from __future__ import annotations

from pathlib import Path

import pytest

from rednov_bot.core.errors import DataError
from rednov_bot.games.red_november.datasets import load
from tests.datasets.samples import copied, spoil

BOARD, TRACK, DECK, ITEMS = "board.toml", "time-track.toml", "event-deck.toml", "items.toml"

WRONG = {
    "unknown table": (BOARD, "[hatches]", "[doors]\n[hatches]", "doors is not known"),
    "unknown key": (BOARD, "interior =", "colour = 1\ninterior =", "hatches.colour is not known"),
    "misspelt key": (DECK, "faint =", "feint =", "feint is not known; did you mean faint?"),
    "no title of the set": (BOARD, "data_set =", "# data_set =", "data_set is missing; it must"),
    "no source": (TRACK, "source =", "# source =", "events[1].source is missing"),
    "no certainty": (ITEMS, "certainty =", "# certainty =", "pool.certainty is missing"),
    "empty source": (
        ITEMS,
        'source = "appendix C of the contract"',
        'source = ""',
        "pool.source must be a text on one line, without spaces at its ends",
    ),
    "room of a wrong type": (BOARD, "engine = 1", 'engine = "1"', "engine must be the number"),
    "room too high": (BOARD, "engine = 1", "engine = 11", "not 11"),
    "eleventh room": (
        BOARD,
        '10 = "Captain\'s Cabin"',
        '11 = "Captain\'s Cabin"',
        "rooms.names.11 has a wrong name: it must be the number of a room, 1 to 10",
    ),
    "room missing": (
        BOARD,
        '5 = "Room 5"\n',
        "",
        "rooms.names.5 is missing; every room from 1 to 10 needs a name",
    ),
    "two rooms of one name": (
        BOARD,
        '"Room 5"',
        '"ROOM 3"',
        "rooms.names.5 is also the name of another room; choose another",
    ),
    "role missing": (BOARD, "cabin = 10\n", "", "rooms.roles.cabin is missing"),
    "two roles in one room": (
        BOARD,
        "oxygen = 2",
        "oxygen = 1",
        "rooms.roles.oxygen is also the room for engine; give each its own room",
    ),
    "hatch to nowhere": (
        BOARD,
        '"1-2"',
        '"1-12"',
        'hatches.interior[1] must be a hatch between rooms 1 to 10 and the sea, like "5-8" or '
        '"6-sea", not "1-12"',
    ),
    "hatch to room 0": (BOARD, '"8-10"', '"8-0"', 'not "8-0"'),
    "hatch from the sea": (BOARD, '"3-sea"', '"sea-3"', 'not "sea-3"'),
    "hatch twice": (BOARD, '"1-3"', '"2-1"', "(1-2) is listed twice; remove one"),
    "hatch to itself": (BOARD, '"1-3"', '"3-3"', "leads from a room to itself; name two rooms"),
    "sea among the interior": (
        BOARD,
        '"5-6"',
        '"5-sea"',
        "(5-sea) is an exterior hatch; move it to hatches.exterior",
    ),
    "room among the exterior": (
        BOARD,
        '"6-sea"',
        '"6-7"',
        "hatches.exterior[2] (6-7) is an interior hatch; move it to hatches.interior",
    ),
    "no way out": (
        BOARD,
        '["3-sea", "6-sea", "9-sea"]',
        "[]",
        "hatches.exterior is empty; without a hatch to the sea nobody can leave the sub",
    ),
    "room without a way in": (
        BOARD,
        '"5-6", ',
        "",
        "hatches.interior leaves no way from room 1 to 6; add a hatch",
    ),
    "bow cut off": (
        BOARD,
        '"5-7", "5-8", ',
        "",
        "hatches.interior leaves no way from room 1 to 7, 8, 9, 10; add a hatch",
    ),
    "marker beyond the track": (
        TRACK,
        "[57,",
        "[61,",
        "events[1].minutes[1] must be a whole number from 0 to 60, not 61",
    ),
    "marker below the track": (TRACK, "3, 1]", "3, -1]", "events[2].minutes[6] must be a whole"),
    "marker of a wrong type": (TRACK, "[10]", "[10.0]", "not a number with a fraction"),
    "event marker twice": (
        TRACK,
        "[11, 9",
        "[13, 9",
        "events has 2 markers on minute 13; a space bears one at most",
    ),
    "item marker twice": (TRACK, "[10]", "[20]", "items has 2 markers on minute 20"),
    "start missing": (
        TRACK,
        "7 = 49\n",
        "",
        "start.minutes.7 is missing; a game has from 3 to 8 gnomes",
    ),
    "start for nine": (TRACK, "8 = 46", "8 = 46\n9 = 43", "start.minutes.9 has a wrong name"),
    "start beyond the track": (TRACK, "3 = 60", "3 = 65", "start.minutes.3 must be a whole"),
    "unknown kind of card": (DECK, '"leak"', '"flood"', '"overheated"'),
    "kind of card twice": (
        DECK,
        '"leak"',
        '"fire"',
        "cards[11].kind is fire for the second time; join the two entries",
    ),
    "no cards of a kind": (DECK, 'faint = [2, "-"]', "faint = []", "cards[11].faint must be"),
    "faint number of 5": (
        DECK,
        "faint = [4, 2]",
        "faint = [5, 2]",
        'faint[1] must be a whole number from 1 to 4 or "-", not 5',
    ),
    "faint number of 0": (DECK, "faint = [4, 2]", "faint = [0, 2]", "faint[1] must be"),
    "faint sign of another kind": (DECK, 'faint = ["-"]', 'faint = ["x"]', 'not "x"'),
    "too few cards": (
        DECK,
        "faint = [4, 2]",
        "faint = [4]",
        "deck.size is 56, but cards holds 55; correct one of them",
    ),
    "another size": (DECK, "size = 56", "size = 58", "deck.size is 58, but cards holds 56"),
    "empty kraken": (DECK, "faint = [1]\nahead = 15", "faint = []\nahead = 15", "cards[18].faint"),
    "two krakens": (
        DECK,
        "faint = [1]\nahead = 15",
        "faint = [1, 2]\nahead = 15",
        "cards holds 2 kraken cards; it must hold exactly one",
    ),
    "step missing": (
        DECK,
        "step = 1\n",
        "",
        "cards[4].step is missing; a card of the kind descent needs it",
    ),
    "ahead missing": (DECK, "ahead = 15\n", "", "cards[18].ahead is missing"),
    "size without meaning": (
        DECK,
        'faint = [2, "-"]',
        'faint = [2, "-"]\nlimit = 3',
        "cards[11].limit means nothing for a card of the kind leak; remove it",
    ),
    "stumble without a limit": (DECK, "limit = 1", "limit = 0", "which stands for none"),
    "unknown item": (ITEMS, "coffee = 1", "tea = 1", "pool.tiles.tea has a wrong name"),
    "item missing": (
        ITEMS,
        "coffee = 1\n",
        "",
        "pool.tiles.coffee is missing; write 0 if there are none",
    ),
    "negative tiles": (
        ITEMS,
        "coffee = 1",
        "coffee = -1",
        "pool.tiles.coffee must be a whole number from 0 to 10000, not -1",
    ),
    "more tiles than a proof counts": (
        ITEMS,
        "coffee = 1",
        "coffee = 65536",
        "pool.tiles.coffee must be a whole number from 0 to 10000, not 65536",
    ),
    "a pool of more": (
        ITEMS,
        "size = 48",
        "size = 65536",
        "pool.size must be a whole number from 0 to 10000, not 65536",
    ),
    "grogs beyond all measure": (
        ITEMS,
        "grogs = 6",
        "grogs = 10000000000000000000000",
        "stash.grogs must be a whole number from 0 to 10000",
    ),
    "another total": (
        ITEMS,
        "coffee = 1",
        "coffee = 2",
        "pool.size is 48, but pool.tiles adds up to 49; correct one",
    ),
    "grogs of a wrong type": (ITEMS, "grogs = 6", "grogs = true", "stash.grogs must be a whole"),
    "bonus of an unknown item": (
        ITEMS,
        "[bonus.minutes.crowbar]",
        "[bonus.minutes.lever]",
        "bonus.minutes.lever has a wrong name",
    ),
    "bonus for no fix-it": (
        ITEMS,
        "kill_kraken = 4",
        "gain_items = 4",
        "bonus.minutes.diving_gun.gain_items has a wrong name",
    ),
    "bonus of nothing": (
        ITEMS,
        "kill_kraken = 4",
        "kill_kraken = 0",
        "bonus.minutes.diving_gun.kill_kraken must be a whole number from 1 to 10, not 0",
    ),
    "not TOML": (TRACK, "[start]", "[start", "not valid TOML: expected ']' at the end of a table"),
}


@pytest.mark.parametrize(("file", "old", "new", "sentence"), WRONG.values(), ids=WRONG)
def test_wrong_data_is_refused_with_the_file_the_key_and_what_to_do(
    tmp_path: Path, file: str, old: str, new: str, sentence: str
) -> None:
    own = copied(tmp_path)
    spoil(own, file, old, new)
    with pytest.raises(DataError) as refused:
        load(str(own))
    words = str(refused.value)
    assert sentence in words
    assert words.startswith(f"{own / file}: ")
    assert len(words.splitlines()) == 1


def test_a_set_without_a_kraken_is_refused(tmp_path: Path) -> None:
    own = copied(tmp_path)
    text = (own / DECK).read_text(encoding="utf-8")
    end = text.rindex("[[cards]]")
    (own / DECK).write_text(text[:end].replace("size = 56", "size = 55"), encoding="utf-8")
    with pytest.raises(DataError, match="cards holds 0 kraken cards; it must hold exactly one"):
        load(str(own))


@pytest.mark.parametrize("file", [BOARD, TRACK, DECK, ITEMS])
def test_a_set_with_a_file_missing_is_refused(tmp_path: Path, file: str) -> None:
    own = copied(tmp_path)
    (own / file).unlink()
    with pytest.raises(DataError, match="there is no such file; create it or name another") as no:
        load(str(own))
    assert str(own / file) in str(no.value)


def test_a_set_that_is_not_utf_8_is_refused(tmp_path: Path) -> None:
    own = copied(tmp_path)
    (own / BOARD).write_bytes(b'data_set = "R\xf8d"\n')
    with pytest.raises(DataError, match=r"board\.toml: not UTF-8 in line 1"):
        load(str(own))


@pytest.mark.parametrize("name", ["sandard", "/nowhere/at/all"])
def test_a_set_that_is_not_there_is_refused_with_what_would_be(name: str) -> None:
    with pytest.raises(DataError, match='a data set is "standard" or a folder with board'):
        load(name)
