"""Speed, as ratios: `python -m benchmarks [NAME ...] [--quick] [--out DIR]`."""
