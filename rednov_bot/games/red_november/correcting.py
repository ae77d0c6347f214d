"""What was wrong in a game is put right: rulings on turns, and corrections (§25, A96)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import reduce
from itertools import chain, takewhile
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from rednov_bot.core import contest as effects
from rednov_bot.core.render.wording import capital, counted, listed, whose
from rednov_bot.games.base import (
    Against,
    Amended,
    Corrected,
    Game,
    Held,
    Luck,
    Obstacle,
    Player,
    Refusal,
    Resolution,
    Setting,
    Step,
    Verdict,
    Way,
    WayName,
    Withheld,
    openly,
    option_value,
)
from rednov_bot.games.red_november.render import correction_pages
from rednov_bot.games.red_november.render.audience import public_only
from rednov_bot.games.red_november.render.canonical import announcement, heard
from rednov_bot.games.red_november.render.correction_pages import Retold, StepKind
from rednov_bot.games.red_november.render.wording import spoken, tiles
from rednov_bot.games.red_november.rules import events as ev, hands, overruled
from rednov_bot.games.red_november.rules.choices import BY_DEFENDING, DEFENCE, Circumstances
from rednov_bot.games.red_november.rules.corrections.patch import patch
from rednov_bot.games.red_november.rules.corrections.points import settle
from rednov_bot.games.red_november.rules.draws import card_of
from rednov_bot.games.red_november.rules.ending import y_points
from rednov_bot.games.red_november.rules.gamestate import Gamestate
from rednov_bot.games.red_november.rules.logbook import Logbook, after
from rednov_bot.games.red_november.rules.options import NEEDS, Options, options_from
from rednov_bot.games.red_november.rules.position import Due, Position
from rednov_bot.games.red_november.rules.resolve import judge, kill_idle
from rednov_bot.games.red_november.rules.rulings import changes_from
from rednov_bot.games.red_november.rules.soundness import plain_problems, problems
from rednov_bot.games.red_november.rules.tables import Tables
from rednov_bot.games.red_november.rules.turn import NO_ORDERS, Turn
from rednov_bot.games.red_november.rules.words import Item

_SETTLED: Final = frozenset(
    {
        "edition",
        "opening_events",
        "contestmaster_plays",
        "public_tape_hash",
        "beacon",
        "reveal_at_end",
    }
)
"""Options that an opening has carried out, or has promised to everybody who reads it (A95)."""

_REMEDIES: Final = {
    "HATCH_BLOCKED": "hatch HATCH free",
    "HIGH_WATER_ENTRY": "room ROOM low water",
    "ROOM_HIGH_WATER": "room ROOM low water",
    "ROOM_ON_FIRE": "room ROOM dry",
    "FIRE_ENTRY": "room ROOM dry",
    "NO_MINUTES": "NAME: 5 minutes",
    "NOT_ENOUGH_TIME": "NAME: 10 minutes",
    "STASH_EMPTY": "grog 2",
    "WRONG_PLACE": "NAME: room 4",
    "KILLED": "NAME: aboard, room 4, 20 minutes",
    "ABANDONED": "NAME: aboard, room 4, 20 minutes",
}
"""Of the position, as it might be ruled, where nothing else makes the turn possible."""


class Correcting(Game):
    """Rulings on a turn are carried out; a game that was played again is told."""

    # -- what a ruling decides

    def set_option(self, options: Options, option: str, value: bool | int | str) -> Setting | str:
        """An option as it is set in a running game (rules.md 10)."""
        named = "drew_items" if option == "drew" else option
        changed = options_from({**msgspec.to_builtins(options), named: value})
        if isinstance(changed, str):
            return changed
        typed = getattr(changed, named)
        if typed == getattr(options, named):
            return f"option {named} is {option_value(typed)} already"
        if named in _SETTLED:
            return f"option {named} is settled by the opening of a game and changes no more"
        needs = {(key, wanted): why for key, wanted, why in NEEDS}
        return Setting(named, typed, needs.get((named, typed), ""))

    def set_position(self, state: Gamestate, lines: str, data: Tables) -> Gamestate | str:
        """The state as *lines* set its position; or which of them cannot be read, and why."""
        if state.position.ending is not None:
            return "with this resolution the game is over, and its position can be set no more"
        changes = changes_from(lines, state.position, data.board)
        return changes if isinstance(changes, str) else _changed(state, changes)

    def secret_answer(self, key: str, label: str) -> bool | None:
        """Whether a defender fights back: which they say in private (option crazed)."""
        return BY_DEFENDING.get(label.casefold()) if key in ("", DEFENCE) else None

    def reread(self, turn: Turn, was: Turn) -> Turn:
        """A gift told by number is of the tiles that its giver listed in private (A23)."""
        action, before = turn.action, was.action
        if action is None or before is None or action.give is not None or before.give is None:
            return turn
        if action.give_count != len(before.give):
            return turn
        return replace(turn, action=replace(action, give=before.give))

    def admit(
        self, state: Gamestate, turn: Turn, effect: Any, data: Tables, options: Options
    ) -> Verdict:
        """A turn that is ruled valid counts but for their hand, and what the sub itself forbids."""
        changes: str | tuple[ev.Change, ...] = ()
        position = state.position
        seated = any(one.name == turn.gnome for one in position.gnomes)
        if isinstance(effect, effects.PositionSet):
            changes = changes_from(effect.lines, position, data.board)
        elif isinstance(effect, effects.Valid) and seated:
            changes = overruled.waking(position, turn)
        state = _changed(state, () if isinstance(changes, str) else changes)
        if not isinstance(effect, effects.Valid):
            return judge(state, turn, data, options)
        planned = overruled.plan_as_ruled(state.position, turn, data, options)
        # No hand limit hinders a turn that was taken.
        private = hands.private_refusals(state, turn) if seated else ()
        private = tuple([one for one in private if one.code != "HAND_LIMIT"])
        if isinstance(planned, Refusal):
            return Verdict(None, (planned,), private)
        return Verdict(planned, (), private)

    def resolve_ruled(
        self,
        state: Gamestate,
        turn: Turn,
        step: Step,
        *,
        taken_at: Gamestate,
        data: Tables,
    ) -> Resolution | Held | tuple[Against, ...]:
        """Rulings are told first; a position is set first or last, as it was ruled."""
        position, read, void = state.position, turn, False
        before: list[ev.PublicEvent] = []
        behind: list[tuple[ev.RulingGiven, str]] = []
        for one in step.rulings:
            told = ev.RulingGiven(one.number, one.clause, one.text)
            match one.effect:
                case effects.ReadAs(turn=other):
                    read, void = other, False
                case effects.Void():
                    void = True
                case effects.Valid():
                    void = False
                    told = replace(told, changes=overruled.waking(position, turn))
                case effects.PositionSet(lines=lines) if not one.admits:
                    behind.append((told, lines))
                    continue
                case effects.PositionSet(lines=lines):
                    changes = changes_from(lines, position, data.board)
                    told = replace(told, changes=() if isinstance(changes, str) else changes)
                case _:
                    pass
            before.append(told)
        voided = None
        if void:
            gifts = overruled.gifts_if_void(position, taken_at.position, turn)
            voided = ev.TurnVoided(turn.gnome, position.turns, gifts)
        else:
            reread = overruled.gifts_if_reread(position, turn, read)
            if reread is not None:
                before.append(ev.TurnReread(read.gnome, position.turns, reread))
        assert step.luck is not None
        outcome = overruled.resolve_as_ruled(
            state,
            read,
            Circumstances(
                tables=data,
                options=step.options,
                luck=step.luck,
                orders=step.orders.get(turn.gnome, NO_ORDERS),
                answers=step.answers,
                standing=step.orders,
                ruled=step.chosen,
            ),
            overruled.Ruled(
                before=tuple(before),
                valid=any(isinstance(one.effect, effects.Valid) for one in step.rulings),
                void=voided,
                behind=tuple(behind),
            ),
        )
        return (outcome,) if isinstance(outcome, Refusal) else outcome

    def unsound(self, state: Gamestate, data: Tables, options: Options) -> Obstacle | None:
        """What cannot be in a gamestate; of hands, pool and decks no more than that is public."""
        return next(_unsound(state, data, options), None)

    # -- a game played again

    def counted(self, state: Gamestate, number: int) -> Gamestate:
        """A number that was given names dice that everybody has seen: it is not given again."""
        position = state.position
        turns = max(position.turns, number)
        return replace(state, position=replace(position, turns=turns, pending=None))

    def between(self, told: Sequence[ev.Event]) -> tuple[StepKind, Player] | None:
        """A discard, a gift in return, or an idle kill; and of whom."""
        match told[:1]:
            case (ev.ItemsDiscarded(gnome=name),):
                return "discard", name
            case (ev.GiftMade(giver=giver, in_return=True) | ev.ReturnPromised(giver=giver),):
                return "gift in return", giver
            case (ev.Killed(gnome=name, cause="idle"),):
                return "idle kill", name
            case _:
                return None

    def again(
        self, state: Gamestate, told: Sequence[ev.Event], options: Options, luck: Luck | None
    ) -> Resolution | tuple[Against, ...]:
        """The same discard, gift in return or idle kill, where it is still allowed."""
        log: Logbook | tuple[Against, ...]
        match told[:1]:
            case (ev.ItemsDiscarded(gnome=name),):
                log = hands.discard(state, name, _tiles_of(told))
            case (
                ev.GiftMade(giver=name, recipient=to) | ev.ReturnPromised(giver=name, recipient=to),
            ):
                log = hands.give_back(state, name, to, _tiles_of(told), options)
            case (ev.Killed(gnome=name),) if luck is not None:
                if fault := hands.present(state.position, name):
                    return (fault,)
                return kill_idle(state, name, options, luck)
            case _:
                return super().again(state, told, options, luck)
        return log.resolution() if isinstance(log, Logbook) else log

    def ways(
        self,
        corrected: Corrected,
        present: Gamestate,
        data: Tables,
        options: Options,
        *,
        awarded: Collection[int],
        pot: int,
    ) -> tuple[Way, ...]:
        """The course played again, the direct difference alone, and nothing but the record (A96).

        Played again only where it waits for no choice.  What cannot be was so before, where it is
        so in the present gamestate as well, and hinders nothing.
        """
        patched = patch(*direct_difference(corrected), present, options)
        laid = [f"{capital(spoken(one))}." for one in patched.hidden]
        # Last: what the contestmaster alone is told above the hands, and below them.
        ways: list[tuple[WayName, Gamestate, tuple[str, ...], list[str], list[str]]] = [
            ("rerun", corrected.after, (), [], list(_known(corrected, data))),
            ("patch", patched.after, patched.conflicts, laid, []),
            ("stand", present, (), [], []),
        ]
        before, known = present.position, set(_unsound(present, data, options))
        unnamed = any(place >= len(before.dues) for place in awarded)

        def dues(position: Position) -> tuple[Due, ...]:
            behind = y_points(position, pot) if unnamed and not position.y_pot else ()
            return (*position.dues, *behind)

        found = []
        for name, state, stays, first, last in ways[1:] if corrected.choice else ways:
            due = dues(corrected.after.position if name == "stand" else state.position)
            settled = settle(dues(before), due, awarded)
            obstacles = [one for one in _unsound(state, data, options) if one not in known]
            if name != "stand":
                position = replace(state.position, dues=settled.dues)
                state = replace(state, position=position)
            compared = correction_pages.compare(before, state.position, data.board)
            others = dict(_other_hands(present, state))
            alone = {gnome.name: list[str]() for gnome in state.position.gnomes}
            for gnome, said in _void_alone(self, corrected) if name == "rerun" else ():
                if said not in alone[gnome]:
                    alone[gnome].append(said)
            for gnome, change in others.items():
                alone[gnome].append(f"You hold {change} than before.")
            old, new = present.secrets, state.secrets
            found.append(
                Way(
                    name=name,
                    after=state,
                    openly=(*compared.gnomes, *compared.sub),
                    stays=stays,
                    aside=(
                        *first,
                        *[f"{gnome} holds {change}." for gnome, change in others.items()],
                        *(["The event deck is another."] * (old.deck != new.deck)),
                        *(["The item pool is another."] * (old.pool != new.pool)),
                        *last,
                    ),
                    leaning=compared.leaning,
                    others=len(compared.sub),
                    hidden=tuple(others),
                    alone={gnome: tuple(lines) for gnome, lines in alone.items()},
                    settled=correction_pages.points(settled, name),
                    obstacles=tuple(obstacles),
                )
            )
        return tuple(found)

    def correction(
        self, way: Way, present: Gamestate, turn: int, ruling: int
    ) -> tuple[ev.Event, ...]:
        """Entered after all that was told, it gives the gamestate of the correction."""
        now: Gamestate = way.after
        if now == present:
            return ()
        position = ev.PositionCorrected(turn, now.position, ruling)
        if now.secrets == present.secrets:
            return (position,)
        secrets = now.secrets
        limits = tuple([None if one is None else (one.limit, one.owed) for one in secrets.limits])
        return (
            position,
            ev.SecretsCorrected(
                secrets.hands,
                limits,
                secrets.deck,
                secrets.pool,
                secrets.discards,
                secrets.promised,
            ),
        )

    def step_by_step(self, corrected: Corrected) -> tuple[str, ...]:
        """`Bob's turn 2 came out as before.`"""
        return tuple([correction_pages.sentence(one) for one in retell(self, corrected)])

    def amended(
        self, way: Way, corrected: Corrected, data: Tables, options: Options, contest: str
    ) -> Amended:
        """What is told of a correction beside its reason: the steps, and the position."""
        told, now = retell(self, corrected), way.after.position
        return correction_pages.amended(way.name, told, now, data, options, contest)

    # -- rulings in words

    def ruled(self, effect: Any, player: Player, number: int) -> str:
        """A ruling in the bot's words, where the contestmaster gave none of their own; public."""
        match effect:
            case effects.ReadAs(turn=turn):
                # Which tiles are given, and orders, may be private (§6, A23; rules.md 1.3).
                gift = turn.action is not None and turn.action.give
                read = " ".join(announcement(replace(turn, orders=NO_ORDERS)).split())
                named = "" if gift else f': "{read}"'
                return f"{whose(player)} announcement is read otherwise than at first{named}"
            case effects.Void():
                return f"{whose(player)} turn {number} has no effect"
            case effects.Valid():
                return f"{whose(player)} announcement counts"
            case effects.OptionSet(option=option, value=value):
                return f"Option {option} is {option_value(value)} from now on"
            case effects.Chosen(label=label):
                return f"The choice in {whose(player)} turn {number} falls otherwise: {label}"
            case effects.Defends():
                return f"The defence in {whose(player)} turn {number} is decided otherwise"
            case effects.PositionSet():
                return "The position is set as follows"
            case _:
                return ""

    def decided(self, effect: Any, *, blind: bool = False) -> str:
        """What a ruling changes; in a *blind* game without the tiles of a gift, which may have
        been listed in private (A23)."""
        match effect:
            case effects.ReadAs(turn=turn):
                read = heard(turn, ruled=True) if blind else announcement(turn)
                return f'it is read as "{" ".join(read.split())}"'
            case effects.Void():
                return "the turn has no effect"
            case effects.Valid():
                return "the announcement counts"
            case effects.OptionSet(option=option, value=value):
                return f"option {option} is {option_value(value)}"
            case effects.PositionSet(lines=lines):
                return f"the position is set: {'; '.join(lines.split(chr(10)))}"
            case effects.Chosen(label=label):
                return f"the choice is {label}"
            case effects.Defends(defends=defends):
                return f"the defender {'fights back' if defends else 'does not fight back'}"
            case _:
                return ""

    def why_void(self, against: Iterable[Against], player: Player) -> Obstacle:
        """Why a turn cannot count; of what only they may know, no more than that it is so (§6)."""
        public: dict[str, None] = {}
        aside = []
        for one in against:
            why = f"{_of(player, spoken(one.reason))} ({one.clause})"
            if isinstance(one, Refusal):
                public[why] = None
            else:
                public[f"something that only {player} may know is against it (§6)"] = None
                aside.append(why)
        return Obstacle("; ".join(public), "; ".join(aside))

    def remedy(self, against: Iterable[Against], player: Player) -> str:
        """How the position might be worded for the first reason that it could overcome."""
        for one in against:
            if one.code in _REMEDIES:
                example = _REMEDIES[one.code].replace("NAME", player)
                for what, pattern in (("HATCH", r"[0-9]+-[0-9]+"), ("ROOM", r"(?<=room )[0-9]+")):
                    found = re.search(pattern, one.reason)
                    example = example.replace(what, found[0] if found else "4")
                return example
        return ""


def _changed(state: Gamestate, changes: tuple[ev.Change, ...]) -> Gamestate:
    return after(state, ev.RulingGiven(0, "", "", changes))


def _unsound(state: Gamestate, data: Tables, options: Options) -> Iterator[Obstacle]:
    plain = plain_problems(state.position, data, options)
    yield from map(Obstacle, plain)
    for one in problems(state, data, options):
        if one not in plain:
            yield Obstacle("the hands, the pool and the decks do not fit it", one)


def _tiles_of(told: Iterable[ev.Event]) -> tuple[Item, ...]:
    """Which tiles a discard or a gift in return was about."""
    for one in told:
        if isinstance(one, ev.DiscardNamed | ev.GiftReceived | ev.ReturnNoted):
            return one.items
    return ()


def direct_difference(corrected: Corrected) -> tuple[Gamestate, Gamestate]:
    """The gamestates after the first step that came out otherwise, as told and as corrected.

    Of a turn, those after its resolution.
    """
    place = corrected.first_otherwise
    if place is None:
        return corrected.before, corrected.before
    if number := corrected.steps[place].step.number:
        same = [at for at, one in enumerate(corrected.steps) if one.step.number == number]
        place = same[-1]
    so_far = corrected.steps[: place + 1]
    told = chain.from_iterable(one.step.told for one in so_far)
    return reduce(after, told, corrected.before), so_far[-1].after


def _other_hands(present: Gamestate, state: Gamestate) -> Iterator[tuple[Player, str]]:
    """Whose hand is another, and what is in it: `a crowbar more and 2 grogs less`."""
    seats = zip(present.position.gnomes, present.secrets.hands, state.secrets.hands, strict=True)
    for gnome, before, now in seats:
        more, less = Counter(now) - Counter(before), Counter(before) - Counter(now)
        parts = [f"{tiles(more.elements())} more"] * bool(more)
        parts += [f"{tiles(less.elements())} less"] * bool(less)
        if parts:
            yield gnome.name, listed(parts)


def _known(corrected: Corrected, data: Tables) -> Iterator[str]:
    """Which event cards everybody would know to come next: they were drawn and are not now."""
    told = [one for step in corrected.steps for one in step.step.told]
    now = [one for step in corrected.steps for one in step.events]
    shuffles = [sum(isinstance(one, ev.EventDeckShuffled) for one in some) for some in (told, now)]
    if shuffles[0] != shuffles[1]:
        return
    seen = set[int]()
    for one in told:
        if isinstance(one, ev.EventDeckShuffled):
            seen.clear()
        elif isinstance(one, ev.CardDrawn | ev.FaintChecked):
            seen.add(one.card)
    known = list(takewhile(seen.__contains__, corrected.after.secrets.deck))
    if known:
        titles = ", ".join(card_of(card, data).title for card in known)
        yield f"Everybody would know the next {counted(len(known), 'event card')}: {titles}."


def _void_alone(game: Correcting, corrected: Corrected) -> Iterator[tuple[Player, str]]:
    """Why what a gnome announced is void, for a reason of their own (§6)."""
    for one in corrected.steps:
        if one.step.kind == "resolved":
            continue  # it has the reasons of its announcement
        for fault in one.against:
            if isinstance(fault, Withheld):
                said = f"What you announced has no effect now: {spoken(fault.reason)}."
                yield _announced(game, one.step)[1], said


# -- told step by step ----------------------------------------------------------------------------


def retell(game: Correcting, corrected: Corrected) -> tuple[Retold, ...]:
    """Every step as the list may be told it, a turn and its resolution as one.

    The resolution begins from the position in which the turn was taken.
    """
    told: dict[int, Retold] = {}  # by the number of a turn; other steps by their place, negative
    was = now = corrected.before
    for place, one in enumerate(corrected.steps, 1):
        step, key = one.step, one.step.number or -place
        was_told, now_told = public_only(step.told), public_only(one.events)
        reason = None if step.options.uniform_refusals else next(iter(openly(one.against)), None)
        if key in told:
            first = told[key]
            told[key] = replace(
                first,
                was=first.was + was_told,
                now=first.now + now_told,
                void=first.void or one.void,
                reason=first.reason if first.void else reason,
                pending=False,
            )
        else:
            kind, name = _announced(game, step)
            told[key] = Retold(
                kind,
                name,
                step.number or None,
                was_told,
                now_told,
                was.position,
                now.position,
                void=one.void,
                reason=reason,
                by_ruling=step.void,
                pending=step.kind == "taken" and not one.void,
            )
        was, now = reduce(after, step.told, was), one.after
    return tuple(told.values())


def _announced(game: Correcting, step: Step) -> tuple[StepKind, Player]:
    """What a step is, and whose."""
    if step.kind != "between":
        return "turn", step.turn.gnome
    known = game.between(step.told)
    assert known is not None
    return known


def _of(player: Player, reason: str) -> str:
    """What is said to a gnome of their own hand, as it is said of them to the contestmaster."""
    said = reason.replace("you do not hold", f"{player} does not hold")
    said = said.replace("of what you give", f"of what {player} gives")
    said = said.replace("of your items", f"of {whose(player)} items")
    said = said.replace(", you hold ", f", {player} holds ")
    return re.sub(r"\byou announced\b", f"{player} announced", said)
