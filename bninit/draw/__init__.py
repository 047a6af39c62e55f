"""Pictures; no mathematics."""
