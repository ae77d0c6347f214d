"""Leaks into what the list reads: templates, rules, pages, and what the desk makes of them."""

from __future__ import annotations

from typing import Final

from tests.secrecy.mutants.leak import TWINS, TYPES, Mutant, mutant

_TELLING: Final = "rednov_bot/desk/drafts/telling.py"
_PAGES: Final = "rednov_bot/prose/public_pages.py"
_SENTENCES: Final = "templates/_happenings.txt.j2"
_RESOLUTION: Final = "templates/resolution.txt.j2"
_WITH = (_TELLING, "from msgspec.structs import replace\n", "import dataclasses\n"
         "from msgspec.structs import replace\n")  # fmt: skip
_TEXT: Final = "    return (text,)\n"
_HANDS: Final = "outcome.after.secrets.hands"


def _telling(*made: str) -> tuple[str, str, str]:
    """The pages of a resolution are made otherwise: the last lines before they are given."""
    return (_TELLING, _TEXT, "".join([f"    {line}\n" for line in made]))


def _resolution(name: str, value: str) -> tuple[tuple[str, str, str], ...]:
    """The page of a resolution is given one more value, of any type."""
    return (
        (_PAGES, '    action: Ready | None = None,\n    said_at',
         f"    action: Ready | None = None,\n    {name}: object = None,\n    said_at"),
        (_PAGES, '        number=number,\n        said_at', f"        {name}={name},\n"
         "        number=number,\n        said_at"),
        (_TELLING, "        action=_action(outcome),\n",
         f"        action=_action(outcome),\n        {name}={value},\n"),
    )  # fmt: skip


TOLD: Final[tuple[Mutant, ...]] = (
    mutant(
        "the resolution names what its gnome holds",
        TWINS,
        *_resolution("held", "outcome.after.secrets.hands[0]"),
        (
            _RESOLUTION,
            '{% include "_position.txt.j2" %}',
            'E holds {{ held | join(", ") }}.\n{% include "_position.txt.j2" %}',
        ),
    ),
    mutant(
        "the resolution names the next tile of the item pool",
        TWINS,
        *_resolution("top", "outcome.after.secrets.pool[:1]"),
        (
            _RESOLUTION,
            '{% include "_position.txt.j2" %}',
            'Next: {{ top | join }}.\n{% include "_position.txt.j2" %}',
        ),
    ),
    mutant(
        "the position tells which event card comes next",
        TWINS,
        _WITH,
        _telling(
            "top = outcome.after.secrets.deck[0]",
            'body = text.body.replace("event deck ", f"event deck {top}", 1)',
            "return (dataclasses.replace(text, body=body),)",
        ),
    ),
    mutant(
        "the subject says that a grog is held",
        TWINS,
        _WITH,
        _telling(
            f'grog = "grog" in {_HANDS}[0]',
            'return (dataclasses.replace(text, subject=text.subject + ", with grog" * grog),)',
        ),
    ),
    mutant(
        "In-Reply-To is there or not, as the hand has it",
        TWINS,
        _WITH,
        _telling(
            f'if "coffee" in {_HANDS}[0]:',
            "    return (dataclasses.replace(text, in_reply_to=None),)",
            "return (text,)",
        ),
    ),
    mutant(
        "References have another order, as the pool has it",
        TWINS,
        _WITH,
        _telling(
            'first = outcome.after.secrets.pool[:1] < ("grog",)',
            "thread = text.references * (2 if first else 1)",
            "return (dataclasses.replace(text, references=thread),)",
        ),
    ),
    mutant(
        "a second mail goes to the list when there is grog in a hand",
        TWINS,
        _telling(f'return (text, text) if "grog" in {_HANDS}[0] else (text,)'),
    ),
    mutant(
        "the resolution goes to another list, as the hand has it",
        TWINS,
        _WITH,
        _telling(
            f'to = "discussion" if "crowbar" in {_HANDS}[0] else text.to_name',
            "return (dataclasses.replace(text, to_name=to),)",
        ),
    ),
    mutant(
        "the text cannot be made with some hands",
        TWINS,
        _telling(
            f'assert "toolbox" in {_HANDS}[0] or outcome.after.position.turns > 1',
            "return (text,)",
        ),
    ),
    mutant(
        "the seal of the hand, which is for its gnome, stands in the public text",
        TWINS,
        _WITH,
        (
            _TELLING,
            "from rednov_bot.desk import stationery\n",
            "from rednov_bot.desk import stationery\n"
            "from rednov_bot.proof.chain import told_seal\n",
        ),
        _telling(
            "tile = fortune.keys_of(records, now.game).tile",
            f'seal = told_seal(tile, now.game.tag, taken.turn.gnome, "", {_HANDS}[0])',
            'return (dataclasses.replace(text, body=text.body + f"told {seal}\\n"),)',
        ),
    ),
    mutant(
        "the seal over a hand has no key: whoever guesses a hand can check it",
        TWINS,
        _WITH,
        (
            _TELLING,
            "from msgspec.structs import replace\n",
            "from msgspec.structs import replace\nimport hashlib\n",
        ),
        _telling(
            f"seal = hashlib.sha256(repr({_HANDS}).encode()).hexdigest()",
            'return (dataclasses.replace(text, body=text.body + f"seal {seal}\\n"),)',
        ),
    ),
    mutant(
        "a public happening names the tiles that were drawn",
        TWINS,
        (
            "rednov_bot/engine/happenings.py",
            "    wanted: int\n    source: ItemSource\n",
            "    wanted: int\n    source: ItemSource\n    items: tuple[str, ...] = ()\n",
        ),
        (
            "rednov_bot/engine/rules/items.py",
            "len(drawn), count, source))",
            "len(drawn), count, source, drawn))",
        ),
        (
            _SENTENCES,
            '{{- counted(one.count, "item") }}\n{%- if one.count < one.wanted %} instead',
            '{{- counted(one.count, "item") }} ({{ one["items"] | join(", ") }})\n'
            "{%- if one.count < one.wanted %} instead",
        ),
    ),
    mutant(
        "the faint check shows the card below the one that was drawn",
        TWINS,
        (
            "rednov_bot/engine/rules/faint.py",
            "log.tell(h.FaintChecked(name, card_id, card.title,",
            "below = card_of((*log.secrets.deck, card_id)[1], tables)\n"
            "    log.tell(h.FaintChecked(name, card_id, below.title,",
        ),
    ),
    mutant(
        "Overheated passes over who holds an aqualung",
        TWINS,
        (
            "rednov_bot/engine/rules/cards.py",
            'and "grog" in self.log.secrets.hands[seat]\n',
            'and "grog" in self.log.secrets.hands[seat]\n'
            '            and "aqualung" not in self.log.secrets.hands[seat]\n',
        ),
    ),
    mutant(
        "a hand limit is told of those alone who hold a toolbox",
        TWINS,
        (
            "rednov_bot/engine/rules/limits.py",
            "    log.tell(h.LimitImposed(limit, only))\n",
            '    if any("toolbox" in hand for hand in log.secrets.hands):\n'
            "        log.tell(h.LimitImposed(limit, only))\n",
        ),
    ),
    mutant(
        "a hand limit names who exceeds it",
        "tests/engine/test_hand_limits.py",
        (
            "rednov_bot/engine/rules/limits.py",
            "    log.tell(h.LimitImposed(limit, only))\n",
            "    over = [one for one, hand in zip(log.position.gnomes, log.secrets.hands)\n"
            "            if len(hand) > limit]\n"
            "    log.tell(h.LimitImposed(limit, only or (over[0].name if over else None)))\n",
        ),
    ),
    mutant(
        "how a turn was read names the tiles of a private list",
        TWINS,
        (
            "rednov_bot/prose/canonical.py",
            "if action is not None and action.give and (ruled or action.give_count is not None):",
            "if action is not None and action.give and ruled:",
        ),
    ),
    mutant(
        "the acknowledgement of a discard names the tiles of a private list",
        TWINS,
        (
            "rednov_bot/desk/announcements/between.py",
            "named = () if by_list else _named(desk, letter, items)",
            "named = _named(desk, letter, items)",
        ),
    ),
    mutant(
        "a line that refuses names what a gnome holds",
        TWINS,
        (
            "rednov_bot/desk/announcements/refusing.py",
            "from collections.abc import Sequence\n",
            "from collections.abc import Sequence\nfrom dataclasses import replace\n",
        ),
        (
            "rednov_bot/desk/announcements/refusing.py",
            "    text = _line(desk, letter, announced, told)\n",
            "    text = _line(desk, letter, announced, told)\n"
            "    if now is not None:\n"
            "        held = now.gamestate.secrets.hands[0]\n"
            '        text = replace(text, body=f"{text.body}{held}\\n")\n',
        ),
    ),
    mutant(
        "a line that refuses looks otherwise for a hand limit than for a tile that is not held",
        "tests/desk/test_turns.py::test_two_hidden_reasons_look_the_same_on_the_list",
        (
            "rednov_bot/desk/announcements/refusing.py",
            "from collections.abc import Sequence\n",
            "from collections.abc import Sequence\nfrom dataclasses import replace\n",
        ),
        (
            "rednov_bot/desk/announcements/refusing.py",
            "    text = _line(desk, letter, announced, told)\n",
            "    text = _line(desk, letter, announced, told)\n"
            '    if refusals[0].code == "HAND_LIMIT":\n'
            '        text = replace(text, body=f"{text.body}\\n")\n',
        ),
    ),
    mutant(
        "a void turn is told to the list for public reasons alone",
        "tests/desk/test_turns.py::test_two_hidden_reasons_look_the_same_on_the_list",
        (
            "rednov_bot/desk/announcements/refusing.py",
            "    text = _line(desk, letter, announced, told)\n",
            "    if told is None:\n        return answered\n"
            "    text = _line(desk, letter, announced, told)\n",
        ),
    ),
    mutant(
        "the line that refuses is told the private reason",
        TYPES,
        (
            "rednov_bot/desk/announcements/refusing.py",
            "return first if isinstance(first, Refusal) and not options.uniform_refusals else None",
            "return None if options.uniform_refusals else first",
        ),
    ),
    mutant(
        "the number of drafts that is shown is higher where an aqualung is given",
        TWINS,
        (
            "rednov_bot/desk/luck/proving.py",
            '        drafts=records.drafts_of("resolution", game.id, about) + 1,\n',
            '        drafts=records.drafts_of("resolution", game.id, about) + 1\n'
            '        + any("aqualung" in one.items for one in happenings\n'
            "              if isinstance(one, h.GiftReceived)),\n",
        ),
    ),
    mutant(
        "the story of a game names what its gnomes held",
        TWINS,
        (
            "rednov_bot/desk/reports/reporting.py",
            "which, tag, stationery.to_list(desk, None, None))\n",
            "which, tag, stationery.to_list(desk, None, None))\n"
            "    held = records.gamestate(game.id)[1].secrets.hands\n"
            '    text = replace(text, body=f"{text.body}{held}")\n',
        ),
    ),
    mutant(
        "who is awarded points comes in an order that hangs on the hands",
        TWINS,
        (
            "rednov_bot/desk/due/awarding.py",
            "    dues, since, taken = _due(records, owed, places)\n",
            "    dues, since, taken = _due(records, owed, places)\n"
            "    found = records.gamestate(owed.game.id)\n"
            '    if found is not None and found[1].secrets.hands[1:2] > (("d",),):\n'
            "        dues = [*reversed(dues)]\n",
        ),
    ),
    mutant(
        "the list hears of an idle gnome's death with what e held",
        TWINS,
        (
            "rednov_bot/desk/due/idling.py",
            "        luck=luck_text.luck_section(proof),\n    )\n\n\ndef _supersede",
            "        luck=luck_text.luck_section(proof)\n"
            "        + str(now.gamestate.secrets.hands[now.gamestate.position.seat(name)]),\n"
            "    )\n\n\ndef _supersede",
        ),
    ),
    mutant(
        "the resolution is told with everything that happened",
        TYPES,
        (
            "rednov_bot/desk/drafts/telling.py",
            "    text = public_pages.resolution(\n        public_only(outcome.happenings),",
            "    text = public_pages.resolution(\n        outcome.happenings,",
        ),
    ),
    mutant(
        "a gnome's private notice goes to the list",
        TWINS,
        (
            "rednov_bot/desk/reaching/notices.py",
            "        envelope = stationery.to_gnome(desk, gnome.name)\n",
            "        envelope = stationery.to_list(desk, None, None)\n",
        ),
    ),
    mutant(
        "the opening prints the secret of the dice for its commitment",
        TWINS,
        (
            "rednov_bot/desk/luck/proving.py",
            "    return committed(terms_of(game, pot), keys.dice, keys.tile)\n",
            "    return replace(committed(terms_of(game, pot), keys.dice, keys.tile),\n"
            "                   dice=records.secret(game.id).hex())\n",
        ),
    ),
    mutant(
        "tiles that one gnome receives are told to all",
        TYPES,
        (
            "rednov_bot/engine/rules/items.py",
            "        log.whisper(h.ItemsReceived(name, batch, source))\n",
            "        log.tell(h.ItemsReceived(name, batch, source))\n",
        ),
    ),
    mutant(
        "a pending hand limit is told to all",
        TYPES,
        (
            "rednov_bot/engine/rules/limits.py",
            "        log.whisper(h.LimitPending(gnome.name, least, held, owed))\n",
            "        log.tell(h.LimitPending(gnome.name, least, held, owed))\n",
        ),
    ),
    mutant(
        "a new event deck is told to all in its order",
        TYPES,
        (
            "rednov_bot/engine/rules/deck.py",
            "        log.whisper(h.EventDeckShuffled(",
            "        log.tell(h.EventDeckShuffled(",
        ),
    ),
    mutant(
        "the opening is told with all that was drawn",
        TYPES,
        (
            "rednov_bot/desk/contest/openings.py",
            "    text = public_pages.opening(\n        public_only(outcome.happenings),",
            "    text = public_pages.opening(\n        outcome.happenings,",
        ),
    ),
    mutant(
        "the position is told from the whole gamestate",
        TYPES,
        (
            "rednov_bot/desk/due/idling.py",
            "        public_only(killed.happenings),\n        killed.after.position,\n",
            "        public_only(killed.happenings),\n        killed.after,\n",
        ),
    ),
    mutant(
        "the list hears a discard with what its gnome is told alone",
        TYPES,
        (
            "rednov_bot/desk/announcements/between.py",
            "        public_only(tuple(done.happenings)),\n",
            "        tuple(done.happenings),\n",
        ),
    ),
    mutant(
        "a lot decides on a defence and is published, though a hand may undo it",
        "tests/desk/test_defences.py",
        (
            "rednov_bot/engine/choices.py",
            '    drawn = choice.kind in ("block", "spread")\n',
            '    drawn = choice.kind in ("block", "spread", "defend")\n',
        ),
    ),
)
