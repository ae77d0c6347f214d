"""Mails as mail programs dress them: what each client puts around a quote, in 67 languages."""
