"""Time the mean map and Figure 2b: `python benchmarks/orthogonality.py`. The limits of issue 6 are given."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction

import numpy as np
from flint import arb
from timing import row, timed

from numerics import mean_map as floats
from numerics import orthogonal_gap
from numerics.streams import fresh_seed, stream
from theory.orthogonality.closed_forms import by_moments
from theory.orthogonality.mean_map import mean_map, spacing

SEED = fresh_seed()


def certified(spectrum: list[Fraction], digits: int) -> None:
    """F of all eigenvalues; every ball is as narrow as was asked for."""
    assert all(p.rad() < arb(10) ** -digits * p for p in mean_map(spectrum, digits))


def figure_2b() -> None:
    """Widths 16 to 512, 500 layers, 20 networks each, n = 4, on two threads; the slope at late layers is -1/2."""
    widths = [2**k for k in range(4, 10)]
    start = orthogonal_gap.start(stream(SEED, "data").standard_normal((4, 4)))
    rngs = [stream(SEED, "figure 2b", d) for d in widths]
    with ThreadPoolExecutor(2) as threads:
        runs = orthogonal_gap.across(start, widths, 500, 20, rngs, executor=threads)
    slope = orthogonal_gap.slope(widths, [run.late(250) for run in runs])
    assert abs(slope.mean + 0.5) < 0.05, slope


def main() -> None:
    """Print the table."""
    rng = stream(SEED, "spectrum")
    flat = [Fraction(float(e)) for e in rng.random(64) + 0.5]
    steep = [Fraction(1, 2**k) for k in range(64)]
    spacing.cache_clear()
    row("F, n = 64, 30 certified digits of each of 64", timed(lambda: certified(flat, 30)), 1)
    row("  eigenvalues 1, 1/2, .., 2^-63", timed(lambda: certified(steep, 30)), 1)
    row("  300 digits", timed(lambda: certified(flat, 300)))
    row("  30 digits by the moments of Dirichlet's law", timed(lambda: by_moments(flat, 30)))
    row("F, n = 1000, 30 certified digits", timed(lambda: certified([Fraction(k) for k in range(1, 1001)], 30)))
    stack = stream(SEED, "stack").random((10_000, 8))
    row("F, n = 8, float64, a stack of 10,000 spectra", timed(lambda: floats.mean_map(stack)))
    row("F, n = 64, float64, one spectrum", timed(lambda: floats.mean_map(np.arange(1.0, 65.0))))
    row("Figure 2b: widths 16..512, 500 layers, 20 networks each", timed(figure_2b), 5)


if __name__ == "__main__":
    main()
