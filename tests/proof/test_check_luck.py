"""The script of its own that checks the luck: short, alone, and not to be deceived."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.proof import luck_again as luck
from tests.proof.small import Archive, small_archive

SCRIPT = Path(__file__).with_name("check_luck.py")
OPENING, TURN_1, TURN_2, CORRECTION, KILL, SECRETS = 0, 3, 5, 7, 8, 9


def checked(archive: Archive, folder: Path) -> subprocess.CompletedProcess[str]:
    paths = archive.write(folder)
    return subprocess.run(
        [sys.executable, "-I", str(SCRIPT), *map(str, paths)],
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )


def named(told: str) -> set[str]:
    """The mails of which the script has something to say."""
    return set(re.findall(r"<(.+)>\n", told))


def amend(archive: Archive, mail: int, old: str, new: str, *, notice: bool = False) -> None:
    """Other words in one mail; *old* is a pattern that fits once or more."""
    found = (archive.notices if notice else archive.mails)[mail]
    text, times = re.subn(old, new, found.get_content(), count=1)
    assert times, old
    found.set_content(text)


def test_it_is_short_and_shares_no_code_with_the_bot() -> None:
    written = SCRIPT.read_text(encoding="utf-8")
    assert len(written.splitlines()) <= 150
    names = re.findall(r"^(?:import|from) (\w+)", written, re.MULTILINE)
    assert set(names) <= sys.stdlib_module_names
    assert "rednov_bot" not in written


def test_a_true_archive_is_found_true(tmp_path: Path) -> None:
    told = checked(small_archive(), tmp_path)
    assert (told.returncode, told.stderr) == (0, "")
    assert told.stdout == "right: 11 draw, 5 seal, 2 mail, 1 term, 2 secret, 3 tile\n"


def test_a_folder_of_mails_will_do(tmp_path: Path) -> None:
    for number, mail in enumerate(reversed(small_archive().mails)):
        octets = mail.as_bytes().replace(b"\n", b"\r\n")
        (tmp_path / f"{number}.eml").write_bytes(octets)
    told = subprocess.run([sys.executable, "-I", SCRIPT, tmp_path], capture_output=True, check=True)
    assert told.stdout == b"right: 11 draw, 5 seal, 2 mail, 1 term, 2 secret, 0 tile\n"


Forgery = Callable[[Archive], None]


def amended(mail: int, old: str, new: str, *, notice: bool = False) -> Forgery:
    return lambda archive: amend(archive, mail, old, new, notice=notice)


def _removed(archive: Archive) -> None:
    del archive.mails[TURN_1]


def _added(archive: Archive) -> None:
    text = archive.mails[TURN_2].get_content()
    archive.post("[Red November] Turn 3: Ann", text.replace("turn 2", "turn 3"))


def _exchanged(archive: Archive) -> None:
    one, other = archive.mails[TURN_1], archive.mails[TURN_2]
    texts = one.get_content(), other.get_content()
    one.set_content(texts[1])
    other.set_content(texts[0])


def _rolled_again(archive: Archive) -> None:
    """A host who knows the secrets seals the game anew with another number."""
    rolled = small_archive()
    text = rolled.mails[TURN_1].get_content()
    shown = re.search(r"action: (\d+) of 10", text)
    assert shown is not None
    other = f"action: {int(shown[1]) % 10 + 1} of 10"
    seal = luck.digest("another one\n")
    text = re.sub("seal .*", f"seal {seal}", text.replace(shown[0], other))
    archive.mails[TURN_1].set_content(text)


@pytest.mark.parametrize(
    ("forge", "where"),
    [
        (amended(TURN_1, r"(action: )\d+", r"\g<1>11"), "4@list.example"),
        (amended(OPENING, r"(room of Bob: )\d+", r"\g<1>11"), "1@list.example"),
        (amended(OPENING, r"(room of )Bob", r"\1Eve"), "1@list.example"),
        (amended(OPENING, r"draw 3, item pool", "draw 7, item pool"), "1@list.example"),
        (amended(OPENING, r"root .{64}", f"root {'0' * 64}"), "1@list.example"),
        (amended(OPENING, r"event deck  5", "event deck  6"), "1@list.example"),
        (amended(TURN_1, "drafts 1", "drafts 2"), "4@list.example"),
        (amended(CORRECTION, "drafts 3", "drafts 1"), "8@list.example"),
        (amended(TURN_1, r"3(\s+minutes)", r"4\1"), "4@list.example"),
        (amended(TURN_1, "seal .{64}", f"seal {'0' * 64}"), "4@list.example"),
        (amended(KILL, "seal .{64}", f"seal {'0' * 64}"), "9@list.example"),
        (amended(TURN_1, r"\n  draw 5, .*", ""), "4@list.example"),
        (amended(TURN_1, r"(\n  draw 5, .*)", r"\1\1"), "4@list.example"),
        (amended(TURN_2, r"round \d+", "round 5417234"), "6@list.example"),
        (amended(TURN_2, "from .{64}", f"from {'0' * 64}"), "6@list.example"),
        (amended(2, "three items", "four items"), "3@list.example"),
        (amended(TURN_1, "mail .{64}", f"mail {'0' * 64}"), "4@list.example"),
        (amended(SECRETS, f"{luck.DICE.hex()}", "f" * 64), "10@list.example"),
        (amended(SECRETS, f"{luck.TILE.hex()}", "f" * 64), "10@list.example"),
        (amended(OPENING, r"dice .{64}", f"dice {'0' * 64}"), "10@list.example"),
        (amended(OPENING, r"term .{64}", f"term {'0' * 64}"), "1@list.example"),
        (amended(OPENING, r"pot 12", "pot 13"), "1@list.example"),
        (amended(OPENING, r"crazed=off", "crazed=on"), "1@list.example"),
        (amended(OPENING, r"data ab", "data cd"), "1@list.example"),
        (_removed, "6@list.example"),
        (_added, "11@list.example"),
        (_exchanged, "4@list.example"),
        (_rolled_again, "4@list.example"),
        (amended(0, r"tile 1, \w+", "tile 1, diving_gun", notice=True), "private.1@bots.example"),
        (amended(0, r"tile 1, ", "tile 2, ", notice=True), "private.1@bots.example"),
        (amended(1, r"draw \d+, tile", "draw 4, tile", notice=True), "private.2@bots.example"),
        (amended(0, "AAV.{2}", "AAVxx", notice=True), "private.1@bots.example"),
    ],
)
def test_what_was_changed_is_found_and_named(tmp_path: Path, forge: Forgery, where: str) -> None:
    archive = small_archive()
    forge(archive)
    told = checked(archive, tmp_path)
    assert told.returncode == 1, told.stdout
    assert where in named(told.stdout), told.stdout
    assert told.stderr == ""


def other(digit: str) -> str:
    return "1" if digit == "0" else "0"


@pytest.mark.parametrize("mail", [OPENING, TURN_1, TURN_2, CORRECTION, KILL])
def test_no_number_below_the_heading_can_be_another(tmp_path: Path, mail: int) -> None:
    text = small_archive().mails[mail].get_content()
    begin = text.index("  term") if mail == OPENING else text.index("THE LUCK, form 2") + 16
    numbers = r"(?<!refill items )\b[0-9a-f]*[0-9]\b"  # what tiles are shuffled for, T would show
    for found in re.finditer(numbers, text[begin : text.index("\n-- ")]):
        archive, at = small_archive(), begin + found.end() - 1
        archive.mails[mail].set_content(text[:at] + other(text[at]) + text[at + 1 :])
        told = checked(archive, tmp_path)
        assert told.returncode == 1, text[begin:at]
