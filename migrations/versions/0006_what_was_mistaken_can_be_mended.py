"""A game started otherwise keeps its name; a game keeps its beacon, whose values can be mended."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.add_column("games", sa.Column("called", sa.Text(), nullable=True))
    op.add_column("games", sa.Column("beacon", sa.Text(), nullable=True))
    op.create_index("ix_games_called", "games", ["called"])
    op.create_index("ix_turns_beacon", "turns", ["beacon"])
    op.add_column("beacons", sa.Column("named", sa.Text(), nullable=True))
    with op.batch_alter_table("beacons") as beacons:
        beacons.drop_constraint("uq_beacons_round", type_="unique")
        beacons.create_index("ix_beacons_round", ["round"])


def downgrade() -> None:
    """Of several values of a round the one that counts stays; so does a game that was renamed."""
    renamed = sa.text("SELECT count(*) FROM games WHERE called IS NOT NULL")
    if op.get_bind().scalar(renamed):
        raise SystemExit("an older program would rename a game that took over another's name")
    op.execute("DELETE FROM beacons WHERE id NOT IN (SELECT max(id) FROM beacons GROUP BY round)")
    with op.batch_alter_table("beacons") as beacons:
        beacons.drop_index("ix_beacons_round")
        beacons.create_unique_constraint("uq_beacons_round", ["round"])
    op.drop_column("beacons", "named")
    op.drop_index("ix_turns_beacon", "turns")
    op.drop_index("ix_games_called", "games")
    op.drop_column("games", "beacon")
    op.drop_column("games", "called")
