"""`rednov start`: a game is put before the contestmaster."""

from __future__ import annotations

import json
from pathlib import Path

import click

from rednov_bot.bootstrap import open_desk
from rednov_bot.cli import drafted, options
from rednov_bot.core.invocation import program
from rednov_bot.core.workflow.contest import office, starting
from rednov_bot.core.workflow.delivery import returning


@click.command()
@options.config
@options.as_json
@click.argument("names", nargs=-1, metavar="[NAME NAME NAME...]")
@click.option(
    "--option",
    "given",
    multiple=True,
    metavar="KEY=VALUE",
    help="An option of this game, before that in [game.options] of the settings; as often as "
    "you like.  `rednov guide contestmaster options` explains them all.",
)
def start(config: Path, as_json: bool, names: tuple[str, ...], given: tuple[str, ...]) -> None:
    """Draft the opening of a game with three to eight contestants.

    Each NAME is one from [people] in the settings, of a contestant; without any, those who joined
    first are proposed.  The running bot, or `rednov run --once`, mails the draft to the
    contestmaster; the game begins when it is approved and the opening is posted.

    \b
    Example:
      rednov start Tumbledrum Fizzlewick Brasspot --option event_choice=orders+contestmaster
      rednov start
    """

    pairs = dict(options.pair(one, "--option") for one in given)
    desk = open_desk(config)
    with desk.db.transaction() as records:
        if names:
            draft = starting.start(desk, records, names, pairs)
        else:
            draft = starting.propose_crew(desk, records, pairs)
        gnomes = () if draft.game is None else records.game(draft.game).gnomes
        decides = office.seated(desk, records).decides
        never = returning.never_back(desk, records)
    if as_json:
        click.echo(json.dumps({"draft": drafted.facts(draft), "gnomes": list(gnomes)}))
        return
    click.echo(
        f"drafted as {draft.code}; it goes to {decides} for approval, by the running bot or by "
        f"`{program()} run --once`"
    )
    for one in never:
        click.echo(one)
    if not names:
        click.echo(f"proposed by joining order: {', '.join(gnomes)}")
