"""`rednov sandbox`: the waters are let in, somebody talks, and all of it ends cleanly."""

from __future__ import annotations

import secrets
import select
import sys
import tempfile
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Final

from rich.console import Console

from rednov_bot.demo import script
from rednov_bot.errors import Mendable
from rednov_bot.sandbox.deckhands import Deckhands
from rednov_bot.sandbox.talk import Talk
from rednov_bot.sandbox.waters import Waters

_DATABASE: Final = "rednov.db"
_GLANCE: Final = 1.0  # seconds between two looks whether mail has come


def play(folder: Path | None, you: str, crew: str, *, imap: int, smtp: int) -> None:
    """Until "quit", the end of what is typed, or Ctrl-C.

    Mendable where nobody is called *you*, a port is taken, or the folder holds a game already.
    """
    name = next((one for one in script.GNOMES if one.lower() == you.lower()), None)
    if name is None:
        raise Mendable(f"there is no gnome {you!r} here; be one of {', '.join(script.GNOMES)}")
    place = folder or Path(tempfile.mkdtemp(prefix="rednov-sandbox-"))
    if (place / _DATABASE).exists():
        raise Mendable(f"{place} holds a game already; name a fresh folder")
    console = Console()
    try:
        waters = Waters(place, imap=imap, smtp=smtp)
    except OSError as error:
        raise Mendable(f"the mail servers cannot be started: {error.strerror}") from error
    with waters:
        talk = Talk(waters, name, Deckhands(crew, secrets.randbits(32)), console)
        with suppress(KeyboardInterrupt):
            talk.open()
            talk.go_on(partial(_typed, console, talk.idle))
    console.print(f"\nmails     {place / 'mails'}", soft_wrap=True)
    console.print(f"settings  {waters.config}", soft_wrap=True)
    console.print(f"database  {place / _DATABASE}", soft_wrap=True)
    console.print(f"pages     {place / 'pages' / 'index.html'}", soft_wrap=True)


def _typed(console: Console, idle: Callable[[], bool], prompt: str) -> str:
    """A line from the terminal; what comes while nobody types is told.

    Of a pipe each line is shown, as if it were typed.  EOFError at the end.
    """
    console.print(prompt, end="", markup=False, highlight=False)
    if sys.stdin.isatty():
        while not select.select([sys.stdin], [], [], _GLANCE)[0]:
            if idle():
                console.print(prompt, end="", markup=False, highlight=False)
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    if not sys.stdin.isatty():
        console.print(line, end="", markup=False, highlight=False, soft_wrap=True)
    return line.rstrip("\n")
