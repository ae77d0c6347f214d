"""How this program was called, so that a hint names a command as it can be typed here."""

from __future__ import annotations

import os
import sys
from functools import cache
from pathlib import Path
from typing import Final

NAME: Final = "rednov"


@cache
def program() -> str:
    """`rednov` where the shell finds this one under that name, otherwise the way to it.

    In a test, or inside another program, there is no way to name it but `rednov`.
    """
    called = sys.argv[0]
    if Path(called).parts[-2:] == ("rednov_bot", "__main__.py"):
        beside = Path(sys.executable).with_name(NAME)
        if not beside.exists():
            return f"{sys.executable} -m rednov_bot"
        called = str(beside)
    if Path(called).name != NAME or _is_found(called):
        return NAME
    return called


@cache
def program_from_anywhere() -> str:
    """The same for whoever is in another folder: for mails and services."""
    called = program()
    return os.path.abspath(called) if os.sep in called and " " not in called else called


def _is_found(called: str) -> bool:
    import shutil  # which loads much that most calls need not

    found = shutil.which(NAME)
    return found is not None and Path(found).resolve() == Path(called).resolve()
