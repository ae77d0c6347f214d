"""Plain announcements are read by grammar/turn.lark: strictly, or not at all."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import Any, Final, Literal, NamedTuple

from lark import Lark, Token as LarkToken, Tree
from lark.exceptions import UnexpectedInput
from lark.lexer import Lexer
from msgspec.structs import replace

from rednov_bot.core.models import Act, Join, Leave, TurnAct
from rednov_bot.core.paths import GRAMMAR
from rednov_bot.games.red_november.reader.board import MOST_MINUTES, ROOM_OF, TOUCHING
from rednov_bot.games.red_november.reader.decoder import MANUALS
from rednov_bot.games.red_november.reader.lexicon import word_set
from rednov_bot.games.red_november.reader.tokens import Text, Token
from rednov_bot.games.red_november.rules.deeds import Discard, GiveBack
from rednov_bot.games.red_november.rules.turn import (
    NO_ORDERS,
    Action,
    Escape,
    Open,
    Orders,
    Through,
    Turn,
    Use,
)
from rednov_bot.games.red_november.rules.words import SEA, ActionName, GnomeName, Item, hatch

# --- words as terminals -----------------------------------------------------------------------

_JOINING: Final = frozenset(("-", ">", "->", "=>"))
_PASSED_OVER: Final = frozenset((",", ";", ":", ".", "!", "(", ")", "*", "#", "-"))
_BEFORE_NOUNS: Final = word_set("a an the my our one this that")
_NO_ROOMS: Final = word_set("one both once twice single couple pair trio")
"""Number words that name no room."""
_MEASURED: Final = word_set(
    "step steps room rooms hatch hatches door doors more times time turn turns"
)
"""What a number before it counts."""
_AT_TIMES_NOTHING: Final = frozenset(("in", "fire", "first", "here"))
"""What is passed over at some places."""


class _Word(NamedTuple):
    """What the parser sees of a token."""

    type: str
    token: Token


_STOP: Final = LarkToken("_STOP", "")  # Lark wants the last token to be one of its own


class _Terminals(Lexer):
    """Tokens become terminals: by what they mean, or by the words at the end of the grammar."""

    __future_interface__ = 1

    def __init__(self, conf: Any) -> None:
        self._patterns = [
            (one.name, re.compile(one.pattern.to_regexp())) for one in conf.terminals if one.pattern
        ]
        self._of_word = lru_cache(maxsize=4096)(self._search)

    def _search(self, word: str) -> tuple[str, ...]:
        return tuple(name for name, pattern in self._patterns if pattern.fullmatch(word))

    def knows(self, tokens: Sequence[Token]) -> bool:
        """Whether each word stands in some plain clause: in most sentences there is one that does
        not, so they are not parsed."""
        of_word = self._of_word
        return all(
            token.kind
            or of_word(token.word)
            or not token.word[0].isalnum()
            or token.word in _AT_TIMES_NOTHING
            for token in tokens
        )

    def lex(self, lexer_state: Any, parser_state: Any) -> Iterator[Any]:
        """Where a word may be several terminals, the state of the parser chooses."""
        tokens: Sequence[Token] = lexer_state.text
        states = parser_state.parse_conf.states
        for at, token in enumerate(tokens):
            names = self._names(tokens, at)
            fitting = states[parser_state.position]
            name = next((one for one in names if one in fitting), "UNKNOWN")
            if name != "UNKNOWN" or "SKIP" not in names:
                yield _Word(name, token)
        yield _STOP

    def _names(self, tokens: Sequence[Token], at: int) -> tuple[str, ...]:
        """What a token may be; SKIP where it may be passed over."""
        token = tokens[at]
        behind = tokens[at + 1] if at + 1 < len(tokens) else None
        sense = token.sense
        if not token.word[0].isalnum():
            return _mark(tokens, at, behind)
        if behind is not None and behind.word in ("my", "of") and at + 2 < len(tokens):
            behind = tokens[at + 2]  # "both my grogs"
        if sense.item:
            tile = "MANUAL" if sense.item == "manual" else "TILE"
            is_noun = at > 0 and tokens[at - 1].word in _BEFORE_NOUNS
            work = () if is_noun else self._of_word(token.word)  # "and pump for 5 minutes"
            return (*work, tile)
        names = [
            name
            for name, meant in (
                ("BARREL", sense.barrel),
                ("MACHINE", sense.machine),
                ("PLACE", sense.room),
                ("NAME", sense.name),
            )
            if meant
        ]
        if sense.number >= 0:
            next_word = behind.word if behind is not None else ""
            if "MINUTES" in self._of_word(next_word):
                names.append("SPAN")
            elif behind is not None and (behind.sense.item or "ITEMS" in self._of_word(next_word)):
                if token.word != "both" or next_word.endswith("s"):
                    names.append("COUNT")  # and not "both my toolbox and my grog"
            elif token.word not in _NO_ROOMS and next_word not in _MEASURED:
                names.append("NUMBER")
        words = self._of_word(token.word)
        if behind is None:
            return (*names, *words)
        measured = behind.sense.number >= 0 and at + 2 < len(tokens)
        if token.word == "in" and measured and "MINUTES" in self._of_word(tokens[at + 2].word):
            return ("WITHIN",)
        passed_over = (
            (token.word == "in" and behind.word == "red")  # "in Red November"
            or (token.word == "fire" and "SPREAD" in self._of_word(behind.word))
            or (token.word in ("first", "here") and at == 0)
        )
        return (*names, *words, "SKIP") if passed_over else (*names, *words)


def _mark(tokens: Sequence[Token], at: int, behind: Token | None) -> tuple[str, ...]:
    """A mark joins two places, or stands between clauses; within a number it is neither."""
    token = tokens[at]
    if "?" in token.word:
        return ("UNKNOWN",)
    if token.word[0] == "\n" or behind is None:
        return ("SKIP",)
    before = tokens[at - 1] if at else None
    if before is not None and before.place and _is_place(tokens, at + 1):
        if token.word in _JOINING:
            return ("TILL",)
        if token.word == "(":
            return ("AKA",)
    touches = token.end == behind.start and behind.sense.number >= 0 and token.word in "-.,:"
    if token.word not in _PASSED_OVER or touches:
        return ("UNKNOWN",)
    return ("SKIP",)


def _is_place(tokens: Sequence[Token], at: int) -> bool:
    """Whether a place is named from here on, and no minutes or tiles are counted."""
    at += tokens[at].word == "room"
    if at >= len(tokens) or not tokens[at].place:
        return False
    behind = tokens[at + 1] if at + 1 < len(tokens) else None
    return behind is None or not (behind.sense.item or behind.word.startswith("min"))


@cache
def _lark(start: str) -> Any:
    """The parser, built at its first use; one for each start, so that no terminal of the other
    seems to fit."""
    return Lark(
        GRAMMAR.read_text(encoding="utf-8"),
        parser="lalr",
        lexer=_Terminals,
        start=start,
        maybe_placeholders=False,
    )


def _terminals(start: str) -> _Terminals:
    """The terminals of a parser, which Lark has wrapped."""
    found: _Terminals = _lark(start).parser.lexer.lexer
    return found


# --- what clauses say ---------------------------------------------------------------------------


class Fault(Exception):
    """Clauses that make no plain announcement."""


def _check(holds: object, fault: str) -> None:
    if not holds:
        raise Fault(fault)


def _words(parts: Sequence[Any]) -> list[_Word]:
    """The words of a clause that stand in no part of it."""
    return [one for one in parts if isinstance(one, _Word)]


def _trees(parts: Sequence[Any]) -> list[Tree[Any]]:
    return [one for one in parts if isinstance(one, Tree)]


def _place(tree: Tree[Any]) -> int:
    """The place that words name; several must agree."""
    named = {one.token.place for one in _words(tree.children) if one.type not in ("ROOM", "AKA")}
    _check(len(named) == 1 and 0 not in named, "place")
    return named.pop()


def _path(tree: Tree[Any]) -> list[int]:
    """The places of one hatch or route: the far one alone, or all from the near one on."""
    if tree.data == "place":
        return [_place(tree)]
    if tree.data == "out":
        (outer, _), (room,) = _words(tree.children), _trees(tree.children)
        _check(outer.token.place == SEA, "place")
        return [_place(room), SEA]
    return [place for one in _trees(tree.children) for place in _path(one)]


def _is_directed(tree: Tree[Any]) -> bool:
    """ "From 8 to 5", "8 -> 5": whether words say which end of a hatch is the near one."""
    words = [one for part in tree.iter_subtrees() for one in _words(part.children)]
    return any(one.type == "FROM" or one.token.word in ("->", "=>", ">") for one in words)


def _tiles(parts: Sequence[Any]) -> list[Item]:
    """The tiles of some words, as many as they say."""
    found: list[Any] = []
    for tree in _trees(parts):
        count, item = 1, ""
        for one in _words(tree.children):
            if one.type in ("COUNT", "NUMBER"):
                count = one.token.sense.number
            item = one.token.sense.item or item
        _check(1 <= count <= 6, "count")
        found += [item] * count
    return found


def _named(items: Sequence[Item]) -> tuple[Item, ...]:
    """Tiles that are called by their whole names."""
    _check("manual" not in map(str, items), "which manual")
    return tuple(items)


@dataclass(slots=True)
class _Announced:
    """What the clauses have said so far; each alias of the grammar is a method."""

    author: GnomeName
    steps: list[Use | Open] = field(default_factory=list)
    after: list[Item] = field(default_factory=list, repr=False)
    flight: list[Use | Open] = field(default_factory=list)
    now: Literal["steps", "after", "escape"] = "steps"
    position: int = 0
    directed: bool = False  # whether it was said from where to where, and not only by which hatch
    ajar: bool = False  # a hatch was opened, and it is not said yet whether the gnome goes in
    minutes: int | None = None
    timed: bool = False  # whether these were said as minutes
    action: ActionName | None = None
    target: Through | None = None  # the hatch to unblock
    victim: str | None = None  # who is attacked
    from_barrel: bool = True  # whether it is said where grog is taken from
    goods: tuple[str, tuple[Item, ...] | None, int | None] | None = field(default=None, repr=False)
    """To whom something is given, what, or how many tiles."""
    returns: bool = False  # "in return" was said of a gift that follows
    orders: Orders = NO_ORDERS
    withdrawn: bool = False  # all standing orders
    acts: list[Act] = field(default_factory=list)  # beside the turn
    begun: int | None = None  # how many of these were said before the turn

    def opening(self, _: list[Any]) -> None:
        """Says that a turn follows: nothing of it was said before."""
        _check(not self._acted() and not self.steps, "two turns")

    def heading(self, _: list[Any]) -> None:
        """Says what the next clause is."""

    def nothing(self, _: list[Any]) -> None:
        """Uses no items."""
        _check(not any(isinstance(one, Use) for one in self.steps), "no items")

    # --- steps

    def _step(self, *steps: Use | Open) -> None:
        """Steps come before the action, or after a failure; after it only tiles are used."""
        if self.now == "escape":
            _check(not any(isinstance(one, Open) for one in self.flight), "a step after the flight")
            self.flight += steps
            return
        _check(self.now == "steps" and not self._acted(), "order")
        self._begin()
        self.steps += steps

    def _acted(self) -> bool:
        return self.action is not None or self.goods is not None

    def _begin(self) -> None:
        if self.begun is None:
            self.begun = len(self.acts)

    def use(self, parts: list[Any]) -> None:
        items = _tiles(parts)
        coffee = self._acted() and self.now == "steps" and set(items) == {"coffee"}
        if self.now == "after" or coffee:
            self.after += _named(items)
        else:
            self._step(*map(Use, items))

    def means(self, parts: list[Any]) -> None:
        """ "With a toolbox" belongs to the work, wherever it stands."""
        _check(self.goods is None and not self.acts, "a gift or a discard with a tile")
        if self.now == "steps" and self.action is not None:
            self.steps += map(Use, _tiles(parts))
        else:
            self.use(parts)

    def open(self, parts: list[Any]) -> None:
        for one in _trees(parts):
            self._move(_path(one), enter=False)

    def go(self, parts: list[Any]) -> None:
        for one in _trees(parts):
            self.directed |= _is_directed(one)
            path = _path(one)
            last = self._opened()
            if len(path) == 1 and last and path[0] in (last[2].hatch.to, last[2].hatch.near):
                self._turn_round(path[0])
                self.enter([])  # "I open the hatch to 5 and go to 5"
            elif len(path) > 1 or self.position != path[0] or not self._passed(path[0]):
                self._move(path, enter=True)

    def use_and_go(self, parts: list[Any]) -> None:
        """A telegram: "aqualung, 6-sea, out"."""
        *tiles, way = _trees(parts)
        self.use(tiles)
        self.go([way])

    def _turn_round(self, to: int) -> None:
        """A hatch that is named by both ends is gone through towards this one (A123)."""
        if self.directed:
            return
        steps = self.flight if self.now == "escape" else self.steps
        ways = [at for at, one in enumerate(steps) if isinstance(one, Open)]
        if len(ways) != 1:
            return  # where it begins is known
        way = steps[ways[0]]
        if isinstance(way, Open) and way.hatch.near == to:
            steps[ways[0]] = replace(way, hatch=Through(to, way.hatch.to))
            if way.enter:
                self._arrive(to)

    def _passed(self, place: int) -> bool:
        """Whether the last step went into this place: "through 5-8 into room 8"."""
        last = self.steps[-1] if self.steps else None
        return isinstance(last, Open) and last.enter and last.hatch.to == place

    def leave_by(self, parts: list[Any]) -> None:
        """Out of the sub, by a room with an exterior hatch."""
        (path,) = map(_path, _trees(parts))
        room = path[0]
        if len(path) == 1 and (room, SEA) in TOUCHING and self.position in (0, room):
            path = [room, SEA]
        _check(path[-1] == SEA, "whereto")
        self._move(path, enter=True)

    def go_out(self, parts: list[Any]) -> None:
        """Out of the sub by a room, or out of the room by a hatch."""
        (way,) = _trees(parts)
        to_the_sea = not any(one.type == "HATCH" for one in _words(way.children))
        if to_the_sea and (_path(way)[0], SEA) in TOUCHING:
            self.leave_by(parts)
        else:
            self.go(parts)

    def enter(self, _: list[Any]) -> None:
        opened = self._opened()
        if opened is None or not self.ajar or (self._acted() and self.now != "escape"):
            raise Fault("nothing to enter")
        steps, at, move = opened
        steps[at] = replace(move, enter=True)
        self.ajar = False
        self._arrive(move.hatch.to)

    def stay(self, _: list[Any]) -> None:
        """Does not enter what was opened."""
        last = self.steps[-1] if self.steps and self.now == "steps" else None
        _check(self.ajar or not isinstance(last, Open), "entered already")
        self.ajar = False

    def here(self, parts: list[Any]) -> None:
        place = _place(parts[-1])
        _check(self.position in (0, place), "elsewhere")
        self._arrive(place)

    def _opened(self) -> tuple[list[Use | Open], int, Open] | None:
        """The last hatch among the steps, and where it stands, if the gnome has not passed it."""
        steps = self.flight if self.now == "escape" else self.steps
        for at in range(len(steps) - 1, -1, -1):
            one = steps[at]
            if isinstance(one, Open):
                return None if one.enter else (steps, at, one)
        return None

    def _arrive(self, place: int) -> None:
        if self.now == "steps":
            self.position = place

    def _move(self, path: list[int], *, enter: bool) -> None:
        """Along places; the first is the near end of a hatch if there are several."""
        near = None
        if len(path) > 1:
            near, *path = path
            if len(path) == 1 and self.position == path[0]:
                near, path = path[0], [near]
            _check(self.position in (0, near), "walk")
            self._arrive(near)
        _check(enter or len(path) == 1, "several hatches")
        for to in path:
            _check(not self.ajar, "is it entered")
            begin = near or self.position
            _check(not begin or (begin, to) in TOUCHING, "walk")
            self._step(Open(Through(to, near), enter=enter))
            self.ajar = not enter
            if enter:
                self._arrive(to)
                near = near and to

    # --- the action

    def time(self, parts: list[Any]) -> None:
        (minutes,) = [
            one.token.sense.number for one in _words(parts) if one.type in ("SPAN", "NUMBER")
        ]
        _check(self.minutes in (None, minutes) and self.now == "steps", "minutes")
        delayed = any(one.type == "WITHIN" for one in _words(parts)) and not self._acted()
        _check(not delayed, "in some minutes")
        self.minutes = minutes
        self.timed = True

    def act(self, name: ActionName) -> None:
        _check(not self._acted() and self.now == "steps", "two actions")
        self._begin()
        self.action = name

    def unblock(self, parts: list[Any]) -> None:
        self.act("unblock_hatch")
        (path,) = map(_path, _trees(parts))
        _check(len(path) <= 2 and SEA not in path, "which hatch")
        if len(path) == 2 and self.position == path[1]:
            path.reverse()
        *near, to = path
        begin = (*near, self.position)[0]
        _check(self.position in (0, begin), "which hatch")
        _check(not begin or (begin, to) in TOUCHING, "no hatch")
        self.target = Through(to, *near)

    def halt(self, parts: list[Any]) -> None:
        _check(parts[1].token.sense.machine == ROOM_OF["stop_missile"], "what is stopped")
        self.act("stop_missile")

    def fix(self, parts: list[Any]) -> None:
        place = self.position if parts[1].type == "IT" else parts[1].token.place
        names = [name for name in MANUALS if ROOM_OF[name] == place]
        _check(names, "what is fixed")
        self.act(names[0])

    def work_on(self, parts: list[Any]) -> None:
        kind = parts[1].type
        if kind == "MACHINE" and parts[1].token.place != ROOM_OF["stop_missile"]:
            self.fix(parts)
        else:
            names: dict[str, ActionName] = {"FIRE": "extinguish_fire", "KRAKEN": "kill_kraken"}
            self.act(names.get(kind, "stop_missile"))

    def attack(self, parts: list[Any]) -> None:
        if tiles := _trees(parts):
            self._step(*map(Use, _tiles(tiles)))
        self.act("attack")
        (self.victim,) = [one.token.sense.name for one in _words(parts) if one.type == "NAME"]
        _check(self.victim != self.author, "whom")

    def draw(self, parts: list[Any]) -> None:
        counts = [one.token.sense.number for one in _words(parts) if one.type == "COUNT"]
        self._draw("gain_items", parts, counts)

    def tap(self, parts: list[Any]) -> None:
        items = _tiles(parts[1:2])
        self.from_barrel = len(parts) > 2 or self.position == ROOM_OF["gain_grog"]
        _check(set(items) == {"grog"}, "what is taken")
        self._draw("gain_grog", parts, [len(items)])

    def _draw(self, name: ActionName, parts: list[Any], counts: list[int]) -> None:
        self.act(name)
        for one in _trees(parts):
            if one.data == "source":
                last = one.children[-1]
                place = _place(last) if isinstance(last, Tree) else last.token.place
                _check(place == ROOM_OF[name], "from where")
        for count in counts:
            _check(self.minutes in (None, count), "minutes")
            self.minutes = count

    def afterwards(self, _: list[Any]) -> None:
        """What follows the action; before it this only tells the order."""
        if self._acted() and self.now == "steps":
            self.now = "after"

    def escape(self, parts: list[Any]) -> None:
        _check(self.action == "extinguish_fire" and self.now != "escape", "what fails")
        self.now = "escape"
        for one in _trees(parts):
            self._move(_path(one), enter=False)

    # --- gifts, discards, members

    def give(self, parts: list[Any]) -> None:
        (to,) = [one.token.sense.name for one in _words(parts) if one.type == "NAME"] or [""]
        _check(to != self.author and not self._acted(), "to whom")
        self._begin()
        (goods,) = _trees(parts)
        self.goods = (to, *_goods(goods))
        if self.returns:
            self.back([])

    def back(self, _: list[Any]) -> None:
        """In return: what was given, or else what will be."""
        self.returns = self.goods is None
        if self.goods is not None:
            to, items, count = self.goods
            self.acts.append(GiveBack(to, items or (), count))
            self.goods = self.begun = None

    def discard(self, parts: list[Any]) -> None:
        items, count = _goods(parts[-1])
        _check(items != (), "what is discarded")
        self._beside(Discard(items or (), count))

    def join(self, _: list[Any]) -> None:
        self._beside(Join())

    def leave(self, _: list[Any]) -> None:
        self._beside(Leave())

    def _beside(self, act: Act) -> None:
        _check(self.now != "escape", "an act after a failure")
        self.acts.append(act)

    # --- standing orders

    def block(self, parts: list[Any]) -> None:
        _check(not self.orders.block and not self.orders.else_block, "two orders")
        paths = [_path(one) for one in _trees(parts) if one.data == "pair"]
        _check(all(len(one) == 2 and tuple(one) in TOUCHING for one in paths), "no hatch")
        _check(all(SEA not in one for one in paths), "no hatch")
        wished = tuple(hatch(one, other) for one, other in paths)
        self.orders = replace(self.orders, block=wished, else_block=_otherwise(parts))

    def spread(self, parts: list[Any]) -> None:
        _check(not self.orders.spread and not self.orders.else_spread, "two orders")
        wished = tuple(_place(one) for one in _trees(parts) if one.data == "place")
        self.orders = replace(self.orders, spread=wished, else_spread=_otherwise(parts))

    def defend(self, parts: list[Any]) -> None:
        _check(self.orders.defend is None, "two orders")
        denied = {one.type for one in _words(parts)} & {"NOT", "NEVER"}
        self.orders = replace(self.orders, defend=not denied)

    def limit(self, parts: list[Any]) -> None:
        for one in _trees(parts):
            wished = {one.data: _named(_tiles(one.children))}
            self.orders = replace(self.orders, **wished)
        _check(set(self.orders.drop).isdisjoint(self.orders.keep), "drop and keep")

    def withdraw(self, _: list[Any]) -> None:
        self.withdrawn = True

    # --- the whole

    def turn(self) -> TurnAct | None:
        """The turn, if there is one."""
        _check(not self.ajar, "is it entered")
        _check(not self.returns, "what is returned")
        name: ActionName | None = self.action if self.goods is None else "give_items"
        if name is None:
            _check(not self.steps and self.minutes is None, "no action")
            return None
        _check(self.from_barrel or self.timed, "what is taken")
        if name in ROOM_OF and ROOM_OF[name] != self.position:
            self._turn_round(ROOM_OF[name])
        minutes = self.minutes
        if name in MOST_MINUTES:
            _check(minutes is not None and 1 <= minutes <= MOST_MINUTES[name], "minutes")
        elif name == "abandon":
            _check(minutes is None, "minutes")
        else:
            _check(minutes in (None, 1), "minutes")
            minutes = 1
        room = ROOM_OF.get(name, self.position)
        _check(self.position in (0, room), "room")
        left = [one.hatch.to for one in self.steps if isinstance(one, Open) and not one.enter]
        _check(self.position or name not in ROOM_OF or room not in left, "room")
        to, items, count = self.goods or (self.victim, None, None)
        action = Action(name, minutes, self.target, to, items, count)
        return TurnAct(
            Turn(
                gnome=self.author,
                steps=_with_manual(self.steps, MANUALS.get(name)),
                action=action,
                after=tuple(map(Use, self.after)),
                escape=self._escape(),
                orders=self.orders,
            )
        )

    def _escape(self) -> Escape | None:
        if self.now != "escape":
            return None
        _check(self.flight, "no escape")
        *uses, move = self.flight
        if not isinstance(move, Open):
            raise Fault("no escape")
        near = move.hatch.near or self.position
        _check(not near or (near, move.hatch.to) in TOUCHING, "walk")
        return Escape(move, _named([one.item for one in uses if isinstance(one, Use)]))

    def read(self) -> tuple[tuple[Act, ...], Orders]:
        """All acts in the order announced, and standing orders without a turn."""
        turn = self.turn()
        alone = turn is None and not self.acts and self.orders == NO_ORDERS
        _check(alone or not self.withdrawn, "orders withdrawn")
        # "For the hand limit I discard a grog" beside a turn may be the discard itself.
        _check(turn is None or not (self.orders.drop or self.orders.keep), "a wish or a discard")
        if turn is None:
            return tuple(self.acts), self.orders
        before = self.begun or 0
        return (*self.acts[:before], turn, *self.acts[before:]), NO_ORDERS


def _otherwise(parts: Sequence[Any]) -> Any:
    """To whom the choice is left where no wish is possible."""
    named = (str(one.data) for one in _trees(parts))
    return next((one for one in named if one in ("random", "contestmaster")), "")


def _goods(tree: Tree[Any]) -> tuple[tuple[Item, ...] | None, int | None]:
    """Tiles, or only how many; neither where that has to be asked."""
    if tree.data == "tiles":
        return _named(_tiles(tree.children)), None
    if tree.data == "unnamed":
        return None, None
    (count, _) = _words(tree.children)
    if count.token.sense.number == 0:
        return (), None
    _check(count.token.sense.number >= 1, "count")
    return None, count.token.sense.number


def _with_manual(steps: Sequence[Use | Open], manual: Item | None) -> tuple[Use | Open, ...]:
    """ "Manual" alone is the one for the work."""
    found: list[Use | Open] = []
    for one in steps:
        if isinstance(one, Use) and str(one.item) == "manual":
            if manual is None:
                raise Fault("which manual")
            found.append(Use(manual))
        else:
            found.append(one)
    return tuple(found)


_ACTIONS: Final = frozenset(
    ("extinguish_fire", "pump_water", "kill_kraken", "no_action", "abandon")
)
"""Actions that a clause names by its alias."""
_BREAKS: Final = frozenset((",", ";", ":", "-", "("))
_ALONE: Final = frozenset(("block", "spread", "defend", "limit"))
"""Clauses with a condition: nothing but a heading stands in their sentence."""


@dataclass(frozen=True, slots=True)
class Plain:
    """What the grammar reads out of a text."""

    acts: tuple[Act, ...] = ()
    orders: Orders = NO_ORDERS  # standing orders without a turn
    withdrawn: bool = False  # earlier ones are taken back
    known: frozenset[int] = frozenset()  # the sentences that are rows of plain clauses


def plain(text: Text, author: GnomeName) -> Plain:
    """The announcement in the plain sentences of a text; empty where they make none."""
    rows = {}
    terminals = _terminals("start")
    for number, (first, end) in enumerate(text.sentences):
        tokens = text.tokens[first:end]
        if not terminals.knows(tokens):
            continue
        with suppress(UnexpectedInput):
            rows[number] = _clauses(tokens)
            continue
        if any(token.word == ";" for token in tokens):
            with suppress(UnexpectedInput):
                rows[number] = [one for part in _parts(tokens) for one in _clauses(part)]
    known = frozenset(rows)
    said = _Announced(author)
    try:
        only_tiles = True
        for clauses in rows.values():
            # Tiles without a verb may belong to words that are not understood, or to what was said.
            bare = _is_bare(clauses[0])
            _check(not bare or (only_tiles and len(rows) == len(text.sentences)), "of these tiles")
            only_tiles &= bare
            for at, one in enumerate(clauses):
                alone = all(other is one or other.data == "heading" for other in clauses)
                _check(one.data not in _ALONE or alone, "a condition")
                _check(one.data != "escape" or at == 0 or _is_apart(text, one), "a condition")
                if one.data in _ACTIONS:
                    said.act(one.data)
                else:
                    getattr(said, one.data)(one.children)
        acts, orders = said.read()
    except Fault:
        return Plain(known=known)
    return Plain(acts, orders, said.withdrawn, known)


def _parts(tokens: Sequence[Token]) -> Iterator[Sequence[Token]]:
    """The stretches of a sentence between semicolons."""
    first = 0
    for at, token in enumerate(tokens):
        if token.word == ";":
            yield tokens[first:at]
            first = at + 1
    if first < len(tokens):
        yield tokens[first:]


def _clauses(tokens: Sequence[Token]) -> list[Any]:
    """The clauses of a stretch.  Raises UnexpectedInput where it is no row of them."""
    tree: Any = _lark("start").parse(tokens)
    found: list[Any] = tree.children
    return found


def _is_bare(clause: Tree[Any]) -> bool:
    """Whether tiles are used without a word that says so."""
    return clause.data in ("use", "use_and_go") and not _words(clause.children)


def _is_apart(text: Text, clause: Tree[Any]) -> bool:
    """Whether a mark stands before a condition, so that it is not one of what was said before."""
    first = _words(clause.children)[0].token.index
    return first > 0 and text.tokens[first - 1].word in _BREAKS


def listed(text: Text) -> tuple[Item, ...] | Literal["count"]:
    """The tiles of a private mail that lists tiles and nothing else (A23), else none.

    "count" where it says another number of them.
    """
    if not _terminals("listed").knows(text.tokens):
        return ()
    try:
        tree: Any = _lark("listed").parse(text.tokens)
        items = tuple(_tiles(tree.children))
    except (UnexpectedInput, Fault):
        return ()
    told = {
        one.token.sense.number for one in _words(tree.children) if one.type in ("COUNT", "NUMBER")
    }
    return items if told <= {len(items)} else "count"
