"""Whole games between computer gnomes, as many as wanted, and what they tell of options and data.

`setting` says what is played, `playing` plays one game, `fleet` plays many over processes,
`report` sums them up, `telling` and `plots` show it.
"""
