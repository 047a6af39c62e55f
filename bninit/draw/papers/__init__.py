"""The figures of the sources, and of the suite."""
