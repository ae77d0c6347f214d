"""One service for one database."""

from __future__ import annotations

from pathlib import Path

import pytest

from rednov_bot.core.errors import Mendable
from rednov_bot.core.store.serving import serving


def test_a_second_service_of_the_same_file_is_refused_and_told_why(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'rednov.db'}"
    refused = pytest.raises(Mendable, match="another rednov serves the database")
    with serving(url), refused, serving(url):
        pass
    with serving(url):
        pass


def test_services_of_different_files_do_not_mind_each_other(tmp_path: Path) -> None:
    with serving(f"sqlite:///{tmp_path / 'one.db'}"), serving(f"sqlite:///{tmp_path / 'two.db'}"):
        pass
