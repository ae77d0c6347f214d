"""The script of its own that checks the luck: short, alone, and not to be deceived."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.fairness import luck_again as luck
from tests.fairness.small import BOT, Archive, small_archive

SCRIPT = Path(__file__).with_name("check_luck.py")
NOTICES = SCRIPT.with_name("check_notices.py")
RIGHT = "right: 1 term, 2 secret, 11 draw, 5 seal, 2 mail\n"
OPENING, TURN_1, TURN_2, CORRECTION, KILL, SECRETS = 0, 3, 5, 7, 8, 9
SAID_1, SAID_2 = 2, 4


def run(script: Path, *paths: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-I", str(script), *map(str, paths)],
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )


def checked(archive: Archive, folder: Path) -> subprocess.CompletedProcess[str]:
    return run(SCRIPT, archive.write(folder)[0])


def named(told: str) -> set[str]:
    """The mails of which the script has something to say."""
    return set(re.findall(r"<(.+)>\n", told))


def amend(archive: Archive, mail: int, old: str, new: str) -> None:
    """Other words in one mail; *old* is a pattern that fits once or more."""
    found = archive.mails[mail]
    text, times = re.subn(old, new, found.get_content(), count=1)
    assert times, old
    found.set_content(text)


@pytest.mark.parametrize("script", [SCRIPT, NOTICES])
def test_it_is_short_and_shares_no_code_with_the_bot(script: Path) -> None:
    written = script.read_text(encoding="utf-8")
    assert len(written.splitlines()) <= 150
    names = re.findall(r"^(?:import|from) (\w+)", written, re.MULTILINE)
    assert set(names) <= sys.stdlib_module_names
    assert "rednov_bot" not in written.replace(r"\nrednov_bot", "")


def test_a_true_archive_is_found_true(tmp_path: Path) -> None:
    told = checked(small_archive(), tmp_path)
    assert (told.returncode, told.stderr, told.stdout) == (0, "", RIGHT)


def test_a_folder_of_mails_will_do(tmp_path: Path) -> None:
    for number, mail in enumerate(reversed(small_archive().mails)):
        octets = mail.as_bytes().replace(b"\n", b"\r\n")
        (tmp_path / f"{number}.eml").write_bytes(octets)
    assert run(SCRIPT, tmp_path).stdout == RIGHT


Forgery = Callable[[Archive], None]


def amended(mail: int, old: str, new: str) -> Forgery:
    return lambda archive: amend(archive, mail, old, new)


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


def _field(mail: int, name: str, value: str | None) -> Forgery:
    def forge(archive: Archive) -> None:
        del archive.mails[mail][name]
        if value is not None:
            archive.mails[mail][name] = value

    return forge


def _not_announced(archive: Archive) -> None:
    del archive.mails[SAID_1]


def _thrown_anew(archive: Archive) -> None:
    """A host who knows the secrets resolves a mail a second time, as another turn."""
    made = Archive(archive.mails[:-2], archive.notices, "", 9)
    made.seal = re.findall(r"seal (.{64})", archive.mails[CORRECTION].get_content())[-1]
    said = archive.mails[SAID_2]["Message-ID"].strip("<>")
    lines = archive.mails[TURN_2].get_content()
    shows = re.search(r"  mail (.{64})\n  beacon drand, round (\d+):\n  from (.{64})\n", lines)
    assert shows is not None
    where = luck.scope("turn 3", shows[1], f"{shows[2]} {shows[3]}")
    section = f"THE LUCK, form 2\n  turn 3, read as: I take no action.\n{shows[0]}"
    section += made.number(where, "action", 10) + made.close(where, 1, "I take no action.")
    text = f"Done. The game is over.\n\n{section}\n-- \nrednov_bot, keeping\n"
    made.post("[Red November] Turn 3: Bob, and the game is over", text, answers=said)
    archive.mails = [*made.mails, archive.mails[-1]]


def _by_whom(archive: Archive) -> None:
    """Both turns are announced from one address."""
    _field(SAID_2, "From", "Ann <ann@x.example>")(archive)


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
        (amended(TURN_1, r"(\n  draw 5, .*)", rf"\1\n  root {'0' * 64}"), "4@list.example"),
        (amended(TURN_2, r"round \d+", "round 5417234"), "6@list.example"),
        (amended(TURN_2, "from .{64}", f"from {'0' * 64}"), "6@list.example"),
        (amended(TURN_2, r"\n  beacon .*\n  from .*", ""), "6@list.example"),
        (amended(OPENING, r"\n  beacon 2023.*", ""), "6@list.example"),
        (amended(SAID_1, "three items", "four items"), "3@list.example"),
        (amended(TURN_1, "mail .{64}", f"mail {'0' * 64}"), "4@list.example"),
        (amended(SECRETS, f"{luck.DICE.hex()}", "f" * 64), "10@list.example"),
        (amended(SECRETS, f"{luck.TILE.hex()}", "f" * 64), "10@list.example"),
        (amended(OPENING, r"dice .{64}", f"dice {'0' * 64}"), "10@list.example"),
        (amended(OPENING, r"term .{64}", f"term {'0' * 64}"), "1@list.example"),
        (amended(OPENING, r"pot 12", "pot 13"), "1@list.example"),
        (amended(OPENING, r"crazed=off", "crazed=on"), "1@list.example"),
        (amended(OPENING, r"data ab", "data cd"), "1@list.example"),
        (amended(KILL, r"The game is\nover", "So it goes"), "9@list.example"),
        (_removed, "6@list.example"),
        (_added, "11@list.example"),
        (_exchanged, "4@list.example"),
        (_rolled_again, "4@list.example"),
        (_not_announced, "4@list.example"),
        (_field(SAID_1, "Date", "Mon, 02 Mar 2026 12:00:01 +0000"), "4@list.example"),
        (_field(SAID_1, "Message-ID", "<other@list.example>"), "4@list.example"),
        (_thrown_anew, "9@list.example"),
        (_by_whom, "6@list.example"),
    ],
)
def test_what_was_changed_is_found_and_named(tmp_path: Path, forge: Forgery, where: str) -> None:
    archive = small_archive()
    forge(archive)
    told = checked(archive, tmp_path)
    assert told.returncode == 1, told.stdout
    assert where in named(told.stdout), told.stdout
    assert told.stderr == ""


@pytest.mark.parametrize(
    ("shuffle", "where"),
    [("event deck", 1), ("renew events 0", 6), ("renew events 1", 6)],
)
def test_a_swapped_card_is_found_by_the_seal(tmp_path: Path, shuffle: str, where: int) -> None:
    """Everything behind it is sealed as if the order were right."""
    told = checked(small_archive(swapped=shuffle), tmp_path)
    assert told.returncode == 1
    assert named(told.stdout) == {f"{where}@list.example"}


def test_what_a_renewed_deck_is_without_its_respites_it_does_not_know(tmp_path: Path) -> None:
    """So it goes on from the seal that is shown; that cards were removed, the terms say."""
    archive = small_archive(swapped="renew events 0", terms="option remove_respite=on\n")
    assert checked(archive, tmp_path).returncode == 0
    archive = small_archive(swapped="event deck", terms="option remove_respite=on\n")
    assert named(checked(archive, tmp_path).stdout) == {"1@list.example"}


@pytest.mark.parametrize(
    ("notice", "old", "new"),
    [
        (0, r"tile 1, \w+", "tile 1, diving_gun"),
        (0, r"tile 1, ", "tile 2, "),
        (1, r"draw \d+, tile", "draw 4, tile"),
        (0, "AAV.{2}", "AAVxx"),
        (0, "AAV.*\n", "A\n"),
    ],
)
def test_a_changed_notice_is_found(tmp_path: Path, notice: int, old: str, new: str) -> None:
    archive = small_archive()
    assert run(NOTICES, *archive.write(tmp_path)).stdout == "right: 3 tile of 3\n"
    text, times = re.subn(old, new, archive.notices[notice].get_content(), count=1)
    assert times
    archive.notices[notice].set_content(text)
    told = run(NOTICES, *archive.write(tmp_path))
    assert (told.returncode, told.stderr) == (1, "")
    assert named(told.stdout) == {f"private.{notice + 1}@bots.example"}


@pytest.mark.parametrize(
    ("mail", "old", "new"),
    [
        (TURN_1, r"action: \d+ of 10", "action: 0 of 0"),
        (TURN_1, r"action: \d+ of 10", f"action: 1 of {2**64 + 1}"),
        (TURN_1, r"action: \d+ of 10", f"action: 1 of {'9' * 5000}"),
        (TURN_1, r"draw \d+, action", f"draw {'9' * 5000}, action"),
        (TURN_1, r"round \d+", f"round {'9' * 5000}"),
        (TURN_1, r"(?s)THE LUCK.*seal.{65}", "THE LUCK, form 2"),
        (OPENING, r"(?s)  game RN1.*?\n  term ", "  term "),
        (OPENING, r"  game RN1", "  game  "),
        (OPENING, r"\n  term .*", ""),
        (OPENING, r"\n  tile .*", ""),
        (OPENING, r"event deck  5", f"event deck  {'9' * 5000}"),
        (OPENING, r"beacon 2023-08-23", "beacon 9999-12-99"),
        (OPENING, r"27Z 30 ", "27Z 0 "),
        (CORRECTION, r"\n  turn 2:", ""),
    ],
)
def test_what_is_malformed_differs_and_no_more(
    tmp_path: Path, mail: int, old: str, new: str
) -> None:
    archive = small_archive()
    amend(archive, mail, old, new)
    told = checked(archive, tmp_path)
    assert (told.returncode, told.stderr) == (1, ""), told.stdout


def _chatter(text: str, *, subject: str = "Re: the game") -> Forgery:
    return lambda archive: _said(archive, text, subject)


def _said(archive: Archive, text: str, subject: str) -> None:
    archive.post(subject, text, by="Eve <eve@evil.example>")
    archive.mails.insert(1, archive.mails[-1])


def _quoted(archive: Archive) -> None:
    """Each posting in full, as some programs answer; a forged opening among them."""
    for mail in archive.mails[:10]:
        subject = str(mail["Subject"])
        _said(archive, mail.get_content(), subject)
        _said(archive, mail.get_content().replace("RN1", "RN2").replace("Bob", "Eve"), subject)


def _in_a_forged_game(archive: Archive) -> None:
    """Eve commits to a secret, and tells it."""
    term, secret = luck.digest("game"), bytes(32)
    dice = luck.commitment(term, "dice", secret)
    text = f"\nTHE LUCK, form 2\n  game RN1\n  term {term}\n  dice {dice}\n  seal {'0' * 64}\n\n"
    _said(archive, text, "[Red November] A new game begins")
    _said(archive, f"RN1, the secret of the dice: {secret.hex()}\n", "RN1")


def _malformed(archive: Archive) -> None:
    _said(archive, "\nTHE LUCK, form 2\n  draw 3, action: 0 of 0\n  dice 00\n\n", "Turn 1")
    for field, value in (("From", "=?x?q?"), ("Date", "yesterday"), ("Content-Type", '"; x=')):
        del archive.mails[-1][field]
        archive.mails[-1][field] = value


HARMLESS: dict[str, Forgery] = {
    "false secrets": _chatter("RN1\n" + f"secret of the dice: {'0' * 64}\n" * 3000),
    "lines of a section": _chatter("THE LUCK, form 2\n  draw 3, action: 0 of 0\n  dice 00\n"),
    "postings quoted": _quoted,
    "a forged game": _in_a_forged_game,
    "malformed mails": _malformed,
    "tags before subjects": _field(TURN_1, "Subject", "[list] Re: [Red November] Turn 1: Ann"),
    "no answer": _field(TURN_1, "In-Reply-To", None),
    "another address of eirs": _field(SAID_1, "From", "Ann at home <ann@home.example>"),
}


@pytest.mark.parametrize("change", HARMLESS.values(), ids=list(HARMLESS))
def test_what_others_write_disturbs_nothing(tmp_path: Path, change: Forgery) -> None:
    archive = small_archive()
    change(archive)
    told = checked(archive, tmp_path)
    assert told.stdout.endswith(RIGHT), told.stdout
    assert (told.returncode, told.stderr) == (0, "")


def test_by_which_beginning_of_a_mail_a_turn_is_right_is_said(tmp_path: Path) -> None:
    archive = small_archive()
    amend(archive, SAID_1, r"\n-- ", "\n\nYours,\nAnn\n-- ")
    told = checked(archive, tmp_path)
    by = RIGHT.replace(", 2 mail", ", 1 mail by its first 2 lines (turn 1), 1 mail")
    assert (told.returncode, told.stderr, told.stdout) == (0, "", by)


@pytest.mark.parametrize(
    ("old", "new"), [("and\n", "and so\n"), ("I open", "Well, I open"), ("three items.", "three")]
)
def test_no_other_words_are_right_by_a_beginning(tmp_path: Path, old: str, new: str) -> None:
    archive = small_archive()
    amend(archive, SAID_1, old, new)
    told = checked(archive, tmp_path)
    assert (told.returncode, told.stderr) == (1, "")
    assert "its mail is missing, or not as it was: <3@list.example>" in told.stdout


@pytest.mark.parametrize("mail", [OPENING, SAID_1, TURN_1, SECRETS])
def test_letters_that_are_none_stop_nothing(tmp_path: Path, mail: int) -> None:
    """Half a surrogate pair in a subject and in a text, and octets that are no UTF-8."""
    archive = small_archive()
    octets = archive.mails[mail].as_bytes().replace(b"RN", b"RN\xff\xfe")
    (tmp_path / "one.eml").write_bytes(octets.replace(b"utf-8", b"no-such-charset"))
    for number, one in enumerate(archive.mails):
        (tmp_path / f"{number}.eml").write_bytes(one.as_bytes())
    text = archive.mails[mail].get_content().replace("I ", "\ud800 I ").encode("utf-7")
    head = b"From: " + BOT.encode() + b"\nSubject: =?utf-8?b?7aCA?= Turn 1: Ann\n"
    head += b"Message-ID: <x@y.example>\nDate: Mon, 02 Mar 2026 13:30:00 +0000\n"
    (tmp_path / "half.eml").write_bytes(
        head + b"Content-Type: text/plain; charset=utf-7\n\n" + text
    )
    told = run(SCRIPT, tmp_path)
    assert told.stderr == ""
    assert "right: " in told.stdout


def test_a_secret_that_is_not_told_yet_is_said(tmp_path: Path) -> None:
    archive = small_archive()
    del archive.mails[SECRETS]
    told = checked(archive, tmp_path)
    assert (told.returncode, told.stderr) == (2, "")
    assert "its secret is not told" in told.stdout


@pytest.mark.parametrize("text", [None, "", "no mail at all", "\0" * 99])
def test_what_cannot_be_read_is_said(tmp_path: Path, text: str | None) -> None:
    path = tmp_path / "archive"
    if text is not None:
        path.write_text(text)
    told = run(SCRIPT, path)
    assert (told.returncode, told.stderr) == (2, "")
    assert told.stdout == "right: nothing\n"


def test_without_an_archive_it_says_what_it_is_for() -> None:
    told = run(SCRIPT)
    assert (told.returncode, told.stdout) == (1, "")
    assert "check_luck.py MBOX-OR-FOLDER" in told.stderr


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
