"""What falls due in a game of Red November: its opening, idle gnomes, hand limits, points."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, Final

from msgspec.structs import replace

from rednov_bot.core.render.draft_pages import NO_HANDS
from rednov_bot.core.render.spectators import SiteMaterial
from rednov_bot.core.render.wording import counted, listed, span, when
from rednov_bot.games.base import (
    Against,
    Answer,
    Awaited,
    Choice,
    Dated,
    Due,
    Game,
    Held,
    Inside,
    Known,
    Luck,
    Opening,
    Player,
    Refusal,
    Report,
    Resolution,
    Summary,
)
from rednov_bot.games.red_november import datasets
from rednov_bot.games.red_november.render import report_pages, story_pages
from rednov_bot.games.red_november.render.audience import public_only
from rednov_bot.games.red_november.render.position import position_text
from rednov_bot.games.red_november.render.private_pages import hand_story
from rednov_bot.games.red_november.render.report_facts import GameFacts, Hands
from rednov_bot.games.red_november.render.sentences import Scene, sentence
from rednov_bot.games.red_november.render.sub_map import sub_map
from rednov_bot.games.red_november.render.wording import minutes, place, tiles
from rednov_bot.games.red_november.rules import events as ev
from rednov_bot.games.red_november.rules.choices import Circumstances, wished
from rednov_bot.games.red_november.rules.ending import y_points
from rednov_bot.games.red_november.rules.gamestate import Gamestate
from rednov_bot.games.red_november.rules.hands import exceeds
from rednov_bot.games.red_november.rules.opening import may_start, open_game
from rednov_bot.games.red_november.rules.options import Options, needed, options_from
from rednov_bot.games.red_november.rules.plan import hindrances
from rednov_bot.games.red_november.rules.position import Gnome
from rednov_bot.games.red_november.rules.refusals import refusal, withheld
from rednov_bot.games.red_november.rules.resolve import IDLE_AFTER, kill_idle, may_kill_idle
from rednov_bot.games.red_november.rules.tables import Tables
from rednov_bot.games.red_november.rules.turn import NO_ORDERS, Orders
from rednov_bot.games.red_november.rules.words import SEA, Item, hatch

_ABANDON_BELOW: Final = 10  # minutes (§11m)


class Awaiting(Game):
    """The part of the game that the clock, the office and the awards ask for."""

    # -- the opening (§5)

    def data(self, name: str) -> Tables:
        """The tables of a data set: `standard`, or the path of a folder."""
        return datasets.load(name)

    def kept_data(self, files: Mapping[str, bytes], called: str) -> Tables:
        """The same of one whose files were kept."""
        return datasets.load_kept(files, called)

    def files_of(self, data: str) -> tuple[str, Mapping[str, bytes]]:
        """The digest of a data set, by its name, and its files."""
        octets = datasets.files_of(data)
        return datasets.digest_of(octets), octets

    def options_from(self, given: Mapping[str, Any]) -> Options | str:
        """The options with *given* set, or one sentence that says which one is wrong."""
        return options_from(given)

    def against_start(
        self,
        names: Sequence[Player],
        contestants: Sequence[Player],
        *,
        is_contest: bool,
        is_ongoing: bool,
        barred: Player | None,
    ) -> Refusal | None:
        """The condition of §4 or §5 that does not hold."""
        return may_start(
            names,
            contestants,
            is_contest=is_contest,
            game_ongoing=is_ongoing,
            contestmaster=barred,
        )

    def open(
        self,
        names: Sequence[Player],
        *,
        data: Tables,
        options: Options,
        luck: Callable[[], Luck],
        pot: int,
        orders: Orders | None = None,
    ) -> Opening:
        """The opening; before the first turn the contestmaster makes the choice of an event."""
        answers, offered = dict[str, Answer](), list[str]()
        asked: list[Choice] = []
        notes: list[str] = []
        while True:
            given = Circumstances(tables=data, options=options, luck=luck(), answers=answers)
            outcome = open_game(names, given, y_pot=pot)
            if not isinstance(outcome, Held):
                break
            choice = outcome.choice
            asked.append(choice)
            label = wished(choice, orders or NO_ORDERS) or choice.candidates[0]
            others = [one for one in choice.candidates if one != label]
            what = "The hatch to be blocked" if choice.kind == "block" else "The room to burn"
            notes.append(
                f'{what} in the opening is {label}; reply "choose {others[0]}" to have another '
                f"(possible: {', '.join(others)}; §25)."
            )
            offered += others
            answers[choice.key] = Answer(label, "contestmaster")
        every = None
        if asked:
            every = replace(asked[0], key="opening", candidates=tuple(dict.fromkeys(offered)))
        return Opening(outcome=outcome, choice=every, offered=tuple(notes))

    def wishing(self, orders: Orders | None, label: str) -> Orders:
        """A hatch that is to be blocked, or a room that is to burn, before the others."""
        before, ends = orders or NO_ORDERS, [int(end) for end in label.split("-")]
        if len(ends) > 1:
            return Orders((hatch(ends[0], ends[1]), *before.block), before.spread)
        return Orders(before.block, (ends[0], *before.spread))

    def needs(self, options: Options) -> tuple[str, ...]:
        """What the options need before the game begins, half a sentence each."""
        return needed(options)

    # -- what is awaited, and what comes of it when it lapses (§17, §19)

    def awaited(
        self,
        state: Gamestate,
        last: Mapping[Player, datetime],
        course: Callable[[], Sequence[Dated]],
        options: Options,
    ) -> tuple[Awaited, ...]:
        """A turn within four days (§19), and what has to be discarded for a hand limit (§17)."""
        playing = [one for one in state.position.gnomes if one.in_play and one.minutes > 0]
        limits = [_limit(state, one, course) for one in playing if _over(state, one.name)]
        idle = [
            Awaited(
                kind="idle",
                of=one.name,
                clause="§19",
                about=f"{one.name} may be killed for idleness",
                since=last[one.name],
                until=last[one.name] + IDLE_AFTER,
                able=not any(hindrances(state.position, one.name, options)),
            )
            for one in playing
            if not one.fainted
        ]
        return (*limits, *idle)

    def reminder(
        self, one: Awaited, *, now: datetime, able: timedelta, decides: str, forum: str, bot: str
    ) -> tuple[str, ...]:
        """What a gnome is told who is idle, or has to discard."""
        if one.kind == "idle":
            ripens = max(one.since + IDLE_AFTER, now)
            return (
                f"You have taken no turn for {span(now - one.since)}, since {when(one.since)}; you "
                f"could have taken one for {span(able)} of it.",
                f"From {when(ripens)} on {decides} CAN kill you for idleness (§19). That is "
                "meant for a game that would come to a halt without it, not for a gnome who only "
                "lets the others go first in order to abandon ship.",
                f'Any turn that you announce on {forum} ends this, "I take no action" too where '
                f"that is allowed. Mail a turn to {bot} alone to try it out first. If you will be "
                "away or are waiting for something, say so, on the list or to the bot alone: "
                f"{decides} sees it before deciding.",
            )
        them, ones = ("it", "one") if one.count == 1 else ("them", "ones")
        return (
            f"You have to discard {counted(one.count, 'item')} for a hand limit that came "
            f"{when(one.since)}, and can take no turn before (§17). Name {them} on {forum}; or "
            f"keep {them} private: first mail to {bot} alone which {ones}, and nothing else, then "
            "announce on the list how many.",
        )

    def barred(
        self, state: Gamestate, name: Player, options: Options, *, openly: bool
    ) -> tuple[Against, ...]:
        """Why a gnome can take no turn; a hand limit is known to them and to who decides."""
        found: list[Against] = list(hindrances(state.position, name, options))
        over = 0 if openly or not _plays(state, name) else _over(state, name)
        if over:
            said = f"{name} has to discard {over} for a hand limit first, for you alone (§6)"
            found.append(withheld("HAND_LIMIT", said))
        return tuple(found)

    def expire(
        self, state: Gamestate, name: Player, options: Options, luck: Luck
    ) -> Resolution | None:
        """An idle gnome is killed (§19)."""
        return kill_idle(state, name, options, luck)

    def against_expiry(
        self, state: Gamestate, name: Player, since: datetime, now: datetime
    ) -> Refusal | None:
        """Why an idle gnome cannot be killed now (§19)."""
        if not _plays(state, name):
            return refusal("NOT_A_GNOME", f"{name} is not a gnome in this game")
        return may_kill_idle(state, name, since, now)

    def mind(
        self,
        state: Gamestate,
        name: Player,
        events: Sequence[ev.Event],
        data: Tables,
        *,
        openly: bool,
    ) -> tuple[str, ...]:
        """What the death would decide, who would wake, and whether they wait to abandon ship."""
        told, scene = public_only(events), Scene(data.board)
        ends = [sentence(one, scene) for one in told if isinstance(one, ev.SubLost | ev.GameOver)]
        woken = [one.gnome for one in told if isinstance(one, ev.Woke)]
        found = [f"The death of {name} would decide the game: {' '.join(ends)}"] if ends else []
        found += [f"With that death {listed(woken)} would wake."] if woken else []
        if not openly and (waits := _waits_with(state, name, data)):
            found.append(
                f"{name} may only be waiting to abandon ship, for which they SHOULD NOT be killed "
                f"(§19): {waits}. This is for you alone (§6)."
            )
        return tuple(found)

    # -- points (§18, §24)

    def inside(self, state: Gamestate, data: Tables, options: Options, *, openly: bool) -> Inside:
        """The hands, and how many cards and tiles are left; their order stays unknown."""
        position, secrets, hands = state.position, state.secrets, list[str]()
        decks = NO_HANDS
        if not openly:
            for gnome, held in zip(position.gnomes, secrets.hands, strict=True):
                said = f"{gnome.name} holds {tiles(held) if held else 'no items'}."
                if over := _over(state, gnome.name):
                    said += f" They must discard {counted(over, 'item')} before their next turn"
                    said += " (§17)."
                hands.append(said)
            for giver, recipient, promised in secrets.promised:
                told = f"{giver} has promised {recipient} in return: {tiles(promised)} (§11k)."
                hands.append(told)
            decks = (
                f"{counted(position.deck_left, 'event card')} and "
                f"{counted(len(secrets.pool), 'item')} are left to be drawn; nobody knows their "
                "order, and you are not told it."
            )
        return Inside(
            hands=tuple(hands),
            decks=decks,
            map=sub_map(position, data.board),
            position=position_text(position, data, options),
        )

    def shares(self, state: Gamestate, pot: int) -> tuple[Due, ...]:
        """What each winner of a game that is over is still owed of a pot (A88)."""
        return y_points(state.position, pot)

    # -- reports

    def known(self, **facts: Any) -> GameFacts:
        """What everybody knows of a game."""
        return GameFacts(**facts)

    def summary(self, known: Known, now: datetime, since: datetime) -> Summary:
        """A game in a report of the contest."""
        assert isinstance(known, GameFacts)
        return report_pages.summary(known, now, since)

    def report(self, known: Known, now: datetime) -> Report:
        """How a game stands."""
        assert isinstance(known, GameFacts)
        return report_pages.report(known, now)

    def story(self, known: Known) -> Report:
        """How a game went that is over."""
        assert isinstance(known, GameFacts)
        return story_pages.story(known)

    def unhidden(
        self, course: Sequence[tuple[Gamestate, Sequence[ev.Event]]], data: Tables
    ) -> Hands:
        """What each gnome held, and was told alone (§6, A24b)."""
        held: list[dict[Player, tuple[Item, ...]]] = []
        knew: list[dict[Player, tuple[str, ...]]] = []
        for state, events in course:
            before = held[-1] if held else {}
            names = [gnome.name for gnome in state.position.gnomes]
            said = [
                (name, hand_story(tuple(events), name, before.get(name, ()), data.board))
                for name in names
            ]
            held.append(dict(zip(names, state.secrets.hands, strict=True)))
            knew.append({name: lines for name, lines in said if lines})
        return Hands(held=tuple(held), knew=tuple(knew))

    def pages(self, site: SiteMaterial) -> Iterator[tuple[str, bytes]]:
        """The pages for spectators."""
        # Draws pictures, which a service may never want.
        from rednov_bot.games.red_november.render import site as made

        return made.files(site)

    def dues_after(self, events: Sequence[ev.Event], owed: int) -> int:
        """A correction of the position says anew what is owed (A96)."""
        for one in events:
            if isinstance(one, ev.PointsDue):
                owed += 1
            elif isinstance(one, ev.PositionCorrected):
                owed = len(one.position.dues)
        return owed


def _plays(state: Gamestate, name: Player) -> bool:
    return any(gnome.name == name for gnome in state.position.gnomes)


def _over(state: Gamestate, name: Player) -> int:
    """How many tiles a gnome has to discard for a hand limit (§17)."""
    seat = state.position.seat(name)
    return exceeds(state.secrets.limits[seat], state.secrets.hands[seat])


def _limit(state: Gamestate, gnome: Gnome, course: Callable[[], Sequence[Dated]]) -> Awaited:
    """What a gnome above a hand limit has to do: only they and the contestmaster know (§6)."""
    steps, over = course(), _over(state, gnome.name)
    imposed = [
        step.at
        for step in steps
        for one in step.events
        if isinstance(one, ev.LimitImposed) and one.gnome in (None, gnome.name)
    ]
    return Awaited(
        kind="hand limit",
        of=gnome.name,
        clause="§17",
        about=f"{gnome.name} has to discard {counted(over, 'item')}",
        since=[steps[0].at, *imposed][-1],
        count=over,
        secret=True,
    )


def _waits_with(state: Gamestate, name: Player, data: Tables) -> str:
    """What speaks for it that a gnome waits to abandon ship (§11m, §19): it may be a secret.

    They hold the aqualung that the way out takes, are near it, and have few enough minutes, while
    others have too many.
    """
    position, board = state.position, data.board
    gnome = position.gnome(name)
    late = [one for one in position.gnomes if one.minutes >= _ABANDON_BELOW]
    near = gnome.at == SEA or any(
        any(SEA in ends for ends in board.attached[room])
        for room in ((gnome.at, *board.neighbours[gnome.at]))
    )
    holds = "aqualung" in state.secrets.hands[position.seat(name)]
    if not holds or not near or gnome.minutes >= _ABANDON_BELOW:
        return ""
    others = [f"{one.name} {one.minutes}" for one in late]
    waits = f"while others have more: {listed(others)}" if others else "as all have by now"
    where = place(gnome.at, board)
    return f"they hold an aqualung, are in {where} and have {minutes(gnome.minutes)} left, {waits}"
