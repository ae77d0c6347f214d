"""What can be written, how wide it is, and that resvg prints it."""

from __future__ import annotations

import subprocess
import sys
import unicodedata

import pytest

from rednov_bot.lettering import covers, font_files, width
from rednov_bot.lettering.repertoire import characters
from rednov_bot.lettering.strokes import SOURCE, UnreadableLetter, alphabet, read
from tests.lettering.printing import printed, text

PROMISED = {
    "ASCII": "".join(map(chr, range(0x20, 0x7F))),
    "Latin-1": "".join(map(chr, range(0xA0, 0x100))),
    "Latin Extended-A": "".join(map(chr, range(0x100, 0x180))),
    "Romanian, with commas": "ȘșȚț",
    "Vietnamese": "ĂăÂâĐđÊêÔôƠơƯưẠạẢảẤấẦầẨẩẪẫẬậẮắẰằẲẳẴẵẶặẸẹỄễỆệỈỉỌọỐốỖỗỘộỚớỢợỤụỨứỰựỲỳỴỵỸỹ",
    "Greek": "ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩαβγδεζηθικλμνξοπρσςτυφχψωΆΈΉΊΌΎΏάέήίόύώΪΫϊϋΐΰ",
    "Russian": "АБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯабвгдеёжзийклмнопрстуфхцчшщъыьэюя",
    "Ukrainian, Belarusian": "ҐґЄєІіЇїЎў",
    "Serbian, Macedonian, Bulgarian": "ЂђЉљЊњЋћЏџЈјЃѓЌќЅѕЍѝ",
    "punctuation": "–—‘’“”„«»…·•×÷±°§¶†‡№©®™€£¥¢→←↑↓★☆✓✗½¼¾⁰¹²³⁴⁵⁶⁷⁸⁹",
}
SPACES = frozenset("\u00ad\u200b\u200c\u200d\u2060\ufeff") | {
    one for one in characters() if unicodedata.category(one) == "Zs"
}


@pytest.mark.parametrize("kind", PROMISED)
def test_every_promised_character_is_there(kind: str) -> None:
    assert not set(PROMISED[kind]) - characters()


@pytest.mark.parametrize("kind", PROMISED)
def test_letters_and_marks_may_stand_apart(kind: str) -> None:
    assert covers(unicodedata.normalize("NFD", PROMISED[kind]))


def test_what_is_not_drawn_is_not_covered() -> None:
    assert covers("Captain’s Cabin, Łódź – 3½")
    assert not covers("潜水艦")
    assert not covers("a line\nand another")


@pytest.mark.parametrize("weight", [400, 700])
def test_resvg_prints_every_character_but_spaces(weight: int) -> None:
    without_ink = {
        one for one in characters() if printed(text(one, weight=weight)) == printed(text(""))
    }
    assert without_ink == SPACES


def test_resvg_prints_a_box_for_what_is_not_covered() -> None:
    assert printed(text("潜")) == printed(text("水")) != printed(text(""))


@pytest.mark.parametrize(
    "pair", ["Il", "l1", "I1", "I|", "O0", "5S", "8B", "2Z", "6b", "9g", "aα", "uυ"]
)
def test_what_is_easily_confounded_looks_different(pair: str) -> None:
    assert printed(text(pair[0])) != printed(text(pair[1]))


@pytest.mark.parametrize("words", ["AV", "To", "Tö", "Ty", "L’", "Р.", "Та", "HH", "Ře", "7."])
@pytest.mark.parametrize("weight", [400, 700])
def test_resvg_sets_a_text_as_wide_as_we_say(words: str, weight: int) -> None:
    bold = weight == 700
    first, second = words[0], words[1]
    second_at = 20 + width(words, 40, bold=bold) - width(second, 40, bold=bold)
    apart = (text(first, weight=weight), text(second, at=second_at, weight=weight))
    assert printed(*apart) == printed(text(words, weight=weight))


@pytest.mark.parametrize("bold", [False, True])
def test_digits_are_all_of_one_width(bold: bool) -> None:
    assert len({width(digit, 1000, bold=bold) for digit in "0123456789"}) == 1


def test_a_width_grows_with_the_size_and_with_the_weight() -> None:
    assert width("Engine Room", 26) == pytest.approx(2 * width("Engine Room", 13))
    assert width("Engine Room", 13, bold=True) > width("Engine Room", 13)
    assert width("", 13) == 0


def test_worst_pairs_stand_closer() -> None:
    for pair in ("AV", "To", "Ty", "LT", "P.", "Та"):
        assert width(pair, 1000) < sum(width(one, 1000) for one in pair) - 40, pair


def test_a_composed_letter_is_as_wide_as_one_with_its_mark_apart() -> None:
    assert width("Łódź", 13) == width(unicodedata.normalize("NFD", "Łódź"), 13)


def test_every_pair_that_is_listed_is_of_letters_that_are_drawn() -> None:
    for pair in alphabet().kerns:
        assert set(pair) <= characters(), pair


def test_a_letter_is_drawn_once() -> None:
    lines = [line.split() for line in SOURCE.read_text(encoding="utf-8").splitlines()]
    assert len(alphabet().letters) == len(
        [words for words in lines if words and words[0] not in ("#", "kern") and words[1] != "="]
    )
    assert not set(alphabet().letters) & set(alphabet().same)


def test_a_line_that_is_not_of_the_form_is_named() -> None:
    with pytest.raises(UnreadableLetter, match=r"letters\.txt, line 2: "):
        read("A /\\  0,0 5,14 10,0\nB ||  0,0 z4,4\n")


def test_the_fonts_travel_beside_the_code() -> None:
    assert all(path.is_file() and path.suffix == ".ttf" for path in font_files())


def test_nothing_that_runs_needs_fonttools() -> None:
    asks = (
        "import sys; sys.modules['fontTools'] = None\n"
        "from rednov_bot.lettering import covers, font_files, width\n"
        "assert covers('Ř') and width('Ř', 13) > 0 and font_files()[0].is_file()\n"
    )
    subprocess.run([sys.executable, "-c", asks], check=True)
