"""Answers to the sender of a mail: how it was read, what it costs, why it has no effect."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final, Literal, Unpack

from rednov_bot.core.models import Page, Question, TakenTurn
from rednov_bot.core.render.announced_pages import is_mendable
from rednov_bot.core.render.environment import WIDTH, fold, template
from rednov_bot.core.render.guide import the_game
from rednov_bot.core.render.letterhead import Facts, Heads, Letterhead, instead, mail
from rednov_bot.games.base import Against, ChoiceTold, Game, Player, StatusTold, Trial, TurnTold

Objection = tuple[str, str, str]
"""Reason, clause, and what helps."""

_AWAIT: Final = "Announce it when that resolution is on the list."
_KEPT: Final = (
    "Announced now, it would be kept, and judged when that resolution is on the list (game option "
    "queue_early_turns)."
)


def reasons(
    against: Iterable[Against],
    game: Game,
    announced: str = "turn",
    *,
    waits: str = "",
    kept: bool = False,
) -> tuple[Objection, ...]:
    """Each objection to what was *announced*, with what helps.

    *waits* is who is waited for where a turn is not resolved, *kept* whether what comes too early
    is kept until then.
    """
    found: list[Objection] = []
    for one in against:
        if one.code == "UNRESOLVED" and waits:
            found.append((waits, one.clause, _KEPT if kept else _AWAIT))
        else:
            helps = OF_THE_CONTEST.get(one.code) or game.what_helps(one.code, announced)
            found.append((game.spoken(one.reason), one.clause, helps))
    return tuple(found)


OF_THE_CONTEST: Final = {
    "NOT_PUBLIC": "Send the same text to the list.",
    "NO_GAME": "Wait until the contestmaster has started a game.",
    "UNRESOLVED": "Announce it again when that turn's resolution is on the list.",
    "IS_A_GNOME": "Leave when the game is over.",
    "NOT_A_CONTESTANT": "Join the contest first, by announcement.",
    "ALREADY_A_CONTESTANT": "There is nothing to do.",
    "TOO_FEW_CONTESTANTS": "Wait for more contestants.",
    "GAME_ONGOING": "Wait until the game is over.",
    "NOT_A_CONTEST": "Make the contract a contest first.",
    "WRONG_NUMBER": "Name three to eight different contestants.",
    "IS_CONTESTMASTER": "Name others.",
}
"""What helps against refusals that every game has, by their codes."""


@mail("receipt")
def receipt(
    told: TurnTold,
    *,
    number: int,
    said_at: datetime,
    due: datetime,
    asked: bool = False,
    blind: bool = False,
    **heads: Unpack[Heads],
) -> None:
    """A turn was taken: how it was read, what it costs, and until when it is resolved (§16).

    *asked* where another mail asks its player for a choice; *blind* where whoever resolves it is
    not shown what is written to the bot alone.
    """


@mail("receipt")
def void(
    announced: str,
    refusals: tuple[Against, ...],
    game: Game,
    *,
    said_at: datetime | None = None,
    read: tuple[str, ...] = (),
    told_when_free: bool = False,
    is_note: bool = False,
    **heads: Unpack[Heads],
) -> Facts:
    """An announcement has no effect: every reason and what helps (§9).

    *read* shows how it was read; *told_when_free* where another turn is unresolved, and its player
    will hear when it is; *is_note* of what was told to the bot alone.
    """
    return {
        "reasons": reasons(refusals, game, announced),
        "alone": [one.code for one in refusals] == ["UNRESOLVED"],
        "mendable": is_mendable([one.code for one in refusals], game),
    }


@mail("receipt")
def noted(
    announced: str,
    told: tuple[str, ...],
    *,
    said_at: datetime,
    next: str = "",
    state: str = "",
    owed: str = "",
    **heads: Unpack[Heads],
) -> None:
    """A deed, a joining or a private note was taken in; *told* says what it does.

    *next* is what the reader may do now, by default nothing; *state* what they hold, where it
    changed; *owed* what they still have to do.
    """


@dataclass(frozen=True, slots=True)
class Proposal:
    """A reading of an unclear announcement that its author is shown."""

    lines: Sequence[str] = field(repr=False)  # in plain words
    outcome: Sequence[str] = field(repr=False)  # what would come of it now; () where a value lacks


@mail("question")
def question(
    questions: tuple[Question, ...],
    *,
    said_at: datetime | None = None,
    tried: bool = False,
    stands: bool = False,
    code: str = "",
    counts: Literal["private", "list", "off"] = "off",
    proposals: Sequence[Proposal] = (),
    is_whole: bool = True,
    so_far: str = "",
    **heads: Unpack[Heads],
) -> None:
    """The words that were not understood, and what to say instead.

    *stands* where all that was said is that an announcement is taken back, which none can be.  An
    answer under the *code* completes the announcement where it *counts* (A126).  A plain yes means
    the only one of *proposals* where that *is_whole*; of two, an answer names the number.  *so_far*
    is the announcement with an earlier answer in it.
    """


Unsettled = Literal["nothing", "no", "settled", "overtaken", "list", "off"]
"""Why an answer does not complete an announcement: it leaves it open, denies it, comes after
another one or after another turn, or counts on the list alone or nowhere."""


@mail("question")
def unsettled(
    why: Unsettled, *, code: str, words: str, said_at: datetime | None, **heads: Unpack[Heads]
) -> None:
    """An answer to what was asked about an unclear announcement, *words*, did not complete it."""


@mail("receipt")
def wrong_forum(
    forum: str,
    text: str,
    asked: tuple[Question, ...] = (),
    *,
    waits: str = "",
    **heads: Unpack[Heads],
) -> Facts:
    """A turn went to *forum*, where no announcement counts (§9); *text* is what to send again.

    *asked* is what would not be understood there either; *waits* half a sentence on the turn that
    awaits its resolution just now, so that no other can be taken.
    """
    return {
        "text": _as_written(text),
        "questions": asked,
    }


@mail("receipt")
def announced_nothing(words: str, *, said_at: datetime | None, **heads: Unpack[Heads]) -> Facts:
    """Somebody said what they will do, which does nothing; *words* would do it."""
    return {"words": _as_written(words)}


@mail("receipt")
def way_free(
    text: str,
    refusals: tuple[Against, ...],
    game: Game,
    *,
    before: TakenTurn,
    said_at: datetime | None,
    **heads: Unpack[Heads],
) -> Facts:
    """The turn *before* is resolved, for whose sake the one announced by *text* was void (§9).

    *refusals* is what would be against it now.
    """
    return {
        "number": before.number,
        "gnome": before.player,
        "text": _as_written(text),
        "reasons": reasons(refusals, game),
    }


def _as_written(text: str) -> str:
    """A gnome's own text to be sent again; only its long lines are folded."""
    lines = [line.rstrip() for line in text.strip().split("\n")]
    return "\n".join([line if len(line) <= WIDTH else fold(line) for line in lines])


# -- rehearsals ------------------------------------------------------------------------------------


def verdict(trial: Trial) -> str:
    """`valid`, `too early` or `void`."""
    return "valid" if not trial.refusals else "too early" if trial.early else "void"


def in_short(trial: Trial, game: Game, *, waits: str) -> str:
    """What would come of a turn now, in a sentence for its player."""
    if not trial.refusals:
        return trial.short
    told = reasons(trial.refusals, game, waits=waits)
    against = "; ".join([f"{reason} ({clause})" for reason, clause, _ in told])
    return f"Announced now, it would have no effect: {against}."


@mail("receipt")
def rehearsal(
    trial: Trial,
    read: tuple[str, ...],
    game: Game,
    *,
    waits: str,
    kept: bool,
    own_words: bool = False,
    several: bool = False,
    **heads: Unpack[Heads],
) -> Facts:
    """A planned turn was tried: the verdict, each objection, the figures, the text to announce.

    *waits* tells whose turn awaits its resolution, "" where none does; *kept*: whether it would
    wait for that.  *own_words* where the plain text would not be read as the turn; *several* where
    the mail says more than this.
    """
    return _tried(trial, read, game, waits, kept=kept)


def rehearsed(
    trial: Trial,
    read: tuple[str, ...],
    game: Game,
    *,
    waits: str,
    kept: bool,
    letterhead: Letterhead,
    own_words: bool,
    whose: str,
    seen: str,
) -> str:
    """The same for the contestmaster's console: *whose* turn, and as far as what is *seen*."""
    facts = _tried(trial, read, game, waits, kept=kept)
    leads = {"valid": "be valid", "too early": "be too early now", "void": "have no effect"}
    text = template("_rehearsed").render(letterhead=letterhead, own_words=own_words, **facts)
    return f"{seen} {whose} turn would {leads[verdict(trial)]}.\n{text}".rstrip()


def _tried(trial: Trial, read: tuple[str, ...], game: Game, waits: str, *, kept: bool) -> Facts:
    return {
        "verdict": verdict(trial),
        "reasons": reasons(trial.refusals, game, waits=waits, kept=kept),
        "trial": trial,
        "read": read,
    }


@mail("receipt")
def checked(
    announced: str,
    against: tuple[Against, ...],
    game: Game,
    *,
    is_note: bool = False,
    **heads: Unpack[Heads],
) -> Facts:
    """What is no turn was tried: whether it would count, and where it does."""
    return {"reasons": reasons(against, game, announced)}


# -- choices ---------------------------------------------------------------------------------------


@mail("question")
def choice_question(
    told: ChoiceTold,
    whose: Player,
    number: int,
    *,
    own: bool,
    deadline: datetime,
    **heads: Unpack[Heads],
) -> None:
    """A player is asked for a choice of theirs in the middle of the resolution of a turn.

    *whose* turn it is; *own* where it is their own.
    """


@mail("draft")
def choice_draft(
    code: str,
    about: str,
    told: ChoiceTold,
    *,
    bare: bool,
    why: str,
    due: datetime,
    **heads: Unpack[Heads],
) -> None:
    """The contestmaster is asked for a choice, the candidates ranked, least harm first.

    *why* says in a sentence why they are asked; *bare* where a value is asked for and no candidate.
    """


@mail("question")
def choice_again(
    told: ChoiceTold,
    words: str,
    number: int,
    *,
    deadline: datetime,
    was_there: bool = False,
    **heads: Unpack[Heads],
) -> Facts:
    """An answer to such a question was none: *words*, and the candidates once more.

    *was_there*: for it had come before the question was asked.
    """
    return {"words": " ".join(words.split())}


@mail("receipt")
def choice_taken(number: int, made: str, **heads: Unpack[Heads]) -> None:
    """A choice was *made* as its player said, and the resolution of turn *number* goes on."""


@mail("question")
def choice_closed(number: int, made: str | None, **heads: Unpack[Heads]) -> None:
    """An answer came when the choice was not theirs any more: *made* already, or passed on."""


# -- what is asked for -----------------------------------------------------------------------------


@mail("receipt")
def standing_orders(
    orders: tuple[str, ...],
    *,
    plays: bool,
    withdrawn: bool,
    notes: tuple[str, ...],
    **heads: Unpack[Heads],
) -> None:
    """The standing orders that a player has from now on, a sentence each (rules.md 7.1).

    *plays* whether they play; *withdrawn* whether they have just taken them back.
    """


@mail("receipt")
def inquiry(
    hand: str,
    status: StatusTold | None,
    phase: tuple[str, ...],
    game: Game,
    *,
    awaits: bool = False,
    desk: tuple[str, ...] = (),
    orders: tuple[str, ...] = (),
    handless: bool = False,
    secret: bool = False,
    **heads: Unpack[Heads],
) -> Facts:
    """The hand, the state of the game, or both in one mail.

    *phase* says what is awaited, of whom, until when, in sentences; *awaits* whether a turn awaits
    its resolution; *desk* what lies there, for the contestmaster alone.  *handless* where somebody
    asked for a hand who does not play; *secret* where they asked what others hold; *orders* are
    their standing orders.
    """
    return {"barred": () if status is None else reasons(status.barred, game)}


@mail("receipt")
def help(
    text: str,
    *,
    lost: bool,
    master: bool,
    plays: bool,
    desk: tuple[str, ...],
    guide: tuple[str, ...],
    said_at: datetime | None,
    site: str,
    **heads: Unpack[Heads],
) -> None:
    """The words that are understood, with examples that are.

    *text* is the game's own; *lost* where the reader was not understood rather than asking;
    *master* for the contestmaster, with the *guide* to their commands and what lies on the *desk*;
    *plays* for whoever may have a turn to take.  *site*: where the pages of `docs/` are on the web.
    """


@mail("receipt")
def rules(site: str, **heads: Unpack[Heads]) -> Facts:
    """The game in two minutes.  *site*: where the pages of `docs/` are on the web, or ""."""
    return {"told": the_game(site)}


@mail("question")
def nobody_reads(*, said_at: datetime | None, **heads: Unpack[Heads]) -> None:
    """To a gnome who has answered the bot in words for the contestmaster."""


@mail("question")
def not_read(why: str, where: str, *, said_at: datetime | None, **heads: Unpack[Heads]) -> None:
    """To a person whose mail is held, for some of it could not be read: *why*, half a sentence.

    *where*: the address of the forum, "" of a mail to the bot alone.
    """


@mail("question")
def who_are_you(address: str, **heads: Unpack[Heads]) -> None:
    """A mail came from an address that belongs to nobody known."""


def together(pages: tuple[Page, ...], letterhead: Letterhead) -> Page:
    """The answers to one mail that says several things, as one mail, in their order."""
    first = pages[0]
    if len(pages) == 1:
        return first
    parts = [
        (
            one.subject.removeprefix(letterhead.tag).strip(),
            one.body.rpartition("\n-- \n")[0].strip("\n"),
        )
        for one in pages
    ]
    return instead(first, "receipt", "together", letterhead, parts=parts)


def spent(answer: Page, most: int, until: datetime, *, letterhead: Letterhead) -> Page:
    """Instead of an *answer*: as many as may be went to its reader in the day that ends *until*."""
    return instead(answer, "receipt", "spent", letterhead, most=most, until=until)
