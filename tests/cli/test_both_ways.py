"""What the contestmaster may write to the bot they may do in a shell, and the other way round."""

from __future__ import annotations

import shlex
from pathlib import Path

import click
import pytest

from rednov_bot.cli import rednov
from rednov_bot.core.contest import Effect, PublishLuck
from rednov_bot.core.models import Draft
from rednov_bot.core.workflow import office
from rednov_bot.core.workflow.commands.forms import guide_to_answers, guide_to_wishes
from rednov_bot.core.workflow.drafts import open_drafts
from tests.builders import Table
from tests.cli.shell import Shell
from tests.cli.test_deciding import TURN, announced
from tests.workflow import play

IN_A_SHELL = {
    "approve": "approve K7M2QXA",
    "approve K7M2QXA": "approve K7M2QXA",
    "approve and award": "approve K7M2QXA --award",
    "reject because the fire is in 6": 'reject K7M2QXA --because "the fire is in 6"',
    "again": "drafts again K7M2QXA",
    "choose 5-6": "choose K7M2QXA 5-6",
    'amend "old words" to "new words"': 'amend K7M2QXA --replace "old words" "new words"',
    'amend: add "Well done!"': 'amend K7M2QXA --add "Well done!"',
    "amend\nThe whole text anew.\nend": "amend K7M2QXA --file FILE",
    'overrule: read as "I take no action" because REASON': (
        'overrule K7M2QXA --read-as "I take no action" --because REASON'
    ),
    "overrule: it is valid because REASON": "overrule K7M2QXA --valid --because REASON",
    "overrule: it is void because REASON": "overrule K7M2QXA --void --because REASON",
    "overrule: option wake = at_once because REASON": (
        "overrule K7M2QXA --option wake=at_once --because REASON"
    ),
    "overrule: heat 3; Ann 30 minutes because REASON": (
        'overrule K7M2QXA --set "heat 3; Ann 30 minutes" --because REASON'
    ),
    "overrule because REASON": "overrule K7M2QXA --because REASON",
    "hold until Friday because Ann is asked": (
        'drafts hold K7M2QXA --until Friday --because "Ann is asked"'
    ),
    "release": "drafts release K7M2QXA",
    "accept": "claims accept K7M2QXA",
    "deny because the die shows 3": 'claims deny K7M2QXA --because "the die shows 3"',
    "award": "award K7M2QXA",
    "awarded": "award --already K7M2QXA",
    "status": "status",
    "drafts": "drafts",
    "duties": "duties",
    "members": "members",
    "standing": "standing",
    "rulings": "rulings",
    "idle": "idle",
    "hands": "hands",
    "help": "--help",
    "help rewind": "rewind --help",
    "report position": "report position",
    "post the report week": "report week --post",
    "start Ann, Bob, Cid with wake = at_once": "start Ann Bob Cid --option wake=at_once",
    "start a game": "start",
    f"beacon 5417233\n{'c0ffee42' * 8}": f"beacon 5417233 {'c0ffee42' * 8}",
    "reveal RN1": "reveal RN1",
    "reveal RN1 with the tiles": "reveal RN1 --tiles",
    "kill Ann": "idle kill Ann",
    "add axis Z": "contest add-axis Z",
    "remove axis Z": "contest remove-axis Z",
    "ruling: a hatch may be opened twice (§10c)": (
        'rulings add "a hatch may be opened twice (§10c)" --clause 10c'
    ),
    "ruling: option wake = at_once because REASON": (
        "rulings option wake=at_once --because REASON"
    ),
    "overrule turn 4: it is void because REASON": "overrule 4 --void --because REASON",
    "withdraw ruling 3 because REASON": "rulings withdraw 3 --because REASON",
    'rewind turn 12: read as "I take no action" because REASON': (
        'rewind 12 --read-as "I take no action" --because REASON'
    ),
    "rewind turn 12: it is void, patch": "rewind 12 --void --alternative patch",
    "rewind turn 12: choose 5-6, rerun": "rewind 12 --choose 5-6 --alternative rerun",
    "read mail 123 as Ann: I open 5-6.": 'mails read 123 --as Ann --text "I open 5-6."',
    "mail 123 announces nothing": "mails read 123 --nothing",
    "pot 10": "contest pot 10",
    "the contract is a contest": "contest on",
    "deputy Bob": "contest deputy Bob",
    "hand over to Bob": "hand-over Bob",
    "pause reminders for 2 days": 'reminders pause --until "2 days"',
    "resume reminders": "reminders resume",
    "go on without Ann": "outbox --go-on Ann",
    "told Ann": "outbox --told Ann",
    "post again": "outbox --post-again K7M2QXA",
    "it is there": "outbox --there K7M2QXA",
    "post to backup": "outbox --post-to K7M2QXA backup",
}
"""What may be mailed -> what is said in a shell instead."""

OF_MAILS_ONLY = {"quit"}
"""What says where a mail ends."""


def test_there_is_a_shell_command_for_everything_that_may_be_mailed() -> None:
    mailed = {one.example for one in (*guide_to_answers(), *guide_to_wishes())}
    assert mailed - OF_MAILS_ONLY == set(IN_A_SHELL)


def test_the_shell_command_is_one_with_these_arguments(shell: Shell) -> None:
    for words in IN_A_SHELL.values():
        args = shlex.split(words.replace("FILE", str(shell.config)))
        ctx, command = click.Context(rednov), rednov
        while isinstance(command, click.Group) and args and not args[0].startswith("-"):
            name, found, args = command.resolve_command(ctx, args)
            assert found is not None
            assert name is not None
            command, ctx = found, click.Context(found, ctx, name)  # type: ignore[assignment]
        if args != ["--help"]:
            command.make_context(ctx.info_name, args, parent=ctx.parent)


CODE = "K7M2QXA"
ALIKE = {
    **{
        words: IN_A_SHELL[words]
        for words in (
            "approve",
            "reject because the fire is in 6",
            'overrule: read as "I take no action" because REASON',
            "post the report week",
            "start Ann, Bob, Cid with wake = at_once",
            "ruling: a hatch may be opened twice (§10c)",
            "hand over to Bob",
            "pause reminders for 2 days",
        )
    },
    "hold for 2 days because Ann is asked": (
        'drafts hold K7M2QXA --until "2 days" --because "Ann is asked"'
    ),
    "the contract is no contest": "contest off",
}
"""What may be mailed about one table -> the same in a shell; some of it is refused both ways."""


def told_apart(table: Table, code: str) -> dict[str, object]:
    """What a command may have changed, without the moments and the codes."""
    with table.desk.db.transaction() as records:
        found = records.draft(code)
        contest = office.contest(table.desk, records)
        hold = open_drafts.held(table.desk, records, code)
        return {
            "verdict": found and found[1] and (found[1].verdict, found[1].why),
            "held": hold and hold.why,
            "open": [(one.kind, one.about, effects_of(one)) for one in records.open_drafts()],
            "rulings": [(one.text, one.clause, one.effect, one.since) for one in records.rulings()],
            "reminders": (contest.reminders, contest.quiet_until is None),
        }


def effects_of(draft: Draft) -> list[Effect]:
    """What its approval brings about, but for the luck, which hangs on the moment of the turn."""
    return [one for one in draft.effects if not isinstance(one, PublishLuck)]


@pytest.mark.parametrize(("words", "command"), ALIKE.items(), ids=ALIKE)
def test_a_mail_and_a_shell_command_bring_about_the_same(
    shell: Shell, tmp_path: Path, words: str, command: str
) -> None:
    (tmp_path / "mailed").mkdir()
    mailed = play.begun(tmp_path / "mailed")
    play.reply(mailed, code := play.code_in(play.say(mailed, "Ann", TURN)), f"{words}\nstatus")
    typed, other = announced(shell)
    first, *args = shlex.split(command.replace(CODE, other))
    shell(first, *args)
    by_mail, by_hand = told_apart(mailed, code), told_apart(typed, other)
    assert str(by_mail).replace(code, other) == str(by_hand)
