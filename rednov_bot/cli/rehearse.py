"""`rednov rehearse`: what would come of a turn; nothing is taken, drawn or stored."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from rednov_bot.cli.desks import check_sight, open_desk_on_file, somebody, usual
from rednov_bot.core.models import Reading, TurnAct
from rednov_bot.core.render import answers
from rednov_bot.core.render.wording import whose
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.workflow import announcements, outgoing, rehearsal
from rednov_bot.core.workflow.desk import NO_GAME, Desk
from rednov_bot.core.workflow.rehearsal import Tried
from rednov_bot.games.red_november import acting
from rednov_bot.games.red_november.reader.acts_json import acts_json, as_json as in_json
from rednov_bot.games.red_november.reader.reading import read
from rednov_bot.games.red_november.render.canonical import sentences
from rednov_bot.games.red_november.render.rehearsals import figures
from rednov_bot.games.red_november.rules.forecast import chance_of, faint_risk
from rednov_bot.games.red_november.rules.options import Options
from rednov_bot.games.red_november.rules.position import Position
from rednov_bot.games.red_november.rules.rehearsal import Rehearsal


@click.command()
@usual
@click.argument("gnome")
@click.argument("words", nargs=-1, metavar="[TEXT]...")
@click.option(
    "--file",
    "path",
    type=click.Path(path_type=Path, exists=True, dir_okay=False, allow_dash=True),
    help="A file with the text; - reads it from standard input, as leaving TEXT away does.",
)
@click.option("--secret", is_flag=True, help="What hangs on the hand, too: for your eyes alone.")
def rehearse(
    config: Path, as_json: bool, gnome: str, words: tuple[str, ...], path: Path | None, secret: bool
) -> None:
    """What would come of GNOME's turn if it were announced now.

    TEXT is the turn in plain words, as they would send it. It is judged by the checks that
    announced turns meet; it is not taken, no luck is drawn and nobody is told. Without --secret
    that is as far as everybody can see: as if GNOME held every tile that they say they use. Ends
    with 0 if the turn would be valid, with 1 if it would not, or is no turn that can be read.

    \b
    Example:
      rednov rehearse Ann "I open 5-8, go in and draw 2 items."
      rednov rehearse Ann --file plan.txt --json
    """
    if words and path is not None:
        raise click.UsageError("give the text or --file, not both")
    desk = open_desk_on_file(config)
    reading = read(
        _text(words, path),
        author=somebody(desk, gnome),
        people=tuple(desk.settings.people),
        reader="private",
        contest=desk.settings.contest.name,
    )
    if len(reading.acts) != 1 or not isinstance(reading.acts[0], TurnAct):
        _say_unread(gnome, reading, as_json=as_json)
        sys.exit(1)
    turn = reading.acts[0].turn
    with desk.db.transaction() as records:
        if secret:
            check_sight(records)
        done = rehearsal.tried(desk, records, turn)
        one = _rehearsed(desk, records, done)
    one = one if secret else one.openly
    tables, options = (None, Options()) if done.now is None else (done.now.tables, done.now.options)
    trial = acting.trial(one, turn, tables, options, "", desk.decides, secret=secret)
    done = replace(done, trial=trial)
    if as_json:
        click.echo(json.dumps(_facts(desk, done, one, reading, secret=secret), ensure_ascii=False))
    else:
        told = answers.rehearsed(
            trial,
            sentences(turn),
            desk.game,
            waits=done.waits,
            kept=done.kept,
            letterhead=outgoing.letterhead_for(desk),
            own_words=not done.plain,
            whose=whose(turn.gnome),
            seen="As things stand" if secret else "As far as everybody can see,",
        )
        click.echo(told)
    sys.exit(0 if one.valid else 1)


def _rehearsed(desk: Desk, records: UnitOfWork, done: Tried) -> Rehearsal:
    now, turn = done.now, done.said
    if now is None:
        return Rehearsal(turn, Position(), (), (NO_GAME,), ())
    turn = announcements.with_private_list(desk, records, turn, now.options)
    before = records.pending_turn(now.game.id)
    pending = None if before is None else before.turn
    return acting.rehearsed(now.gamestate, turn, now.tables, now.options, pending)


def _text(words: tuple[str, ...], path: Path | None) -> str:
    if words:
        return " ".join(words)
    if path is None or str(path) == "-":
        return sys.stdin.buffer.read().decode("utf-8", "replace")
    return path.read_text(encoding="utf-8", errors="replace")


def _say_unread(gnome: str, reading: Reading, *, as_json: bool) -> None:
    """No turn, or more than one, or one that is not certain."""
    facts = in_json(reading)
    if as_json:
        verdict = "question" if reading.verdict == "ambiguous" else "no turn"
        click.echo(json.dumps({"gnome": gnome, **facts, "verdict": verdict}, ensure_ascii=False))
    elif facts["questions"]:
        click.echo("It was not understood for certain:")
        for question in facts["questions"]:
            click.echo(f"  {question}")
    else:
        click.echo("It announces no turn." if not reading.acts else "It announces not just a turn.")


def _facts(
    desk: Desk, done: Tried, one: Rehearsal, reading: Reading, *, secret: bool
) -> dict[str, Any]:
    """The rehearsal as JSON; what hangs on the hand only if *secret* (§6)."""
    trial = done.trial
    told = answers.reasons(trial.refusals, desk.game, waits=done.waits, kept=done.kept)
    facts: dict[str, Any] = {
        "gnome": done.said.gnome,
        "verdict": answers.verdict(trial),
        "turn": acts_json(reading)[0],
        "objections": [
            {"code": fault.code, "clause": clause, "reason": reason, "remedy": remedy}
            for fault, (reason, clause, remedy) in zip(trial.refusals, told, strict=True)
        ],
        "warnings": list(trial.warnings),
        "announcement": "\n".join(sentences(done.said)) if done.plain else None,
        **_figures(desk, done, one),
    }
    if secret:
        facts["hand"] = [item.replace("_", " ").title() for item in one.hand]
    return facts


def _figures(desk: Desk, done: Tried, one: Rehearsal) -> dict[str, Any]:
    """Minutes, odds and markers of a turn that has a plan; null where it has none."""
    now = done.now
    if one.plan is None or now is None:
        return {"minutes": None, "chance": None, "faint": None, "passes": None}
    made = figures(one, one.plan, now.tables, desk.decides)
    chance = chance_of(one.plan, one.position, now.tables)
    risk = faint_risk(one.plan, one.position, now.tables)
    way = range(made.before - 1, made.left - 1, -1)
    return {
        "minutes": {
            "steps": [[row.minutes, row.step] for row in made.rows],
            "before": made.before,
            "spent": made.spent,
            "left": made.left,
        },
        "chance": None if chance is None else 10 * chance.bound,
        "faint": None
        if risk is None
        else {"intoxication": risk.level, "cards": risk.cards, "felling": risk.felling},
        "passes": {
            "events": [space for space in way if space in now.tables.time_track.events],
            "items": [space for space in way if space in now.tables.time_track.items],
            "tokens": [
                [kind, at] for kind, at in one.position.tokens if made.left < at <= made.before
            ],
        },
    }
