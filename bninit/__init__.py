"""The `bninit` command: runs checks, tells verdicts. No mathematics here."""
