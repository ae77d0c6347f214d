"""`rednov demo`: the script is played on the stage, and what happens is said."""

from __future__ import annotations

import email
import email.policy
import tempfile
from email.message import EmailMessage
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from rednov_bot.demo import script
from rednov_bot.demo.stage import Stage
from rednov_bot.errors import Mendable
from rednov_bot.invocation import program


def play(folder: Path | None, console: Console) -> None:
    """Play the demo in *folder*, a fresh one unless named; mails and database stay there.

    Mendable where the folder holds the database of a demo already.
    """
    place = folder or Path(tempfile.mkdtemp(prefix="rednov-demo-"))
    if (place / "rednov.db").exists():
        raise Mendable(f"{place} holds a demo already; name a fresh folder")
    place.mkdir(parents=True, exist_ok=True)
    with Stage(place) as stage, _progress(console) as progress:
        task = progress.add_task("starting", total=len(script.CUES) + 1)
        say = progress.console.print
        say(
            f"[bold]Mail servers[/] on 127.0.0.1: IMAP {stage.harbour.imap_port}, "
            f"SMTP {stage.harbour.smtp_port}; lists {script.BUSINESS} and {script.DISCUSSION}"
        )
        say(f"[bold]{script.CONTESTMASTER}[/] starts a game with {', '.join(script.GNOMES)}.")
        stage.start()
        _decide(stage, progress)
        progress.advance(task)
        for cue in script.CUES:
            progress.update(task, description=cue.shows)
            say(f"\n[bold cyan]{cue.who}[/] to {cue.to}: [italic]{_first_words(cue.text)}[/]")
            say(f"  ({cue.shows})", style="dim")
            stage.clock.go_on()
            stage.people[cue.who].send(cue.to, cue.subject, cue.text)
            stage.go_round()
            _decide(stage, progress)
            progress.advance(task)
        mails = stage.keep_mails()
    last = _last_resolution(stage)
    text = place / "last-resolution.txt"
    text.write_text(last, encoding="utf-8")
    picture = _picture(stage)
    console.rule("the last resolution, as the list received it")
    console.print(last, markup=False, highlight=False, soft_wrap=True)
    console.rule()
    console.print(f"mails     {mails}", soft_wrap=True)
    console.print(f"database  {place / 'rednov.db'}", soft_wrap=True)
    console.print(f"text      {text}", soft_wrap=True)
    console.print(f"picture   {picture}", soft_wrap=True)
    pages = f"pages --config {place / 'rednov.toml'} {place / 'pages'}"
    console.print(f"pages     {program()} {pages}", soft_wrap=True)


def _progress(console: Console) -> Progress:
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        console=console,
        transient=True,
    )


def _decide(stage: Stage, progress: Progress) -> None:
    """The contestmaster's word for each draft, and what everybody then finds in eir mailbox."""
    say = progress.console.print
    for draft in stage.contestmaster_reads():
        say(
            f"  -> [magenta]{script.CONTESTMASTER}[/] reads {_plain(draft['Subject'])} "
            "and replies [bold]approve[/]"
        )
    for name in script.GNOMES:
        for mail in stage.people[name].new_mails():
            if not _from_bot(mail):
                continue
            public = str(mail["List-Id"] or "")
            if public and name != script.GNOMES[0]:
                continue
            whom = "[green]the list[/]" if public else f"[cyan]{name}[/], privately"
            say(f"  -> {whom}: {_plain(mail['Subject'])}")


def _from_bot(mail: EmailMessage) -> bool:
    return script.BOT in str(mail["From"])


def _plain(subject: object) -> str:
    return str(subject).replace("[", r"\[")


def _first_words(text: str) -> str:
    words = " ".join(text.split())
    return (words if len(words) <= 90 else words[:88] + "…").replace("[", r"\[")


def _last_resolution(stage: Stage) -> str:
    """The newest posting of the bot that the list passed on."""
    path = stage.folder / "mails" / script.GNOMES[0].lower()
    for file in sorted(path.glob("*.eml"), reverse=True):
        mail = email.message_from_bytes(file.read_bytes(), policy=email.policy.default)
        assert isinstance(mail, EmailMessage)
        if _from_bot(mail) and mail["List-Id"]:
            part = mail.get_body(("plain",))
            assert part is not None
            return f"Subject: {mail['Subject']}\n\n{part.get_content()}"
    return ""


def _picture(stage: Stage) -> Path:
    """The board as it stands, drawn from what is public."""
    from rednov_bot.bootstrap import open_desk
    from rednov_bot.desk.desk import tables_of
    from rednov_bot.picture import board_svg

    desk = open_desk(stage.folder / "rednov.toml")
    with desk.ledger.transaction() as records:
        game = records.games()[-1]
        found = records.gamestate(game.id)
    assert found is not None
    path = stage.folder / "board.svg"
    path.write_text(board_svg(found[1].position, tables_of(desk, game)), encoding="utf-8")
    desk.ledger.close()
    return path
