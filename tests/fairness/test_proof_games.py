"""Games played at a table are found as they were, whatever is set, ruled and corrected in them."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest

from rednov_bot.core.workflow.commands.saying import code_of
from rednov_bot.core.workflow.restoring import played_anew
from rednov_bot.verify import archive as archives
from rednov_bot.verify.games import Own
from tests.fairness.played import MASTER, Game, archive, begun
from tests.fairness.tampering import (
    Mails,
    amended,
    announced,
    by_script,
    name_of,
    named,
    parsed,
    place_of,
    text_of,
    verified,
)
from tests.rigs.scale import some
from tests.workflow.play import arrange, draft, open_codes


def in_file(folder: Path, name: str, mails: Mails) -> Path:
    path = folder / f"{name}.mbox"
    path.write_bytes(archive(mails))
    return path


def in_folder(folder: Path, name: str, mails: Mails) -> Path:
    (folder / name).mkdir()
    for number, mail in enumerate(mails):
        (folder / name / f"{number:04}.eml").write_bytes(mail)
    return folder / name


# -- options ---------------------------------------------------------------------------------------

OPTIONS: dict[str, dict[str, str]] = {
    "queued, by lot": {
        "queue_early_turns": "on",
        "auto_verdicts": "on",
        "return_gift_effect": "after_resolution",
        "event_choice": "orders+random",
        "less_deadly": "on",
        "hand_limit_basis": "at_event",
    },
    "first edition": {
        "crazed": "on",
        "edition": "1",
        "escape_items": "on",
        "public_hand_sizes": "on",
        "opening_events": "on",
        "event_choice": "orders+contestmaster",
    },
    "all is told": {"remove_respite": "on", "wake": "at_once", "reveal_at_end": "on"},
    "strict": {"faint_markers": "off", "dead_items": "lost", "strict_order": "on"},
}


def _notices(mails: Mails) -> Mails:
    return [mail for mail in mails if b"For you alone" in mail]


def _without_dates(folder: Path, name: str, mails: Mails) -> Path:
    """As they come out of their encryption, in any order."""
    lost = rb"(?m)^(Date|Message-ID|To|From): .*\n"
    kept = [re.sub(lost, b"", mail) for mail in reversed(_notices(mails))]
    return in_folder(folder, name, kept)


def _to_two_addresses(folder: Path, name: str, mails: Mails) -> Path:
    copies = [
        re.sub(
            rb"(?m)^Date: .*$",
            b"Date: Fri, 31 Dec 2038 10:00:00 +0000",
            mail.replace(b"<rednov.", b"<rednov.copy.", 1),
        )
        for mail in _notices(mails)
    ]
    return in_file(folder, name, _notices(mails) + copies)


KEPT = (in_file, _to_two_addresses, _without_dates)
"""What a gnome may have kept of their private mails."""


@pytest.mark.parametrize("options", OPTIONS)
def test_a_game_is_found_as_it_was_by_everybody(tmp_path: Path, options: str) -> None:
    seed = list(OPTIONS).index(options)
    game = begun(tmp_path, seed, gnomes=3 + seed % 3, careful=3, **OPTIONS[options])
    game.finish(tiles=bool(seed % 2), rejects=0.1, lets_lie=0.2)
    path = in_file(tmp_path, "archive", game.archive)
    found = verified(path)
    assert [str(one) for one in found.every] == []
    right = found.right
    assert right == found.looked_at
    turns = sum(b"Subject: [Red November] Turn " in mail for mail in game.archive)
    assert right["announcement"] == turns > 5
    assert right["seal"] == right["resolution"] > turns
    assert right["draw"] >= 6
    for number, (name, mails) in enumerate(game.private.items()):
        kept = KEPT[number % 3](tmp_path, name, mails)
        told = verified(path, Own(name, archives.read([kept])))
        assert [str(one) for one in told.differences] == []
        assert told.right["notice"] == told.looked_at["notice"] >= 1
        assert told.right["tile"] == told.looked_at["tile"] >= 2


def test_private_mails_and_drafts_in_an_archive_are_no_postings(tmp_path: Path) -> None:
    game = begun(tmp_path, 41, careful=1)
    game.finish()
    alone = verified(in_file(tmp_path, "list", game.archive))
    drafts = b"".join(mail for mails in game.mailboxes.values() for mail in mails)
    assert b"Subject: [rednov " in drafts
    as_turns = rb"Subject: .+ For you alone: (t)?.+", rb"Subject: [Red November] Turn 1: a"
    mails = [re.sub(*as_turns, mail) for box in game.mailboxes.values() for mail in box]
    path = in_file(tmp_path, "all", game.archive + mails)
    found = verified(path)
    assert [str(one) for one in found.every] == []
    assert found.right == alone.right
    assert by_script(path)[0] == 0


def test_a_tile_that_a_gnome_came_by_in_their_turn_may_be_used_in_it(tmp_path: Path) -> None:
    """Dan has no tile left, comes by one at 50, and drinks it at 48 when it is overheated."""
    game = begun(tmp_path, 415, gnomes=6, careful=3, **OPTIONS["strict"])
    game.finish(rejects=0.1, lets_lie=0.2)
    found = verified(in_file(tmp_path, "archive", game.archive))
    assert [str(one) for one in found.every] == []


# -- a game with rulings, corrections and a beacon -------------------------------------------------


def announced_only(game: Game) -> str:
    """Somebody announces a turn, and nothing is decided: the code of its draft."""
    while True:
        now = game.now()
        assert now is not None
        if now.gamestate.position.pending is None:
            game.clock.forward(minutes=30)
            game.turn()
        else:
            game.idle()
        for code in open_codes(game.table):
            if draft(game.table, code).kind == "resolution":
                return code
        game.decide()


def answered(words: str) -> Callable[[Game], None]:
    """A draft of a turn is answered so."""
    return lambda game: game.reply(announced_only(game), words)


def overruled(words: str) -> Callable[[Game], None]:
    return answered(f"overrule: {words} because I say so")


def mailed(words: str) -> Callable[[Game], None]:
    return lambda game: game.write(MASTER, words)


def dated(**ahead: float) -> Callable[[Game], None]:
    """A turn is announced by a mail that is dated ahead; the bot waits for a day at most."""

    def turn(game: Game) -> None:
        game.ahead = timedelta(**ahead)
        game.turn()
        if game.ahead <= timedelta(days=1):
            game.clock.forward(seconds=game.ahead.total_seconds())
        game.ahead = timedelta()
        game.clock.forward(seconds=10)
        game.go_round()

    return turn


def confirmed(game: Game) -> None:
    """A gnome's private answer completes their announcement."""
    now = game.now()
    assert now is not None
    gnome = max(now.gamestate.position.gnomes, key=lambda one: one.minutes).name
    game.say(gnome, "I take no action, I think.")
    code = code_of(str(parsed(game.mailboxes[gnome][-1])["Subject"]))
    game.clock.forward(hours=2)
    game.write(gnome, "yes", f"Re: [rednov {code}] something")


RULINGS: tuple[tuple[Callable[[Game], None], str], ...] = (
    (overruled("it is void"), "has no effect, by ruling"),
    (overruled('read as "I take no action"'), r"Ruling \d: I say so\."),
    (overruled("option wake = at_once"), r"Ruling \d: I say so\."),
    (overruled("heat 2; Ann 40 minutes; room 5 dry"), "From now on: heat 2; Ann"),
    (answered("overrule because nobody shall shout. Really. No!"), "Really. No."),
    (
        mailed("ruling: option remove_respite = on because it is dull"),
        "option remove_respite is on",
    ),
    (mailed("ruling: hatches squeak (§10c)"), "of the contestmaster"),
    (answered('amend: add "Well done, all of you!"'), "Well done"),
    (answered('amend: add "Well done, Ann!"'), "Well done, Ann!"),
    (answered('amend "minutes before it" to "minutes ahead of it"'), "ahead of it"),
    (confirmed, "This is what it means, as"),
    (dated(hours=5), "is resolved"),
    (dated(days=3), "is resolved"),
)
"""What is done, and what the list is told of it."""

CORRECTIONS = (
    "it is void because it came too late",
    "it is void, patch because it came too late",
    "it is void, stand because it came too late",
    'read as "I take no action" because they said so',
    'read as "I take no action", patch because they said so',
    'read as "I take no action", stand because they said so',
)
GREETINGS = (
    "\n\nFrom me to you.",
    "\n\n>From Eve to you all:\n> hello",
    "\n\n>From here to you all!\n\nFrom me to you.",
)


def rewound(game: Game, words: str) -> None:
    """The turn before the last two is corrected."""
    game.write(MASTER, f"rewind turn {game.turns - 2}: {words}")
    game.decide()


def ruled(folder: Path, seed: int, gnomes: int) -> Game:
    """A whole game with all of it."""
    game = begun(folder, seed, gnomes=gnomes, lit=True)
    corrections, greetings = iter(CORRECTIONS), iter(GREETINGS)
    game.sail(2)
    for number, (rule, told) in enumerate(RULINGS):
        begin = len(game.archive)
        rule(game)
        game.decide()
        posted = [" ".join(text_of(mail).split()) for mail in game.archive[begin:]]
        assert any(re.search(told, text) for text in posted), told
        game.closing = next(greetings, "")
        game.sail(1)
        game.closing = ""
        if number % 2 and (words := next(corrections, "")):
            rewound(game, words)
    assert not list(corrections)
    game.finish()
    return game


SEEDS = ((3, 4), (1, 4), (1, 5), (2, 5), (7, 5), (8, 5), (8, 3), (6, 3))
"""With how many gnomes the game is played to its end and everything can be tried in it."""


@pytest.fixture(scope="module", params=some(SEEDS, len(SEEDS)), ids=str)
def ruled_game(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Game:
    return ruled(tmp_path_factory.mktemp("ruled"), *request.param)


def in_mboxo(folder: Path, name: str, mails: Mails) -> Path:
    """As most mboxes quote: a line that begins with `>From ` stands as it was."""
    return in_file(folder, name, mails)


def in_mboxrd(folder: Path, name: str, mails: Mails) -> Path:
    return in_file(folder, name, [re.sub(rb"(?m)^(>+From )", rb">\1", mail) for mail in mails])


def far_ahead(game: Game) -> str:
    """The posting of the turn whose mail is dated three days ahead."""
    for number in range(1, 99):
        place = place_of(game.archive, rf"\] Turn {number}:")
        said = parsed(game.archive[announced(game.archive, number)])["Date"].datetime
        if said > parsed(game.archive[place])["Date"].datetime + timedelta(days=1):
            return name_of(game.archive[place])
    raise AssertionError


@pytest.mark.parametrize("write", [in_mboxo, in_mboxrd, in_folder])
def test_a_game_with_rulings_and_corrections_is_found_as_it_was(
    ruled_game: Game, tmp_path: Path, write: Callable[[Path, str, Mails], Path]
) -> None:
    path = write(tmp_path, "list", ruled_game.archive)
    found = verified(path)
    assert [str(one) for one in found.differences] == []
    assert found.right == found.looked_at
    (ahead,) = found.of("unchecked")
    assert "is dated more than a day after this round" in ahead.what
    assert named([ahead]) == [far_ahead(ruled_game)]
    notes = {one.what.partition(":")[0]: one for one in found.of("note")}
    rounds = notes.pop("compare these rounds with drand quicknet itself (--json names all of them)")
    assert all(int(one.split()[0]) == int(one.split()[1], 16) for one in rounds.stands.splitlines())
    wanted = ("worded otherwise", "a ruling says how", "confirmed it", "announced at another time")
    assert all(any(what in said for said in notes) for what in wanted)
    assert len(notes) == len(wanted)
    if write is not in_mboxrd:  # which the script does not know
        code, told = by_script(path)
        assert (code, re.findall(r"<(.+)>\n", told)) == (1, [far_ahead(ruled_game)])


def test_the_notices_of_a_game_with_corrections_are_found_as_they_were(
    ruled_game: Game, tmp_path: Path
) -> None:
    path = in_file(tmp_path, "list", ruled_game.archive)
    assert ruled_game.private
    for name, mails in ruled_game.private.items():
        own = Own(name, archives.read([in_file(tmp_path, name, mails)]))
        assert [str(one) for one in verified(path, own).differences] == []


def test_a_game_with_rulings_and_corrections_plays_again(ruled_game: Game) -> None:
    desk = ruled_game.table.desk
    with desk.db.transaction() as records:
        assert list(played_anew.differences(desk, records)) == []


FORGED: tuple[tuple[str, str, str, str], ...] = (
    (r"\] Turn 1:", r"\n  beacon .*\n  from .*", "", "it shows no beacon"),
    (r"\] Turn 2:", r"round \d+", "round 7", "dated more than a day after this round"),
    (r"\] Turn 7:", r"round (\d+)\d", r"round \g<1>x", "it shows no beacon"),
    (r"\] Turn 8:", r"round \d+", "round 999999999", "came later than the posting"),
    (r"\] Turn 3:", r"round (\d+)\d\d", r"round \g<1>00", "round behind the Date of the mail is"),
    (r"\] Turn 9:", r"drand quicknet", "my own", "not the beacon of the terms"),
    (r"Correction of", "mail .{64}", f"mail {'0' * 64}", "told as that of another mail"),
    (r"\] Turn \d+", r"(?<=  )(\w+) gives (?!back)(\w+) ", r"\2 gives \1 ", "to something else"),
)
"""What the host writes into a posting, and what is said of it."""


def test_forged_rounds_and_corrections_are_found(ruled_game: Game, tmp_path: Path) -> None:
    mails = list(ruled_game.archive)
    where = [amended(subject, old, new)(mails) for subject, old, new, _ in FORGED]
    path = in_file(tmp_path, "list", mails)
    every = verified(path).every
    for name, (*_, says) in zip(where, FORGED, strict=True):
        assert says in " ".join([one.what for one in every if one.mail and one.mail.name == name])
    code, told = by_script(path)
    assert code == 1
    assert [name for name in where[:5] if name not in told] == []
    for number, shown in ((1, "-"), (2, "7"), (7, "-"), (8, "999999999")):
        assert re.search(rf"is \('turn {number}', '\w+', '{shown}'\)", told), told


@pytest.mark.parametrize(
    ("subject", "old", "new"),
    [
        (r"\] Turn 1:", r"round \d+", f"round {'9' * 5000}"),
        ("new game", "beacon 2023-08-23", "beacon 9999-12-99"),
        ("new game", "27Z 3 ", "27Z 0 "),
        ("Correction of", r"drafts \d+", "drafts 99"),
        ("Correction of", r"\n  turn \d+:(?=\n)", ""),
    ],
)
def test_the_script_names_a_malformed_beacon_and_a_forged_correction(
    ruled_game: Game, tmp_path: Path, subject: str, old: str, new: str
) -> None:
    mails = list(ruled_game.archive)
    where = amended(subject, old, new)(mails)
    code, told = by_script(in_file(tmp_path, "list", mails))
    assert (code, where in told) == (1, True), told


def test_a_position_below_a_correction_that_does_not_tell_how_is_not_believed_in_silence(
    ruled_game: Game, tmp_path: Path
) -> None:
    mails = list(ruled_game.archive)
    how = r"Everything from there on was played\s+again"
    amended(r"Correction of", how, "All of it was considered anew")(mails)
    where = amended(r"Correction of", r"(captain's grog +)\d", r"\g<1>9", "considered anew")(mails)
    found = verified(in_file(tmp_path, "list", mails))
    assert named([one for one in found.differences if "does not tell how" in one.what]) == [where]
    assert found.right["resolution"] < found.looked_at["resolution"]


@pytest.mark.parametrize(
    ("old", "says"),
    [
        (r"\n  beacon 2023.*", "do not say which"),
        (r"\n  option beacon=on", "to which the terms do not bind it"),
    ],
)
def test_terms_that_bind_to_no_beacon_differ(
    ruled_game: Game, tmp_path: Path, old: str, says: str
) -> None:
    mails = list(ruled_game.archive)
    amended("new game", old, "")(mails)
    path = in_file(tmp_path, "list", mails)
    assert says in " ".join([one.what for one in verified(path).differences])
    assert by_script(path)[0] == 1


def test_a_mail_without_a_date_leaves_every_round_before_the_posting(
    ruled_game: Game, tmp_path: Path
) -> None:
    mails = list(ruled_game.archive)
    place = announced(mails, 1)
    mails[place] = re.sub(rb"Date: .*\n", b"", mails[place], count=1)
    found = verified(in_file(tmp_path, "list", mails))
    assert not any("round behind the Date" in one.what for one in found.every)
    assert any("has no date to lead to" in one.what for one in found.of("unchecked"))


# -- a host who cheats -----------------------------------------------------------------------------


def with_another_secret(database: Path, secret: bytes) -> bytes:
    """The host puts another secret on file; the one before, to put it back."""
    with closing(sqlite3.connect(database)) as connection, connection:
        (before,) = connection.execute("SELECT secret FROM game_secrets").fetchone()
        connection.execute("UPDATE game_secrets SET secret = ?", (secret,))
    return bytes(before)


def test_a_host_who_throws_again_or_deals_other_cards_is_found(tmp_path: Path) -> None:
    """They resolve one turn with another secret, and everything behind it fits what came of it."""
    game = begun(tmp_path, 32, careful=9)
    game.sail(4)
    begin = len(game.archive)
    true = with_another_secret(tmp_path / "rednov.db", b"\x07" * 32)
    game.sail(1)
    again = {name_of(mail) for mail in game.archive[begin:]}
    with_another_secret(tmp_path / "rednov.db", true)
    game.sail(1)
    begin = len(game.archive)
    arrange(game.table, deck=["respite"] * 4)
    game.finish()
    dealt = {name_of(mail) for mail in game.archive[begin:]}
    path = in_file(tmp_path, "archive", game.archive)
    found = verified(path).differences
    assert set(named(found)) <= again | dealt
    assert any("seal" in one.what for one in found if set(named([one])) <= again)
    assert any("Respite" in one.stands for one in found if set(named([one])) <= dealt)
    code, told = by_script(path)
    assert code == 1
    assert any(name in told for name in again)
