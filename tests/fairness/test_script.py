"""The scripts of their own that check the luck: short, alone, and not to be deceived.

What they find of forged archives, tests/fairness/test_forged.py shows.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.fairness import luck_again as luck
from tests.fairness.forms import in_mbox, recorded
from tests.fairness.tampering import (
    NOTICES_SCRIPT,
    SCRIPT,
    Mails,
    announced,
    by_script,
    name_of,
    parsed,
    place_of,
    reworded,
    text_of,
    with_field,
    with_text,
)
from tests.rigs.scale import some

RIGHT = "right: 1 term, 3 secret, 50 draw, 25 seal, 24 mail\n"


@pytest.mark.parametrize("script", [SCRIPT, NOTICES_SCRIPT])
def test_it_is_short_and_shares_no_code_with_the_bot(script: Path) -> None:
    written = script.read_text(encoding="utf-8")
    assert len(written.splitlines()) <= 150
    names = re.findall(r"^(?:import|from) (\w+)", written, re.MULTILINE)
    assert set(names) <= sys.stdlib_module_names
    assert "rednov_bot" not in written.replace(r"\nrednov_bot", "")


@pytest.mark.parametrize(
    ("subject", "old", "new"),
    [
        ("Turn 1:", r"action: \d+ of 10", "action: 0 of 0"),
        ("Turn 1:", r"action: \d+ of 10", f"action: 1 of {2**64 + 1}"),
        (
            "Turn 1:",
            r"draw \d+, action: \d+ of 10",
            f"draw {'9' * 5000}, action: 1 of {'9' * 5000}",
        ),
        ("Turn 1:", r"(?s)THE LUCK.*seal.{65}", "THE LUCK, form 2"),
        ("new game", r"(?s)  game RN1.*?\n  term ", "  term "),
        ("new game", r"  game RN1", "  game  "),
        ("new game", r"\n  term .*", ""),
        ("new game", r"\n  tile .*", ""),
        ("new game", r"event deck  +\d+", f"event deck  {'9' * 5000}"),
    ],
)
def test_what_is_malformed_differs_and_no_more(
    tmp_path: Path, subject: str, old: str, new: str
) -> None:
    mails = recorded()
    place = place_of(mails, subject)
    mails[place] = reworded(mails[place], old, new)
    assert by_script(in_mbox(mails, tmp_path))[0] == 1


def _said(mails: Mails, subject: str, **fields: str) -> None:
    """Eve writes, right behind the opening."""
    text = "\nTHE LUCK, form 2\n  draw 3, action: 0 of 0\n  dice 00\n\n"
    mail = with_text(mails[0], text)
    named = {"From": "Eve <eve@evil.example>", "Message-ID": f"<{len(mails)}@x>"}
    for name, value in (named | fields | {"Subject": subject}).items():
        mail = with_field(mail, name, None)
        mail = f"{name}: {value}\n".encode() + mail
    mails.insert(1, mail)


def test_what_is_written_besides_disturbs_nothing(tmp_path: Path) -> None:
    mails = recorded()
    _said(mails, "Re: the game")
    _said(mails, "Turn 1", **{"From": "=?x?q?", "Date": "yesterday", "Content-Type": '"; x='})
    place, said = place_of(mails, "Turn 4:"), announced(mails, 4)
    mails[place] = with_field(mails[place], "Subject", "[list] Re: [Red November] Turn 4: Nettle")
    mails[place] = with_field(mails[place], "In-Reply-To", None)
    mails[said] = with_field(mails[said], "From", "Nettle at home <nettle@home.example>")
    code, told = by_script(in_mbox(mails, tmp_path))
    assert (code, told.endswith(RIGHT)) == (0, True), told


def test_by_which_beginning_of_a_mail_a_turn_is_right_is_said(tmp_path: Path) -> None:
    mails = recorded()
    said = announced(mails, 2)
    mails[said] = reworded(mails[said], r"\s*\Z", "\n\nYours,\nNettle\n")
    code, told = by_script(in_mbox(mails, tmp_path))
    assert (code, "1 mail by its first 3 lines (turn 2)" in told) == (0, True)
    mails[said] = reworded(mails[said], "I open", "Well, I open")
    code, told = by_script(in_mbox(mails, tmp_path))
    assert (code, "its mail is missing, or not as it was" in told) == (1, True)


def test_letters_that_are_none_stop_nothing(tmp_path: Path) -> None:
    """Half a surrogate pair in a subject and in a text, and octets that are no UTF-8."""
    mails = recorded()
    for place in (0, announced(mails, 1), place_of(mails, "Turn 1:"), len(mails) - 1):
        octets = mails[place].replace(b"RN", b"RN\xff\xfe")
        mails.append(octets.replace(b"utf-8", b"no-such-charset"))
        text = text_of(mails[place]).replace("I ", "\ud800 I ").encode("utf-7")
        head = b"From: rednov@game.test\nSubject: =?utf-8?b?7aCA?= Turn 1: Wimble\n"
        head += b"Message-ID: <x@y.example>\nDate: Mon, 02 Mar 2026 13:30:00 +0000\n"
        mails.append(head + b"Content-Type: text/plain; charset=utf-7\n\n" + text)
    for number, one in enumerate(mails):
        (tmp_path / f"{number}.eml").write_bytes(one)
    assert "right: " in by_script(tmp_path)[1]


def test_a_secret_that_is_not_told_yet_is_said(tmp_path: Path) -> None:
    mails = [mail for mail in recorded() if b"of its luck\n" not in mail]
    code, told = by_script(in_mbox(mails, tmp_path))
    assert (code, "its secret is not told" in told) == (2, True)


@pytest.mark.parametrize("text", [None, "no mail at all", "\0" * 99])
def test_what_cannot_be_read_is_said(tmp_path: Path, text: str | None) -> None:
    path = tmp_path / "archive"
    if text is not None:
        path.write_text(text)
    assert by_script(path) == (2, "right: nothing\n")


def test_without_an_archive_it_says_what_it_is_for() -> None:
    told = subprocess.run(
        [sys.executable, "-I", SCRIPT], capture_output=True, text=True, check=False
    )
    assert (told.returncode, told.stdout) == (1, "")
    assert "check_luck.py MBOX-OR-FOLDER" in told.stderr


def test_no_number_below_the_heading_can_be_another(tmp_path: Path) -> None:
    for subject in ("new game", "Turn 1:", "Turn 21:"):
        mails = recorded()
        place = place_of(mails, subject)
        text = text_of(mails[place])
        begin = text.index("  game RN1" if subject == "new game" else "THE LUCK, form 2") + 16
        # What tiles are shuffled for, only the secret of the tiles would show.
        numbers = re.compile(r"(?<!refill items )\b[0-9a-f]*[0-9]\b")
        for found in some(list(numbers.finditer(text, begin, text.index("\n-- "))), 6):
            at = found.end() - 1
            digit = "1" if text[at] == "0" else "0"
            mails[place] = with_text(mails[place], text[:at] + digit + text[at + 1 :])
            assert by_script(in_mbox(mails, tmp_path))[0] == 1, text[begin:at]


# -- a host who knows the secrets ------------------------------------------------------------------

KILLED = "Sprocket is killed for idleness, and the game is over"


def _with_a_kill() -> Mails:
    """The recorded game; turn 21 renews the deck twice, and an idle kill is the end of it."""
    mails = recorded()
    for number in (21, 22, 23, 24):
        place = place_of(mails, f"Turn {number}:")
        later = re.sub(
            r"draw (4[3-9]|50),", lambda n: f"draw {int(n[1]) + 1},", text_of(mails[place])
        )
        again = r"\g<0>  draw 43, renew events 1: sealed\n"
        mails[place] = with_text(mails[place], re.sub(r"  draw 42, .*\n", again, later))
    text = (
        f"The game is over.\n\nTHE LUCK, form 2\n  drafts 1\n  seal {'0' * 64}\n\n-- \nrednov_bot\n"
    )
    kill = with_field(with_text(mails[place], text), "Subject", f"[Red November] {KILLED}")
    mails.insert(place + 1, with_field(kill, "Message-ID", "<kill@bots.example>"))
    return mails


def _sealed(mails: Mails, swapped: str = "") -> Mails:
    """All seals are made anew by a host who exchanges the first two cards of one shuffle."""
    dice = bytes.fromhex(re.findall(r"dice and cards:\n  (.{64})", text_of(mails[-1]))[0])
    opening = text_of(mails[0])
    cards = int(re.findall(r"event deck +(\d+)", opening)[0])
    commitments = "".join(re.findall(r"  ((?:dice|tile) .{64}\n)", opening))
    seal, sealed = luck.digest(f"{luck.FORM}chain\n{commitments}"), []
    for octets in mails:
        told = text_of(octets).partition("\nTHE LUCK, form 2\n")[2]
        if not told:
            sealed.append(octets)
            continue
        turn = re.match(r"  (turn \d+), read as: ([^$]+?)  mail (.{64})\n", told)
        idle = re.search(r"\] (\w+) is killed", str(parsed(octets)["Subject"]))
        moment = turn[1] if turn else f"idle {idle[1]}" if idle else "opening"
        mail, read = (turn[3], " ".join(turn[2].split())) if turn else ("-", "-")
        draws = re.findall(r"  draw \d+, (.+): (.+)\n(?:  root (.{64})\n)?", told)
        for purpose, result, root in draws:
            if result == "sealed" and not root:
                deck = range(cards + purpose.startswith("renew"))
                order = luck.shuffle(dice, luck.scope(moment, mail), purpose, deck)
                if purpose == swapped:
                    order[:2] = order[1::-1]
                result = " ".join(map(str, order))
            link = luck.link(dice, luck.scope(moment, mail, what="link"), purpose, result)
            seal = luck.seal(seal, root or link)
        drafts = int(re.findall(r"drafts (\d+)", told)[0])
        where = luck.scope(moment, mail, what="posting")
        seal = luck.seal(seal, luck.posting_link(dice, where, drafts, read))
        sealed.append(reworded(octets, "seal .{64}", f"seal {seal}"))
    return sealed


def test_a_game_that_ends_with_a_kill_is_found_true(tmp_path: Path) -> None:
    code, told = by_script(in_mbox(_sealed(_with_a_kill()), tmp_path))
    right = "right: 1 term, 3 secret, 51 draw, 26 seal, 24 mail\n"
    assert (code, told.endswith(right)) == (0, True), told


@pytest.mark.parametrize(
    ("shuffle", "subject"),
    [("event deck", "new game"), ("renew events 0", "Turn 21:"), ("renew events 1", "Turn 21:")],
)
def test_a_swapped_card_is_found_by_the_seal(tmp_path: Path, shuffle: str, subject: str) -> None:
    """Everything behind it is sealed as if the order were right."""
    mails = _sealed(_with_a_kill(), shuffle)
    code, told = by_script(in_mbox(mails, tmp_path))
    where = name_of(mails[place_of(mails, subject)])
    assert (code, re.findall(r"<(.+)>\n", told)) == (1, [where]), told


def test_what_a_renewed_deck_is_without_its_respites_the_script_does_not_know(
    tmp_path: Path,
) -> None:
    """Its terms say that cards were removed; so it goes on from the seal that is shown."""
    mails = recorded()
    opening = text_of(mails[0]).replace("  pot 9\n", "  pot 9\n  option remove_respite=on\n")
    terms = "".join(re.findall(r"(?m)^  ((?:game|gnome|data|rules|pot|option) .+\n)", opening))
    term = luck.digest(f"{luck.FORM}terms\n{terms}")
    secrets = re.findall(r":\n  (.{64})", text_of(mails[-1]))
    told = [f"  term {term}\n"]
    for of, secret in zip(("dice", "tile"), secrets, strict=True):
        told.append(f"  {of} {luck.commitment(term, of, bytes.fromhex(secret))}\n")
    opening = re.sub(r"(?:  (?:term|dice|tile) .{64}\n)+", "".join(told), opening)
    mails[0] = with_text(mails[0], opening)
    code, said = by_script(in_mbox(_sealed(mails, "renew events 0"), tmp_path))
    assert (code, said.endswith(RIGHT)) == (0, True), said


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("seal .{64}", f"seal {'0' * 64}", "its seal is not that of all up to here"),
        ("The game is over", "So it goes", "the archive ends before the game does"),
    ],
)
def test_a_forged_kill_is_found(tmp_path: Path, old: str, new: str, says: str) -> None:
    mails = _sealed(_with_a_kill())
    place = place_of(mails, KILLED)
    mails[place] = reworded(mails[place], old, new)
    code, told = by_script(in_mbox(mails, tmp_path))
    assert (code, re.findall(r"<(.+)>\n +(.+)", told)) == (1, [("kill@bots.example", says)]), told
