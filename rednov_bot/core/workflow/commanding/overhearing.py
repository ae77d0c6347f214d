"""Commands and deeds of the contestmaster on a list: they do nothing there, and are answered.

By the contract some of it counts as it is said (§1, §16, §18, §19); they are told what to do.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, Literal, NamedTuple, assert_never

from rednov_bot.core.models import Message
from rednov_bot.core.render import transcript_pages
from rednov_bot.core.render.transcript_pages import Entry
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.workflow import awards, idleness, outgoing
from rednov_bot.core.workflow.commands import AnswerCommand
from rednov_bot.core.workflow.commands.reading import commands
from rednov_bot.core.workflow.desk import Desk, ongoing
from rednov_bot.core.workflow.drafts.open_drafts import of_kind
from rednov_bot.core.workflow.outgoing import answer, on_file
from rednov_bot.games.base import Player

Office = Literal["kill", "award", "office", "resolve", "start"]
"""A gnome is killed (§19), points are awarded (§18, §24), the office passes on (§1), a turn is
resolved (§16), a game is begun (§4)."""


class Proclaimed(NamedTuple):
    """One deed of the office, of or for somebody where it names them, or a turn by its number."""

    deed: Office
    name: Player | None = None
    turn: int | None = None


_LONGEST: Final = 4_000  # characters that are read of a mail
_QUOTED: Final = re.compile(r"\"[^\"]{0,400}\"|“[^”]{0,400}”")
_BREAK: Final = re.compile(r"(?<=[.!?;])\s+|\n+")
_I: Final = r"(?:(?:so|ok|okay|well|now|then|thus|therefore|and|also),? )*i (?:hereby |now |also )*"
_PASSES: Final = r"(?:hand(?: over)?|pass(?: on)?|transfer|give|cede|yield)"
_THE_OFFICE: Final = r"(?:the |my )?(?:office of (?:the )?contestmaster|contestmastership)"
_FORMS: Final[tuple[tuple[Office, str], ...]] = (
    ("kill", rf"{_I}(?:kill|put to death|declare dead) NAME\b"),
    ("kill", r"NAME (?:is|shall be) (?:hereby |now )*killed\b"),
    ("award", rf"{_I}(?:award|grant) .{{0,60}}\b\d+ [XY]\b(?: points?)?.{{0,20}}? to NAME\b"),
    ("award", rf"{_I}(?:award|grant) NAME .{{0,20}}\b\d+ [XY]\b"),
    ("award", r"NAME (?:is|are) (?:hereby |now )*(?:awarded|granted) .{0,20}\b\d+ [XY]\b"),
    ("office", rf"{_I}{_PASSES} {_THE_OFFICE} (?:on |over )?to NAME\b"),
    ("office", rf"{_I}(?:make|appoint|name) NAME (?:the )?(?:new )?contestmaster\b"),
    ("office", rf"{_I}(?:resign|step down) (?:as|from) (?:{_THE_OFFICE}|(?:the )?contestmaster\b)"),
    ("resolve", rf"{_I}resolve (?:NAME['’]s turn|turn (?P<turn>\d+))\b"),
    ("start", rf"{_I}(?:start|begin|open) (?:a|the|another) (?:\w+ )?game\b"),
)
"""How a sentence begins that does one; NAME is anybody's name."""


def proclaimed(message: Message, names: Sequence[Player]) -> tuple[Proclaimed, ...]:
    """The deeds that a mail says its writer does, in their order; *names* are those known."""
    if message.doubt:
        return ()
    text = _QUOTED.sub(" ", message.text[:_LONGEST])
    every = "|".join(sorted(map(re.escape, names), key=len, reverse=True)) or "(?!)"
    found = []
    for part in _BREAK.split(text):
        sentence = " ".join(part.split()).lstrip("*_-–—> ")
        if sentence.endswith("?"):
            continue
        for deed, pattern in _FORMS:
            named = pattern.replace("NAME", f"(?P<name>{every})")
            if match := re.match(named, sentence, re.IGNORECASE):
                said = match.groupdict()
                called = (said.get("name") or "").casefold()
                name = next((one for one in names if one.casefold() == called), None)
                found.append(
                    Proclaimed(deed, name, int(said["turn"]) if said.get("turn") else None)
                )
                break
    return tuple(found)


def overhear(desk: Desk, records: UnitOfWork, message: Message) -> str | None:
    """What was made of a message to a list by the contestmaster; None of one that commands nothing
    and does nothing of their office.

    They are a player too, and talk: only what is nothing but commands, or names a draft, is meant.
    Deeds of another contest are none.
    """
    if message.sender != desk.decides or message.forum in (None, "private"):
        return None
    people, bot = tuple(desk.settings.people), desk.settings.bot.address
    forum = desk.settings.forums[message.forum or ""].address
    lines = commands(message, people, desk.roster.people)
    named = next((line.answers for line in lines if line.begins and line.answers), "")
    drafts, said = records.open_drafts(), [line.command for line in lines]
    # "Approved." is no command where nothing awaits a word.
    only = bool(said) and None not in said
    if only and not drafts:
        only = not any(isinstance(one, AnswerCommand) for one in said)
    if named or only:
        made = "commands on a list, where they count for nothing"
        told = (
            f"You wrote this to {forum}, where the bot obeys no commands: send it to {bot} alone."
        )
        draft = next((one for one in drafts if one.code == named), None)
        if draft is not None:
            told += f" Draft {draft.code} is still open. The list knows its code now: answer it "
            told += "soon, in a mail to the bot alone."
            if any(page.kind == "private" for page in draft.pages):
                told += " If you quoted it, the list can read what is for a gnome alone (§6)."
    else:
        made = "deeds of the contestmaster's on a list, which the bot does by drafts"
        deeds = [_told(desk, records, one) for one in proclaimed(message, people)]
        if not any(deeds):
            return None
        told = f"You announced this on {forum}. The bot changes nothing because of that."
        told = " ".join([told, *dict.fromkeys(filter(None, deeds))])
    page = transcript_pages.transcript(
        [Entry(words=message.text, done=False, told=told)],
        code=None,
        said_at=message.said_at,
        **outgoing.answering(desk, message),
    )
    return on_file(made, answer(desk, records, page))


def _told(desk: Desk, records: UnitOfWork, one: Proclaimed) -> str:
    """What is to be done about it; the empty string where it is nothing of this contest's."""
    bot, now = desk.settings.bot.address, ongoing(desk, records)
    match one.deed:
        case "kill":
            if now is None or not now.in_play(one.name):
                return ""
            every = of_kind(records, "idle")
            drafts = [draft for draft in every if idleness.is_of(draft, one.name)]
            if drafts:
                return (
                    f"Draft [rednov {drafts[-1].code}] kills {one.name} (§19) and shows what that "
                    "brings about: approve it, or they stay in the game."
                )
            return (
                f'To kill {one.name} (§19), mail "kill {one.name}" to {bot} alone: the draft shows '
                "what their death brings about. They stay in the game until you approve it."
            )
        case "award":
            for draft in of_kind(records, "award"):
                assert draft.game is not None
                dues = awards.account(desk, records, records.game(draft.game)).dues
                places = [place for place in awards.places_of(draft) if place < len(dues)]
                if any(dues[place].gnome == one.name for place in places):
                    return (
                        f"Draft [rednov {draft.code}] awards points to {one.name}: if they are "
                        'these, answer it with "awarded", or they are still owed here, and '
                        '"approve" awards them twice.'
                    )
            return ""
        case "resolve":
            taken = None if now is None else records.pending_turn(now.game.id)
            if taken is None or (one.name, one.turn) not in (
                (taken.turn.gnome, None),
                (None, taken.number),
            ):
                return ""
            about = [draft for draft in records.open_drafts() if draft.turn == taken.id]
            codes = [draft.code for draft in about if draft.kind != "claim"]
            how = "its draft follows"
            if codes:
                how = f"approve or overrule draft [rednov {codes[-1]}]"
            told = f"Turn {taken.number} is not resolved here by that, and no other can be taken"
            return f"{told}: {how}."
        case "office":
            to = one.name or "NAME"
            return (
                f'To hand over the desk with all that lies on it, mail "hand over to {to}" to '
                f"{bot} alone: the draft of it, approved, tells the list and briefs your successor."
            )
        case "start":
            if now is not None:
                return ""
            return (
                f'To begin a game, mail "start" and the names to {bot} alone: the opening, with '
                "the items that are drawn, comes as a draft."
            )
        case _:
            assert_never(one.deed)
