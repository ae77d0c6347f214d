"""Archives of postings in the words of before November 2026 are still found as they were."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.fairness.test_verify import checked

OLD = sorted(Path(__file__).with_name("old").glob("*.mbox.gz"))


@pytest.mark.parametrize("archive", OLD, ids=lambda path: path.name.partition(".")[0])
def test_an_archive_in_older_words_is_found_as_it_was(archive: Path) -> None:
    found = checked(archive)
    assert found.is_told
    assert [one.what for one in found.findings.every] == []
    assert found.findings.right == found.findings.looked_at
