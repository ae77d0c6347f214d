"""Many wordings of a contestmaster's mails: what is clear is understood, all else asked about."""

from __future__ import annotations

import pytest

from tests.mail.wordings import Wording, meant, read, wordings

EVERY = [*wordings("listed"), *wordings("own"), *wordings("fresh")]


@pytest.mark.parametrize("wording", [one for one in EVERY if one.means], ids=str)
def test_a_clear_wording_is_understood(wording: Wording) -> None:
    lines = read(wording)
    assert meant(lines) == wording.means
    assert all(line.command is not None for line in lines)


@pytest.mark.parametrize("wording", [one for one in EVERY if not one.means], ids=str)
def test_a_doubtful_wording_does_nothing(wording: Wording) -> None:
    assert meant(read(wording), asked=True) == ""


@pytest.mark.parametrize("wording", [one for one in EVERY if one.near], ids=str)
def test_the_nearest_command_is_named(wording: Wording) -> None:
    lines = read(wording)
    # of nothing but "ok" the desk says what may be replied to that draft
    assert not lines or any(wording.near in near for line in lines for near in line.near)
