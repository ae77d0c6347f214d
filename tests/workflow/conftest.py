"""The table at which most stories begin."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.workflow.play import Table, begun


@pytest.fixture
def table(tmp_path: Path) -> Table:
    """A game of Ann, Bob and Cat has begun."""
    return begun(tmp_path)
