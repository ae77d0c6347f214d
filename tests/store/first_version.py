"""Papers as the first version filed them: drafts, mails that showed them, changes of hands."""

from __future__ import annotations

from typing import Final

from sqlalchemy import Connection, text

_CHOICE: Final = (
    '{"key":"wakes Ann","kind":"event","of":"Ann","asks":"gnome","candidates":["yes"],"deadly":[]}'
)
_MAILS: Final = (
    ("Ann", "announces a turn", 10),
    ("Ann", "announces a discard, a turn, but nothing was sent", 21),
    ("Ann", "announces a discard", 25),
    ("Bob", "announces joining, a gift in return", 30),
    ("Ann", "announces a gift in return", 31),
)
_CAUSES: Final = (("draft AAAAAAA", 9), ("discard of Ann", 20), ("gift in return of Bob", 30))
_DRAFTS: Final = (
    ("AAAAAAA", "resolution", None),
    ("AAAAAAB", "choice", _CHOICE),
    ("AAAAAAC", "choice", _CHOICE),
)
_POSTINGS: Final = (
    ("draft", "draft AAAAAAA"),
    ("draft", "draft ZZZZZZZ"),
    ("draft", "draft of choice 1 wakes Ann"),
    ("draft", "draft of choice 1 wakes Ann"),
    ("receipt", "announcement"),
)


def fill(connection: Connection) -> None:
    """The papers are on file; a discard is mail 2, a gift in return mail 4."""
    _file_mails(connection)
    _file_game(connection)
    for code, kind, choice in _DRAFTS:
        _file(
            connection,
            "drafts (code, kind, game, turn, attempt, about, made_at, form, choice) "
            "VALUES (:code, :kind, 1, 1, 1, '', 0, 1, :choice)",
            code=code,
            kind=kind,
            choice=choice,
        )
    for number, (kind, reason) in enumerate(_POSTINGS, 1):
        _file(
            connection,
            'postings (message_id, kind, "to", reason, queued_at, octets) '
            "VALUES (:message_id, :kind, '', :reason, 0, :octets)",
            message_id=f"<{number}@bots.example>",
            kind=kind,
            reason=reason,
            octets=b"",
        )


def _file_mails(connection: Connection) -> None:
    for mail, (sender, reason, at) in enumerate(_MAILS, 1):
        _file(
            connection,
            "raw_mails (folder, uidvalidity, uid, arrived_at, octets) "
            "VALUES ('INBOX', 1, :uid, 0, :octets)",
            uid=mail,
            octets=b"",
        )
        _file(
            connection,
            "dispositions (mail, disposition, reason, sender, at) "
            "VALUES (:mail, 'read', :reason, :sender, :at)",
            mail=mail,
            sender=sender,
            reason=reason,
            at=at,
        )


def _file_game(connection: Connection) -> None:
    _file(
        connection,
        "games (tag, form, gnomes, options, data, data_digest, rules_version, at) "
        "VALUES ('RN1', 1, '', '', '', '', '', 0)",
    )
    _file(
        connection,
        "turns (game, number, gnome, taken_at, mail, subject, forum, form, "
        "\"references\", turn) VALUES (1, 1, 'Ann', 0, 1, '', '', 1, '', '')",
    )
    for number, (cause, at) in enumerate(_CAUSES, 1):
        _file(
            connection,
            "gamestates (game, number, cause, at, form, position, happenings, secrets, whispers) "
            "VALUES (1, :number, :cause, :at, 1, '', '', '', '')",
            number=number,
            cause=cause,
            at=at,
        )


def _file(connection: Connection, row: str, **values: object) -> None:
    connection.execute(text(f"INSERT INTO {row}"), values)
