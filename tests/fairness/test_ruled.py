"""What the contestmaster rules and corrects is taken from their words, and all else is checked."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from rednov_bot.core.fairness import archive as archives, games
from rednov_bot.core.fairness.findings import Findings
from rednov_bot.core.fairness.games import Own
from tests.fairness.played import MASTER, Game, begun, finished, sailed
from tests.fairness.tampering import name_of, place_of, reworded, text_of
from tests.fairness.test_verify import in_file, standard
from tests.workflow.play import draft, open_codes


def announced(game: Game) -> str:
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


def overruled(words: str) -> Callable[[Game], None]:
    def rule(game: Game) -> None:
        game.reply(announced(game), f"overrule: {words} because I say so")
        game.decide()

    return rule


def mailed(words: str) -> Callable[[Game], None]:
    def write(game: Game) -> None:
        game.write(MASTER, words)
        game.decide()

    return write


def amended(words: str) -> Callable[[Game], None]:
    def amend(game: Game) -> None:
        game.reply(announced(game), words)
        game.decide()

    return amend


def rewound(words: str) -> Callable[[Game], None]:
    """The turn before the last two is corrected."""

    def rewind(game: Game) -> None:
        now = game.now()
        assert now is not None
        game.write(MASTER, f"rewind turn {now.gamestate.position.turns - 2}: {words}")
        game.decide()

    return rewind


CORRECTIONS = {
    "void": "it is void because it came too late",
    "void, patch": "it is void, patch because it came too late",
    "void, stand": "it is void, stand because it came too late",
    "read otherwise": 'read as "I take no action" because e said so',
    "read otherwise, patch": 'read as "I take no action", patch because e said so',
    "read otherwise, stand": 'read as "I take no action", stand because e said so',
}


@pytest.mark.parametrize("words", CORRECTIONS.values(), ids=list(CORRECTIONS))
@pytest.mark.parametrize("seed", [41, 42, 43])
def test_a_game_with_a_correction_is_found_as_it_was(tmp_path: Path, words: str, seed: int) -> None:
    game = begun(tmp_path, seed, careful=6)
    sailed(game, 6)
    rewound(words)(game)
    assert any(b"Subject: [Red November] Correction of turn 4" in mail for mail in game.archive)
    if game.now() is not None:
        finished(game)
    found = verified(tmp_path, game)
    assert [str(one) for one in found.differences] == []
    assert found.right == found.looked_at
    assert game.private
    for name, mails in game.private.items():
        own = Own(name, archives.read([in_file(tmp_path, name, mails)]))
        assert [str(one) for one in verified(tmp_path, game, own).differences] == []


def test_a_turn_announced_in_the_minute_of_a_correction_comes_behind_it(tmp_path: Path) -> None:
    game = begun(tmp_path, 41, careful=6)
    sailed(game, 6)
    game.clock.forward(seconds=2)
    rewound(CORRECTIONS["void, patch"])(game)
    game.clock.forward(seconds=14)
    now = game.now()
    assert now is not None
    game.say(now.gamestate.position.gnomes[0].name, "I take no action.")
    game.decide()
    finished(game)
    assert any(b"Subject: [Red November] Turn 7" in mail for mail in game.archive)
    assert [str(one) for one in verified(tmp_path, game).differences] == []


def test_a_grog_that_a_correction_puts_back_is_found_in_whatever_hand(tmp_path: Path) -> None:
    game = begun(tmp_path, 453, careful=6)
    sailed(game, 5)
    rewound(CORRECTIONS["void, patch"])(game)
    finished(game)
    assert any(b"6 grogs in the cabin instead of 5" in mail for mail in game.archive)
    assert [str(one) for one in verified(tmp_path, game).differences] == []


def test_what_a_gnome_chose_behind_what_is_corrected_is_still_found(tmp_path: Path) -> None:
    """Bob chose a hatch; the lines above are others now, and that one is not told again."""
    game = begun(tmp_path, 318, careful=6)
    sailed(game, 5)
    rewound(CORRECTIONS["read otherwise, stand"])(game)
    finished(game)
    assert any(b"9-10 is blocked, by Bob's choice" in mail for mail in game.archive)
    assert [str(one) for one in verified(tmp_path, game).differences] == []


@pytest.mark.parametrize("seed", [42, 43, 44])
def test_a_correction_that_does_not_tell_how_differs(tmp_path: Path, seed: int) -> None:
    """Any position could stand below it, if it were believed."""
    game = begun(tmp_path, seed, careful=6)
    sailed(game, 6)
    rewound(CORRECTIONS["void"])(game)
    finished(game)
    place = place_of(game.archive, r"\] Correction of turn 4")
    forged = reworded(
        game.archive[place],
        r"Everything from there on was played\s+again",
        "All of it was considered anew",
    )
    grogs = re.search(r"captain's grog +(\d)", text_of(forged))
    assert grogs is not None
    game.archive[place] = reworded(forged, rf"(captain's grog +){grogs[1]}", r"\g<1>9")
    found = verified(tmp_path, game)
    assert name_of(game.archive[place]) in [one.mail.name for one in found.differences if one.mail]
    assert found.right["resolution"] < found.looked_at["resolution"]


def test_a_correction_that_tells_of_another_mail_differs(tmp_path: Path) -> None:
    game = begun(tmp_path, 42, careful=6)
    sailed(game, 6)
    rewound(CORRECTIONS["read otherwise"])(game)
    finished(game)
    place = place_of(game.archive, r"\] Correction of turn 4", r"mail .{64}")
    game.archive[place] = reworded(game.archive[place], r"mail .{64}", f"mail {'0' * 64}")
    told = [(one.what, one.mail and one.mail.name) for one in verified(tmp_path, game).differences]
    assert ("its luck is told as that of another mail", name_of(game.archive[place])) in told


@pytest.mark.parametrize("way", ["an option", "the position", "void", "words alone"])
def test_a_correction_behind_which_a_turn_was_ruled_on_is_found_as_it_was(
    tmp_path: Path, way: str
) -> None:
    game = begun(tmp_path, 40, careful=6)
    sailed(game, 4)
    WAYS[way][0](game)
    rewound(CORRECTIONS["read otherwise"])(game)
    finished(game)
    found = verified(tmp_path, game)
    assert [str(one) for one in found.differences] == []


WAYS: dict[str, tuple[Callable[[Game], None], str]] = {
    "void": (overruled("it is void"), "has no effect, by ruling"),
    "read otherwise": (overruled('read as "I take no action"'), "Ruling 1: I say so."),
    "an option": (overruled("option wake = at_once"), "Ruling 1: I say so."),
    "the position": (overruled("heat 2; Ann 40 minutes; room 5 dry"), "From now on: heat 2; Ann"),
    "words alone": (amended("overrule because nobody shall shout. Really. No!"), "Really. No."),
    "an option from now on": (
        mailed("ruling: option remove_respite = on because it is dull"),
        "option remove_respite is on",
    ),
    "a ruling in words": (mailed("ruling: hatches squeak (§10c)"), "Ruling 1 of the contestmaster"),
    "a remark": (amended('amend: add "Well done, all of you!"'), "Well done"),
    "a name": (amended('amend: add "Well done, Ann!"'), "Well done, Ann!"),
    "other words": (amended('amend "minutes before it" to "minutes ahead of it"'), "ahead of it"),
}
"""What they say, and what the list is told of it."""


def verified(folder: Path, game: Game, own: Own | None = None) -> Findings:
    mails = archives.read([in_file(folder, "list", game.archive)])
    (found,) = games.check(mails, standard(), own=own)
    assert found.is_told
    return found.findings


@pytest.mark.parametrize("way", WAYS)
def test_a_game_with_a_ruling_is_found_as_it_was(tmp_path: Path, way: str) -> None:
    game = begun(tmp_path, 40, careful=6)
    sailed(game, 4)
    rule, told = WAYS[way]
    rule(game)
    assert any(told in " ".join(text_of(mail).split()) for mail in game.archive)
    sailed(game, 7)
    finished(game)
    found = verified(tmp_path, game)
    assert [str(one) for one in found.differences] == []
    assert found.right == found.looked_at
