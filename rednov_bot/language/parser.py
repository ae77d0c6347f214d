"""Clauses become chunks by grammar/clauses.lark."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from functools import lru_cache
from typing import Any, Final, Literal, TypeAlias, cast

from lark import Lark, Token, Transformer
from lark.exceptions import UnexpectedInput
from lark.lexer import Lexer

from rednov_bot.engine.words import SEA, ActionName, Place
from rednov_bot.language.chunks import (
    Amount,
    Chunk,
    Drop,
    Gain,
    Gift,
    Heading,
    Membership,
    Move,
    Nothing,
    Spot,
    Stay,
    Target,
    Tiles,
    Work,
)
from rednov_bot.language.names import as_place
from rednov_bot.language.words import Sense, Word
from rednov_bot.paths import CLAUSES

_Sign: TypeAlias = tuple[str, str, tuple[Sense, ...], str, int, tuple[Place, ...], bool]
"""What the grammar sees of a word: all but its place in the text."""
_END: Final = Token("_STOP", "")
_FIXED: Final[dict[Place, ActionName]] = {1: "fix_engine", 2: "fix_oxygen", 4: "fix_reactor"}


class Terminals(Lexer):
    """The words are terminals already; where two fit, the state of the parser chooses."""

    __future_interface__ = 1

    def __init__(self, lexer_conf: Any) -> None:
        pass

    def lex(self, lexer_state: Any, parser_state: Any) -> Iterator[Any]:
        """Hands the parser one word after another."""
        states = parser_state.parse_conf.states
        for word in lexer_state.text:
            if len(word.senses) > 1:
                takes = states[parser_state.position]
                if word.type not in takes:
                    _take_another_sense(word, takes)
            yield word
        yield _END


def _take_another_sense(word: Word, takes: Container[str]) -> None:
    """The first sense that fits here; that a word is a preposition was settled before."""
    for sense in word.senses:
        if sense.kind in takes and sense.kind not in ("IN", "OUT", "TO"):
            word.become(sense)
            return


def _tiles(word: Word, how: Any = "") -> Tiles:
    """The tiles that one word names; a plural without a number stays open."""
    if word.type == "NOTHING":
        return Tiles("", 0, how)
    count = word.number or (
        None if word.plural or (word.text.endswith("s") and not word.name) else 1
    )
    return Tiles(word.name, count, how)


class _Clauses(Transformer[Word, Any]):
    """One method for each alias of the grammar."""

    # fmt: off
    # Using and moving
    def use(self, c: list[Any]) -> Chunk: return _tiles(c[1], "use")
    def use_it(self, c: list[Any]) -> Chunk: return Tiles("it", 1, "use")
    def means(self, c: list[Any]) -> Chunk: return _tiles(c[1], "means")
    def tile(self, c: list[Any]) -> Chunk: return _tiles(c[0])
    def open_way(self, c: list[Any]) -> Chunk: return Move("open", tuple(c[1:]))
    def open_place(self, c: list[Any]) -> Chunk: return Move("open", tuple(c[2:]), c[1].place)
    def open_some(self, c: list[Any]) -> Chunk: return Move("open")
    def go(self, c: list[Any]) -> Chunk: return Move(_going(c[0]), tuple(c[1:]))
    def go_place(self, c: list[Any]) -> Chunk: return Move(_going(c[0]), tuple(c[2:]), c[1].place)
    def enter(self, c: list[Any]) -> Chunk: return Move("enter", tuple(c[1:]))
    def enter_place(self, c: list[Any]) -> Chunk: return Move("enter", tuple(c[2:]), c[1].place)
    def leave(self, c: list[Any]) -> Chunk: return Move("leave", tuple(c[1:]))
    def leave_from(self, c: list[Any]) -> Chunk: return Move("leave", (), c[1].place)
    def way(self, c: list[Any]) -> Chunk: return Move("", tuple(c))
    def spot(self, c: list[Any]) -> Chunk: return cast(Chunk, c[0])
    def stay(self, c: list[Any]) -> Chunk: return Stay()
    def nothing(self, c: list[Any]) -> Chunk: return Nothing()

    # The actions
    def unblock(self, c: list[Any]) -> Chunk:
        return Work("unblock_hatch", tuple(h for h in c[1:] if isinstance(h, Heading)))
    def extinguish(self, c: list[Any]) -> Chunk: return Work("extinguish_fire", place=_site(c))
    def pump(self, c: list[Any]) -> Chunk: return Work("pump_water", place=_site(c))
    def fix(self, c: list[Any]) -> Chunk:
        number = c[1].number
        return Work(_FIXED.get(number, "fix_engine"), place=number)
    def repair(self, c: list[Any]) -> Chunk:
        return Work(_FIXED.get(c[0].number, "fix_engine"), place=c[0].number)
    def halt(self, c: list[Any]) -> Chunk: return Work("stop_missile", place=7)
    def kill(self, c: list[Any]) -> Chunk: return Work("kill_kraken")
    def at_fire(self, c: list[Any]) -> Chunk: return Target("extinguish_fire")
    def at_kraken(self, c: list[Any]) -> Chunk: return Target("kill_kraken")
    def attack(self, c: list[Any]) -> Chunk: return Work("attack", victim=c[1].name)
    def draw(self, c: list[Any]) -> Chunk: return _draw(None, c)
    def draw_some(self, c: list[Any]) -> Chunk: return _draw(_number(c[1]), c)
    def draw_loose(self, c: list[Any]) -> Chunk: return _draw(_number(c[0]), c)
    def tap(self, c: list[Any]) -> Chunk: return _tap(c[1], c)
    def tap_loose(self, c: list[Any]) -> Chunk: return _tap(c[0], c)
    def tap_some(self, c: list[Any]) -> Chunk: return _draw(_number(c[1]), c)
    def tap_barrel(self, c: list[Any]) -> Chunk: return Gain("gain_grog", None)
    def give_name(self, c: list[Any]) -> Chunk: return Gift(c[1].name, c[2])
    def give_goods(self, c: list[Any]) -> Chunk:
        return Gift(c[3].name if len(c) > 2 else "", c[1])
    def give_to(self, c: list[Any]) -> Chunk:
        return Gift(c[2].name, c[3] if len(c) > 3 else None)
    def goods_to(self, c: list[Any]) -> Chunk:
        return Gift(c[2].name, _tiles(c[0])) if len(c) > 1 else _tiles(c[0])
    def idle(self, c: list[Any]) -> Chunk: return Work("no_action")
    def abandon(self, c: list[Any]) -> Chunk:
        return Work("abandon", doubtful=c[0].type == "ABANDONSHIP")
    def amount(self, c: list[Any]) -> Chunk: return Amount(c[-1].number)

    # Between turns
    def discard(self, c: list[Any]) -> Chunk: return Drop(c[1])
    def join(self, c: list[Any]) -> Chunk: return Membership(True)
    def quit(self, c: list[Any]) -> Chunk: return Membership(False)

    # Small phrases
    def hatch(self, c: list[Any]) -> Heading: return Heading("hatch", c[-1].places)
    def hatch_ends(self, c: list[Any]) -> Heading: return Heading("hatch", _ends(c))
    def exterior(self, c: list[Any]) -> Heading: return Heading("exterior")
    def pass_(self, c: list[Any]) -> Heading: return Heading("pass", c[-1].places)
    def pass_ends(self, c: list[Any]) -> Heading: return Heading("pass", _ends(c))
    def pass_out(self, c: list[Any]) -> Heading: return Heading("pass", (SEA,))
    def through(self, c: list[Any]) -> Heading: return Heading("through", (c[1].place,))
    def to(self, c: list[Any]) -> Heading: return Heading("to", (c[1].place,))
    def origin(self, c: list[Any]) -> Heading: return Heading("from", (c[1].place,))
    def path(self, c: list[Any]) -> Heading: return Heading("path", c[0].places)
    def inside(self, c: list[Any]) -> Heading: return Heading("in")
    def inside_of(self, c: list[Any]) -> Heading: return Heading("inside_of", (c[1].place,))
    def outside(self, c: list[Any]) -> Heading: return Heading("out", _ends(c))
    def spot_place(self, c: list[Any]) -> Any: return c[-1]
    def source_place(self, c: list[Any]) -> Any: return c[-1]
    def source_barrel(self, c: list[Any]) -> Any: return c[-1]
    def machine(self, c: list[Any]) -> Any: return c[0]
    def site(self, c: list[Any]) -> Spot: return _spot(c[0])
    def place(self, c: list[Any]) -> Spot: return _spot(c[0])
    def goods(self, c: list[Any]) -> Tiles: return _tiles(c[0])
    # fmt: on


def _going(verb: Word) -> Literal["exit", "go"]:
    return "exit" if verb.text.startswith(("leav", "exit")) else "go"


def _ends(children: list[Any]) -> tuple[Place, ...]:
    return tuple(end.place or 0 for end in children if isinstance(end, Spot))


def _spot(word: Word) -> Spot:
    if word.type == "NUM":
        return Spot(as_place(word.number), word.number)
    return Spot(SEA if word.type == "SEA" else word.number, None, word.type == "MACHINE")


def _site(children: list[Any]) -> Place | None:
    """The room an action is said to be done in, if one is."""
    for child in children:
        if isinstance(child, Spot) and child.number is None:
            return child.place
    return None


def _number(word: Word) -> int | None:
    return word.number if word.type == "NUM" else _tiles(word).count


def _draw(count: int | None, children: list[Any]) -> Chunk:
    """Tiles from the stores; from the captain's barrel come grogs alone (§11j)."""
    barrel = any(isinstance(c, Word) and c.type == "BARREL" for c in children)
    return Gain("gain_grog" if barrel else "gain_items", count, _site(children))


_GAINS: Final = ("gain", "acquir", "obtain", "siphon", "tap")


def _tap(word: Word, children: list[Any]) -> Chunk:
    """Grog from the barrel or the cabin; other tiles are drawn nowhere by name."""
    barrel = any(isinstance(c, Word) and c.type == "BARREL" for c in children)
    place = _site(children)
    if word.name != "grog":
        return Gain("gain_items", None, place, certain=False)
    count = _tiles(word).count
    gains = children[0].text.startswith(_GAINS)
    certain = gains or barrel or place is not None or bool(word.number) or count != 1
    return Gain("gain_grog", count, place, certain)


@lru_cache(maxsize=1)
def _lark() -> Lark:
    """The parser, built at its first use."""
    return Lark(
        CLAUSES.read_text(encoding="utf-8"),
        parser="lalr",
        lexer=Terminals,
        start="said",
        transformer=_Clauses(),
        maybe_placeholders=False,
    )


def parse(clauses: Sequence[Sequence[Word]]) -> list[Chunk | None]:
    """One chunk for each clause, None for one that the grammar does not know."""
    return [_chunk(_signs(clause))[0] for clause in clauses]


def longest(words: Sequence[Word]) -> tuple[Chunk | None, int]:
    """The chunk of the most words from the first on that are a clause, and how many they are."""
    signs = _signs(words)
    end = len(signs)
    while end:
        chunk, understood = _chunk(signs[:end])
        if chunk is not None:
            return chunk, end
        end = min(end - 1, understood)
    return None, 0


def _signs(clause: Sequence[Word]) -> tuple[_Sign, ...]:
    return tuple([(w.type, w.text, w.senses, w.name, w.number, w.places, w.plural) for w in clause])


@lru_cache(maxsize=2_048)
def _chunk(clause: tuple[_Sign, ...]) -> tuple[Chunk | None, int]:
    """The chunk of one clause, or how many of its words may be the beginning of one.

    The same words always say the same, so it is remembered.
    """
    words = [
        Word(kind, 0, 0, text, senses, name, number, places, plural=plural)
        for kind, text, senses, name, number, places, plural in clause
    ]
    try:
        return cast(Chunk, _lark().parse(words)), len(words)
    except UnexpectedInput as error:
        odd = getattr(error, "token", None)
        return None, next((at for at, word in enumerate(words) if word is odd), len(words))
