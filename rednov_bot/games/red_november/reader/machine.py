"""Machine-made samples: plain announcements in the words of machine.txt among strange sentences.

People who write samples avoid the plainest wordings, because each of them has been used; most turns
are written in them.  These texts are for training alone, never for a test.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Final

from rednov_bot.engine.words import ITEMS, SEA, ActionName, place_label
from rednov_bot.games.red_november.reader.board import MOST_MINUTES, ROOM_OF, TOUCHING
from rednov_bot.games.red_november.reader.lexicon import NUMBERS
from rednov_bot.games.red_november.reader.samples import Sample, sample

_ACTIONS: Final[tuple[ActionName, ...]] = (
    *("extinguish_fire", "pump_water", "fix_engine", "fix_oxygen", "fix_reactor", "stop_missile"),
    *("kill_kraken", "gain_items", "gain_grog", "unblock_hatch", "give_items", "no_action"),
    *("extinguish_fire", "extinguish_fire", "unblock_hatch", "give_items", "abandon"),
)
"""How often each is taken."""

_NAMED: Final = {
    SEA: "the sea",
    10: "the captain's cabin",
    8: "the equipment stores",
    7: "missile control",
    4: "the reactor room",
    2: "the oxygen pumps",
    1: "the engine room",
}
_SPELT: Final = list(NUMBERS)[:11]
_VERBS: Final = ("put out the fire", "pump", "fix the engine", "repair the reactor", "draw items")
_SLOT: Final = re.compile(r"<(\w+)>")


@lru_cache(maxsize=1)
def _forms() -> dict[str, list[str]]:
    """The wordings of each section of machine.txt."""
    text = Path(__file__).with_name("machine.txt").read_text(encoding="utf-8")
    sections = [section.split("\n") for section in text.strip().split("\n\n")[1:]]
    return {lines[0].strip("[]"): lines[1:] for lines in sections}


class _Maker:
    """Makes one text after the other with its own luck."""

    def __init__(self, luck: Random, people: Sequence[str], chatter: Sequence[str]) -> None:
        self._luck, self._people, self._chatter = luck, people, chatter

    def sample(self, number: int) -> Sample:
        """A text and its reading."""
        luck = self._luck
        by = luck.choice(self._people)
        kind = luck.random()
        if kind < 0.08:
            text, meaning = self._discard()
        elif kind < 0.13:
            text, meaning = self._back(by)
        elif kind < 0.16:
            meaning = luck.choice(("join", "leave"))
            text = luck.choice(_forms()[meaning])
        elif kind < 0.24:
            text, meaning = self._nothing(), "none"
        else:
            text, meaning = self._turn(by)
            if luck.random() < 0.08:
                first, what = self._discard()
                text, meaning = f"{first}\n\n{text}", f"{what} & {meaning}"
        return sample(f"machine{number}", by, self._amid(text, by), meaning)

    def _say(self, form: str, **slots: str) -> str:
        """A wording of a section, its slots filled in."""
        return _SLOT.sub(lambda found: slots[found[1]], self._luck.choice(_forms()[form]))

    def _amid(self, text: str, by: str) -> str:
        """The announcement among other sentences."""
        luck = self._luck
        before = [luck.choice(self._chatter) for _ in range(luck.choice((0, 0, 1, 1, 2)))]
        behind = [luck.choice(self._chatter) for _ in range(luck.choice((0, 0, 1, 2)))]
        gap = "\n\n" if "\n" in text else luck.choice(("\n\n", "\n\n", "\n", " "))
        parts = [" ".join(part) for part in (before, [text], behind) if part]
        whole = gap.join(parts)
        if luck.random() < 0.4:
            whole += f"\n\n{luck.choice(('', '-', '— '))}{by}"
        return whole

    def _number(self, number: int) -> str:
        return self._luck.choice((str(number), str(number), _SPELT[number]))

    def _room(self, role: str, room: int) -> str:
        name = str(room)
        if room == SEA or (room in _NAMED and self._luck.random() < 0.4):
            name = _NAMED[room]
        elif self._luck.random() < 0.8:
            name = f"room {self._number(room)}"
        return f"{{{name}|{role} {place_label(room)}}}"

    def _time(self, count: int) -> str:
        unit = "minute" if count == 1 else self._luck.choice(("minutes", "minutes", "min", "mins"))
        return f"{{{self._number(count)} {unit}|min {count}}}"

    def _items(self, role: str, items: Sequence[str]) -> str:
        """ "a grog, my toolbox and the coffee", each with its mark."""
        said = []
        for item in items:
            name = item.replace("_", " ")
            name = name.title() if self._luck.random() < 0.4 else name
            article = self._luck.choice(("my", "a", "the", "one"))
            article = "an" if article == "a" and name[0] in "aeiouAE" else article
            said.append(f"{{{article} {name}|{role} {item}}}")
        return " and ".join([", ".join(said[:-1]), said[-1]] if len(said) > 1 else said)

    def _discard(self) -> tuple[str, str]:
        items = sorted(self._luck.sample(ITEMS, self._luck.choice((1, 1, 2, 3))))
        return self._say("discard", drop=self._items("drop", items)), f"discard {', '.join(items)}"

    def _other(self, by: str) -> str:
        return self._luck.choice([name for name in self._people if name != by])

    def _back(self, by: str) -> tuple[str, str]:
        items = sorted(self._luck.sample(ITEMS, self._luck.choice((1, 1, 2))))
        to = self._other(by)
        given = self._items("give", items)
        text = self._say("back", to=f"{{{to}|to {to}}}", you=f"{{you|to {to}}}", give=given)
        return text.replace("NAME", to), f"return to {to}: {', '.join(items)}"

    def _nothing(self) -> str:
        luck = self._luck
        text = luck.choice(_forms()["nothing"]).replace("VERB", luck.choice(_VERBS))
        text = text.replace("ITEM", luck.choice(ITEMS).replace("_", " "))
        text = text.replace("NAME", luck.choice(self._people))
        return re.sub("NUMBER", lambda _: str(luck.randint(1, 9)), text)

    def _turn(self, by: str) -> tuple[str, str]:
        luck = self._luck
        action = luck.choice(_ACTIONS)
        room = SEA if action == "abandon" else ROOM_OF.get(action, luck.randint(1, 10))
        steps, start = self._steps(room)
        done, meaning = self._act(action, room, by)
        tail, more = self._tail(action, room)
        said = [text for text, _ in steps] + [done] + tail
        listed = luck.random() < 0.3
        if listed:
            mark, stop = luck.choice(("- ", "* ", "{}. ", "{}) ")), luck.choice((".", ""))
            text = "\n".join(mark.format(at) + one + stop for at, one in enumerate(said, 1))
        else:
            text = self._prose(said, len(said) - len(tail))
        if start and luck.random() < 0.25:
            text = self._say("here", here=self._room("here", start)) + " " + text
        if luck.random() < 0.8:
            text = luck.choice(_forms()["opening"]) + ("\n" if listed else " ") + text
        left = "; ".join(step for _, step in steps)
        return text, f"{left}{' ' if left else ''}=> {meaning}{more}"

    def _prose(self, said: Sequence[str], tail: int) -> str:
        """The clauses as sentences, some of them joined."""
        text = ""
        for at, one in enumerate(said):
            if 0 < at < tail and self._luck.random() < 0.35:
                text = text[:-1] + self._luck.choice((" and ", ", ", ", then ")) + one + "."
            else:
                text += f" {one[0].upper()}{one[1:]}."
        return text.strip()

    def _steps(self, room: int) -> tuple[list[tuple[str, str]], int]:
        """Steps that end in a room, as clauses with their readings; the room where they begin."""
        luck = self._luck
        path = [room]
        for _ in range(luck.choice((0, 1, 1, 1, 2))):
            path.insert(0, luck.choice(sorted(a for a, b in TOUCHING if b == path[0])))
        steps = [(self._go(near, to), f"go {place_label(to)}") for near, to in pairwise(path)]
        if luck.random() < 0.12 and room != SEA:
            to = luck.choice(sorted(b for a, b in TOUCHING if a == room))
            steps.append(
                (self._say("open", open=self._room("open", to)), f"open {place_label(to)}")
            )
        for _ in range(luck.choice((0, 0, 1, 1, 2))):
            steps.insert(luck.randint(0, len(steps)), self._use())
        out = next((at for at, (_, step) in enumerate(steps) if step == "go sea"), None)
        if out is not None and not any("aqualung" in step for _, step in steps):
            lung = self._say("use", use=self._items("use", ["aqualung"]))
            steps.insert(luck.randint(0, out), (lung, "aqualung"))
        return steps, path[0] if len(path) > 1 and path[0] != SEA else 0

    def _use(self) -> tuple[str, str]:
        luck = self._luck
        item = luck.choice([one for one in ITEMS if one != "aqualung"])
        if luck.random() < 0.15:
            name = item.replace("_", " ") + ("es" if item.endswith("x") else "s")
            how = luck.choice(("two {}", "2 {}", "both my {}", "both {}", "my two {}"))
            pair = f"{{{how.format(name)}|use {item} {item}}}"
            return self._say("use", use=pair), f"{item}; {item}"
        items: list[str] = [item]
        if luck.random() < 0.2:
            items.append(luck.choice([one for one in ITEMS if one not in ("aqualung", item)]))
        form = "drink" if item in ("grog", "coffee") and len(items) == 1 else "use"
        return self._say(form, use=self._items("use", items)), "; ".join(items)

    def _go(self, near: int, to: int) -> str:
        ends = {
            "near": f"{{{place_label(near)}|here {place_label(near)}}}",
            "far": f"{{{to}|go {to}}}",
        }
        if to == SEA:
            return self._say("out", **ends)
        form = "in" if near == SEA else "go"
        return self._say(form, go=self._room("go", to), **ends)

    def _act(self, action: ActionName, room: int, by: str) -> tuple[str, str]:
        """The action as a clause, and its reading."""
        luck = self._luck
        if action == "give_items":
            to, items = self._other(by), sorted(luck.sample(ITEMS, luck.choice((1, 1, 2))))
            text = self._say(action, to=f"{{{to}|to {to}}}", give=self._items("give", items))
            return text, f"give_items to {to}: {', '.join(items)}"
        if action not in MOST_MINUTES:
            return self._say(action), action
        count = luck.randint(1, MOST_MINUTES[action])
        beyond = luck.choice(sorted(b for a, b in TOUCHING if a == room))
        target = self._room("target", beyond)
        text = self._say(
            action,
            min=self._time(count),
            count=f"{{{self._number(count)}|min {count}}}",
            target=target if "sea" in target else f"the hatch to {target}",
        )
        aim = f" >{place_label(beyond)}" if action == "unblock_hatch" else ""
        return text, f"{action} {count}{aim}"

    def _tail(self, action: ActionName, room: int) -> tuple[list[str], str]:
        """What is said behind the action, and its reading."""
        luck = self._luck
        said, meaning = [], ""
        if luck.random() < 0.06:
            said.append(self._say("after", after=self._items("after", ["coffee"])))
            meaning += " after coffee"
        if action == "extinguish_fire" and luck.random() < 0.55:
            to = luck.choice(sorted(b for a, b in TOUCHING if a == room))
            opened = luck.random() < 0.2
            form, role = ("escape open", "fail_open") if opened else ("escape", "fail")
            said.append(self._say(form, **{role: self._room(role, to)}))
            meaning += f" fail {'open' if opened else 'go'} {place_label(to)}"
        joint = luck.choice((", then ", " or else ", ", "))
        if luck.random() < 0.1:
            hatches = luck.sample(sorted(pair for pair in TOUCHING if pair[0] < pair[1]), 2)
            labels = [f"{a}-{place_label(b)}" for a, b in hatches[: luck.choice((1, 2))]]
            wished = joint.join(f"{{{one}|block {one}}}" for one in labels)
            said.append(self._say("block", block=wished))
            meaning += f" block {', '.join(labels)}"
        if luck.random() < 0.1:
            rooms = luck.sample(range(1, 11), luck.choice((1, 2)))
            wished = joint.join(f"{{{one}|spread {one}}}" for one in rooms)
            said.append(self._say("spread", spread=wished))
            meaning += f" spread {', '.join(map(str, rooms))}"
        return said, meaning


def chatter_of(samples: Sequence[Sample]) -> list[str]:
    """The paragraphs of samples that announce nothing: one line each, of 20 to 200 characters."""
    found = []
    for one in samples:
        if one.verdict != "acts":
            continue
        start = 0
        for paragraph in one.text.split("\n\n"):
            end = start + len(paragraph)
            marked = any(mark.start < end and mark.end > start for mark in one.marks)
            if not marked and 20 < len(paragraph) < 200 and not set("\n{|}") & set(paragraph):
                found.append(paragraph)
            start = end + 2
    return found


def machine_samples(
    count: int, people: Sequence[str], chatter: Sequence[str], seed: int = 1
) -> list[Sample]:
    """*count* samples; *chatter* are paragraphs that announce nothing."""
    maker = _Maker(Random(seed), people, chatter)
    return [maker.sample(number) for number in range(count)]
