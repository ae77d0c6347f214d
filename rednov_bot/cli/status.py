"""`rednov status`: the whole desk."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

import click
import msgspec

from rednov_bot.cli import desks, duties, options
from rednov_bot.cli.desks import at_the_desk
from rednov_bot.core import settings, watchdog
from rednov_bot.core.store import serving
from rednov_bot.core.workflow.contest import office
from rednov_bot.core.workflow.corrections import rereading
from rednov_bot.core.workflow.delivery import list_notices
from rednov_bot.core.workflow.desk import is_over
from rednov_bot.core.workflow.drafts import open_drafts
from rednov_bot.core.workflow.scheduler import duties as due


@click.command()
@options.usual
def status(config: Path, as_json: bool) -> None:
    """All that lies on the desk: what awaits a word, what is due, mails kept for a human, postings
    that a list holds or has refused.

    Below it, whether the service runs, and what it is cut off from; on PostgreSQL also whether
    others stand by.

    \b
    Example:
      rednov status
    """
    if not as_json:
        desks.look(config, "status")
        known, now = settings.load(config), datetime.now(UTC)
        for said in watchdog.told(watchdog.read(watchdog.place(known)), now):
            click.echo(said)
        if (services := serving.services(known.bot.database)) is not None:
            at_work = "One service is" if services.active else "No service is"
            click.echo(f"{at_work} at work on the database; {services.standby} on standby.")
        return
    with at_the_desk(config) as (desk, records):
        under_way = [one for one in office.in_hand(records) if not is_over(records, one)]
        waiting = [
            desks.facts(one, open_drafts.held(desk, records, one.code))
            for one in records.open_drafts()
        ]
        kept = [{"mail": one.mail, "at": one.at.isoformat()} for one in rereading.held(records)]
        owed = [duties.facts(one, records) for one in due.duties(desk, records) if not one.secret]
        withheld = list(list_notices.withheld(desk, records))
        service = watchdog.read(watchdog.place(desk.settings))
        services = serving.services(desk.settings.bot.database)
    facts = {
        "contestmaster": desk.contestmaster,
        "decides": desk.decides,
        "game": under_way[0].tag if under_way else None,
        "drafts": waiting,
        "mails_kept": kept,
        "not_on_the_list": [{"subject": about, "why": why} for about, why in withheld],
        "duties": owed,
        "service": None if service is None else msgspec.to_builtins(service),
        "services": None if services is None else services._asdict(),
    }
    click.echo(json.dumps(facts))
