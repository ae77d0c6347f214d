"""Postings that were seen on a public list, saying what was sent."""

from __future__ import annotations

from sqlalchemy import select

from rednov_bot.store.tables import postings, sightings

PUBLISHED_ALREADY = (
    select(1)
    .where(sightings.c.posting == postings.c.id, sightings.c.public == 1, sightings.c.same == 1)
    .exists()
)
"""Of a posting: whether a public list was seen to have it."""
