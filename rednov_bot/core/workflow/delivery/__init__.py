"""What was sent reaches its readers, or not: notices, lists' copies, reports of servers."""
