"""A game in which a gnome's private answer completed an announcement is checked and replayed."""

from __future__ import annotations

from pathlib import Path

from rednov_bot.core.workflow.commands.said import code_of
from rednov_bot.core.workflow.restoring import played_anew
from tests.fairness.played import begun, finished, sailed
from tests.fairness.tampering import parsed, text_of
from tests.fairness.test_ruled import verified


def test_a_confirmed_reading_verifies_and_is_noted_and_plays_again(tmp_path: Path) -> None:
    game = begun(tmp_path, 7, careful=6)
    sailed(game, 2)
    now = game.now()
    assert now is not None
    gnome = max(now.gamestate.position.gnomes, key=lambda one: one.minutes).name
    game.say(gnome, "I take no action, I think.")
    code = code_of(str(parsed(game.mailboxes[gnome][-1])["Subject"]))
    game.clock.forward(hours=2)
    game.write(gnome, "yes", f"Re: [rednov {code}] something")
    game.decide()
    posted = " ".join(text_of(game.archive[-1]).split())
    assert f"This is what it means, as {gnome} confirmed:" in posted

    with game.table.desk.db.transaction() as records:
        assert list(played_anew.differences(game.table.desk, records)) == []
    finished(game)
    found = verified(tmp_path, game)
    assert [str(one) for one in found.differences] == []
    assert any(f"as {gnome} confirmed" in str(one) for one in found.of("note"))
