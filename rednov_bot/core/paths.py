"""Where docs/, grammar/, templates/, migrations/, data sets ... lie: in a checkout or a wheel."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parents[1]
_INSTALLED = _PACKAGE / "_files"
_HOME = _INSTALLED if _INSTALLED.is_dir() else _PACKAGE.parent

DOCS = _HOME / "docs"
GRAMMAR = _HOME / "grammar" / "turn.lark"
COMMANDS = _HOME / "grammar" / "commands.txt"
ASKING = _HOME / "grammar" / "asking.txt"
TEMPLATES = _HOME / "templates"
MIGRATIONS = _HOME / "migrations"
UNIT = _HOME / "deploy" / "rednov.service"
DATA_SETS = _PACKAGE / "games" / "red_november" / "data"
