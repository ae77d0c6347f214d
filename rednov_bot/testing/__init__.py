"""What tests, demo and sandbox share."""
