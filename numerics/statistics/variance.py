"""Sharper means from as many networks: statistics with the same mean and a smaller variance.

One sample is still one number per network. Antithetic or paired networks count as one: the sample is their mean.
"""

from __future__ import annotations

from numerics.statistics.betting import Floats


def controlled(x: Floats, control: Floats, mean: float, coefficient: float) -> Floats:
    """x - coefficient (control - mean): the mean of x whatever the coefficient, if `mean` is that of the control.

    The variance is least at coefficient = Cov(x, control) / Var control, by the factor 1 - correlation^2. The
    coefficient comes from theory or from an experiment apart, never from the samples themselves (that is biased).

    Parameters
    ----------
    x, control : (size,), of the same networks.
    """
    return x - coefficient * (control - mean)


def paired(x: Floats) -> Floats:
    """Means over pairs, (2, size) to (size,): antithetic networks, or two of one batch, are one sample."""
    mean: Floats = (x[0] + x[1]) / 2
    return mean
