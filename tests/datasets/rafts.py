"""Plans of submarines that are not the standard one."""

from __future__ import annotations

from typing import Final

A_RAFT: Final = """\
+----------+----------+----------+----------+------------+
|1         |2         |3         |4         |5           |
|          o          o          o          o            o
|          |          |          |          |            |
+-----o----+----o-----+-----o----+----o-----+-----o------+
|6         |7         |8         |9         |10          |
|          o          o          o          o            |
|          |          |          |          |            |
+----------+----------+----------+----------+------------+
"""
"""Ten rooms in two rows, one hatch to the sea, no room for the legend, no mark for the sea."""

A_TOWER: Final = """\
+----------------+
|1               |
|                o
|                |
|          +--o--+-----+
|          |2          |
|          |           |
+----o-----+           |    the sea
|3         o           |
|          +-----o-----+
|          |4          |
|          |           +---+
+----o-----+               o
|5         o               |
|          |               |
|          +---o-----------+
|          |6          |
+----o-----+           |
|7         o           |
|          |           |
|          |           |
+----o-----+-----o-----+
|8         |9          |
|          o           |
|          |           |
+----------+--o--------+
           |10         |
           |           |
           |           |
           +-----------+
"""
"""Rooms with corners, one below the other, and the sea at their side."""
