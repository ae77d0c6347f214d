"""How far a mail is shown to be its author's."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from rednov_bot.engine.words import GnomeName
from rednov_bot.kinds import UNSHOWN, Trust
from rednov_bot.papers.names import PaperId


@dataclass(frozen=True, slots=True, kw_only=True)
class Confidence:
    """How far a mail is shown to be its author's, and by what: for whoever decides, and for em."""

    trust: Trust
    grounds: tuple[str, ...]  # half sentences, the weightiest first

    @property
    def told(self) -> str:
        """`proved: DKIM of post.example passes`."""
        return f"{self.trust}: {'; '.join(self.grounds)}"

    @property
    def is_unshown(self) -> bool:
        """Whether something speaks against the mail's being its author's."""
        return self.trust in UNSHOWN


Vouched = Literal["yes", "no", "used up", "said again", "read", "put aside"]
"""What somebody answers who is asked whether e wrote a mail; or that eir code answers nothing, that
e has said the same in another mail, which counts, or that whoever decides has said how it is read,
or that it announces nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Doubted:
    """Somebody is asked whether a mail is eirs."""

    id: PaperId
    mail: PaperId
    code: str  # 7 characters of A-Z2-9, as that of a draft
    name: GnomeName
    grounds: str
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What has become of a question whether a mail is somebody's."""

    question: Doubted
    verdict: Vouched | None  # None: it is open
    by: PaperId | None  # the mail that says so, or says the same
    at: datetime | None  # since when it is open no longer


@dataclass(frozen=True, slots=True, kw_only=True)
class Forgery:
    """Something that only somebody does who passes emself off as another."""

    kind: str
    what: str  # a sentence for whoever decides
    mail: PaperId | None
    at: datetime
