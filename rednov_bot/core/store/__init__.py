"""What is on file, in SQLite or PostgreSQL: rows are added and never changed."""
