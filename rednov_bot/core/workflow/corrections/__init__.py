"""What was wrong is put right: claims, rulings, corrections, rewinds (§25)."""
