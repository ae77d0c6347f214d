"""Digests of the lists: what stands in them and never came by itself."""
