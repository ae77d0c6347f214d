"""Mail: bytes become classified messages, pages become bytes.  Nothing here has a network."""
