"""A word of a letter as the grammar sees it: what kind of thing it is, and which one.

Slots        ITEM TILEWORD NUM COUNT DUR ROOM MACHINE SEA EXTERIOR DOOR HATCH PATH NAME FIRE
             WATER KRAKEN BARREL CONTEST NOTHING
Doings       the rows `[verb ...]` of grammar/vocabulary.txt, and NOACT, NOTENTER, NOMOVE, USED
Bindings     TO THROUGH FROM BETWEEN IN OUT MEANS FOR
Frames       SELF YOU WHO OWNER: who does it; PLEASE: somebody else is to do it
             UNREAL PLAN DRAFT JEST COND NEG PAST STATE: how firmly; NOW: firmly again
             REMARK DISCLAIMER: said beside
Openers      ONFAIL ORDER_BLOCK ORDER_SPREAD ORDER_DEFEND: what follows belongs to an escape, to
             an order; at a sentence's end, what stands before; DEFENCE: the answer to the last
In time      AFTER the action, BEFOREHAND (what, in which room), RETURN for a gift, THEREUPON
Asked about  VAGUE HEDGE LOOKUP CORRECTION REVERSE ODD
Breaks       SEP within a sentence, STOP between sentences, PARAGRAPH, QUERY, COLON, brackets
The rest     FILL means nothing, OTHER is not known
"""

from __future__ import annotations

import msgspec

from rednov_bot.engine.words import Place
from rednov_bot.games.red_november.reader.verbs import Form


def kinds(names: str) -> frozenset[str]:
    """The kinds named in a row of words."""
    return frozenset(names.split())


def phrases(names: str) -> frozenset[str]:
    """The phrases in a row, parted by commas."""
    return frozenset(name.strip() for name in names.split(","))


class Sense(msgspec.Struct, frozen=True, gc=False):
    """One of the things a spelling can be."""

    kind: str
    name: str = ""  # which item, gnome or contest
    number: int = 0  # of a number, a room
    form: Form = ""  # of a verb
    alone: bool = True  # a verb that needs no object
    plural: bool = False


class Word(msgspec.Struct, gc=False):
    """A word or phrase and its place in the text; `type` is the name of its terminal."""

    type: str
    start: int
    end: int
    text: str  # lower case
    senses: tuple[Sense, ...] = ()
    name: str = ""
    number: int = 0
    places: tuple[Place, ...] = ()  # of a HATCH (near, far) or (far,), of a PATH all
    form: Form = ""
    det: str = ""  # the determiner before it
    plural: bool = False
    surcharge: bool = False  # a DUR written with the minutes for low water: "1+2"

    def become(self, sense: Sense) -> None:
        """The word is taken in this sense."""
        self.type = sense.kind
        self.name = sense.name
        self.number = sense.number
        self.form = sense.form
        self.plural = sense.plural

    def can_be(self, kind: str) -> Sense | None:
        """The sense of that kind, if the spelling has it."""
        for sense in self.senses:
            if sense.kind == kind:
                return sense
        return None
