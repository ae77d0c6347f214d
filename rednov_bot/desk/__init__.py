"""What happens when: the use cases, one transaction for each mail."""
