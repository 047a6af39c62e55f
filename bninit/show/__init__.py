"""Words and tables on a terminal; no mathematics."""
