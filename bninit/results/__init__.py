"""`results.json`: what a run found, read back and compared."""
