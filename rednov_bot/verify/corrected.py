"""What a correction says, beside what comes of playing on from there again (§25, A96)."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass, field

from msgspec.structs import replace

from rednov_bot.engine.corrections.retold import Way
from rednov_bot.engine.draws import Drawn, Scope
from rednov_bot.engine.gamestate import Gamestate
from rednov_bot.engine.options import Options
from rednov_bot.engine.tables import Tables
from rednov_bot.engine.turn import Turn
from rednov_bot.verify import printed
from rednov_bot.verify.attempts import board_differing
from rednov_bot.verify.compared import Differing
from rednov_bot.verify.hidden import without_names
from rednov_bot.verify.history import History, Step
from rednov_bot.verify.postings import Posting
from rednov_bot.verify.replaying import (
    Change,
    Replay,
    Replayed,
    changes,
    lines_of,
    patched,
    way_of,
)
from rednov_bot.verify.sections import ToldMoment


@dataclass(frozen=True, slots=True)
class Found:
    """The course that fits a correction best."""

    posting: Posting
    way: Way
    done: tuple[Replayed, ...] = field(repr=False)
    after: Gamestate = field(repr=False)
    differing: tuple[Differing, ...] = field(repr=False)

    @property
    def steps(self) -> list[Step]:
        """The course as it is from now on."""
        return [
            dataclasses.replace(
                one.step,
                before=one.before,
                after=without_names(one.after),
                happenings=one.happenings,
            )
            for one in self.done
        ]

    def other_mails(self) -> list[tuple[str, str]]:
        """Of each turn whose luck it tells as that of another mail: what stands, what should."""
        scopes = {one.step.number: one.step.scope for one in self.done if one.step.scope}
        found = []
        for told in self.posting.section.moments if self.posting.section is not None else ():
            scope = scopes.get(told.turn)
            if scope is not None and told.mail != scope.mail:
                line = f"turn {told.turn}: mail"
                found.append((f"{line} {told.mail}", f"{line} {scope.mail}"))
        return found

    def parts(self, game: str) -> list[tuple[ToldMoment, Scope, Sequence[Drawn] | None]]:
        """Each moment that the posting shows, with what is drawn in it now."""
        section = self.posting.section
        drawn = {one.step.number: one for one in self.done if one.step.kind == "resolve"}
        found: list[tuple[ToldMoment, Scope, Sequence[Drawn] | None]] = []
        for told in section.moments if section is not None else ():
            scope = Scope(game, f"turn {told.turn}", told.mail, told.beacon)
            step = drawn.get(told.turn)
            found.append((told, scope, None if step is None else step.drawn))
        return found


class Correction:
    """A posting that corrects a resolution."""

    def __init__(
        self,
        posting: Posting,
        history: History,
        tables: Tables,
        dice: bytes,
        options: Options,
    ) -> None:
        """*options* are those in force now."""
        self.posting, self.history = posting, history
        self.tables, self.dice, self.options = tables, dice, options

    def found(self, present: Gamestate, read: Turn | None) -> Found | None:
        """The change by which everything comes out as it is told, or nearly; None where none is.

        *read* is the corrected turn as it is read now.
        """
        way, steps = way_of(self.posting), self.history.since(self.posting.number or 0)
        if way is None or steps is None or steps[0].turn is None:
            return None
        best: Found | None = None
        for change in changes(self.posting, steps[0].turn, steps[0].options, read):
            for in_place in (False, True):
                made = self._made(way, steps, change, present, in_place=in_place)
                if made is not None and (best is None or len(made.differing) < len(best.differing)):
                    best = made
                if best is not None and not best.differing:
                    return best
        if best is not None and best.differing and any(one.ruled for one in steps):
            return None  # what was ruled about a turn may mean something else there
        return best

    def _made(
        self,
        way: Way,
        steps: Sequence[Step],
        change: Change,
        present: Gamestate,
        *,
        in_place: bool,
    ) -> Found | None:
        try:
            replay = Replay(self.posting, self.tables, self.dice, in_place=in_place)
            done = replay.played(steps, change)
        except (ValueError, AssertionError, KeyError):
            return None  # the turn cannot be so, or what is hidden decides
        match way:
            case "rerun":
                after = done[-1].after
            case "patch":
                after = patched(done, present, self.options)
            case "stand":
                after = present
        shown = board_differing(self.posting, after.position, self.tables, self.options)
        printed_ = printed.position_in(self.posting.body, after.position)
        if printed_ is not None:
            after = replace(after, position=replace(after.position, dues=printed_.dues))
        words = " ".join(self.posting.body.split())
        missing = [
            Differing("", line.strip(), True)
            for line in lines_of(done, self.tables, way)
            if " ".join(line.split()) not in words
        ]
        return Found(self.posting, way, tuple(done), after, (*shown, *missing))
