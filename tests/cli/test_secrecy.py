"""What a command tells programs, or on the standard error, may be published: it has no secret (§6).

Every command that takes --json is here, and one that is added is missed.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

import click
import pytest

from rednov_bot.cli import rednov
from rednov_bot.core.workflow.luck import fortune
from rednov_bot.games.red_november.rules.gamestate import Limit
from rednov_bot.games.red_november.rules.words import ITEMS
from tests.builders import list_mail
from tests.cli.shell import Shell
from tests.workflow import play

USES = {
    "amend": ("amend", "CODE", "--add", "Well drawn!"),
    "approve": ("approve", "CODE"),
    "award": ("award",),
    "beacon": ("beacon", "5417233", "c0ffee42" * 8),
    "choose": ("choose", "CODE", "5-6"),
    "claims": ("claims",),
    "claims accept": ("claims", "accept", "CLAIM"),
    "claims deny": ("claims", "deny", "CLAIM", "--because", "it is so"),
    "contest": ("contest",),
    "contest add-axis": ("contest", "add-axis", "Z"),
    "contest deputy": ("contest", "deputy", "Pewterby"),
    "contest off": ("contest", "off"),
    "contest on": ("contest", "on"),
    "contest pot": ("contest", "pot", "9"),
    "contest remove-axis": ("contest", "remove-axis", "X"),
    "doctor": ("doctor",),
    "drafts": ("drafts",),
    "drafts again": ("drafts", "again", "CODE"),
    "drafts amend": ("drafts", "amend", "CODE", "--add", "Well drawn!"),
    "drafts approve": ("drafts", "approve", "CODE"),
    "drafts choose": ("drafts", "choose", "CODE", "5-6"),
    "drafts hold": ("drafts", "hold", "CODE"),
    "drafts list": ("drafts", "list"),
    "drafts reject": ("drafts", "reject", "CODE", "--because", "so"),
    "drafts release": ("drafts", "release", "CODE"),
    "duties": ("duties", "--done"),
    "games": ("games",),
    "hand-over": ("hand-over", "Cat"),
    "hands": ("hands",),
    "idle": ("idle",),
    "idle kill": ("idle", "kill", "Bob"),
    "mails read": ("mails", "read", "MAIL", "--text", "I use a toolbox and take no action."),
    "mails replay": ("mails", "replay", "MAIL", "--dry-run"),
    "mails show": ("mails", "show", "MAIL"),
    "members": ("members",),
    "outbox": ("outbox", "--all"),
    "overrule": ("overrule", "LINE", "--valid"),
    "read": ("read", "MAIL.eml"),
    "rehearse": ("rehearse", "Bob", "I use a toolbox and take no action."),
    "reject": ("reject", "CODE", "--because", "so"),
    "reminders": ("reminders",),
    "reminders pause": ("reminders", "pause"),
    "reminders resume": ("reminders", "resume"),
    "report": ("report", "position"),
    "reveal": ("reveal",),
    "rewind": ("rewind", "1", "--void"),
    "rulings": ("rulings",),
    "rulings add": ("rulings", "add", "So it is."),
    "rulings option": ("rulings", "option", "wake=at_once"),
    "rulings withdraw": ("rulings", "withdraw", "1"),
    "show": ("show",),
    "simulate": ("simulate", "--games", "2", "--gnomes", "3"),
    "standing": ("standing",),
    "start": ("start", "Ann", "Bob", "Cat"),
    "status": ("status",),
    "verify": ("verify", "MAIL.eml"),
}
"""Each command that takes --json, as it is called."""

MORE = [
    ("approve", "LINE"),
    ("mails", "replay", "MAIL"),
    ("overrule", "CODE", "--read-as", "I use an aqualung and take no action."),
    ("overrule", "CODE", "--set", "heat 3"),
    ("overrule", "CODE", "--void"),
    ("overrule", "LINE", "--read-as", "I use a lucky charm and take no action."),
    ("report", "contest"),
    ("report", "story"),
    ("report", "week"),
    ("report", "week", "--post"),
    ("rewind", "1", "--read-as", "I use a pump manual and take no action."),
    ("rewind", "1", "--void", "--alternative", "patch"),
    ("rewind", "1", "--void", "--alternative", "rerun"),
]
"""Other ways to call them."""

NAMED = ("toolbox", "aqualung", "lucky charm", "pump manual")
"""What the commands themselves say, or the list was told: no secret there."""


def commands(group: click.Group, above: str = "") -> Iterator[tuple[str, click.Command]]:
    """Every command, by its whole name."""
    context = click.Context(group)
    for name in group.list_commands(context):
        found = group.get_command(context, name)
        assert found is not None
        called = f"{above} {name}".strip()
        yield called, found
        if isinstance(found, click.Group):
            yield from commands(found, called)


def test_every_command_that_speaks_to_programs_is_tried_here() -> None:
    speaking = {
        name
        for name, command in commands(rednov)
        if any("--json" in option.opts for option in command.params)
    }
    assert speaking == set(USES)


def secrets_at_hand(shell: Shell) -> dict[str, str]:
    """A turn is resolved, another waits with its draft and a claim about it; a third was void for a
    tile that its gnome has not, and Bob has to discard.  The codes, and the number of a mail.
    """
    return shell.prepared("secrets", lambda: _played(shell))


def _played(shell: Shell) -> dict[str, str]:
    table = shell.table()
    play.begin(table)
    play.arrange(
        table,
        hands={
            "Ann": ("engine_manual", "water_pump"),
            "Bob": ("crowbar", "diving_gun", "water_pump"),
        },
        limits={"Bob": Limit(1)},
    )
    play.reply(
        table, play.code_in(play.say(table, "Ann", "I open 5-6 and stay. No action.")), "approve"
    )
    line = play.code_in(play.say(table, "Cat", "I use my lucky charm and take no action."))
    mail = play.filed(table).mail
    code = play.code_in(play.say(table, "Ann", "I open 5-8, go in and draw 2 items."))
    claimed = play.write(
        table, "Bob", "The resolution of turn 1 is wrong: I hold a crowbar and a diving gun."
    )
    (shell.folder / "MAIL.eml").write_bytes(
        list_mail("Ann", "I use my toolbox and take no action.")
    )
    table.desk.db.close()
    return {"CODE": code, "LINE": line, "CLAIM": play.code_in(claimed), "MAIL": str(mail)}


def secrets_in(told: str) -> list[str]:
    """The tiles that are named, and what only one gnome is told."""
    named = [item for item in ITEMS if item != "grog"]
    hidden = [*named, *(item.replace("_", " ") for item in named), "hand limit", "has to discard"]
    spoken = told.lower()
    return [word for word in hidden if word in spoken and word.replace("_", " ") not in NAMED]


@pytest.mark.parametrize("command", [*USES.values(), *MORE], ids=" ".join)
def test_a_command_tells_programs_no_secret(shell: Shell, command: tuple[str, ...]) -> None:
    names = secrets_at_hand(shell)
    said = shell.run(*[names.get(word, word) for word in command], "--json")
    assert said.code in (0, 1)
    if said.out:
        json.loads(said.out)
    assert secrets_in(said.out + said.err) == []


def test_an_error_says_no_more_than_everybody_may_read_and_the_rest_goes_by_mail(
    shell: Shell,
) -> None:
    names = secrets_at_hand(shell)
    for who, command in (
        ("Ann", ("overrule", names["CODE"], "--read-as", "I use an aqualung and take no action.")),
        ("Ann", ("rewind", "1", "--read-as", "I use a pump manual and take no action.")),
        ("Cat", ("overrule", names["LINE"], "--valid")),
    ):
        if who == "Cat":
            assert shell.run("approve", names["CODE"]).code == 0
        said = shell.run(*command)
        assert (said.code, said.out) == (1, "")
        assert f"something that only {who} may know is against it (§6)" in said.err
        assert "hold" not in said.err
    table = shell.table()
    (answer,) = play.reply(table, names["LINE"], "overrule: valid")
    shown = " ".join(play.text_of(answer).split())
    assert "something that only Cat may know is against it (§6)" in shown
    assert "For you alone: Cat does not hold a lucky charm (§9)." in shown


def test_programs_are_not_told_the_secret_of_the_luck_before_it_is_posted(shell: Shell) -> None:
    table = shell.table()
    play.begin(table)
    away = {"at": 5, "minutes": 1}
    play.arrange(table, gnomes={"Ann": away, "Bob": {**away, "minutes": 0}, "Cat": {"minutes": 0}})
    play.reply(table, play.code_in(play.say(table, "Ann", "I take no action.")), "approve")
    assert play.position(table).ending is not None
    with table.desk.db.transaction() as records:
        keys = fortune.keys_of(records, records.games()[-1])
    for command in (("reveal", "--tiles"), ("drafts",), ("status",)):
        told = shell.run(*command, "--json").out
        assert '"kind": "secret"' in told
        assert keys.dice.hex() not in told
        assert keys.tile.hex() not in told
