"""Nothing that is published can tell a secret: what is static about it, and what is played."""
