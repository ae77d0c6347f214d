"""Mail: bytes become screened letters, pages become sealed bytes.  Nothing here has a network."""
