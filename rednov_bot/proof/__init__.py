"""The proof of luck: commitments, the chain over all draws, and what each posting shows (A95).

docs/luck.md tells the form of every text; whatever is here can be computed again from it alone.
"""
