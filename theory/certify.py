"""Ball arithmetic: a precision that is put back, and decimals of which every digit is right.

Balls are `flint.arb`. Their precision is global to the process: set it through `precision` only, and run
such work in processes, not threads.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from decimal import MAX_EMAX, MIN_EMIN, ROUND_HALF_EVEN, Context, Decimal

from flint import arb, ctx


@contextmanager
def precision(digits: int, terms: int = 10) -> Iterator[None]:
    """Work with `digits` decimal digits inside the `with` block; the old precision comes back after it.

    `terms` is the number of terms that power series keep; python-flint cuts them at 10, silently.

    >>> with precision(30):
    ...     pi = arb.pi()
    >>> decimal(pi, 25)
    '3.141592653589793238462643'
    """
    before = ctx.prec, ctx.cap
    ctx.dps, ctx.cap = digits, terms
    try:
        yield
    finally:
        ctx.prec, ctx.cap = before


def decimal(ball: arb, digits: int) -> str:
    """Round to `digits` significant digits, if every point of the ball rounds to the same number.

    Parameters
    ----------
    ball : the enclosure; its midpoint and radius are read exactly, whatever the current precision.
    digits : number of significant digits printed.

    Returns
    -------
    str
        Accepted by `float`, `Fraction` and `arb`; off by at most half a unit of its last digit.

    Raises
    ------
    ValueError
        If the ball is not finite, or too wide to fix `digits` digits.

    >>> decimal(arb("0.125 +/- 1e-9"), 4)
    '0.1250'
    >>> decimal(arb("0.125 +/- 1e-9"), 2)
    Traceback (most recent call last):
        ...
    ValueError: this ball does not fix 2 digits: [0.12500000 +/- 1.01e-9]; enclose with more precision
    """
    if digits < 1:
        raise ValueError(f"got digits = {digits}; at least 1 is needed")
    if not ball.is_finite():
        raise ValueError(f"this ball is not finite: {ball}")
    (mid, e), (rad, f) = (tuple(map(int, part.man_exp())) for part in (ball.mid(), ball.rad()))
    low = min(e, f)
    mid, rad = mid << (e - low), rad << (f - low)
    rounding = Context(prec=digits, rounding=ROUND_HALF_EVEN, Emax=MAX_EMAX, Emin=MIN_EMIN, traps=[])
    lower, upper = (_rounded(end, low, rounding) for end in (mid - rad, mid + rad))
    if lower != upper:
        raise ValueError(f"this ball does not fix {digits} digits: {ball.str(8)}; enclose with more precision")
    if not lower:
        return "0"
    return str(lower.quantize(Decimal((0, (1,), lower.adjusted() - digits + 1)), context=rounding))


def _rounded(man: int, exp: int, rounding: Context) -> Decimal:
    """man 2**exp, rounded once."""
    if exp >= 0:
        return rounding.create_decimal(man << exp)
    return rounding.divide(Decimal(man), Decimal(1 << -exp))
