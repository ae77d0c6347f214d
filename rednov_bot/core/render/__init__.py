"""What every game renders alike: charts, the guide to commands, mails as HTML."""
