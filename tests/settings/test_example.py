"""The example among the deployment files loads, and shows every key with its default."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import msgspec

from rednov_bot.core import settings
from rednov_bot.games.red_november.rules.options import Options, options_from

EXAMPLE = Path(__file__).resolve().parents[2] / "deploy" / "rednov.toml.example"

SECTIONS: dict[str, type[msgspec.Struct]] = {
    "bot": settings.BotSettings,
    "imap": settings.ImapSettings,
    "smtp": settings.SmtpSettings,
    "contest": settings.ContestSettings,
    "trust": settings.TrustSettings,
    "luck": settings.LuckSettings,
    "reminders": settings.ReminderSettings,
    "alarm": settings.AlarmSettings,
    "notices": settings.NoticeSettings,
    "returns": settings.ReturnSettings,
    "reading": settings.ReadingSettings,
    "forums.discussion": settings.Forum,
    "people.Pewterby": settings.Person,
    "game": settings.GameSettings,
    "game.options": Options,
}


def part(section: str) -> str:
    """The lines of one section of the example."""
    text = EXAMPLE.read_text(encoding="utf-8")
    found = re.search(rf"^\[{re.escape(section)}\]\n(.*?)(?=^\[|\Z)", text, re.M | re.S)
    assert found is not None
    return found[1]


def test_the_example_loads_once_its_passwords_are_in_their_files(tmp_path: Path) -> None:
    path = tmp_path / "rednov.toml"
    path.write_bytes(EXAMPLE.read_bytes())
    (tmp_path / "imap-password").write_text("one\n", encoding="utf-8")
    (tmp_path / "smtp-password").write_text("two\n", encoding="utf-8")
    loaded = settings.load(path, {})
    assert settings.imap_password(loaded) == "one"
    assert settings.smtp_password(loaded) == "two"
    assert isinstance(options_from(loaded.game.options), Options)


def test_the_example_shows_every_key_and_its_default() -> None:
    for section, struct in SECTIONS.items():
        for field in msgspec.structs.fields(struct):
            lines = re.findall(rf"^(#?){field.name} = (.*)$", part(section), re.M)
            assert lines or (section, field.name) == ("game", "options"), (section, field.name)
            if lines and field.default not in (msgspec.NODEFAULT, None):
                values = [tomllib.loads(f"value = {value}")["value"] for _, value in lines]
                default = msgspec.json.decode(msgspec.json.encode(field.default))
                assert default in values, (section, field.name)
