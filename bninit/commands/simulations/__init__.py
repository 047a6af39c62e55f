"""Random networks, chains, gaps, descent, and the figures of the sources."""
