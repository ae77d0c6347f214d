"""What must be true at a step of a scene: who was told what, and how everything stands."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from rednov_bot.core.contest import Contest
from rednov_bot.core.models import QueuedPosting
from rednov_bot.core.workflow import office
from rednov_bot.core.workflow.desk import tables_of
from rednov_bot.games.red_november.rules.gamestate import Gamestate
from rednov_bot.games.red_november.rules.tables import Tables
from tests.builders import BUSINESS, Table, address_of
from tests.contract.compare import Failed, compare, expect
from tests.contract.spelling import Misspelt, many
from tests.scenes.laws import flat
from tests.workflow.play import MASTER, opened, subject_of, text_of

_HEARS = re.compile(
    r"(?P<who>the list|list|[A-Z]\w+|contestmaster|\S+@\S+) "
    r"(?P<verb>hears|is told|does not hear|is not told)(?P<nothing> nothing)?"
)
_ANSWER = "list sees an answer to"
CONTEST = (
    "contestants",
    "contestmaster",
    "deputy",
    "axes",
    "pot",
    "is_contest",
    "waiting",
    "awarded",
)


@dataclass(frozen=True)
class Standing:
    """All that can change at a desk but the mails themselves."""

    contest: Contest
    contestants: tuple[str, ...]
    gamestates: tuple[tuple[int, Gamestate] | None, ...]
    waiting: tuple[str, ...]
    rulings: int
    awarded: tuple[int, ...]


def standing(table: Table) -> Standing:
    """How everything stands now."""
    with table.desk.db.transaction() as records:
        games = records.games()
        return Standing(
            contest=office.contest(table.desk, records),
            contestants=tuple(sorted(office.members(table.desk, records))),
            gamestates=tuple(records.gamestate(game.id) for game in games),
            waiting=tuple(one.code for one in records.open_drafts()),
            rulings=len(records.rulings()),
            awarded=tuple(len(records.awards(game.id)) for game in games),
        )


def is_known(words: str) -> bool:
    """Whether there is such a check."""
    known = ("now", "on file", "nothing has changed", _ANSWER)
    return words in known or _HEARS.fullmatch(words) is not None


def check(
    table: Table, words: str, value: Any, news: list[QueuedPosting], before: Standing | None
) -> None:
    """A step that does nothing.  Raises Failed where it is not true."""
    if words == "now":
        _now(table, dict(value))
    elif words == "on file":
        _on_file(table, str(value))
    elif words == "nothing has changed":
        assert before is not None
        still = tuple(one for one in standing(table).waiting if one in before.waiting)
        expect("what stands", before, replace(standing(table), waiting=still))
    elif words == _ANSWER:
        _answers(table, str(value), news)
    elif match := _HEARS.fullmatch(words):
        _hears(match, value, news)
    else:
        raise Misspelt(f"nobody knows this step: {words!r}")


# -- who was told what ----------------------------------------------------------------------------


def _hears(match: re.Match[str], value: Any, news: Iterable[QueuedPosting]) -> None:
    who = match["who"]
    mails = [one for one in news if one.posting.to == _mailbox(who)]
    said = flat(told(mails))
    if match["nothing"]:
        if mails:
            raise Failed(f"{who} is told something")
        return
    for sense in many(value):
        ways = [flat(way) for way in str(sense).split("|")]
        heard = any(way in said for way in ways)
        if heard != ("not" not in match["verb"]):
            raise Failed(f"{who} {match['verb']} {sense!r}: not so")


def _answers(table: Table, sense: str, news: Iterable[QueuedPosting]) -> None:
    """The newest posting is threaded below an earlier one that says so."""
    posting = [opened(one) for one in news if one.posting.to == BUSINESS][-1]
    with table.desk.db.transaction() as records:
        above = records.posting(posting["In-Reply-To"] or "")
    if above is None or flat(sense) not in flat(text_of(above)):
        raise Failed(f"{posting['Subject']!r} answers nothing that says {sense!r}")
    if above.posting.message_id not in str(posting["References"]):
        raise Failed("its References do not name what it answers")


def _mailbox(who: str) -> str:
    if who in ("the list", "list"):
        return BUSINESS
    return who if "@" in who else address_of(MASTER if who == "contestmaster" else who)


def told(mails: Iterable[QueuedPosting]) -> str:
    """Mails with their subjects, one below the other."""
    return "\n\n".join(
        f"To: {one.posting.to}\nSubject: {subject_of(one)}\n\n{text_of(one)}" for one in mails
    )


def _on_file(table: Table, sense: str) -> None:
    with table.desk.db.transaction() as records:
        reason = records.dispositions()[-1].reason
    if not any(flat(way) in flat(reason) for way in sense.split("|")):
        raise Failed(f"on file stands {reason!r}")


# -- how everything stands ------------------------------------------------------------------------


def _now(table: Table, wanted: dict[str, Any]) -> None:
    """The contest's own keys; everything else is of the newest game, as in tests/contract."""
    for key in CONTEST:
        if key in wanted:
            expect(key, *_of_the_contest(table, key, wanted.pop(key)))
    if "game" in wanted:
        expect("game", wanted.pop("game"), "none" if _newest(table) is None else "begun")
    if wanted:
        found = _newest(table)
        if found is None:
            raise Failed("no game has begun")
        compare(wanted, *found, None)


def _newest(table: Table) -> tuple[Gamestate, Tables] | None:
    with table.desk.db.transaction() as records:
        for game in reversed(records.games()):
            if (found := records.gamestate(game.id)) is not None:
                return found[1], tables_of(table.desk, game)
    return None


def _of_the_contest(table: Table, key: str, wanted: Any) -> tuple[Any, Any]:
    with table.desk.db.transaction() as records:
        contest = office.contest(table.desk, records)
        match key:
            case "contestants":
                return sorted(many(wanted)), sorted(office.members(table.desk, records))
            case "axes":
                return sorted(many(wanted)), sorted(contest.axes)
            case "pot":
                return wanted, contest.y_pot
            case "deputy":
                return (None if wanted == "none" else wanted), contest.deputy
            case "waiting":
                return many(wanted), [one.kind for one in records.open_drafts()]
            case "awarded":
                return wanted, sum(len(records.awards(game.id)) for game in records.games())
            case _:
                return wanted, getattr(contest, key)
