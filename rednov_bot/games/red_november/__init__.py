"""Red November: so far the reader that learns from samples."""
