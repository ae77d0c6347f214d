"""A turn is played otherwise, though it is resolved: the contestmaster rewinds to it (§25, A96).

The ruling is proposed and numbered before the correction is drafted, which cites it, and holds when
that is approved.  Whatever cannot be carried out changes nothing: CannotRewind.
"""

from __future__ import annotations

from msgspec.structs import replace

from rednov_bot.core.contest import Chosen, Defends, OptionSet, ReadAs, RulingEffect
from rednov_bot.core.errors import CannotRewind, CannotRule
from rednov_bot.core.models import Draft, Game, TakenTurn
from rednov_bot.core.render.wording import listed, uncapital
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.workflow import commands, hidden, moments
from rednov_bot.core.workflow.contest import office
from rednov_bot.core.workflow.corrections import correcting, courses, overruling, ruling
from rednov_bot.core.workflow.desk import Desk, tables_of
from rednov_bot.games.base import Player
from rednov_bot.games.red_november.render import ruling_words
from rednov_bot.games.red_november.rules.choices import BY_DEFENDING, DEFENCE
from rednov_bot.games.red_november.rules.corrections.alternatives import first_otherwise
from rednov_bot.games.red_november.rules.corrections.replay import Held
from rednov_bot.games.red_november.rules.corrections.replayed import Way
from rednov_bot.games.red_november.rules.resolve import judge
from rednov_bot.games.red_november.rules.turn import Turn


def rewind(
    desk: Desk,
    records: UnitOfWork,
    game: str | None,
    turn: int | None,
    how: commands.Rewinding,
    alternative: Way | None,
    why: str,
    clause: str,
    *,
    by: Player,
) -> Draft:
    """Turn *turn* of a game, the last turn and the latest game if none is named, is played as
    *how* says.

    The draft of the correction, the way that is named, else the first that can be done; or of the
    choice to which the game played again comes.  Raises CannotRewind.
    """
    known = _game(records, game)
    sees = known in office.in_hand(records) and not hidden.is_blind(records)
    if sees and office.plays(records, known, by):
        raise CannotRewind(
            f"you were a gnome of {known.tag} and would see its hands; name a deputy who was none "
            "and may rewind it (deputy NAME, A83)"
        )
    taken = _turn(records, known, turn)
    for one in records.open_drafts():  # one of the same turn gives way
        if one.kind == "correction" and one.game == known.id and one.turn != taken.id:
            raise CannotRewind(
                f"draft {one.code}, the {uncapital(one.about)}, is open; approve or reject it first"
            )
    with records.undoable():
        board = tables_of(desk, known).board
        course = courses.course_of(records, known, taken, board)
        effect = _effect(desk, records, course, taken, how)
        _check(desk, course, known, taken, effect)
        since = course.steps[0].state - 1
        present = records.gamestate(known.id)
        if present is not None and not isinstance(effect, OptionSet):
            since = present[0]
        said = why or ruling_words.said(effect, taken.turn.gnome, taken.number)
        try:
            given = ruling.record(
                desk,
                records,
                effect,
                said or f"Turn {taken.number} of {taken.turn.gnome} was resolved wrongly",
                clause,
                by=by,
                game=known.id,
                turn=taken.id,
                since=since,
                proposed=True,
            )
        except CannotRule as error:
            raise CannotRewind(error.reason, error.aside) from None
        return correcting.drafted(desk, records, given, alternative)


def _game(records: UnitOfWork, tag: str | None) -> Game:
    if tag is None:
        latest = records.latest_game()
        if latest is None:
            raise CannotRewind("no game has begun yet")
        return latest
    game = records.game_called(tag.upper())
    if game is None:
        raise CannotRewind(f"there is no game {tag}; the games are called RN1, RN2 and so on")
    if records.gamestate(game.id) is None:
        raise CannotRewind(f"{game.tag} has not begun")
    return game


def _turn(records: UnitOfWork, game: Game, number: int | None) -> TakenTurn:
    every = records.turns(game.id)
    pending = records.pending_turn(game.id)
    resolved = [one for one in every if pending is None or one.id != pending.id]
    if number is None and resolved:
        return resolved[-1]
    for taken in every:
        if taken.number == number:
            return taken
    known = f"its turns are 1 to {every[-1].number}" if every else "it has no turns yet"
    named = "last turn" if number is None else f"turn {number}"
    raise CannotRewind(
        f"there is no {named} in {game.tag}: {known}. Discards, gifts in return and idle "
        "kills are no turns: rewind to the turn before"
    )


def _effect(
    desk: Desk,
    records: UnitOfWork,
    course: courses.Course,
    taken: TakenTurn,
    how: commands.Rewinding,
) -> RulingEffect:
    try:
        match how:
            case commands.ReadAs(words=words):
                turn = overruling.turn_in(desk, taken.turn.gnome, words)
                turn = _with_its_list(turn, taken.turn)
                heard = moments.moment_of(records, taken).text
                hidden.check_tiles(desk, records, turn, heard, taken.turn)
                return ReadAs(turn)
            case OptionSet(option=option, value=value):
                hidden.check_option(records, option)
                return ruling.option_set(course.steps[0].options, option, value)
            case Chosen(key=key, label=label):
                # Who names no choice means any that offers the candidate.
                defends = BY_DEFENDING.get(label.casefold())
                if key not in ("", DEFENCE) or defends is None:
                    return how
                hidden.forbid(records, "what comes of a defence hangs on a hand")
                return Defends(defends)
            case _:
                return how
    except CannotRule as error:
        raise CannotRewind(error.reason, error.aside) from None


def _with_its_list(turn: Turn, was: Turn) -> Turn:
    """A gift told by number is of the tiles that its giver listed in private (A23)."""
    action, before = turn.action, was.action
    if action is None or before is None or action.give is not None or before.give is None:
        return turn
    if action.give_count != len(before.give):
        return turn
    return replace(turn, action=replace(action, give=before.give))


def _check(
    desk: Desk, course: courses.Course, game: Game, taken: TakenTurn, effect: RulingEffect
) -> None:
    """What is ruled must be possible where the turn was taken, and must change something."""
    tables = tables_of(desk, game)
    if isinstance(effect, ReadAs):
        verdict = judge(course.before, effect.turn, tables, course.steps[0].options)
        if verdict.refusals:
            against, aside = ruling_words.against(verdict.refusals, taken.turn.gnome)
            raise CannotRewind(
                f"read so, turn {taken.number} would have had no effect when it was announced: "
                f"{against}. If it has none, say void",
                aside,
            )
    done = courses.played_again(course, taken.number, effect, {}, tables)
    if isinstance(done, Held):
        choice, here = done.choice, done.step.number == taken.number
        missed = isinstance(effect, Chosen) and effect.label not in choice.candidates
        if isinstance(effect, Chosen) and here and missed and effect.key == choice.key:
            raise CannotRewind(
                f"{effect.label} cannot be chosen in turn {taken.number}; for {choice.key} "
                f"there are {listed(choice.candidates)}"
            )
    elif first_otherwise(done) is None:
        why = "so that there is nothing to correct"
        if isinstance(effect, Chosen):
            why = f"{effect.label} is chosen already, or no choice of that turn offers it"
        same = f"turn {taken.number} and all that followed come out as they did"
        raise CannotRewind(f"{same}{':' if isinstance(effect, Chosen) else ','} {why}")
