"""The drill: a season of faults, played with this installation in a sandbox of its own."""
