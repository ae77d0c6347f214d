"""The desk as commands use it: their frame, and what they say of a draft; they make no database."""

from __future__ import annotations

import functools
import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Concatenate, Final, NamedTuple, ParamSpec, TypeVar

import click
from click.core import ParameterSource

from rednov_bot.core.errors import Mendable
from rednov_bot.core.invocation import program

if TYPE_CHECKING:  # for a command without a desk loads none of it
    from rednov_bot.core.contest import Hold
    from rednov_bot.core.models import Draft
    from rednov_bot.core.store.unit_of_work import UnitOfWork
    from rednov_bot.core.workflow.commands import Shown
    from rednov_bot.core.workflow.desk import Desk
    from rednov_bot.games.base import Game

Command = TypeVar("Command", bound=Callable[..., Any])
Given = ParamSpec("Given")

DRAFT_CODE: Final = click.types.FuncParamType(str.upper)
"""The code of a draft, which may be typed in small letters."""

BECAME: Final = {"read": "read", "ignore": "ignored", "answer": "answered", "hold": "held"}
"""What became of a mail, as programs are told."""


def config(command: Command) -> Command:
    """--config: the settings file, `rednov.toml` in this folder unless said otherwise.

    What is said behind the command counts first, then what is said behind its group, then
    REDNOV_CONFIG.
    """
    return click.option(
        "--config",
        "config",
        type=click.Path(path_type=Path),
        default=Path("rednov.toml"),
        envvar="REDNOV_CONFIG",
        show_default=True,
        show_envvar=True,
        callback=_nearest,
        help="The settings file.",
    )(command)


def as_json(command: Command) -> Command:
    """--json: for programs instead of people."""
    return click.option(
        "--json", "as_json", is_flag=True, callback=_nearest, help="One JSON value instead of text."
    )(command)


def usual(command: Command) -> Command:
    """--config and --json, as most commands take them."""
    return config(as_json(command))


def _nearest(ctx: click.Context, option: click.Parameter, value: Any) -> Any:
    """The option as said here, else as its group has it."""
    name = str(option.name)
    above = ctx.parent.params if ctx.parent is not None else {}
    if name in above and ctx.get_parameter_source(name) is not ParameterSource.COMMANDLINE:
        return above[name]
    return value


def pair(given: str, where: str) -> tuple[str, str]:
    """KEY=VALUE, in two.  Wrong usage of *where* if it is none."""
    key, equals, value = given.partition("=")
    if not equals:
        raise click.UsageError(f"{where} takes KEY=VALUE, not {given!r}")
    return key.strip(), value.strip()


class Answer(NamedTuple):
    """What a command says: a value for programs, or words for people; only one of them is made."""

    facts: Callable[[], Any]
    words: Callable[[], str]


def at_the_desk(
    command: Callable[Concatenate[Desk, UnitOfWork, Given], Answer],
) -> Callable[..., None]:
    """A command with --config and --json that is carried out at the desk, in one transaction.

    As a group it is not carried out where a command under it is.
    """

    @usual
    @functools.wraps(command)
    def called(config: Path, as_json: bool, *args: Given.args, **given: Given.kwargs) -> None:
        if click.get_current_context().invoked_subcommand is None:
            carry_out(config, as_json, lambda desk, records: command(desk, records, *args, **given))

    return called


def carry_out(config: Path, as_json: bool, command: Callable[[Desk, UnitOfWork], Answer]) -> None:
    """The same, for commands that may be wrong usage: that is said of any database, or none."""
    with seated(config) as (desk, records):
        answer = command(desk, records)
        told = json.dumps(answer.facts()) if as_json else answer.words()
    if told:
        click.echo(told)


def open_desk_on_file(config: Path) -> Desk:
    """A desk over a database that somebody made before.  Mendable where there is none."""
    from sqlalchemy import make_url

    from rednov_bot import bootstrap
    from rednov_bot.core import settings
    from rednov_bot.core.store import database, upgrading

    known = settings.load(config)
    if upgrading.version(known.bot.database) is None:
        url, called = make_url(known.bot.database), program()
        makes = f"`{called} run`, `{called} start` or `{called} db upgrade` makes"
        if database.is_missing(url):
            raise Mendable(f"there is no database at {url.database} yet; {makes} it")
        raise Mendable(f"{database.name(url)} is empty; {makes} it ready")
    return bootstrap.open_desk(known)


@contextmanager
def seated(config: Path) -> Iterator[tuple[Desk, UnitOfWork]]:
    """The desk, with whoever sits at it now, and one transaction."""
    from rednov_bot.core.workflow import office

    desk = open_desk_on_file(config)
    with desk.db.transaction() as records:
        yield office.seated(desk, records), records


def check_sight(records: UnitOfWork) -> None:
    """Mendable in a blind game, where nobody who decides is shown what is hidden (A83)."""
    from rednov_bot.core.render.draft_pages import NO_HANDS
    from rednov_bot.core.workflow import hidden

    if hidden.is_blind(records):
        raise Mendable(f"{NO_HANDS[:1].lower()}{NO_HANDS[1:].rstrip('.')} (option blind)")


def somebody(desk: Desk, name: str) -> str:
    """The name as [people] in the settings spells it.  Mendable of somebody unknown."""
    people = tuple(desk.settings.people)
    found = next((one for one in people if one.casefold() == name.casefold()), None)
    if found is None:
        known = ", ".join(people)
        raise Mendable(f"there is nobody called {name!r} in the settings; people are {known}")
    return found


def moment(desk: Desk, words: str) -> datetime:
    """Until when something lasts: `Friday`, `2 December`, `2 days`.  Mendable if not certain."""
    from rednov_bot.core.workflow.commands.saying import moment_of

    for said in (words, f"until {words}", f"for {words}"):
        if (found := moment_of(said, desk.now())) is not None:
            return found
    raise Mendable(
        f'{words!r} is no certain moment to come; say "3 December", "2026-12-03 18:00" or "2 days"'
    )


def mailed(desk: Desk, records: UnitOfWork, what: Shown) -> str:
    """What a mail with this word would be answered."""
    from rednov_bot.core.workflow.drafts import laid_out

    told, lines = laid_out.shown(desk, records, what)
    return "\n".join([told, "", *lines])


def facts(game: Game, draft: Draft, hold: Hold | None = None) -> dict[str, Any]:
    """What may be said of a draft to anybody: nothing of its private notices.

    Nor a secret of the luck, or what each gnome held at the end, before that is posted.  *hold* is
    the one on it, if it is held; why stays with whoever holds it.
    """
    from rednov_bot.core.workflow import hidden

    told = hidden.openly(game, draft)
    return {
        "code": draft.code,
        "kind": draft.kind,
        "about": draft.about,
        "attempt": draft.attempt,
        "made_at": draft.made_at.isoformat(),
        "due_by": iso(draft.due_by),
        "candidates": list(draft.choice.candidates) if draft.choice else [],
        "public": [page.body for page in told],
        "held": hold is not None,
        "held_until": iso(hold.until) if hold is not None else None,
    }


def told(draft: Draft) -> str:
    """Its code, what it is about, and that nothing happens before it is approved."""
    by = f"`{program()} approve {draft.code}`"
    if draft.choice is not None and draft.kind == "choice":
        by = f"`{program()} choose {draft.code} CANDIDATE`"
    elif draft.kind == "claim":
        by = f"`{program()} claims accept {draft.code}` or `deny`"
    elif draft.kind == "return":
        by = f"`{program()} outbox --post-again {draft.code}`, `--there` or `--post-to`"
    return f"drafted as {draft.code}: {draft.about}; answer it by mail or by {by}"


def drafted(desk: Desk, draft: Draft, words: str = "", **more: Any) -> Answer:
    """A new draft; people are told *words* of it besides, programs *more*."""
    said = [told(draft), words] if words else [told(draft)]
    return Answer(lambda: {"draft": facts(desk.game, draft), **more}, lambda: "\n".join(said))


def answered(code: str, words: str, **more: Any) -> Answer:
    """What came of an answer to the draft *code*: in words, and as facts with its code."""
    return Answer(lambda: {"code": code, **more}, lambda: words)


def iso(moment: datetime | None) -> str | None:
    """A moment for programs."""
    return None if moment is None else moment.isoformat()
