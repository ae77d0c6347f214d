"""The draft that corrects a wrong resolution, the ways to do it beside each other (§25, A96).

What is computed follows from what is on file, so a draft can be made again at any time: the ruling,
the course of the game, the luck of each turn, and the choices made on the way.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import chain

from msgspec.structs import replace as replaced

from rednov_bot.contest import Correct, Ruling
from rednov_bot.desk.corrections import amendments, courses, in_force, rewound
from rednov_bot.desk.corrections.amendments import Case, Choice
from rednov_bot.desk.desk import Desk, tables_of
from rednov_bot.desk.drafts import replacing
from rednov_bot.desk.hidden import unheard
from rednov_bot.desk.luck import proving, revealing
from rednov_bot.desk.outgoing import post
from rednov_bot.engine.corrections import alternatives as ways
from rednov_bot.engine.corrections.compared import compare
from rednov_bot.engine.corrections.points import settle
from rednov_bot.engine.corrections.rerun import Corrected, Held
from rednov_bot.engine.corrections.retold import Way
from rednov_bot.engine.gamestate import Gamestate
from rednov_bot.engine.position import Due, Position
from rednov_bot.engine.resolve import judge
from rednov_bot.engine.rules.ending import y_points
from rednov_bot.errors import CannotRewind
from rednov_bot.papers import Draft, Game, PaperId
from rednov_bot.ports import Records
from rednov_bot.prose import ruling_words


def case_of(desk: Desk, records: Records, ruling: Ruling) -> Case:
    """Everything on file about what *ruling* corrects.  Raises CannotRewind, DataError."""
    assert ruling.game is not None
    assert ruling.turn is not None
    game, taken = records.game(PaperId(ruling.game)), records.turn(PaperId(ruling.turn))
    tables, found = tables_of(desk, game), records.gamestate(game.id)
    assert found is not None
    number, present = found
    return Case(
        ruling,
        game,
        taken,
        courses.course_of(records, game, taken, tables.board),
        number,
        present,
        tables,
        in_force.under(in_force.options_now(records, game), (ruling,)),
        _closed(records, game),
    )


def _closed(records: Records, game: Game) -> str:
    latest = records.latest_game()
    if latest is None or latest.id == game.id:
        return ""
    return (
        f"{latest.tag} has begun since, and {game.tag} can be put right on the record alone (stand)"
    )


def played_again(records: Records, case: Case) -> Corrected | Held:
    """The game as the ruling has it."""
    chosen = rewound.noted(records, case.taken.id, case.ruling.number)
    number, effect = case.taken.number, case.ruling.effect
    return rewound.played_again(case.course, number, effect, chosen, case.tables)


def drafted(desk: Desk, records: Records, ruling: Ruling, wanted: Way | None = None) -> Draft:
    """The correction under *ruling*, drafted the way that is *wanted*, else the first possible.

    Where the game played again waits for a choice, that is asked first, unless a way is wanted
    that does without.  Older drafts about it give way.  Raises CannotRewind where it cannot be
    done so, or where nothing would change.
    """
    case = case_of(desk, records, ruling)
    done = played_again(records, case)
    if isinstance(done, Held):
        without = done.step.number != case.taken.number
        if not without or (wanted in (None, "rerun") and not case.closed):
            return _asked(desk, records, case, done, others=without)
    done, offered = _played(desk, records, case, done)
    if ways.first_otherwise(done) is None:
        raise CannotRewind(f"turn {case.taken.number} comes out as it did, and so does all behind")
    chosen = _wanted(offered, wanted)
    proof = amendments.proved(records, case, done, chosen)
    pages = amendments.pages(desk, records, case, done, chosen, proof)
    happenings = ways.correction(chosen.way, case.present, case.taken.number, ruling.number)
    made = replace(
        _draft(desk, records, case),
        pages=pages,
        happenings=happenings,
        effects=(Correct(ruling.number, chosen.way.way), *proving.effects(proof)),
    )
    replayed = chain.from_iterable(one.happenings for one in done.steps)
    heard = (*unheard.announced(records, case.taken.id), *unheard.used(replayed))
    how = "reject this, and rewind in other words,"
    mind = unheard.mind(desk, ruling.text, heard, how)
    notes = (*_give_way(records, made), *mind)
    planner = amendments.planner(desk, records, case, done, offered, chosen, made, notes)
    post(desk, records, planner, draft=made.code, reason=f"draft {made.code}")
    return made


def _played(
    desk: Desk, records: Records, case: Case, done: Corrected | Held
) -> tuple[Corrected, tuple[Choice, ...]]:
    """The game as far as it can be played again, and the ways to correct it."""
    if isinstance(done, Held):
        so_far = Corrected(case.course.before, done.so_far)
        return so_far, _choices(desk, records, case, so_far)[1:]
    return done, _choices(desk, records, case, done)


def _choices(desk: Desk, records: Records, case: Case, done: Corrected) -> tuple[Choice, ...]:
    """To play again, to patch, to let it stand."""
    found = ways.alternatives(done, case.present, case.tables, case.options)
    awarded, before = records.awards(case.game.id), case.present.position
    unnamed = any(place >= len(before.dues) for place in awarded)

    def dues(position: Position) -> tuple[Due, ...]:
        behind = y_points(position, desk.y_pot) if unnamed and not position.y_pot else ()
        return (*position.dues, *behind)

    rerun = settle(dues(before), dues(found[0].after.position), awarded)
    known = set(found[-1].problems)  # whatever cannot be was so before, and hinders nothing
    choices = []
    for way in found:
        if way.way == "stand":
            choices.append(Choice(replaced(way, problems=()), rerun))
            continue
        settled = settle(dues(before), dues(way.after.position), awarded)
        position = replaced(way.after.position, dues=settled.dues)
        after = replaced(way.after, position=position)
        faults = [one for one in way.problems if one not in known]
        faults += [ways.Obstacle(case.closed)] if case.closed else _stuck(records, case, after)
        faults += _known_luck(records, case, after)
        compared = compare(before, position)
        choices.append(
            Choice(replaced(way, after=after, compared=compared, problems=tuple(faults)), settled)
        )
    return tuple(choices)


def _known_luck(records: Records, case: Case, after: Gamestate) -> tuple[ways.Obstacle, ...]:
    """Why a game that is over cannot go on: everybody knows what it would draw."""
    goes_on = case.present.position.ending is not None and after.position.ending is None
    if not goes_on or not revealing.is_revealed(records, case.game):
        return ()
    told = f"{case.game.tag} would go on, and the secret of its luck is told already (A95)"
    return (ways.Obstacle(told),)


def _stuck(records: Records, case: Case, after: Gamestate) -> tuple[ways.Obstacle, ...]:
    """Why the turn that awaits its resolution could not be resolved after the correction."""
    pending = records.pending_turn(case.game.id)
    if pending is None or after.position.pending is None:
        return ()
    free = replaced(after, position=replaced(after.position, pending=None))
    options = in_force.under(in_force.options_of(records, case.game, pending), (case.ruling,))
    verdict = judge(free, in_force.turn_of(records, pending), case.tables, options)
    if not verdict.refusals:
        return ()
    why, aside = ruling_words.against(verdict.refusals, pending.turn.gnome)
    what = f"turn {pending.number}, which awaits its resolution: "
    return (ways.Obstacle(f"{what}{why}", aside and f"{what}{aside}"),)


def _wanted(offered: Sequence[Choice], wanted: Way | None) -> Choice:
    """The way that is wanted, or the first that can be done."""
    sound = [one for one in offered if not one.way.problems]
    if wanted is None:
        return (*sound, offered[-1])[0]
    for one in offered:
        if one.way.way == wanted and one.way.problems:
            why = one.way.problems[0]
            raise CannotRewind(f"{wanted} cannot be done: {why.openly}", why.aside)
    return next(one for one in offered if one.way.way == wanted)


def _draft(desk: Desk, records: Records, case: Case) -> Draft:
    """A draft of the correction that posts nothing yet."""
    return Draft(
        code=desk.tokens.code(),
        kind="correction",
        game=case.game.id,
        turn=case.taken.id,
        for_state=case.number,
        attempt=records.drafts_about(case.taken.id) + 1,
        about=amendments.about_of(case),
        made_at=desk.now(),
    )


def _asked(desk: Desk, records: Records, case: Case, held: Held, *, others: bool) -> Draft:
    """The contestmaster is asked for the choice to which the game played again has come."""
    effect = Correct(case.ruling.number, "rerun", held.step.number)
    made = replace(_draft(desk, records, case), choice=held.choice, effects=(effect,))
    notes = _give_way(records, made)
    offered: tuple[Way, ...] = ("patch", "stand") if others else ()
    page = amendments.held(desk, case, held, made, offered, notes)
    post(desk, records, page, draft=made.code, reason=f"draft {made.code}")
    return made


def _give_way(records: Records, made: Draft) -> tuple[str, ...]:
    """The draft takes the place of older ones that correct the same turn; what it says of them."""
    told: list[str] = []
    for old in records.open_drafts():
        if old.kind == "correction" and old.turn == made.turn:
            records.decide(replacing.superseded(old.code, made.code, made.made_at))
            told += replacing.own_words(records, old)
    records.add_draft(made)
    return tuple(told)
