"""The contest and its office: who decides, and how games begin (§1-§5)."""
