"""Pages for spectators: a static site, made from what everybody could know of the contest."""
