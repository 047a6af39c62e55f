"""Where a literal check is evaluated: at listed instances, on symbols, on boxes that cover a compact domain."""
