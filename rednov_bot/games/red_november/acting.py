"""What gnomes announce, ask and try, behind the interface that every game has."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce
from typing import Any, Literal

from msgspec.structs import replace

from rednov_bot.core.models import Clarification, Message
from rednov_bot.core.render.environment import template
from rednov_bot.core.render.letterhead import Letterhead
from rednov_bot.core.render.wording import counted
from rednov_bot.games.base import (
    Act,
    Against,
    Choice,
    ChoiceTold,
    Deed,
    Done,
    Further,
    Game,
    Held,
    Note,
    Noted,
    Ordered,
    Reading,
    Refusal,
    StatusTold,
    Trial,
    TurnAct,
    TurnTold,
)
from rednov_bot.games.red_november.reader import answers, assistant, questions
from rednov_bot.games.red_november.reader.alternatives import read_letter
from rednov_bot.games.red_november.reader.choices import read_answer
from rednov_bot.games.red_november.reader.reading import tiles_in
from rednov_bot.games.red_november.reader.standing import read_standing
from rednov_bot.games.red_november.reader.sums import Sum, sums, wrong
from rednov_bot.games.red_november.render import (
    inquiries,
    prospects,
    rehearsals,
    remedies,
    story,
)
from rednov_bot.games.red_november.render.audience import public_only
from rednov_bot.games.red_november.render.canonical import orders as sentences_of, said
from rednov_bot.games.red_november.render.private_pages import hand_lines, hand_story
from rednov_bot.games.red_november.render.wording import minutes, spoken, tiles
from rednov_bot.games.red_november.rules import hands
from rednov_bot.games.red_november.rules.choices import left_to, wished
from rednov_bot.games.red_november.rules.deeds import Discard, GiveBack, ItemList
from rednov_bot.games.red_november.rules.gamestate import Gamestate
from rednov_bot.games.red_november.rules.logbook import Logbook, position_after
from rednov_bot.games.red_november.rules.objections import FINAL, after_turn, objections
from rednov_bot.games.red_november.rules.options import Options
from rednov_bot.games.red_november.rules.plan import Plan, hindrances
from rednov_bot.games.red_november.rules.refusals import refusal, withheld
from rednov_bot.games.red_november.rules.rehearsal import Rehearsal, rehearse
from rednov_bot.games.red_november.rules.tables import Tables
from rednov_bot.games.red_november.rules.turn import NO_ORDERS, Orders, Turn
from rednov_bot.games.red_november.rules.words import GnomeName, Item

Items = tuple[Item, ...]


class Acting(Game):
    """Announcements, rehearsals, choices and private mails of Red November."""

    # -- what a mail says

    def read(self, message: Message, people: Sequence[str], contest: str) -> Reading:
        """What a message announces (reader.md)."""
        return read_letter(message, people=people, contest=contest)

    def said(self, act: Act, contest: str) -> tuple[str, ...]:
        """An act in plain sentences; a private list as its tiles alone."""
        return said(act, contest)

    def lacks(self, acts: Sequence[Act]) -> bool:
        """Whether a value is missing that has to be asked for."""
        return bool(questions.missing(acts))

    def completed(
        self, asked: Clarification, answer: str, people: Sequence[str], contest: str, shown: bool
    ) -> tuple[Act, ...] | Further | Literal["no", "nothing"]:
        """What an unclear announcement means by its gnome's answer (A126)."""
        unclear = answers.Unclear(
            asked.text,
            asked.questions,
            asked.proposal,
            asked.second,
            shown,
            asked.name,
            people,
            contest,
        )
        return answers.completed(unclear, answer)

    def agrees(self, answer: str) -> bool:
        """Whether an answer says yes, and no more."""
        return answers.is_yes(answer)

    def may_help(self, reading: Reading) -> bool:
        """Whether another proposal could help."""
        return assistant.may_help(reading)

    def helped(
        self, reading: Reading, message: Message, answer: str, people: Sequence[str], contest: str
    ) -> Reading:
        """The question with what the assistant answered as its proposal."""
        return assistant.helped(reading, message, answer, people, contest)

    def hushed(self, act: Act, text: str, people: Sequence[str]) -> tuple[Act, Note | None]:
        """Tiles that no word of a public text names become a private list (A23)."""
        stood = tiles_in(text, people)
        match act:
            case TurnAct(turn=turn) if turn.action is not None:
                if stood.issuperset(turn.action.give or ()):
                    return act, None
                count = len(turn.action.give or ())
                return TurnAct(replace(turn, action=replace(turn.action, give_count=count))), None
            case Discard(items=items) if not stood.issuperset(items):
                return Discard((), len(items)), ItemList(items)
            case GiveBack(to=to, items=items) if not stood.issuperset(items):
                return GiveBack(to, (), len(items)), ItemList(items)
            case _:
                return act, None

    # -- turns

    def objections(
        self,
        state: Gamestate,
        turn: Turn,
        data: Tables,
        options: Options,
        pending: Turn | None = None,
    ) -> tuple[Against, ...]:
        """Every reason why a turn has no effect (rules.md 3.3, A122)."""
        public = objections(state.position, turn, data, options)
        codes = {one.code for one in public}
        if codes & {"NO_GAME", "NOT_A_GNOME"}:
            return public
        if pending is not None and "UNRESOLVED" in codes and not codes & FINAL:
            then = after_turn(state.position, pending, data, options)
            public = (
                *[one for one in public if one.code == "UNRESOLVED"],
                *objections(then, turn, data, options),
            )
        return (*public, *hands.private_refusals(state, turn))

    def spoken(self, reason: str) -> str:
        """With tiles by their names."""
        return spoken(reason)

    def what_helps(self, code: str, announced: str) -> str:
        """What helps against a refusal."""
        return remedies.remedy(code, announced)

    def is_final(self, codes: Sequence[str]) -> bool:
        """Whether no other words would help, as long as this lasts."""
        return not remedies.PAST_MENDING.isdisjoint(codes)

    def turn_told(
        self, state: Gamestate, turn: Turn, plan: Plan, data: Tables, options: Options, words: str
    ) -> TurnTold:
        """How a turn was read, what it costs, and what it does in vain."""
        position = state.position
        before = position.gnome(turn.gnome).minutes
        costs = template("_costs").render(
            costs=(
                ("movement", plan.movement),
                ("action", plan.action.minutes),
                ("low water", plan.action.surcharge),
            ),
            spent=plan.spent,
            before=before,
            chance=rehearsals.chance_told(plan, position, data),
            passed=rehearsals.passed(position, data, before, before - plan.spent),
        )
        warned = (*_miscounted(words, before, plan), *rehearsals.in_vain(plan, position, data))
        return TurnTold(said(TurnAct(turn)), costs.rstrip("\n"), warned)

    def miscounted(self, state: Gamestate, turn: Turn, plan: Plan, words: str) -> tuple[str, ...]:
        """Sums of a turn that are not so: comments, and no part of it (A19)."""
        before = state.position.gnome(turn.gnome).minutes
        left = before - plan.spent
        return tuple(
            [
                f'{turn.gnome} writes "{one.words}", but the turn costs {minutes(plan.spent)} and '
                f"leaves {left}. It counts all the same (A19)."
                for one in _wrong(words, before, plan)
            ]
        )

    def rehearse(
        self,
        state: Gamestate,
        turn: Turn,
        data: Tables,
        options: Options,
        words: str,
        decides: str,
        pending: Turn | None = None,
    ) -> Trial:
        """What would come of a turn (rules.md 3.1)."""
        found = rehearsed(state, turn, data, options, pending)
        return trial(found, turn, data, options, words, decides)

    # -- deeds, and the lists that come before

    def _owes(self, state: Gamestate, player: GnomeName) -> int:
        """How many tiles a gnome has to discard for a hand limit (§17); 0 of everybody else."""
        if not _is_in(state, player):
            return 0
        seat = state.position.seat(player)
        return hands.exceeds(state.secrets.limits[seat], state.secrets.hands[seat])

    def do(
        self,
        state: Gamestate,
        player: GnomeName,
        deed: Deed,
        note: Items | None,
        data: Tables,
        options: Options,
    ) -> Done | tuple[Against, ...]:
        """A discard for a hand limit (§17) or a gift in return (§11k)."""
        assert isinstance(deed, Discard | GiveBack)
        items = _meant(deed, note, options)
        meant = () if isinstance(items, Against) else items
        if isinstance(deed, Discard):
            done = hands.discard(state, player, meant)
        else:
            done = hands.give_back(state, player, deed.to, meant, options)
        if isinstance(items, Against):
            # A reason that may be told in public comes first: that it is told must not depend on
            # the hand.
            others = () if isinstance(done, Logbook) else done
            return (items, *others) if isinstance(items, Refusal) else (*others, items)
        if not isinstance(done, Logbook):
            return done
        return _done(state, done, player, deed, items, data)

    def with_note(self, turn: Turn, note: Items, options: Options) -> Turn:
        """A gift announced by number, with the list that its giver sent privately before (A23)."""
        action = turn.action
        if action is None or action.name != "give_items" or action.give is not None:
            return turn
        if not action.give_count or not options.private_lists or not note:
            return turn
        return replace(turn, action=replace(action, give=note))

    def as_note(
        self, state: Gamestate, player: GnomeName, act: Act, options: Options
    ) -> Note | None:
        """Whoever has to discard may say the list privately (§17, A23)."""
        if (
            isinstance(act, Discard)
            and act.items
            and options.private_lists
            and self._owes(state, player)
        ):
            return ItemList(act.items)
        return act if isinstance(act, Note) else None

    def noted(
        self,
        state: Gamestate | None,
        player: GnomeName,
        note: Note,
        options: Options | None,
        orders: Orders | None = None,
    ) -> Noted:
        """What a private list is for (A23)."""
        assert isinstance(note, ItemList)
        options = options or Options()
        if not options.private_lists:
            told = "Items have to be named in public here (option private_lists)."
            does = "Announce on the list which items you give or discard; this mail does nothing."
            return Noted((told,), does, kept=False)
        items, count = note.items, counted(len(note.items), "item")
        named = f"Your list is on file: {tiles(items)}."
        served = f"It is for your next announcement of {count}, within 48 hours."
        owed = 0 if state is None else self._owes(state, player)
        if state is None or not owed:
            does = "Now announce on the list how many items you give or discard; without that "
            return Noted((named, served), f"{does}nothing happens.")
        duty = f"You have to discard {counted(owed, 'item')} before your next turn (§17)."
        done = hands.discard(state, player, items)
        if not isinstance(done, Logbook):
            faults = [
                f"As a discard it would have no effect: {spoken(one.reason)}." for one in done
            ]
            does = "Mail a list that can be discarded; it replaces this one."
            return Noted((named, duty, *faults), does)
        does = "Nothing is discarded yet. Now announce the number on the list, for everybody to "
        return Noted((named, served, duty), f'{does}read: "I discard {count}."')

    # -- standing orders

    def order(self, message: Message, people: Sequence[str], contest: str) -> Ordered | None:
        """Standing orders said apart from a turn (rules.md 7.1)."""
        found = read_standing(message, people=people, contest=contest)
        return None if found is None else Ordered(found.orders, found.withdrawn)

    def ordered(self, known: Orders | None, said: Ordered | Turn) -> Orders | None:
        """Orders of each sort replace earlier ones; a defence beside a turn stands from then on."""
        known = known or NO_ORDERS
        if isinstance(said, Ordered):
            return (NO_ORDERS if said.withdrawn else known).replaced_by(said.orders)
        defend = said.orders.defend
        return None if defend is None else known.replaced_by(Orders(defend=defend))

    def orders_told(
        self, orders: Orders | None, said: Ordered | None, options: Options
    ) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Orders in sentences, and what they cannot do."""
        notes = []
        if said is not None and said.orders.defend is not None and not options.crazed:
            notes.append("Nobody can attack in this game (game option crazed is off).")
        if said is not None and (said.orders.drop or said.orders.keep):
            notes.append(
                "A discard for a hand limit is yours alone to announce (§17): if you have to "
                "discard, you are sent an announcement after your wish, ready to paste."
            )
        return tuple(sentences_of(orders or NO_ORDERS)), tuple(notes)

    def choice_wished(self, choice: Choice, orders: Orders) -> str | Literal[False] | None:
        """The first wish that is a candidate; False where they leave the choice to others."""
        label = wished(choice, orders)
        return label or (False if left_to(choice, orders) else None)

    # -- choices

    def choice_told(
        self, choice: Choice, reader: str, held: Held, state: Gamestate, taken: Turn, data: Tables
    ) -> ChoiceTold:
        """A choice of a gnome's in the middle of a resolution: what the list will be told of it."""
        events = public_only(held.events)
        at = reduce(position_after, events, state.position)
        facts = prospects.facts(choice, reader, at, data.board)
        return ChoiceTold(
            facts["asked"],
            facts["occasion"],
            tuple(facts["candidates"]),
            facts["position"],
            tuple([str(one) for one in story.told(events, state.position, data, taken.gnome)]),
        )

    def chosen(
        self,
        text: str,
        offered: Sequence[tuple[str, str]],
        people: Sequence[str],
        *,
        plainly: bool = False,
    ) -> str | None:
        """The one candidate that an answer means."""
        return read_answer(text, offered, people, plainly=plainly)

    def is_whereto(self, choice: Choice | None, who: str) -> bool:
        """Whether it is asked how a gnome flees from the fire (§13)."""
        if choice is None or choice.kind != "escape":
            return False
        return who.casefold() in ("em", "them", "her", "him", choice.of.casefold())

    # -- what a gnome asks for

    def status(self, state: Gamestate, player: str, data: Tables, options: Options) -> StatusTold:
        """How the game stands, as everybody may know it, and what *player* may do."""
        position = state.position
        plays = _is_in(state, player) and position.gnome(player).in_play
        plays = plays and position.ending is None
        barred: list[Against] = []
        if plays:
            every = hindrances(position, player, options)
            barred += [one for one in every if one.code != "UNRESOLVED"]
            if over := self._owes(state, player):  # its gnome alone is told of that (§6, §17)
                barred.append(
                    withheld("HAND_LIMIT", f"you have to discard {counted(over, 'item')}")
                )
        ways = inquiries.ways_told(position, data, options, player) if plays else ""
        told = inquiries.position_told(position, data, options)
        ending = position.ending
        return StatusTold(
            plays=plays,
            barred=tuple(barred),
            ways=ways,
            position=told,
            ending="" if ending is None else inquiries.ended(ending),
        )

    def hand(
        self, state: Gamestate, player: GnomeName, history: Sequence[Any], data: Tables
    ) -> str:
        """A gnome's whole hand, what it waits for, and how it last changed (§6)."""
        return inquiries.hand_told(state, player, history, data)

    def how_to_play(
        self,
        state: Gamestate | None,
        player: str,
        data: Tables | None,
        options: Options | None,
        *,
        reads: Callable[[Turn], bool],
        waits: str,
        member: bool,
        letterhead: Letterhead,
    ) -> str:
        """How to play by mail, with turns that could be taken."""
        shown = inquiries.GENERIC
        if state is not None and data is not None and options is not None:
            shown = inquiries.examples(state, player, data, options, reads)
        return inquiries.how_to_play(shown, waits, letterhead, member=member)


# -- helpers of these ------------------------------------------------------------------------------


def rehearsed(
    state: Gamestate, turn: Turn, data: Tables, options: Options, pending: Turn | None
) -> Rehearsal:
    """A turn as it would be judged, after the one that is *pending* as far as that is certain."""
    if pending is not None and _is_in(state, turn.gnome):
        then = after_turn(state.position, pending, data, options)
        state = replace(state, position=replace(then, pending=state.position.pending))
    return rehearse(state, turn, data, options)


def trial(
    one: Rehearsal,
    turn: Turn,
    data: Tables | None,
    options: Options,
    words: str,
    decides: str,
    *,
    secret: bool = True,
) -> Trial:
    """A rehearsal as it is told; unless *secret* nothing that hangs on the hand (§6)."""
    figures = ""
    warned = rehearsals.warnings(one, data, options, secret=secret)
    if one.plan is not None and data is not None:
        made = rehearsals.figures(one, one.plan, data, decides)
        figures = template("_figures").render(figures=made).rstrip("\n")
        before = one.position.gnome(turn.gnome).minutes
        warned = (*_miscounted(words, before, one.plan), *warned)
    if secret:
        warned += rehearsals.kept_private(turn, options)
    return Trial(
        one.objections,
        early=one.too_early,
        final=any(known.code in (*FINAL, "NO_MINUTES") for known in one.objections),
        figures=figures,
        short=rehearsals.in_short(one, data),
        warnings=warned,
    )


def _wrong(words: str, before: int, plan: Plan) -> tuple[Sum, ...]:
    parts = [row.minutes for row in rehearsals.rows(plan)]
    parts += [plan.movement, plan.action.minutes + plan.action.surcharge]
    return wrong(sums(words), before=before, spent=plan.spent, parts=parts)


def _miscounted(words: str, before: int, plan: Plan) -> tuple[str, ...]:
    left = before - plan.spent
    return tuple(
        [
            f'You write "{one.words}", but the turn costs {minutes(plan.spent)} and leaves you '
            f"{left}. That does not change the turn."
            for one in _wrong(words, before, plan)
        ]
    )


def _is_in(state: Gamestate, name: str) -> bool:
    return any(gnome.name == name for gnome in state.position.gnomes)


def _meant(deed: Discard | GiveBack, note: Items | None, options: Options) -> Items | Against:
    """The items meant: those named, or the private list that came before (A23)."""
    if deed.items or deed.count in (None, 0):
        return deed.items
    if not options.private_lists:
        reason = "the items have to be named (game option private_lists)"
        return refusal("INCOMPLETE", reason, "§11k" if isinstance(deed, GiveBack) else "§17")
    if not note or len(note) != deed.count:
        held = "has not arrived" if not note else f"names {len(note)} items, not {deed.count}"
        return withheld("GIFT_UNSPECIFIED", f"the private list of your items {held}", "§6")
    return note


def _done(
    state: Gamestate,
    log: Logbook,
    player: GnomeName,
    deed: Discard | GiveBack,
    items: Items,
    data: Tables,
) -> Done:
    seat, by_list = state.position.seat(player), not deed.items
    before, after = state.secrets.hands[seat], log.secrets.hands[seat]
    named = tiles(items) or "nothing"
    does = f"You discard {named}." if isinstance(deed, Discard) else f"You give {named} in return."
    limit = log.secrets.limits[seat]
    owed = ""
    if over := hands.exceeds(limit, after):
        most = (
            "" if limit is None or limit.owed is not None else f": the hand limit is {limit.limit}"
        )
        owed = f"Discard {counted(over, 'item')} more before your next turn{most} (§17)."
    holds = ""
    if sorted(after) != sorted(before):
        lines = "\n".join(hand_lines(after))
        holds = (
            f"You hold {counted(len(after), 'item')}:\n\n{lines}" if after else "You hold no items."
        )
    return Done(
        log.resolution(),
        used=by_list,
        named=() if by_list else items,
        told=hand_story(log.events, player, before, data.board) or (does,),
        state=holds,
        owed=owed,
    )
