"""`rednov verify`: games played at a table are found as they were, from their archive alone."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from rednov_bot.core.fairness import archive as archives, games
from rednov_bot.core.fairness.games import CheckedGame, Own
from rednov_bot.games.red_november import datasets
from rednov_bot.games.red_november.rules.tables import Tables
from tests.fairness.played import Game, archive, begun, finished, played, sailed
from tests.rules.sailing import CREW

SCRIPT = Path(__file__).with_name("check_luck.py")
OPTIONS: dict[str, dict[str, str]] = {
    "plain": {},
    "queued": {"queue_early_turns": "on", "auto_verdicts": "on"},
    "returns later, choices by lot": {
        "return_gift_effect": "after_resolution",
        "event_choice": "orders+random",
    },
    "events first": {"opening_events": "on", "event_choice": "orders+contestmaster"},
    "crazed and less deadly": {"crazed": "on", "less_deadly": "on", "hand_limit_basis": "at_event"},
    "first edition": {
        "crazed": "on",
        "edition": "1",
        "escape_items": "on",
        "public_hand_sizes": "on",
    },
    "all is told": {"remove_respite": "on", "wake": "at_once", "reveal_at_end": "on"},
    "strict": {"faint_markers": "off", "dead_items": "lost", "strict_order": "on"},
}


def standard() -> Callable[[str], Tables | None]:
    tables = datasets.load("standard")
    return lambda digest: tables if tables.digest == digest else None


def checked(path: Path, own: Own | None = None) -> CheckedGame:
    (found,) = games.check(archives.read([path]), standard(), own=own)
    return found


def in_file(folder: Path, name: str, mails: list[bytes]) -> Path:
    path = folder / f"{name}.mbox"
    path.write_bytes(archive(mails))
    return path


@pytest.fixture(scope="module", params=list(OPTIONS), ids=list(OPTIONS))
def game(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Game:
    """Of every second one the secret of the tiles is told as well."""
    seed = list(OPTIONS).index(request.param)
    folder, crew = tmp_path_factory.mktemp("game"), CREW[: 3 + seed % 3]
    options = OPTIONS[request.param]
    return played(folder, seed, crew=crew, careful=3, tiles=bool(seed % 2), **options)


def test_a_game_is_found_as_it_was(tmp_path: Path, game: Game) -> None:
    found = checked(in_file(tmp_path, "archive", game.archive))
    assert found.is_told
    assert [one.what for one in found.findings.every] == []
    right, looked_at = found.findings.right, found.findings.looked_at
    assert right == looked_at
    turns = sum(b"Subject: [Red November] Turn " in mail for mail in game.archive)
    assert right["announcement"] == turns > 5
    assert right["resolution"] > turns
    assert right["seal"] == right["resolution"]
    assert right["draw"] >= 6


def test_each_gnome_finds_that_they_were_told_what_was_drawn(tmp_path: Path, game: Game) -> None:
    path = in_file(tmp_path, "archive", game.archive)
    assert game.private
    for name, mails in game.private.items():
        own = Own(name, archives.read([in_file(tmp_path, name, mails)]))
        found = checked(path, own).findings
        assert [one.what for one in found.every] == []
        assert found.right["notice"] == found.looked_at["notice"] >= 1
        assert found.right["tile"] == found.looked_at["tile"] >= 2


def test_whoever_kept_only_the_notices_can_check_them(tmp_path: Path, game: Game) -> None:
    path = in_file(tmp_path, "archive", game.archive)
    for name, mails in game.private.items():
        kept = [mail for mail in mails if b"For you alone" in mail]
        own = Own(name, archives.read([in_file(tmp_path, name, kept)]))
        assert [one.what for one in checked(path, own).findings.every] == []


def test_notices_that_have_lost_their_dates_are_found_in_their_order(
    tmp_path: Path, game: Game
) -> None:
    path = in_file(tmp_path, "archive", game.archive)
    for name, mails in game.private.items():
        kept = [
            re.sub(rb"(?m)^(Date|Message-ID|To|From): .*\n", b"", mail)
            for mail in reversed(mails)
            if b"For you alone" in mail
        ]
        own = Own(name, archives.read([in_folder(tmp_path / name, kept)]))
        found = checked(path, own).findings
        assert [one.what for one in found.differences] == []
        assert found.right["notice"] == found.looked_at["notice"] >= 1
        is_placed = not any(b"gift in return" in mail.partition(b"\n\n")[0] for mail in kept)
        assert is_placed == (found.every == [])


def test_a_notice_that_went_to_two_addresses_is_checked_once(tmp_path: Path) -> None:
    made = played(tmp_path, 41, tiles=True)
    path = in_file(tmp_path, "list", made.archive)
    for name, mails in made.private.items():
        notices = [mail for mail in mails if b"For you alone" in mail]
        copies = [
            re.sub(
                rb"(?m)^Date: .*$",
                b"Date: Fri, 31 Dec 2038 10:00:00 +0000",
                mail.replace(b"<rednov.", b"<rednov.copy.", 1),
            )
            for mail in notices
        ]
        own = Own(name, archives.read([in_file(tmp_path, name, notices + copies)]))
        found = checked(path, own).findings
        assert [one.what for one in found.every] == []
        assert found.looked_at["notice"] == found.right["notice"] <= len(notices)


def test_private_mails_and_drafts_in_an_archive_are_no_postings(tmp_path: Path) -> None:
    made = played(tmp_path, 41, tiles=True)
    alone = checked(in_file(tmp_path, "list", made.archive)).findings
    drafts = b"".join(mail for mails in made.mailboxes.values() for mail in mails)
    assert b"Subject: [rednov " in drafts
    for name, mails in made.mailboxes.items():
        kept = [
            re.sub(
                rb"Subject: .+ For you alone: (t)?.+", rb"Subject: [Red November] Turn 1: a", mail
            )
            for mail in mails
        ]
        path = in_file(tmp_path, name, made.archive + kept)
        found = checked(path).findings
        assert [str(one) for one in found.every] == []
        assert found.right == alone.right
        told = subprocess.run(
            [sys.executable, "-I", SCRIPT, path], capture_output=True, encoding="utf-8", check=False
        )
        assert (told.returncode, told.stderr) == (0, "")


GREETINGS = {
    "from me": "\n\nFrom me to you.",
    "a quotation": "\n\n>From Eve to you all:\n> hello",
    "both": "\n\n>From here to you all!\n\nFrom me to you.",
}


def in_mboxrd(folder: Path, mails: list[bytes]) -> Path:
    quoted = [re.sub(rb"(?m)^(>+From )", rb">\1", mail) for mail in mails]
    return in_file(folder, "mboxrd", quoted)


def in_mboxo(folder: Path, mails: list[bytes]) -> Path:
    return in_file(folder, "mboxo", mails)


def in_folder(folder: Path, mails: list[bytes]) -> Path:
    (folder / "mails").mkdir(parents=True)
    for number, mail in enumerate(mails):
        (folder / "mails" / f"{number:04}.eml").write_bytes(mail)
    return folder / "mails"


@pytest.mark.parametrize("write", [in_mboxrd, in_mboxo, in_folder])
@pytest.mark.parametrize("greeting", GREETINGS)
def test_a_turn_whose_mail_an_mbox_has_quoted_is_found_as_it_was(
    tmp_path: Path, greeting: str, write: Callable[[Path, list[bytes]], Path]
) -> None:
    game = begun(tmp_path, 5)
    game.closing = GREETINGS[greeting]
    sailed(game, 3)
    finished(game)
    found = checked(write(tmp_path, game.archive)).findings
    assert [str(one) for one in found.every] == []
    assert found.right["announcement"] == found.looked_at["announcement"] > 3


def test_a_tile_that_a_gnome_came_by_in_their_turn_may_be_used_in_it(tmp_path: Path) -> None:
    """Dan has no tile left, comes by one at 50, and drinks it at 48 when it is overheated."""
    made = played(tmp_path, 415, crew=CREW[:6], careful=3, tiles=True, **OPTIONS["strict"])
    found = checked(in_file(tmp_path, "archive", made.archive))
    assert [one.what for one in found.findings.every] == []
