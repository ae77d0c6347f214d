"""A turn in a few sentences of plain narration, for the story of a game.

7  Ann (46 to 39) goes through 2 into room 4 (Reactor Room) and works on the
   reactor for 4 minutes (40%, die 3: success). Heat is reset from 3 to 1.
   At 45 Fire: room 8 burns, asphyxiation 2; at 40 an item. Ann earns 2 X.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Final

from rednov_bot.core.render.wording import capital, counted, listed
from rednov_bot.games.red_november.render.accounts import correction_text
from rednov_bot.games.red_november.render.sentences import (
    Scene,
    sentence,
    unblocked,
    without_clauses,
)
from rednov_bot.games.red_november.render.wording import (
    TOKEN_NAMES,
    TRACK_NAMES,
    minutes,
    place,
    rooms,
    tiles,
)
from rednov_bot.games.red_november.rules import events as ev
from rednov_bot.games.red_november.rules.history import Passage
from rednov_bot.games.red_november.rules.public_changes import position_after
from rednov_bot.games.red_november.rules.tables import Board
from rednov_bot.games.red_november.rules.words import SEA, ActionName, GnomeName, Hatch, hatch_label

_UNTOLD = (
    *(ev.TurnTaken, ev.TurnResolved, ev.HandsCounted, ev.HandsRevealed, ev.Respite),
    ev.PointsDue,
)
"""Told by the lead, elsewhere, by the name of the card, or at the end."""


def narrated(passage: Passage, board: Board) -> str:
    """A passage of the game in one paragraph; "" where nothing is worth telling."""
    narrator = _Narrator(passage, board)
    for event in passage.events:
        narrator.tell(event)
        narrator.position = position_after(narrator.position, event)
    narrator.all_done()
    return " ".join([*narrator.sentences, *_earned(passage.events)])


def _earned(events: Iterable[ev.PublicEvent]) -> list[str]:
    """Who earned what, those who earned the same together."""
    sums: Counter[tuple[GnomeName, str]] = Counter()
    for one in events:
        if isinstance(one, ev.PointsDue):
            sums[one.gnome, one.axis] += one.points
    earners: dict[tuple[int, str], list[GnomeName]] = {}
    for (name, axis), points in sums.items():
        earners.setdefault((points, axis), []).append(name)
    return [
        f"{listed(names)} earn {points} {axis} each."
        if len(names) > 1
        else f"{names[0]} earns {points} {axis}."
        for (points, axis), names in earners.items()
    ]


class _Narrator:
    """Gathers clauses into sentences: the way and the deed, what came of it, the time track."""

    def __init__(self, passage: Passage, board: Board) -> None:
        self.active = self.subject = passage.gnome or ""
        if passage.gnome is not None:  # `Ann (46 to 39)`: their minutes before and after it
            before, after = (one.gnome(passage.gnome) for one in (passage.before, passage.after))
            left = "" if after.fate == "killed" else f" to {after.minutes}"
            self.subject = f"{passage.gnome} ({before.minutes}{left})"
        self.position = passage.before
        target = unblocked(passage.events, passage.before, board)
        self.scene = Scene(board, passage.gnome, target)
        self.walk = _Walk(board)
        self.sentences: list[str] = []
        self.clauses: list[str] = []  # of the deed that is being told
        self.track: list[str] = []  # the stops on the time track
        self.effects: list[str] | None = None  # of the card that is taking effect
        self.items = 0  # of markers in a row

    def tell(self, event: ev.PublicEvent) -> None:
        """Take one event in, at the position before it."""
        if isinstance(event, ev.Reached | ev.TurnResolved | ev.CardDrawn):
            self._card_done()
        if isinstance(event, ev.TurnResolved):
            self.all_done()
        if isinstance(event, _UNTOLD) or self._of_the_deed(event) or self._of_the_track(event):
            return
        if self.effects is not None and not isinstance(event, ev.SubLost | ev.GameOver):
            if said := effect(event, self.scene):
                self.effects.append(said)
        else:
            self._say(event)

    def all_done(self) -> None:
        """What is begun is ended as a sentence: deed, card, walk down the time track."""
        self._card_done()
        self._deed_done()
        if self.track:
            self.sentences.append(f"{capital('; '.join(self.track))}.")
        self.track = []

    def _say(self, event: ev.PublicEvent) -> None:
        """Something that is told in its own sentence, after all that came before it."""
        self.all_done()
        match event:
            case ev.FaintChecked(number=number, intoxication=level, fainted=fainted):
                card = "a dash" if number is None else str(number)
                fate = "faints" if fainted else "stays awake"
                said = f"{self.active} {fate} ({card} against {level})."
            case ev.Fainted(lost=lost):
                said = f"{self.active} loses {minutes(lost)} asleep." if lost else ""
            case ev.PositionCorrected():
                said = correction_text(event, self.position)
            case ev.EventDeckRenewed(size=size, kraken_joined=kraken):
                joined = ", with the Kraken" if kraken else ""
                said = f"A new event deck of {size} is shuffled{joined}."
            case _:
                said = without_clauses(sentence(event, self.scene))
        if said:
            self.sentences.append(said)

    # -- the way and the deed ---------------------------------------------------------------------

    def _of_the_deed(self, event: ev.PublicEvent) -> bool:
        """Whether it belongs to what the gnome does, and is taken in."""
        match event:
            case ev.ItemUsed() | ev.HatchOpened() | ev.WaterEqualised() | ev.Passed():
                self.walk.take(event)
            case ev.ActionTaken(action=action, surcharge=surcharge):
                wet = f" and {surcharge} for the low water" if surcharge else ""
                briefly = _BRIEFLY.get(action, "").format(minutes(event.minutes))
                self.clauses = [*self.walk.ended(), (briefly or self.scene.deed(event)) + wet]
            case ev.FixTried(die=None):
                self._outcome(event, "certain")
            case ev.FixTried(die=die, success=success, chance=chance):
                result = "success" if success else "failure"
                self._outcome(event, f"{10 * chance}%, die {die}: {result}")
            case ev.GiftMade(recipient=recipient, count=count, in_return=False):
                self._outcome(event, f"{counted(count, 'item')} for {recipient}")
            case ev.ItemsAwarded(count=count, source="stores"):
                self._outcome(event, counted(count, "item"))
            case ev.GrogGained(count=count):
                self._outcome(event, counted(count, "grog"))
            case _:
                return False
        return True

    def _outcome(self, event: ev.PublicEvent, said: str) -> None:
        """In parentheses behind the deed, if there is one."""
        if self.clauses:
            self.clauses[-1] += f" ({said})"
        else:
            self._say(event)

    def _deed_done(self) -> None:
        if clauses := [*self.clauses, *self.walk.ended()]:
            self.sentences.append(f"{self.subject} {listed(clauses)}.")
            self.subject = self.active
        self.clauses = []

    # -- the time track ---------------------------------------------------------------------------

    def _of_the_track(self, event: ev.PublicEvent) -> bool:
        """Whether it belongs to the walk down the time track, and is taken in."""
        match event:
            case ev.Reached(space=space):
                self._deed_done()
                tokens = self.position.tokens
                if passed := [TOKEN_NAMES[kind] for kind, at in tokens if at == space + 1]:
                    self.track.append(f"past {listed(passed)}")
            case ev.CardDrawn(title=title, space=space):
                self._deed_done()
                self.scene.card = event.kind
                self.effects = []
                self.track.append(title if space is None else f"at {space} {title}")
            case ev.CharmHeld(space=space):
                self.track.append(f"at {space} the lucky charm spares them")
            case ev.ItemsAwarded(source="marker", count=count):
                self._card_done()
                if self.track and self.track[-1] == _items(self.items):  # told together
                    self.track.pop()
                else:
                    self.items = 0
                self.items += count
                self.track.append(_items(self.items))
            case _:
                return False
        return True

    def _card_done(self) -> None:
        if self.effects:
            self.track[-1] += f": {', '.join(self.effects)}"
        self.effects = None


def _items(count: int) -> str:
    return "an item" if count == 1 else counted(count, "item")


_BRIEFLY: Final[dict[ActionName, str]] = {
    "extinguish_fire": "fights the fire for {}",
    "pump_water": "pumps water for {}",
    "gain_items": "searches for items for {}",
    "give_items": "hands over a gift",
    "no_action": "takes no action",
}
"""Deeds of which the place is told before, or the minutes nowhere."""


def effect(event: ev.PublicEvent, scene: Scene) -> str:
    """A few words without a full stop; what only a sentence tells, in its sentence."""
    match event:
        case ev.RoomCaughtFire(room=room):
            spreads = scene.card == "fire_spreads"  # told with the room that it takes
            return "" if spreads else f"room {room} burns"
        case ev.FireFed(room=room):
            return f"room {room}, which burns already"
        case ev.FireDrowned(room=room):
            return f"room {room} is too wet to burn"
        case ev.AirRanOut(room=room):
            return f"room {room}, and the last air is gone"
        case ev.FireSpread(room=room):
            return f"to room {room}"
        case ev.FireStayed():
            return "no fire can spread"
        case ev.RoomFlooded(room=room, before="high"):
            return f"room {room}, at high water already"
        case ev.RoomFlooded(room=room, before=before):
            fire = ", its fire out" if before == "fire" else ""
            return f"room {room} is flooded{fire}"
        case ev.CurrentRose(rooms=places):
            rise = "rises" if len(places) == 1 else "rise"
            return f"{rooms(places)} {rise} to high water" if places else "no effect"
        case ev.TrackAdvanced(track=track, after=after):
            return f"{TRACK_NAMES[track].lower()} {after}"
        case ev.HatchJammed(hatch=hatch):
            return f"hatch {hatch_label(hatch)} is blocked"
        case ev.NoHatchToJam(room=room):
            return f"nothing left to block in room {room}"
        case ev.LimitImposed(limit=limit, gnome=gnome):
            return f"hand limit {limit} for {'all' if gnome is None else gnome}"
        case ev.ThirstSlaked(gnome=gnome, after=after):
            return f"{gnome} drinks a grog (intoxication {after})"
        case ev.NobodyThirsty():
            return "nobody has grog"
        case ev.TokenPlaced(token=token, space=space):
            return f"{TOKEN_NAMES[token]} at {space}"
        case ev.TokenBeyond():
            return "too late to matter"
        case ev.TokenAlready():
            return "no effect beside the one there is"
        case _:
            return without_clauses(sentence(event, scene)).removesuffix(".")


class _Walk:
    """What is done before the action, or of an escape: steps of one kind make one clause."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.clauses: list[str] = []
        self.uses: list[ev.ItemUsed] = []
        self.opened: list[Hatch] = []  # the last of them may yet be gone through
        self.through: list[ev.Passed] = []
        self.water = ""

    def take(self, step: ev.PublicEvent) -> None:
        """One more step."""
        match step:
            case ev.ItemUsed():
                self._halt()
                self.uses.append(step)
            case ev.HatchOpened(hatch=hatch):
                self._put_away()
                if self.water:
                    self._halt()
                self.opened.append(hatch)
            case ev.WaterEqualised(rooms=both, doused=doused):
                fire = f", the fire in {doused} out" if doused is not None else ""
                self.water = f" ({rooms(both)} at low water{fire})"
            case ev.Passed():
                del self.opened[-1:]
                if self.opened:
                    self._halt()
                self.through.append(step)
            case _:
                pass

    def ended(self) -> list[str]:
        """The clauses, in order; another way may begin."""
        self._put_away()
        self._halt()
        self.water = ""
        clauses, self.clauses = self.clauses, []
        return clauses

    def _put_away(self) -> None:
        """`uses a grog and a toolbox (intoxication 1)`."""
        if not self.uses:
            return
        drinks = {"grog", "coffee"}
        verb = "drinks" if all(one.item in drinks for one in self.uses) else "uses"
        drunk = any(one.item in drinks for one in self.uses)
        level = f" (intoxication {self.uses[-1].after})" if drunk else ""
        self.clauses.append(f"{verb} {tiles([one.item for one in self.uses])}{level}")
        self.uses = []

    def _halt(self) -> None:
        """The way so far is a clause, and so are the hatches only looked through behind it."""
        if self.through:
            self.clauses.append(_path(self.through, self.board) + self.water * (not self.opened))
        if self.opened:
            noun = "hatch" if len(self.opened) == 1 else "hatches"
            labels = listed([hatch_label(one) for one in self.opened])
            self.clauses.append(f"opens {noun} {labels}{self.water}")
        if self.through or self.opened:
            self.through, self.opened, self.water = [], [], ""


def _path(through: list[ev.Passed], board: Board) -> str:
    """`goes through 5 and 2 into room 1 (Engine Room)`, `swims out into the sea`."""
    last = through[-1]
    way = ["the sea" if one.to == SEA else str(one.to) for one in through[:-1]]
    by = f" through {listed(way)}" if way else ""
    if last.to == SEA:
        return f"goes{by} and swims out into the sea" if way else "swims out into the sea"
    verb = "wades" if last.minutes else "goes"
    burning = "burning " if last.burning else ""
    return f"{verb}{by} into {burning}{place(last.to, board)}"
