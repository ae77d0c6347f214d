"""Doubts and disputes are decided: `rednov overrule`, `rewind`, `rulings`, `claims` (§25)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from rednov_bot.cli import desks
from rednov_bot.cli.desks import (
    DRAFT_CODE,
    Answer,
    answered,
    at_the_desk,
    carry_out,
    drafted,
    iso,
    mailed,
    pair,
    usual,
)
from rednov_bot.core.contest import Ruling
from rednov_bot.core.invocation import program
from rednov_bot.core.mail.message import open_letter
from rednov_bot.core.models import Draft, PaperId
from rednov_bot.core.render.draft_pages import CLAIMED_ALONE
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.workflow import hidden, in_force
from rednov_bot.core.workflow.commands import (
    AsItWas,
    Changes,
    Chooses,
    OptionSet,
    Overrule,
    Overruling,
    ReadAs,
    Rewind,
    Rewinding,
    Valid,
    Void,
)
from rednov_bot.core.workflow.corrections import (
    claims as said,
    overruling,
    rewinding,
    ruling,
)
from rednov_bot.core.workflow.desk import Desk
from rednov_bot.games.base import WayName

Option = Callable[[Callable[..., Any]], Callable[..., Any]]


def facts(records: UnitOfWork, ruling: Ruling) -> dict[str, Any]:
    """A ruling for programs; what it reads in an announcement is left to the mails (§6)."""
    game, turn = ruling.game, ruling.turn
    return {
        "number": ruling.number,
        "at": ruling.at.isoformat(),
        "by": ruling.by,
        "clause": ruling.clause,
        "text": ruling.text,
        "told_at": iso(ruling.told_at),
        "effect": ruling.effect.__struct_config__.tag,
        "game": None if game is None else records.game(PaperId(game)).tag,
        "turn": None if turn is None else records.turn(PaperId(turn)).number,
    }


def _way(name: str, make: Callable[..., Overruling | Rewinding], **how: Any) -> Option:
    """An option that says how something is decided: the ways that are said gather in `ctx.obj`."""

    def take(ctx: click.Context, _: click.Parameter, said: str | bool | None) -> None:
        ways = ctx.ensure_object(list)
        if said is not None and said is not False:
            ways.append(make() if said is True else make(said))

    return click.option(
        name, expose_value=False, callback=take, is_flag="metavar" not in how, **how
    )


def _option_set(said: str) -> OptionSet:
    return OptionSet(*pair(said, "--option"))


def _chooses(said: str) -> Chooses:
    """Which choice, "" where the turn has but one, and the candidate."""
    key, equals, label = said.partition("=")
    return Chooses(key.strip(), label.strip()) if equals else Chooses("", said.strip())


_read_as = _way("--read-as", ReadAs, metavar="WORDS", help="The announcement says this whole turn.")
_because = click.option(
    "--because", default="", help="The ruling in your own words; it is published."
)
_clause = click.option("--clause", default="", metavar="10c", help="The clause that it is about.")


@click.command()
@usual
@click.argument("code", type=DRAFT_CODE)
@_read_as
@_way("--valid", Valid, help="An announcement that was refused counts.")
@_way("--void", Void, help="A turn that was taken has no effect.")
@_way("--option", _option_set, metavar="KEY=VALUE", help="An option of the game is another.")
@_way("--set", Changes, metavar="LINES", help='The position is another: "heat 3; Ann 30 minutes".')
@_because
@_clause
@click.pass_obj
def overrule(
    ways: list[Overruling], config: Path, as_json: bool, code: str, because: str, clause: str
) -> None:
    """Decide otherwise than an open draft: the ruling is numbered, and a new draft made under it.

    CODE is that of the draft, or the number of the turn that awaits its resolution, such as one
    that waits for a choice and has no draft.  The new draft cites the ruling, keeps the luck and
    awaits approval.  Say one of --read-as, --valid, --void, --option and --set, or only --because:
    that is cited from then on, and changes nothing in this case.

    \b
    Example:
      rednov overrule K7M2QXA --read-as "I open 5-8 and draw 2 items." --because "8 was meant"
      rednov overrule 4 --void --because "Ann was only musing"
      rednov overrule K7M2QXA --set "heat 3" --because "the fire was out" --clause 16b
    """
    if len(ways) > 1:
        raise click.UsageError("say one of --read-as, --valid, --void, --option and --set")
    if not ways and not because:
        raise click.UsageError("say what is ruled: one of the options above, or --because TEXT")

    def overruled(desk: Desk, records: UnitOfWork) -> Answer:
        how = ways[0] if ways else None
        said = Overrule(code=code, how=how, why=because, clause=clause)
        given, made = overruling.overrule(desk, records, said)
        told = {
            "ruling": facts(records, given),
            "draft": None if made is None else desks.facts(desk.game, made),
        }
        words = f"ruling {given.number}: {given.text}"
        if made is not None:
            words += f"\n{desks.told(made)}"
        return Answer(lambda: told, lambda: words)

    carry_out(config, as_json, overruled)


@click.group(invoke_without_command=True)
@at_the_desk
def rulings(desk: Desk, records: UnitOfWork) -> Answer:
    """Every ruling of the contest, oldest first; those withdrawn and their withdrawals, too.

    \b
    Example:
      rednov rulings
      rednov rulings add "A hatch may be opened twice in a turn" --clause 10c
      rednov rulings withdraw 3
    """

    holds = {one.number for one in in_force.in_force(records)}
    return Answer(
        lambda: [
            {**facts(records, one), "in_force": one.number in holds} for one in records.rulings()
        ],
        lambda: mailed(desk, records, "rulings"),
    )


@rulings.command(short_help="Rule on something for later cases.")
@at_the_desk
@click.argument("text")
@_clause
def add(desk: Desk, records: UnitOfWork, text: str, clause: str) -> Answer:
    """Rule on a doubt by itself: when its draft is approved the list is told, and later drafts
    cite it.

    \b
    Example:
      rednov rulings add "A hatch may be opened twice in a turn" --clause 10c
    """
    given, draft = ruling.rule(desk, records, text, clause)
    return drafted(desk, draft, ruling=facts(records, given))


@rulings.command(short_help="A ruling holds no longer.")
@at_the_desk
@click.argument("number", type=int)
@click.option("--because", default="", help="Why, in your own words; they are published.")
def withdraw(desk: Desk, records: UnitOfWork, number: int, because: str) -> Answer:
    """Withdraw a ruling, by a further one: it holds no longer when its draft is approved.

    If it was about the turn that waits for its resolution, that is drafted again then without it;
    what was posted under it stands until you rewind to it.

    \b
    Example:
      rednov rulings withdraw 3 --because "the axis was there after all"
    """
    given, draft, leaves = ruling.withdraw(desk, records, number, because)
    return drafted(desk, draft, leaves, ruling=facts(records, given), leaves=leaves)


@rulings.command(short_help="An option of the running game is another from now on.")
@at_the_desk
@click.argument(
    "changed",
    metavar="KEY=VALUE",
    callback=lambda _context, _option, said: pair(said, "the option"),
)
@_because
@_clause
def option(
    desk: Desk, records: UnitOfWork, changed: tuple[str, str], because: str, clause: str
) -> Answer:
    """Set an option of the running game, when its draft is approved, for every turn taken then.

    \b
    Example:
      rednov rulings option wake=at_once --because "the amendment of 3 May"
    """
    given, draft = ruling.set_option(desk, records, *changed, because, clause)
    return drafted(desk, draft, ruling=facts(records, given))


@click.command()
@usual
@click.argument("game", nargs=-1, metavar="[GAME]")
@click.argument("turn", type=int)
@_read_as
@_way("--void", Void, help="The turn has no effect.")
@_way("--option", _option_set, metavar="KEY=VALUE", help="An option of the game was another.")
@_way(
    "--choose",
    _chooses,
    metavar="[KEY=]CANDIDATE",
    help='A choice of the turn falls otherwise: "5-6", or "event 45=5-6" where it has several.',
)
@_way("--as-it-was", AsItWas, help="Only play it again, by the rules as they are now.")
@click.option(
    "--alternative",
    type=click.Choice(["rerun", "patch", "stand"]),
    help="Play on from there, change the position alone, or let it stand; the first possible "
    "one unless named.",
)
@_because
@_clause
@click.pass_obj
def rewind(
    ways: list[Rewinding],
    config: Path,
    as_json: bool,
    game: tuple[str, ...],
    turn: int,
    alternative: WayName | None,
    because: str,
    clause: str,
) -> None:
    """Correct TURN of a game, the latest one unless named: replayed otherwise on the same luck.

    The correction is drafted: who gains and who loses, what would become known, and the ways to
    correct it beside each other.  Nothing is deleted; the amendment is linked to the original.
    Say one of --read-as, --void, --option, --choose and --as-it-was.

    \b
    Example:
      rednov rewind 12 --read-as "I open 5-8 and draw 2 items." --because "8 was meant"
      rednov rewind RN1 12 --void --alternative patch
    """
    if len(game) > 1:
        raise click.UsageError("name one game at most, and the turn behind it")
    if len(ways) != 1:
        raise click.UsageError("say one of --read-as, --void, --option, --choose and --as-it-was")

    def rewound(desk: Desk, records: UnitOfWork) -> Answer:
        said = Rewind(
            game=game[0] if game else None,
            turn=turn,
            how=ways[0],
            alternative=alternative,
            why=because,
            clause=clause,
        )
        return drafted(desk, rewinding.rewind(desk, records, said))

    carry_out(config, as_json, rewound)


@click.group(invoke_without_command=True)
@at_the_desk
def claims(desk: Desk, records: UnitOfWork) -> Answer:
    """The claims of error that await your word or a correction, with the claimant's own words.

    \b
    Example:
      rednov claims
      rednov claims deny K7M2QXA --because "the die shows 3"
    """
    found = [one for one in records.open_drafts() if one.kind == "claim"]

    def words() -> str:
        lines = []
        for one in found:
            lines.append(f"{one.code}  {said.described(records, one)}")
            lines += [f"  > {line}" for line in _claimants(desk, records, one).splitlines()]
        return "\n".join(lines or ["nobody claims an error"])

    return Answer(lambda: [desks.facts(desk.game, one) for one in found], words)


def _claimants(desk: Desk, records: UnitOfWork, draft: Draft) -> str:
    """What the claimant wrote; "" where there is no mail of theirs."""
    raw = None if draft.mail is None else records.raw_mail(draft.mail)
    if raw is None:
        return ""
    message = open_letter(raw.octets, desk.roster).message
    alone = message.forum == "private" and hidden.is_blind(records)
    return CLAIMED_ALONE if alone else message.text.strip()


@claims.command(short_help="The claim is right; then correct what was wrong.")
@at_the_desk
@click.argument("code", type=DRAFT_CODE)
def accept(desk: Desk, records: UnitOfWork, code: str) -> Answer:
    """Accept a claim of error; it stays open until `rednov rewind` corrects the turn.

    The claimant is told.

    \b
    Example:
      rednov claims accept K7M2QXA
    """
    claim = said.accept(desk, records, code)
    game = None if claim.game is None else records.game(claim.game).tag
    turn = None if claim.turn is None else records.turn(claim.turn).number
    words = "accepted; nothing is corrected yet"
    if turn is not None:
        words = f"accepted; `{program()} rewind {game} {turn}` and how it is read corrects it"
    return answered(code, words, verdict="accepted", game=game, turn=turn)


@claims.command(short_help="The claim is wrong, and why; the answer is drafted.")
@at_the_desk
@click.argument("code", type=DRAFT_CODE)
@click.option("--because", required=True, help="Why, in your own words; the claimant reads them.")
def deny(desk: Desk, records: UnitOfWork, code: str, because: str) -> Answer:
    """Deny a claim of error, and close it; the answer is drafted.

    It goes to the list, or to the claimant alone where they wrote to the bot alone.

    \b
    Example:
      rednov claims deny K7M2QXA --because "the die shows 3, and 4 was needed"
    """
    draft = said.deny(desk, records, code, desk.decides, because)
    return drafted(desk, draft, denied=code)
