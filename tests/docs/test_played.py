"""What the bot answers on the pages is what it really answers."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.docs.pages import Page, compared, pages
from tests.docs.played import Told, has_scenes

PLAYED = [page for page in pages() if has_scenes(page)]


@pytest.mark.parametrize("page", PLAYED, ids=str)
def test_the_answers_on_a_page_are_those_of_the_bot(page: Page, tmp_path: Path) -> None:
    compared(page, Told(page, tmp_path).perform())


def test_the_main_pages_of_gnome_and_contestmaster_show_mails() -> None:
    shown = {page.name for page in PLAYED}
    assert {"gnomes/answers", "gnomes/asking", "gnomes/between"} <= shown
    assert {"contestmaster/season", "contestmaster/mistakes"} <= shown
