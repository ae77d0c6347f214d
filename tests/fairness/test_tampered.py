"""Archives that somebody has changed: both checkers find it, and name the mail."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from rednov_bot.core.fairness import archive as archives, games, report
from rednov_bot.core.fairness.findings import Finding
from rednov_bot.core.fairness.games import Own
from tests.fairness.played import Game, begun, finished, played, sailed
from tests.fairness.tampering import (
    Forgery,
    Mails,
    amended,
    name_of,
    parsed,
    place_of,
    reworded,
    text_of,
    with_another_secret,
)
from tests.fairness.test_verify import in_file, standard
from tests.rules.sailing import CREW
from tests.workflow.play import arrange

SCRIPT = Path(__file__).with_name("check_luck.py")
NOTICES_SCRIPT = SCRIPT.with_name("check_notices.py")
TURN = r"\] Turn \d+"
ACTION = r"action: \d+ of 10"
ZEROS = "0" * 64


@pytest.fixture(scope="module")
def true_game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    folder = tmp_path_factory.mktemp("game")
    return played(folder, 21, crew=CREW[:3], careful=3, rejects=0.4, tiles=True)


def differences(path: Path, own: Own | None = None) -> list[Finding]:
    (found,) = games.check(archives.read([path]), standard(), own=own)
    assert found.is_told or found.findings.differences
    return found.findings.differences


def named(found: list[Finding]) -> list[str]:
    """The mails of which something is said, each once."""
    return list(dict.fromkeys(one.mail.name if one.mail else "" for one in found))


def by_the_script(*paths: Path) -> tuple[int, str]:
    script = SCRIPT if len(paths) == 1 else NOTICES_SCRIPT
    told = subprocess.run(
        [sys.executable, "-I", script, *paths],
        capture_output=True,
        encoding="utf-8",
        timeout=120,
        check=False,
    )
    assert not told.stderr
    return told.returncode, told.stdout


def other(found: re.Match[str]) -> str:
    """Another number of a die."""
    return found[0].replace(found[1], str(int(found[1]) % 10 + 1))


def _a_die(mails: Mails) -> str:
    place = place_of(mails, TURN, ACTION)
    shown = re.search(r"action: (\d+) of 10", text_of(mails[place]))
    assert shown is not None
    mails[place] = reworded(mails[place], shown[0], other(shown))
    return name_of(mails[place])


def _a_die_in_the_text(mails: Mails) -> str:
    place = place_of(mails, TURN, r"die says \d+:")
    shown = re.search(r"die says (\d+):", text_of(mails[place]))
    assert shown is not None
    mails[place] = reworded(mails[place], shown[0], other(shown))
    return name_of(mails[place])


def _bodies_exchanged(mails: Mails) -> str:
    one, two = place_of(mails, r"\] Turn 4:"), place_of(mails, r"\] Turn 5:")
    texts = text_of(mails[one]), text_of(mails[two])
    mails[one] = reworded(mails[one], r"(?s)\A.*\Z", texts[1].replace("\\", r"\\"))
    mails[two] = reworded(mails[two], r"(?s)\A.*\Z", texts[0].replace("\\", r"\\"))
    return name_of(mails[one])


def _numbers_exchanged(mails: Mails) -> str:
    one, two = place_of(mails, r"\] Turn 4:"), place_of(mails, r"\] Turn 5:")
    for place, old, new in ((one, b"4", b"5"), (two, b"5", b"4")):
        for words in (b"Turn %b:", b"turn %b,"):
            mails[place] = mails[place].replace(words % old, words % new)
    return name_of(mails[two])


def _a_draft_hidden(mails: Mails) -> str:
    place = place_of(mails, TURN, r"drafts [2-9]")
    mails[place] = reworded(mails[place], r"drafts \d", "drafts 1")
    return name_of(mails[place])


def _removed(mails: Mails) -> str:
    place = place_of(mails, r"\] Turn 6:")
    del mails[place]
    return name_of(mails[place_of(mails, r"\] Turn 7:")])


def _added(mails: Mails) -> str:
    place = place_of(mails, r"\] Turn 6:")
    forged = mails[place].replace(b"Turn 6:", b"Turn 7:").replace(b"turn 6,", b"turn 7,")
    forged = re.sub(rb"Message-ID: .*", b"Message-ID: <forged@bots.example>", forged)
    mails.insert(place + 1, forged)
    return "forged@bots.example"


def _sent_twice(mails: Mails) -> str:
    """The same Message-ID with other words."""
    place = place_of(mails, r"\] Turn 6:")
    mails.insert(place + 1, reworded(mails[place], "minutes left", "minutes to go"))
    return name_of(mails[place])


def _announcement(mails: Mails) -> str:
    answered = re.search(rb"In-Reply-To: <(.+)>", mails[place_of(mails, r"\] Turn 6:")])
    assert answered is not None
    name = answered[1].decode()
    place = next(place for place, mail in enumerate(mails) if name_of(mail) == name)
    mails[place] = reworded(mails[place], r"\bI ", "I use a crowbar. I ")
    return name


FORGERIES = (
    Forgery("a die", _a_die),
    Forgery("a die in the text", _a_die_in_the_text, by_script=False),
    Forgery("a card", amended(TURN, r"Event: Descent\.", "Event: Respite."), by_script=False),
    Forgery(
        "minutes",
        amended(r"\] Turn 6:", r"(has )\d+ (minutes left)", r"\g<1>1 \2"),
        by_script=False,
    ),
    Forgery(
        "the position",
        amended(r"\] Turn 6:", r"heat          #", "heat          ."),
        by_script=False,
    ),
    Forgery(
        "who may act",
        amended(r"\] Turn 6:", "may act now      .*", "may act now  nobody"),
        by_script=False,
    ),
    Forgery("two turns", _bodies_exchanged),
    Forgery("two numbers", _numbers_exchanged),
    Forgery("a draft hidden", _a_draft_hidden),
    Forgery("a posting removed", _removed),
    Forgery("a posting added", _added),
    Forgery("a posting sent twice", _sent_twice, by_script=False),
    Forgery("the announcement", _announcement),
    Forgery("how it was read", amended(r"\] Turn 6:", r"(read as: )I", r"\1I use a grog. I")),
    Forgery("the digest of the mail", amended(r"\] Turn 6:", r"mail .{64}", f"mail {'0' * 64}")),
    Forgery("a seal", amended(r"\] Turn 6:", r"seal .{64}", f"seal {'0' * 64}")),
    Forgery("a draw kept secret", amended(TURN, rf"\n  draw \d+, {ACTION}", "")),
    Forgery("a draw too many", amended(TURN, rf"(\n  draw \d+, {ACTION})", r"\1\1")),
    Forgery("the form", amended(r"\] Turn 6:", r"LUCK, form 2", "LUCK, form 1")),
    Forgery("whose luck it is", amended(r"\] Turn 6:", r"turn 6, read", "turn 66, read")),
    Forgery("the section", amended(r"\] Turn 6:", r"(?s)THE LUCK, form 2.*?\n\n", "")),
    Forgery("the commitment", amended("new game", r"dice .{64}", f"dice {'0' * 64}")),
    Forgery("the other commitment", amended("new game", r"tile .{64}", f"tile {'0' * 64}")),
    Forgery("the term", amended("new game", r"term .{64}", f"term {'0' * 64}")),
    Forgery("the pot", amended("new game", r"pot \d+", "pot 99")),
    Forgery("an option", amended("new game", r"(  pot .*\n)", r"\1  option wake=at_once\n")),
    Forgery("the data", amended("new game", r"data .{64}", f"data {'0' * 64}")),
    Forgery("a room", amended("new game", r"(room of Ann: )\d+", r"\g<1>11")),
    Forgery("a root", amended("new game", r"root .{64}", f"root {'0' * 64}")),
    Forgery("the secret", amended("secret", r"(and cards:\n  ).{64}", rf"\g<1>{ZEROS}")),
    Forgery(
        "the other secret", amended("secret", r"(of the tiles:\n  ).{64}", rf"\g<1>{'0' * 64}")
    ),
)


EXCHANGED = {
    "who gives": (r"(?<=  )(\w+) gives (?!back)(\w+) ", r"\2 gives \1 "),
    "chance and die": (
        r"(?s)chance is (\d+)%( \(\d+\sminutes?\);\sthe\sdie\ssays )(\d+)",
        r"chance is \3%\2\1",
    ),
    "what was reset": (r"is reset from (\d+) to (\d+)", r"is reset from \2 to \1"),
    "what rises": (r"rises from (\d+) to (\d+)", r"rises from \2 to \1"),
    "two minutes": (r"(?s)(  )(\d+)(  [A-Z].{10,50} \()(\d+)( minutes?\))", r"\1\4\3\2\5"),
    "the minutes": (r"(\d+)(\sminutes\sbefore\sit,\s)(\d+)", r"\3\2\1"),
    "the hatch": (r"opens hatch (\d+)-(\d+)", r"opens hatch \2-\1"),
}
"""The same numbers and names in a line, each in the place of another."""


@pytest.mark.parametrize("what", EXCHANGED)
def test_facts_that_change_places_in_a_line_differ(
    true_game: Game, tmp_path: Path, what: str
) -> None:
    mails = list(true_game.archive)
    where = amended(TURN, *EXCHANGED[what])(mails)
    assert where in named(differences(in_file(tmp_path, "archive", mails)))


NAMED_LATER = ("the commitment", "the other commitment", "the section", "the form")
"""The script finds them, in the mail of the secret or the next one of the chain."""


@pytest.mark.parametrize("forgery", FORGERIES, ids=lambda one: one.what)
def test_a_forgery_is_found_and_named(true_game: Game, tmp_path: Path, forgery: Forgery) -> None:
    mails = list(true_game.archive)
    where = forgery.forge(mails)
    path = in_file(tmp_path, "archive", mails)
    found = differences(path)
    assert where in named(found), "\n".join(map(str, found))
    assert named(found)[0] == where
    if forgery.by_script:
        code, told = by_the_script(path)
        assert code == 1
        assert where in told or forgery.what in NAMED_LATER


def test_nothing_else_is_named(true_game: Game, tmp_path: Path) -> None:
    """One changed number does not put the rest of the game in doubt."""
    mails = list(true_game.archive)
    where = _a_die_in_the_text(mails)
    assert named(differences(in_file(tmp_path, "archive", mails))) == [where]
    assert by_the_script(in_file(tmp_path, "archive", true_game.archive))[0] == 0


NOTICES = (
    Forgery("another tile", amended("alone", r"(tile \d+, )\w+:", r"\1diving_gun:"), True),
    Forgery("another place", amended("alone", r"tile (\d+),", r"tile 1\1,"), True),
    Forgery("another shuffle", amended("alone", r"draw \d+, tile", "draw 1, tile"), True),
    Forgery("another proof", amended("alone", r"(  ADA)\w{4}", r"\1AAAA"), True),
    Forgery("another hand", amended("alone", r"(?m)^   1  [a-z ]+$", "   1  diving gun"), False),
    Forgery("another story", amended("alone", r"You start with .*", "You start with a coffee.")),
    Forgery("another seal", amended("alone", r"(told .*: )\w{32}", rf"\g<1>{'0' * 32}"), False),
)


@pytest.mark.parametrize("forgery", NOTICES, ids=lambda one: one.what)
def test_a_forged_notice_is_found(true_game: Game, tmp_path: Path, forgery: Forgery) -> None:
    path = in_file(tmp_path, "archive", true_game.archive)
    mails = list(true_game.private["Ann"])
    where = forgery.forge(mails)
    private = in_file(tmp_path, "ann", mails)
    assert where in named(differences(path, Own("Ann", archives.read([private]))))
    if forgery.by_script and forgery.what != "another story":
        code, told = by_the_script(path, private)
        assert (code, where in told) == (1, True)


def without_secrets(game: Game) -> Mails:
    """The archive before the end: nothing is told yet."""
    return [mail for mail in game.archive if "secret" not in str(parsed(mail)["Subject"])]


def test_before_the_secret_is_told_each_tile_is_found_under_its_root(
    true_game: Game, tmp_path: Path
) -> None:
    path = in_file(tmp_path, "archive", without_secrets(true_game))
    for name, mails in true_game.private.items():
        own = Own(name, archives.read([in_file(tmp_path, name, mails)]))
        (found,) = games.check(archives.read([path]), standard(), own=own)
        assert (found.is_told, found.findings.every) == (False, [])
        assert found.findings.right == found.findings.looked_at
        assert found.findings.right["tile"] >= 2
        assert "the rest can be checked when the secret is told" in " ".join(
            report.in_words([found]).split()
        )


@pytest.mark.parametrize("forgery", NOTICES[:4], ids=lambda one: one.what)
def test_before_the_secret_is_told_a_forged_tile_is_found(
    true_game: Game, tmp_path: Path, forgery: Forgery
) -> None:
    path = in_file(tmp_path, "archive", without_secrets(true_game))
    mails = list(true_game.private["Ann"])
    where = forgery.forge(mails)
    private = in_file(tmp_path, "ann", mails)
    assert where in named(differences(path, Own("Ann", archives.read([private]))))


def test_another_place_of_the_pool_is_found_though_its_proof_is_sound(
    true_game: Game, tmp_path: Path
) -> None:
    """The host hands Ann the tile that lay where Bob's was drawn from."""
    path = in_file(tmp_path, "archive", true_game.archive)
    opening, other = (
        next(mail for mail in true_game.private[name] if b"the opening" in mail)
        for name in ("Ann", "Bob")
    )
    words = r"(?s)You start with .*(?=\n\n-- |\n\n--$)"
    found = re.search(words, text_of(other))
    assert found is not None
    forged = reworded(opening, words, found[0].replace("\\", r"\\"))
    private = in_file(tmp_path, "ann", [forged])
    told = differences(path, Own("Ann", archives.read([private])))
    assert any("not the places of the tiles" in one.what for one in told)


def test_a_host_who_puts_the_deck_in_another_order_is_found(tmp_path: Path) -> None:
    game = begun(tmp_path, 31, careful=9)
    sailed(game, 6)
    arrange(game.table, deck=["respite"] * 4)
    begin = len(game.archive)
    finished(game)
    found = differences(in_file(tmp_path, "archive", game.archive))
    later = {name_of(mail) for mail in game.archive[begin:]}
    assert found
    assert {one.mail.name for one in found if one.mail} <= later
    assert any("Respite" in one.stands for one in found)


def test_a_host_who_throws_again_is_found_in_that_turn(tmp_path: Path) -> None:
    """E resolves one turn with another secret, and everything behind it fits what came of it."""
    game = begun(tmp_path, 32, careful=9)
    sailed(game, 6)
    database = tmp_path / "rednov.db"
    true = with_another_secret(database, b"\x07" * 32)
    begin = len(game.archive)
    sailed(game, 7)
    again = {name_of(mail) for mail in game.archive[begin:]}
    with_another_secret(database, true)
    finished(game)
    path = in_file(tmp_path, "archive", game.archive)
    found = differences(path)
    assert {one.mail.name for one in found if one.mail} <= again
    assert any("seal" in one.what for one in found)
    code, told = by_the_script(path)
    assert code == 1
    assert any(name in told for name in again)
