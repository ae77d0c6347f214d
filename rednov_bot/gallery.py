"""The pages for spectators are brought up to date, by command and by the service."""

from __future__ import annotations

from pathlib import Path

from rednov_bot import journal
from rednov_bot.desk.desk import Desk
from rednov_bot.desk.reports import for_spectators
from rednov_bot.errors import PagesUnwritten, StoreUnreachable


def write(desk: Desk, folder: Path) -> int:
    """The site is written into a folder; how many files of it were not there so.

    PagesUnwritten where that cannot be done.
    """
    from rednov_bot.pages import site, writing  # with the renderer, which a service may never want

    with desk.ledger.transaction(durable=False) as records:
        material = for_spectators.material(desk, records)
    return writing.write(folder, site.files(material))


def bring_up_to_date(desk: Desk) -> None:
    """The folder of the settings shows what the lists have got.

    Nothing waits for it: where it cannot be made or written, the log says so, and mail goes on.
    """
    folder = desk.settings.pages.folder
    if not folder:
        return
    try:
        write(desk, Path(folder))
    except PagesUnwritten as error:
        journal.pages_unwritten(folder, error.why)
    except StoreUnreachable:
        pass  # whoever uses the database next says so
    except Exception as fault:
        journal.left_out("the pages", fault)
