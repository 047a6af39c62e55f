"""The groups of `python -m benchmarks`: what is timed beside what."""
