"""Every command: its canonical words, what it does, and an example."""

from __future__ import annotations

from typing import Final, NamedTuple, assert_never

from rednov_bot.core.workflow import commands as cmd
from rednov_bot.core.workflow.commands.said import is_bare_code


class Guide(NamedTuple):
    """A command as it may be written, and what it does in one line."""

    example: str
    does: str


ANSWERS: Final[tuple[Guide, ...]] = (
    Guide("approve", "posts the draft as it stands"),
    Guide("approve K7M2QXA", "the same, of the draft with that code"),
    Guide("approve and award", "the same, and the award that the draft shows"),
    Guide("reject because the fire is in 6", "posts nothing; the reason goes on file"),
    Guide("again", "after a rejection: the same luck, a new draft; an open one again"),
    Guide("choose 5-6", "makes the choice that the draft asks for"),
    Guide('amend "old words" to "new words"', "other words in the public text"),
    Guide('amend: add "Well done!"', "more words, above the position"),
    Guide("amend\nThe whole text anew.\nend", "the whole public text anew"),
    Guide('overrule: read as "I take no action" because REASON', "the turn is read otherwise"),
    Guide("overrule: it is valid because REASON", "a refused announcement counts"),
    Guide("overrule: it is void because REASON", "a taken turn does not count"),
    Guide("overrule: option wake = at_once because REASON", "an option is another"),
    Guide("overrule: heat 3; Ann 30 minutes because REASON", "the position is another"),
    Guide("overrule because REASON", "a ruling without effect on this turn"),
    Guide("hold until Friday because Ann is asked", "the draft waits; its time runs on"),
    Guide("release", "the draft waits no longer"),
    Guide("accept", "a claim of error is right; it stays until corrected"),
    Guide("deny because the die shows 3", "a claim of error is wrong"),
    Guide("award", "posts the award that the draft shows"),
    Guide("awarded", "you have made the award yourself"),
    Guide("post again", "a posting that did not come back is sent again"),
    Guide("it is there", "it is on the list: you have seen it"),
    Guide("post to backup", "it goes to another public forum instead"),
)
"""What answers a draft, whose code stands behind the word or in the subject."""

WISHES: Final[tuple[Guide, ...]] = (
    Guide("status", "your desk: drafts, duties, mails kept for you"),
    Guide("drafts", "the drafts that wait for you"),
    Guide("duties", "what you owe, and until when"),
    Guide("members", "the contestants"),
    Guide("standing", "the contest: games and points"),
    Guide("rulings", "the rulings in force"),
    Guide("idle", "who has taken no turn for how long"),
    Guide("hands", "what each gnome holds: secret"),
    Guide("help", "these words"),
    Guide("report position", "a report: position, contest, week, story"),
    Guide("post the report week", "the same as a draft for the list"),
    Guide(f"beacon 5417233\n{'c0ffee42' * 8}", "the public beacon, where a turn waits for it"),
    Guide("reveal RN1", "a draft: the secret of its dice and cards, at the end"),
    Guide("reveal RN1 with the tiles", "that of its tiles too, if every gnome agrees"),
    Guide("start Ann, Bob, Cid with wake = at_once", "a draft of the opening of a game"),
    Guide("start a game", "the same with those who joined first"),
    Guide("kill Ann", "a draft that kills an idle gnome (§19)"),
    Guide("add axis Z", "adds an axis to the contest (§1)"),
    Guide("remove axis Z", "removes it (§1)"),
    Guide("ruling: a hatch may be opened twice (§10c)", "a draft of a ruling in words"),
    Guide("ruling: option wake = at_once because REASON", "a draft: an option is another"),
    Guide("withdraw ruling 3 because REASON", "a draft by which it holds no longer"),
    Guide('rewind turn 12: read as "I take no action" because REASON', "corrects a turn"),
    Guide("rewind turn 12: it is void, patch", "the same by changing the position alone"),
    Guide("rewind turn 12: choose 5-6, rerun", "the same by playing on from there again"),
    Guide("read mail 123 as Ann: I open 5-6.", "a draft: what a mail announces, or whose"),
    Guide("mail 123 announces nothing", "a draft: it is chatter"),
    Guide("pot 10", "how many Y points a game may award"),
    Guide("the contract is a contest", "or: the contract is no contest"),
    Guide("deputy Bob", "who decides where you play; or: no deputy"),
    Guide("hand over to Bob", "Bob becomes contestmaster"),
    Guide("pause reminders for 2 days", "no reminders until then"),
    Guide("resume reminders", "reminders again"),
    Guide("go on without Ann", "the opening no longer waits for their notice or answer"),
    Guide("told Ann", "they know what their private notices say: you told them"),
    Guide("quit", "what stands below is not for the bot"),
)
"""What answers no draft."""

_HOW: Final[dict[type, str]] = {
    cmd.Valid: "it is valid",
    cmd.Void: "it is void",
    cmd.OptionSet: "option {0.option} = {0.value}",
    cmd.Changes: "{0.lines}",
    cmd.AsItWas: "as it was",
}


def describe(command: cmd.Command) -> str:
    """What the contestmaster may write to say just that."""
    code = _code(command.code) if isinstance(command, cmd.ToDraft) else ""
    match command:
        case cmd.Answer(word="post to", to=forum):
            return f"post to {forum}{code}"
        case cmd.Answer(word=word, why=why):
            return f"{word}{code}{_because(why)}"
        case cmd.Approve(award=award):
            return f"approve{code}{' and award' if award else ''}"
        case cmd.Choose(value=value, behind=behind):
            return f"choose{code} {value}{behind}"
        case cmd.Hold(until=until, why=why):
            return f"hold{code}{f' {until}' if until else ''}{_because(why)}"
        case cmd.Amend(text=text, changes=changes):
            anew = f"\n{text}\nend" if text else ""
            return f"amend{code}{anew}{' ' if changes else ''}{', '.join(map(_change, changes))}"
        case cmd.Overrule(how=how, why=why, clause=clause):
            effect = "" if how is None else f": {_how(how)}"
            return f"overrule{code}{effect}{_because(why, clause)}"
        case cmd.Show(what):
            return what
        case cmd.Deed(does, of):
            return f"{does} {of}".rstrip()
        case cmd.Report(which=which, game=game, post=post):
            return f"{'post the ' if post else ''}report {which}{f' of {game}' if game else ''}"
        case cmd.Reveal(game=game, tiles=tiles):
            return f"reveal{f' {game}' if game else ''}{' with the tiles' if tiles else ''}"
        case cmd.Beacon(round=round, value=value):
            return f"beacon {round} {value}"
        case cmd.Precedent(text=text):
            return f"ruling: {text}"
        case cmd.RuleOption(how=how, why=why, clause=clause):
            return f"ruling: {_how(how)}{_because(why, clause)}"
        case cmd.WithdrawRuling(ruling=ruling, why=why):
            return f"withdraw ruling {ruling}{_because(why)}"
        case cmd.Rewind(game=game, turn=number, how=how, alternative=way):
            turn = "the last turn" if number is None else f"turn {number}"
            of, then = f" {game}" if game else "", f", {way}" if way else ""
            because = _because(command.why, command.clause)
            return f"rewind{of} {turn}: {_how(how)}{then}{because}"
        case cmd.ReadMail(mail=mail, text=""):
            return f"mail {mail} announces nothing"
        case cmd.ReadMail(mail=mail, name=name, text=words):
            by = f" as {name}" if name else ""
            return f"read mail {mail}{by}{'' if words is None else f': {words}'}"
        case cmd.Start(names=names, options=options):
            given = ", ".join(f"{key} = {value}" for key, value in options)
            return f"start {', '.join(names) or 'a game'}{f' with {given}' if given else ''}"
        case _:
            assert_never(command)


def _because(why: str, clause: str = "") -> str:
    return f" because {why}" if why else f" §{clause}" if clause else ""


def _how(how: cmd.Overruling | cmd.Rewinding) -> str:
    match how:
        case cmd.ReadAs(words):
            return f"read as {_quoted(words)}"
        case cmd.Chooses(key=key, label=label):
            return f"choose {key} {label}" if key else f"choose {label}"
        case _:
            return _HOW[type(how)].format(how)


def _change(change: cmd.Replaced | cmd.Added) -> str:
    if isinstance(change, cmd.Added):
        return f"add {_quoted(change.words)}"
    return f"{_quoted(change.old)} to {_quoted(change.new)}"


def _quoted(words: str) -> str:
    """The words in quotes that do not stand in them."""
    for begins, ends in ('""', "“”", "«»"):
        if begins not in words and ends not in words:
            return f"{begins}{words}{ends}"
    return f"“{words}”"


def _code(code: str) -> str:
    if not code:
        return ""
    return f" {code}" if is_bare_code(code) else f" [rednov {code}]"
