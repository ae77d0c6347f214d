"""Every kind of wrong data set is refused in one sentence: the file, the key, what to do."""

from __future__ import annotations

from pathlib import Path

import pytest

from rednov_bot.core.errors import DataError
from rednov_bot.games.red_november.datasets import load
from tests.datasets.samples import copied, spoil

BOARD, TRACK, DECK, ITEMS = "board.toml", "time-track.toml", "event-deck.toml", "items.toml"

WRONG = (
    (BOARD, "[hatches]", "[doors]\n[hatches]", "doors is not known"),
    (DECK, "faint =", "feint =", "feint is not known; did you mean faint?"),
    (TRACK, "source =", "# source =", "events[1].source is missing"),
    (BOARD, "engine = 1", 'engine = "1"', "engine must be the number"),
    (BOARD, "engine = 1", "engine = 11", "not 11"),
    (BOARD, '5 = "Room 5"\n', "", "rooms.names.5 is missing; every room from 1 to 10 needs a name"),
    (BOARD, '"Room 5"', '"ROOM 3"', "rooms.names.5 is also the name of another room"),
    (BOARD, "cabin = 10\n", "", "rooms.roles.cabin is missing"),
    (BOARD, "oxygen = 2", "oxygen = 1", "rooms.roles.oxygen is also the room for engine"),
    (BOARD, '"1-2"', '"1-12"', "interior[1] must be a hatch between rooms 1 to 10 and the sea"),
    (BOARD, '"1-3"', '"2-1"', "(1-2) is listed twice; remove one"),
    (BOARD, '"1-3"', '"3-3"', "leads from a room to itself; name two rooms"),
    (BOARD, '"5-6"', '"5-sea"', "(5-sea) is an exterior hatch; move it to hatches.exterior"),
    (BOARD, '"6-sea"', '"6-7"', "(6-7) is an interior hatch; move it to hatches.interior"),
    (BOARD, '["3-sea", "6-sea", "9-sea"]', "[]", "without a hatch to the sea nobody can leave"),
    (BOARD, '"5-7", "5-8", ', "", "leaves no way from room 1 to 7, 8, 9, 10; add a hatch"),
    (TRACK, "[57,", "[61,", "events[1].minutes[1] must be a whole number from 0 to 60, not 61"),
    (TRACK, "[10]", "[10.0]", "not a number with a fraction"),
    (TRACK, "[11, 9", "[13, 9", "has 2 markers on minute 13; a space bears one at most"),
    (TRACK, "7 = 49\n", "", "start.minutes.7 is missing; a game has from 3 to 8 gnomes"),
    (TRACK, "8 = 46", "8 = 46\n9 = 43", "start.minutes.9 has a wrong name"),
    (DECK, '"leak"', '"flood"', '"overheated"'),
    (DECK, '"leak"', '"fire"', "is fire for the second time; join the two entries"),
    (DECK, "faint = [4, 2]", "faint = [5, 2]", 'a whole number from 1 to 4 or "-", not 5'),
    (DECK, "faint = [4, 2]", "faint = [4]", "deck.size is 56, but cards holds 55; correct one"),
    (DECK, "faint = [1]\nahead = 15", "faint = [1, 2]\nahead = 15", "cards holds 2 kraken cards"),
    (DECK, "step = 1\n", "", "cards[4].step is missing; a card of the kind descent needs it"),
    (DECK, 'faint = [2, "-"]', 'faint = [2, "-"]\nlimit = 3', "cards[11].limit means nothing for"),
    (DECK, "limit = 1", "limit = 0", "which stands for none"),
    (ITEMS, "coffee = 1", "tea = 1", "pool.tiles.tea has a wrong name"),
    (ITEMS, "coffee = 1\n", "", "pool.tiles.coffee is missing; write 0 if there are none"),
    (ITEMS, "coffee = 1", "coffee = -1", "must be a whole number from 0 to 10000, not -1"),
    (ITEMS, "size = 48", "size = 65536", "pool.size must be a whole number from 0 to 10000"),
    (ITEMS, "coffee = 1", "coffee = 2", "pool.size is 48, but pool.tiles adds up to 49"),
    (ITEMS, "kill_kraken = 4", "gain_items = 4", "diving_gun.gain_items has a wrong name"),
    (ITEMS, "kill_kraken = 4", "kill_kraken = 0", "must be a whole number from 1 to 10, not 0"),
    (TRACK, "[start]", "[start", "not valid TOML: expected ']' at the end of a table"),
)


@pytest.mark.parametrize(("file", "old", "new", "sentence"), WRONG)
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


def test_a_set_that_is_not_whole_or_not_there_is_refused(tmp_path: Path) -> None:
    own = copied(tmp_path)
    (own / BOARD).write_bytes(b'data_set = "R\xf8d"\n')
    with pytest.raises(DataError, match=r"board\.toml: not UTF-8 in line 1"):
        load(str(own))
    for file in (BOARD, TRACK, DECK, ITEMS):
        (own / file).unlink()
        with pytest.raises(DataError, match="there is no such file; create it or name another"):
            load(str(own))
    with pytest.raises(DataError, match='a data set is "standard" or a folder with board'):
        load("sandard")
