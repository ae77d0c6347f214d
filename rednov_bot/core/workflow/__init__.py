"""What happens when: the use cases; each mail is handled as a whole or not at all."""
